"""A looker that knows a film's truth: the whole chain runs without models, and errs as it is told to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.film_arms import LEAN_HALF_MM
from scenegen.film_look import FilmLook
from scenegen.film_paint_arms import arm_plane, poses
from scenegen.film_paint_view import ViewOverTime
from scenegen.film_script import FilmScript
from scenegen.film_truth import FilmTruth, ThingState
from vision.detections import Detections, TableClass
from vision.frames import Frame
from vision.geometry import clockwise, needs_swap, swap_ends
from vision.looks import Boxes, Look
from vision.readings import CLASSES, UNREADABLE, TileReading

Quads = NDArray[np.float32]
Arms = Callable[[float], Quads]
"""(n, 4, 2) px of the arms and people over the table at a time."""

_CLASSES = {"back": TableClass.TILE_BACK, "marker": TableClass.MARKER, "hub": TableClass.HUB}
_CONFIDENCE = 0.9
_LEAST_TILE = 0.5
_LEAST_END = 0.4
_LEAST_THING = 0.25
"""Shares that have to be seen of a tile to find it, of an end to read it, and of anything else's box."""
_BEYOND_MM = 400.0
_FINGERS_MM = 15.0
"""Fingers reach beyond what they hold."""
_ARM_HALF_MM = 55.0
"""A hand lies to one side of the line from its longest finger to the shoulder."""
_LEAN_LONG_MM = 1200.0


@dataclass(frozen=True, slots=True)
class Misread:
    """From one time until another the tile with this key is read as other ends, in its truth's order."""

    key: int
    from_s: float
    to_s: float
    ends: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LookNoise:
    """How a looker errs.

    sure: probability of the value that is read; the others of the set share the rest. corners_px: sigma of
    each corner. wrong: share of ends read as another value. missed: share of things not found. All by lot in
    each look, the same lot for the same frame and attempt. hidden: keys of things that are never found.
    """

    seed: int = 0
    sure: float = 0.96
    corners_px: float = 0.0
    wrong: float = 0.0
    missed: float = 0.0
    misreads: tuple[Misread, ...] = ()
    hidden: frozenset[int] = frozenset()


def nobody(at_s: float) -> Quads:
    """No arm at any time."""
    del at_s
    return np.zeros((0, 4, 2), np.float32)


def arms_of(script: FilmScript, look: FilmLook) -> Arms:
    """Where a film's arms and leaning people are in its pictures."""
    views = ViewOverTime(look, script.bumps)

    def at(at_s: float) -> Quads:
        quads = []
        for pose in poses(script, at_s):
            is_arm = pose.who < len(script.reaches)
            half = _ARM_HALF_MM if is_arm else LEAN_HALF_MM
            far = float(np.hypot(pose.tip[0] - pose.shoulder[0], pose.tip[1] - pose.shoulder[1]))
            far = far + _BEYOND_MM if is_arm else _LEAN_LONG_MM
            along, across = (
                np.array([-_FINGERS_MM, -_FINGERS_MM, far, far]),
                np.array([-half, half, half, -half]),
            )
            quads.append(views.camera(at_s).project(arm_plane(pose, along, across)))
        return clockwise(np.array(quads, np.float32).reshape(-1, 4, 2))

    return at


class TruthLooker:
    """Sees what lies there by a film's truth, where no arm is over it; notes where it was asked to look."""

    def __init__(self, truth: FilmTruth, arms: Arms = nobody, noise: LookNoise | None = None) -> None:
        self._truth = truth
        self._arms = arms
        self._noise = noise or LookNoise()
        self.asked: list[tuple[float, Boxes | None, int]] = []

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        """See `Looker`."""
        self.asked.append((frame.at_s, boxes, attempt))
        arms = self._arms(frame.at_s)
        tiles: list[TileReading] = []
        found: list[tuple[NDArray[np.float32], TableClass]] = []
        for thing in self._truth.state_at(frame.at_s).values():
            rng = np.random.default_rng([self._noise.seed, frame.index, attempt, thing.key])
            # Drawn for all, so that what is missed does not change what else is seen.
            is_missed = rng.random() < self._noise.missed or thing.key in self._noise.hidden
            quad = self._corners(rng, thing)
            if is_missed or not _is_in(quad, boxes):
                continue
            if thing.kind == "tile":
                tiles += self._tile(rng, thing, quad, arms, frame.at_s)
            elif thing.kind in _CLASSES and _shown(thing, arms)[0] >= _LEAST_THING:
                found.append((quad, _CLASSES[thing.kind]))
        size = self._truth.header.width, self._truth.header.height
        found += [(quad, TableClass.HAND) for quad in _in_picture(arms, size) if _is_in(quad, boxes)]
        return Look(frame.at_s, tuple(tiles), _detections(found), boxes)

    def _corners(self, rng: np.random.Generator, thing: ThingState) -> NDArray[np.float32]:
        exact = np.array(thing.corners_px, np.float32)
        return np.asarray(exact + rng.normal(0, self._noise.corners_px, (4, 2)), np.float32)

    def _tile(
        self,
        rng: np.random.Generator,
        thing: ThingState,
        quad: NDArray[np.float32],
        arms: Quads,
        at_s: float,
    ) -> list[TileReading]:
        shown = _shown(thing, arms)
        if thing.ends is None or sum(shown) / 2 < _LEAST_TILE:
            return []
        ends = next(
            (m.ends for m in self._noise.misreads if m.key == thing.key and m.from_s <= at_s < m.to_s),
            thing.ends,
        )
        probs = np.stack([self._probs(rng, end, share) for end, share in zip(ends, shown, strict=True)])
        if needs_swap(quad[None])[0]:
            quad, probs = swap_ends(quad[None])[0], probs[::-1].copy()
        return [TileReading(quad, probs, _CONFIDENCE)]

    def _probs(self, rng: np.random.Generator, value: int, shown: float) -> NDArray[np.float32]:
        """(20,) what is read from one end."""
        most = self._truth.header.set_size
        others = [other for other in range(most + 1) if other != value]
        lot, other = rng.random(), int(rng.choice(others))
        read = UNREADABLE if shown < _LEAST_END else other if lot < self._noise.wrong else value
        probs = np.zeros(CLASSES, np.float32)
        probs[[*range(most + 1), UNREADABLE]] = (1 - self._noise.sure) / (most + 1)
        probs[read] = self._noise.sure
        return np.asarray(probs / probs.sum(), np.float32)


def _shown(thing: ThingState, arms: Quads) -> tuple[float, ...]:
    """Shares seen of a tile's ends, or of a thing."""
    quad = np.array(thing.corners_px, np.float32)
    parts = [quad]
    if thing.kind == "tile":
        middle = (quad[[0, 1]] + quad[[3, 2]]) / 2
        parts = [np.stack([*quad[:2], middle[1], middle[0]]), np.stack([*middle, *quad[2:]])]
    return tuple(
        share * (1 - _share_under(part, arms)) for share, part in zip(thing.visible, parts, strict=True)
    )


def _share_under(quad: NDArray[np.float32], arms: Quads) -> float:
    area = max(cv2.contourArea(quad), 1e-6)
    under = sum(cv2.intersectConvexConvex(quad, arm)[0] for arm in arms)
    return min(float(under) / area, 1.0)


def _is_in(quad: NDArray[np.float32], boxes: Boxes | None) -> bool:
    if boxes is None:
        return True
    middle = quad.mean(axis=0)
    return bool(((middle >= boxes[:, :2]) & (middle <= boxes[:, 2:])).all(axis=1).any())


def _in_picture(arms: Quads, size_px: tuple[int, int]) -> Iterator[NDArray[np.float32]]:
    """Boxes (4, 2) around what the picture shows of each arm."""
    w, h = size_px
    picture = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    for arm in arms:
        area, inside = cv2.intersectConvexConvex(picture, arm)
        if area > 1:
            yield np.asarray(cv2.boxPoints(cv2.minAreaRect(inside)), np.float32)


def _detections(found: list[tuple[NDArray[np.float32], TableClass]]) -> Detections:
    return Detections(
        np.array([quad for quad, _ in found], np.float32).reshape(-1, 4, 2),
        np.full(len(found), _CONFIDENCE, np.float32),
        np.array([kind for _, kind in found], np.int64),
    )
