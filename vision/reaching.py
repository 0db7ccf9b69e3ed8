"""From where hands came in: over which point of the picture's border, for every spot that one covered."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene import Covered

_LEAST_CELLS = 12
"""Smaller spots at the border are noise and no arm."""


class Reaching:
    """Remembers the latest arm over every spot of the table."""

    def __init__(self) -> None:
        self._entry: NDArray[np.float32] | None = None
        self._scale = 1.0

    def see(self, covered: Covered, active: NDArray[np.bool_] | None = None) -> None:
        """Take in what hands cover in one frame, their surroundings included.

        active: (h, w) the arms themselves, where that is known: near a border the surroundings of an arm
        touch it along all its length, and say little of where it came in.
        """
        if not covered.mask.any():
            return
        if self._entry is None or self._entry.shape[:2] != covered.mask.shape:
            self._entry = np.full((*covered.mask.shape, 2), np.nan, np.float32)
        self._scale = covered.scale
        count, labels, stats, _ = cv2.connectedComponentsWithStats(covered.mask.astype(np.uint8))
        for number in range(1, count):
            if stats[number, cv2.CC_STAT_AREA] < _LEAST_CELLS:
                continue
            spot = labels == number
            middle = None if active is None else _border_middle(spot & active)
            if middle is None:
                middle = _border_middle(spot)
            if middle is not None:
                self._entry[spot] = middle

    def entry_px(self, point_px: NDArray[np.float32]) -> NDArray[np.float32] | None:
        """Where on the border the arm came in that was last over a point (2,); None when none was."""
        if self._entry is None:
            return None
        h, w = self._entry.shape[:2]
        x, y = np.clip(np.floor(point_px * self._scale).astype(int), 0, (w - 1, h - 1))
        entry = self._entry[y, x]
        return None if np.isnan(entry).any() else np.asarray((entry + 0.5) / self._scale, np.float32)

    def forget(self) -> None:
        """The camera stands elsewhere."""
        self._entry = None


def _border_middle(spot: NDArray[np.bool_]) -> NDArray[np.float32] | None:
    """The mean (2,) x, y of the cells of a (h, w) mask that lie on its border, if any do."""
    border = np.zeros_like(spot)
    border[0], border[-1], border[:, 0], border[:, -1] = spot[0], spot[-1], spot[:, 0], spot[:, -1]
    cells = np.argwhere(border)
    return None if len(cells) == 0 else cells.mean(axis=0)[::-1].astype(np.float32)
