"""Parts of a picture that have changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Level = TypeVar("Level", np.uint8, np.int8, np.int16)
Size = tuple[int, int]
"""Width and height in pixels."""

BLOCK = 16
"""Boxes end on multiples of this: blocks of JPEG stay whole, halves of pixels do not occur."""


@dataclass(frozen=True, slots=True)
class Box:
    """Pixels from (x0, y0) up to, but without, (x1, y1)."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def size(self) -> Size:
        """Width and height."""
        return (self.x1 - self.x0, self.y1 - self.y0)

    def grown(self, by_px: int, size: Size) -> Box:
        """Larger on all sides, as far as the picture goes."""
        low = (max(self.x0 - by_px, 0), max(self.y0 - by_px, 0))
        return Box(*low, min(self.x1 + by_px, size[0]), min(self.y1 + by_px, size[1]))

    def touches(self, other: Box) -> bool:
        """Whether the two have a pixel in common."""
        across = self.x0 < other.x1 and other.x0 < self.x1
        return across and self.y0 < other.y1 and other.y0 < self.y1

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        low = (min(self.x0, other.x0), min(self.y0, other.y0))
        return Box(*low, max(self.x1, other.x1), max(self.y1, other.y1))

    def within(self, outer: Box) -> Box:
        """The same pixels, counted from the corner of `outer`."""
        return Box(self.x0 - outer.x0, self.y0 - outer.y0, self.x1 - outer.x0, self.y1 - outer.y0)

    def halved(self) -> Box:
        """The same part of a plane of colour, which has half the pixels each way."""
        return Box(self.x0 // 2, self.y0 // 2, -(-self.x1 // 2), -(-self.y1 // 2))

    @property
    def corner(self) -> NDArray[np.float32]:
        """The first pixel (x, y)."""
        return np.array([self.x0, self.y0], dtype=np.float32)

    @property
    def to_own(self) -> NDArray[np.float64]:
        """(3, 3) from pixels of the picture to those of this part."""
        return np.array([[1, 0, -self.x0], [0, 1, -self.y0], [0, 0, 1]], dtype=np.float64)

    def of(self, plane: NDArray[Level]) -> NDArray[Level]:
        """A view of that part of a picture (h, w, …)."""
        return plane[self.y0 : self.y1, self.x0 : self.x1]


def whole(size: Size) -> Box:
    """The box of a whole picture."""
    return Box(0, 0, size[0], size[1])


def around(points: NDArray[np.float32], size: Size, margin_px: int = 2) -> Box | None:
    """The blocks of the picture that hold all points (n, 2) px, or None when they lie outside."""
    return next(iter(around_each(points[None], size, margin_px)), None)


def around_each(groups: NDArray[np.float32], size: Size, margin_px: int = 2) -> tuple[Box, ...]:
    """The same for groups of points (m, n, 2); those outside are left out."""
    low = np.floor((groups.min(axis=1) - margin_px) / BLOCK) * BLOCK
    high = np.ceil((groups.max(axis=1) + margin_px) / BLOCK) * BLOCK
    inside = np.hstack([np.maximum(low, 0), np.minimum(high, size)]).astype(int).tolist()
    return tuple(Box(*row) for row in inside if row[2] > row[0] and row[3] > row[1])


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover the same pixels and do not touch each other."""
    apart: list[Box] = []
    for box in boxes:
        joined = box
        while met := [other for other in apart if other.touches(joined)]:
            for other in met:
                apart.remove(other)
                joined = joined.joined(other)
        apart.append(joined)
    return apart
