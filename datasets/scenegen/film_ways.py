"""How the next tile of a train can lie: straight on, in a curve, round a corner, crosswise."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, radians, sin

import numpy as np

from scenegen.arrange import Placed
from scenegen.film_geometry import Point, point, unit

_CURVES_DEG = (15.0, 30.0, 45.0)
_CURVES_AFTER_DOUBLE_DEG = (12.0, 25.0)
_CORNER_COST = 1.5
_SIDE_CORNER_COST = 1.9
_COST_PER_DEG = 0.02


@dataclass(frozen=True, slots=True)
class Tail:
    """Where a train goes on: the middle of the edge to join, the heading there.

    is_flat: the edge is the long side of a crosswise tile, or the hub.
    """

    x: float
    y: float
    heading: float
    is_flat: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """What a planner has to know of a tile: its ends hub-side first, and whether it lies crosswise."""

    ends: tuple[int, int]
    is_crosswise: bool


@dataclass(frozen=True, slots=True)
class Sloppiness:
    """How exactly this tile is laid: gap to the one before, and how much it is turned."""

    gap_mm: float
    turn: float
    flip: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One way to lay a tile, where the train would go on, and what speaks against it (0: nothing)."""

    placed: Placed
    tail: Tail
    cost: float


def draw_sloppiness(rng: np.random.Generator) -> Sloppiness:
    """Mostly within a degree or two, now and then quite askew."""
    sigma = 2.5 if rng.random() < 0.1 else 0.8
    turn = radians(float(np.clip(rng.normal(0, sigma), -6, 6)))
    return Sloppiness(float(np.clip(abs(rng.normal(0, 0.5)), 0, 1.5)), turn, bool(rng.random() < 0.5))


def options(tail: Tail, kind: Kind, size: tuple[float, float], how: Sloppiness) -> Iterator[Option]:
    """All ways to go on from a tail, the plainest first. size: of a tile."""
    yield _ahead(tail, kind, size, how, (how.turn, 0.0))
    if kind.is_crosswise:
        for turn in (15.0, -15.0):
            yield _ahead(tail, kind, size, how, (radians(turn), turn_cost(turn) + 0.3))
        return
    if tail.is_flat:
        for degrees in _CURVES_AFTER_DOUBLE_DEG:
            for turn in (degrees, -degrees):
                yield _ahead(tail, kind, size, how, (radians(turn), turn_cost(turn) + 0.3))
        return
    for degrees in _CURVES_DEG:
        for side in (1, -1):
            yield _curve(tail, kind, size, how, side * radians(degrees))
    for side in (1, -1):
        yield _corner(tail, kind, size, how, side)
        yield _side_corner(tail, kind, size, how, side)


def turn_cost(degrees: float) -> float:
    """What speaks against a turn."""
    return 0.25 + abs(degrees) * _COST_PER_DEG


def _ahead(
    tail: Tail, kind: Kind, size: tuple[float, float], how: Sloppiness, bend: tuple[float, float]
) -> Option:
    """Straight on or turned on the spot, pushed out so far that no corner overlaps. bend: angle, cost."""
    (long, wide), (turn, cost) = size, bend
    deep, across = (wide, long) if kind.is_crosswise else (long, wide)
    heading = tail.heading + turn
    base, way = np.array([tail.x, tail.y]), unit(heading)
    edge = long if tail.is_flat else wide
    push = how.gap_mm + min(across, edge) / 2 * sin(abs(turn))
    start = base + unit(tail.heading) * push
    centre = start + way * deep / 2
    angle = heading + (pi / 2 if how.flip else -pi / 2) if kind.is_crosswise else heading
    return _option(centre, angle, kind, (centre + way * deep / 2, heading), cost)


def _curve(tail: Tail, kind: Kind, size: tuple[float, float], how: Sloppiness, turn: float) -> Option:
    """Turned about the corner on the inner side of the curve."""
    long, wide = size
    side = 1 if turn > 0 else -1
    heading = tail.heading + turn
    corner = np.array([tail.x, tail.y]) + side * unit(tail.heading + pi / 2) * wide / 2
    centre = corner + unit(heading) * (how.gap_mm + long / 2) - side * unit(heading + pi / 2) * wide / 2
    end = centre + unit(heading) * long / 2
    return _option(centre, heading, kind, (end, heading), turn_cost(float(np.degrees(turn))))


def _corner(tail: Tail, kind: Kind, size: tuple[float, float], how: Sloppiness, side: int) -> Option:
    """Across the end: its inner half lies before the tail."""
    long, wide = size
    turn = side * pi / 2 + how.turn * 0.5
    heading = tail.heading + turn
    ahead = how.gap_mm + wide / 2 + long / 2 * sin(abs(how.turn) * 0.5)
    centre = np.array([tail.x, tail.y]) + unit(tail.heading) * ahead + unit(heading) * (long - wide) / 2
    return _option(centre, heading, kind, (centre + unit(heading) * long / 2, heading), _CORNER_COST)


def _side_corner(tail: Tail, kind: Kind, size: tuple[float, float], how: Sloppiness, side: int) -> Option:
    """Out of the side of the tail's outer half."""
    long, wide = size
    heading = tail.heading + side * pi / 2 + how.turn * 0.5
    out = how.gap_mm + wide / 2 + wide / 2 * sin(abs(how.turn) * 0.5)
    base = np.array([tail.x, tail.y]) - unit(tail.heading) * wide / 2
    centre = base + unit(tail.heading + side * pi / 2) * out + unit(heading) * long / 2
    return _option(centre, heading, kind, (centre + unit(heading) * long / 2, heading), _SIDE_CORNER_COST)


def _option(
    centre: np.ndarray[tuple[int], np.dtype[np.float64]],
    angle: float,
    kind: Kind,
    onward: tuple[np.ndarray[tuple[int], np.dtype[np.float64]], float],
    cost: float,
) -> Option:
    (x, y), (ahead_x, ahead_y) = point(centre), point(onward[0])
    tail = Tail(ahead_x, ahead_y, onward[1], kind.is_crosswise)
    return Option(Placed(x, y, angle, kind.ends), tail, cost)


def branches(
    placed: Placed, kind: Kind, size: tuple[float, float], how: Sloppiness
) -> Iterator[tuple[Point, float]]:
    """Spots (centre, angle) at the long sides of a tile of a train for one that does not belong there."""
    long, wide = size
    for share in (-0.25, 0.0, 0.25):
        for side in (1, -1):
            base = np.array([placed.x, placed.y]) + unit(placed.angle) * long * share
            out = placed.angle + side * pi / 2 + how.turn
            deep = wide if kind.is_crosswise else long
            reach = wide / 2 + how.gap_mm + 0.3 + deep / 2 + long / 2 * sin(abs(how.turn))
            yield point(base + unit(out) * reach), out
