"""Where a train's marker would lie, and whether these places are in view."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.chains import Growth
from vision.chains_joints import exits
from vision.chains_nodes import Node
from vision.chains_tiles import distance_to
from vision.scene import Scene
from vision.slots import turn_deg
from vision.table import Points, TableTransform

_CLEARLY_DEG = 3.0
NEW_SLOT_DEG = 15.0
"""A marker at the rim nearer to a known slot than this is no sign of another."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The table of one look, for asking what is where and what is covered.

    reach_deg: the direction from the hub from which the hand came that made the newest change, if known.
    """

    growth: Growth
    scene: Scene
    transform: TableTransform
    reach_deg: float | None = None

    def is_reached_rather(self, heading_deg: float, other_deg: float) -> bool:
        """Whether the hand came clearly rather from a heading than another: people mark their own trains."""
        if self.reach_deg is None:
            return False
        off, other_off = (abs(turn_deg(self.reach_deg, each)) for each in (heading_deg, other_deg))
        return off + _CLEARLY_DEG < other_off

    def is_covered(self, points_mm: Sequence[Points]) -> bool:
        """Whether any of some points (2,) is covered; what lies off the picture counts as its edge."""
        points = self.transform.to_px(np.stack(points_mm))
        last = np.array(self.scene.frame_px, np.float64) - 1
        return bool(self.scene.covered.at(np.clip(points, 0, last).astype(np.float32)).any())

    @property
    def mouth(self) -> float:
        """How far beyond the rim, in tile lengths, an empty train's marker lies at most."""
        return 1.0 if self.growth.hub.radius is not None else 2.0

    def new_mouth(self, taken: Sequence[float], point: Points) -> float | None:
        """The heading (degrees) of a point (2,) where another train could begin; None elsewhere."""
        hub = self.growth.hub
        ray = point - hub.centre
        far = max(float(np.linalg.norm(ray)), 1e-6)
        gap = (far - float(hub.rim(ray[None] / far)[0])) / self.growth.tiles.length
        heading = float(np.degrees(np.arctan2(ray[1], ray[0]))) % 360
        clear = all(abs(turn_deg(other, heading)) > NEW_SLOT_DEG for other in taken)
        return heading if clear and 0 <= gap <= self.mouth else None


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
            mouths = np.stack([self.mouth(ground, out) for out in np.arange(0, ground.mouth, 0.2)])
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
