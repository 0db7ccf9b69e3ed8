"""What belongs to the hub or the table and looks like a tile: grooves, labels, printed tracks."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from vision.layout import Layout
from vision.readings import UNREADABLE
from vision.scene import Scene, TrackedTile
from vision.table import TableTransform

_BEYOND_RIM = 0.35
"""The middle of a train's first tile is farther outside the hub than so many tile lengths."""
_THINKABLE = 0.05
"""An end may have any value that is read with this probability."""


class Decor:
    """Remembers what looked like tiles at the hub before anything was played."""

    def __init__(self) -> None:
        self._ids: frozenset[int] = frozenset()
        self._before: frozenset[int] = frozenset()
        self._is_round = False

    def without(self, scene: Scene) -> Scene:
        """The scene without it."""
        return replace(scene, tiles=tuple(t for t in scene.tiles if t.track_id not in self._ids))

    def note(self, scene: Scene, layout: Layout, transform: TableTransform, came: Collection[int]) -> bool:
        """Take in a look; whether something turned out to be decor. came: tiles that a hand has laid."""
        faces = [tile for tile in scene.tiles if tile.is_face_up]
        was_round, self._is_round = self._is_round, layout.engine is not None
        if layout.engine is None:
            self._before |= {tile.track_id for tile in faces if tile.track_id not in came}
        if was_round or layout.engine is None:
            return False
        before, self._before = self._before, frozenset()
        at_hub = [t for t in faces if t.track_id != layout.engine and _is_at_hub(t, layout, transform)]
        if layout.engine in came:
            # No play comes before the engine tile does.
            found = {tile.track_id for tile in at_hub} | (before & layout.played() - {layout.engine})
        else:
            found = _alien(at_hub, next((t for t in faces if t.track_id == layout.engine), None))
        self._ids |= found
        return bool(found)


def _is_at_hub(tile: TrackedTile, layout: Layout, transform: TableTransform) -> bool:
    """Whether a tile lies on a hub or touches its rim, nearer than the first tile of a train does."""
    if layout.hub_mm is None or layout.hub_radius_mm is None:
        return False
    middle = transform.to_mm(tile.corners_px.mean(axis=0))
    reach = layout.hub_radius_mm + _BEYOND_RIM * layout.tile_mm[0]
    return float(np.linalg.norm(middle - layout.hub_mm)) <= reach


def _alien(at_hub: Sequence[TrackedTile], engine: TrackedTile | None) -> set[int]:
    """Those that lay there when watching began and cannot have the engine tile's value."""
    if engine is None:
        return set()
    value = int(engine.probs[:, :UNREADABLE].sum(axis=0).argmax())
    return {tile.track_id for tile in at_hub if float(tile.probs[:, value].max()) < _THINKABLE}
