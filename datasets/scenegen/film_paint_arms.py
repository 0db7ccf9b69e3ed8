"""Arms that reach over the table, what they carry, and people who lean over it, at any time of a film."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.camera import Camera
from scenegen.compose import Canvas, Light, paint_prop
from scenegen.film_paint import Wardrobe, seen_from
from scenegen.film_paint_box import Box, around
from scenegen.film_paint_lean import leaning_person
from scenegen.film_paint_light import smooth
from scenegen.film_script import FilmProp, FilmScript, FilmThing, FilmTile, Lean, Reach
from scenegen.props_hands import hand
from scenegen.sprites import Sprite
from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]

_HOVER_MM = 45.0
_TOUCH_MM = 14.0
_TOUCH_S = 0.35
_SHOULDER_MM = 170.0
_STEEPEST = 0.45
_HALF_MM = 40.0
_LEAN_MM = 110.0
_LEAN_S = 0.9
_SWAY_MM = 8.0
_COARSE = 4
_BEYOND_MM = 250.0
_LONGEST_MM = 1900.0
_UNDER_TIPS_MM = 6.0


@dataclass(frozen=True, slots=True)
class Pose:
    """An arm or a leaning person at a time: finger tips (or crown) and shoulder, in mm; `who` counts them.

    carried: things that hang under the finger tips.
    """

    who: int
    tip: tuple[float, float, float]
    shoulder: tuple[float, float, float]
    carried: tuple[FilmThing, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """A sprite whose tip and axis are known. tip, end: (x, y) px in the sprite. blur_mm: of its shadow."""

    sprite: Sprite
    tip: NDArray[np.float64]
    end: NDArray[np.float64]
    px_per_mm: float
    blur_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Overhead:
    """A figure as the camera sees it: homographies (3, 3) of its sprite and of its shadow to pixels."""

    pose: Pose
    figure: _Figure
    to_px: NDArray[np.float64]
    shadow_to_px: NDArray[np.float64]
    corners_px: NDArray[np.float32]
    box: Box | None


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
    return _TOUCH_MM + (_HOVER_MM - _TOUCH_MM) * smooth(nearest / _TOUCH_S)


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
        found.append(Pose(who, (*tip, height), (*reach.shoulder_mm, _SHOULDER_MM), carried))
    count = len(script.reaches)
    found += [_lean_pose(count + at, lean, at_s) for at, lean in enumerate(script.leans)]
    return tuple(pose for pose in found if pose is not None)


def _plane(pose: Pose, along: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float64]:
    """Table points (n, 3) of an arm's sloping plane, mm from the tip along and across the arm."""
    tip, shoulder = np.array(pose.tip), np.array(pose.shoulder)
    way = shoulder[:2] - tip[:2]
    reach = max(float(np.linalg.norm(way)), 1.0)
    way = way / reach
    side = np.array([-way[1], way[0]])
    slope = min((shoulder[2] - tip[2]) / reach, _STEEPEST)
    flat = tip[:2] + along[:, None] * way + across[:, None] * side
    return np.column_stack([flat, tip[2] + slope * along])


def _figure_of(sprite: Sprite, blur_mm: float) -> _Figure:
    """Find the tip and the end of the axis in a sprite that points to the top."""
    alpha = sprite.rgba[..., 3]
    scale = alpha.shape[0] / sprite.size_mm[1]
    rows = np.flatnonzero(alpha.max(axis=1) > 127)
    top = int(rows[0])
    band = alpha[top : top + max(int(5 * scale), 2)]
    tip_x = float((band.sum(axis=0) * np.arange(band.shape[1])).sum() / max(band.sum(), 1))
    last = np.flatnonzero(alpha[-2] > 127)
    end_x = float(last.mean()) if len(last) else alpha.shape[1] / 2
    tip = np.array([tip_x, top + _UNDER_TIPS_MM * scale])
    return _Figure(sprite, tip, np.array([end_x, float(alpha.shape[0])]), scale, blur_mm)


class Overheads:
    """Arms and people of one film, drawn once each."""

    def __init__(self, script: FilmScript, wardrobe: Wardrobe) -> None:
        self.script = script
        self.wardrobe = wardrobe
        self._figures: dict[tuple[str, int], _Figure] = {}

    def _figure(self, who: int, camera: Camera) -> _Figure:
        count = len(self.script.reaches)
        named = ("arm", self.script.reaches[who].seed) if who < count else ("lean", who - count)
        if named not in self._figures:
            scale = min(2.0, self.wardrobe.look.view.px_per_mm * 1.2)
            if who < count:
                rng = np.random.default_rng([named[1], 11])
                sprite = hand(rng, scale, self._arm_mm(named[1], camera))
                self._figures[named] = _figure_of(sprite, 14.0)
            else:
                rng = np.random.default_rng([self.script.leans[who - count].seed, 12])
                self._figures[named] = _figure_of(leaning_person(rng, min(scale, 1.0)), 45.0)
        return self._figures[named]

    def _arm_mm(self, seed: int, camera: Camera) -> float:
        """Long enough that nobody sees where the arm of that person ends."""
        size = np.array(self.wardrobe.look.size_px)
        longest = 0.0
        for reach in self.script.reaches:
            if reach.seed != seed:
                continue
            for point in reach.path:
                pose = Pose(0, (point.x, point.y, _HOVER_MM), (*reach.shoulder_mm, _SHOULDER_MM))
                gap = np.hypot(point.x - reach.shoulder_mm[0], point.y - reach.shoulder_mm[1])
                length = float(gap) + _BEYOND_MM
                while length < _LONGEST_MM:
                    end = camera.project(_plane(pose, np.full(2, length), np.array([-60.0, 60.0])))
                    if ((end < -8).all(axis=0) | (end > size + 8).all(axis=0)).any():
                        break
                    length += 60.0
                longest = max(longest, length)
        return max(longest - 100.0, 100.0)

    def seen(self, pose: Pose, camera: Camera, light: Light) -> Overhead:
        """A pose in the picture."""
        figure = self._figure(pose.who, camera)
        axis = figure.end - figure.tip
        length = float(np.linalg.norm(axis)) / figure.px_per_mm
        axis = axis / np.linalg.norm(axis)
        side = np.array([-axis[1], axis[0]])
        gap = np.hypot(pose.tip[0] - pose.shoulder[0], pose.tip[1] - pose.shoulder[1])
        far = float(np.clip(gap, 100.0, max(length, 101.0)))
        along, across = np.array([0, 0, far, far]), np.array([-1, 1, 1, -1]) * _HALF_MM
        source = figure.tip + figure.px_per_mm * (along[:, None] * axis + across[:, None] * side)
        points = _plane(pose, along, across)
        cast = -light.slant * points[:, 2:] * np.array([np.cos(light.azimuth), np.sin(light.azimuth)])
        ground = np.column_stack([points[:, :2] + cast, np.zeros(4)])
        to_px = _homography(source, camera.project(points))
        shadow_to_px = _homography(source, camera.project(ground))
        h, w = figure.sprite.rgba.shape[:2]
        frame = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], dtype=np.float64)
        corners = as_field(cv2.perspectiveTransform(frame, to_px)[0])
        shadow = as_field(cv2.perspectiveTransform(frame, shadow_to_px)[0])
        everything = np.concatenate([corners, shadow])
        blur = int(3 * self._blur_px(figure, camera, light)) + 8
        box = around(everything, self.wardrobe.look.size_px, blur)
        return Overhead(pose, figure, to_px, shadow_to_px, corners, box)

    def _blur_px(self, figure: _Figure, camera: Camera, light: Light) -> float:
        return (figure.blur_mm + light.softness_mm) * camera.focal_px / max(float(camera.position_mm[2]), 1.0)

    def paint(
        self, canvas: Canvas, box: Box, here: Iterable[Overhead], camera: Camera, light: Light
    ) -> list[int]:
        """Paint overheads on the canvas of a part of the picture; returns the object number of each."""
        here = list(here)
        part = seen_from(camera, box)
        for each in here:
            self._darken(canvas, box, each, camera, light)
        for each in here:
            for thing in each.pose.carried:
                self._carry(canvas, thing, part, light)
        numbers = []
        for each in here:
            number = canvas.next_id()
            outline = each.corners_px - box.corner
            canvas.paste(each.figure.sprite.rgba, box.to_own @ each.to_px, outline, number)
            numbers.append(number)
        return numbers

    def _carry(self, canvas: Canvas, thing: FilmThing, camera: Camera, light: Light) -> None:
        if isinstance(thing, FilmTile):
            shadow = self.wardrobe.tiles.shadow(thing.placed, camera, light)
            _darken_polygon(canvas.image, shadow, light.strength * 0.8)
            self.wardrobe.tiles.paint(canvas, thing.placed, camera, light, self.wardrobe.wear(thing.key))
        else:
            paint_prop(canvas, self.wardrobe.prop(thing), camera)

    def _darken(self, canvas: Canvas, box: Box, each: Overhead, camera: Camera, light: Light) -> None:
        """The soft shadow of a figure, at a quarter of the resolution."""
        w, h = box.size
        small = (max(w // _COARSE, 1), max(h // _COARSE, 1))
        shrink = np.diag([1 / _COARSE, 1 / _COARSE, 1.0])
        alpha = cv2.warpPerspective(
            each.figure.sprite.rgba[..., 3], shrink @ box.to_own @ each.shadow_to_px, small
        )
        sigma = max(self._blur_px(each.figure, camera, light) / _COARSE, 0.6)
        soft = cv2.GaussianBlur(alpha, (0, 0), sigma)
        keep = 255 - cv2.convertScaleAbs(soft, alpha=min(light.strength * 1.1, 0.75))
        wide = cv2.resize(keep, (w, h))
        canvas.image[:] = cv2.multiply(canvas.image, cv2.merge([wide] * 3), scale=1 / 255)


def _homography(source: NDArray[np.float64], target: NDArray[np.float32]) -> NDArray[np.float64]:
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    return np.asarray(matrix, dtype=np.float64)


def _darken_polygon(image: Image, polygon: NDArray[np.float32], strength: float) -> None:
    """A soft dark patch."""
    h, w = image.shape[:2]
    box = around(polygon, (w, h), 12)
    if box is None:
        return
    mask = np.zeros(box.size[::-1], np.uint8)
    fixed = np.round((polygon - box.corner) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
    keep = 255 - cv2.convertScaleAbs(cv2.GaussianBlur(mask, (0, 0), 4.0), alpha=min(strength, 0.8))
    part = box.of(image)
    part[:] = as_image(cv2.multiply(part, cv2.merge([keep] * 3), scale=1 / 255))
