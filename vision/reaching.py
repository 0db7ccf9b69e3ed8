"""From where hands came in: over which point of the picture's border, for every spot that one covered."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene import Covered
from vision.table import TableTransform

_ONE_HAND = 0.94
"""Mean of the directions, as unit vectors, from which one hand seems to come in over several spots."""
_LEAST_CELLS = 12
"""Smaller spots at the border are noise and no arm."""


def reach_deg(
    entries_px: Sequence[NDArray[np.float32] | None],
    transform: TableTransform,
    hub_mm: NDArray[np.float64] | None,
) -> float | None:
    """From where, seen from the hub, one hand came in over all these places; degrees clockwise from x.

    entries_px: (2,) each, None where nobody saw a hand. None where that, or the hub, is not known, and where
    several hands seem to have come.
    """
    known = [each for each in entries_px if each is not None]
    if hub_mm is None or not known or len(known) < len(entries_px):
        return None
    away = transform.to_mm(np.stack(known)) - hub_mm
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    mean = away.mean(axis=0)
    if np.linalg.norm(mean) < _ONE_HAND:
        return None
    return float(np.degrees(np.arctan2(mean[1], mean[0])) % 360)


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
