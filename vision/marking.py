"""Markers: which small thing lies at which train, and where that cannot be seen."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.marking_zones import Ground, Track
from vision.scene import SmallThing
from vision.table import Points

BESIDE = 1.1
"""A marker lies within this many tile widths of a head or tail."""
_CLOSE = 0.55
"""With a gap of no more tile widths a marker is beside a train for certain."""
_STILL = 0.5
"""What was nudged by less than this many tile widths is where it was."""
_LEFT_BEHIND = 2.0
"""So many tile widths farther from its train a marker still belongs to it that did not move."""
_KEEPS = 0.35
"""A train that had a marker may be so many tile widths farther from one than another train is."""
_PARKED_S = 15.0
"""What has lain idle for so long has been put by, and no train that grows up to it makes it a marker."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Where a thing lay, in mm from the hub's middle, since when, and to which slot's train it belongs."""

    slot: int | None
    x_mm: float
    y_mm: float
    since_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Which things are markers. lays: by thing id, of all things. places_mm: (n, 2) of the markers."""

    lays: Mapping[int, Lay] = field(default_factory=dict)
    places_mm: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))

    def of(self, slot: int) -> tuple[int, ...]:
        """The things that are markers of a slot's train."""
        return tuple(sorted(thing for thing, lay in self.lays.items() if lay.slot == slot))


def mark(ground: Ground, tracks: Sequence[Track], before: Marks) -> Marks:
    """Give every thing in a marker zone to the train whose zone is nearest."""
    spots = {
        each.thing_id: _Spot(ground, each, before.lays.get(each.thing_id)) for each in ground.scene.things
    }
    still = {spot.slot_before for spot in spots.values() if spot.is_still}
    missed = {lay.slot for lay in before.lays.values() if lay.slot is not None} - still
    slots = {each: spots[each].slot(tracks, missed) for each in sorted(spots)}
    places = [spots[each].point for each, slot in slots.items() if slot is not None]
    return Marks(
        {each: spots[each].lay(slot) for each, slot in slots.items()},
        np.stack(places) if places else np.zeros((0, 2)),
    )


class _Spot:
    """A small thing on the table, and where it lay before."""

    def __init__(self, ground: Ground, thing: SmallThing, before: Lay | None) -> None:
        self._ground = ground
        self._thing = thing
        self._width = ground.growth.tiles.width
        self.point: Points = ground.transform.to_mm(thing.centre_px)
        self._from_hub = self.point - ground.growth.hub.centre
        side = ground.transform.to_mm(thing.centre_px + np.array([thing.size_px, 0.0])) - self.point
        self._half = min(float(np.linalg.norm(side)) / 2, self._width)
        moved = np.inf if before is None else np.hypot(*(self._from_hub - (before.x_mm, before.y_mm)))
        self._before = before
        self.is_still = bool(moved <= _STILL * self._width)

    @property
    def slot_before(self) -> int | None:
        """The slot whose train it marked."""
        return None if self._before is None else self._before.slot

    def lay(self, slot: int | None) -> Lay:
        """What to remember of it: where it came to lie, not where it was nudged to."""
        if self._before is not None and self.is_still and self._before.slot == slot:
            return self._before
        x, y = self._from_hub
        return Lay(slot, float(x), float(y), self._ground.scene.at_s)

    def slot(self, tracks: Sequence[Track], missed: AbstractSet[int | None]) -> int | None:
        """The slot of the train that it marks, if any. missed: slots whose marker left its place."""
        reach = BESIDE * self._width + self._half
        if self._before is not None and self.is_still:
            if self._before.slot is None and self._is_parked():
                return None
            same = next((each for each in tracks if each.slot == self._before.slot), None)
            if same is not None and same.reaches(
                self._ground, self.point, reach + _LEFT_BEHIND * self._width
            ):
                return same.slot
        claims = [
            (apart - _KEEPS * self._width * (track.slot in missed), apart, track)
            for track in tracks
            if (apart := track.distance(self._ground, self.point, reach)) < np.inf
        ]
        if not claims:
            return None
        _, apart, track = min(claims, key=lambda claim: (claim[0], claim[2].slot))
        if self._is_on_hub() and apart > 0:
            return None
        return None if self._is_before_empty_slot(track, apart, tracks, missed) else track.slot

    def _is_before_empty_slot(
        self, track: Track, apart: float, tracks: Sequence[Track], missed: AbstractSet[int | None]
    ) -> bool:
        """Whether it lies rather where another train could begin than beside this one."""
        if not track.nodes or not self._thing.is_marker_like or apart == 0 or track.slot in missed:
            return False
        mouth = self._ground.new_mouth([each.heading_deg for each in tracks], self.point)
        if mouth is None:
            return False
        is_close = apart <= _CLOSE * self._width + self._half
        return not is_close or self._ground.is_reached_rather(mouth, track.heading_deg)

    def _is_parked(self) -> bool:
        since_s = np.inf if self._before is None else self._before.since_s
        return bool(self._ground.scene.at_s - since_s >= _PARKED_S)

    def _is_on_hub(self) -> bool:
        radius = self._ground.growth.hub.radius
        return radius is not None and float(np.linalg.norm(self._from_hub)) < radius - 0.3 * self._width


def empty_mouths(ground: Ground, tracks: Sequence[Track], marks: Marks) -> tuple[float, ...]:
    """Headings (degrees) of marker-like things at the rim that belong to no train: slots of empty trains."""
    taken = [track.heading_deg for track in tracks]
    found: list[float] = []
    for thing in sorted(ground.scene.things, key=lambda each: each.thing_id):
        lay = marks.lays.get(thing.thing_id)
        if lay is not None and lay.slot is None and thing.is_marker_like:
            heading = ground.new_mouth((*taken, *found), ground.transform.to_mm(thing.centre_px))
            found += [] if heading is None else [heading]
    return tuple(found)


def marker_seen(ground: Ground, track: Track, marks: Marks) -> bool | None:
    """Whether a train bears a marker; None where one might lie unseen."""
    if marks.of(track.slot):
        return True
    return False if track.is_head_visible(ground) and track.is_tail_visible(ground) else None
