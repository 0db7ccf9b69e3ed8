"""Things that came to lie on the table and that no model knows: sweets, toys, whatever marks a train."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.scene import Scene, SmallThing

_DIFFERS = 14.0
"""Grey levels by which a cell has to differ from how it was."""
_BACK = 8.0
"""A spot that differs by less from how it was before the thing came is as it was."""
_SIZES = (0.12, 0.9)
"""Least and most longer side of a marker, in tile lengths."""
_COMPACT = 0.45
"""A thing fills this much of its box; the rim of a nudged tile does not."""
_NARROWEST = 0.1
"""Least shorter side in tile lengths."""
_MOVED = 0.08
_FIRST_ID = 1_000_000
"""Numbers from here on are no tracks of the models."""

Box = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Leftover:
    """A thing with the picture of its place before it came: before, from row and column `at` of the grid."""

    thing: SmallThing
    before: Image
    at: tuple[int, int]


class Leftovers:
    """Keeps what changes cannot be explained by tiles or known markers."""

    def __init__(self) -> None:
        self._calm: Image | None = None
        self._scale = 1.0
        self._kept: list[_Leftover] = []
        self._next = _FIRST_ID

    def start(self, small: Image, scale: float) -> None:
        """Everything is as it is: nothing has come yet. small: (h, w) with `scale` cells per pixel."""
        self._calm, self._scale, self._kept = small.copy(), scale, []

    def things(self) -> tuple[SmallThing, ...]:
        """All that lies there now."""
        return tuple(each.thing for each in self._kept)

    def settle(self, box: Box, small: Image, tile_px: float, *, is_explained: bool) -> None:
        """A change in a box (4,) px has been looked at; explained if a tile or marker accounts for it."""
        if self._calm is None or self._calm.shape != small.shape:
            return
        h, w = small.shape
        x0, y0, x1, y1 = np.clip(np.round(box * self._scale), 0, (w, h, w, h)).astype(int).tolist()
        before, now = self._calm[y0:y1, x0:x1], small[y0:y1, x0:x1]
        inside = [each for each in self._kept if _is_in(each.thing, box)]
        self._kept = [each for each in self._kept if each not in inside or not self._has_gone(each, small)]
        if not inside and not is_explained and now.size:
            self._add(before.copy(), now, (y0, x0), tile_px)
        self._calm[y0:y1, x0:x1] = now

    def _has_gone(self, leftover: _Leftover, small: Image) -> bool:
        """Whether its place looks again as it did before it came."""
        y, x = leftover.at
        h, w = leftover.before.shape
        return float(np.median(_unlike(leftover.before, small[y : y + h, x : x + w]))) < _BACK

    def _add(self, before: Image, now: Image, at: tuple[int, int], tile_px: float) -> None:
        differs = (_unlike(before, now) > _DIFFERS).astype(np.uint8)
        count, _, stats, centres = cv2.connectedComponentsWithStats(differs)
        if count < 2:
            return
        largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
        x, y, w, h, area = (int(v) for v in stats[largest])
        cell = 1 / self._scale
        longer, shorter = max(w, h) * cell / tile_px, min(w, h) * cell / tile_px
        if not (_SIZES[0] <= longer <= _SIZES[1] and shorter >= _NARROWEST and area >= _COMPACT * w * h):
            return
        centre = (centres[largest] + (at[1], at[0]) + 0.5) * cell
        thing = SmallThing(self._next, centre.astype(np.float32), max(w, h) * cell, is_marker_like=False)
        spot = before[y : y + h, x : x + w]
        self._kept.append(_Leftover(thing, spot, (at[0] + y, at[1] + x)))
        self._next += 1


def _unlike(before: Image, now: Image) -> NDArray[np.float32]:
    """(h, w) how far two pictures of a place are apart; a common shift is the light and no thing."""
    apart = now.astype(np.float32) - before.astype(np.float32)
    return np.asarray(np.abs(apart - np.median(apart) * (np.ptp(apart) < _DIFFERS)), np.float32)


def _is_in(thing: SmallThing, box: Box) -> bool:
    return bool((thing.centre_px >= box[:2]).all() and (thing.centre_px <= box[2:]).all())


def explains(before: Scene | None, now: Scene, box: Box, tile_px: float) -> bool:
    """Whether a tile or thing came, went, moved or turned over in a box (4,) px between two scenes."""
    known = {} if before is None else _places(before, box)
    here = _places(now, box)
    if known.keys() != here.keys():
        return True
    return any(float(np.linalg.norm(here[key] - known[key])) > _MOVED * tile_px for key in here)


def _places(scene: Scene, box: Box) -> dict[tuple[int, bool], NDArray[np.float32]]:
    """Middles of what lies in a box, by its number and whether it is a tile face up."""
    places = {(t.track_id, t.is_face_up): t.corners_px.mean(axis=0) for t in scene.tiles}
    places |= {(t.thing_id, False): t.centre_px for t in scene.things}
    lo, hi = box[:2], box[2:]
    return {key: at for key, at in places.items() if (at >= lo).all() and (at <= hi).all()}
