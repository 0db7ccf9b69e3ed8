"""A sprite with its size on the table, and the drawing board that sprites are made on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.textures import Color, Field, Image, as_field, as_image

# Points in millimetres, as pairs or an (n, 2) array; a place is one of them.
Points = Sequence[tuple[float, float]] | NDArray[np.floating]
Place = tuple[float, float] | NDArray[np.floating]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A thing on the table as seen from straight above.

    rgba: (h, w, 4) uint8 BGRA, straight alpha; size_mm: (width, height) on the table;
    height_mm: how tall it stands, for the shadow it casts.
    """

    rgba: NDArray[np.uint8]
    size_mm: tuple[float, float]
    height_mm: float

    def __post_init__(self) -> None:
        """Refuse anything but four uint8 channels."""
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4 or self.rgba.dtype != np.uint8:
            raise ValueError(f"expected (h, w, 4) uint8, got {self.rgba.shape} {self.rgba.dtype}")
        self.rgba.setflags(write=False)


def circle_points(place: Place, radius: float, corners: int = 48) -> Field:
    """Corners of a circle, or of a regular polygon, as (n, 2) points."""
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return as_field(np.stack([place[0] + radius * np.cos(angle), place[1] + radius * np.sin(angle)], axis=1))


def box_points(place: Place, width: float, height: float, corner: float = 0.0) -> Field:
    """Outline of a box around a place with rounded corners, as (n, 2) points."""
    x, y = float(place[0]), float(place[1])
    corner = min(corner, width / 2 - 1e-3, height / 2 - 1e-3)
    if corner <= 0:
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
        return as_field(half + np.array([x, y]))
    parts = []
    for sign_x, sign_y, start in ((1, 1, 0.0), (-1, 1, 0.5), (-1, -1, 1.0), (1, -1, 1.5)):
        angle = np.linspace(start, start + 0.5, 7) * np.pi
        middle = (x + sign_x * (width / 2 - corner), y + sign_y * (height / 2 - corner))
        arc = np.stack([np.cos(angle), np.sin(angle)], axis=1) * corner
        parts.append(arc + middle)
    return as_field(np.concatenate(parts))


def turned(points: Points, angle_rad: float, x: float = 0.0, y: float = 0.0) -> Field:
    """Turn (n, 2) points around the origin (clockwise as seen, y down), then move them."""
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    matrix = np.array([[cos, sin], [-sin, cos]])
    return as_field(np.asarray(points, np.float64) @ matrix + np.array([x, y]))


def soften(levels: Image | Field, sigma_px: float) -> Field:
    """Blur (h, w) about as a Gaussian does; beyond the border all is 0."""
    if sigma_px > 5:
        # A wide blur keeps no detail, so it is made small and enlarged again.
        height, width = levels.shape
        step = sigma_px / 2.5
        size = (max(round(width / step), 1), max(round(height / step), 1))
        small = cv2.resize(levels, size, interpolation=cv2.INTER_AREA)
        soft = soften(as_field(small), 2.5)
        wide = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
        # The enlarged grid would show once the slopes of this are taken.
        side = round(step) | 1
        return as_field(cv2.blur(wide, (side, side)))
    # Three box blurs come close to a Gaussian and cost a tenth of OpenCV's own for float32.
    side = max(round(float(np.sqrt(4 * sigma_px**2 + 1))), 1) | 1
    soft = as_field(levels)
    for _ in range(3):
        soft = as_field(cv2.blur(soft, (side, side), borderType=cv2.BORDER_CONSTANT))
    return soft


def cloud(rng: np.random.Generator, shape: tuple[int, int], cells: float) -> Field:
    """Make smooth (h, w) noise, mostly 0..1, with so many blobs along the longer side."""
    height, width = shape
    longest = max(shape)
    coarse_shape = [max(int(cells * side / longest), 1) + 2 for side in shape]
    coarse = rng.random(coarse_shape, dtype=np.float32)
    return as_field(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))


class Pad:
    """A drawing board in millimetres, x right, y down, origin in its centre unless moved.

    bgr: (h, w, 3); alpha: (h, w), both uint8, finer than the sprite by `oversample`.
    """

    def __init__(
        self,
        size_mm: tuple[float, float],
        px_per_mm: float,
        oversample: float = 2,
        origin_mm: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.size_mm = size_mm
        self.origin_mm = origin_mm
        self.px_per_mm = px_per_mm * oversample
        self.sprite_px = (max(round(size_mm[0] * px_per_mm), 2), max(round(size_mm[1] * px_per_mm), 2))
        width, height = (max(round(side * oversample), 2) for side in self.sprite_px)
        self.bgr: Image = np.zeros((height, width, 3), np.uint8)
        self.alpha: Image = np.zeros((height, width), np.uint8)

    def px(self, points: Points) -> NDArray[np.int32]:
        """Millimetres to sixteenths of a pixel, as OpenCV's smooth drawing wants them."""
        height, width = self.alpha.shape
        middle = np.array([width - 1, height - 1]) / 2
        scaled = (np.asarray(points, np.float64) + self.origin_mm) * self.px_per_mm + middle
        return np.round(scaled * 16).astype(np.int32)

    def _centre(self, place: Place) -> tuple[int, int]:
        across, down = self.px(np.asarray(place, np.float64)[None, :])[0].tolist()
        return across, down

    def mask(self, points: Points) -> Image:
        """Make a (h, w) mask of a filled outline."""
        mask = np.zeros_like(self.alpha)
        cv2.fillPoly(mask, [self.px(points)], 255, cv2.LINE_AA, 4)
        return mask

    def base(self, points: Points, color: Color) -> None:
        """Make the outline solid; the colour fills the whole board, so no edge turns dark."""
        if not self.alpha.any():
            self.bgr[:] = color
        else:
            self.fill(points, color)
        cv2.fillPoly(self.alpha, [self.px(points)], 255, cv2.LINE_AA, 4)

    def fill(self, points: Points, color: Color) -> None:
        """Paint a filled outline; what is solid stays as it is."""
        cv2.fillPoly(self.bgr, [self.px(points)], color, cv2.LINE_AA, 4)

    def disc(self, place: Place, radius: float, color: Color) -> None:
        """Paint a filled circle."""
        centre = self._centre(place)
        size = max(round(radius * self.px_per_mm * 16), 1)
        cv2.circle(self.bgr, centre, size, color, -1, cv2.LINE_AA, 4)

    def ring(self, place: Place, radius: float, width: float, color: Color) -> None:
        """Paint a circle's line, at least one pixel wide."""
        centre = self._centre(place)
        size = max(round(radius * self.px_per_mm * 16), 1)
        thick = max(round(width * self.px_per_mm), 1)
        cv2.circle(self.bgr, centre, size, color, thick, cv2.LINE_AA, 4)

    def line(self, points: Points, width: float, color: Color) -> None:
        """Paint an open line through the points, at least one pixel wide."""
        thick = max(round(width * self.px_per_mm), 1)
        outline = [self.px(points)]
        cv2.polylines(
            self.bgr, outline, isClosed=False, color=color, thickness=thick, lineType=cv2.LINE_AA, shift=4
        )

    def text(self, words: str, place: Place, height: float, color: Color) -> None:
        """Write words with their middle at the place; height is that of a capital letter."""
        size = height * self.px_per_mm / 22
        thick = max(round(height * self.px_per_mm / 9), 1)
        box, _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        corner = np.array(self._centre(place)) // 16 + np.array([-box[0] // 2, box[1] // 2])
        cv2.putText(
            self.bgr, words, corner.tolist(), cv2.FONT_HERSHEY_SIMPLEX, size, color, thick, cv2.LINE_AA
        )

    def light(self, amount: Field) -> None:
        """Add (h, w) grey levels, negative ones darken."""
        level = np.clip(amount, -255, 255).astype(np.int16)
        levels = cv2.merge([level, level, level])
        self.bgr = as_image(cv2.add(self.bgr, levels, dtype=cv2.CV_8U))

    def tint(self, gain: Field) -> None:
        """Multiply by a (h, w) gain around 1."""
        levels = cv2.convertScaleAbs(np.clip(gain, 0, 2), alpha=127.5)
        wide = cv2.cvtColor(levels, cv2.COLOR_GRAY2BGR)
        self.bgr = as_image(cv2.multiply(self.bgr, wide, scale=1 / 127.5))

    def bevel(self, mask: Image, width: float, strength: float, light_rad: float) -> None:
        """Shade the mask's edge as a rounded step: lit on one side, dark on the other.

        A negative strength makes a hollow.
        """
        sigma = max(width * self.px_per_mm, 0.6)
        # Scaled so that the strength is about the grey levels at the steepest place.
        soft = soften(mask, sigma) * np.float32(sigma / 255 / 2)
        across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)
        down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
        slope = across * np.float32(np.cos(light_rad)) + down * np.float32(np.sin(light_rad))
        self.light(as_field(slope * np.float32(strength)))

    def shine(self, place: Place, radius: float, strength: float) -> None:
        """Add a soft round highlight."""
        spot = np.zeros_like(self.alpha)
        centre = self._centre(place)
        cv2.circle(spot, centre, max(round(radius * self.px_per_mm * 16), 1), 255, -1, cv2.LINE_AA, 4)
        soft = soften(spot, max(radius * self.px_per_mm / 2, 0.5))
        self.light(as_field(soft * np.float32(strength / 255)))

    def clear(self, points: Points, opacity: float) -> None:
        """Make an outline see-through."""
        hole = cv2.bitwise_not(self.mask(points))
        floor = np.full_like(hole, round(255 * opacity))
        self.alpha = as_image(np.minimum(self.alpha, np.maximum(hole, floor)))

    def sprite(self, height_mm: float) -> Sprite:
        """Shrink the board to the sprite."""
        rgba = as_image(cv2.merge([self.bgr, self.alpha]))
        if rgba.shape[1::-1] != self.sprite_px:
            shrinks = rgba.shape[1] > self.sprite_px[0]
            how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
            rgba = as_image(cv2.resize(rgba, self.sprite_px, interpolation=how))
        return Sprite(rgba, self.size_mm, height_mm)
