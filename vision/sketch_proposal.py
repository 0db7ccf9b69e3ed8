"""Where hands probably lie: proposed for a person to drag into place."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from vision.sketch import Corners, Point

_DEPTH = 0.14
"""How far a zone reaches into the picture where no tile tells."""
_DEEPEST = 0.3
"""Tiles farther in than this are rather trains."""
_BEYOND = 0.04
"""So far beyond the tiles that lie in it a zone reaches: about half a tile."""
_WIDEST = 0.22
_SHARE = 0.4
"""A zone takes so much of its seat's part of the picture's border on either side of its middle."""
_MIDDLE: Point = (0.5, 0.5)


def hand_zones(seats: int, hub: Point | None = None, lying: Sequence[Point] = ()) -> tuple[Corners, ...]:
    """Zones along the picture's border, the first at its bottom, the rest clockwise.

    hub: its middle, as a share of the picture. lying: the middles of the tiles that were found, the same way.
    """
    return tuple(_zone(at, seats, hub or _MIDDLE, lying) for at in range(seats))


def _zone(at: int, seats: int, hub: Point, lying: Sequence[Point]) -> Corners:
    """One seat's zone: at the border where its direction leaves the picture, as deep as its tiles."""
    turn = pi / 2 + 2 * pi * at / seats
    ray = (cos(turn), sin(turn))
    # How far along the ray the border of each axis is; the nearer one is where it leaves.
    ways = [
        ((1.0 if step > 0 else 0.0) - start) / step if abs(step) > 1e-9 else 9.0
        for start, step in zip(hub, ray, strict=True)
    ]
    axis = 0 if ways[0] < ways[1] else 1
    along = hub[1 - axis] + ways[axis] * ray[1 - axis]
    half = min(_WIDEST, 4 * _SHARE / seats / 2)
    middle = min(max(along, half), 1 - half)
    is_far = ray[axis] > 0
    deep = max(_DEPTH, *_depths(lying, axis, is_far=is_far, span=(middle - half, middle + half)))
    inner, outer = (1 - deep, 1.0) if is_far else (0.0, deep)
    return _rectangle((middle - half, middle + half), (inner, outer), is_upright=axis == 0)


def _depths(lying: Sequence[Point], axis: int, *, is_far: bool, span: tuple[float, float]) -> Iterator[float]:
    """How deep the tiles near a stretch of the border lie."""
    yield 0.0
    for point in lying:
        deep = (1 - point[axis] if is_far else point[axis]) + _BEYOND
        if span[0] <= point[1 - axis] <= span[1] and deep <= _DEEPEST:
            yield deep


def _rectangle(along: tuple[float, float], across: tuple[float, float], *, is_upright: bool) -> Corners:
    (left, right), (top, bottom) = (across, along) if is_upright else (along, across)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((round(x, 4), round(y, 4)) for x, y in corners)
