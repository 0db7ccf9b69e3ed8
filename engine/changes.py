"""Judging tiles that went back, moved or changed after they were laid."""

from dataclasses import replace

from engine.events import Moved, Replaced, TakenBack
from engine.problems import Code, Problem, Severity, problem
from engine.state import LastPlay, RoundState, Stray, Unsatisfied, at_index
from engine.tiles import Tile
from engine.trains import Link, Train, TrainName, own_train

Judged = tuple[RoundState, tuple[Problem, ...]]


def judge_taken_back(state: RoundState, event: TakenBack) -> Judged:
    """The round without the tile. Until the next play it is a change of mind."""
    name = state.name_of(event.train)
    removed = problem(Code.TILE_REMOVED, tile=str(event.tile), train=name)
    last = state.last
    softer = replace(removed, severity=Severity.NOTICE)
    if last is None or last.train != name or last.link.tile != event.tile or not _lies(state, last):
        # What came after the round's end may go again, whoever had laid it.
        return _without(state, event.tile, name), (softer if state.over else removed,)
    return _undone(state, last), (softer,)


def _lies(state: RoundState, last: LastPlay) -> bool:
    """Whether the latest tile still lies where it was laid."""
    return _is_branch(state, last) or state.train(last.train).links[-1:] == (last.link,)


def _is_branch(state: RoundState, last: LastPlay) -> bool:
    return Stray(last.link.tile, last.train) in state.strays


def _without(state: RoundState, tile: Tile, name: TrainName) -> RoundState:
    """The table with a tile gone from a train or from beside it; the turn is not touched."""
    if Stray(tile, name) in state.strays:
        at = state.strays.index(Stray(tile, name))
        strays = (*state.strays[:at], *state.strays[at + 1 :])
        return _into_some_hand(state.but(strays=strays))
    train = state.train(name)
    place = _place_of(train, tile)
    if place is None:
        return state
    links = (*train.links[:place], *train.links[place + 1 :])
    return _into_some_hand(_with_links(state, train, links))


def _into_some_hand(state: RoundState) -> RoundState:
    """The round after a tile went from the table to a hand, nobody knows whose.

    Whoever shows it later need not have held it before: for every claim it counts as a draw.
    """
    claims = tuple(each.after_draw() for each in state.claims)
    return state.but(claims=claims, last=None).recounted()


def _place_of(train: Train, tile: Tile) -> int | None:
    """Where the tile lies in the train, nearest to the tail if a misread put it there twice."""
    places = [at for at, link in enumerate(train.links) if link.tile == tile]
    return places[-1] if places else None


def _with_links(state: RoundState, train: Train, links: tuple[Link, ...]) -> RoundState:
    """The round with other tiles in a train, and its unsatisfied doubles put right."""
    state = state.with_train(replace(train, links=links))
    listed = any(each.train == train.name for each in state.unsatisfied)
    ends_in_double = bool(links) and links[-1].is_double
    if listed == ends_in_double:
        return state
    if listed:
        left = tuple(each for each in state.unsatisfied if each.train != train.name)
        return state.but(unsatisfied=left)
    # A bared double was there before any that are listed.
    bared = Unsatisfied(train.name, None, 0)
    return state.but(unsatisfied=(bared, *state.unsatisfied))


def _undone(state: RoundState, last: LastPlay) -> RoundState:
    """The round as it was before the latest play, the table's other changes kept."""
    unsatisfied = state.unsatisfied
    if _is_branch(state, last):
        state = state.but(strays=tuple(each for each in state.strays if each.tile != last.link.tile))
    else:
        train = state.train(last.train)
        state = state.with_train(replace(train, links=train.links[:-1]))
        unsatisfied = tuple(each for each in unsatisfied if each.train != last.train)
    if last.covered is not None:
        unsatisfied = tuple(sorted((*unsatisfied, last.covered), key=lambda each: each.since))
    own = state.train(own_train(last.mover))
    state = state.with_train(replace(own, is_open=last.was_open, is_released=last.was_released))
    return state.but(
        unsatisfied=unsatisfied,
        turn=last.before,
        rivals=(),
        previous=last.previous,
        completed=last.completed,
        hands=at_index(state.hands, state.index(last.mover), 1),
        claims=tuple(
            replace(each, played=each.played[:-1]) if each.seat == last.mover else each
            for each in state.claims
        ),
        over=state.over if last.was_over else None,
        last=None,
    ).recounted()


def judge_moved(state: RoundState, event: Moved) -> Judged:
    """The round with a tile at the tail of another train."""
    origin, name = state.name_of(event.origin), state.name_of(event.train)
    claims = state.claims
    state = _without(state, event.link.tile, origin)
    train = state.train(name)
    moved = _with_links(state, train, (*train.links, event.link))
    said = problem(Code.TILE_MOVED, tile=str(event.link.tile), expected=origin, came=name)
    return moved.but(claims=claims, last=None).recounted(), (said,)


def judge_replaced(state: RoundState, event: Replaced) -> Judged:
    """The round with another tile in the place of one."""
    name = state.name_of(event.train)
    train = state.train(name)
    said: tuple[Problem, ...] = (
        problem(
            Code.TILE_SWAPPED,
            tile=str(event.old),
            train=name,
            expected=str(event.old),
            came=str(event.link.tile),
        ),
    )
    at = _place_of(train, event.old)
    if at is None:
        return state, said
    links = (*train.links[:at], event.link, *train.links[at + 1 :])
    return _into_some_hand(_with_links(state, train, links)), said
