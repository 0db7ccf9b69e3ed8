"""Hard and smooth table tops: laminate, lacquer, stone, glass, metal, leather, cork, tiles."""

from __future__ import annotations

import cv2
import numpy as np

from scenegen.textures import (
    Color,
    Field,
    Image,
    as_field,
    as_image,
    blend,
    blob_points,
    contrast,
    disc,
    fill,
    fractal,
    glow,
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
)


def reflections(rng: np.random.Generator, image: Image, strength: float) -> Image:
    """Add what a glossy top mirrors: windows, lamps and vague furniture, all out of focus."""
    size_px = image.shape[0]
    small_px = max(size_px // 8, 16)
    light = np.zeros((small_px, small_px), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        centre = rng.uniform(-0.1, 1.1, 2) * small_px
        if rng.random() < 0.5:
            half = rng.uniform(0.05, 0.3, 2) * small_px
            box = cv2.boxPoints((centre.tolist(), (2 * half).tolist(), rng.uniform(0, 90)))
            cv2.fillPoly(light, [box.astype(np.int32)], int(rng.integers(90, 256)))
        else:
            radius = int(rng.uniform(0.02, 0.15) * small_px) + 1
            place = (int(centre[0]), int(centre[1]))
            cv2.circle(light, place, radius, int(rng.integers(120, 256)), -1)
    soft = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.6, 0.08 * small_px)))
    field = as_field(soft) / 255 + 0.35 * contrast(fractal(rng, small_px, 2, octaves=3), 1.5)
    wide = cv2.resize(as_field(field), (size_px, size_px), interpolation=cv2.INTER_CUBIC)
    tint = hsv(rng.random(), rng.uniform(0, 0.25), 1.0)
    return glow(image, as_field(as_field(wide) * strength), tint)


def lacquer(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Glossy black or dark lacquer with soft reflections and a little dust."""
    color = hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.02, 0.22))
    image = plain(size_px, color)
    for _ in range(int(rng.integers(0, 80))):
        x, y = rng.uniform(0, size_px, 2)
        disc(image, x, y, rng.uniform(0.1, 0.35) * px_per_mm, mix(color, (200, 200, 200), 0.4))
    return reflections(rng, image, rng.uniform(0.15, 0.7))


def laminate(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Plain white, grey, beige or coloured laminate with slight speckle."""
    value = rng.uniform(0.45, 0.97)
    color = hsv(rng.uniform(0.05, 0.16), rng.uniform(0, 0.2), value)
    if rng.random() < 0.25:
        color = random_color(rng, (0.1, 0.6), (0.3, 0.9))
    image = plain(size_px, color)
    if rng.random() < 0.5:
        fleck = fractal(rng, size_px, size_px / px_per_mm / rng.uniform(1, 3), octaves=2)
        light, dark = scale(color, 1.12), scale(color, rng.uniform(0.6, 0.95))
        image = paint(contrast(fleck, rng.uniform(1, 3)), [dark, color, color, color, light])
    image = speckle(rng, image, rng.uniform(1, 7))
    return reflections(rng, image, rng.uniform(0.0, 0.2)) if rng.random() < 0.3 else image


def desk(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A plain desk top with one broad patch of light and scuffs."""
    color = hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.3, 0.95))
    across = np.linspace(-1, 1, size_px, dtype=np.float32)
    x, y = rng.uniform(-1.2, 1.2, 2)
    far = (across[None, :] - np.float32(x)) ** 2 + (across[:, None] - np.float32(y)) ** 2
    spread = rng.uniform(0.3, 2.0)
    gain = 0.7 + rng.uniform(0.2, 0.8) * np.exp(-far / np.float32(spread))
    image = shade(plain(size_px, color), as_field(gain))
    for _ in range(int(rng.integers(0, 12))):
        start = rng.uniform(0, size_px, 2)
        end = start + rng.normal(0, 40, 2) * px_per_mm
        tone = scale(color, rng.uniform(0.8, 1.2))
        points = np.array([start, end]).astype(np.int32)
        cv2.polylines(image, [points], isClosed=False, color=tone, lineType=cv2.LINE_AA)
    return speckle(rng, image, rng.uniform(1, 6))


def granite(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Crystals of three or four colours, salt and pepper fashion."""
    base = hsv(rng.choice([0.03, 0.08, 0.6]), rng.uniform(0, 0.35), rng.uniform(0.2, 0.85))
    cells = size_px / px_per_mm / rng.uniform(1.2, 5)
    field = contrast(fractal(rng, size_px, cells, octaves=3, persistence=0.7), rng.uniform(2, 4))
    dark, light = scale(base, 0.25), mix(base, (235, 240, 245), 0.6)
    image = paint(field, [dark, scale(base, 0.7), base, base, mix(base, light, 0.5), light])
    flakes = noise(rng, size_px, cells * 1.5) > rng.uniform(0.8, 0.92)
    image[flakes] = scale(base, 0.15) if rng.random() < 0.7 else light
    image = as_image(cv2.blur(image, (2, 2)))
    return reflections(rng, image, rng.uniform(0, 0.3)) if rng.random() < 0.4 else image


def marble(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Cloudy stone with thin veins."""
    base = hsv(rng.uniform(0, 0.15), rng.uniform(0, 0.12), rng.uniform(0.8, 0.97))
    vein = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.25, 0.6))
    if rng.random() < 0.3:
        base, vein = scale(vein, 0.45), base
    cloud = fractal(rng, size_px, size_px / px_per_mm / 250, octaves=5, persistence=0.6)
    bend = fractal(rng, size_px, size_px / px_per_mm / 120, octaves=5, persistence=0.6)
    line = np.clip(1 - np.abs(bend - 0.5) * np.float32(rng.uniform(18, 45)), 0, 1)
    field = 0.9 * line * contrast(cloud, 2.5) + 0.35 * contrast(cloud, 1.5)
    image = paint(as_field(np.clip(field, 0, 1)), [base, mix(base, vein, 0.4), vein])
    return reflections(rng, image, rng.uniform(0, 0.3)) if rng.random() < 0.5 else image


def terrazzo(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Stone chips of a few colours in a pale binder."""
    base = hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.6, 0.95))
    image = plain(size_px, base)
    chips = [random_color(rng, (0, 0.6), (0.15, 0.9)) for _ in range(int(rng.integers(2, 6)))]
    largest = rng.uniform(3, 14) * px_per_mm
    shapes = [blob_points(rng, 1.0, 0.5, int(rng.integers(5, 9))) for _ in range(24)]
    for _ in range(int(min(900, 0.7 * (size_px / largest) ** 2 * rng.uniform(0.5, 2)))):
        shape = shapes[rng.integers(len(shapes))] * (largest * rng.beta(1.3, 3) + 1)
        color = chips[rng.integers(len(chips))]
        fill(image, shape * rng.choice([-1, 1], 2) + rng.uniform(0, size_px, 2), color)
    return speckle(rng, image, rng.uniform(2, 8))


def glass(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A glass top: what lies below shows dimly, what hangs above is mirrored."""
    color = hsv(rng.uniform(0.35, 0.6), rng.uniform(0.05, 0.4), rng.uniform(0.15, 0.7))
    below = fractal(rng, size_px, rng.uniform(1, 3), octaves=3)
    image = paint(contrast(below, 2), [scale(color, 0.5), color, scale(color, 1.3)])
    for _ in range(int(rng.integers(0, 4))):
        start, end = rng.uniform(-0.2, 1.2, (2, 2)) * size_px
        tone = scale(color, rng.uniform(0.3, 1.5))
        thick = max(int(rng.uniform(5, 40) * px_per_mm), 1)
        points = np.array([start, end]).astype(np.int32)
        cv2.polylines(image, [points], isClosed=False, color=tone, thickness=thick, lineType=cv2.LINE_AA)
    image = as_image(cv2.blur(image, (9, 9)))
    return reflections(rng, image, rng.uniform(0.3, 0.9))


def metal_mesh(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A garden table of metal: a lattice of bars, or a sheet with holes, over dark ground."""
    metal = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.08, 0.85))
    ground = paint(fractal(rng, size_px, 8), [(20, 22, 22), scale(random_color(rng), 0.6)])
    pitch_px = max(rng.uniform(6, 26) * px_per_mm, 6)
    place = np.arange(size_px, dtype=np.float32)
    x, y = place[None, :], place[:, None]
    if rng.random() < 0.5:
        x, y = x + y, x - y
    across, down = np.cos(x * (2 * np.pi / pitch_px)), np.cos(y * (2 * np.pi / pitch_px))
    height = np.maximum(across, down) if rng.random() < 0.5 else -across * down
    edge = np.float32(rng.uniform(0.1, 0.7))
    bar = np.clip((height - edge) * np.float32(pitch_px / 4), 0, 1)
    gain = relief(as_field(height), pitch_px / 40, rng.uniform(0, 6.28))
    top = shade(plain(size_px, metal), as_field(np.clip(gain, 0.5, 1.8)))
    mask = as_image(cv2.convertScaleAbs(as_field(np.broadcast_to(bar, (size_px, size_px))), alpha=255))
    return blend(ground, top, mask)


def brushed_metal(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Steel or aluminium with fine parallel scratches."""
    color = hsv(rng.choice([0.1, 0.6]), rng.uniform(0, 0.12), rng.uniform(0.4, 0.8))
    streak = noise(rng, size_px, size_px / px_per_mm / 90, size_px / 1.5)
    image = paint(contrast(streak, 0.6), [scale(color, 0.75), scale(color, 1.25)])
    return reflections(rng, image, rng.uniform(0.1, 0.5))


def leather(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Grained hide or leatherette in browns, black, red and green."""
    hue = float(rng.choice([0.04, 0.06, 0.09, 0.0, 0.38, 0.6]))
    color = hsv(hue, rng.uniform(0.0, 0.8), rng.uniform(0.08, 0.6))
    cells = size_px / px_per_mm / rng.uniform(1.5, 4)
    pebbles = np.abs(noise(rng, size_px, cells) - 0.5) + 0.5 * np.abs(noise(rng, size_px, cells * 2) - 0.5)
    gain = relief(as_field(pebbles), rng.uniform(0.2, 0.9), rng.uniform(0, 6.28))
    gain = gain * (0.8 + 0.4 * fractal(rng, size_px, 2, octaves=3))
    return shade(plain(size_px, color), as_field(np.clip(gain, 0.4, 1.9)))


def cork(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Pressed cork: brown crumbs with dark gaps."""
    base = hsv(rng.uniform(0.07, 0.1), rng.uniform(0.35, 0.6), rng.uniform(0.55, 0.8))
    cells = size_px / px_per_mm / rng.uniform(2, 4)
    field = contrast(fractal(rng, size_px, cells, octaves=3, persistence=0.7), 2.2)
    return speckle(rng, paint(field, [scale(base, 0.3), scale(base, 0.8), base, base, scale(base, 1.15)]), 6)


def _glaze(rng: np.random.Generator, size_px: int, color: Color, index: Field) -> Image:
    tones = np.clip(0.5 + 0.18 * rng.normal(size=4096), 0, 1).astype(np.float32)
    tone = tones[index.astype(np.int64) % 4096]
    cloud = 0.3 * (fractal(rng, size_px, 6, octaves=4) - 0.5)
    return paint(as_field(tone + cloud), [scale(color, 0.7), color, scale(color, 1.25)])


def tiles_with_grout(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Ceramic tiles, from mosaic to floor size, each with its own tone, and grout lines."""
    color = random_color(rng, (0.0, 0.7), (0.25, 0.95))
    pitch_px = rng.choice([rng.uniform(15, 40), rng.uniform(60, 200)]) * px_per_mm
    wide_px = pitch_px * rng.choice([1.0, 1.0, 2.0])
    row = (np.arange(size_px, dtype=np.float32) + np.float32(rng.uniform(0, pitch_px))) / pitch_px
    stagger = np.floor(row) % 2 * (0.5 if rng.random() < 0.4 else 0.0)
    column = np.arange(size_px, dtype=np.float32)[None, :] / wide_px + stagger[:, None]
    index = np.floor(row)[:, None] * 61 + np.floor(column)
    image = _glaze(rng, size_px, color, as_field(index))
    half = np.float32(rng.uniform(0.8, 2.5) * px_per_mm)
    near_x = np.abs(column - np.round(column)) * wide_px
    near_y = (np.abs(row - np.round(row)) * pitch_px)[:, None]
    near = np.minimum(near_x, near_y) / half
    grout = scale(hsv(0.1, 0.1, rng.uniform(0.2, 0.9)), 1.0)
    # A glazed edge is round: it catches light just beside the grout.
    image = shade(image, as_field(1.0 + 0.25 * np.exp(-((near - 1.6) ** 2) * 6)))
    image[near < 1] = grout
    return as_image(cv2.blur(image, (2, 2)))


def nearly_black(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A dark matt top with barely any texture."""
    color = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.0, 0.13))
    cloud = 0.7 + 0.6 * fractal(rng, size_px, rng.uniform(1, 5) / px_per_mm, octaves=2)
    return speckle(rng, shade(plain(size_px, color), as_field(cloud)), rng.uniform(1, 5))


def nearly_white(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A white top on which light tiles have hardly any edge."""
    color = hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.86, 1.0))
    cloud = 0.92 + 0.14 * fractal(rng, size_px, rng.uniform(1, 5) / px_per_mm, octaves=2)
    return speckle(rng, shade(plain(size_px, color), as_field(cloud)), rng.uniform(1, 4))
