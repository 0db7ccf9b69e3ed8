"""Markers that are missing, not due, on the wrong train, taken off too early or left on."""

from engine.events import MarkerPlaced, MarkerTaken, Passed, TilePlaced
from engine.legal import legal_moves
from engine.problems import Code
from engine.trains import own_train
from scenegen import game_moments as moment
from scenegen.game_table import Table


def marker_missing(table: Table) -> bool:
    """A pass without a marker; the next seat plays on."""
    state, seat = table.round, table.round.turn.seat
    after = state.after(seat)
    if not moment.must_pass(table) or state.train(own_train(seat)).marker_seen:
        return False
    table.tell(Passed(seat))
    moves = [] if table.round.over else list(legal_moves(table.round, table.hands[after]))
    if moves and table.round.turn.seat == after:
        move = moves[0]
        table.tell(TilePlaced(move.link, move.train, after), Code.MARKER_MISSING)
    elif not table.round.over:
        table.tell(MarkerPlaced(own_train(seat)))
    return True


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
    if not moment.must_pass(table) or not state.turn.draws or state.rivals:
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


def marker_left_on(table: Table) -> bool:
    """A marker that stays on although its owner has played; the next seat plays on."""
    state, seat = table.round, table.round.turn.seat
    train = state.train(own_train(seat))
    links = moment.fitting(table, seat, train.name)
    if not (train.is_open and train.marker_seen and links and moment.is_calm(state)):
        return False
    if len(table.hands[seat]) < 2:
        return False
    table.tell(TilePlaced(links[0], train.name, seat))
    after = table.round.turn.seat
    moves = list(legal_moves(table.round, table.hands[after]))
    if moves:
        table.tell(TilePlaced(moves[0].link, moves[0].train, after), Code.MARKER_LEFT_ON)
    else:
        table.tell(MarkerTaken(train.name))
    return True
