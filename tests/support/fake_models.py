"""Stand-ins for the three networks, for tests of everything around them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import CORNER_PAD, CORNER_SIZE
from vision.readings import CLASSES

Floats = NDArray[np.float32]
BRIGHT = 0.45
"""Pixels whose darkest channel is brighter belong to a tile."""


class BlobTable:
    """Stands in for the table model: bright rectangles are tiles; notes what it was shown."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, int]] = []

    def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
        """Boxes of the bright rectangles."""
        self.shapes.append((batch.shape[2], batch.shape[3]))
        bright = (batch[0].max(axis=0) > BRIGHT).astype(np.uint8)
        contours, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        rows = []
        for contour in contours:
            (x, y), (w, h), angle = cv2.minAreaRect(contour)
            if max(w, h) >= 8:
                rows.append([x, y, w + 1, h + 1, 0.9, 0, 0, 0, 0, np.radians(angle)])
        return (np.array(rows, dtype=np.float32).reshape(-1, 10).T[None],)


def keep_corners(batch: Floats, /) -> tuple[Floats, ...]:
    """Stands in for the corner model: the box was right, and it is a face."""
    pad = CORNER_PAD
    x, y = pad / (2 + 2 * pad), pad / (1 + 2 * pad)
    corners = np.array([[x, 1 - y], [x, y], [1 - x, y], [1 - x, 1 - y]], dtype=np.float32)
    n = len(batch)
    assert batch.shape[2:] == (CORNER_SIZE[1], CORNER_SIZE[0])
    along = np.tile(np.array([[-5, 5]], np.float32), (n, 1))
    return np.tile(corners[None], (n, 1, 1)), along, np.tile(np.array([[5, -5, -5]], np.float32), (n, 1))


def read_brightness(batch: Floats, /) -> tuple[Floats, ...]:
    """Stands in for the pip model: an end of brightness 0.5 + v/40 shows v pips."""
    middle = batch[:, :, 16:48, 16:48].mean(axis=(1, 2, 3))
    value = np.clip(np.round((middle - 0.5) * 40), 0, CLASSES - 2).astype(int)
    logits = np.full((len(batch), CLASSES), -4.0, np.float32)
    logits[np.arange(len(batch)), value] = 4.0
    return (logits,)


def paint_tile(picture: NDArray[np.uint8], quad: NDArray[np.float32], ends: tuple[int, int]) -> None:
    """Paint a tile that `read_brightness` reads as `ends` (end a at corners 0 and 1)."""
    middle = (quad[[0, 1]] + quad[[3, 2]]) / 2
    for corners, value in (
        (np.stack([quad[0], quad[1], middle[1], middle[0]]), ends[0]),
        (np.stack([middle[0], middle[1], quad[2], quad[3]]), ends[1]),
    ):
        level = round((0.5 + value / 40) * 255)
        cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (level, level, level))
