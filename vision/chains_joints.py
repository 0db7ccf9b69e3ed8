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


def _tempered(x: Values) -> Values:
    """Square for small, linear for large."""
    return np.asarray(x * x / (1 + np.abs(x)))


def joints(tiles: TilesOnTable, place: int, leaving: Sequence[Exit], may_join: NDArray[np.bool_]) -> Joints:
    """What it costs to go on from tile `place` through each exit into each tile that may join."""
    apart = np.linalg.norm(tiles.centres - tiles.centres[place], axis=1)
    near = may_join & (apart <= _NEAR * tiles.length)
    near[place] = False
    places = np.flatnonzero(near)
    ports = [each.port for each in leaving]
    kinds = (_KIND[ports][:, None, None], _KIND[None, None, :])
    out = tiles.normals[place, ports][:, None, None]
    into = -tiles.normals[places][None]
    gap = tiles.ports[places][None] - tiles.ports[place, ports][:, None, None]
    turn = np.arccos(np.clip(np.sum(out * into, axis=-1), -1, 1))
    direction = _direction(out, into, kinds)
    ahead = np.sum(gap * direction, axis=-1)
    slip = np.abs(direction[..., 0] * gap[..., 1] - direction[..., 1] * gap[..., 0]) / tiles.length
    open_mm = np.where(ahead > 0, np.maximum(ahead - _corner_slack(tiles.width, turn, kinds), 0), ahead)
    base = _BASE[kinds] + np.array([each.base for each in leaving])[:, None, None]
    cost = _cost(base, open_mm / tiles.length, slip, (turn, kinds))
    return Joints(places, cost, open_mm)


Kinds = tuple[NDArray[np.intp], NDArray[np.intp]]


def _cost(base: Values, open_part: Values, slip: Values, turned: tuple[Values, Kinds]) -> Values:
    """What joints cost; inf where tiles lie otherwise. open_part, slip: in tile lengths; turned: radians."""
    turn, kinds = turned
    turn_deg = np.degrees(turn)
    fits = (turn_deg <= _MOST_TURN_DEG[kinds]) & (slip <= _MOST_SLIP[kinds])
    pull = _tempered(np.where(open_part < 0, open_part / 0.06, open_part / 0.1))
    slipped = _tempered(np.maximum(slip - _FORGIVEN_SLIP[kinds], 0) / 0.1)
    cost = base + pull + slipped + _tempered(turn_deg / 22.0)
    touching = fits & (cost <= MOST) & (open_part <= _TOUCHING)
    in_line = fits & (turn_deg <= 45) & (open_part > 0) & (open_part <= _FARTHEST) & (base < 0.5)
    beyond = APART + open_part + turn_deg / 90 + slip
    return np.asarray(np.where(touching, cost, np.where(in_line, beyond, np.inf)))


def _direction(out: Points, into: Points, kinds: Kinds) -> Points:
    """Unit vectors along which gaps count: a long side's normal, or the mean of two ends' or two sides'."""
    leaves_end, enters_end = kinds[0] == _END, kinds[1] == _END
    both = (leaves_end == enters_end)[..., None]
    ahead = np.where(both, out + into, np.where(enters_end[..., None], out, into))
    return np.asarray(ahead / np.maximum(np.linalg.norm(ahead, axis=-1, keepdims=True), 1e-9))


def _corner_slack(width: float, turn: Values, kinds: Kinds) -> Values:
    """How far apart (mm) the places are when turned tiles (radians) touch at a corner."""
    both_ends = (kinds[0] == _END) & (kinds[1] == _END)
    return np.asarray(np.where(both_ends, width * np.sin(turn / 2), width / 2 * np.sin(turn)))
