"""Watches a table: looks where something has changed and come to rest, and tells what it shows then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame
from vision.leftovers import Leftovers, Place, explains, known_in
from vision.looks import Boxes, Looker
from vision.motion import Motion, MotionGate
from vision.motion_grid import smoothed
from vision.reaching import Reaching
from vision.scene import Covered, Scene
from vision.sketch import Sketch, SketchOnFrame
from vision.steady import Steady
from vision.survey import Seen, Sight, Surveyor, WatcherSettings, at_the_end
from vision.tags import find_tags

_LOOKS = 2
"""Looks at every change; more while they do not agree."""
_LOOKS_AFTER_BUMP = 4
"""So many, after a knock, that what is no more where it was is known to be gone."""
_MOST_LOOKS = 6
_BETWEEN_S = 0.08
"""Looks closer together show the same noise."""
_SAME_CHANGE = 0.5
"""A reported region that lies in one being looked at by more than this share is no new one."""
_MOST_COVERED = 0.3
"""A look at everything waits while so much of the picture is under hands; it need not be all still."""
_STUCK_S, _STUCK_MOVES = 1.5, 0.005
"""What covers so much and does not move for so long, but for this share of the picture, is no hand: after a
knock everything that lies a little beside where it is thought to be looks like one."""
_LOOK_AGAIN_S = (3.0, 40.0)
"""While nothing has changed for so long everything is looked at again, at first and at most: a tile may have
been overlooked. Without an engine tile the waits begin short; each is twice as long as the one before."""
_STILL_COVERED = 0.03
_MARKERS_KNOWN = 2
"""Once models have seen so many different markers they know what marks trains in this game, and what else is
left over does not."""
_TILES_A_WIDTH = 25
"""Before a tile was seen, so many are taken to reach across the picture."""


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
        self._is_stills = settings.is_stills
        self._gate = MotionGate(still_s=0.0) if settings.is_stills else MotionGate()
        self._surveyor = Surveyor(settings)
        self._reaching = Reaching()
        self._leftovers = Leftovers()
        self._markers_seen: set[int] = set()
        self._settled: Scene | None = None
        self._sketch = settings.sketch
        self._drawn: SketchOnFrame | None = None
        self._steady: Steady | None = None
        self._changes: list[_Change] = []
        self._came_px: dict[int, NDArray[np.float32]] = {}
        self._scan_due = True
        self._scan_looks = 0
        self._moved_s: float | None = None
        self._is_again = False
        self._again_s = (0.0, _LOOK_AGAIN_S[0])
        self._bumped = False
        self._last: Seen | None = None
        self.looks = 0

    @property
    def is_knocked(self) -> bool:
        """Whether the camera was knocked, and the table has not been looked at anew yet."""
        return self._bumped

    @property
    def sketch(self) -> Sketch:
        """What a person drew, where it is by now."""
        return self._sketch if self._drawn is None else self._drawn.sketch()

    @property
    def zones_px(self) -> tuple[NDArray[np.float32], ...]:
        """(4, 2) px each: where hands lie; none before the first frame."""
        return () if self._drawn is None else self._drawn.zones_px

    def use_sketch(self, sketch: Sketch) -> None:
        """Go by what a person has drawn anew, and look at everything with that in mind."""
        self._sketch, self._drawn = sketch, None
        self._surveyor.forget_hub()
        if not self._scan_due:
            self._scan_due = self._is_again = True

    def see(self, frame: Frame) -> Seen | None:
        """Take in the next frame; a settled look when one is due."""
        if self._steady is None:
            self._steady = Steady((frame.luma.shape[1], frame.luma.shape[0]))
        if self._drawn is None:
            self._drawn = SketchOnFrame(self._sketch, (frame.luma.shape[1], frame.luma.shape[0]))
        motion = self._gate.see(frame)
        if motion.registration is not None or motion.is_lost:
            self._knocked(motion)
        if motion.bumped:
            self._changes = []
            return None
        motion = self._unstuck(frame, motion)
        self._reaching.see(motion.covered, motion.changed | motion.moving)
        if not self._scan_due:
            self._note(motion, frame.at_s)
            self._look_again_in_time(motion, frame.at_s)
        seen = self._look(frame, motion)
        while self._is_stills and (self._changes or self._scan_due):
            # No other picture of this table follows: look again until the looks agree.
            seen = self._look(frame, motion) or seen
        return seen

    def finish(self) -> Seen | None:
        """Nothing follows: the last look once more, marked as the end."""
        return None if self._last is None else at_the_end(self._last)

    def _unstuck(self, frame: Frame, motion: Motion) -> Motion:
        """The same motion, or one that begins here where a look at everything waits for what never moves."""
        is_stuck = self._scan_due and not self._scan_looks and motion.covered.mask.mean() > _MOST_COVERED
        if self._moved_s is None or not is_stuck or motion.moving.mean() > _STUCK_MOVES:
            self._moved_s = frame.at_s
        if frame.at_s - self._moved_s < _STUCK_S:
            return motion
        self._moved_s = frame.at_s
        self._gate.begin_anew()
        self._leftovers.forget()
        return self._gate.see(frame)

    def _knocked(self, motion: Motion) -> None:
        """The camera stands elsewhere: take everything along, look at everything anew, judge nothing."""
        if motion.registration is None:
            self._leftovers.forget()
        else:
            self._tracks().move(motion.registration)
            self._on_frame().move(motion.registration)
            self._leftovers.move(motion.registration, smoothed(motion.small), motion.scale)
        self._reaching.forget()
        self._came_px.clear()
        self._changes, self._settled = [], None
        self._surveyor.knocked()
        self._scan_due, self._scan_looks, self._bumped = True, 0, True
        self._is_again = False

    def _look_again_in_time(self, motion: Motion, at_s: float) -> None:
        """Look at everything again when nothing has changed for a while."""
        since_s, wait_s = self._again_s
        if self._is_stills or at_s - since_s < wait_s:
            return
        if self._changes or motion.covered.mask.mean() > _STILL_COVERED:
            return
        self._scan_due = self._is_again = True
        self._again_s = (at_s, min(2 * wait_s, _LOOK_AGAIN_S[1]))

    def _look(self, frame: Frame, motion: Motion) -> Seen | None:
        """Look once at all that is due; what the table shows once that is settled."""
        if self._scan_due:
            is_open = self._is_stills or motion.covered.mask.mean() <= _MOST_COVERED
            return self._scan(frame, motion) if is_open or self._scan_looks else None
        due = [each for each in self._changes if self._is_stills or each.due_s <= frame.at_s]
        return self._look_at(due, frame, motion) if due else None

    def _scan(self, frame: Frame, motion: Motion) -> Seen | None:
        """Look at everything, as often as it takes for looks to agree."""
        steady = self._tracks()
        if self._scan_looks == 0:
            self._surveyor.use_tags(find_tags(frame.luma).hub)
        look = self._on_frame().without_hands(self._looker.look(frame, None, self._scan_looks))
        if self._bumped and (step := steady.realign(look)) is not None:
            self._on_frame().move(step)
            self._leftovers.move(step, smoothed(motion.small), motion.scale)
        steady.add(look, motion.covered, Covered(motion.changed, motion.scale) if self._is_again else None)
        self.looks += 1
        self._scan_looks += 1
        if self._scan_looks < (_LOOKS_AFTER_BUMP if self._bumped else _LOOKS):
            return None
        self._scan_due, self._scan_looks, self._is_again = False, 0, False
        self._gate.accept(None, motion)
        return self._tell(frame.at_s, frame.at_s, motion.covered)

    def _note(self, motion: Motion, at_s: float) -> None:
        """Begin to look at regions that have come to rest, and let go of those that a hand is over again."""
        self._changes = [each for each in self._changes if not motion.covered.at(_middle(each.box)[None])[0]]
        private = np.array([self._on_frame().holds(box) for box in motion.settled], np.bool_)
        if private.any():
            self._gate.accept(motion.settled[private], motion)
        for box in motion.settled[~private]:
            if not any(_share_in(box, each.box) > _SAME_CHANGE for each in self._changes):
                self._changes.append(_Change(box.copy(), at_s, at_s))

    def _look_at(self, due: list[_Change], frame: Frame, motion: Motion) -> Seen | None:
        """One more look at the regions that are due; what the table shows once some of them are settled."""
        steady = self._tracks()
        boxes = np.stack([each.box for each in due])
        look = self._looker.look(frame, boxes, min(each.looks for each in due))
        look = self._on_frame().without_hands(look)
        self.looks += 1
        known = steady.places().keys()
        steady.add(look, motion.covered, Covered(motion.changed, motion.scale))
        self._note_arms({each: at for each, at in steady.places().items() if each not in known})
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
        self._settle(done, motion, steady.scene(frame.at_s, motion.covered))
        self._gate.accept(np.stack([each.box for each in done]), motion)
        return self._tell(frame.at_s, min(each.since_s for each in done), motion.covered, done)

    def _note_arms(self, new: Mapping[int, NDArray[np.float32]]) -> None:
        """Remember which arm was last over the place of each new tile: later ones only pass by."""
        places = self._tracks().places()
        self._came_px = {each: entry for each, entry in self._came_px.items() if each in places}
        for each, place in new.items():
            entry = self._reaching.entry_px(place)
            if entry is not None:
                self._came_px[each] = entry

    def _settle(self, done: Sequence[_Change], motion: Motion, now: Scene) -> None:
        """Note what came to lie or went away that is neither tile nor known marker."""
        tile_px = self._tracks().tile_px() or now.frame_px[0] / _TILES_A_WIDTH
        before, shown = self._gate.reference(), smoothed(motion.small)
        for each in done:
            tiles, lying = known_in(self._settled, now, each.box, tile_px)
            place = Place(each.box, before, shown, motion.changed, motion.scale, tiles, lying, tile_px)
            explained = explains(self._settled, now, each.box, tile_px)
            self._leftovers.settle(place, is_explained=explained)
        self._settled = now

    def _tell(self, at_s: float, since_s: float, covered: Covered, done: Sequence[_Change] = ()) -> Seen:
        """What the table shows now."""
        scene = self._tracks().scene(at_s, covered)
        self._settled = self._settled or scene
        entries = tuple(self._reaching.entry_px(_middle(each.box)) for each in done)
        self._markers_seen |= {thing.thing_id for thing in scene.things}
        if len(self._markers_seen) < _MARKERS_KNOWN:
            scene = replace(scene, things=(*scene.things, *self._leftovers.beside(scene.things)))
        scene = self._on_frame().over(scene)
        self._last = self._surveyor.survey(Sight(scene, since_s, entries, self._bumped, dict(self._came_px)))
        self._bumped = False
        is_playing = self._last.layout.engine is not None
        if done or is_playing:
            self._again_s = (at_s, _LOOK_AGAIN_S[is_playing])
        self._teach_gate(self._last)
        return self._last

    def _teach_gate(self, seen: Seen) -> None:
        """Tell the gate how large tiles are and where the table surely is."""
        tile_px = self._tracks().tile_px()
        if tile_px is not None:
            lying = seen.layout.played()
            corners = [tile.corners_px for tile in seen.scene.tiles if tile.track_id in lying]
            on_table = np.concatenate(corners) if corners else None
            self._gate.learn(tile_px=tile_px, on_table_px=on_table)

    def _tracks(self) -> Steady:
        if self._steady is None:
            raise RuntimeError("tracks are there from the first frame on")
        return self._steady

    def _on_frame(self) -> SketchOnFrame:
        if self._drawn is None:
            raise RuntimeError("what was drawn is on the picture from the first frame on")
        return self._drawn


def _middle(box: Boxes) -> NDArray[np.float32]:
    """(2,) the middle of a box (4,)."""
    return np.asarray((box[:2] + box[2:]) / 2, np.float32)


def _share_in(box: Boxes, other: Boxes) -> float:
    """How much of a box (4,) lies in another, 0..1."""
    sides = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
    area = float(np.prod(box[2:] - box[:2]))
    return float(np.prod(np.maximum(sides, 0))) / max(area, 1e-6)
