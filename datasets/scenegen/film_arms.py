"""Where arms are at any time, and from when on nothing is over a thing any more."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from scenegen.film_geometry import Box, Point, distance_to_box
from scenegen.film_script import Carried, FilmThing, Lean, Reach, Waypoint

ARM_HALF_MM = 45.0
CLEAR_MM = 55.0
"""A tile's length: nothing is settled while a hand is nearer."""
LEAN_HALF_MM = 250.0
STEP_S = 0.04
TIPS_MM = 45.0
"""How high finger tips are on their way."""
_STEEP = 0.3
_HIGHEST_MM = 125.0
_LEAN_BACK_MM = 400.0
_LEAN_HIGH_MM = 110.0
_LEAN_SWAY_MM = 20.0
_SAMPLES = np.linspace(0, 1, 48)


def tips(reach: Reach, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) finger tips at (n,) times; they start and stop softly at each waypoint. Outside NaN."""
    at = np.array([way.at_s for way in reach.path])
    spots = np.array([(way.x, way.y) for way in reach.path])
    after = np.clip(np.searchsorted(at, times), 1, len(at) - 1)
    share = np.clip((times - at[after - 1]) / np.maximum(at[after] - at[after - 1], 1e-6), 0, 1)
    share = (share**2 * (3 - 2 * share))[:, None]
    found: NDArray[np.float64] = spots[after - 1] * (1 - share) + spots[after] * share
    found[(times < at[0]) | (times > at[-1])] = np.nan
    return found


@dataclass(frozen=True, slots=True)
class Eye:
    """From where the table is seen, in mm: what is above it hides what lies behind it."""

    x: float
    y: float
    z: float

    def shadow(self, points: NDArray[np.float64], heights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The table points (..., 2) that points at heights (...) hide."""
        share = (self.z / (self.z - np.minimum(heights, self.z / 2)))[..., None]
        at = np.array([self.x, self.y])
        hidden: NDArray[np.float64] = at + (points - at) * share
        return hidden


STRAIGHT_ABOVE = Eye(0.0, 0.0, 1e6)
"""So far up that nothing seems to lie elsewhere than it is."""


def arm_gap(
    reach: Reach, times: NDArray[np.float64], rects: Sequence[Box], eye: Eye = STRAIGHT_ABOVE
) -> NDArray[np.float64]:
    """(n,) least distance of an arm, or of what it hides, from boxes; infinite while it is away."""
    gap = np.full(len(times), np.inf)
    here = tips(reach, times)
    there = ~np.isnan(here[:, 0])
    if not there.any():
        return gap
    shoulder = np.array(reach.shoulder_mm)
    shares = _SAMPLES[None, :, None]
    line = here[there][:, None] * (1 - shares) + shoulder * shares
    back = np.linalg.norm(line - line[:, :1], axis=2)
    hidden = eye.shadow(line, TIPS_MM + np.minimum(back * _STEEP, _HIGHEST_MM))
    line = np.concatenate([line, hidden], axis=1)
    for rect in rects:
        far = distance_to_box(line.reshape(-1, 2), rect).reshape(line.shape[:2]).min(axis=1)
        gap[there] = np.minimum(gap[there], far - ARM_HALF_MM)
    return gap


def lean_gap(
    lean: Lean, times: NDArray[np.float64], rects: Sequence[Box], eye: Eye = STRAIGHT_ABOVE
) -> NDArray[np.float64]:
    """(n,) the same for somebody who leans over the table, as if all the way from first to last."""
    gap = np.full(len(times), np.inf)
    there = (times >= lean.from_s) & (times <= lean.to_s)
    shoulder = np.array(lean.shoulder_mm)
    way = -shoulder / max(float(np.linalg.norm(shoulder)), 1.0)
    # Shoulders are round and as wide as they are far behind the crown of the head.
    back = np.linspace(-_LEAN_BACK_MM, lean.reach_mm - LEAN_HALF_MM + _LEAN_SWAY_MM, 24)[:, None]
    line = shoulder + way * back
    line = np.concatenate([line, eye.shadow(line, np.full(len(line), _LEAN_HIGH_MM))])
    for rect in rects:
        gap[there] = np.minimum(gap[there], distance_to_box(line, rect).min() - LEAN_HALF_MM)
    return gap


@dataclass(frozen=True, slots=True)
class Overhead:
    """Everything that moves above the table, and from where it is seen."""

    reaches: Sequence[Reach]
    leans: Sequence[Lean] = ()
    eye: Eye = STRAIGHT_ABOVE


def clear_from(done_s: float, rects: Sequence[Box], above: Overhead) -> float:
    """The first moment from `done_s` on at which no arm and nobody is within a tile's length of the boxes."""
    reaches = [reach for reach in above.reaches if reach.path[-1].at_s >= done_s]
    leans = [lean for lean in above.leans if lean.to_s >= done_s]
    gone_s = max([reach.path[-1].at_s for reach in reaches] + [lean.to_s for lean in leans], default=done_s)
    # Whole steps of the film's own time, so that what is clear at the same moment is so for all.
    times = np.arange(np.ceil(done_s / STEP_S), np.floor(gone_s / STEP_S) + 2) * STEP_S
    clear = np.ones(len(times), np.bool_)
    for reach in reaches:
        clear &= arm_gap(reach, times, rects, above.eye) > CLEAR_MM
    for lean in leans:
        clear &= lean_gap(lean, times, rects, above.eye) > CLEAR_MM
    return float(times[int(np.argmax(clear))])


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a person's arm moves, in mm per second, and how long fingers rest where they grip."""

    mm_per_s: float
    grip_s: float


class Motion:
    """The way of one arm, built move by move from time 0."""

    def __init__(self, start: Point, pace: Pace) -> None:
        self.now = 0.0
        self.pace = pace
        self._path = [Waypoint(0.0, *start)]
        self._carried: list[Carried] = []

    def go(self, to: Point, slow: float = 1.0) -> float:
        """Move the finger tips there; returns when they arrive."""
        last = self._path[-1]
        far = hypot(to[0] - last.x, to[1] - last.y)
        self.now += max(0.12, far / self.pace.mm_per_s * slow + 0.12)
        self._path.append(Waypoint(self.now, *to))
        return self.now

    def rest(self, seconds: float | None = None) -> float:
        """Stay there for a while, as long as a grip takes if nothing is said; returns its middle."""
        seconds = self.pace.grip_s if seconds is None else seconds
        last = self._path[-1]
        middle = self.now + seconds / 2
        self.now += seconds
        self._path.append(Waypoint(self.now, last.x, last.y))
        return middle

    def carry(self, thing: FilmThing, from_s: float, to_s: float) -> None:
        """Let a thing hang under the finger tips for a while."""
        self._carried.append(Carried(from_s, to_s, thing))

    def reach(self, seed: int, shoulder: Point) -> Reach:
        """The arm's whole way."""
        return Reach(seed, shoulder, tuple(self._path), tuple(self._carried))
