"""Wood as seen from above: slabs, planks, painted boards, parquet."""

from __future__ import annotations

import cv2
import numpy as np

from scenegen.textures import (
    Color,
    Field,
    Image,
    as_field,
    as_image,
    fractal,
    glow,
    hsv,
    mix,
    noise,
    paint,
    scale,
    shade,
)

# (light, dark) in BGR, judged from photos of tables: oak, pine, beech, cherry, teak, walnut, wenge.
WOODS: tuple[tuple[Color, Color], ...] = (
    ((168, 200, 222), (104, 148, 182)),
    ((150, 205, 235), (85, 145, 195)),
    ((160, 190, 225), (110, 140, 185)),
    ((80, 115, 175), (40, 65, 120)),
    ((70, 120, 170), (35, 70, 115)),
    ((60, 85, 120), (25, 40, 65)),
    ((45, 55, 70), (18, 22, 32)),
    ((185, 195, 200), (130, 142, 150)),
)


def _palette(rng: np.random.Generator) -> tuple[Color, Color]:
    light, dark = WOODS[rng.integers(len(WOODS))]
    tint = hsv(rng.uniform(0.02, 0.13), rng.uniform(0.2, 0.7), rng.uniform(0.3, 0.8))
    share = rng.uniform(0.0, 0.25)
    light, dark = mix(light, tint, share), mix(dark, scale(tint, 0.6), share)
    return light, mix(dark, light, rng.uniform(0.0, 0.5))


def _grain(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Field:
    """Fibres along x, year rings as bent stripes, and short dark pores, as one 0..1 field."""
    across_mm = size_px / px_per_mm
    bend = fractal(rng, size_px, across_mm / 260, octaves=3, stretch=rng.uniform(2, 5))
    down = np.arange(size_px, dtype=np.float32)[:, None] / np.float32(px_per_mm)
    ring_mm = rng.uniform(5, 22)
    phase = (down + bend * np.float32(rng.uniform(20, 140))) / np.float32(ring_mm)
    # A year ring darkens slowly and ends sharply, hence a softened saw tooth.
    saw = phase - np.floor(phase)
    rings = np.minimum(saw, (1 - saw) * 5)
    fibre = noise(rng, size_px, across_mm / 40, across_mm / 0.9)
    fine = noise(rng, size_px, across_mm / 12, min(across_mm / 0.4, size_px / 1.5))
    pores = np.maximum(noise(rng, size_px, across_mm / 7, across_mm / 0.7) - 0.78, 0) * 2.2
    ring_share, pore_share = rng.uniform(0.05, 0.5), rng.uniform(0.0, 1.0)
    field = ring_share * rings + (0.75 - ring_share) * fibre + 0.25 * fine + pore_share * pores
    return as_field(field)


def _knots(rng: np.random.Generator, image: Image, px_per_mm: float, dark: Color) -> None:
    size_px = image.shape[0]
    for _ in range(int(rng.integers(0, 4))):
        centre = rng.integers(0, size_px, 2)
        radius = rng.uniform(3, 9) * px_per_mm
        for ring in range(4, 0, -1):
            axes = (max(int(radius * ring / 2.5), 1), max(int(radius * ring / 4), 1))
            tone = mix(dark, scale(dark, 0.45), 1 - ring / 5)
            place = (int(centre[0]), int(centre[1]))
            width = -1 if ring == 1 else 1
            cv2.ellipse(image, place, axes, 0, 0, 360, tone, width, cv2.LINE_AA)


def slab(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """One wide board, its grain along x."""
    light, dark = _palette(rng)
    image = paint(_grain(rng, size_px, px_per_mm), [light, mix(light, dark, 0.6), dark])
    if rng.random() < 0.3:
        _knots(rng, image, px_per_mm, scale(dark, 0.8))
    return _varnish(rng, image)


def _varnish(rng: np.random.Generator, image: Image) -> Image:
    if rng.random() < 0.6:
        return image
    light = np.maximum(fractal(rng, image.shape[0], 1.5, octaves=2) - 0.5, 0.0)
    return glow(image, as_field(light * rng.uniform(0.2, 0.7)))


def _cut_into_boards(rng: np.random.Generator, field: Field, board_px: float) -> tuple[Field, Field]:
    """Shift and lighten the grain board by board; returns the grain and the gap shading."""
    size_px = field.shape[0]
    gain = np.ones((size_px, size_px), np.float32)
    out = field.copy()
    gap_px = max(round(rng.uniform(0.3, 1.5) * board_px / 60), 1)
    gap_gain, spread = rng.uniform(0.3, 0.75), rng.uniform(0.02, 0.16)
    top = -rng.uniform(0, board_px)
    while top < size_px:
        first, last = max(round(top), 0), min(round(top + board_px), size_px)
        joint = int(rng.integers(0, size_px))
        # The rolled seam would show, so the butt joint of the two boards lies on it.
        turned = bool(rng.random() < 0.5)
        board = np.roll(field[first:last], joint, axis=1)
        out[first:last] = board[:, ::-1] if turned else board
        seam = size_px - joint if turned else joint
        gain[first:last, :seam] *= 1 + spread * rng.normal()
        gain[first:last, seam:] *= 1 + spread * rng.normal()
        gain[first : first + gap_px] *= gap_gain
        top += board_px
    return out, gain


def planks(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Boards side by side with dark gaps, each with its own tone."""
    light, dark = _palette(rng)
    board_px = rng.uniform(45, 160) * px_per_mm
    field, gain = _cut_into_boards(rng, _grain(rng, size_px, px_per_mm), board_px)
    return _varnish(rng, shade(paint(field, [light, dark]), gain))


def painted(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Painted boards: the grain only just shows, and the paint is worn in places."""
    color = hsv(rng.random(), rng.uniform(0.0, 0.5), rng.uniform(0.35, 0.95))
    grain = _grain(rng, size_px, px_per_mm)
    gain = 1.0 + (grain - 0.5) * np.float32(rng.uniform(0.05, 0.25))
    if rng.random() < 0.7:
        _, gaps = _cut_into_boards(rng, grain, rng.uniform(60, 160) * px_per_mm)
        gain = gain * gaps
    image = shade(np.full((size_px, size_px, 3), color, np.uint8), as_field(gain))
    if rng.random() < 0.4:
        light, dark = _palette(rng)
        worn = fractal(rng, size_px, 6, octaves=4, stretch=2) + 0.3 * (grain - 0.5)
        mask = cv2.convertScaleAbs(np.clip((worn - rng.uniform(0.6, 0.7)) * 12, 0, 1), alpha=255)
        bare = cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)
        image = np.where(bare > 127, paint(grain, [light, dark]), image)
    return as_image(image)


def parquet(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Square fields of short staves, every other one turned by a quarter."""
    light, dark = _palette(rng)
    field = _grain(rng, size_px, px_per_mm)
    boards, gain = _cut_into_boards(rng, field, rng.uniform(14, 30) * px_per_mm)
    along = shade(paint(boards, [light, dark]), gain)
    across = np.transpose(along, (1, 0, 2))
    square_px = max(rng.uniform(70, 140) * px_per_mm, 8.0)
    index = (np.arange(size_px) / square_px).astype(np.int64)
    odd = ((index[:, None] + index[None, :]) % 2).astype(bool)
    return as_image(np.where(odd[..., None], along, across))
