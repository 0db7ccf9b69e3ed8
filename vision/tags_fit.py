"""Lays the printed tags over the picture until every edge of them agrees, not only their corners."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

_COARSEST, _SHARPEST = 1.8, 2.5
"""Pixels per mm at which print and picture are compared. Finer is slower and no more exact; a picture of
0.9 px per mm, enlarged to this, gives a quarter of the error that it gives as it is."""
_OVERSAMPLE = 2
_CELL_PX = 16
_STEPS = 30
_LEAST_GAIN = 1e-6
_SMOOTHING_PX = 5
_BLACK, _WHITE = 20, 235


def laid_over(
    luma: Image, mm_to_px: Matrix, cells: Sequence[NDArray[np.bool_]], corners_mm: Matrix
) -> Matrix:
    """A better mm_to_px (3, 3); the same one where the picture does not bear it out.

    cells: black squares of each tag in view. corners_mm: (n, 4, 2) of those tags, clockwise from their own
    upper left.
    """
    outlines = _grown(corners_mm, 1 + 2 / cells[0].shape[0])
    low, high = outlines.min(axis=(0, 1)), outlines.max(axis=(0, 1))
    px_per_mm = _px_per_mm(mm_to_px, (low + high) / 2)
    scale = min(max(px_per_mm, _COARSEST), _SHARPEST)
    mm_to_print = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    width, height = (int(n) for n in np.ceil((high - low) * scale))
    drawn = _print((width, height), mm_to_print, cells, corners_mm)
    there = cv2.perspectiveTransform(outlines.reshape(-1, 1, 2), mm_to_px).astype(np.float64)
    outlines_px = there.reshape(outlines.shape)
    part, mask, to_part = _part(luma, outlines_px, scale / px_per_mm)
    warp = (to_part @ mm_to_px @ np.linalg.inv(mm_to_print)).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _LEAST_GAIN)
    try:
        _, better = cv2.findTransformECC(
            drawn, part, warp, cv2.MOTION_HOMOGRAPHY, criteria, mask, _SMOOTHING_PX
        )
    except cv2.error:
        # It says so when it does not converge.
        return mm_to_px
    fitted: Matrix = np.linalg.inv(to_part) @ np.asarray(better, np.float64) @ mm_to_print
    return fitted


def _part(luma: Image, outlines_px: Matrix, shrink: float) -> tuple[Image, Image, Matrix]:
    """The picture around the tags (h, w), not finer than the print; where they are; (3, 3) from px to it."""
    left, top = np.maximum(np.floor(outlines_px.min(axis=(0, 1))).astype(int) - 8, 0)
    right, bottom = np.ceil(outlines_px.max(axis=(0, 1))).astype(int) + 9
    part = luma[top:bottom, left:right]
    h, w = part.shape
    size = max(round(w * shrink), 1), max(round(h * shrink), 1)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if shrink < 1 else cv2.INTER_CUBIC)
    across, down = size[0] / w, size[1] / h
    # Pixel middles lie at whole numbers, so shrinking moves them by half a step.
    to_part = np.array(
        [
            [across, 0, (across - 1) / 2 - left * across],
            [0, down, (down - 1) / 2 - top * down],
            [0, 0, 1],
        ],
    )
    mask = np.zeros(small.shape, np.uint8)
    for outline in outlines_px:
        corners = cv2.perspectiveTransform(outline[:, None], to_part)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    return np.asarray(small, np.uint8), mask, to_part


def _grown(quads: Matrix, factor: float) -> Matrix:
    """(n, 4, 2) quads, larger around their middles."""
    middles = quads.mean(axis=1, keepdims=True)
    larger: Matrix = middles + (quads - middles) * factor
    return larger


def _px_per_mm(mm_to_px: Matrix, at_mm: NDArray[np.float64]) -> float:
    """How large a millimetre is around a point."""
    around = at_mm + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    area = cv2.contourArea(cv2.perspectiveTransform(around[:, None], mm_to_px).astype(np.float32))
    return max(float(np.sqrt(area / 4)), 0.5)


def _print(
    size: tuple[int, int], mm_to_print: Matrix, cells: Sequence[NDArray[np.bool_]], corners_mm: Matrix
) -> Image:
    """The tags (h, w) as printed, black on white."""
    fine = np.full((size[1] * _OVERSAMPLE, size[0] * _OVERSAMPLE), _WHITE, np.uint8)
    # Pixel middles lie at whole numbers, so growing moves them by half a step.
    middle = (_OVERSAMPLE - 1) / 2
    grow = np.array([[_OVERSAMPLE, 0, middle], [0, _OVERSAMPLE, middle], [0, 0, 1]])
    for black, quad_mm in zip(cells, corners_mm, strict=True):
        # Pixels enough for an edge between two of them to lie where it belongs, with white around.
        picture = np.kron(np.where(np.pad(black, 1), _BLACK, _WHITE), np.ones((_CELL_PX, _CELL_PX)))
        near, far = _CELL_PX - 0.5, (black.shape[0] + 1) * _CELL_PX - 0.5
        square = np.array([[near, near], [far, near], [far, far], [near, far]], np.float32)
        quad = cv2.perspectiveTransform(quad_mm[:, None], grow @ mm_to_print).astype(np.float32)
        to_fine = cv2.getPerspectiveTransform(square, quad)
        where = (fine.shape[1], fine.shape[0])
        flags = (cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
        cv2.warpPerspective(picture.astype(np.uint8), to_fine, where, fine, *flags)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
