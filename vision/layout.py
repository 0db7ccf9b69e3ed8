"""How tiles form trains: types. Whoever builds a layout lives in modules beside this one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.observation import Joint, Pose


@dataclass(frozen=True, slots=True, eq=False)
class ChainTile:
    """A tile in a train.

    hub_end: 0 when end a lies towards the hub, 1 when end b does; either for a crosswise tile.
    gap_mm: between its joint and the tile before (or the hub's edge); negative when they overlap.
    """

    track_id: int
    hub_end: int
    pose: Pose
    joint: Joint
    gap_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A train from the hub outward; `slot` stays the same for as long as the round lasts.

    heading_deg: from the hub to where the train begins, clockwise from x.
    marker: whether one lies on it; None when neither head nor tail can be seen.
    is_tail_visible: whether it can be seen that nothing follows the last tile.
    things: ids of the small things that lie on it or beside it as markers.
    A slot whose train is empty now is a chain without tiles.
    """

    slot: int
    heading_deg: float
    tiles: tuple[ChainTile, ...]
    marker: bool | None
    is_tail_visible: bool
    things: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The table as trains, hub and loose tiles.

    hub_mm: (2,) the middle of the hub, or of the engine tile without one; None while there is neither.
    engine, loose: track ids. markers_mm: (n, 2) things in marker zones.
    hub_radius_mm: None without a hub. tile_mm: length and width of the tiles, in the layout's mm.
    """

    hub_mm: NDArray[np.float64] | None
    engine: int | None
    chains: tuple[Chain, ...]
    loose: tuple[int, ...]
    markers_mm: NDArray[np.float64]
    hub_radius_mm: float | None = None
    tile_mm: tuple[float, float] = (50.0, 25.0)

    def played(self) -> frozenset[int]:
        """Track ids of the engine tile and of all tiles in trains."""
        laid = {each.track_id for chain in self.chains for each in chain.tiles}
        return frozenset(laid if self.engine is None else {*laid, self.engine})
