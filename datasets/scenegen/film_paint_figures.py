"""Arms and people as pictures, each drawn once for a whole film, ready to be laid over its frames."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.camera import Camera
from scenegen.compose import Light
from scenegen.film_look import FilmLook
from scenegen.film_paint_arms import HOVER_MM, SHOULDER_MM, Pose, arm_plane
from scenegen.film_paint_box import Box, Size, around_each
from scenegen.film_paint_lean import leaning_person
from scenegen.film_paint_light import Developer
from scenegen.film_script import FilmScript
from scenegen.props_hands import hand
from scenegen.sprites import Sprite
from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

_HALF_MM = 40.0
_BEYOND_MM = 250.0
_LONGEST_MM = 1900.0
_UNDER_TIPS_MM = 6.0
_SLICES = 18
_NEAREST = 0.25
"""Of the finger tips' distance from the camera; what is nearer is out of view."""
_ARM_BLUR_MM = 14.0
_LEAN_BLUR_MM = 45.0
# One pose serves for reaching, carrying and letting go, so mostly those that hold something.
_HOLDING = ("pinching", "grasping", "two_fingers", "pointing", "closed", "flat")
_HOLDING_SHARES = (0.3, 0.3, 0.15, 0.1, 0.1, 0.05)


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """An arm or a person that points to the top.

    luma: (h, w, 4) luma times alpha, and alpha. colour: (h / 2, w / 2, 4) colours times alpha, and alpha.
    OpenCV warps four channels three times as fast as two or three, so the rest is empty.
    outline: (h / 4, w / 4) alpha, for the shadow. tip, end: (x, y) px of finger tips and of the axis' lower
    end. slices: (n, 4, 2) px, boxes around its parts from top to bottom. blur_mm: of its shadow.
    """

    luma: Image
    colour: Image
    outline: Image
    tip: NDArray[np.float64]
    end: NDArray[np.float64]
    px_per_mm: float
    slices: NDArray[np.float64]
    blur_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Overhead:
    """A figure as the camera sees it.

    rows: of the figure, from its top, that may be in view. to_px, shadow_to_px: (3, 3) from the figure to the
    picture. parts, shadow_parts: boxes around its slices there. blur_px: of its shadow. corners_px: (4, 2)
    of the box around those slices that are in view.
    """

    pose: Pose
    figure: Figure
    rows: int
    to_px: Matrix
    shadow_to_px: Matrix
    parts: tuple[Box, ...]
    shadow_parts: tuple[Box, ...]
    blur_px: float
    corners_px: NDArray[np.float32]


def _slices(alpha: Image) -> NDArray[np.float64]:
    """Boxes (n, 4, 2) around the parts of a sprite, from top to bottom."""
    rows = np.linspace(0, alpha.shape[0], _SLICES + 1).astype(int)
    boxes = []
    for top, bottom in pairwise(rows):
        columns = np.flatnonzero(alpha[top:bottom].any(axis=0))
        if len(columns):
            left, right = columns[0], columns[-1] + 1
            boxes.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return np.array(boxes, dtype=np.float64)


def _figure_of(sprite: Sprite, developer: Developer, blur_mm: float) -> Figure:
    """Develop a sprite; find its tip and the end of its axis."""
    alpha = np.ascontiguousarray(sprite.rgba[..., 3])
    scale = alpha.shape[0] / sprite.size_mm[1]
    luma, blue, red = developer.flat(np.ascontiguousarray(sprite.rgba[..., :3]))
    layers = [cv2.multiply(layer, alpha, scale=1 / 255) for layer in (luma, blue, red)]
    colour = cv2.merge([layers[1], layers[2], alpha, alpha])
    half = (-(-alpha.shape[1] // 2), -(-alpha.shape[0] // 2))
    top = int(np.flatnonzero(alpha.max(axis=1) > 127)[0])
    band = alpha[top : top + max(int(5 * scale), 2)].astype(np.float64)
    tip_x = float((band.sum(axis=0) * np.arange(band.shape[1])).sum() / max(float(band.sum()), 1.0))
    last = np.flatnonzero(alpha[-2] > 127)
    end_x = float(last.mean()) if len(last) else alpha.shape[1] / 2
    return Figure(
        luma=as_image(cv2.merge([layers[0], alpha, alpha, alpha])),
        colour=as_image(cv2.resize(colour, half, interpolation=cv2.INTER_AREA)),
        outline=as_image(cv2.resize(alpha, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)),
        tip=np.array([tip_x, top + _UNDER_TIPS_MM * scale]),
        end=np.array([end_x, float(alpha.shape[0])]),
        px_per_mm=scale,
        slices=_slices(alpha),
        blur_mm=blur_mm,
    )


def _homography(source: NDArray[np.float64], target: NDArray[np.float32]) -> Matrix:
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target), dtype=np.float64)


def _through(matrix: Matrix, boxes: NDArray[np.float64]) -> NDArray[np.float32]:
    flat = cv2.perspectiveTransform(boxes.reshape(1, -1, 2), matrix)
    return as_field(flat.astype(np.float32)).reshape(boxes.shape)


def _in_front(figure: Figure, seen_by: tuple[Matrix, ...]) -> NDArray[np.float64]:
    """The slices from the tip to where the arm passes by the camera: what is behind it has no picture."""
    near = np.ones(len(figure.slices), np.bool_)
    for matrix in seen_by:
        depth = np.concatenate([figure.slices, np.ones((*figure.slices.shape[:2], 1))], axis=2) @ matrix[2]
        at_tip = float(matrix[2] @ (*figure.tip, 1.0))
        near &= (depth / at_tip).min(axis=1) > _NEAREST
    count = len(near) if near.all() else max(int(np.argmin(near)), 1)
    return figure.slices[:count]


def _frame(slices: NDArray[np.float64], seen: NDArray[np.float32], size: Size) -> NDArray[np.float64]:
    """The box (4, 2) px in the figure around its slices whose picture `seen` is in view, or around all."""
    in_view = ((seen.max(axis=1) > 0) & (seen.min(axis=1) < size)).all(axis=1)
    shown = slices[in_view] if in_view.any() else slices
    (x0, y0), (x1, y1) = shown.min(axis=(0, 1)), shown.max(axis=(0, 1))
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)


class Figures:
    """The arms and people of one film."""

    def __init__(self, script: FilmScript, look: FilmLook, developer: Developer) -> None:
        self.script = script
        self.look = look
        self.developer = developer
        self._drawn: dict[tuple[str, int], Figure] = {}

    def of(self, who: int, camera: Camera) -> Figure:
        """The figure of a reach, or of a lean, which count on from the reaches."""
        reaches, leans = self.script.reaches, self.script.leans
        is_arm = who < len(reaches)
        named = ("arm", reaches[who].seed) if is_arm else ("lean", leans[who - len(reaches)].seed)
        if named not in self._drawn:
            scale = min(2.0, self.look.view.px_per_mm * 1.2)
            if is_arm:
                rng = np.random.default_rng([named[1], 11])
                pose = str(rng.choice(_HOLDING, p=_HOLDING_SHARES))
                sprite = hand(rng, scale, self._arm_mm(named[1], camera), pose)
                self._drawn[named] = _figure_of(sprite, self.developer, _ARM_BLUR_MM)
            else:
                sprite = leaning_person(np.random.default_rng([named[1], 12]), min(scale, 1.0))
                self._drawn[named] = _figure_of(sprite, self.developer, _LEAN_BLUR_MM)
        return self._drawn[named]

    def _arm_mm(self, seed: int, camera: Camera) -> float:
        """Long enough that nobody sees where the arms of that person end."""
        reaches = (reach for reach in self.script.reaches if reach.seed == seed)
        longest = 0.0
        for reach in reaches:
            for point in reach.path:
                pose = Pose(0, (point.x, point.y, HOVER_MM), (*reach.shoulder_mm, SHOULDER_MM))
                gap = np.hypot(point.x - reach.shoulder_mm[0], point.y - reach.shoulder_mm[1])
                longest = max(longest, self._out_of_view(pose, camera, float(gap) + _BEYOND_MM))
        return max(longest - 100.0, 100.0)

    def _out_of_view(self, pose: Pose, camera: Camera, length: float) -> float:
        size = np.array(self.look.size_px)
        while length < _LONGEST_MM:
            end = camera.project(arm_plane(pose, np.full(2, length), np.array([-60.0, 60.0])))
            if ((end < -8).all(axis=0) | (end > size + 8).all(axis=0)).any():
                break
            length += 60.0
        return length

    def seen(self, pose: Pose, camera: Camera, light: Light) -> Overhead:
        """A pose in the picture."""
        figure = self.of(pose.who, camera)
        axis = figure.end - figure.tip
        length = float(np.linalg.norm(axis)) / figure.px_per_mm
        axis = axis / np.linalg.norm(axis)
        side = np.array([-axis[1], axis[0]])
        gap = np.hypot(pose.tip[0] - pose.shoulder[0], pose.tip[1] - pose.shoulder[1])
        far = float(np.clip(gap, 100.0, max(length, 101.0)))
        along, across = np.array([0, 0, far, far]), np.array([-1, 1, 1, -1]) * _HALF_MM
        source = figure.tip + figure.px_per_mm * (along[:, None] * axis + across[:, None] * side)
        points = arm_plane(pose, along, across)
        cast = -light.slant * points[:, 2:] * np.array([np.cos(light.azimuth), np.sin(light.azimuth)])
        ground = np.column_stack([points[:, :2] + cast, np.zeros(4)])
        to_px = _homography(source, camera.project(points))
        shadow_to_px = _homography(source, camera.project(ground))
        blur = (figure.blur_mm + light.softness_mm) * camera.focal_px / max(float(camera.position_mm[2]), 1.0)
        size = self.look.size_px
        shown = _in_front(figure, (to_px, shadow_to_px))
        slices = _through(to_px, shown)
        parts = around_each(slices, size)
        shadows = around_each(_through(shadow_to_px, shown), size, int(2.5 * blur) + 8)
        corners = _through(to_px, _frame(shown, slices, size))
        rows = int(shown[:, :, 1].max())
        return Overhead(pose, figure, rows, to_px, shadow_to_px, parts, shadows, blur, corners)
