"""Markers: which small thing lies at which train, and where that cannot be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chains import Growth
from vision.chains_joints import exits
from vision.chains_nodes import Node
from vision.chains_tiles import distance_to
from vision.scene import Scene, SmallThing
from vision.slots import turn_deg
from vision.table import Points, TableTransform

BESIDE = 1.1
"""A marker lies within this many tile widths of a head or tail."""
_NEW_SLOT_DEG = 15.0
"""A marker at the rim nearer to a known slot than this is no sign of another."""
_STILL = 0.5
"""Nudged by less than this many tile widths, a marker belongs where it belonged."""


@dataclass(frozen=True, slots=True)
class Owned:
    """To which slot's train a thing belongs, and where it lay (mm) when that was decided."""

    slot: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The table of one look, for asking what is where and what is covered."""

    growth: Growth
    scene: Scene
    transform: TableTransform

    def is_covered(self, points_mm: Sequence[Points]) -> bool:
        """Whether any of some points (2,) is covered; what lies off the picture counts as its edge."""
        points = self.transform.to_px(np.stack(points_mm))
        last = np.array(self.scene.frame_px, np.float64) - 1
        return bool(self.scene.covered.at(np.clip(points, 0, last).astype(np.float32)).any())


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One slot's train, or its place at the hub while it is empty."""

    slot: int
    heading_deg: float
    nodes: tuple[Node, ...]
    sides: tuple[Node, ...] = ()

    def mouth(self, ground: Ground, out: float) -> Points:
        """(2,) the place `out` tile lengths beyond the rim where the train begins."""
        turn = np.radians(self.heading_deg)
        ray = np.array([np.cos(turn), np.sin(turn)])
        hub = ground.growth.hub
        far = float(hub.rim(ray[None])[0]) + out * ground.growth.tiles.length
        return np.asarray(hub.centre + far * ray)

    def is_tail_visible(self, ground: Ground) -> bool:
        """Whether the table is in view a tile's length beyond the tail and to both its sides."""
        if not self.nodes:
            return not ground.is_covered([self.mouth(ground, out) for out in (0.0, 0.5, 1.0)])
        tiles, last = ground.growth.tiles, self.nodes[-1]
        port = exits(last.placing.way)[0].port
        tail, out = tiles.ports[last.place, port], tiles.normals[last.place, port]
        side = np.array([-out[1], out[0]]) * tiles.length * 0.75
        ahead = [tail + out * tiles.length * step for step in (0.1, 0.55, 1.0)]
        return not ground.is_covered([tiles.centres[last.place], *ahead, ahead[0] + side, ahead[0] - side])

    def is_head_visible(self, ground: Ground) -> bool:
        """Whether the first tile and both its sides are in view."""
        if not self.nodes:
            return self.is_tail_visible(ground)
        tiles, place = ground.growth.tiles, self.nodes[0].place
        along = tiles.along[place]
        side = np.array([-along[1], along[0]]) * tiles.width
        centre = tiles.centres[place]
        return not ground.is_covered([centre, centre + side, centre - side])

    def distance(self, ground: Ground, point: Points, reach: float) -> float:
        """How far (mm) a thing at `point` (2,) lies from this train's head or tail; inf beyond `reach`."""
        tiles = ground.growth.tiles
        if not self.nodes:
            mouths = np.stack([self.mouth(ground, out) for out in np.arange(0, _mouth(ground), 0.2)])
            apart = float(np.linalg.norm(mouths - point, axis=1).min())
            return apart if apart <= reach else np.inf
        quads = tiles.corners[[node.place for node in self.nodes]]
        apart_all = distance_to(quads, np.broadcast_to(point, (len(quads), 2)))
        if apart_all.min() == 0:
            return 0.0
        nearest = float(min(apart_all[0], apart_all[-1]))
        return nearest if nearest <= reach else np.inf

    def reaches(self, ground: Ground, point: Points, reach: float) -> bool:
        """Whether a thing at `point` (2,) is beside any tile of the train."""
        if not self.nodes:
            return self.distance(ground, point, reach) < np.inf
        quads = ground.growth.tiles.corners[[node.place for node in self.nodes]]
        return bool(distance_to(quads, np.broadcast_to(point, (len(quads), 2))).min() <= reach)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Which things are markers. owners: by thing id. places_mm: (n, 2) of these."""

    owners: dict[int, Owned]
    places_mm: NDArray[np.float64]

    def of(self, slot: int) -> tuple[int, ...]:
        """The things that are markers of a slot's train."""
        return tuple(sorted(thing for thing, owned in self.owners.items() if owned.slot == slot))


def mark(ground: Ground, tracks: Sequence[Track], before: Mapping[int, Owned]) -> Marks:
    """Give every thing in a marker zone to the train whose zone is nearest."""
    owners: dict[int, Owned] = {}
    for thing in sorted(ground.scene.things, key=lambda each: each.thing_id):
        point = ground.transform.to_mm(thing.centre_px)
        slot = _slot_of(ground, tracks, point, thing, before.get(thing.thing_id))
        if slot is not None:
            owned = before.get(thing.thing_id)
            is_same = owned is not None and owned.slot == slot
            owners[thing.thing_id] = owned if is_same and owned else Owned(slot, *map(float, point))
    places = [ground.transform.to_mm(t.centre_px) for t in ground.scene.things if t.thing_id in owners]
    return Marks(owners, np.stack(places) if places else np.zeros((0, 2)))


def _slot_of(
    ground: Ground, tracks: Sequence[Track], point: Points, thing: SmallThing, before: Owned | None
) -> int | None:
    tiles, hub = ground.growth.tiles, ground.growth.hub
    size = float(
        np.linalg.norm(ground.transform.to_mm(thing.centre_px + np.array([thing.size_px, 0.0])) - point)
    )
    reach = BESIDE * tiles.width + min(size, tiles.width) / 2
    if before is not None:
        moved = float(np.hypot(point[0] - before.x_mm, point[1] - before.y_mm))
        same = next((each for each in tracks if each.slot == before.slot), None)
        if same is not None and moved <= _STILL * tiles.width and same.reaches(ground, point, reach):
            return same.slot
    apart = [(each.distance(ground, point, reach), each.slot) for each in tracks]
    nearest, slot = min(apart, default=(np.inf, -1))
    is_on_hub = hub.radius is not None and np.linalg.norm(point - hub.centre) < hub.radius - 0.3 * tiles.width
    if not np.isfinite(nearest) or (is_on_hub and nearest > 0):
        return None
    return slot


def empty_mouths(ground: Ground, tracks: Sequence[Track], marks: Marks) -> tuple[float, ...]:
    """Headings (degrees) of marker-like things at the rim that belong to no train: slots of empty trains."""
    tiles, hub = ground.growth.tiles, ground.growth.hub
    taken = [track.heading_deg for track in tracks]
    found: list[float] = []
    for thing in sorted(ground.scene.things, key=lambda each: each.thing_id):
        if thing.thing_id in marks.owners or not thing.is_marker_like:
            continue
        ray = ground.transform.to_mm(thing.centre_px) - hub.centre
        far = max(float(np.linalg.norm(ray)), 1e-6)
        gap = (far - float(hub.rim(ray[None] / far)[0])) / tiles.length
        heading = float(np.degrees(np.arctan2(ray[1], ray[0]))) % 360
        clear = all(abs(turn_deg(other, heading)) > _NEW_SLOT_DEG for other in (*taken, *found))
        if 0 <= gap <= _mouth(ground) and clear:
            found.append(heading)
    return tuple(found)


def _mouth(ground: Ground) -> float:
    """How far beyond the rim, in tile lengths, an empty train's marker lies at most."""
    return 1.0 if ground.growth.hub.radius is not None else 1.4


def marker_seen(ground: Ground, track: Track, marks: Marks) -> bool | None:
    """Whether a train bears a marker; None where one might lie unseen."""
    if marks.of(track.slot):
        return True
    return False if track.is_head_visible(ground) and track.is_tail_visible(ground) else None
