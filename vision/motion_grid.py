"""The small grey picture in which motion is looked for."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.looks import Boxes

Mask = NDArray[np.bool_]
Grey = NDArray[np.float32]
"""(h, w) float32 grey values 0..255 of the small picture, smoothed."""

LONGEST = 800
"""A picture is halved until no side is longer: 480 cells for 1080p and 4K, 640 for 720p."""
_TILES_ACROSS = 25
"""Before a tile was seen, one is taken to be so many times shorter than the longer side of the frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """How the small picture lies in the frame.

    shape: rows and columns of cells. factor: frame pixels a cell is wide. tile: a tile's length in cells.
    depth: (h, w) float32 cells from the edge of the table or the picture; 0 outside the table.
    """

    shape: tuple[int, int]
    factor: int
    tile: float
    depth: NDArray[np.float32]

    @property
    def tile_area(self) -> float:
        """Cells under one tile, which is twice as long as wide."""
        return self.tile * self.tile / 2

    def cells(self, boxes: Boxes) -> Mask:
        """(h, w) which cells (n, 4) px boxes touch."""
        mask = np.zeros(self.shape, np.bool_)
        for x0, y0, x1, y1 in (boxes / self.factor).tolist():
            mask[max(int(y0), 0) : max(int(np.ceil(y1)), 0), max(int(x0), 0) : max(int(np.ceil(x1)), 0)] = (
                True
            )
        return mask

    def grown(self, mask: Mask, by: float) -> Mask:
        """The mask and all cells within `by` cells of it, to the sides and across."""
        side = 2 * max(round(by), 0) + 1
        kernel = np.ones((side, side), np.uint8)
        return np.asarray(cv2.dilate(mask.view(np.uint8), kernel), np.uint8).view(np.bool_)


def halvings(size: tuple[int, ...]) -> int:
    """How often a picture of so many rows and columns is halved."""
    count = 0
    while max(size) >> count > LONGEST and min(size) >> (count + 1) > 0:
        count += 1
    return count


def shrunk(luma: Image, times: int) -> Image:
    """The picture halved some times; an odd last row or column is left out each time."""
    for _ in range(times):
        # Halving is the one reduction that OpenCV has in SIMD: four times faster than all at once.
        h, w = luma.shape[0] // 2 * 2, luma.shape[1] // 2 * 2
        luma = np.asarray(cv2.resize(luma[:h, :w], (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return luma


def smoothed(small: Image) -> Grey:
    """Float and averaged over 3 × 3 cells: less noise, and codec blocks lose their edges."""
    return np.asarray(cv2.blur(small, (3, 3)), np.float32)


def contrast(grey: Grey) -> Grey:
    """The range of values in the 3 × 3 cells around each."""
    eight = np.asarray(np.clip(grey, 0, 255), np.uint8)
    kernel = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(eight, cv2.MORPH_GRADIENT, kernel), np.float32)


def make_grid(size: tuple[int, ...], tile_px: float | None, table_px: NDArray[np.float32] | None) -> Grid:
    """The grid for frames of (rows, columns). table_px: (n, 2) polygon of the table, None for the picture."""
    times = halvings(size)
    shape = (size[0] >> times, size[1] >> times)
    factor = 1 << times
    inside = np.ones(shape, np.uint8)
    if table_px is not None:
        inside = np.zeros(shape, np.uint8)
        cv2.fillPoly(inside, [np.round(table_px / factor).astype(np.int32)], (1,))
    # The frame of zeros makes the picture's border an edge of the table.
    framed = np.pad(inside, 1)
    depth = np.asarray(cv2.distanceTransform(framed, cv2.DIST_L2, 3), np.float32)[1:-1, 1:-1]
    length = (tile_px or max(size) / _TILES_ACROSS) / factor
    return Grid(shape, factor, max(length, 4.0), np.ascontiguousarray(depth))
