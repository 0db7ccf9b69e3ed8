"""What many looks agree on: tiles and small things that keep their number from look to look."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from vision.detections import TableClass
from vision.geometry import side_lengths
from vision.looks import Boxes, Look
from vision.readings import CLASSES, TileReading
from vision.scene import Covered, Scene, SmallThing, TrackedTile
from vision.tracks import Quad, ThingTrack, TileTrack

_NEAR = 0.4
"""A tile seen farther than this many tile lengths from where one lay is another one."""
_TURNED_DEG = 40.0
"""A tile seen at this angle to one that lay there is another one."""
_CHANGED_SHARE = 0.2
"""Less of a tile's place than this has changed since it was seen: it was overlooked and is still there."""
_NEW_FACES = ((0.9, 0.15, 0.4), (0.5, 0.5, 0.5), (0.0, 0.7, 0.7))
"""How surely a tile nobody has seen before must be found, by how well its worse end is read; the last
number is for one with a blank end, as which much is misread. In 66 stills of films this takes in 25 of 44
true tiles that are found with less than 0.5, and 5 false ones, and leaves out 46 of 83 false ones above."""
_NEW_BACK_LEAST = 0.15
_FEWEST_TO_REALIGN = 3
_ALIGNED = 0.25
"""After a knock tiles lie within this many tile lengths of where a common step takes them."""
_READ_WELL = 0.8
_THING_LEAST = 0.3
HUB_LEAST = 0.25
"""A hub seen less surely is hardly one."""
_HUB_OFF = 0.45
"""In halves of the picture's diagonal: cameras look at the middle, chips and coasters lie at the edge."""
_HAND_LEAST = 0.4


class _Sighting(NamedTuple):
    """A tile in one look."""

    quad: Quad
    probs: NDArray[np.float32]
    is_face_up: bool
    confidence: float

    @property
    def is_surely_new(self) -> bool:
        """Whether it is believed though nobody has seen it before."""
        if not self.is_face_up:
            return self.confidence >= _NEW_BACK_LEAST
        read, values = float(self.probs.max(axis=1).min()), self.probs.argmax(axis=1)
        least, least_blank = next(by for worse, *by in _NEW_FACES if read >= worse)
        return self.confidence >= (least if values.all() else least_blank)


class Steady:
    """Keeps the tracks of one view of one table; whoever owns it calls it from one thread."""

    def __init__(self, frame_px: tuple[int, int]) -> None:
        self._frame_px = frame_px
        self._tiles: list[TileTrack] = []
        self._things: list[ThingTrack] = []
        self._hub: tuple[Quad, float] | None = None
        self._ids = count(1)

    def add(self, look: Look, covered: Covered, changed: Covered | None = None) -> None:
        """Take in a look.

        covered: where the look could not see. changed: what differs from when it was last looked at;
        a tile outside it that was not found is still there. None: everything may have changed.
        """
        seen = [each for each in _sightings(look) if not _is_covered(each.quad, covered)]
        matched = self._match(seen)
        known, found = list(self._tiles), {id(track) for track in matched.values()}
        for number, each in enumerate(seen):
            if number in matched:
                self._see_again(matched[number], each, look.at_s, changed)
            elif each.is_surely_new:
                self._tiles.append(
                    TileTrack(
                        next(self._ids), each.quad, each.probs, is_face_up=each.is_face_up, at_s=look.at_s
                    )
                )
        hands = _hands(look)
        for track in known:
            if id(track) in found or not _was_looked_at(track.quad, look.boxes):
                continue
            if not _is_covered(track.quad, covered) and not _is_under(hands, track.quad):
                track.miss(is_changed=changed is None or changed.share(track.quad) >= _CHANGED_SHARE)
        self._tiles = [track for track in self._tiles if not track.is_gone]
        self._add_things(look, covered)
        self._add_hub(look)

    def _see_again(self, track: TileTrack, seen: _Sighting, at_s: float, changed: Covered | None) -> None:
        is_changed = changed is not None and changed.share(track.quad) >= _CHANGED_SHARE
        face_up = seen.is_face_up
        if track.see(seen.quad, seen.probs, is_face_up=face_up, at_s=at_s, is_changed=is_changed):
            track.track_id = next(self._ids)

    def move(self, registration: NDArray[np.float64]) -> None:
        """The camera was knocked: everything lies where this (3, 3) homography takes it."""
        for tile in self._tiles:
            tile.quad = _mapped(tile.quad, registration)
        for thing in self._things:
            thing.centre = _mapped(thing.centre[None], registration)[0]
        if self._hub is not None:
            self._hub = (_mapped(self._hub[0], registration), self._hub[1])

    def realign(self, look: Look) -> NDArray[np.float64] | None:
        """After a knock: move everything to where the same tiles are seen now.

        Tiles of a set are unique, so equal sure readings are one tile. Returns the (3, 3) step, None where
        too few tiles tell or they do not agree.
        """
        before, now = _by_ends(self._tiles), _by_ends(look.tiles)
        both = [ends for ends in before if ends in now]
        if len(both) < _FEWEST_TO_REALIGN:
            return None
        source = np.stack([before[ends].mean(axis=0) for ends in both])
        target = np.stack([now[ends].mean(axis=0) for ends in both])
        reach = _ALIGNED * float(np.median(side_lengths(np.stack([now[ends] for ends in both]))[0]))
        step, agreeing = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=reach)
        if np.shape(step) != (2, 3) or int(np.sum(agreeing)) < max(_FEWEST_TO_REALIGN, len(both) / 2):
            return None
        whole = np.vstack([step, [0.0, 0.0, 1.0]])
        self.move(whole)
        return whole

    def scene(self, at_s: float, covered: Covered) -> Scene:
        """Everything that at least two looks agree on."""
        tiles = tuple(
            TrackedTile(
                track.track_id,
                track.quad.copy(),
                track.probs(),
                is_face_up=track.is_face_up,
                is_hidden=_is_covered(track.quad, covered),
            )
            for track in self._tiles
            if track.is_confirmed
        )
        things = tuple(
            SmallThing(
                track.thing_id,
                track.centre.copy(),
                track.size_px,
                is_hidden=bool(covered.at(track.centre[None])[0]),
            )
            for track in self._things
            if track.is_confirmed
        )
        hub = None if self._hub is None else self._hub[0].copy()
        return Scene(at_s, self._frame_px, tiles, things, hub, covered)

    def open_boxes(self) -> Boxes:
        """(n, 4) boxes around tiles and things that another look would settle."""
        quads = [track.quad for track in self._tiles if track.is_open]
        quads += [track.box() for track in self._things if track.is_open]
        if not quads:
            return np.zeros((0, 4), np.float32)
        stacked = np.stack(quads)
        grow = 0.3 * side_lengths(stacked)[0][:, None]
        boxes = [stacked.min(axis=1) - grow, stacked.max(axis=1) + grow]
        return np.concatenate(boxes, axis=1).astype(np.float32)

    def places(self) -> dict[int, NDArray[np.float32]]:
        """The middles (2,) of all tiles, those seen only once included, by their numbers."""
        return {track.track_id: track.quad.mean(axis=0) for track in self._tiles}

    def tile_px(self) -> float | None:
        """How long a tile is: the median of those read well, else of all; None before one was seen."""
        known = [track for track in self._tiles if track.is_confirmed]
        quads = [track.quad for track in known if track.is_read] or [track.quad for track in known]
        return float(np.median(side_lengths(np.stack(quads))[0])) if quads else None

    def _match(self, seen: Sequence[_Sighting]) -> dict[int, TileTrack]:
        """Which seen tile is which track."""
        if not seen or not self._tiles:
            return {}
        quads = np.stack([each.quad for each in seen])
        known = np.stack([track.quad for track in self._tiles])
        length = np.maximum(side_lengths(known)[0], 1.0)
        apart = np.linalg.norm(quads.mean(axis=1)[:, None] - known.mean(axis=1)[None], axis=2) / length[None]
        turned = _turned_deg(quads, known)
        cost = apart + turned / 180
        allowed = (apart < _NEAR) & (turned < _TURNED_DEG)
        rows, columns = linear_sum_assignment(np.where(allowed, cost, 1e3))
        return {int(r): self._tiles[c] for r, c in zip(rows, columns, strict=True) if allowed[r, c]}

    def _add_things(self, look: Look, covered: Covered) -> None:
        markers = look.things.take(look.things.class_id == TableClass.MARKER)
        left = list(self._things)
        for number in np.argsort(-markers.confidence, kind="stable").tolist():
            quad, sure = markers.corners_px[number], float(markers.confidence[number])
            if _is_covered(quad, covered):
                continue
            track = next((each for each in left if each.is_at(quad)), None)
            if track is not None:
                # What was seen for sure is still there when it is seen at all.
                left.remove(track)
                track.see(quad)
            elif sure >= _THING_LEAST:
                self._things.append(ThingTrack(next(self._ids), quad))
        for track in left:
            if _was_looked_at(track.box(), look.boxes) and not covered.at(track.centre[None])[0]:
                track.miss()
        self._things = [track for track in self._things if not track.is_gone]

    def _add_hub(self, look: Look) -> None:
        things = look.things
        hubs = things.take(things.class_id == TableClass.HUB)
        if not len(hubs):
            return
        half = np.array(self._frame_px, np.float32) / 2
        off = np.linalg.norm(hubs.corners_px.mean(axis=1) - half, axis=1) / np.linalg.norm(half)
        sure = hubs.confidence * np.exp(-((off / _HUB_OFF) ** 2))
        best = int(sure.argmax())
        if sure[best] >= HUB_LEAST and (self._hub is None or look.boxes is None or sure[best] > self._hub[1]):
            self._hub = (hubs.corners_px[best].copy(), float(sure[best]))


def _by_ends(tiles: Sequence[TileTrack] | Sequence[TileReading]) -> dict[tuple[int, int], Quad]:
    """The quads of tiles that are read well, by their ends; those read alike twice are left out."""
    found: dict[tuple[int, int], list[Quad]] = {}
    for each in tiles:
        probs, quad = (
            (each.probs(), each.quad) if isinstance(each, TileTrack) else (each.probs, each.corners_px)
        )
        if float(probs.max(axis=1).min()) >= _READ_WELL:
            low, high = sorted(int(end) for end in probs.argmax(axis=1))
            found.setdefault((low, high), []).append(quad)
    return {ends: quads[0] for ends, quads in found.items() if len(quads) == 1}


def _sightings(look: Look) -> list[_Sighting]:
    """All tiles of a look, face-up ones first; a back says nothing of its ends."""
    seen = [_Sighting(t.corners_px, t.probs, is_face_up=True, confidence=t.confidence) for t in look.tiles]
    blank = np.full((2, CLASSES), 1 / CLASSES, np.float32)
    backs = look.things.take(look.things.class_id == TableClass.TILE_BACK)
    sure = backs.confidence.tolist()
    lying = zip(backs.corners_px, sure, strict=True)
    return seen + [_Sighting(quad, blank, is_face_up=False, confidence=by) for quad, by in lying]


def _hands(look: Look) -> NDArray[np.float32]:
    """(n, 4, 2) hands and arms that the table model found."""
    things = look.things
    return things.take((things.class_id == TableClass.HAND) & (things.confidence >= _HAND_LEAST)).corners_px


def _is_under(hands: NDArray[np.float32], quad: Quad) -> bool:
    x, y = (float(v) for v in quad.mean(axis=0))
    return any(cv2.pointPolygonTest(hand, (x, y), measureDist=False) >= 0 for hand in hands)


def _turned_deg(quads: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, m) degrees, 0..90, between the long axes of quads and known ones."""
    directions = [
        np.arctan2(axis[:, 1], axis[:, 0])
        for axis in (q[:, 2:].mean(axis=1) - q[:, :2].mean(axis=1) for q in (quads, known))
    ]
    apart = np.degrees(np.abs(directions[0][:, None] - directions[1][None])) % 180
    return np.asarray(np.minimum(apart, 180 - apart), np.float64)


def _is_covered(quad: Quad, covered: Covered) -> bool:
    """Whether the middle or two corners of a quad cannot be seen."""
    points = np.concatenate([quad.mean(axis=0, keepdims=True), quad])
    hidden = covered.at(points.astype(np.float32))
    return bool(hidden[0] or hidden[1:].sum() >= 2)


def _was_looked_at(quad: Quad, boxes: Boxes | None) -> bool:
    middle = quad.mean(axis=0)
    return boxes is None or bool(((middle >= boxes[:, :2]) & (middle <= boxes[:, 2:])).all(axis=1).any())


def _mapped(points: NDArray[np.float32], homography: NDArray[np.float64]) -> NDArray[np.float32]:
    moved = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)
    return np.asarray(moved.reshape(points.shape), np.float32)
