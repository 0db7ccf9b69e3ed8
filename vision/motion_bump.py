"""Notices that the camera or the table was bumped: the whole picture shifts, then comes to rest elsewhere."""

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from vision.frames import Frame, Image
from vision.motion_grid import Grey, Mask
from vision.register import shift_between

_TEXTURED = 24.0
_ROWS, _COLUMNS = 6, 8
_LEAST_TEXTURED = 10
"""Cells with edges that a block needs before it can tell whether it moves."""
_LEAST_BLOCKS = 6
_MOVING = 0.3
"""Share of a block's edges that move when the picture does."""
_SPREAD = 0.6
_EVERYWHERE = 0.75
_REST_S = 0.3
_KEEP_EVERY_S = 0.5
_LEAST_SHIFT = 0.3


class Phase(Enum):
    """What the picture as a whole does."""

    CALM = auto()
    UNCLEAR = auto()
    """Things move everywhere, and not as one."""
    SHIFTING = auto()
    AT_REST = auto()
    """It has just come to rest, and is to be registered with what it was before."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    at_s: float
    luma: Image


class BumpWatch:
    """Follows the picture as a whole; keeps a full-size picture from before each bump."""

    def __init__(self, first: Frame) -> None:
        self._kept = [_Kept(first.at_s, first.luma)]
        self._previous: Image | None = None
        self._phase = Phase.CALM
        self._shaken_s = 0.0

    @property
    def is_calm(self) -> bool:
        """Whether the picture as a whole stands still."""
        return self._phase in (Phase.CALM, Phase.AT_REST)

    @property
    def before(self) -> Image:
        """The full-size grey picture from before the bump."""
        return self._kept[0].luma

    def watch(self, small: Image, frame: Frame, spread: float) -> Phase:
        """See the next picture; spread: the share of the table's edges that move now."""
        previous, self._previous = self._previous, small
        if self.is_calm:
            self._phase = self._kind(previous, small, spread) if spread >= _SPREAD else Phase.CALM
            self._shaken_s = frame.at_s
            if self._phase is Phase.CALM:
                self._keep(frame)
        elif spread >= _MOVING:
            self._shaken_s = frame.at_s
            if self._phase is Phase.UNCLEAR and self._kind(previous, small, spread) is Phase.SHIFTING:
                self._phase = Phase.SHIFTING
        elif frame.at_s - self._shaken_s >= _REST_S:
            self._phase = Phase.AT_REST
        return self._phase

    def _kind(self, previous: Image | None, small: Image, spread: float) -> Phase:
        shift = None if previous is None else shift_between(previous, small)
        if shift is not None:
            middle = np.array([small.shape[1] / 2, small.shape[0] / 2, 1])
            moved = float(np.linalg.norm((shift @ middle - middle)[:2]))
            turned = float(np.abs(shift[:2, :2] - np.eye(2)).max()) * small.shape[1] / 2
            return Phase.SHIFTING if moved + turned > _LEAST_SHIFT else Phase.CALM
        return Phase.UNCLEAR if spread >= _EVERYWHERE else Phase.CALM

    def _keep(self, frame: Frame) -> None:
        # The older of two: the newer may show the first moments of a bump.
        if frame.at_s - self._kept[-1].at_s >= _KEEP_EVERY_S:
            self._kept = [self._kept[-1], _Kept(frame.at_s, frame.luma)]

    def restart(self, frame: Frame) -> None:
        """Begin anew with this picture."""
        self._kept = [_Kept(frame.at_s, frame.luma)]


def spread_of(moved: Mask, edges: Grey) -> float:
    """The share 0..1 of the picture's blocks with edges in which edges move."""
    textured = edges > _TEXTURED
    shares = []
    for rows, motion in zip(_split(textured), _split(textured & moved), strict=True):
        count = np.count_nonzero(rows)
        if count >= _LEAST_TEXTURED:
            shares.append(np.count_nonzero(motion) / count)
    if len(shares) < _LEAST_BLOCKS:
        return 0.0
    return float(np.mean(np.array(shares) > _MOVING))


def _split(mask: Mask) -> list[Mask]:
    return [b for row in np.array_split(mask, _ROWS) for b in np.array_split(row, _COLUMNS, axis=1)]
