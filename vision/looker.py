"""Looks at frames with the models: once at everything, then only where something has changed."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from vision.detections import Detections, TableClass, joined
from vision.frames import Frame, Image
from vision.geometry import Pyramid, side_lengths
from vision.looks import Boxes, Look
from vision.readings import TileReading
from vision.tile_reader import Models, read_found
from vision.windows import WANTED_TILE_PX, find_at

_SCALES = (1.0, 1.35, 0.8)
"""How much larger than usual the tiles are shown to the table model in the first, second … look."""
_AROUND = 1.5
"""Tile lengths around a changed box that the models see, so that a tile is not cut off from its train."""
_STEP_PX = 64
"""Windows grow in such steps: the models run faster on sizes that they have met."""
_WHOLE_FROM = 0.6
"""Windows that cover more than this share of the frame are as dear as a look at all of it."""
_WHOLE_LOOKS_PX = (640, 1280, 1920)
"""Longest sides that a whole frame is shrunk to."""
_FIT_PX = (14.0, 110.0)
"""Tiles shorter or longer than this in a shrunk frame are not found well."""
_SURE = 0.5
_WELL_READ = 0.8
_REMEMBERED = 60
_SAME_THING = 0.7
"""Two things of a kind nearer than this share of the surer one's reach are one seen twice."""
_THINGS = (TableClass.MARKER, TableClass.HUB, TableClass.HAND)
_GUESS = 25
"""Before a tile was seen, one is taken to be so many times shorter than the frame is wide."""


class _TileSize:
    """How long tiles are, as the median of the latest that surely lie flat, else of what may be tiles."""

    def __init__(self) -> None:
        self._read: deque[float] = deque(maxlen=_REMEMBERED)
        self._guess: float | None = None

    @property
    def is_sure(self) -> bool:
        """Whether tiles were measured that surely lie flat."""
        return bool(self._read)

    @property
    def px(self) -> float | None:
        """Length in pixels; None before any tile was seen."""
        return float(np.median(self._read)) if self._read else self._guess

    def note(self, tiles: Sequence[TileReading], things: Detections) -> None:
        """Take in what a look found: what is read well is no tile seen from the side and no back."""
        sure = [each for each in tiles if each.confidence >= _SURE]
        self._read.extend(
            _length(t.corners_px) for t in sure if float(t.probs.max(axis=1).min()) >= _WELL_READ
        )
        backs = (things.class_id == TableClass.TILE_BACK) & (things.confidence >= _SURE)
        others = [*map(_length, (t.corners_px for t in sure)), *map(_length, things.corners_px[backs])]
        self._guess = float(np.median(others)) if others else self._guess


def _length(quad: Boxes) -> float:
    return float(side_lengths(quad[None])[0][0])


class ModelLooker:
    """Finds and reads tiles, backs, markers, hubs and hands; remembers how large tiles are."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self._size = _TileSize()

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        """Look at the whole frame, or for what has its middle in `boxes` (n, 4); see `Looker`."""
        bgr, tile_px = frame.bgr(), self._size.px
        if boxes is None or tile_px is None:
            return self._whole(frame, bgr, boxes, attempt)
        if not self._size.is_sure:
            # What looks like tiles may be seen from the side: too wide a window does no harm.
            tile_px = max(tile_px, bgr.shape[1] / _GUESS)
        windows = _windows(boxes, tile_px, bgr.shape[:2])
        if _area(windows) > _WHOLE_FROM * bgr.shape[0] * bgr.shape[1]:
            return self._whole(frame, bgr, boxes, attempt)
        factors = [min(WANTED_TILE_PX / tile_px * _SCALES[attempt % len(_SCALES)], 1.0)]
        if not self._size.is_sure:
            factors = self._factors(bgr, attempt)
        tiles: list[TileReading] = []
        things = []
        for x0, y0, x1, y1 in windows.astype(int).tolist():
            picture = Pyramid(np.ascontiguousarray(bgr[y0:y1, x0:x1]))
            local = boxes - np.array([x0, y0, x0, y0], np.float32)
            found = joined([find_at(self._models.table, picture, each) for each in factors])
            near = _grown(local, tile_px * 0.75)
            seen, others = self._read(picture, found.take(_middle_in(found.corners_px, near)), local)
            origin = np.array([x0, y0], np.float32)
            tiles += [TileReading(t.corners_px + origin, t.probs.copy(), t.confidence) for t in seen]
            things.append(others.moved(origin))
        self._size.note(tiles, joined([]))
        return Look(frame.at_s, tuple(tiles), joined(things), boxes)

    def _whole(self, frame: Frame, bgr: Image, boxes: Boxes | None, attempt: int) -> Look:
        """Look at everything at several scales: hubs are found far off, small tiles from near."""
        picture = Pyramid(bgr)
        found = joined([find_at(self._models.table, picture, each) for each in self._factors(bgr, attempt)])
        if boxes is not None:
            near = _grown(boxes, (self._size.px or bgr.shape[1] / _GUESS) * 0.75)
            found = found.take(_middle_in(found.corners_px, near))
        tiles, things = self._read(picture, found, boxes)
        if boxes is None:
            self._size.note(tiles, things)
        return Look(frame.at_s, tiles, things, boxes)

    def _factors(self, bgr: Image, attempt: int) -> list[float]:
        """By how much to shrink the frame; what would make tiles of the known size unfit is left out."""
        scale = _SCALES[attempt % len(_SCALES)]
        factors = [min(look * scale / max(bgr.shape[:2]), 1.0) for look in _WHOLE_LOOKS_PX]
        if (tile_px := self._size.px) is not None:
            fit = [each for each in factors if _FIT_PX[0] <= each * tile_px <= _FIT_PX[1]]
            factors = fit or [min(WANTED_TILE_PX * scale / tile_px, 1.0)]
        return list(dict.fromkeys(factors))

    def _read(
        self, picture: Pyramid, found: Detections, boxes: Boxes | None
    ) -> tuple[tuple[TileReading, ...], Detections]:
        """Face-up tiles, and everything else, with their middles in `boxes`."""
        tiles, backs = read_found(self._models, picture, found)
        others = [_once(found.take(found.class_id == kind)) for kind in _THINGS]
        things = joined([backs, *others])
        if boxes is None:
            return tiles, things
        inside = tuple(each for each in tiles if _middle_in(each.corners_px[None], boxes)[0])
        return inside, things.take(_middle_in(things.corners_px, boxes))


def _middle_in(quads: Boxes, boxes: Boxes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """(n,) whether the middle of each (n, 4, 2) quad lies in any box."""
    middles = quads.mean(axis=1)[:, None]
    inside = (middles >= boxes[None, :, :2]) & (middles <= boxes[None, :, 2:])
    return np.asarray(inside.all(axis=2).any(axis=1), np.bool_)


def _once(found: Detections) -> Detections:
    """Things of one kind, each once however often it was found."""
    kept: list[int] = []
    middles = found.corners_px.mean(axis=1)
    reach = np.linalg.norm(found.corners_px - middles[:, None], axis=2).mean(axis=1)
    for number in range(len(found)):
        apart = np.linalg.norm(middles[kept] - middles[number], axis=1)
        if not (apart < reach[kept] * _SAME_THING).any():
            kept.append(number)
    return found.take(np.array(kept, np.int64))


def _grown(boxes: Boxes, by_px: float) -> Boxes:
    return np.asarray(boxes + np.array([-by_px, -by_px, by_px, by_px]), np.float32)


def _area(boxes: Boxes) -> float:
    return float(((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])).sum())


def _windows(boxes: Boxes, tile_px: float, shape: tuple[int, ...]) -> Boxes:
    """Windows around the boxes, those that overlap made one, inside the picture."""
    waiting = [_rounded(box, shape) for box in _grown(boxes, tile_px * _AROUND)]
    done: list[Boxes] = []
    while waiting:
        box = waiting.pop()
        at = next((i for i, other in enumerate(waiting) if _overlap(box, other)), None)
        if at is None:
            done.append(box)
            continue
        other = waiting.pop(at)
        both = np.concatenate([np.minimum(box[:2], other[:2]), np.maximum(box[2:], other[2:])])
        waiting.append(_rounded(both.astype(np.float32), shape))
    return np.array(done, np.float32).reshape(-1, 4)


def _rounded(box: Boxes, shape: tuple[int, ...]) -> Boxes:
    """A box (4,) whose sides are whole steps, moved and if need be cut so that it lies in the picture."""
    size = np.ceil((box[2:] - box[:2]) / _STEP_PX) * _STEP_PX
    limit = np.array([shape[1], shape[0]], np.float32)
    start = np.clip(np.floor((box[:2] + box[2:] - size) / 2), 0, np.maximum(limit - size, 0))
    return np.concatenate([start, np.minimum(start + size, limit)]).astype(np.float32)


def _overlap(one: Boxes, other: Boxes) -> bool:
    return bool((one[:2] < other[2:]).all() and (other[:2] < one[2:]).all())
