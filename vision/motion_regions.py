"""Sorts what differs on the table: arms and people, things that still move, things that have come to rest."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import Boxes
from vision.motion_grid import Grey, Grid, Mask

_LEAST_CELLS = 4
_LEAST_STRENGTH = 8.0
"""Sum over a component of how many times each cell exceeds what noise may do."""
_LARGE = 2.0
"""In tile areas: what is larger and reaches in from the edge is an arm or a person, even at rest."""
_BODY = 6.0
"""In tile areas: a hand is larger, two tiles laid at one go with their blurred rims are not."""
_DEEP = 1.5
"""In tile lengths: a row of tiles moved at the table's edge does not reach so far in."""
_PAD = 2
_FOLD = 2
"""Components are sought on a grid so many times coarser."""
_SHARP = 0.4
"""How much the strength of an outline's difference changes from cell to cell; less is a patch of light."""
_GHOST = 1.3
"""Outlines that were so much sharper before belong to something that has gone."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What is known of each cell, all (h, w).

    changed: differs from the reference. moved: differs from a moment ago. recent: moved too lately to be
    settled. lately: the same for large things. in_living_memory: moved before it could become furniture.
    strength: float32, the difference in units of what noise may do. before, now: contrast of the reference
    and of the present picture. unknown: never looked at.
    """

    changed: Mask
    moved: Mask
    recent: Mask
    lately: Mask
    in_living_memory: Mask
    strength: NDArray[np.float32]
    before: Grey
    now: Grey
    unknown: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """What is to be done where.

    covered: (h, w) under or near an intruder, or unsettled. settled: (n, 4) px. is_still: nothing moves.
    """

    covered: Mask
    settled: Boxes
    is_still: bool


def sort_out(grid: Grid, cells: Cells) -> Regions:
    """Sort components of changed or moving cells."""
    parts = _Parts.of(grid, cells)
    intruding = parts.intruding(grid, cells)
    rest = parts.kept & ~intruding
    waiting = rest & parts.is_unsettled
    covered = grid.grown(parts.mask(intruding), grid.tile)
    covered |= grid.grown(parts.mask(waiting), grid.tile / 4)
    settled = rest & ~waiting & (parts.count(grid.depth > 0) > 0)
    near = settled & (parts.count(covered) > 0)
    covered |= parts.mask(near)
    boxes = parts.boxes(settled & ~near, grid)
    fresh = cells.unknown & ~cells.recent & ~covered & (grid.depth > 0)
    unsettled = cells.unknown & cells.recent
    covered |= unsettled
    if fresh.any():
        boxes = np.concatenate([boxes, _boxes_of(fresh, grid)])
    moves = bool((parts.kept & (parts.count(cells.recent) > _LEAST_CELLS)).any())
    is_still = not moves and int(np.count_nonzero(unsettled)) < grid.tile_area
    return Regions(covered, boxes, is_still)


def nothing(grid: Grid) -> Regions:
    """What is said of a table on which nothing differs or moves."""
    return Regions(np.zeros(grid.shape, np.bool_), np.zeros((0, 4), np.float32), is_still=True)


def _boxes_of(mask: Mask, grid: Grid) -> Boxes:
    _, stats = _components(mask.view(np.uint8))
    large = stats[:, cv2.CC_STAT_AREA] * _FOLD**2 >= grid.tile_area / 4
    large[0] = False
    return _to_px(stats[large], grid)


def _components(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Labels and stats, as OpenCV has them, of the mask folded to a quarter of its cells: as much faster."""
    coarse = np.ascontiguousarray(cv2.dilate(mask, np.ones((3, 3), np.uint8))[::_FOLD, ::_FOLD])
    _, labels, stats, _ = cv2.connectedComponentsWithStats(coarse, connectivity=8, ltype=cv2.CV_32S)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _to_px(stats: NDArray[np.int32], grid: Grid) -> Boxes:
    """(n, 4) px boxes, a little larger than the components."""
    x0, y0, w, h = (stats[:, i] for i in range(4))
    boxes = np.stack([x0, y0, x0 + w, y0 + h], axis=1).reshape(-1, 4) * _FOLD
    boxes += np.array([-_PAD, -_PAD, _PAD, _PAD])
    limit = np.array([grid.shape[1], grid.shape[0]] * 2)
    return np.asarray(np.clip(boxes, 0, limit) * grid.factor, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Components of changed or moving cells, closed over small gaps.

    labels: int32 on the folded grid. stats: (n, 5) as OpenCV has them, row 0 the background. shape: of the
    grid. at, label: flat index and component of each active cell. size: (n,) active cells. kept: (n,) more
    than noise. is_unsettled: (n,) moved too lately.
    """

    labels: NDArray[np.int32]
    stats: NDArray[np.int32]
    shape: tuple[int, int]
    at: NDArray[np.intp]
    label: NDArray[np.int32]
    size: NDArray[np.intp]
    kept: NDArray[np.bool_]
    is_unsettled: NDArray[np.bool_]

    @staticmethod
    def of(grid: Grid, cells: Cells) -> "_Parts":
        active = cells.changed | cells.moved
        side = max(int(grid.tile / 3) | 1, 3)
        closed = cv2.morphologyEx(active.view(np.uint8), cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        labels, stats = _components(np.asarray(closed, np.uint8))
        at = np.flatnonzero(active)
        rows, columns = np.divmod(at, grid.shape[1])
        label = labels[rows // _FOLD, columns // _FOLD]
        size = np.bincount(label, minlength=len(stats))
        strength = np.bincount(label, cells.strength.ravel()[at], len(stats))
        kept = (size >= _LEAST_CELLS) & (strength >= _LEAST_STRENGTH)
        parts = _Parts(labels, stats, grid.shape, at, label, size, kept, kept)
        recent = parts.count(cells.recent) > np.maximum(3, 0.05 * size)
        lately = (size > _BODY * grid.tile_area) & (parts.count(cells.lately) > 0.05 * size)
        return replace(parts, is_unsettled=recent | lately)

    def count(self, mask: Mask) -> NDArray[np.intp]:
        """(n,) active cells of each component that lie in the mask."""
        return np.bincount(self.label[mask.ravel()[self.at]], minlength=len(self.stats))

    def mask(self, chosen: NDArray[np.bool_]) -> Mask:
        """(h, w) the chosen components."""
        if not chosen.any():
            return np.zeros(self.shape, np.bool_)
        whole = chosen[self.labels].repeat(_FOLD, axis=0).repeat(_FOLD, axis=1)
        return np.ascontiguousarray(whole[: self.shape[0], : self.shape[1]])

    def boxes(self, chosen: NDArray[np.bool_], grid: Grid) -> Boxes:
        """(n, 4) px boxes of the chosen components."""
        return _to_px(self.stats[chosen], grid)

    def intruding(self, grid: Grid, cells: Cells) -> NDArray[np.bool_]:
        """(n,) which components are arms or people."""
        area = grid.tile_area
        size = self.size
        moving = self.count(cells.moved)
        touches = self.count(grid.depth <= 2) > 0
        reaches = self.count(grid.depth > _DEEP * grid.tile) > area / 4
        alive = self.count(cells.in_living_memory) > 0.03 * size
        resting = touches & reaches & (size > _LARGE * area) & alive
        chosen = self.kept & (resting | (touches & (moving > area / 4)) | (moving > area))
        for one in np.flatnonzero(chosen & (moving <= area / 4)):
            chosen[one] = self._is_thing(int(one), cells)
        return np.asarray(chosen, np.bool_)

    def _is_thing(self, one: int, cells: Cells) -> bool:
        """Whether a component at rest has an outline of its own: light has none, what has left had one."""
        own = self.mask(np.arange(len(self.stats)) == one).astype(np.uint8)
        kernel = np.ones((5, 5), np.uint8)
        # Beyond the picture's border the outline goes on, so the border itself is none.
        outline = cv2.dilate(own, kernel) != cv2.erode(own, kernel, borderType=cv2.BORDER_REPLICATE)
        step = cv2.morphologyEx(cells.strength, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        if float(step[outline].mean()) < _SHARP:
            return False
        return float(cells.before[outline].mean()) < _GHOST * float(cells.now[outline].mean())
