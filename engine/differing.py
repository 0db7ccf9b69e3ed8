"""All differences between a round and a look at it."""

from dataclasses import dataclass

from engine.aligning import Came, Changed, Gone, Step, Wedged, align, branches, is_unreadable
from engine.events import (
    BoneyardCounted,
    Drawn,
    HandCounted,
    MarkerPlaced,
    MarkerTaken,
    TableEvent,
)
from engine.observation import Joint, Observation, SeenTile
from engine.state import RoundState
from engine.trains import Link, Seat, TrainName, slot_train

SURE_REACH = 0.6
"""Weight from which the edge that a hand came in by tells who it was."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A tile that was not there before."""

    train: TrainName
    tile: SeenTile
    is_branch: bool = False


@dataclass(frozen=True, slots=True)
class Departure:
    """A tile that is gone from its place."""

    train: TrainName
    link: Link


@dataclass(frozen=True, slots=True)
class Swap:
    """A place that shows another tile."""

    train: TrainName
    old: Link
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs, train by train, and what lies where nothing can have put it."""

    arrivals: tuple[Arrival, ...]
    departures: tuple[Departure, ...]
    swaps: tuple[Swap, ...]
    wedged: tuple[Arrival, ...]
    markers: tuple[TableEvent, ...]


def differences(state: RoundState, seen: Observation) -> Differences:
    """What differs between the round and the look."""
    steps: list[tuple[TrainName, Step]] = []
    markers: list[TableEvent] = []
    for each in seen.trains:
        name = state.name_of(slot_train(each.slot))
        train = state.train(name)
        beside = tuple(stray.tile for stray in state.strays if stray.train == name)
        steps += [(name, step) for step in (*align(each, train), *branches(each, beside))]
        if each.marker is not None and each.marker != train.marker_seen:
            markers.append(MarkerPlaced(name) if each.marker else MarkerTaken(name))
    return Differences(
        arrivals=tuple(
            Arrival(name, step.tile, step.is_branch)
            for name, step in steps
            if isinstance(step, Came) and _has_landed(step.tile)
        ),
        # From the tail inward, as hands take them.
        departures=tuple(
            Departure(name, step.link) for name, step in reversed(steps) if isinstance(step, Gone)
        ),
        swaps=tuple(Swap(name, s.old, s.tile) for name, s in steps if isinstance(s, Changed)),
        wedged=tuple(Arrival(name, s.tile) for name, s in steps if isinstance(s, Wedged)),
        markers=tuple(markers),
    )


def _has_landed(tile: SeenTile) -> bool:
    """Whether the tile has joined its train and says what it is."""
    return tile.joint is not Joint.DETACHED and not is_unreadable(tile)


@dataclass(frozen=True, slots=True)
class Counted:
    """What the counts of hands and boneyard tell."""

    draws: tuple[tuple[TableEvent, ...], ...]
    """The draws of each seat, in order."""
    movers: tuple[Seat | None, ...]
    """Who may have laid the new tiles, one for each; None where the counts do not say."""
    corrections: tuple[TableEvent, ...]
    """Counts that no draw or play explains."""


def counted(state: RoundState, seen: Observation, arrivals: int, departures: int) -> Counted:
    """Draws and movers from what has become of the counts."""
    changes: dict[Seat, int] = {}
    corrections: list[TableEvent] = []
    for seat, count in seen.hands:
        known = state.hands[state.index(seat)]
        if known is None:
            corrections.append(HandCounted(seat, count))
        elif count != known:
            changes[seat] = count - known
    taken = _taken(state, seen, corrections)
    given = {seat: -change for seat, change in changes.items() if change < 0}
    movers = _movers(seen, given, arrivals)
    draws: list[tuple[TableEvent, ...]] = []
    for seat, change in changes.items():
        if 0 < change <= taken:
            draws.append((Drawn(seat),) * change)
            taken -= change
        elif not (arrivals if change < 0 else departures):
            # No draw, no tile laid or taken back accounts for it: it was miscounted before.
            corrections.append(HandCounted(seat, dict(seen.hands)[seat]))
    if taken > 0:
        draws.append((Drawn(_reached(seen) or state.turn.seat),) * taken)
    return Counted(tuple(draws), movers, tuple(corrections))


def _taken(state: RoundState, seen: Observation, corrections: list[TableEvent]) -> int:
    """How many tiles have left the boneyard."""
    if seen.boneyard is None:
        return 0
    if state.boneyard is None or seen.boneyard > state.boneyard:
        corrections.append(BoneyardCounted(seen.boneyard))
        return 0
    return state.boneyard - seen.boneyard


def _movers(seen: Observation, given: dict[Seat, int], arrivals: int) -> tuple[Seat | None, ...]:
    """Who laid the new tiles, as far as one seat's hand or one reach accounts for them all."""
    if list(given.values()) == [arrivals]:
        return tuple(given) * arrivals
    if arrivals == 1 and not given:
        return (_reached(seen),)
    return (None,) * arrivals


def _reached(seen: Observation) -> Seat | None:
    if not seen.reached_from:
        return None
    seat, weight = max(seen.reached_from, key=lambda each: each[1])
    return seat if weight >= SURE_REACH else None
