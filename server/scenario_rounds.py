"""A scenario's table as a round, and what was observed as events."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from engine.event_notation import parse_event
from engine.events import (
    Drawn,
    Event,
    HandRevealed,
    MarkerPlaced,
    MarkerTaken,
    Passed,
    TilePlaced,
    TurnEnded,
)
from engine.notation import parse_tile
from engine.rules import MAX_PIP, MAX_SEATS, MIN_SEATS, RuleSet
from engine.state import RoundState, Turn, Unsatisfied
from engine.tiles import Tile
from engine.trains import (
    Seat,
    Train,
    TrainName,
    check_seat,
    check_train_name,
    parse_link,
)
from server.scenario_files import Item

Value = TypeVar("Value")

POINTS = re.compile(r"-?[0-9]{1,9}([./][0-9]{1,9})?")
DEFAULT_SEATS = ("P1", "P2", "P3", "P4")
DEFAULT_TURNS = 2
STATE_KEYS = (
    "engine", "turn", "trains", "unsatisfied", "turns", "players", "boneyard", "hands", "round", "starter",
)  # fmt: skip


def checked(item: Item, make: Callable[[str], Value]) -> Value:
    """What `make` reads from the item's text; a refusal names the line."""
    text = item.text
    try:
        return make(text)
    except (ValueError, ArithmeticError) as error:
        raise item.fail(str(error)) from error


def tiles_of(item: Item) -> tuple[Tile, ...]:
    """A list of tiles."""
    return tuple(checked(each, parse_tile) for each in item.items)


def fraction_of(item: Item) -> Fraction:
    """Points, whole or not."""
    if POINTS.fullmatch(item.text) is None:
        raise item.fail(f"expected points such as 12, 10.5 or 21/2, got {item.text!r}")
    return checked(item, Fraction)


def round_of(rules: RuleSet, state: Item) -> RoundState:
    """The round that a scenario's `state` describes."""
    state.only(*STATE_KEYS)
    seats = _seats(state.get("players"))
    number = state.get("round")
    starter = state.get("starter")
    table = RoundState.new(
        rules,
        seats,
        number=number.count if number else 1,
        starter=_seat(seats, starter) if starter else None,
    )
    engine = state.get("engine")
    table = replace(
        table,
        turn=Turn(_seat(seats, state.need("turn"))),
        engine=_engine(engine) if engine else None,
        completed=tuple(_counts(seats, state.get("turns"), DEFAULT_TURNS)),
        hands=tuple(_known(seats, state.get("hands"))),
    )
    table = _with_trains(table, state.get("trains"))
    boneyard = state.get("boneyard")
    return replace(
        table,
        unsatisfied=_unsatisfied(table, state.get("unsatisfied")),
        boneyard=boneyard.count if boneyard else None,
    ).recounted()


def _seats(players: Item | None) -> tuple[Seat, ...]:
    if players is None:
        return tuple(map(check_seat, DEFAULT_SEATS))
    seats = tuple(checked(each, check_seat) for each in players.items)
    if not MIN_SEATS <= len(seats) <= MAX_SEATS or len(set(seats)) < len(seats):
        raise players.fail(f"a game needs {MIN_SEATS} to {MAX_SEATS} seats, each named once")
    return seats


def _engine(item: Item) -> Tile:
    if not 0 <= item.number <= MAX_PIP:
        raise item.fail(f"an engine tile has 0 to {MAX_PIP} pips on each end, got {item.number}")
    return Tile(item.number, item.number)


def _seat(seats: tuple[Seat, ...], item: Item) -> Seat:
    seat = checked(item, check_seat)
    if seat not in seats:
        raise item.fail(f"{seat} does not sit at this table; there are {', '.join(seats)}")
    return seat


def _counts(seats: tuple[Seat, ...], given: Item | None, usual: int) -> list[int]:
    counts = dict.fromkeys(seats, usual)
    if given is not None:
        for name, item in given.keys.items():
            counts[_seat(seats, Item(name, item.line))] = item.count
    return list(counts.values())


def _known(seats: tuple[Seat, ...], given: Item | None) -> list[int | None]:
    hands: dict[Seat, int | None] = dict.fromkeys(seats)
    if given is not None:
        for name, item in given.keys.items():
            count = len(item.items) if isinstance(item.value, list) else item.count
            hands[_seat(seats, Item(name, item.line))] = count
    return list(hands.values())


def _with_trains(table: RoundState, trains: Item | None) -> RoundState:
    if trains is None:
        return table
    for name, item in trains.keys.items():
        train_name = _train(table, Item(name, item.line))
        item.only("tiles", "marker")
        tiles, marker = item.get("tiles"), item.get("marker")
        links = tuple(checked(each, parse_link) for each in tiles.items) if tiles else ()
        lies = marker is not None and marker.flag
        table = table.with_train(Train(train_name, links, is_open=lies, marker_seen=lies))
    return table


def _train(table: RoundState, item: Item) -> TrainName:
    name = checked(item, check_train_name)
    if not (name in {each.name for each in table.trains} or name.startswith("@")):
        raise item.fail(f"there is no train {name}")
    return name


def _unsatisfied(table: RoundState, given: Item | None) -> tuple[Unsatisfied, ...]:
    if given is None:
        return ()
    found: list[Unsatisfied] = []
    for item in given.items:
        name = _train(table, item)
        links = table.train(name).links
        if not links or not links[-1].is_double:
            raise item.fail(f"train {name} does not end in a double")
        found.append(Unsatisfied(name, None, 0))
    return tuple(found)


def event_of(table: RoundState, item: Item) -> Event:
    """What one observation says; a line of event notation will do as well."""
    if isinstance(item.value, str):
        return checked(item, parse_event)
    if len(item.keys) != 1:
        raise item.fail(f"an observation has one key, got {', '.join(item.keys) or 'none'}")
    [(verb, what)] = item.keys.items()
    if verb not in OBSERVED:
        raise item.fail(f"unknown observation {verb!r}; there are {', '.join(OBSERVED)}")
    return OBSERVED[verb](table, what)


def _place(table: RoundState, item: Item) -> Event:
    match item.items:
        case [mover, tile, train]:
            by = None if mover.value is None else _seat(table.seats, mover)
            return TilePlaced(checked(tile, parse_link), _train(table, train), by)
        case _:
            raise item.fail("place needs mover, tile and train")


def _reveal(table: RoundState, item: Item) -> Event:
    match item.items:
        case [seat, hand]:
            return HandRevealed(_seat(table.seats, seat), tiles_of(hand))
        case _:
            raise item.fail("reveal needs a seat and its hand")


OBSERVED: Mapping[str, Callable[[RoundState, Item], Event]] = {
    "place": _place,
    "draw": lambda table, item: Drawn(_seat(table.seats, item)),
    "pass": lambda table, item: Passed(_seat(table.seats, item)),
    "marker_on": lambda table, item: MarkerPlaced(_train(table, item)),
    "marker_off": lambda table, item: MarkerTaken(_train(table, item)),
    "end_turn": lambda table, item: TurnEnded(_seat(table.seats, item)),
    "reveal": _reveal,
}
