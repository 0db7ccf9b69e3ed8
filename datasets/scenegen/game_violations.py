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
from engine.observation import Pose
from engine.problems import Code
from engine.tiles import Tile
from engine.trains import MEXICAN, Link, TrainName, own_train
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


def _place(table: Table, links: list[Link], train: TrainName, code: Code) -> bool:
    """The seat on turn lays one of `links`, if there is one."""
    if not links:
        return False
    table.tell(TilePlaced(table.rng.choice(links), train, table.round.turn.seat), code)
    return True


def mismatched_end(table: Table) -> bool:
    """A tile that does not fit, on one's own train."""
    state, seat = table.round, table.round.turn.seat
    if not (moment.is_calm(state) and moment.started(state, seat)):
        return False
    own = own_train(seat)
    return _place(table, moment.misfits(table, seat, own), own, Code.MISMATCHED_END)


def train_start_mismatch(table: Table) -> bool:
    """A train that does not start with the engine's number."""
    state, seat = table.round, table.round.turn.seat
    if state.unsatisfied or not moment.is_untouched(state) or moment.started(state, seat):
        return False
    own = own_train(seat)
    return _place(table, moment.misfits(table, seat, own), own, Code.TRAIN_START_MISMATCH)


def play_on_closed_train(table: Table) -> bool:
    """A fitting tile on somebody's closed train."""
    state, seat = table.round, table.round.turn.seat
    if not (moment.is_calm(state) and moment.started(state, seat)):
        return False
    for other in moment.others(state, seat):
        links = moment.fitting(table, seat, own_train(other))
        if moment.is_closed(state, other) and links:
            return _place(table, links, own_train(other), Code.PLAY_ON_CLOSED_TRAIN)
    return False


def unsatisfied_double_ignored(table: Table) -> bool:
    """A fitting tile on one's own train while a double has to be satisfied."""
    state, own = table.round, own_train(table.round.turn.seat)
    binding = moment.binding_doubles(state)
    if not binding or own in binding or not moment.is_untouched(state):
        return False
    links = moment.fitting(table, state.turn.seat, own)
    return _place(table, links, own, Code.UNSATISFIED_DOUBLE_IGNORED)


def double_satisfied_out_of_order(table: Table) -> bool:
    """A fitting tile on a double whose turn has not come."""
    state = table.round
    binding = moment.binding_doubles(state)
    if len(binding) < 2 or not moment.is_untouched(state) or state.rules.closing_order == "any":
        return False
    wrong = binding[-1] if state.rules.closing_order == "fifo" else binding[0]
    links = moment.fitting(table, state.turn.seat, wrong)
    return _place(table, links, wrong, Code.DOUBLE_SATISFIED_OUT_OF_ORDER)


def follow_up_not_on_double(table: Table) -> bool:
    """The tile after two doubles, or one that has to be covered, on another train."""
    state, rules, turn = table.round, table.round.rules, table.round.turn
    own = own_train(turn.seat)
    strict = rules.follow_up == "on_double"
    several = len(turn.doubles) > 1 and rules.follow_multi == "first_open_only"
    mine = [each.train for each in state.unsatisfied if each.train in turn.doubles]
    alive = [t for t in mine if _count(table, moment.end(state, t)) <= rules.max_pip]
    bound = moment.binding_doubles(state)
    if not (strict or several) or not alive or own in mine or bound or state.rivals or turn.draws:
        return False
    if rules.opening == "run" and not state.lap_is_complete:
        return False
    return _place(table, moment.fitting(table, turn.seat, own), own, Code.FOLLOW_UP_NOT_ON_DOUBLE)


def _count(table: Table, pips: int) -> int:
    return sum(pips in (tile.low, tile.high) for tile in moment.on_table(table.round))


def too_many_doubles(table: Table) -> bool:
    """One double more than the table allows in a turn."""
    state, turn = table.round, table.round.turn
    cap = state.rules.max_doubles_per_turn
    own = own_train(turn.seat)
    if cap is None or len(turn.doubles) < cap or moment.binding_doubles(state) or state.rivals:
        return False
    links = moment.fitting(table, turn.seat, own, doubles=True)
    return _place(table, links, own, Code.TOO_MANY_DOUBLES)


def mexican_train_too_early(table: Table) -> bool:
    """The Mexican train begun in one's first turn where that is for the second."""
    state, seat = table.round, table.round.turn.seat
    early = state.rules.mexican_from == "second_turn" and not state.completed[state.index(seat)]
    if not early or moment.mexican_started(state) or state.unsatisfied or not moment.is_untouched(state):
        return False
    links = moment.fitting(table, seat, MEXICAN)
    return _place(table, links, MEXICAN, Code.MEXICAN_TRAIN_TOO_EARLY)


def first_turn_own_train_only(table: Table) -> bool:
    """Another seat's train in one's first turn where that is for one's own."""
    state, seat = table.round, table.round.turn.seat
    first = state.rules.opening_targets == "own_only" and not state.completed[state.index(seat)]
    if not first or state.unsatisfied or not moment.is_untouched(state):
        return False
    for other in moment.others(state, seat):
        if links := moment.fitting(table, seat, own_train(other)):
            return _place(table, links, own_train(other), Code.FIRST_TURN_OWN_TRAIN_ONLY)
    return False


def own_train_first(table: Table) -> bool:
    """The Mexican train before one's own where that has to be started first."""
    state, seat = table.round, table.round.turn.seat
    late = state.rules.own_train_first == "until_started" and moment.is_calm(state)
    if not late or moment.started(state, seat) or not moment.mexican_started(state):
        return False
    return _place(table, moment.fitting(table, seat, MEXICAN), MEXICAN, Code.OWN_TRAIN_FIRST)


def extra_tile_in_turn(table: Table) -> bool:
    """A second tile after a single."""
    state, seat = table.round, table.round.previous
    # With a counted boneyard nobody can have passed unseen in between.
    if seat is None or not table.boneyard or not moment.is_untouched(state):
        return False
    links = moment.fitting(table, seat, own_train(seat))
    if not links:
        return False
    table.tell(TilePlaced(links[0], own_train(seat), seat), Code.EXTRA_TILE_IN_TURN)
    return True


def out_of_turn(table: Table) -> bool:
    """The seat after the next plays."""
    state = table.round
    skipped = state.turn.seat
    mover = state.after(state.after(skipped))
    marked = all(state.train(own_train(each)).marker_seen for each in (skipped, state.after(skipped)))
    if len(state.seats) < 4 or not moment.is_calm(state) or marked:
        return False
    links = moment.fitting(table, mover, own_train(mover))
    if not links or mover == state.previous:
        return False
    table.tell(TilePlaced(links[0], own_train(mover), mover), Code.OUT_OF_TURN)
    return True


def branch_not_allowed(table: Table) -> bool:
    """A fitting tile at the side of one's own train."""
    state, seat = table.round, table.round.turn.seat
    if not moment.is_calm(state) or not moment.started(state, seat) or state.rules.branching_doubles:
        return False
    links = moment.fitting(table, seat, own_train(seat))
    if not links:
        return False
    placed = TilePlaced(links[0], own_train(seat), seat, is_branch=True)
    table.tell(placed, Code.BRANCH_NOT_ALLOWED)
    return True


def double_not_sideways(table: Table) -> bool:
    """A double laid in line; else in order."""
    state, seat = table.round, table.round.turn.seat
    own = own_train(seat)
    moves = [move for move in legal_moves(state, table.hands[seat]) if move.link.is_double]
    if not moves or not moment.is_calm(state) or own != moves[0].train:
        return False
    placed = TilePlaced(moves[0].link, own, seat, pose=Pose.INLINE)
    table.tell(placed, Code.DOUBLE_NOT_SIDEWAYS)
    return True


def single_sideways(table: Table) -> bool:
    """A single laid crosswise; else in order."""
    state, seat = table.round, table.round.turn.seat
    moves = [move for move in legal_moves(state, table.hands[seat]) if not move.link.is_double]
    if not moves or not moment.is_calm(state) or own_train(seat) != moves[0].train:
        return False
    placed = TilePlaced(moves[0].link, moves[0].train, seat, pose=Pose.CROSSWISE)
    table.tell(placed, Code.SINGLE_SIDEWAYS)
    return True


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
    Code.MISMATCHED_END: mismatched_end,
    Code.TRAIN_START_MISMATCH: train_start_mismatch,
    Code.PLAY_ON_CLOSED_TRAIN: play_on_closed_train,
    Code.UNSATISFIED_DOUBLE_IGNORED: unsatisfied_double_ignored,
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER: double_satisfied_out_of_order,
    Code.FOLLOW_UP_NOT_ON_DOUBLE: follow_up_not_on_double,
    Code.TOO_MANY_DOUBLES: too_many_doubles,
    Code.MEXICAN_TRAIN_TOO_EARLY: mexican_train_too_early,
    Code.FIRST_TURN_OWN_TRAIN_ONLY: first_turn_own_train_only,
    Code.OWN_TRAIN_FIRST: own_train_first,
    Code.EXTRA_TILE_IN_TURN: extra_tile_in_turn,
    Code.OUT_OF_TURN: out_of_turn,
    Code.BRANCH_NOT_ALLOWED: branch_not_allowed,
    Code.DOUBLE_NOT_SIDEWAYS: double_not_sideways,
    Code.SINGLE_SIDEWAYS: single_sideways,
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
