"""The middle of the table: a hub, or the engine tile alone, and where trains may begin around it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chains_tiles import ENDS, MIDDLES, Port, TilesOnTable

FARTHEST = 1.2
"""A train begins within this many tile lengths of the hub's rim."""
FARTHEST_WITHOUT = 2.3
"""The same from the rim of an engine tile alone: many trains must keep off it for not to touch each other."""
_STEEPEST_DEG = 62.0
_IN_GROOVE = 0.15
"""The middle of a train's first tile is at most so many tile lengths inside a hub's rim."""


@dataclass(frozen=True, slots=True, eq=False)
class Hub:
    """Where trains begin.

    centre: (2,) mm. radius: mm to the rim of a hub; None for an engine tile alone.
    engine: (4, 2) mm corners of the engine tile, or None while there is none.
    """

    centre: NDArray[np.float64]
    radius: float | None
    engine: NDArray[np.float64] | None = None

    def rim(self, directions: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) mm from the centre to the rim along (n, 2) unit vectors."""
        if self.radius is not None:
            return np.full(len(directions), self.radius)
        if self.engine is None:
            return np.zeros(len(directions))
        along = (self.engine[2:].sum(axis=0) - self.engine[:2].sum(axis=0)) / 4
        across = (self.engine[[1, 2]].sum(axis=0) - self.engine[[0, 3]].sum(axis=0)) / 4
        halves = np.array([along, across])
        reach = np.sum(halves * halves, axis=1) / np.maximum(np.abs(directions @ halves.T), 1e-9)
        return np.asarray(reach.min(axis=1))

    @property
    def farthest(self) -> float:
        """How many tile lengths from the rim a train begins at most."""
        return FARTHEST if self.radius is not None else FARTHEST_WITHOUT


@dataclass(frozen=True, slots=True, eq=False)
class Starts:
    """What it costs each tile to be the first of a train, by each port facing the hub.

    cost: (n, 8) inf where it cannot. gap: (n, 8) mm from the rim. heading_deg: (n, 8) clockwise from x.
    """

    cost: NDArray[np.float64]
    gap: NDArray[np.float64]
    heading_deg: NDArray[np.float64]


def starts(tiles: TilesOnTable, hub: Hub) -> Starts:
    """Which tiles may begin a train: their inner end near the rim, pointing away from the hub."""
    ray = tiles.ports - hub.centre
    far = np.linalg.norm(ray, axis=2)
    ray = ray / np.maximum(far, 1e-9)[..., None]
    gap = far - hub.rim(ray.reshape(-1, 2)).reshape(far.shape)
    facing = -np.sum(ray * tiles.normals, axis=2)
    turn_deg = np.degrees(np.arccos(np.clip(facing, -1, 1)))
    deepest = tiles.length * 0.15 if hub.radius is None else max(hub.radius - 0.3 * tiles.length, 0.0)
    may = (turn_deg <= _STEEPEST_DEG) & (gap >= -deepest) & (gap <= hub.farthest * tiles.length)
    may[:, [p for p in Port if p not in ENDS and p not in MIDDLES]] = False
    inside = np.linalg.norm(tiles.centres - hub.centre, axis=1)
    # A hub's own grooves look like tiles; of a real one most lies outside.
    least = 0.35 * tiles.length if hub.radius is None else max(hub.radius - _IN_GROOVE * tiles.length, 0.0)
    may &= (inside > least)[:, None]
    outside = np.maximum(gap, 0) / tiles.length
    cost = 0.2 + 1.6 * outside + (turn_deg / 32) ** 2
    cost[:, list(MIDDLES)] += 0.8
    heading = np.degrees(np.arctan2(ray[..., 1], ray[..., 0])) % 360
    return Starts(np.where(may, cost, np.inf), gap, heading)
