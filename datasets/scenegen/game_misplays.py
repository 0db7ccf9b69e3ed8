"""Tiles laid where or how they may not be, each if the moment allows it."""

from engine.events import TakenBack, TilePlaced
from engine.legal import legal_moves
from engine.observation import Pose
from engine.problems import Code
from engine.trains import MEXICAN, Link, TrainName, own_train
from scenegen import game_moments as moment
from scenegen.game_table import Table


def place_one(table: Table, links: list[Link], train: TrainName, code: Code) -> bool:
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
    return place_one(table, moment.misfits(table, seat, own), own, Code.MISMATCHED_END)


def train_start_mismatch(table: Table) -> bool:
    """A train that does not start with the engine's number."""
    state, seat = table.round, table.round.turn.seat
    if state.unsatisfied or not moment.is_untouched(state) or moment.started(state, seat):
        return False
    own = own_train(seat)
    return place_one(table, moment.misfits(table, seat, own), own, Code.TRAIN_START_MISMATCH)


def play_on_closed_train(table: Table) -> bool:
    """A fitting tile on somebody's closed train."""
    state, seat = table.round, table.round.turn.seat
    if not (moment.is_calm(state) and moment.started(state, seat)):
        return False
    for other in moment.others(state, seat):
        links = moment.fitting(table, seat, own_train(other))
        if moment.is_closed(state, other) and links:
            return place_one(table, links, own_train(other), Code.PLAY_ON_CLOSED_TRAIN)
    return False


def unsatisfied_double_ignored(table: Table) -> bool:
    """A fitting tile on one's own train while a double has to be satisfied."""
    state, own = table.round, own_train(table.round.turn.seat)
    binding = moment.binding_doubles(state)
    if not binding or own in binding or not moment.is_untouched(state):
        return False
    links = moment.fitting(table, state.turn.seat, own)
    return place_one(table, links, own, Code.UNSATISFIED_DOUBLE_IGNORED)


def double_satisfied_out_of_order(table: Table) -> bool:
    """A fitting tile on a double whose turn has not come."""
    state = table.round
    binding = moment.binding_doubles(state)
    if len(binding) < 2 or not moment.is_untouched(state) or state.rules.closing_order == "any":
        return False
    wrong = binding[-1] if state.rules.closing_order == "fifo" else binding[0]
    links = moment.fitting(table, state.turn.seat, wrong)
    return place_one(table, links, wrong, Code.DOUBLE_SATISFIED_OUT_OF_ORDER)


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
    return place_one(table, moment.fitting(table, turn.seat, own), own, Code.FOLLOW_UP_NOT_ON_DOUBLE)


def _count(table: Table, pips: int) -> int:
    return sum(pips in (tile.low, tile.high) for tile in moment.on_table(table.round))


def too_many_doubles(table: Table) -> bool:
    """One double more than the table allows in a turn."""
    state, turn = table.round, table.round.turn
    cap = state.rules.max_doubles_per_turn
    if cap is None or len(turn.doubles) < cap or moment.binding_doubles(state) or state.rivals:
        return False
    for train in moment.open_to(state, turn.seat):
        if links := moment.fitting(table, turn.seat, train, doubles=True):
            return place_one(table, links, train, Code.TOO_MANY_DOUBLES)
    return False


def mexican_train_too_early(table: Table) -> bool:
    """The Mexican train begun in one's first turn, or before one's own, where that has to wait."""
    state, seat = table.round, table.round.turn.seat
    waits = {
        "first_turn": False,
        "second_turn": not state.completed[state.index(seat)],
        "after_own_started": not moment.started(state, seat),
    }
    early = waits[state.rules.mexican_from]
    if not early or moment.mexican_started(state) or state.unsatisfied or not moment.is_untouched(state):
        return False
    links = moment.fitting(table, seat, MEXICAN)
    return place_one(table, links, MEXICAN, Code.MEXICAN_TRAIN_TOO_EARLY)


def first_turn_own_train_only(table: Table) -> bool:
    """Another seat's train in one's first turn where that is for one's own."""
    state, seat = table.round, table.round.turn.seat
    first = state.rules.opening_targets == "own_only" and not state.completed[state.index(seat)]
    if not first or state.unsatisfied or not moment.is_untouched(state):
        return False
    for other in moment.others(state, seat):
        if links := moment.fitting(table, seat, own_train(other)):
            return place_one(table, links, own_train(other), Code.FIRST_TURN_OWN_TRAIN_ONLY)
    return False


def own_train_first(table: Table) -> bool:
    """Another train than one's own where that has to be started first."""
    state, seat = table.round, table.round.turn.seat
    late = state.rules.own_train_first == "until_started" and moment.is_calm(state)
    if not late or moment.started(state, seat):
        return False
    for train in moment.open_to(state, seat):
        links = moment.fitting(table, seat, train)
        if links and train != own_train(seat):
            return place_one(table, links, train, Code.OWN_TRAIN_FIRST)
    return False


def extra_tile_in_turn(table: Table) -> bool:
    """A second tile after a single."""
    state, seat = table.round, table.round.previous
    # With a counted boneyard nobody can have passed unseen in between.
    passes_show = table.boneyard and state.rules.draw_limit != 0
    if seat is None or not passes_show or not moment.is_untouched(state):
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


def turn_skipped(table: Table) -> bool:
    """The seat after the next has played on its closed train, and nobody saw it."""
    state = table.round
    skipped = (state.turn.seat, state.after(state.turn.seat))
    mover = state.after(skipped[1])
    own = own_train(mover)
    marked = all(state.train(own_train(each)).marker_seen for each in skipped)
    if len(state.seats) < 4 or not moment.is_calm(state) or marked or mover == state.previous:
        return False
    links = moment.fitting(table, mover, own)
    if not (links and moment.is_closed(state, mover) and moment.started(state, mover)):
        return False
    table.tell(TilePlaced(links[0], own), Code.TURN_SKIPPED, mover)
    return True


def wrong_starter(table: Table) -> bool:
    """Somebody else begins the round."""
    state = table.round
    if not state.is_fresh or state.engine is None or state.starter is None:
        return False
    for other in moment.others(state, state.starter):
        if links := moment.fitting(table, other, own_train(other)):
            table.tell(TilePlaced(links[0], own_train(other), other), Code.WRONG_STARTER)
            return True
    return False


def tile_not_in_set(table: Table) -> bool:
    """A tile of a bigger set; it is taken back."""
    own = own_train(table.round.turn.seat)
    link = Link(moment.end(table.round, own), table.round.rules.max_pip + 1)
    return _lay_and_take_back(table, [link], Code.TILE_NOT_IN_SET)


def duplicate_tile(table: Table) -> bool:
    """A tile that lies on the table already, out of another set; it is taken back."""
    wanted = moment.end(table.round, own_train(table.round.turn.seat))
    links = [
        Link(wanted, tile.low + tile.high - wanted)
        for tile in sorted(moment.on_table(table.round))
        if not tile.is_double and wanted in (tile.low, tile.high)
    ]
    return _lay_and_take_back(table, links, Code.DUPLICATE_TILE)


def _lay_and_take_back(table: Table, links: list[Link], code: Code) -> bool:
    """The seat on turn lays a tile that it cannot have, in the place of one of its own."""
    state, seat = table.round, table.round.turn.seat
    hand, own = table.hands[seat], own_train(seat)
    if not (links and moment.is_calm(state) and moment.started(state, seat)) or len(hand) < 2:
        return False
    link = table.rng.choice(links)
    aside = hand.pop()
    hand.append(link.tile)
    table.tell(TilePlaced(link, own, seat), code)
    table.tell(TakenBack(link.tile, own))
    hand.remove(link.tile)
    hand.append(aside)
    return True


def play_after_round_end(table: Table) -> bool:
    """A fitting tile on one's own train when somebody is out already; it is taken back."""
    state = table.round
    if state.over is None or state.over.winner is None:
        return False
    for seat in moment.others(state, state.over.winner):
        if links := moment.fitting(table, seat, own_train(seat)):
            table.tell(TilePlaced(links[0], own_train(seat), seat), Code.PLAY_AFTER_ROUND_END)
            table.tell(TakenBack(links[0].tile, own_train(seat)))
            return True
    return False
