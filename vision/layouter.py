"""Builds the layout: hub, trains, loose tiles, markers, as the scene shows them and the looks before did."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.observation import Pose
from vision.chains import Growth
from vision.chains_hub import Hub
from vision.chains_nodes import FIRST, Node
from vision.chains_tiles import TilesOnTable, on_table
from vision.engine_tile import between_two, find_hub
from vision.geometry import side_lengths
from vision.layout import Chain, ChainTile, Layout
from vision.marking import Marks, empty_mouths, mark, marker_seen
from vision.marking_zones import Ground, Track
from vision.reaching import reach_deg
from vision.scene import Scene, TrackedTile
from vision.slots import Beginning, SlotMemory
from vision.table import TableTransform

_SAME_PLACE = 0.4
"""A tile within this many tile lengths of where the engine tile lay is it."""


class Layouter:
    """Lays scenes out one after the other; remembers slots, joints and the hub between looks."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as after a round is cleared away."""
        self._slots = SlotMemory()
        self._habits: dict[int, int] = {}
        self._hub: Hub | None = None
        self._hub_px: NDArray[np.float32] | None = None
        self._engine: int | None = None
        self._engine_px: NDArray[np.float32] | None = None
        self._marks = Marks()

    def forget_hub(self) -> None:
        """The hub is to be found anew; trains keep their slots."""
        self._hub = self._hub_px = None

    def lay_out(
        self,
        scene: Scene,
        transform: TableTransform,
        engine_hint: int | None = None,
        entries_px: Sequence[NDArray[np.float32] | None] = (),
    ) -> Layout:
        """The table as trains.

        engine_hint: track id of the engine tile, where somebody knows it. entries_px: (2,) where on the
        picture's border hands came in that made the newest changes, None where nobody saw one.
        """
        self._hub_px = self._hub_px if scene.hub_px is None else scene.hub_px
        scene = replace(scene, hub_px=self._hub_px)
        upright = transform.upright(np.array(scene.frame_px, np.float64) / 2)
        played = {tile.track_id: tile for tile in scene.tiles}
        tiles = on_table(scene.tiles, upright)
        known = self._known_engine(played, engine_hint)
        hub, engine = find_hub(scene, upright, tiles, played, known)
        if hub is None and self._hub is None:
            hub, engine = between_two(scene, tiles, played)
        self._hub = hub = hub or self._hub
        self._engine = engine if engine is not None else self._engine
        if engine is not None:
            self._engine_px = played[engine].corners_px
        if hub is None:
            loose = tuple(i for i in tiles.ids if played[i].is_face_up and i != engine)
            return Layout(None, engine, (), loose, np.zeros((0, 2)))
        growth = self._grown(tiles, played, hub, engine)
        ground = Ground(growth, scene, upright, reach_deg(entries_px, upright, hub.centre))
        tracks, marks = self._marked(ground)
        joined = growth.nodes.keys() | growth.sides.keys()
        return Layout(
            hub_mm=_moved(hub.centre, upright, transform),
            engine=engine,
            chains=tuple(_chain(track, ground, marks) for track in tracks),
            loose=tuple(
                each
                for place, each in enumerate(tiles.ids)
                if played[each].is_face_up and place not in joined and each != engine
            ),
            markers_mm=_moved(marks.places_mm, upright, transform),
            hub_radius_mm=hub.radius,
            tile_mm=(tiles.length, tiles.width),
        )

    def _known_engine(self, played: Mapping[int, TrackedTile], hint: int | None) -> int | None:
        """The engine tile of the looks before; one that was lost from sight is found again by its place."""
        for each in (hint, self._engine):
            if each is not None and each in played and played[each].is_face_up:
                return each
        if self._engine_px is None:
            return None
        length = side_lengths(self._engine_px[None])[0][0]
        for each, tile in played.items():
            apart = np.linalg.norm(tile.corners_px.mean(axis=0) - self._engine_px.mean(axis=0))
            if tile.is_face_up and apart <= _SAME_PLACE * length:
                return each
        return None

    def _grown(
        self, tiles: TilesOnTable, played: Mapping[int, TrackedTile], hub: Hub, engine: int | None
    ) -> Growth:
        """The trains, and what they are remembered by."""
        is_up = np.array([played[each].is_face_up for each in tiles.ids], bool)
        is_engine = np.array([each == engine for each in tiles.ids], bool)
        growth = Growth(tiles, hub, is_up & ~is_engine, ~is_up & ~is_engine, self._habits)
        growth.run()
        self._habits = {
            tiles.ids[node.place]: FIRST if node.before == FIRST else tiles.ids[node.before]
            for node in growth.nodes.values()
        }
        return growth

    def _marked(self, ground: Ground) -> tuple[tuple[Track, ...], Marks]:
        """Every slot with its train, and the markers; a marker at the rim alone is a slot as well."""
        growth = ground.growth
        trains = [growth.train(first) for first in growth.firsts]
        begun = [
            Beginning(growth.firsts[train[0].place], tuple(growth.tiles.ids[node.place] for node in train))
            for train in trains
        ]
        laid = dict(zip(self._slots.assign(begun), trains, strict=True))
        tracks = self._tracks(laid, growth)
        marks = mark(ground, tracks, self._marks)
        if mouths := empty_mouths(ground, tracks, marks):
            for heading_deg in mouths:
                self._slots.add(heading_deg)
            tracks = self._tracks(laid, growth)
            marks = mark(ground, tracks, self._marks)
        self._marks = marks
        return tracks, marks

    def _tracks(self, laid: Mapping[int, list[Node]], growth: Growth) -> tuple[Track, ...]:
        return tuple(
            Track(slot, heading, tuple(train := laid.get(slot, [])), tuple(growth.sides_of(train)))
            for slot, heading in sorted(self._slots.headings().items())
        )


def _moved(points: NDArray[np.float64], one: TableTransform, other: TableTransform) -> NDArray[np.float64]:
    """Points (..., 2) in mm of one transform in mm of another of the same picture."""
    return other.to_mm(one.to_px(points))


def _chain(track: Track, ground: Ground, marks: Marks) -> Chain:
    tiles = ground.growth.tiles
    return Chain(
        track.slot,
        track.heading_deg,
        tuple(_chain_tile(node, tiles) for node in (*track.nodes, *track.sides)),
        marker_seen(ground, track, marks),
        track.is_tail_visible(ground),
        marks.of(track.slot),
    )


def _chain_tile(node: Node, tiles: TilesOnTable) -> ChainTile:
    placing = node.placing
    pose = Pose.CROSSWISE if placing.way.is_crosswise else Pose.INLINE
    return ChainTile(tiles.ids[node.place], placing.way.hub_end, pose, node.joint, placing.gap_mm)
