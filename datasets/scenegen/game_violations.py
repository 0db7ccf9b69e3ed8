"""Violations played on purpose: each plays one breach if the moment allows it.

Every one of them is certain from the table (and from who was seen), so the referee has to name
exactly its code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.events import (
    Drawn,
    EngineLaid,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Passed,
    Replaced,
    TilePlaced,
)
from engine.legal import legal_moves
from engine.problems import Code
from engine.tiles import Tile
from engine.trains import Link, own_train
from scenegen import game_misplays as play
from scenegen import game_moments as moment
from scenegen.game_table import Table

Violation = Callable[[Table], bool]


@dataclass(frozen=True)
class Tempter:
    """Lets players break rules now and then."""

    rate: float
    """How often a seat about to act tries to break a rule instead."""
    codes: tuple[Code, ...] = ()
    """Which ones; none means all."""

    def __call__(self, table: Table) -> bool:
        """Play a violation if the dice and the moment allow one."""
        if table.rng.random() >= self.rate:
            return False
        codes = list(self.codes or VIOLATIONS)
        table.rng.shuffle(codes)
        return any(VIOLATIONS[code](table) for code in codes)


def marker_missing(table: Table) -> bool:
    """A pass without a marker; the next seat plays on."""
    state, seat = table.round, table.round.turn.seat
    after = state.after(seat)
    if not _must_pass(table) or state.train(own_train(seat)).marker_seen:
        return False
    table.tell(Passed(seat))
    moves = [] if table.round.over else list(legal_moves(table.round, table.hands[after]))
    if moves and table.round.turn.seat == after:
        move = moves[0]
        table.tell(TilePlaced(move.link, move.train, after), Code.MARKER_MISSING)
    elif not table.round.over:
        table.tell(MarkerPlaced(own_train(seat)))
    return True


def _must_pass(table: Table) -> bool:
    """Whether the seat on turn can neither play nor draw."""
    state = table.round
    limit = state.rules.draw_limit
    may_draw = bool(table.boneyard) and (limit is None or state.turn.draws < limit)
    running = state.rules.opening == "run" and not state.lap_is_complete
    return not (may_draw or running or legal_moves(state, table.hands[state.turn.seat]) or state.awaiting)


def marker_not_due(table: Table) -> bool:
    """A marker after an ordinary play; it is taken off again."""
    state, seat = table.round, table.round.previous
    if seat is None or not moment.is_untouched(state) or not moment.is_closed(state, seat):
        return False
    table.tell(MarkerPlaced(own_train(seat)), Code.MARKER_NOT_DUE)
    table.tell(MarkerTaken(own_train(seat)))
    return True


def marker_wrong_train(table: Table) -> bool:
    """A pass whose marker goes to the next seat's train; it is put right."""
    state, seat = table.round, table.round.turn.seat
    other = state.after(seat)
    if not _must_pass(table) or not state.turn.draws or state.rivals:
        return False
    if not (moment.is_closed(state, other) and moment.is_closed(state, seat)):
        return False
    table.tell(MarkerPlaced(own_train(other)), Code.MARKER_WRONG_TRAIN)
    if not table.round.over:
        table.tell(MarkerTaken(own_train(other)))
        table.tell(MarkerPlaced(own_train(seat)))
    return True


def marker_removed_early(table: Table) -> bool:
    """A marker taken off before its owner has played on the train; it is put back."""
    state = table.round
    for train in state.trains[: len(state.seats)]:
        on_turn = train.name in (own_train(state.turn.seat), state.awaiting)
        if train.is_open and train.marker_seen and not (train.is_released or on_turn or state.rivals):
            table.tell(MarkerTaken(train.name), Code.MARKER_REMOVED_EARLY)
            table.tell(MarkerPlaced(train.name))
            return True
    return False


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


def wrong_engine(table: Table) -> bool:
    """Another double on the hub before anybody plays; it is put right."""
    state = table.round
    if not state.is_fresh or state.engine is None or state.rules.engine_source != "set_aside":
        return False
    right = state.engine
    wrong = (right.low + 1) % (state.rules.max_pip + 1)
    table.tell(EngineLaid(Tile(wrong, wrong)), Code.WRONG_ENGINE)
    table.tell(EngineLaid(right))
    return True


def engine_not_double(table: Table) -> bool:
    """A single on the hub before anybody plays; it is put right."""
    state = table.round
    if not state.is_fresh or state.engine is None or state.rules.engine_source != "set_aside":
        return False
    right = state.engine
    table.tell(EngineLaid(Tile(0, 1)), Code.ENGINE_NOT_DOUBLE)
    table.tell(EngineLaid(right))
    return True


def tile_moved(table: Table) -> bool:
    """Somebody's tail laid on another train."""
    state = table.round
    trains = [t for t in state.trains if len(t.links) > 1 and not t.links[-1].is_double]
    if len(trains) < 2 or not moment.is_calm(state):
        return False
    origin, target = table.rng.sample(trains, 2)
    table.tell(Moved(origin.links[-1], origin.name, target.name), Code.TILE_MOVED)
    return True


def tile_swapped(table: Table) -> bool:
    """A tile of a train exchanged for one from the hand."""
    state, seat = table.round, table.round.turn.seat
    trains = [t for t in state.trains if t.links and not t.links[-1].is_double]
    hand = [tile for tile in table.hands[seat] if not tile.is_double]
    # Nobody sees whose hand the tile goes to: it could blur what hands have to prove.
    if not trains or not hand or table.held_back or not moment.is_calm(state):
        return False
    train, given = table.rng.choice(trains), table.rng.choice(hand)
    taken = train.links[-1].tile
    table.hands[seat].remove(given)
    table.hands[seat].append(taken)
    table.tell(Replaced(taken, Link(given.low, given.high), train.name), Code.TILE_SWAPPED)
    return True


def must_play_violation(table: Table) -> bool:
    """A pass with a playable tile when nothing can be drawn any more: the hand will tell."""
    state, seat = table.round, table.round.turn.seat
    if table.boneyard or not state.rules.must_play or not moment.is_untouched(state):
        return False
    running = state.rules.opening == "run" and not state.lap_is_complete
    if running or not legal_moves(state, table.hands[seat]):
        return False
    marked = state.train(own_train(seat)).marker_seen
    table.tell(Passed(seat) if marked else MarkerPlaced(own_train(seat)))
    table.held_back.add(seat)
    return True


VIOLATIONS: Mapping[Code, Violation] = {
    Code.MISMATCHED_END: play.mismatched_end,
    Code.TRAIN_START_MISMATCH: play.train_start_mismatch,
    Code.PLAY_ON_CLOSED_TRAIN: play.play_on_closed_train,
    Code.UNSATISFIED_DOUBLE_IGNORED: play.unsatisfied_double_ignored,
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER: play.double_satisfied_out_of_order,
    Code.FOLLOW_UP_NOT_ON_DOUBLE: play.follow_up_not_on_double,
    Code.TOO_MANY_DOUBLES: play.too_many_doubles,
    Code.MEXICAN_TRAIN_TOO_EARLY: play.mexican_train_too_early,
    Code.FIRST_TURN_OWN_TRAIN_ONLY: play.first_turn_own_train_only,
    Code.OWN_TRAIN_FIRST: play.own_train_first,
    Code.EXTRA_TILE_IN_TURN: play.extra_tile_in_turn,
    Code.OUT_OF_TURN: play.out_of_turn,
    Code.BRANCH_NOT_ALLOWED: play.branch_not_allowed,
    Code.DOUBLE_NOT_SIDEWAYS: play.double_not_sideways,
    Code.SINGLE_SIDEWAYS: play.single_sideways,
    Code.MARKER_MISSING: marker_missing,
    Code.MARKER_NOT_DUE: marker_not_due,
    Code.MARKER_WRONG_TRAIN: marker_wrong_train,
    Code.MARKER_REMOVED_EARLY: marker_removed_early,
    Code.TOO_MANY_DRAWS: too_many_draws,
    Code.DRAW_NOT_SEEN: draw_not_seen,
    Code.WRONG_ENGINE: wrong_engine,
    Code.ENGINE_NOT_DOUBLE: engine_not_double,
    Code.TILE_MOVED: tile_moved,
    Code.TILE_SWAPPED: tile_swapped,
    Code.MUST_PLAY_VIOLATION: must_play_violation,
}
