"""Validation figures from arrays: ends read right, how far corners are off, boxes found."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float32]

PIP_RANGES = ((0, 6), (7, 9), (10, 12), (13, 15), (16, 18))
"""Values that double-6, -9, -12, -15 and -18 sets add."""
LEAST_IOU = 0.5
"""A found box that shares less than this with a tile's box did not find it."""


def _share(right: int, total: int) -> str:
    return f"{right / total:.4f}" if total else "none"


def end_figures(wanted: NDArray[np.int64], read: NDArray[np.int64]) -> str:
    """Share of ends read right, over all and by pip range; what is unreadable is left out."""
    parts = []
    for low, high in ((0, 18), *PIP_RANGES):
        asked = (wanted >= low) & (wanted <= high)
        right = int((wanted[asked] == read[asked]).sum())
        name = "ends" if (low, high) == (0, 18) else f"{low}–{high}"
        parts.append(f"{name} {_share(right, int(asked.sum()))}")
    return ", ".join(parts)


@dataclass(frozen=True, slots=True, eq=False)
class CornerResults:
    """What a corner model answered on n cuts, and what was right.

    wanted, found: (n, 4, 2) px in the cut. along, found_along: (n,) 1 where the tile's long axis lies along
    the cut, else 0. kind, found_kind: (n,) 0 face, 1 back, 2 neither.
    """

    wanted: Quads
    found: Quads
    along: NDArray[np.int64]
    found_along: NDArray[np.int64]
    kind: NDArray[np.int64]
    found_kind: NDArray[np.int64]


def corner_figures(results: CornerResults) -> str:
    """Corner error in % of the tile's width, median and 95th percentile; share of axes and kinds right."""
    real = results.kind < 2
    kinds = results.kind == results.found_kind
    if not real.any():
        return f"no tile, kind {_share(int(kinds.sum()), len(kinds))}"
    sides = np.linalg.norm(results.wanted - np.roll(results.wanted, -1, axis=1), axis=2)[real]
    # With the long axis along the cut, corners 0-1 and 2-3 span its short sides.
    across = np.where(results.along[real] == 1, sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
    off = np.linalg.norm(results.wanted[real] - results.found[real], axis=2) / across[:, None] * 100
    axes = results.along[real] == results.found_along[real]
    return (
        f"corners median {np.median(off):.2f} %, 95th {np.percentile(off, 95):.2f} % of tile width, "
        f"axis {_share(int(axes.sum()), len(axes))}, kind {_share(int(kinds.sum()), len(kinds))}"
    )


@dataclass(frozen=True, slots=True)
class BoxCounts:
    """Tiles found, tiles missed, boxes on no tile; the sum of several photos is the figure for all."""

    found: int = 0
    missed: int = 0
    false: int = 0

    def __add__(self, other: "BoxCounts") -> "BoxCounts":
        return BoxCounts(self.found + other.found, self.missed + other.missed, self.false + other.false)

    def __str__(self) -> str:
        recall = _share(self.found, self.found + self.missed)
        precision = _share(self.found, self.found + self.false)
        return f"tiles recall {recall}, precision {precision} at IoU {LEAST_IOU}"


def _iou(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared / max(cv2.contourArea(first) + cv2.contourArea(second) - shared, 1e-6))


def _box(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    return cv2.boxPoints(cv2.minAreaRect(quad)).astype(np.float32)


def box_counts(found: Quads, wanted: Quads, spared: Iterable[NDArray[np.float32]] = ()) -> BoxCounts:
    """Match found boxes (most confident first) one to one with the smallest boxes around the tiles' quads.

    spared: tiles that are mostly covered; to find them is neither asked nor wrong.
    """
    left = [_box(quad) for quad in wanted]
    boxes = [_box(quad) for quad in spared]
    hits = false = 0
    for quad in found:
        shares = [_iou(quad, box) for box in left]
        if shares and max(shares) >= LEAST_IOU:
            del left[int(np.argmax(shares))]
            hits += 1
        elif all(_iou(quad, box) < LEAST_IOU for box in boxes):
            false += 1
    return BoxCounts(hits, len(left), false)
