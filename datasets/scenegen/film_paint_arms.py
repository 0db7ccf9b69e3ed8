"""Where arms and leaning people are at any time of a film, and what they carry."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scenegen.film_paint_light import smooth
from scenegen.film_script import FilmProp, FilmScript, FilmThing, Lean, Reach

HOVER_MM = 45.0
_TOUCH_MM = 14.0
_TOUCH_S = 0.35
SHOULDER_MM = 170.0
_STEEPEST = 0.3
_BACK_MM = 120.0
_LEAN_MM = 110.0
_LEAN_S = 0.9
_SWAY_MM = 8.0


@dataclass(frozen=True, slots=True)
class Pose:
    """An arm or a leaning person at a time: finger tips (or crown) and shoulder, in mm; `who` counts them.

    carried: things that hang under the finger tips.
    """

    who: int
    tip: tuple[float, float, float]
    shoulder: tuple[float, float, float]
    carried: tuple[FilmThing, ...] = ()


def glided(reach: Reach, at_s: float) -> tuple[float, float] | None:
    """Where the finger tips are, or None before the first waypoint and after the last."""
    path = reach.path
    if not path or not path[0].at_s <= at_s <= path[-1].at_s:
        return None
    for before, after in pairwise(path):
        if at_s <= after.at_s:
            share = smooth((at_s - before.at_s) / max(after.at_s - before.at_s, 1e-6))
            return (before.x + share * (after.x - before.x), before.y + share * (after.y - before.y))
    return (path[-1].x, path[-1].y)


def _height(reach: Reach, at_s: float) -> float:
    """Finger tips come down where something is taken up or put down."""
    touches = [time for carried in reach.carried for time in (carried.from_s, carried.to_s)]
    nearest = min((abs(at_s - time) for time in touches), default=_TOUCH_S)
    return _TOUCH_MM + (HOVER_MM - _TOUCH_MM) * smooth(nearest / _TOUCH_S)


def _hung(thing: FilmThing, tip: tuple[float, float], height: float) -> FilmThing:
    """The thing under the finger tips."""
    if isinstance(thing, FilmProp):
        return replace(thing, spot=replace(thing.spot, x=tip[0], y=tip[1]))
    lifted = max(height - _TOUCH_MM, 0.5)
    placed = replace(thing.placed, x=tip[0], y=tip[1], lifted=lifted, standing=False)
    return replace(thing, placed=placed)


def _lean_share(lean: Lean, at_s: float) -> float | None:
    if not lean.from_s <= at_s <= lean.to_s:
        return None
    edge = min(at_s - lean.from_s, lean.to_s - at_s)
    return smooth(edge / min(_LEAN_S, max((lean.to_s - lean.from_s) / 2, 1e-3)))


def _lean_pose(who: int, lean: Lean, at_s: float) -> Pose | None:
    share = _lean_share(lean, at_s)
    if share is None:
        return None
    shoulder = np.array(lean.shoulder_mm)
    way = -shoulder / max(float(np.linalg.norm(shoulder)), 1.0)
    across = np.array([-way[1], way[0]])
    out = lean.reach_mm - (1 - share) * (lean.reach_mm + 300)
    # Whole tenths of a second: a person sways too slowly for every frame to differ.
    beat = round(at_s, 1)
    sway = _SWAY_MM * np.array([np.sin(1.9 * beat + lean.seed), np.sin(1.3 * beat)])
    tip = shoulder + way * (out + sway[0] * share) + across * sway[1] * share
    back = tip - way * 400
    return Pose(who, (float(tip[0]), float(tip[1]), _LEAN_MM), (float(back[0]), float(back[1]), _LEAN_MM))


def poses(script: FilmScript, at_s: float) -> tuple[Pose, ...]:
    """All arms and leaning persons in view, in painting order; equal poses look the same."""
    found: list[Pose | None] = []
    for who, reach in enumerate(script.reaches):
        tip = glided(reach, at_s)
        if tip is None:
            continue
        height = _height(reach, at_s)
        carried = tuple(
            _hung(each.thing, tip, height) for each in reach.carried if each.from_s <= at_s < each.to_s
        )
        found.append(Pose(who, (*tip, height), (*reach.shoulder_mm, SHOULDER_MM), carried))
    count = len(script.reaches)
    found += [_lean_pose(count + at, lean, at_s) for at, lean in enumerate(script.leans)]
    return tuple(pose for pose in found if pose is not None)


def arm_plane(pose: Pose, along: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float64]:
    """Table points (n, 3) of an arm's sloping plane, mm from the tip along and across the arm."""
    tip, shoulder = np.array(pose.tip), np.array(pose.shoulder)
    way = shoulder[:2] - tip[:2]
    out = shoulder[:2] / max(float(np.linalg.norm(shoulder[:2])), 1.0)
    if float(way @ out) < _BACK_MM:
        # The hand is next to its shoulder or behind it: the arm comes from the body then.
        way = way + out * (_BACK_MM - float(way @ out))
    reach = max(float(np.linalg.norm(way)), 1.0)
    way = way / reach
    side = np.array([-way[1], way[0]])
    slope = min((shoulder[2] - tip[2]) / reach, _STEEPEST)
    flat = tip[:2] + along[:, None] * way + across[:, None] * side
    return np.column_stack([flat, tip[2] + slope * along])
