"""Laying a tile: the table, the hand, the marker and the turn after it."""

from dataclasses import replace

from engine.attribution import Entry
from engine.claims import claims_after_play
from engine.events import TilePlaced
from engine.passing import end_turn, finish_lap, in_opening_run
from engine.state import (
    Ending,
    LastPlay,
    Over,
    RoundChanges,
    RoundState,
    Stray,
    Turn,
    Unsatisfied,
    at_index,
    trains_with,
)
from engine.tiles import tile_bit
from engine.trains import Link, Seat, Train, TrainName, own_train


def lay(entry: Entry, event: TilePlaced, train: TrainName, *, is_grave: bool) -> RoundState:
    """The round with the tile laid and the turn moved on."""
    before, seat = entry.state, entry.seat
    changes = _on_table(before, event, train, seat)
    if before.train(own_train(seat)).is_open and _lets_marker_off(before, train, seat):
        trains = changes.get("trains", before.trains)
        own = next(each for each in trains if each.name == own_train(seat))
        changes["trains"] = trains_with(trains, _released(own))
    changes["hands"] = at_index(before.hands, before.index(seat), -1)
    changes["claims"] = claims_after_play(before.claims, seat, event.link.tile)
    changes["passes"] = 0
    changes["last"] = _remembered(before, seat, event, train)
    state = before.but(**changes)
    if not entry.is_extra:
        return _move_on(state, event, train, is_grave=is_grave)
    return _over_for(state, seat) if goes_out(state, seat, event.link) else state


def lay_aside(state: RoundState, event: TilePlaced, train: TrainName) -> RoundState:
    """The tile on the table after the round's end: out of a hand, but without any effect on the turn."""
    changes = _on_table(state, event, train, None)
    changes["last"] = None
    if event.by is not None:
        changes["hands"] = at_index(state.hands, state.index(event.by), -1)
        changes["claims"] = claims_after_play(state.claims, event.by, event.link.tile)
        changes["last"] = replace(_remembered(state, event.by, event, train), was_over=True)
    return state.but(**changes)


def _on_table(state: RoundState, event: TilePlaced, name: TrainName, by: Seat | None) -> RoundChanges:
    """The table with the tile on it, and the unsatisfied doubles that are left."""
    link = event.link
    laid = state.laid | tile_bit(link.tile)
    if event.is_branch:
        return {"strays": (*state.strays, Stray(link.tile, name)), "laid": laid}
    train = state.train(name)
    grown = Train(name, (*train.links, link), train.is_open, train.marker_seen, train.is_released)
    unsatisfied = state.unsatisfied
    if unsatisfied:
        unsatisfied = tuple(each for each in unsatisfied if each.train != name)
    if link.is_double:
        unsatisfied = (*unsatisfied, Unsatisfied(name, by, sum(state.completed)))
    return {"trains": trains_with(state.trains, grown), "unsatisfied": unsatisfied, "laid": laid}


def _lets_marker_off(state: RoundState, train: TrainName, seat: Seat) -> bool:
    """Whether this play lets the seat's marker come off."""
    return train == own_train(seat) or state.rules.marker_off == "any_play"


def _released(own: Train) -> Train:
    # Where no marker lies there is none to take off: the train closes at once.
    return Train(own.name, own.links, own.marker_seen, own.marker_seen, own.marker_seen)


def _remembered(before: RoundState, seat: Seat, event: TilePlaced, train: TrainName) -> LastPlay:
    own = before.train(own_train(seat))
    covered = next((each for each in before.unsatisfied if each.train == train), None)
    return LastPlay(
        mover=seat,
        train=train,
        link=event.link,
        before=before.turn,
        completed=before.completed,
        covered=None if event.is_branch else covered,
        was_open=own.is_open,
        was_released=own.is_released,
        previous=before.previous,
    )


def _move_on(state: RoundState, event: TilePlaced, train: TrainName, *, is_grave: bool) -> RoundState:
    """The turn after the tile: the same seat's, the next seat's, or nobody's."""
    turn, is_double = state.turn, event.link.is_double
    in_run = in_opening_run(state, turn)
    goes_on = in_run or (is_double and state.rules.follow_up != "none")
    if goes_out(state, turn.seat, event.link):
        return _out(state)
    if not goes_on and not is_double:
        return end_turn(state, with_tile=True)
    seat = turn.seat
    doubles = (*turn.doubles, train) if is_double else turn.doubles
    turn = Turn(seat, turn.played + 1, doubles, 0 if is_double else turn.draws)
    # After a breach the table may take the turn as used.
    used_up = (Turn(state.after(seat)),) if is_grave and not in_run else ()
    state = state.but(turn=turn, rivals=(*state.rivals, *used_up))
    return state if goes_on else end_turn(state, with_tile=True)


def goes_out(state: RoundState, seat: Seat, link: Link) -> bool:
    """Whether `link` was the last tile of `seat` and one to go out with."""
    is_empty = state.hands[state.index(seat)] == 0
    return is_empty and (state.rules.go_out_on_double or not link.is_double)


def _out(state: RoundState) -> RoundState:
    if state.rules.opening_out == "finish_lap":
        return end_turn(state, with_tile=True)
    return _over_for(state, state.turn.seat)


def _over_for(state: RoundState, seat: Seat) -> RoundState:
    """The round won by `seat`, unless the opening lap has to be finished first."""
    if state.rules.opening_out == "finish_lap":
        return finish_lap(state)
    return state.but(over=Over(Ending.OUT, seat), rivals=())
