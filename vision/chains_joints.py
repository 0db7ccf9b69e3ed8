"""What it takes for one tile to be the next after another: distances and directions, never pips.

Costs have no unit; 1 is about what a careless hand does, 5 is no joint any more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chains_tiles import ENDS, MIDDLES, Port, TilesOnTable, end_of
from vision.table import Points

MOST = 5.0
"""A joint that costs more is none."""
APART = 6.0
"""What a tile costs that lies in a train's line but does not touch it, nearest ones least."""
_FARTHEST = 1.35
"""Such a tile starts within this many tile lengths of the tail."""


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


@dataclass(frozen=True, slots=True)
class _Limits:
    """Greatest angle (degrees) and sideways slip (tile lengths) of a joint, the slip that one forgives."""

    angle_deg: float
    slip: float
    forgiven: float


_END_TO_END = _Limits(78.0, 0.38, 0.0)
_END_TO_SIDE = _Limits(38.0, 0.2, 0.0)
_OFF_MIDDLE = _Limits(42.0, 0.42, 0.12)
_SIDE_TO_SIDE = _Limits(28.0, 0.2, 0.0)

_OUTER_SIDES = ((Port.LEFT_B, Port.RIGHT_B), (Port.LEFT_A, Port.RIGHT_A))


def exits(way: Way) -> tuple[Exit, ...]:
    """Where a train may leave a tile that it entered in this way."""
    if way.is_crosswise:
        across = MIDDLES[1 - MIDDLES.index(way.entry)]
        return Exit(across, 0.0), *(Exit(end, 2.0) for end in ENDS)
    outer = 1 - way.hub_end
    return Exit(ENDS[outer], 0.0), *(Exit(side, 1.2) for side in _OUTER_SIDES[way.hub_end])


def _entry_base(leaving: Port, entry: Port) -> float | None:
    """What entering at a port costs by itself, after leaving at another; None where that is no joint."""
    from_end, from_middle = leaving in ENDS, leaving in MIDDLES
    if entry in ENDS:
        return 0.0
    if entry in MIDDLES:
        return 0.3 if from_end else 1.5 if from_middle else None
    return 0.5 if from_end else 1.0 if from_middle else None


def _limits(leaving: Port, entry: Port) -> _Limits:
    if leaving in ENDS and entry in ENDS:
        return _END_TO_END
    if leaving in MIDDLES and entry in ENDS:
        return _OFF_MIDDLE
    if leaving in ENDS or entry in ENDS:
        return _END_TO_SIDE
    return _SIDE_TO_SIDE


def _tempered(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square for small, linear for large."""
    return np.asarray(x * x / (1 + np.abs(x)))


@dataclass(frozen=True, slots=True, eq=False)
class Joints:
    """The joints from one exit to every tile by one entry.

    cost: (n,) inf where there is none. gap: (n,) mm between the two, negative when they overlap.
    """

    cost: NDArray[np.float64]
    gap: NDArray[np.float64]


def joints(tiles: TilesOnTable, place: int, leaving: Exit, entry: Port) -> Joints | None:
    """What it costs to go on from a port of tile `place` into each tile at `entry`; None for no way."""
    base = _entry_base(leaving.port, entry)
    if base is None:
        return None
    limits = _limits(leaving.port, entry)
    out = tiles.normals[place, leaving.port]
    into = -tiles.normals[:, entry]
    gap = tiles.ports[:, entry] - tiles.ports[place, leaving.port]
    cos_turn = np.clip(into @ out, -1.0, 1.0)
    turn_deg = np.degrees(np.arccos(cos_turn))
    ahead, slip = _split(gap, _direction(out, into, leaving.port, entry))
    # Turned ends touch at their inner corners, so their middles are apart.
    both_ends = leaving.port in ENDS and entry in ENDS
    slack = tiles.width * np.sin(np.radians(turn_deg) / 2) * both_ends
    open_mm = np.where(ahead > 0, np.maximum(ahead - slack, 0), ahead)
    ahead_u = open_mm / tiles.length
    slip_u = np.maximum(np.abs(slip) / tiles.length - limits.forgiven, 0)
    near = (turn_deg <= limits.angle_deg) & (np.abs(slip) <= limits.slip * tiles.length)
    pull = np.where(ahead_u < 0, _tempered(ahead_u / 0.06), _tempered(ahead_u / 0.1))
    cost = leaving.base + base + pull + _tempered(slip_u / 0.1) + _tempered(turn_deg / 22.0)
    touching = near & (cost <= MOST) & (ahead_u <= 0.4)
    apart = near & (turn_deg <= 45) & (ahead_u > 0) & (ahead_u <= _FARTHEST) & (base + leaving.base < 0.5)
    cost = np.where(touching, cost, np.where(apart, APART + ahead_u + turn_deg / 90 + slip_u, np.inf))
    cost[place] = np.inf
    return Joints(cost, open_mm)


def _direction(out: NDArray[np.float64], into: Points, leaving: Port, entry: Port) -> Points:
    """(n, 2) unit vectors along which a gap counts: a long side's normal, or the mean of two ends'."""
    if (leaving in ENDS) == (entry in ENDS):
        ahead = out + into
        return np.asarray(ahead / np.maximum(np.linalg.norm(ahead, axis=1), 1e-9)[:, None])
    return np.broadcast_to(out, into.shape) if entry in ENDS else into


def _split(gap: Points, ahead: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n,) how far (n, 2) gaps go ahead, and sideways."""
    return np.sum(gap * ahead, axis=1), ahead[:, 0] * gap[:, 1] - ahead[:, 1] * gap[:, 0]
