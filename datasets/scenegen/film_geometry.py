"""Boxes on the table: corners, gaps between them, distances from arms. All in millimetres and radians."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

Box = NDArray[np.float64]
"""(4, 2) corners in order around a rectangle."""
Point = tuple[float, float]


def unit(angle: float) -> NDArray[np.float64]:
    """(2,) the direction of an angle."""
    return np.array([cos(angle), sin(angle)])


def point(at: NDArray[np.float64]) -> Point:
    """(2,) as a pair of plain numbers."""
    return (float(at[0]), float(at[1]))


def box(centre: Point | NDArray[np.float64], angle: float, size: tuple[float, float]) -> Box:
    """Corners of a rectangle that is `size` long (along the angle) and wide."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (size[0] / 2, size[1] / 2)
    c, s = cos(angle), sin(angle)
    turned: Box = half @ np.array([[c, s], [-s, c]]) + np.asarray(centre, np.float64)
    return turned


def square(centre: Point, half_mm: float) -> Box:
    """An upright square around a point."""
    return box(centre, 0.0, (2 * half_mm, 2 * half_mm))


def stack(boxes: Iterable[Box]) -> NDArray[np.float64]:
    """(n, 4, 2) boxes."""
    listed = list(boxes)
    return np.stack(listed) if listed else np.zeros((0, 4, 2))


def _axes(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2, 2) unit directions of two sides of each of (n, 4, 2) boxes."""
    sides = boxes[:, 1:3] - boxes[:, 0:2]
    lengths = np.linalg.norm(sides, axis=2, keepdims=True)
    axes: NDArray[np.float64] = sides / np.maximum(lengths, 1e-9)
    return axes


def gaps(one: Box, others: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) the gap between a box and each of (n, 4, 2) others; negative by how deep they overlap.

    Corner to corner the true gap is a little larger.
    """
    if not len(others):
        return np.zeros(0)
    own = np.broadcast_to(_axes(one[None]), (len(others), 2, 2))
    axes = np.concatenate([own, _axes(others)], axis=1)
    here = np.einsum("nkd,cd->nkc", axes, one)
    there = np.einsum("nkd,ncd->nkc", axes, others)
    apart = np.maximum(there.min(axis=2) - here.max(axis=2), here.min(axis=2) - there.max(axis=2))
    found: NDArray[np.float64] = apart.max(axis=1)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """Boxes to keep clear of: (n, 4, 2) corners, (n, 2) middles, (n,) how far corners are from them."""

    corners: NDArray[np.float64]
    middles: NDArray[np.float64]
    radii: NDArray[np.float64]

    def are_clear_of(self, rect: Box, gap_mm: float) -> bool:
        """Whether no box is nearer than that to another one."""
        if not len(self.corners):
            return True
        middle = rect.sum(axis=0) / 4
        reach = float(np.hypot(*(rect[0] - middle))) + gap_mm
        apart = self.middles - middle
        near = (apart * apart).sum(axis=1) < (self.radii + reach) ** 2
        return not near.any() or bool(gaps(rect, self.corners[near]).min() >= gap_mm)


def obstacles(corners: NDArray[np.float64]) -> Obstacles:
    """(n, 4, 2) boxes, ready for many questions."""
    middles = corners.mean(axis=1)
    return Obstacles(
        corners, middles, np.linalg.norm(corners - middles[:, None], axis=2).max(axis=1, initial=0)
    )


def inside(
    points: NDArray[np.float64], table_mm: tuple[float, float], *, is_round: bool
) -> NDArray[np.float64]:
    """(n,) how far each of (n, 2) points lies inside the table's edge; negative outside."""
    half = np.array(table_mm) / 2
    if is_round:
        far: NDArray[np.float64] = half.min() - np.linalg.norm(points * (half.min() / half), axis=1)
        return far
    found: NDArray[np.float64] = (half - np.abs(points)).min(axis=1)
    return found


def distance_to_box(points: NDArray[np.float64], rect: Box) -> NDArray[np.float64]:
    """(n,) distance of (n, 2) points from a box; 0 inside."""
    axes = _axes(rect[None])[0]
    middle = rect.mean(axis=0)
    half = np.abs((rect - middle) @ axes.T).max(axis=0)
    beyond = np.maximum(np.abs((points - middle) @ axes.T) - half, 0)
    found: NDArray[np.float64] = np.linalg.norm(beyond, axis=1)
    return found
