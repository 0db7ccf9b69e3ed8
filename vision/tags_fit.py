"""Lays the printed tags over the picture until every edge of them agrees, not only their corners."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

_SHARPEST = 2.5
"""Pixels per mm of the print that is laid over; a finer one is slower and no more exact."""
_OVERSAMPLE = 4
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
    scale = _scale(mm_to_px, (low + high) / 2)
    mm_to_print = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    width, height = (int(n) for n in np.ceil((high - low) * scale))
    drawn = _print((width, height), mm_to_print, cells, corners_mm)
    outlines_px = cv2.perspectiveTransform(outlines.reshape(-1, 1, 2), mm_to_px).reshape(outlines.shape)
    left, top = np.maximum(np.floor(outlines_px.min(axis=(0, 1))).astype(int) - 8, 0)
    right, bottom = np.ceil(outlines_px.max(axis=(0, 1))).astype(int) + 9
    part = np.ascontiguousarray(luma[top:bottom, left:right])
    mask = np.zeros_like(part)
    for outline in outlines_px:
        cv2.fillConvexPoly(mask, np.round(outline - (left, top)).astype(np.int32), 255)
    to_part = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64)
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


def _grown(quads: Matrix, factor: float) -> Matrix:
    """(n, 4, 2) quads, larger around their middles."""
    middles = quads.mean(axis=1, keepdims=True)
    larger: Matrix = middles + (quads - middles) * factor
    return larger


def _scale(mm_to_px: Matrix, at_mm: NDArray[np.float64]) -> float:
    """Pixels per mm around a point, within what is worth drawing."""
    around = at_mm + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    area = cv2.contourArea(cv2.perspectiveTransform(around[:, None], mm_to_px).astype(np.float32))
    return float(np.clip(np.sqrt(area / 4), 0.5, _SHARPEST))


def _print(
    size: tuple[int, int], mm_to_print: Matrix, cells: Sequence[NDArray[np.bool_]], corners_mm: Matrix
) -> Image:
    """The tags (h, w) as printed, black on white."""
    fine = np.full((size[1] * _OVERSAMPLE, size[0] * _OVERSAMPLE), _WHITE, np.uint8)
    # Pixel middles lie at whole numbers, so growing moves them by half a step.
    grow = np.array(
        [[_OVERSAMPLE, 0, (_OVERSAMPLE - 1) / 2], [0, _OVERSAMPLE, (_OVERSAMPLE - 1) / 2], [0, 0, 1]]
    )
    for black, quad_mm in zip(cells, corners_mm, strict=True):
        count = black.shape[0]
        square = np.array([[0, 0], [count, 0], [count, count], [0, count]], np.float32) - np.float32(0.5)
        quad = cv2.perspectiveTransform(quad_mm[:, None], grow @ mm_to_print).astype(np.float32)
        to_fine = cv2.getPerspectiveTransform(square, quad)
        picture = np.where(black, _BLACK, _WHITE).astype(np.uint8)
        cv2.warpPerspective(
            picture, to_fine, fine.shape[1::-1], fine, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT
        )
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
