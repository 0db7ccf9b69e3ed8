"""The motion gate: says from small grey frames whether anything changed, where, and if it has settled."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image
from vision.looks import Boxes
from vision.motion_bump import BumpWatch, Phase, spread_of
from vision.motion_grid import Grey, Grid, Mask, contrast, halvings, make_grid, shrunk, smoothed
from vision.motion_memory import Memory
from vision.motion_regions import Cells, Regions, nothing, sort_out
from vision.register import Homography, corners_moved, register
from vision.scene import Covered

_LARGE_STILL = 6.0
"""Large things must be still so many times longer: a hand whose sleeve looks like the table is one."""
_FURNITURE_S = 30.0
"""What lies so long without any motion is no arm: a plate, a box of tiles."""
_MANY = 0.01
"""Share of the cells that move before the picture as a whole may be moving."""
_LEAST_BUMP_PX = 1.0
_ROUNDING_S = 0.002
_USED = 20.0
"""Tile areas that must have been used before the table is known by its use."""
_USED_TILES = 3.0
"""Changes that are longer say nothing of where the table is."""
_MIDDLE = 0.4
_WHOLE_EVERY_S = 0.5
"""A still table is examined as a whole so often, to follow slow changes of light."""
_SAME = 2.0
"""Grey values by which no cell of a still table differs."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What one frame says about change.

    moving, changed: (h, w) bool on the small grid: differs from a moment ago, from what was looked at.
    scale: cells of the grid per pixel of the frame. settled: (n, 4) px, what is to be looked at; it is
    told again until accepted. covered: where nothing can be judged now. is_still: nothing moves.
    light_changed: a lamp or the exposure. bumped: the picture as a whole is shifting.
    registration: after a bump, (3, 3) from pixels of the old picture to the new one, once.
    is_lost: after a bump that could not be registered, once; everything is to be looked at again.
    small: (h, w) uint8, the picture that this was told from.
    """

    at_s: float
    moving: Mask
    changed: Mask
    scale: float
    settled: Boxes
    covered: Covered
    is_still: bool
    small: Image
    light_changed: bool = False
    bumped: bool = False
    registration: Homography | None = None
    is_lost: bool = False


class MotionGate:
    """Sees every frame in order; one gate for one source."""

    def __init__(
        self,
        *,
        tile_px: float | None = None,
        table_px: NDArray[np.float32] | None = None,
        still_s: float = 0.25,
        every_s: float = 0.05,
    ) -> None:
        """Make a gate.

        tile_px: length of a tile, else a guess. table_px: (n, 2) polygon of the table, else the picture.
        still_s: how long something must be still to be settled; 0 for photos of settled tables.
        every_s: frames nearer to the last one that was examined are passed over.
        """
        self._tile_px = tile_px
        self._table_px = table_px
        self._still_s = still_s
        self._every_s = every_s
        self._table: _Table | None = None
        self._last: Motion | None = None

    def learn(
        self,
        *,
        tile_px: float | None = None,
        table_px: NDArray[np.float32] | None = None,
        on_table_px: NDArray[np.float32] | None = None,
    ) -> None:
        """Tell the gate how long tiles are and where the table is, once that is known.

        on_table_px: (n, 2) places that surely lie on the table, such as corners of tiles: after a bump the
        picture is registered by what is near them.
        """
        self._tile_px = tile_px or self._tile_px
        self._table_px = self._table_px if table_px is None else table_px
        if self._table is not None:
            self._table.grid = make_grid(self._table.size, self._tile_px, self._table_px)
            if on_table_px is not None:
                self._table.learn(on_table_px)

    def reference(self) -> Grey:
        """(h, w) the small picture as it was when last looked at, each cell in the present light."""
        if self._table is None:
            raise RuntimeError("there is a reference from the first frame on")
        return self._table.reference()

    def begin_anew(self) -> None:
        """Compare with nothing that was before the next frame; what was learnt of tiles and table stays."""
        self._table = None

    def see(self, frame: Frame) -> Motion:
        """Examine the next frame; frames of another size or from before the last one begin anew."""
        table, last = self._table, self._last
        if table is None or last is None or frame.luma.shape != table.size or frame.at_s < last.at_s:
            grid = make_grid(frame.luma.shape, self._tile_px, self._table_px)
            self._table = table = _Table(frame, grid, self._still_s)
            self._last = table.first(frame)
        elif frame.at_s - last.at_s < self._every_s - _ROUNDING_S:
            return replace(last, settled=_none(), light_changed=False, registration=None, is_lost=False)
        else:
            self._last = table.examine(frame)
        return self._last

    def accept(self, boxes: Boxes | None = None, motion: Motion | None = None) -> None:
        """Say that the caller has looked at boxes (n, 4) px of a motion's frame, or at all of it.

        motion: what `see` said of that frame; None for the latest. What was covered then or has changed
        since stays to be looked at.
        """
        told = motion or self._last
        if told is not None and self._table is not None and told.small.shape == self._table.grid.shape:
            self._table.accept(boxes, told)


class _Table:
    """One table in frames of one size."""

    def __init__(self, frame: Frame, grid: Grid, still_s: float) -> None:
        self.size = frame.luma.shape
        self.grid = grid
        self._still_s = still_s
        self._times = halvings(self.size)
        self._memory = Memory(smoothed(shrunk(frame.luma, self._times)), frame.at_s)
        self._bumps = BumpWatch(frame)
        self._covered = np.zeros(grid.shape, np.bool_)
        self._used = np.zeros(grid.shape, np.bool_)
        self._examined = (smoothed(shrunk(frame.luma, self._times)), frame.at_s)

    def learn(self, on_table_px: NDArray[np.float32]) -> None:
        """Remember places on the table, and what is near them."""
        self._use(np.concatenate([on_table_px, on_table_px], axis=1))

    def reference(self) -> Grey:
        """What was looked at, as bright as the camera can show it."""
        return np.minimum(self._memory.reference, 255)

    def _use(self, boxes: Boxes) -> None:
        self._used |= self.grid.grown(self.grid.cells(boxes), self.grid.tile)

    def _on_table(self) -> Mask:
        """(h, w) where things were put down; before that, the middle of the picture."""
        if self._used.sum() >= _USED * self.grid.tile_area:
            return self._used
        h, w = self.grid.shape
        middle = np.zeros((h, w), np.uint8)
        axes = (round(w * _MIDDLE), round(h * _MIDDLE))
        return cv2.ellipse(middle, (w // 2, h // 2), axes, 0, 0, 360, (1,), -1) > 0

    def first(self, frame: Frame) -> Motion:
        """What the first frame says: nothing is known yet."""
        small = shrunk(frame.luma, self._times)
        return self._told(frame, small, smoothed(small))

    def examine(self, frame: Frame) -> Motion:
        """What a later frame says."""
        small = shrunk(frame.luma, self._times)
        now = smoothed(small)
        memory = self._memory
        if memory.is_quiet and self._bumps.is_calm and self._is_as_before(now, frame.at_s):
            return self._motion(frame, small, nothing(self.grid))
        light_changed = False
        if self._bumps.is_calm:
            light_changed = memory.observe(now, frame.at_s, self._covered)
        else:
            memory.glance(now, frame.at_s)
        spread = 0.0
        if not light_changed and np.count_nonzero(memory.moved) > _MANY * now.size:
            spread = spread_of(memory.moved, memory.contrast)
        phase = self._bumps.watch(small, frame, spread)
        if phase in (Phase.SHIFTING, Phase.UNCLEAR):
            return self._blind(frame, small, bumped=phase is Phase.SHIFTING)
        if phase is Phase.AT_REST:
            return self._at_rest(frame, small, now)
        return replace(self._told(frame, small, now), light_changed=light_changed)

    def _is_as_before(self, now: Grey, at_s: float) -> bool:
        """Whether no cell differs from the last picture that was examined as a whole; most frames do."""
        before, before_s = self._examined
        if self._memory.is_dazzled(at_s):
            return False
        if at_s - before_s < _WHOLE_EVERY_S and cv2.norm(now, before, cv2.NORM_INF) <= _SAME:
            return True
        self._examined = (now, at_s)
        return False

    def _told(self, frame: Frame, small: Image, now: Grey) -> Motion:
        memory, at_s = self._memory, frame.at_s
        if memory.is_quiet:
            self._covered = nothing(self.grid).covered
            return self._motion(frame, small, nothing(self.grid))
        cells = Cells(
            changed=memory.changed,
            # Photos of settled tables show no motion, whatever has changed.
            moved=memory.moved if self._still_s else np.zeros_like(memory.moved),
            recent=memory.since(at_s - self._still_s),
            lately=memory.since(at_s - self._still_s * _LARGE_STILL),
            in_living_memory=memory.since(at_s - _FURNITURE_S),
            strength=memory.strength,
            before=memory.contrast,
            now=contrast(now),
            unknown=~memory.known,
        )
        regions = sort_out(self.grid, cells)
        self._covered = regions.covered
        return self._motion(frame, small, regions)

    def _motion(self, frame: Frame, small: Image, regions: Regions) -> Motion:
        return Motion(
            at_s=frame.at_s,
            moving=self._memory.moved,
            changed=self._memory.changed,
            scale=1 / self.grid.factor,
            settled=regions.settled,
            covered=Covered(regions.covered, 1 / self.grid.factor),
            is_still=regions.is_still,
            small=small,
        )

    def _blind(self, frame: Frame, small: Image, *, bumped: bool) -> Motion:
        """Nothing can be judged while everything moves."""
        regions = Regions(np.ones(self.grid.shape, np.bool_), _none(), is_still=False)
        return replace(self._motion(frame, small, regions), bumped=bumped)

    def _at_rest(self, frame: Frame, small: Image, now: Grey) -> Motion:
        """Find out where the picture has gone."""
        found = register(self._bumps.before, frame.luma, self._on_table())
        self._bumps.restart(frame)
        covered, self._covered = self._covered, np.zeros(self.grid.shape, np.bool_)
        if found is None:
            self._memory.forget(now, frame.at_s)
            return replace(self._told(frame, small, now), is_lost=True)
        if corners_moved(found, self.size[::-1]) < _LEAST_BUMP_PX:
            return self._told(frame, small, now)
        half = (self.grid.factor - 1) / 2
        to_px = np.array([[self.grid.factor, 0, half], [0, self.grid.factor, half], [0, 0, 1]])
        step = np.linalg.inv(to_px) @ found @ to_px
        self._memory.carry(step, now, frame.at_s, covered)
        used = cv2.warpPerspective(self._used.astype(np.uint8), step, self.grid.shape[::-1])
        self._used = np.asarray(used, np.uint8) > 0
        return replace(self._told(frame, small, now), registration=found)

    def accept(self, boxes: Boxes | None, told: Motion) -> None:
        """Take over what was looked at."""
        where = ~told.covered.mask
        if boxes is not None:
            where &= self.grid.cells(boxes)
            sides = boxes[:, 2:] - boxes[:, :2]
            small = sides.max(axis=1) <= _USED_TILES * self.grid.tile * self.grid.factor
            self._use(boxes[small])
        self._memory.accept(smoothed(told.small), where)


def _none() -> Boxes:
    return np.zeros((0, 4), np.float32)
