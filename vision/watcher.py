"""Watches a table: looks where something has changed and come to rest, and tells what it shows then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.observation import Observation, Seat
from vision.frames import Frame
from vision.layout import Layout
from vision.layouter import Layouter
from vision.leftovers import Leftovers, explains
from vision.looks import Boxes, Looker
from vision.motion import Motion, MotionGate
from vision.observe import observe
from vision.plausible import is_plain, lying_flat
from vision.reaching import Reaching
from vision.scene import Covered, Scene
from vision.seats import Seating
from vision.steady import Steady
from vision.table import TableTransform
from vision.table_shape import estimate_from_tiles
from vision.tags import HubSeen, find_tags

_LOOKS = 2
"""Looks at every change; more while they do not agree."""
_MOST_LOOKS = 6
_BETWEEN_S = 0.08
"""Looks closer together show the same noise."""
_SAME_CHANGE = 0.5
"""A reported region that lies in one being looked at by more than this share is no new one."""
_MORE_TILES = 1.3
"""The perspective is estimated anew when so many times more tiles are seen."""
_TILES_A_WIDTH = 25
"""Before a tile was seen, so many are taken to reach across the picture."""
_ONE_HAND = 0.94
"""Mean of the directions, as unit vectors, from which one hand seems to come in over several spots."""


@dataclass(frozen=True, slots=True, eq=False)
class WatcherSettings:
    """What is known of the table beforehand.

    set_size: the highest value of the set. seating: who sits where, when that is known.
    """

    set_size: int
    seating: Seating | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A settled look at the table.

    at_s: of its frame. settled_s: since when the newest change has been at rest.
    headings: slot -> direction from the hub in degrees clockwise from x; 90 is the picture's bottom.
    bumped: the camera was knocked since the last one. is_end: nothing follows.
    reach_deg: direction from the hub from which the hand came that made the newest change; None if unknown.
    """

    at_s: float
    settled_s: float
    observation: Observation
    headings: Mapping[int, float]
    scene: Scene
    layout: Layout
    bumped: bool = False
    is_end: bool = False
    reach_deg: float | None = None


@dataclass(slots=True, eq=False)
class _Change:
    """A region that has changed and is being looked at. box: (4,) px."""

    box: NDArray[np.float32]
    since_s: float
    due_s: float
    looks: int = 0


class Watcher:
    """Turns frames into settled looks; owns all that is remembered between them."""

    def __init__(self, looker: Looker, settings: WatcherSettings) -> None:
        self._looker = looker
        self._settings = settings
        self._gate = MotionGate()
        self._layouter = Layouter()
        self._reaching = Reaching()
        self._leftovers = Leftovers()
        self._settled: Scene | None = None
        self._steady: Steady | None = None
        self._changes: list[_Change] = []
        self._scan_due = True
        self._scan_looks = 0
        self._bumped = False
        self._tags: HubSeen | None = None
        self._transform: tuple[TableTransform, int] | None = None
        self._last: Seen | None = None
        self.looks = 0

    def see(self, frame: Frame) -> Seen | None:
        """Take in the next frame; a settled look when one is due."""
        if self._steady is None:
            self._steady = Steady((frame.luma.shape[1], frame.luma.shape[0]))
        motion = self._gate.see(frame)
        if motion.registration is not None or motion.is_lost:
            self._knocked(motion.registration)
        if motion.bumped:
            self._changes = []
            return None
        self._reaching.see(motion.covered, motion.changed | motion.moving)
        if self._scan_due:
            return self._scan(frame, motion) if motion.is_still or self._scan_looks else None
        self._note(motion, frame.at_s)
        due = [each for each in self._changes if each.due_s <= frame.at_s]
        return self._look_at(due, frame, motion) if due else None

    def finish(self) -> Seen | None:
        """Nothing follows: the last look once more, marked as the end."""
        return None if self._last is None else replace(self._last, bumped=False, is_end=True)

    def _knocked(self, registration: NDArray[np.float64] | None) -> None:
        """The camera stands elsewhere: take everything along, look at everything anew, judge nothing."""
        if registration is not None:
            self._tracks().move(registration)
        self._reaching.forget()
        self._changes, self._settled = [], None
        self._transform = None
        self._scan_due, self._scan_looks, self._bumped = True, 0, True

    def _scan(self, frame: Frame, motion: Motion) -> Seen | None:
        """Look at everything, as often as it takes for looks to agree."""
        steady = self._tracks()
        if self._scan_looks == 0:
            self._tags = find_tags(frame.luma).hub
        steady.add(self._looker.look(frame, None, self._scan_looks), motion.covered)
        self.looks += 1
        self._scan_looks += 1
        if self._scan_looks < _LOOKS:
            return None
        self._scan_due, self._scan_looks = False, 0
        self._gate.accept(None, motion)
        self._leftovers.start(motion.small, motion.scale)
        return self._tell(frame.at_s, frame.at_s, motion.covered)

    def _note(self, motion: Motion, at_s: float) -> None:
        """Begin to look at regions that have come to rest, and let go of those that a hand is over again."""
        self._changes = [each for each in self._changes if not motion.covered.at(_middle(each.box)[None])[0]]
        for box in motion.settled:
            if not any(_share_in(box, each.box) > _SAME_CHANGE for each in self._changes):
                self._changes.append(_Change(box.copy(), at_s, at_s))

    def _look_at(self, due: list[_Change], frame: Frame, motion: Motion) -> Seen | None:
        """One more look at the regions that are due; what the table shows once some of them are settled."""
        steady = self._tracks()
        boxes = np.stack([each.box for each in due])
        look = self._looker.look(frame, boxes, min(each.looks for each in due))
        self.looks += 1
        steady.add(look, motion.covered, Covered(motion.changed, motion.scale))
        still_open = steady.open_boxes()
        done = []
        for each in due:
            each.looks += 1
            each.due_s = frame.at_s + _BETWEEN_S
            agreed = each.looks >= _LOOKS and not any(_share_in(box, each.box) > 0 for box in still_open)
            if agreed or each.looks >= _MOST_LOOKS:
                done.append(each)
        if not done:
            return None
        self._changes = [each for each in self._changes if each not in done]
        self._gate.accept(np.stack([each.box for each in done]), motion)
        self._settle(done, motion, steady.scene(frame.at_s, motion.covered))
        return self._tell(frame.at_s, min(each.since_s for each in done), motion.covered, done)

    def _settle(self, done: Sequence[_Change], motion: Motion, now: Scene) -> None:
        """Note what came to lie or went away that is neither tile nor known marker."""
        tile_px = self._tracks().tile_px() or now.frame_px[0] / _TILES_A_WIDTH
        for each in done:
            explained = explains(self._settled, now, each.box, tile_px)
            self._leftovers.settle(each.box, motion.small, tile_px, is_explained=explained)
        self._settled = now

    def _tell(self, at_s: float, since_s: float, covered: Covered, done: Sequence[_Change] = ()) -> Seen:
        """What the table shows now."""
        scene = self._tracks().scene(at_s, covered)
        transform = self._perspective(scene)
        self._settled = self._settled or scene
        scene = replace(scene, things=(*scene.things, *self._leftovers.things()))
        scene = lying_flat(scene, transform)
        layout = self._layouter.lay_out(scene, transform)
        if layout.engine is None and not layout.chains:
            self._layouter.forget()
        reach_deg = self._reach_deg(done, transform, layout)
        reached = self._reached(reach_deg)
        seen = Seen(
            at_s=at_s,
            settled_s=since_s,
            observation=observe(layout, scene, self._settings.set_size, reached),
            headings={chain.slot: chain.heading_deg for chain in layout.chains},
            scene=scene,
            layout=layout,
            bumped=self._bumped,
            reach_deg=reach_deg,
        )
        self._bumped, self._last = False, seen
        return seen

    def _perspective(self, scene: Scene) -> TableTransform:
        """The table's perspective from its tiles, estimated anew when there are many more of them."""
        if self._tags is not None and self._tags.is_exact:
            return self._tags.transform
        n = len(scene.tiles)
        if self._transform is None or n > _MORE_TILES * self._transform[1] + 2:
            quads = [tile.corners_px for tile in scene.tiles if not tile.is_hidden and is_plain(tile)]
            stacked = np.stack(quads) if quads else np.zeros((0, 4, 2), np.float32)
            self._transform = (estimate_from_tiles(stacked, scene.frame_px), n)
            tile_px = self._tracks().tile_px()
            if tile_px is not None:
                self._gate.learn(tile_px=tile_px)
        return self._transform[0]

    def _reach_deg(self, done: Sequence[_Change], transform: TableTransform, layout: Layout) -> float | None:
        """From where, seen from the hub, the hand came in that made all these changes."""
        entries = [self._reaching.entry_px(_middle(each.box)) for each in done]
        known = [each for each in entries if each is not None]
        if layout.hub_mm is None or not known or len(known) < len(entries):
            return None
        away = transform.to_mm(np.stack(known)) - layout.hub_mm
        away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
        mean = away.mean(axis=0)
        if np.linalg.norm(mean) < _ONE_HAND:
            return None
        return float(np.degrees(np.arctan2(mean[1], mean[0])) % 360)

    def _reached(self, reach_deg: float | None) -> tuple[tuple[Seat, float], ...]:
        """Weights of the seats from whose side the hand came in; () if unknown."""
        seating = self._settings.seating
        if seating is None or reach_deg is None:
            return ()
        return tuple(zip(seating.names, seating.weights(reach_deg), strict=True))

    def _tracks(self) -> Steady:
        if self._steady is None:
            raise RuntimeError("tracks are there from the first frame on")
        return self._steady


def _middle(box: Boxes) -> NDArray[np.float32]:
    """(2,) the middle of a box (4,)."""
    return np.asarray((box[:2] + box[2:]) / 2, np.float32)


def _share_in(box: Boxes, other: Boxes) -> float:
    """How much of a box (4,) lies in another, 0..1."""
    sides = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
    area = float(np.prod(box[2:] - box[:2]))
    return float(np.prod(np.maximum(sides, 0))) / max(area, 1e-6)
