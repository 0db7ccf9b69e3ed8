"""Where the pips of each value lie on an end, as makers really place them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

HIGHEST = 18

Points = NDArray[np.float64]
Layout = tuple[tuple[float, float], ...]

_CORNERS = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))


def _line(count: int) -> tuple[float, ...]:
    """`count` positions evenly spread over -1..1; a single one lies in the middle."""
    if count == 1:
        return (0.0,)
    return tuple(-1.0 + 2.0 * i / (count - 1) for i in range(count))


def _rows(*counts: int) -> Layout:
    """Rows from top to bottom, each spread over the full width."""
    return tuple((x, y) for y, count in zip(_line(len(counts)), counts, strict=True) for x in _line(count))


def _staggered(*counts: int) -> Layout:
    """Rows whose pips keep one common spacing, so that short rows fill the gaps of long ones."""
    widest = max(counts)
    step = 2.0 / (widest - 1)
    return tuple(
        ((i - (count - 1) / 2) * step, y)
        for y, count in zip(_line(len(counts)), counts, strict=True)
        for i in range(count)
    )


def _with_row(base: Layout, row: tuple[float, ...], y: float) -> Layout:
    """`base` and one more row, not spread but placed at the columns given."""
    return (*base, *((x, y) for x in row))


_THIRDS = (-1.0, -1.0 / 3, 1.0 / 3, 1.0)
_FOUR_BY_THREE_DOWN = tuple((x, y) for y in _THIRDS[1:] for x in _THIRDS)
_SIDE_COLUMNS = tuple((x, y) for y in _THIRDS for x in (-1.0, 1.0))

# Several variants where makers differ; the first is the commonest. Each may also lie turned by 90 degrees.
_VARIANTS: dict[int, tuple[Layout, ...]] = {
    0: ((),),
    1: (((0.0, 0.0),),),
    2: (((-1.0, -1.0), (1.0, 1.0)), ((1.0, -1.0), (-1.0, 1.0))),
    3: (((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)), ((1.0, -1.0), (0.0, 0.0), (-1.0, 1.0))),
    4: (_CORNERS,),
    5: ((*_CORNERS, (0.0, 0.0)),),
    6: (_rows(3, 3), _rows(3, 3)),
    7: ((*_rows(3, 3), (0.0, 0.0)),),
    8: (_rows(3, 2, 3),),
    9: (_rows(3, 3, 3),),
    10: (
        (*_SIDE_COLUMNS, (0.0, -1.0), (0.0, 1.0)),
        _staggered(3, 4, 3),
        (*_SIDE_COLUMNS, (0.0, -1.0 / 3), (0.0, 1.0 / 3)),
    ),
    11: (
        (*_SIDE_COLUMNS, (0.0, -1.0), (0.0, 0.0), (0.0, 1.0)),
        _staggered(4, 3, 4),
    ),
    12: (tuple((x, y) for y in _THIRDS for x in (-1.0, 0.0, 1.0)),),
    13: (
        _with_row(_FOUR_BY_THREE_DOWN, (1.0,), -1.0),
        _with_row(_FOUR_BY_THREE_DOWN, (-1.0,), -1.0),
        _rows(4, 4, 4, 1),
        _staggered(3, 2, 3, 2, 3),
    ),
    14: (
        _with_row(_FOUR_BY_THREE_DOWN, (-1.0, 1.0), -1.0),
        _with_row(_FOUR_BY_THREE_DOWN, (-1.0 / 3, 1.0 / 3), -1.0),
        _staggered(4, 3, 3, 4),
    ),
    15: (
        _with_row(_FOUR_BY_THREE_DOWN, (-1.0, 0.0, 1.0), -1.0),
        _with_row(_FOUR_BY_THREE_DOWN, (-1.0, -1.0 / 3, 1.0 / 3), -1.0),
        _rows(5, 5, 5),
    ),
    16: (_rows(4, 4, 4, 4),),
    17: (
        _with_row(_rows(4, 4, 4, 4), (0.0,), 0.0),
        _staggered(3, 4, 3, 4, 3),
        _rows(6, 5, 6),
        _rows(4, 4, 1, 4, 4),
        _staggered(4, 3, 3, 3, 4),
    ),
    18: (_rows(6, 6, 6), _rows(4, 4, 2, 4, 4), _staggered(4, 5, 4, 5), _staggered(3, 4, 4, 4, 3)),
}


def variant_count(value: int) -> int:
    """How many layouts are known for `value`."""
    return len(_VARIANTS[value])


@cache
def _points(value: int, variant: int) -> Points:
    points = np.array(_VARIANTS[value][variant], dtype=np.float64).reshape(-1, 2)
    points.setflags(write=False)
    return points


def pip_layout(value: int, variant: int = 0, *, turned: bool = False) -> Points:
    """Pip centres of an end: (value, 2) float64, x and y in -1..1 (the outermost pips lie at +-1).

    variant: which maker's layout, 0 .. variant_count(value) - 1.
    turned: the layout turned by 90 degrees, as some makers print it.
    """
    if not 0 <= value <= HIGHEST:
        raise ValueError(f"an end shows 0 to {HIGHEST} pips, got {value}")
    points = _points(value, variant)
    if not turned:
        return points
    return np.stack([-points[:, 1], points[:, 0]], axis=1)


def closest_pair(points: Points) -> float:
    """Smallest distance between two pip centres, or 2 when there are fewer than two."""
    if len(points) < 2:
        return 2.0
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    return float(gaps[np.triu_indices(len(points), 1)].min())
