"""Where people may sit around a table: spread evenly, or along the sides of one with four."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import atan, degrees

from engine.trains import Seat
from vision.seats import BOTTOM_DEG, Seating

Places = Mapping[Seat, float]
"""Directions of seats from the hub, in degrees clockwise from x; 90 is the picture's bottom."""

SIDE_DEG = 90.0
ASPECT = 1.35
"""How much wider than deep tables are that one looks at from a long side."""
SHOULDERS = 0.55
"""How far the table's edge is from the hub, as a share of how far shoulders are."""
MOST_AT_A_SIDE = 3
UNEQUAL_COST = 0.7
"""People rather sit evenly, or alike on opposite sides."""
MORE_UNEQUAL_COST = 2.0
MOST_UNEQUAL = 2
"""So many more people than at the emptiest side nobody puts at the fullest one."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A way in which people may sit.

    places: where each one's train points. reaches: from where each one's arm comes, which differs at the
    side of a table, as shoulders are behind its edge. cost: how unlikely it is (nats).
    """

    places: Places
    reaches: Places
    cost: float


def seatings(seats: Sequence[Seat]) -> tuple[Sitting, ...]:
    """Ways in which the seats, named clockwise from the picture's bottom, may lie; the even one first."""
    even = dict(zip(seats, Seating.even(seats).headings_deg, strict=True))
    sided = (
        Sitting(_named(seats, sides, 1.0), _named(seats, sides, SHOULDERS), cost)
        for sides, cost in _along_sides(len(seats))
    )
    return (Sitting(even, even, 0.0), *sided)


def _named(seats: Sequence[Seat], sides: Sequence[int], nearer: float) -> Places:
    return dict(zip(seats, _headings(sides, nearer), strict=True))


@cache
def _along_sides(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """How many sit at the bottom, left, top and right, and how unlikely that is."""
    ways = product((1, 3), *(range(MOST_AT_A_SIDE + 1),) * 3)
    return tuple(
        (sides, cost) for sides in ways if sum(sides) == count and (cost := _unlikely(sides)) is not None
    )


def _unlikely(sides: Sequence[int]) -> float | None:
    unequal = max(sides) - min(sides)
    if sides[0] == sides[2] and sides[1] == sides[3]:
        return 0.0
    if unequal > MOST_UNEQUAL:
        return None
    return UNEQUAL_COST if unequal == 1 else MORE_UNEQUAL_COST


def _headings(sides: Sequence[int], nearer: float) -> tuple[float, ...]:
    """The directions of so many seats at the bottom, left, top and right, the bottom's middle one first.

    nearer: how many times nearer the table's edge is than what is looked at behind it.
    """
    around = list(_clockwise(sides, nearer))
    first = sides[0] // 2
    return tuple(around[first:] + around[:first])


def _clockwise(sides: Sequence[int], nearer: float) -> Iterator[float]:
    for at, seats in enumerate(sides):
        middle = BOTTOM_DEG + at * SIDE_DEG
        aspect = ASPECT if at % 2 == 0 else 1 / ASPECT
        for seat in range(seats):
            yield (middle + degrees(atan((2 * seat + 1 - seats) / seats * aspect * nearer))) % 360
