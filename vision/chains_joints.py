"""What it takes for one tile to be the next after another: distances and directions, never pips.

Costs have no unit; 1 is about what a careless hand does, 5 is no joint any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chains_tiles import ENDS, MIDDLES, Port, TilesOnTable, end_of
from vision.table import Points

Values = NDArray[np.float64]

MOST = 5.0
"""A joint that costs more is none."""
APART = 6.0
"""What a tile costs that lies in a train's line but does not touch it, nearest ones least."""
_TOUCHING = 0.4
"""Tiles whose gap is wider (in tile lengths) do not touch."""
_FARTHEST = 1.35
"""A tile in the train's line starts within this many tile lengths of the tail."""
_PLAIN = 0.5
"""What does not touch is in a train's line only if the joint would cost less by itself."""
_NEAR = 2.6
"""Tiles with their middles farther apart (in tile lengths) are not compared."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a tile lies in its train: the port that the train comes in by."""

    entry: Port

    @property
    def is_crosswise(self) -> bool:
        """Whether the train comes in at the middle of a long side."""
        return self.entry in MIDDLES

    @property
    def hub_end(self) -> int:
        """The end towards the hub: 0 for a, 1 for b; 0 for a crosswise tile."""
        return end_of(self.entry)


@dataclass(frozen=True, slots=True)
class Exit:
    """A place where a train may go on, and what that costs by itself."""

    port: Port
    base: float


_OUTER_SIDES = ((Port.LEFT_B, Port.RIGHT_B), (Port.LEFT_A, Port.RIGHT_A))


def exits(way: Way) -> tuple[Exit, ...]:
    """Where a train may leave a tile that it entered in this way, the usual place first."""
    if way.is_crosswise:
        across = MIDDLES[1 - MIDDLES.index(way.entry)]
        return Exit(across, 0.0), *(Exit(end, 2.0) for end in ENDS)
    outer = 1 - way.hub_end
    return Exit(ENDS[outer], 0.0), *(Exit(side, 1.2) for side in _OUTER_SIDES[way.hub_end])


# Tables by kind of port left through (rows) and entered by (columns): an end, the middle of a long side,
# the side of a half.
_END, _MIDDLE, _HALF = range(3)
_KIND = np.array([_HALF if p not in ENDS and p not in MIDDLES else int(p in MIDDLES) for p in Port])
_PORTS = (_KIND[:, None], _KIND[None, :])
_NEVER = np.inf
_BASE = np.array([[0.0, 0.3, 0.5], [0.0, 1.5, 1.0], [0.0, _NEVER, _NEVER]])
_MOST_TURN_DEG = np.array([[78.0, 52.0, 40.0], [52.0, 28.0, 28.0], [40.0, 0.0, 0.0]])
_MOST_SLIP = np.array([[0.38, 0.2, 0.2], [0.42, 0.2, 0.2], [0.2, 0.0, 0.0]])
# After a crosswise tile the next one often lies off the middle.
_FORGIVEN_SLIP = np.array([[0.0, 0.0, 0.0], [0.12, 0.0, 0.0], [0.0, 0.0, 0.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Joints:
    """The joints from a tile's exits to the tiles around it, by every port.

    places: (k,) rows of these tiles. cost: (exits, k, 8) inf where there is none.
    gap: the same shape, mm between the two, negative when they overlap.
    """

    places: NDArray[np.intp]
    cost: Values
    gap: Values


class JointTable:
    """Every joint that the tiles of a look could have, by the ports left through and entered by."""

    def __init__(self, tiles: TilesOnTable) -> None:
        apart = np.linalg.norm(tiles.centres[:, None] - tiles.centres[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        first, second = np.nonzero(apart <= _NEAR * tiles.length)
        self._second = second
        self._rows = np.searchsorted(first, np.arange(len(tiles.ids) + 1))
        out = tiles.normals[first][:, :, None]
        into = -tiles.normals[second][:, None]
        gap = tiles.ports[second][:, None] - tiles.ports[first][:, :, None]
        turn = np.arccos(np.clip(out[..., 0] * into[..., 0] + out[..., 1] * into[..., 1], -1, 1))
        way = _direction(out, into)
        ahead = gap[..., 0] * way[..., 0] + gap[..., 1] * way[..., 1]
        slip = np.abs(way[..., 0] * gap[..., 1] - way[..., 1] * gap[..., 0]) / tiles.length
        self._gap = np.where(ahead > 0, np.maximum(ahead - _corner_slack(tiles.width, turn), 0), ahead)
        self._touching, self._beyond = _costs(self._gap / tiles.length, slip, np.degrees(turn))

    def after(self, place: int, leaving: Sequence[Exit], may_join: NDArray[np.bool_]) -> Joints:
        """What it costs to go on from tile `place` through each exit into each tile that may join."""
        rows = np.arange(self._rows[place], self._rows[place + 1])
        rows = rows[may_join[self._second[rows]]]
        at = (rows[None, :], np.array([each.port for each in leaving])[:, None])
        base = np.array([each.base for each in leaving])[:, None, None]
        touching = self._touching[at] + base
        beyond = np.where(base < _PLAIN, self._beyond[at], np.inf)
        return Joints(self._second[rows], np.where(touching <= MOST, touching, beyond), self._gap[at])


def _costs(open_part: Values, slip: Values, turn_deg: Values) -> tuple[Values, Values]:
    """(p, 8, 8) what joints cost, and tiles in a train's line that do not touch; inf where they do not fit.

    open_part, slip: gap and sideways slip in tile lengths, by ports.
    """
    fits = (turn_deg <= _MOST_TURN_DEG[_PORTS]) & (slip <= _MOST_SLIP[_PORTS])
    pull = _tempered(open_part / np.where(open_part < 0, 0.06, 0.1))
    slipped = _tempered(np.maximum(slip - _FORGIVEN_SLIP[_PORTS], 0) / 0.1)
    touching = _BASE[_PORTS] + pull + slipped + _tempered(turn_deg / 22.0)
    in_line = fits & (_BASE[_PORTS] < _PLAIN) & (turn_deg <= 45) & (open_part > 0) & (open_part <= _FARTHEST)
    beyond = APART + open_part + turn_deg / 90 + slip
    return (
        np.asarray(np.where(fits & (open_part <= _TOUCHING), touching, np.inf)),
        np.asarray(np.where(in_line, beyond, np.inf)),
    )


def _tempered(x: Values) -> Values:
    """Square for small, linear for large."""
    return np.asarray(x * x / (1 + np.abs(x)))


def _direction(out: Points, into: Points) -> Points:
    """Unit vectors along which gaps count: a long side's normal, or the mean of two ends' or two sides'."""
    leaves_end, enters_end = (_PORTS[0] == _END)[..., None], (_PORTS[1] == _END)[..., None]
    ahead = np.where(leaves_end == enters_end, out + into, np.where(enters_end, out, into))
    return np.asarray(ahead / np.maximum(np.hypot(ahead[..., 0], ahead[..., 1]), 1e-9)[..., None])


def _corner_slack(width: float, turn: Values) -> Values:
    """How far apart (mm) the places are when turned tiles (radians) touch at a corner."""
    both_ends = (_PORTS[0] == _END) & (_PORTS[1] == _END)
    return np.asarray(np.where(both_ends, width * np.sin(turn / 2), width / 2 * np.sin(turn)))
