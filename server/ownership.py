"""Whose train is it: proposed from direction, from who began it, and from what the rules make of the rest.

Costs are in nats: the smaller the sum, the likelier the assignment.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.trains import MEXICAN, Seat, TrainName, own_train
from server.seatings import Places, Sitting
from vision.seats import apart_deg

SPREAD = 0.25
"""Trains point at their seats with a standard deviation of this part of a seat's sector."""
OTHERS_BEGIN = 0.03
"""How often a seat's train is begun by somebody else's hand."""
MOST_REACH_DEG = 20.0
"""Hands come in over the picture's border with at most this standard deviation around their owner's place."""
ODD_REACHES = 0.05
"""People lean over, get up, or pass a tile on."""
BREACH_COST = 3.0
"""A rule is broken in about one turn of twenty where players break rules at all."""
EXTRA_COST = 12.0
"""A train that is nobody's and not the Mexican train either breaks the rules by itself."""
MARKED_COST = 6.0
"""Nobody marks the Mexican train before it has begun. A place too many that is marked is nobody's."""
LATER_COST = 0.1
"""Of two trains that could be the extra one, it is rather the one that came later."""
FAR_OFF_COST = 8.0
"""Assignments that direction and reach make so much worse than the best one are not considered."""
MOST_OPTIONS = 12
"""So many are held against the rules, which takes a replay of the round each."""
SWITCH_COST = 1.5
"""So much better has another assignment to be before trains change their owners."""
FORBIDDEN = 1e6
FULL_TURN_DEG = 360.0

Costs = NDArray[np.float64]
"""(trains, owners) nats."""

Assignment = Mapping[int, TrainName]
"""Slots with the trains that lie in them."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A train that has begun: where it points, and from where the hand came, if that was seen.

    by_marker: a marker lay there before any tile did, which is how a seat's train is opened.
    """

    slot: int
    heading_deg: float
    reach_deg: float | None = None
    by_marker: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A way to share out the trains, what it costs, and how people sit then."""

    trains: Assignment
    cost: float
    sitting: Sitting


def sector_of(heading_deg: float, places: Places) -> Seat | None:
    """In whose part of the table a train begins; None between two."""
    seat = min(places, key=lambda each: apart_deg(heading_deg, places[each]))
    # The outer fifth of a sector could be either's.
    reach_deg = 0.4 * FULL_TURN_DEG / len(places)
    return seat if apart_deg(heading_deg, places[seat]) <= reach_deg else None


def options(begun: Sequence[Begun], seatings: Sequence[Sitting]) -> tuple[Option, ...]:
    """The likeliest assignments, best first, as direction and reach have it; the rules are not asked yet.

    seatings: ways in which people may sit, each with all seats.
    """
    found: dict[tuple[TrainName, ...], Option] = {}
    for sitting in seatings:
        for option in _options(begun, sitting):
            named = tuple(option.trains.values())
            if named not in found or option.cost < found[named].cost:
                found[named] = option
    ranked = sorted(found.values(), key=lambda each: each.cost)
    return tuple(each for each in ranked if each.cost <= ranked[0].cost + FAR_OFF_COST)[:MOST_OPTIONS]


def _options(begun: Sequence[Begun], sitting: Sitting) -> Iterator[Option]:
    """The best assignment where people sit so, and the best ones that differ from it in one train."""
    places = sitting.places
    extra = max(0, len(begun) - len(places) - 1)
    # The extra trains are offered as further Mexican trains, which is what the rules call them.
    names = [*map(own_train, places), MEXICAN, *(MEXICAN,) * extra]
    costs = np.array([_costs(each, at, sitting, extra) for at, each in enumerate(begun)])
    best = _solved(costs)
    others = (_solved(_forbidding(costs, row, column)) for row, column in enumerate(best))
    for columns in (best, *others):
        trains = {each.slot: names[column] for each, column in zip(begun, columns, strict=True)}
        total = float(sum(costs[row, column] for row, column in enumerate(columns)))
        yield Option(trains, total + sitting.cost, sitting)


def _costs(begun: Begun, at: int, sitting: Sitting, extra: int) -> list[float]:
    """What it costs that a train is each seat's, the Mexican one, or an extra one."""
    seats = len(sitting.places)
    anybody = _reach_density(begun, sitting.reaches.values(), seats)
    marked = MARKED_COST * begun.by_marker
    own = [
        angle_cost(apart_deg(begun.heading_deg, heading), seats)
        - log(
            (1 - OTHERS_BEGIN) * _reach_density(begun, (sitting.reaches[seat],), seats)
            + OTHERS_BEGIN * anybody
        )
        for seat, heading in sitting.places.items()
    ]
    return [
        *own,
        log(FULL_TURN_DEG) - log(anybody) + marked,
        *(EXTRA_COST - LATER_COST * at - log(anybody) for _ in range(extra)),
    ]


def angle_cost(off_deg: float, seats: int) -> float:
    """What it costs that a seat's own train points so far off its place."""
    return -log(_density(off_deg, SPREAD * FULL_TURN_DEG / max(2, seats)))


def _reach_density(begun: Begun, headings: Collection[float], seats: int) -> float:
    """How densely hands of people at these places come in where this one did; the same if unseen."""
    if begun.reach_deg is None:
        return 1 / FULL_TURN_DEG
    spread_deg = min(MOST_REACH_DEG, SPREAD * FULL_TURN_DEG / max(2, seats))
    near = [_density(apart_deg(begun.reach_deg, heading), spread_deg) for heading in headings]
    return ODD_REACHES / FULL_TURN_DEG + (1 - ODD_REACHES) * sum(near) / len(near)


def _density(off_deg: float, spread_deg: float) -> float:
    # Far out in the tail the logarithm has to stay finite.
    return max(exp(-((off_deg / spread_deg) ** 2) / 2), 1e-12) / (spread_deg * sqrt(2 * pi))


def _solved(costs: Costs) -> tuple[int, ...]:
    _, columns = linear_sum_assignment(costs)
    return tuple(int(each) for each in columns)


def _forbidding(costs: Costs, row: int, column: int) -> Costs:
    changed = costs.copy()
    changed[row, column] = FORBIDDEN
    return changed


def chosen(judged: Sequence[Option], current: Assignment, switch_cost: float = SWITCH_COST) -> Option | None:
    """The option to go by: the cheapest, unless the current one is as good but for `switch_cost`."""
    ranked = sorted(judged, key=lambda each: each.cost)
    if not ranked:
        return None
    best = ranked[0]
    kept = next((each for each in ranked if _continues(each, current)), None)
    return kept if kept is not None and kept.cost <= best.cost + switch_cost else best


def _continues(option: Option, current: Assignment) -> bool:
    """Whether the option leaves all trains that have an owner as they are."""
    return all(option.trains.get(slot) == train for slot, train in current.items())
