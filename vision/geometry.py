"""Quads in pictures: their order, their size, and straight cuts out of a picture at its native resolution."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Quads = NDArray[np.float32]


def clockwise(quads: Quads) -> Quads:
    """(n, 4, 2) quads with their corners turned clockwise in the picture, first corner kept."""
    nxt = np.roll(quads, -1, axis=1)
    area = np.sum(quads[..., 0] * nxt[..., 1] - nxt[..., 0] * quads[..., 1], axis=1)
    mirrored = quads[:, [0, 3, 2, 1]]
    return np.where((area < 0)[:, None, None], mirrored, quads).astype(np.float32)


def short_side_first(quads: Quads) -> Quads:
    """Turn clockwise (n, 4, 2) quads so that corners 0 and 1 span a short side in pixels."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    turn = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    return np.where(turn[:, None, None], np.roll(quads, -1, axis=1), quads).astype(np.float32)


def swap_ends(quads: Quads) -> Quads:
    """The same (n, 4, 2) quads with end a and end b exchanged."""
    return np.roll(quads, 2, axis=1)


def needs_swap(quads: Quads) -> NDArray[np.bool_]:
    """(n,) whether end b is nearer to the picture's top-left than end a: smaller x + y of its outer side."""
    a = quads[:, :2].sum(axis=(1, 2))
    b = quads[:, 2:].sum(axis=(1, 2))
    return np.asarray(b < a)


def side_lengths(quads: Quads) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(n,) length (sides 1-2 and 3-0) and width (sides 0-1 and 2-3), each the mean of its two sides."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).astype(np.float32)
    return (sides[:, 1] + sides[:, 3]) / 2, (sides[:, 0] + sides[:, 2]) / 2


def padded_box(quads: Quads, pad: float) -> Quads:
    """Rectangles (n, 4, 2) grown on every side by `pad` times their short side; input must be rectangles."""
    length, width = side_lengths(quads)
    short = np.minimum(length, width)
    along = (quads[:, 1] - quads[:, 2]) / np.maximum(length, 1e-6)[:, None]
    across = (quads[:, 0] - quads[:, 1]) / np.maximum(width, 1e-6)[:, None]
    grow = (short * pad)[:, None]
    signs = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]], dtype=np.float32)
    moves = signs[None, :, :1] * (along * grow)[:, None] + signs[None, :, 1:] * (across * grow)[:, None]
    return (quads + moves).astype(np.float32)


def unit_to_quad(quad: NDArray[np.float32], length: float, width: float) -> NDArray[np.float64]:
    """(3, 3) homography from a flat tile (x 0..length from end a, y 0..width) to the quad."""
    flat = np.array([[0, width], [0, 0], [length, 0], [length, width]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, quad.astype(np.float32)), np.float64)


class Pyramid:
    """A picture at full, half, quarter … size, made as needed: large tiles are cut without aliasing."""

    def __init__(self, bgr: Image) -> None:
        self._levels = [bgr]

    @property
    def full(self) -> Image:
        """(h, w, 3) uint8 the picture itself."""
        return self._levels[0]

    def level(self, index: int) -> Image:
        """The picture halved `index` times, fewer when it would fall below 16 px a side."""
        while len(self._levels) <= index and min(self._levels[-1].shape[:2]) >= 32:
            half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[min(index, len(self._levels) - 1)]

    def cut(self, region: NDArray[np.float32], size: tuple[int, int]) -> Image:
        """Straighten a quad into a (height, width, 3) picture.

        region: (4, 2) px of what becomes bottom-left, top-left, top-right, bottom-right of the result.
        size: (width, height) of the result.
        """
        length, width = (float(v[0]) for v in side_lengths(region[None]))
        shrink = max(min(length / size[0], width / size[1]), 1e-6)
        index = max(0, int(np.floor(np.log2(shrink) + 0.35)))
        image = self.level(index)
        factor = image.shape[1] / self.full.shape[1]
        flat = np.array([[0, size[1]], [0, 0], [size[0], 0], [size[0], size[1]]], dtype=np.float32) - 0.5
        to_px = cv2.getPerspectiveTransform(flat, ((region + 0.5) * factor - 0.5).astype(np.float32))
        return cv2.warpPerspective(
            image, to_px, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.uint8, copy=False)


def end_region(quad: NDArray[np.float32], end: int, margin: float) -> NDArray[np.float32]:
    """The quad (4, 2) of one end of a tile with `margin` (share of the end's side) around it.

    end: 0 is the end at corners 0 and 1. The end's outer edge becomes the left side of a cut.
    """
    turned = quad if end == 0 else np.roll(quad, 2, axis=0)
    to_px = unit_to_quad(turned, 2.0, 1.0)
    lo, hi = -margin, 1.0 + margin
    flat = np.array([[[lo, hi], [lo, lo], [hi, lo], [hi, hi]]], dtype=np.float32)
    region: NDArray[np.float32] = cv2.perspectiveTransform(flat, to_px)[0].astype(np.float32)
    return region
