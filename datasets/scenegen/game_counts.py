"""Draws that are missing or too many, counts that are off, hands and scores that tell."""

from fractions import Fraction

from engine.audit import unsatisfied_by
from engine.dealing import tiles_each
from engine.events import BoneyardCounted, Drawn, HandCounted, MarkerPlaced, Passed, ScoreEntered
from engine.legal import legal_moves
from engine.problems import Code
from engine.scoring import round_scores
from engine.trains import Seat, own_train
from scenegen import game_moments as moment
from scenegen.game_table import Table


def too_many_draws(table: Table) -> bool:
    """One draw more than the table allows."""
    state = table.round
    limit = state.rules.draw_limit
    if limit is None or not table.boneyard or state.turn.draws < max(1, limit) or state.awaiting:
        return False
    # Drawing on with a playable tile would be a second breach, for the hands to tell.
    if legal_moves(state, table.hands[state.turn.seat]):
        return False
    table.tell(Drawn(state.turn.seat), Code.TOO_MANY_DRAWS)
    return True


def draw_not_seen(table: Table) -> bool:
    """A pass without the draw that was due."""
    state, seat = table.round, table.round.turn.seat
    can_draw = table.boneyard and state.rules.draw_limit != 0
    if not can_draw or not moment.is_calm(state) or legal_moves(state, table.hands[seat]):
        return False
    marked = state.train(own_train(seat)).marker_seen
    table.tell(Passed(seat) if marked else MarkerPlaced(own_train(seat)), Code.DRAW_NOT_SEEN)
    return True


def must_play_violation(table: Table) -> bool:
    """A pass with a playable tile when nothing can be drawn any more: the hand will tell."""
    state, seat = table.round, table.round.turn.seat
    if table.boneyard or not state.rules.must_play or not moment.is_untouched(state):
        return False
    running = state.rules.opening == "run" and not state.lap_is_complete
    if running or seat in table.overdrawn or not legal_moves(state, table.hands[seat]):
        return False
    marked = state.train(own_train(seat)).marker_seen
    table.tell(Passed(seat) if marked else MarkerPlaced(own_train(seat)))
    table.held_back.add(seat)
    return True


def unneeded_draw(table: Table) -> bool:
    """The last tile of the boneyard, drawn with two playable ones in hand: the hand will tell."""
    state, seat = table.round, table.round.turn.seat
    if len(table.boneyard) != 1 or not state.rules.must_play or state.rules.draw_limit == 0:
        return False
    if seat in table.held_back or not moment.is_calm(state) or len(moment.playable(table, seat)) < 2:
        return False
    table.tell(Drawn(seat))
    table.overdrawn.add(seat)
    return True


def hand_count_off(table: Table) -> bool:
    """A tile drawn in secret: it shows in the hand, then in the boneyard."""
    seat = _draw_in_secret(table)
    if seat is None:
        return False
    table.tell(HandCounted(seat, len(table.hands[seat])), Code.HAND_COUNT_OFF)
    table.tell(BoneyardCounted(len(table.boneyard)))
    return True


def tile_count_mismatch(table: Table) -> bool:
    """A tile drawn in secret: the boneyard lacks it before the hand is counted."""
    seat = _draw_in_secret(table)
    if seat is None:
        return False
    table.tell(BoneyardCounted(len(table.boneyard)), Code.TILE_COUNT_MISMATCH)
    table.tell(HandCounted(seat, len(table.hands[seat])), Code.HAND_COUNT_OFF)
    return True


def _draw_in_secret(table: Table) -> Seat | None:
    """Somebody takes a tile from the boneyard and nobody sees it."""
    if not (table.boneyard and moment.is_calm(table.round) and moment.proves_nothing(table)):
        return None
    seat = table.rng.choice(table.round.seats)
    table.hands[seat].append(table.boneyard.pop())
    return seat


def wrong_deal(table: Table) -> bool:
    """One tile too many in the deal."""
    state = table.round
    due = tiles_each(state.rules, len(state.seats))
    dealt = [seat for seat, hand in table.hands.items() if len(hand) == due]
    if not (state.is_fresh and state.engine is not None and table.boneyard and dealt):
        return False
    seat = table.rng.choice(dealt)
    table.hands[seat].append(table.boneyard.pop())
    table.tell(HandCounted(seat, due + 1), Code.WRONG_DEAL)
    table.tell(BoneyardCounted(len(table.boneyard)))
    return True


def score_mismatch(table: Table) -> bool:
    """A point too many written down after the hands were shown; it is put right."""
    state = table.round
    seat = table.rng.choice(state.seats)
    right = round_scores(state.rules, table.hands, unsatisfied_by(state))[seat]
    table.tell(ScoreEntered(seat, right + Fraction(1)), Code.SCORE_MISMATCH)
    table.tell(ScoreEntered(seat, right))
    return True
