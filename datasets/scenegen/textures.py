"""Building blocks of painted surfaces: noise fields, colour ramps, weaves, shading."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
Color = tuple[int, int, int]


def as_image(pixels: MatLike) -> Image:
    """Narrow what OpenCV returns to uint8, without a copy when it already is."""
    return np.asarray(pixels, dtype=np.uint8)


def as_field(values: MatLike) -> Field:
    """Narrow what OpenCV returns to float32, without a copy when it already is."""
    return np.asarray(values, dtype=np.float32)


def hsv(hue: float, saturation: float, value: float) -> Color:
    """Turn hue, saturation and value (each 0..1, hue wraps) into a BGR colour."""
    red, green, blue = colorsys.hsv_to_rgb(
        hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0)
    )
    return round(blue * 255), round(green * 255), round(red * 255)


def random_color(
    rng: np.random.Generator,
    saturation: tuple[float, float] = (0.2, 0.95),
    value: tuple[float, float] = (0.2, 0.95),
) -> Color:
    """Draw a BGR colour of any hue, with saturation and value from the given ranges."""
    return hsv(rng.random(), rng.uniform(*saturation), rng.uniform(*value))


def mix(first: Color, second: Color, share: float) -> Color:
    """Blend two BGR colours; share 0 is the first, 1 the second."""
    blue, green, red = (
        round(min(max(a + (b - a) * share, 0.0), 255.0)) for a, b in zip(first, second, strict=True)
    )
    return blue, green, red


def scale(color: Color, gain: float) -> Color:
    """Make a BGR colour darker (gain below 1) or lighter."""
    blue, green, red = (round(min(max(c * gain, 0.0), 255.0)) for c in color)
    return blue, green, red


def noise(rng: np.random.Generator, size_px: int, cells: float, cells_down: float | None = None) -> Field:
    """Make a smooth (size, size) field, mostly 0..1, with so many blobs across and down."""
    across = min(max(int(cells) + 2, 2), size_px)
    down = min(max(int(cells if cells_down is None else cells_down) + 2, 2), size_px)
    coarse = rng.random((down, across), dtype=np.float32)
    if across == size_px and down == size_px:
        return coarse
    # Cubic overshoots little and hides the grid that linear shows on large blobs.
    return as_field(cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC))


def fractal(  # noqa: PLR0913 (what makes noise look like cloud, grain or stone)
    rng: np.random.Generator,
    size_px: int,
    cells: float,
    *,
    octaves: int = 4,
    persistence: float = 0.5,
    stretch: float = 1.0,
) -> Field:
    """Sum octaves of noise into a (size, size) field with mean about 0.5.

    stretch: how many times more blobs down than across, which gives streaks along x.
    """
    # Low octaves carry no detail: a quarter-size sum costs a sixteenth.
    small_px = max(size_px // 4, 8)
    coarse: Field | None = None
    fine: Field | None = None
    total, weight = 0.0, 1.0
    for octave in range(octaves):
        across = cells * 2**octave
        down = across * stretch
        total += weight
        if max(across, down) < small_px / 2:
            layer = noise(rng, small_px, across, down) * np.float32(weight)
            coarse = layer if coarse is None else coarse + layer
        else:
            layer = noise(rng, size_px, across, down) * np.float32(weight)
            fine = layer if fine is None else fine + layer
        weight *= persistence
    share = np.float32(1 / total)
    if coarse is None:
        return as_field(fine * share) if fine is not None else np.full((size_px, size_px), 0.5, np.float32)
    wide = as_field(cv2.resize(coarse * share, (size_px, size_px), interpolation=cv2.INTER_CUBIC))
    return wide if fine is None else as_field(wide + fine * share)


def contrast(field: Field, gain: float) -> Field:
    """Spread a field around 0.5 and clip it to 0..1."""
    return as_field(np.clip((field - 0.5) * gain + 0.5, 0.0, 1.0))


def speckle(rng: np.random.Generator, image: Image, strength: float) -> Image:
    """Add per-pixel grain of about ±strength grey levels."""
    height, width = image.shape[:2]
    level = max(int(strength), 1)
    grain = rng.integers(0, 2 * level + 1, (height, width), dtype=np.uint8)
    gray = cv2.cvtColor(grain, cv2.COLOR_GRAY2BGR)
    return as_image(cv2.subtract(cv2.add(image, gray), np.full(4, level, np.float64)))


def ramp(colors: Sequence[Color]) -> Image:
    """Make a (256, 1, 3) table that runs evenly through the given BGR colours."""
    stops = np.linspace(0.0, 255.0, len(colors))
    channels = [np.interp(np.arange(256), stops, [c[i] for c in colors]) for i in range(3)]
    return np.stack(channels, axis=-1).round().astype(np.uint8)[:, None, :]


def paint(field: Field, colors: Sequence[Color]) -> Image:
    """Colour a field (0..1) by an even ramp of BGR colours."""
    levels = cv2.convertScaleAbs(np.maximum(field, 0.0), alpha=255.0)
    return as_image(cv2.applyColorMap(levels, ramp(colors)))


def plain(size_px: int, color: Color) -> Image:
    """Make a (size, size, 3) image of one BGR colour."""
    # Copying a row is several times faster than filling pixel by pixel.
    row = np.full((size_px, 3), color, np.uint8)
    return np.broadcast_to(row, (size_px, size_px, 3)).copy()


def shade(image: Image, gain: Field) -> Image:
    """Multiply an image by a (h, w) gain, where 1 leaves it as it is and 2 is the most."""
    levels = cv2.convertScaleAbs(np.maximum(gain, 0.0), alpha=127.5)
    return as_image(cv2.multiply(image, cv2.cvtColor(levels, cv2.COLOR_GRAY2BGR), scale=1 / 127.5))


def glow(image: Image, light: Field, color: Color = (255, 255, 255)) -> Image:
    """Add light (h, w; 0..1) of a BGR colour, as a reflection does."""
    levels = cv2.convertScaleAbs(np.clip(light, 0.0, 1.0), alpha=255.0)
    return as_image(cv2.add(image, cv2.applyColorMap(levels, ramp([(0, 0, 0), color]))))


def blend(below: Image, above: Image, mask: Image) -> Image:
    """Lay one image over another where the (h, w) uint8 mask is high."""
    share = cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)
    top = cv2.multiply(above, share, scale=1 / 255)
    return as_image(cv2.add(top, cv2.multiply(below, cv2.bitwise_not(share), scale=1 / 255)))


def relief(height: Field, strength: float, light_rad: float) -> Field:
    """Turn a height field into a shading gain around 1, lit from the given direction."""
    across = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3)
    slope = across * np.float32(np.cos(light_rad)) + down * np.float32(np.sin(light_rad))
    return as_field(1.0 + np.float32(strength) * slope)


def warp(image: Image, shift_x: Field, shift_y: Field) -> Image:
    """Move each pixel of an image by a smooth field of shifts in pixels; edges reflect."""
    height, width = image.shape[:2]
    across = shift_x + np.arange(width, dtype=np.float32)[None, :]
    down = shift_y + np.arange(height, dtype=np.float32)[:, None]
    moved = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return as_image(moved)


def blob_points(rng: np.random.Generator, radius: float, roughness: float, corners: int = 24) -> Field:
    """Make a closed wobbly outline of (corners, 2) points around the origin."""
    angle = np.linspace(0.0, 2 * np.pi, corners, endpoint=False)
    reach = np.ones(corners)
    for order in (2, 3, 5):
        reach += roughness / order * rng.normal() * np.cos(order * angle + rng.uniform(0, 6.28))
    return as_field(np.stack([np.cos(angle), np.sin(angle)], axis=1) * (radius * reach)[:, None])


def fill(image: Image, points: NDArray[np.floating], color: Color) -> None:
    """Draw a filled smooth-edged polygon of (n, 2) pixel points into an image."""
    fixed = np.round(np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(image, [fixed], color, cv2.LINE_AA, 4)


def disc(image: Image, x: float, y: float, radius: float, color: Color) -> None:
    """Draw a filled smooth-edged circle, in pixels, into an image."""
    centre = (round(x * 16), round(y * 16))
    cv2.circle(image, centre, max(round(radius * 16), 1), color, -1, cv2.LINE_AA, 4)
