"""Paints a scene: table, shadows, things and tiles in depth order, with the truth of what stays visible."""

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import Placed
from scenegen.camera import Camera
from scenegen.faces import Blank, draw_back, draw_face, make_blank
from scenegen.props import Sprite
from scenegen.styles import SetStyle
from scenegen.textures import as_field, as_image
from scenegen.truth import Quad, ThingTruth, TileTruth

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Light:
    """The main lamp.

    azimuth: where it stands, radians. slant: shadow length per height. strength: of shadows, 0..1.
    softness_mm: how blurred their edges are.
    """

    azimuth: float
    slant: float
    strength: float
    softness_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """A thing on the table: a sprite, its centre (mm) and turn, and what it counts as (None for clutter)."""

    sprite: Sprite
    x: float
    y: float
    angle: float
    kind: str | None


_FINER = 2
"""Pictures are warped at so many times the resolution of the canvas and averaged: a lens skips nothing."""


class Canvas:
    """A picture being painted, with a map of which object is on top at each pixel."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.owner = np.zeros(image.shape[:2], np.int16)
        self.gloss = np.zeros(image.shape[:2], np.uint8)
        self._ids = 0

    def next_id(self) -> int:
        """A fresh object number, 1 and up."""
        self._ids += 1
        return self._ids

    def window(self, points: NDArray[np.float32], margin: int = 2) -> tuple[int, int, int, int] | None:
        """(x0, y0, x1, y1) around `points` inside the picture, or None when outside."""
        h, w = self.image.shape[:2]
        lo = np.floor(points.min(axis=0)).astype(int) - margin
        hi = np.ceil(points.max(axis=0)).astype(int) + margin
        x0, y0, x1, y1 = max(lo[0], 0), max(lo[1], 0), min(hi[0], w), min(hi[1], h)
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None

    def fill(self, polygon: NDArray[np.float32], colour: tuple[float, ...], owner: int) -> None:
        """Fill a convex polygon with one colour."""
        fixed = np.round(polygon * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.image, fixed, colour, cv2.LINE_AA, _SHIFT)
        cv2.fillConvexPoly(self.owner, fixed, (owner,), cv2.LINE_8, _SHIFT)

    def paste(
        self, bgra: Image, to_px: NDArray[np.float64], outline: NDArray[np.float32], owner: int
    ) -> None:
        """Warp a picture with transparency onto the canvas. to_px: (3, 3) from its pixels to ours."""
        box = self.window(outline)
        if box is None:
            return
        x0, y0, x1, y1 = box
        shifted = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ to_px
        # The middle of a pixel is its whole number: twice as many pixels begin a quarter of one further out.
        finer = np.array([[_FINER, 0, (_FINER - 1) / 2], [0, _FINER, (_FINER - 1) / 2], [0, 0, 1]]) @ shifted
        size = (x1 - x0, y1 - y0)
        fine = cv2.warpPerspective(bgra, finer, (size[0] * _FINER, size[1] * _FINER), flags=cv2.INTER_LINEAR)
        warped = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
        region = self.image[y0:y1, x0:x1]
        weight = cv2.merge([warped[..., 3]] * 3)
        over = cv2.multiply(warped[..., :3], weight, scale=1 / 255)
        under = cv2.multiply(region, cv2.bitwise_not(weight), scale=1 / 255)
        cv2.add(over, under, dst=region)
        self.owner[y0:y1, x0:x1][warped[..., 3] > 127] = owner


def outline_mm(style: SetStyle, steps: int = 3) -> Points:
    """Rounded outline of a tile around (0, 0), (4 * steps, 2), long axis along x."""
    radius = min(style.corner_mm, style.width_mm / 2 - 0.1)
    half = np.array([style.length_mm / 2 - radius, style.width_mm / 2 - radius])
    arcs = []
    for quarter, sign in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = quarter * pi / 2 + np.linspace(0, pi / 2, steps)
        arcs.append(half * sign + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    return np.concatenate(arcs)


def _on_table(tile: Placed, flat: Points, z: float) -> Points:
    """Tile coordinates (n, 2) at height z above the tile's underside to table coordinates (n, 3)."""
    c, s = cos(tile.angle), sin(tile.angle)
    x = flat[:, 0] * c - flat[:, 1] * s + tile.x
    y = flat[:, 0] * s + flat[:, 1] * c + tile.y
    return np.stack([x, y, np.full(len(flat), tile.lifted + z)], axis=1)


def _upright(tile: Placed, style: SetStyle, flat: Points, depth: float) -> Points:
    """Like `_on_table` for a tile on its long edge; depth 0 is the face, thickness the back."""
    c, s = cos(tile.angle), sin(tile.angle)
    x = flat[:, 0] * c - depth * s + tile.x
    y = flat[:, 0] * s + depth * c + tile.y
    return np.stack([x, y, style.width_mm / 2 - flat[:, 1]], axis=1)


class TilePainter:
    """Paints tiles of one set; keeps blanks at the scales it has met."""

    def __init__(self, style: SetStyle) -> None:
        self.style = style
        self._blanks: dict[int, Blank] = {}
        self._outline = outline_mm(style)
        half = np.array([style.length_mm, style.width_mm]) / 2
        # Clockwise in the picture, starting at end a (left): bottom-left, top-left, top-right, bottom-right.
        self._corners = half * np.array([[-1, 1], [-1, -1], [1, -1], [1, 1]], dtype=np.float64)

    def _blank(self, px_per_mm: float) -> Blank:
        step = int(np.ceil(np.log2(max(px_per_mm, 0.25)) * 2))
        if step not in self._blanks:
            self._blanks[step] = make_blank(self.style, 2.0 ** (step / 2))
        return self._blanks[step]

    def surfaces(self, tile: Placed, camera: Camera) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Corners (4, 2) of the face in view and the hull (n, 2) of the whole body, in pixels."""
        thick = self.style.thickness_mm
        if tile.standing:
            near = camera.project(_upright(tile, self.style, self._outline, 0.0))
            far = camera.project(_upright(tile, self.style, self._outline, -thick))
            face = camera.project(_upright(tile, self.style, self._corners, 0.0))
            if cv2.contourArea(face, oriented=True) < 0:
                face = camera.project(_upright(tile, self.style, self._corners * (-1, 1), -thick))
        else:
            near = camera.project(_on_table(tile, self._outline, thick))
            far = camera.project(_on_table(tile, self._outline, 0.0))
            face = camera.project(_on_table(tile, self._corners, thick))
        hull = cv2.convexHull(np.concatenate([near, far])).reshape(-1, 2)
        return face, hull.astype(np.float32)

    def shows_face(self, tile: Placed, camera: Camera) -> bool:
        """Whether the pips are on the side that the camera sees."""
        if not tile.standing:
            return tile.face_up
        face = camera.project(_upright(tile, self.style, self._corners, 0.0))
        return cv2.contourArea(face, oriented=True) >= 0

    def paint(
        self, canvas: Canvas, tile: Placed, camera: Camera, light: Light, rng: np.random.Generator
    ) -> tuple[NDArray[np.float32], int]:
        """Paint one tile; returns the corners of the face in view and its object number."""
        face_px, hull = self.surfaces(tile, camera)
        number = canvas.next_id()
        if canvas.window(hull) is None or cv2.contourArea(face_px) < 12:
            return face_px, number
        scale = (cv2.contourArea(face_px) / (self.style.length_mm * self.style.width_mm)) ** 0.5
        blank = self._blank(scale * _FINER)
        towards = light.azimuth - tile.angle
        direction = np.array([cos(towards), sin(towards)])
        side = tuple(float(c) * (0.62 + 0.25 * sin(tile.angle + light.azimuth)) for c in self.style.side)
        canvas.fill(hull, side, 0)
        if self.shows_face(tile, camera):
            picture = draw_face(self.style, blank, tile.ends, direction, rng)
        else:
            picture = draw_back(self.style, blank, direction, rng)
        h, w = picture.shape[:2]
        source = np.array([[0, h], [0, 0], [w, 0], [w, h]], dtype=np.float32) - 0.5
        canvas.paste(picture, _perspective(source, face_px), face_px, number)
        return face_px, number

    def shadow(self, tile: Placed, camera: Camera, light: Light) -> NDArray[np.float32]:
        """Convex polygon (n, 2) px that the tile's shadow covers on the table, the tile itself included."""
        height = tile.lifted + (self.style.width_mm if tile.standing else self.style.thickness_mm)
        cast = -light.slant * height * np.array([cos(light.azimuth), sin(light.azimuth)])
        if tile.standing:
            foot = self._outline * np.array([1.0, self.style.thickness_mm / self.style.width_mm])
        else:
            foot = self._outline
        base = _on_table(tile, foot, -tile.lifted)
        away = base + np.array([cast[0], cast[1], 0.0])
        hull = cv2.convexHull(camera.project(np.concatenate([base, away])))
        return as_field(hull.reshape(-1, 2))


def _perspective(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.asarray(cv2.getPerspectiveTransform(source, target), dtype=np.float64)


def prop_warp(prop: Prop, camera: Camera, shift: Points) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Homography of a flat sprite to pixels and its corners there."""
    w_mm, h_mm = prop.sprite.size_mm
    h, w = prop.sprite.rgba.shape[:2]
    half = np.array([[-w_mm, -h_mm], [w_mm, -h_mm], [w_mm, h_mm], [-w_mm, h_mm]]) / 2
    c, s = cos(prop.angle), sin(prop.angle)
    flat = half @ np.array([[c, s], [-s, c]]) + np.array([prop.x, prop.y]) + shift
    corners = camera.project(np.concatenate([flat, np.zeros((4, 1))], axis=1))
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32) - 0.5
    return _perspective(source, corners), corners


def paint_prop(canvas: Canvas, prop: Prop, camera: Camera) -> tuple[NDArray[np.float32], int]:
    """Paint a thing; returns its corners in pixels and its object number."""
    to_px, corners = prop_warp(prop, camera, np.zeros(2))
    number = canvas.next_id()
    canvas.paste(prop.sprite.rgba, to_px, corners, number)
    return corners, number


def cast_shadows(
    image: Image, tiles: list[NDArray[np.float32]], props: list[Prop], camera: Camera, light: Light
) -> Image:
    """The bare table darkened where tiles and things keep the light away; half resolution is enough."""
    h, w = image.shape[:2]
    half = (w // 2, h // 2)
    mask = np.zeros((half[1], half[0]), np.uint8)
    for polygon in tiles:
        cv2.fillConvexPoly(mask, np.round(polygon / 2 * 16).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    shrink = np.diag([0.5, 0.5, 1.0])
    for prop in props:
        cast = -light.slant * prop.sprite.height_mm * np.array([cos(light.azimuth), sin(light.azimuth)])
        to_px, _ = prop_warp(prop, camera, cast)
        np.maximum(mask, cv2.warpPerspective(prop.sprite.rgba[..., 3], shrink @ to_px, half), out=mask)
    reach = max(light.softness_mm * camera.focal_px / max(float(camera.position_mm[2]), 1.0) / 2, 0.5)
    contact = cv2.GaussianBlur(mask, (0, 0), max(reach * 0.4, 0.5))
    soft = cv2.GaussianBlur(mask, (0, 0), reach)
    keep = 255 - (cv2.addWeighted(soft, light.strength, contact, light.strength * 0.35, 0))
    keep = cv2.resize(np.clip(keep, 25, 255).astype(np.uint8), (w, h))
    return as_image(cv2.multiply(image, cv2.merge([keep] * 3), scale=1 / 255))


def as_quad(corners: NDArray[np.float32]) -> Quad:
    """Corners as plain numbers."""
    return tuple((float(x), float(y)) for x, y in corners)


def end_quads(corners: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two halves (4, 2) of a face, end a first, split at the projected middle line."""
    unit = np.array([[0, 1], [0, 0], [2, 0], [2, 1]], dtype=np.float32)
    to_px = cv2.getPerspectiveTransform(unit, corners)
    left = np.array([[[0, 1], [0, 0], [1, 0], [1, 1]]], dtype=np.float32)
    right = np.array([[[1, 1], [1, 0], [2, 0], [2, 1]]], dtype=np.float32)
    return cv2.perspectiveTransform(left, to_px)[0], cv2.perspectiveTransform(right, to_px)[0]


def visible_share(canvas: Canvas, quad: NDArray[np.float32], number: int) -> float:
    """Share of a quad's area where object `number` is on top; outside the picture is covered."""
    area = cv2.contourArea(quad)
    box = canvas.window(quad, margin=0)
    if box is None or area < 1:
        return 0.0
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, _SHIFT)
    seen = np.count_nonzero((canvas.owner[y0:y1, x0:x1] == number) & (mask > 0))
    return min(1.0, seen / area)


def tile_truth(canvas: Canvas, tile: Placed, corners: NDArray[np.float32], number: int) -> TileTruth:
    """Truth of a painted tile whose face is in view."""
    a, b = end_quads(corners)
    shares = (visible_share(canvas, a, number), visible_share(canvas, b, number))
    return TileTruth(tile.ends[0], tile.ends[1], as_quad(corners), shares, tile.standing)


def thing_truth(canvas: Canvas, kind: str, corners: NDArray[np.float32], number: int) -> ThingTruth:
    """Truth of a painted back, marker, hub or hand; round things fill less of their quad."""
    return ThingTruth(kind, as_quad(corners), visible_share(canvas, corners, number))
