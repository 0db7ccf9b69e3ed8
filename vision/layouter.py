"""Builds the layout: hub, trains, loose tiles, markers, as the scene shows them and the looks before did."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import Joint, Pose
from vision.chains import Growth, Node
from vision.chains_hub import Hub
from vision.chains_tiles import TilesOnTable, on_table
from vision.engine_tile import find_hub
from vision.layout import Chain, ChainTile, Layout
from vision.marking import Ground, Owned, Track, mark, marker_seen
from vision.scene import Scene, TrackedTile
from vision.slots import Beginning, SlotMemory
from vision.table import TableTransform

NOTHING = np.zeros((0, 2))


class Layouter:
    """Lays scenes out one after the other; remembers slots, joints and the hub between looks.

    hand_zones_px: polygons (k, 2) in which tiles never count as played.
    """

    def __init__(self, hand_zones_px: Sequence[NDArray[np.float32]] = ()) -> None:
        self.hand_zones_px = tuple(hand_zones_px)
        self.forget()

    def forget(self) -> None:
        """Begin anew, as after a round is cleared away."""
        self._slots = SlotMemory()
        self._habits: dict[int, int] = {}
        self._hub: Hub | None = None
        self._engine: int | None = None
        self._owners: dict[int, Owned] = {}

    def lay_out(self, scene: Scene, transform: TableTransform, engine_hint: int | None = None) -> Layout:
        """The table as trains. engine_hint: track id of the engine tile, where somebody knows it."""
        played = tuple(tile for tile in scene.tiles if not self._is_in_hand(tile))
        tiles = on_table(played, transform)
        by_id = {tile.track_id: tile for tile in played}
        known = engine_hint if engine_hint in by_id else self._engine if self._engine in by_id else None
        hub, engine = find_hub(scene, transform, tiles, by_id, known)
        if hub is None:
            hub = self._hub
        self._hub, self._engine = hub, engine if engine is not None else self._engine
        hands = tuple(sorted(t.track_id for t in scene.tiles if t.track_id not in by_id))
        if hub is None:
            return Layout(None, engine, (), _loose(by_id, set(), engine), NOTHING, hands=hands)
        growth = self._grown(tiles, by_id, hub, engine)
        return self._described(growth, scene, transform, engine, hands)

    def _is_in_hand(self, tile: TrackedTile) -> bool:
        x, y = (float(v) for v in tile.corners_px.mean(axis=0))
        return any(
            cv2.pointPolygonTest(zone.astype(np.float32), (x, y), measureDist=False) >= 0
            for zone in self.hand_zones_px
        )

    def _grown(
        self, tiles: TilesOnTable, by_id: dict[int, TrackedTile], hub: Hub, engine: int | None
    ) -> Growth:
        may_join = np.array([by_id[i].is_face_up and i != engine for i in tiles.ids], bool)
        growth = Growth(tiles, hub, self._habits, may_join)
        growth.run()
        self._habits = {
            tiles.ids[node.place]: tiles.ids[node.before]
            for node in growth.nodes.values()
            if node.before is not None
        }
        return growth

    def _described(
        self,
        growth: Growth,
        scene: Scene,
        transform: TableTransform,
        engine: int | None,
        hands: tuple[int, ...],
    ) -> Layout:
        tiles = growth.tiles
        trains = [growth.train(first) for first in growth.firsts]
        beginnings = [
            Beginning(growth.firsts[nodes[0].place], tuple(tiles.ids[n.place] for n in nodes))
            for nodes in trains
        ]
        slots = self._slots.assign(beginnings)
        laid = dict(zip(slots, trains, strict=True))
        ground = Ground(growth, scene, transform)
        tracks = [
            Track(slot, heading, tuple(laid.get(slot, ())))
            for slot, heading in sorted(self._slots.headings().items())
        ]
        marks = mark(ground, tracks, self._owners)
        self._owners = marks.owners
        chains = tuple(
            Chain(
                track.slot,
                track.heading_deg,
                tuple(_chain_tile(node, tiles) for node in track.nodes),
                marker_seen(ground, track, marks),
                track.is_tail_visible(ground),
                marks.of(track.slot),
            )
            for track in tracks
        )
        joined = {tiles.ids[place] for place in growth.nodes}
        by_id = {tile.track_id: tile for tile in scene.tiles if tile.track_id in set(tiles.ids)}
        return Layout(
            growth.hub.centre,
            engine,
            chains,
            _loose(by_id, joined, engine),
            marks.places_mm,
            hands,
            growth.hub.radius,
            (tiles.length, tiles.width),
        )


def _chain_tile(node: Node, tiles: TilesOnTable) -> ChainTile:
    placing = node.placing
    pose = Pose.CROSSWISE if placing.way.is_crosswise else Pose.INLINE
    joint = Joint.DETACHED if node.is_apart else Joint.TAIL
    return ChainTile(tiles.ids[node.place], placing.way.hub_end, pose, joint, placing.gap_mm)


def _loose(by_id: dict[int, TrackedTile], joined: set[int], engine: int | None) -> tuple[int, ...]:
    """Face-up tiles in no train."""
    return tuple(
        sorted(i for i, tile in by_id.items() if tile.is_face_up and i not in joined and i != engine)
    )
