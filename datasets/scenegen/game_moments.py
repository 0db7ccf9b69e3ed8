"""Moments of a simulated game, told from the table alone and not by asking the referee."""

from collections.abc import Iterator

from engine.legal import legal_moves
from engine.state import RoundState
from engine.tiles import Tile
from engine.trains import MEXICAN, Link, Seat, TrainName, own_train
from scenegen.game_table import Table


def is_untouched(state: RoundState) -> bool:
    """A turn that has just begun, with one explanation only."""
    turn = state.turn
    return not (turn.played or turn.draws or state.rivals or state.awaiting)


def is_calm(state: RoundState) -> bool:
    """A turn that has just begun after the first lap, with no double asking for anything."""
    return is_untouched(state) and not state.unsatisfied and state.lap_is_complete


def is_closed(state: RoundState, seat: Seat) -> bool:
    """A seat's train that tells nobody to play on it."""
    train = state.train(own_train(seat))
    return not (train.is_open or train.marker_seen or state.rules.all_trains_public)


def open_to(state: RoundState, seat: Seat) -> list[TrainName]:
    """The seat's own train, and the begun ones that everybody may play on."""
    names = [own_train(seat), *([MEXICAN] if mexican_started(state) else [])]
    shared = [own_train(each) for each in others(state, seat) if not is_closed(state, each)]
    return names + [each for each in shared if state.train(each).links]


def end(state: RoundState, train: TrainName) -> int:
    """What the train's next tile has to show towards it."""
    links = state.train(train).links
    if links:
        return links[-1].outer
    return state.engine.low if state.engine else 0


def fitting(table: Table, seat: Seat, train: TrainName, *, doubles: bool = False) -> list[Link]:
    """The seat's tiles that fit the train, as they would lie: singles, or doubles."""
    wanted = end(table.round, train)
    return [
        Link(wanted, tile.low + tile.high - wanted)
        for tile in table.hands[seat]
        if tile.is_double == doubles and wanted in (tile.low, tile.high)
    ]


def misfits(table: Table, seat: Seat, train: TrainName) -> list[Link]:
    """The seat's singles that do not fit the train."""
    wanted = end(table.round, train)
    return [
        Link(tile.low, tile.high)
        for tile in table.hands[seat]
        if not tile.is_double and wanted not in (tile.low, tile.high)
    ]


def others(state: RoundState, seat: Seat) -> Iterator[Seat]:
    """The other seats, clockwise."""
    each = state.after(seat)
    while each != seat:
        yield each
        each = state.after(each)


def owner(state: RoundState, train: TrainName) -> Seat:
    """The seat whose train it is."""
    return next(seat for seat in state.seats if own_train(seat) == train)


def started(state: RoundState, seat: Seat) -> bool:
    """Whether a tile lies in the seat's own train."""
    return bool(state.train(own_train(seat)).links)


def mexican_started(state: RoundState) -> bool:
    """Whether somebody has begun the Mexican train."""
    return bool(state.train(MEXICAN).links)


def on_table(state: RoundState) -> set[Tile]:
    """All tiles on hub and trains."""
    tiles = {link.tile for train in state.trains for link in train.links}
    tiles |= {stray.tile for stray in state.strays}
    return tiles | ({state.engine} if state.engine else set())


def binding_doubles(state: RoundState) -> list[TrainName]:
    """Trains of earlier doubles that bind the turn, oldest first, counted tile by tile."""
    rules = state.rules
    if not rules.unsatisfied_double_lock or (rules.opening == "run" and not state.lap_is_complete):
        return []
    lying = on_table(state)
    binding = []
    for double in state.unsatisfied:
        pips = end(state, double.train)
        out = sum(pips in (tile.low, tile.high) for tile in lying)
        if double.train not in state.turn.doubles and not (rules.dead_release and out > rules.max_pip):
            binding.append(double.train)
    return binding


def must_pass(table: Table) -> bool:
    """Whether the seat on turn can neither play nor draw."""
    state = table.round
    limit = state.rules.draw_limit
    may_draw = bool(table.boneyard) and (limit is None or state.turn.draws < limit)
    running = state.rules.opening == "run" and not state.lap_is_complete
    return not (may_draw or running or legal_moves(state, table.hands[state.turn.seat]) or state.awaiting)


def playable(table: Table, seat: Seat) -> set[Tile]:
    """The seat's tiles that it could play if it were on turn now."""
    return {move.link.tile for move in legal_moves(table.round, table.hands[seat])}


def proves_nothing(table: Table) -> bool:
    """Whether no shown hand has to prove anything later, so that tiles may change hands unseen."""
    return not (table.held_back or table.overdrawn)
