"""Cloth as seen from above: weaves, stripes, checks, felt, knots of carpet, folds."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.textures import (
    Color,
    Field,
    Image,
    as_field,
    as_image,
    contrast,
    fractal,
    hsv,
    mix,
    noise,
    paint,
    plain,
    random_color,
    relief,
    scale,
    shade,
    speckle,
    warp,
)

# Which thread lies on top, by thread number: rows are weft, columns warp.
PLAIN_WEAVE = np.array([[1, 0], [0, 1]], bool)
BASKET_WEAVE = np.kron(PLAIN_WEAVE, np.ones((2, 2), bool)).astype(bool)
TWILL = np.array([[(x + y) % 4 < 2 for x in range(4)] for y in range(4)], bool)
HERRINGBONE = np.hstack([np.tile(TWILL, (1, 3)), np.tile(TWILL, (1, 3))[:, ::-1]])


def folds(rng: np.random.Generator, image: Image, strength: float | None = None) -> Image:
    """Shade and bend a cloth as if it did not lie quite flat; sometimes with ironed creases."""
    size_px = image.shape[0]
    depth = rng.uniform(0.0, 1.0) if strength is None else strength
    stretch = float(np.exp(rng.uniform(-1.2, 1.2)))
    # Folds are broad: a quarter of the size holds them, and costs a sixteenth.
    small_px = max(size_px // 4, 8)
    height = fractal(rng, small_px, rng.uniform(1.0, 4.0), octaves=3, stretch=stretch)
    small_gain = relief(height, depth * rng.uniform(0.5, 2.0), rng.uniform(0, 2 * np.pi))
    gain = _enlarged(np.clip(small_gain, 0.45, 1.6), size_px)
    if rng.random() < 0.2:
        for axis in (0, 1):
            place = (np.arange(size_px) - rng.uniform(0, size_px)) / (size_px * 0.004)
            crease = np.exp(-(place**2)) * place * rng.uniform(0.05, 0.25)
            gain += np.expand_dims(crease.astype(np.float32), axis)
    shaded = shade(image, gain)
    if rng.random() < 0.5:
        return shaded
    shift = _enlarged((height - 0.5) * np.float32(size_px * rng.uniform(0.01, 0.08)), size_px)
    return warp(shaded, shift, -shift)


def _enlarged(field: Field, size_px: int) -> Field:
    return as_field(cv2.resize(field, (size_px, size_px), interpolation=cv2.INTER_CUBIC))


def _threads(
    rng: np.random.Generator, size_px: int, pitch_px: float
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Thread number and roundness (0..1) at each pixel along one axis, with uneven pitch."""
    count = int(size_px / pitch_px) + 4
    widths = pitch_px * np.clip(1 + 0.12 * rng.normal(size=count), 0.5, 1.6)
    edges = np.concatenate([[0.0], np.cumsum(widths)])
    place = np.arange(size_px) + 0.5
    index = np.minimum(np.searchsorted(edges, place, side="right") - 1, count - 1)
    inside = (place - edges[index]) / widths[index]
    return index, np.sin(np.pi * np.clip(inside, 0.0, 1.0)).astype(np.float32)


def woven(
    rng: np.random.Generator,
    size_px: int,
    pitch_px: float,
    pattern: NDArray[np.bool_],
    yarns: tuple[NDArray[np.uint8], NDArray[np.uint8]],
) -> Image:
    """Weave threads into a (size, size, 3) cloth.

    pattern: whether the warp is on top; yarns: warp and weft, (n, 3) BGR, repeated over threads.
    """
    warp_colors, weft_colors = yarns
    # Finer threads than this alias into moiré; a camera would blur them just so.
    pitch_px = max(pitch_px, 2.2)
    column, round_x = _threads(rng, size_px, pitch_px)
    row, round_y = _threads(rng, size_px, pitch_px)
    top = pattern[np.ix_(row % pattern.shape[0], column % pattern.shape[1])]
    tone = rng.uniform(0.03, 0.12)
    warp_tone = (1 + tone * rng.normal(size=column[-1] + 1)).astype(np.float32)[column]
    weft_tone = (1 + tone * rng.normal(size=row[-1] + 1)).astype(np.float32)[row]
    depth = np.float32(rng.uniform(0.25, 0.6) * min(1.0, pitch_px / 4))
    warp_gain = ((1 - depth + depth * round_x) * warp_tone)[None, :]
    weft_gain = ((1 - depth + depth * round_y) * weft_tone)[:, None]
    streak = noise(rng, size_px, 40, size_px / 2) * 0.16 + 0.92
    gain = np.where(top, warp_gain, weft_gain) * streak
    weft = weft_colors[row % len(weft_colors)][:, None, :]
    image = np.broadcast_to(weft, (size_px, size_px, 3)).copy()
    np.copyto(image, warp_colors[column % len(warp_colors)][None, :, :], where=top[..., None])
    return shade(image, as_field(gain))


def _yarn(*bands: tuple[Color, int]) -> NDArray[np.uint8]:
    return np.concatenate([np.tile(np.array(color, np.uint8), (count, 1)) for color, count in bands])


def linen(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A plain cloth of one colour, or of two close ones, with threads that show."""
    color = hsv(rng.random(), rng.uniform(0.0, 0.6), rng.uniform(0.25, 0.97))
    if rng.random() < 0.4:
        color = hsv(rng.uniform(0.08, 0.14), rng.uniform(0.05, 0.35), rng.uniform(0.6, 0.95))
    other = mix(color, random_color(rng), rng.uniform(0.0, 0.25))
    pattern = PLAIN_WEAVE if rng.random() < 0.7 else BASKET_WEAVE
    pitch_px = rng.uniform(0.5, 2.5) * px_per_mm
    image = woven(rng, size_px, pitch_px, pattern, (_yarn((color, 1)), _yarn((other, 1))))
    return folds(rng, image)


def denim(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Blue twill: dark warp, pale weft, washed out in places, sometimes with a stitched seam."""
    blue = hsv(rng.uniform(0.57, 0.63), rng.uniform(0.4, 0.75), rng.uniform(0.25, 0.6))
    pale = mix(blue, (225, 220, 215), rng.uniform(0.4, 0.8))
    pitch_px = rng.uniform(0.5, 1.0) * px_per_mm
    image = woven(rng, size_px, pitch_px, TWILL, (_yarn((blue, 1)), _yarn((pale, 1))))
    image = shade(image, as_field(0.7 + 0.6 * fractal(rng, size_px, 3, octaves=4)))
    if rng.random() < 0.4:
        y = rng.uniform(0.1, 0.9) * size_px
        dash = 3 * px_per_mm
        for line in (y, y + 6 * px_per_mm):
            for x in np.arange(0, size_px, dash * 1.4):
                ends = ((int(x), int(line)), (int(x + dash), int(line)))
                thick = max(int(px_per_mm * 0.7), 1)
                cv2.line(image, *ends, (60, 130, 190), thick, cv2.LINE_AA)
    return folds(rng, image)


def herringbone(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Upholstery with zigzag stripes of two close or contrasting colours."""
    color = random_color(rng, (0.05, 0.6), (0.15, 0.9))
    share = rng.uniform(0.3, 0.9)
    other = mix(color, (235, 240, 240) if rng.random() < 0.6 else (20, 20, 25), share)
    pitch_px = rng.uniform(0.7, 2.5) * px_per_mm
    image = woven(rng, size_px, pitch_px, HERRINGBONE, (_yarn((color, 1)), _yarn((other, 1))))
    return folds(rng, image, rng.uniform(0, 0.5))


def striped(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Cloth with stripes of several widths and colours."""
    pitch_px = max(rng.uniform(0.5, 1.5) * px_per_mm, 2.2)
    base = random_color(rng, (0.0, 0.3), (0.6, 0.97))
    bands: list[tuple[Color, int]] = []
    for _ in range(int(rng.integers(2, 7))):
        for color in (base, random_color(rng)):
            wide = max(int(rng.uniform(1, 25) * px_per_mm / pitch_px), 1)
            bands.append((color, wide))
    weft = _yarn((base, 1))
    pattern = TWILL if rng.random() < 0.5 else PLAIN_WEAVE
    return folds(rng, woven(rng, size_px, pitch_px, pattern, (_yarn(*bands), weft)))


def checked(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Gingham, or a tartan with lines across it: the same bands in warp and weft."""
    pitch_px = max(rng.uniform(0.4, 0.9) * px_per_mm, 2.2)
    color = random_color(rng, (0.5, 0.95), (0.25, 0.8))
    white = hsv(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.85, 0.98))
    wide = max(int(rng.uniform(4, 32) * px_per_mm / pitch_px), 1)
    bands = [(color, wide), (white, wide)]
    if rng.random() < 0.4:
        other = random_color(rng)
        bands = [(color, wide), (white, wide // 3 + 1), (other, wide // 5 + 1), (white, wide)]
        bands += [(scale(color, 0.5), wide // 2 + 1)]
    yarn = _yarn(*bands)
    return folds(rng, woven(rng, size_px, pitch_px, TWILL, (yarn, yarn)))


def felt(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Card-table baize, mostly green, blue or red: fuzzy, with a brushed look."""
    hue = float(rng.choice([0.36, 0.4, 0.6, 0.0, 0.97, rng.random()]))
    color = hsv(hue, rng.uniform(0.45, 0.95), rng.uniform(0.18, 0.65))
    fuzz = fractal(rng, size_px, size_px / px_per_mm / 6, octaves=4, persistence=0.8)
    image = paint(contrast(fuzz, rng.uniform(0.4, 1.2)), [scale(color, 0.7), scale(color, 1.3)])
    image = speckle(rng, image, rng.uniform(2, 12))
    return folds(rng, image, rng.uniform(0, 0.15))


def _tufts(rng: np.random.Generator, size_px: int, pitch_px: float) -> Field:
    """Rounded bumps on a jittered grid, 0 in the cracks and about 1 on top."""
    cells = max(int(size_px / max(pitch_px, 2.0)), 2)
    phase = np.linspace(0, cells * np.pi, size_px, dtype=np.float32)
    wobble = noise(rng, size_px, cells / 2) * np.float32(2.0)
    across = np.abs(np.sin(phase[None, :] + wobble))
    down = np.abs(np.sin(phase[:, None] + wobble[::-1]))
    return as_field(across * down)


def carpet(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Loop or cut pile in mixed yarns, sometimes with broad figures."""
    color = random_color(rng, (0.0, 0.7), (0.15, 0.8))
    tufts = _tufts(rng, size_px, rng.uniform(2, 5) * px_per_mm)
    field = as_field(0.6 * tufts + 0.4 * noise(rng, size_px, size_px / 2.5))
    image = paint(field, [scale(color, 0.45), color, scale(color, 1.25)])
    if rng.random() < 0.4:
        figure = contrast(fractal(rng, size_px, rng.uniform(2, 7), octaves=2), 30)
        other = paint(field, [(20, 20, 20), random_color(rng), random_color(rng)])
        image = as_image(np.where(figure[..., None] > 0.5, other, image))
    return speckle(rng, image, rng.uniform(4, 16))


def knit(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Terry or fleece: soft curls that shade each other."""
    color = random_color(rng, (0.0, 0.6), (0.3, 0.95))
    curls = fractal(rng, size_px, size_px / px_per_mm / rng.uniform(2, 6), octaves=2)
    gain = relief(curls, rng.uniform(0.3, 0.9), rng.uniform(0, 6.28))
    return folds(rng, shade(plain(size_px, color), as_field(np.clip(gain, 0.5, 1.5))))
