"""Printed cloth: flowers, lace, dots, oilcloth, play mats."""

from __future__ import annotations

import cv2
import numpy as np

from scenegen.backgrounds_cloth import folds
from scenegen.textures import (
    Color,
    Image,
    as_field,
    as_image,
    blob_points,
    disc,
    fill,
    hsv,
    mix,
    noise,
    paint,
    plain,
    random_color,
    scale,
    shade,
    speckle,
)


def _threads(rng: np.random.Generator, image: Image, px_per_mm: float) -> Image:
    """Let a printed cloth show its weave a little."""
    size_px = image.shape[0]
    fine = min(size_px / 2, size_px / px_per_mm * 2)
    weave = noise(rng, size_px, fine, 20) + noise(rng, size_px, 20, fine)
    return shade(image, as_field(1.0 + (weave - 1.0) * np.float32(rng.uniform(0.05, 0.2))))


def _flower(
    rng: np.random.Generator,
    image: Image,
    centre: Image | np.ndarray,
    radius: float,
    colors: list[Color],
) -> None:
    petals = int(rng.integers(4, 9))
    turn = rng.uniform(0, 6.28)
    color, heart = colors[rng.integers(len(colors))], colors[rng.integers(len(colors))]
    for layer in (1.0, 0.6):
        tone = color if layer == 1.0 else mix(color, (255, 255, 255), 0.35)
        for petal in range(petals):
            angle = turn + petal * 2 * np.pi / petals
            place = centre + np.array([np.cos(angle), np.sin(angle)]) * radius * 0.55 * layer
            axes = (radius * 0.5 * layer, radius * 0.33 * layer)
            shape = cv2.ellipse2Poly(
                (0, 0), (100, int(100 * axes[1] / axes[0])), int(np.degrees(angle)), 0, 360, 20
            )
            edge = np.asarray(shape) * (axes[0] / 100)
            fill(image, edge + place, scale(tone, rng.uniform(0.88, 1.08)))
    disc(image, centre[0], centre[1], radius * 0.22, heart)


def _leaf(rng: np.random.Generator, image: Image, centre: np.ndarray, length: float, color: Color) -> None:
    angle = rng.uniform(0, 2 * np.pi)
    along = np.linspace(-1, 1, 9)
    side = (1 - along**2) * rng.uniform(0.2, 0.45)
    outline = np.concatenate([np.stack([along, side], 1), np.stack([along, -side], 1)[::-1]])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    points = outline @ turn * length + centre
    fill(image, points, color)
    cv2.line(
        image,
        points[0].astype(int).tolist(),
        points[8].astype(int).tolist(),
        scale(color, 0.7),
        1,
        cv2.LINE_AA,
    )


def flowered(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Cloth printed with bunches of flowers, leaves and round fruit."""
    ground = random_color(rng, (0.0, 0.5), (0.75, 1.0))
    if rng.random() < 0.3:
        ground = random_color(rng, (0.2, 0.9), (0.1, 0.5))
    image = plain(size_px, ground)
    colors = [random_color(rng, (0.3, 1.0), (0.4, 1.0)) for _ in range(int(rng.integers(2, 6)))]
    green = hsv(rng.uniform(0.22, 0.42), rng.uniform(0.3, 0.8), rng.uniform(0.25, 0.65))
    radius = rng.uniform(6, 30) * px_per_mm
    bunches = int(np.clip((size_px / radius / 6) ** 2 * rng.uniform(1, 2.5), 6, 90))
    fruity = rng.random() < 0.5
    for _ in range(bunches):
        middle = rng.uniform(0, size_px, 2)
        for _ in range(int(rng.integers(2, 6))):
            _leaf(
                rng,
                image,
                middle + rng.normal(0, radius * 1.3, 2),
                radius * rng.uniform(0.5, 1.2),
                scale(green, rng.uniform(0.7, 1.3)),
            )
        for _ in range(int(rng.integers(1, 4))):
            place = middle + rng.normal(0, radius, 2)
            if fruity and rng.random() < 0.5:
                tone = colors[rng.integers(len(colors))]
                disc(image, place[0], place[1], radius * 0.45, tone)
                shine = place - radius * 0.15
                disc(image, shine[0], shine[1], radius * 0.13, mix(tone, (255, 255, 255), 0.5))
            else:
                _flower(rng, image, place, radius * rng.uniform(0.5, 1.1), colors)
    return folds(rng, _threads(rng, image, px_per_mm))


def polka_dots(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Dots on a grid or strewn about: they look much like pips."""
    ground, color = (
        random_color(rng, (0.0, 0.8), (0.1, 1.0)),
        random_color(rng, (0.0, 0.9), (0.05, 1.0)),
    )
    if abs(sum(ground) - sum(color)) < 150:
        color = (245, 245, 245) if sum(ground) < 380 else scale(color, 0.3)
    image = plain(size_px, ground)
    pitch_px = max(rng.uniform(5, 40) * px_per_mm, 8)
    radius = pitch_px * rng.uniform(0.12, 0.36)
    staggered, loose = rng.random() < 0.6, rng.random() < 0.2
    others = [color] if rng.random() < 0.7 else [random_color(rng) for _ in range(4)]
    for row in range(int(size_px / pitch_px) + 2):
        for column in range(int(size_px / pitch_px) + 2):
            x = (column + 0.5 * (row % 2) * staggered) * pitch_px
            y = row * pitch_px
            if loose:
                x, y = rng.uniform(0, size_px, 2)
            disc(image, x, y, radius, others[(row * 7 + column) % len(others)])
    return folds(rng, _threads(rng, image, px_per_mm))


def _motif(rng: np.random.Generator, half_px: int) -> Image:
    """A grey quarter of a damask or lace figure; mirrored four times it becomes a figure."""
    quarter = np.zeros((half_px, half_px), np.uint8)
    for _ in range(int(rng.integers(5, 11))):
        centre = rng.uniform(0, half_px, 2).astype(int).tolist()
        axes = (rng.uniform(0.06, 0.4, 2) * half_px).astype(int) + 1
        start = int(rng.integers(0, 360))
        thick = -1 if rng.random() < 0.3 else max(int(half_px * rng.uniform(0.02, 0.09)), 1)
        sweep = start + int(rng.integers(90, 360))
        cv2.ellipse(
            quarter,
            centre,
            axes.tolist(),
            int(rng.integers(0, 180)),
            start,
            sweep,
            255,
            thick,
            cv2.LINE_AA,
        )
    half = np.concatenate([quarter, quarter[:, ::-1]], axis=1)
    return as_image(np.concatenate([half, half[::-1]], axis=0))


def damask(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """Damask (tone in tone) or lace (holes over another colour), repeated in both directions."""
    half_px = max(int(rng.uniform(10, 60) * px_per_mm), 8)
    motif = _motif(rng, half_px)
    repeat = size_px // motif.shape[0] + 1
    figure = np.tile(motif, (repeat, repeat))[:size_px, :size_px]
    color = random_color(rng, (0.0, 0.6), (0.3, 0.97))
    other = scale(color, rng.choice([0.75, 0.88, 1.15, 1.3]))
    if rng.random() < 0.4:
        other = random_color(rng, (0.0, 0.8), (0.1, 1.0))
    image = paint(as_field(figure / np.float32(255)), [color, other])
    return folds(rng, _threads(rng, image, px_per_mm))


def _roads(rng: np.random.Generator, image: Image, wide_px: float) -> None:
    """Lay grey roads with a white line along their middle."""
    size_px = image.shape[0]
    for _ in range(int(rng.integers(2, 6))):
        steps = np.vstack([rng.uniform(0, size_px, 2), rng.normal(0, 0.3 * size_px, (5, 2))])
        path = [np.cumsum(steps, axis=0).astype(np.int32)]
        for color, share in (((70, 70, 75), 1.0), ((235, 240, 240), 1 / 12)):
            thick = max(int(wide_px * share), 1)
            cv2.polylines(image, path, isClosed=False, color=color, thickness=thick, lineType=cv2.LINE_AA)


def play_mat(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A children's mat: green land, roads, ponds, houses, letters."""
    image = plain(size_px, hsv(rng.uniform(0.2, 0.5), rng.uniform(0.3, 0.8), rng.uniform(0.4, 0.9)))
    for _ in range(int(rng.integers(2, 7))):
        pond = blob_points(rng, rng.uniform(20, 70) * px_per_mm, 0.5)
        fill(image, pond + rng.uniform(0, size_px, 2), random_color(rng, (0.3, 0.9), (0.5, 1)))
    _roads(rng, image, rng.uniform(15, 40) * px_per_mm)
    for _ in range(int(rng.integers(4, 16))):
        x, y = (int(v) for v in rng.uniform(0, size_px, 2))
        side = int(rng.uniform(15, 45) * px_per_mm)
        cv2.rectangle(image, (x, y), (x + side, y + side), random_color(rng), -1)
        letter = chr(65 + int(rng.integers(26)))
        cv2.putText(
            image,
            letter,
            (x, y + side),
            cv2.FONT_HERSHEY_SIMPLEX,
            side / 24,
            random_color(rng),
            max(side // 10, 1),
            cv2.LINE_AA,
        )
    return folds(rng, speckle(rng, image, 5), rng.uniform(0, 0.2))


def oilcloth(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Image:
    """A wipe-clean cloth printed with rings, stars or squares on a grid."""
    ground = random_color(rng, (0.0, 0.7), (0.3, 1.0))
    image = plain(size_px, ground)
    pitch_px = max(rng.uniform(12, 50) * px_per_mm, 10)
    colors = [random_color(rng) for _ in range(3)]
    corners = int(rng.choice([3, 4, 5, 8, 20]))
    angle = np.linspace(0, 2 * np.pi, 2 * corners, endpoint=False)
    reach = np.where(np.arange(2 * corners) % 2, rng.uniform(0.4, 1.0), 1.0)
    shape = np.stack([np.cos(angle), np.sin(angle)], 1) * reach[:, None] * pitch_px * rng.uniform(0.2, 0.5)
    for row in range(int(size_px / pitch_px) + 2):
        for column in range(int(size_px / pitch_px) + 2):
            place = np.array([column + 0.5 * (row % 2), row]) * pitch_px
            fill(image, shape + place, colors[(row + column) % 3])
            fill(image, shape * 0.5 + place, ground)
    return folds(rng, image, rng.uniform(0, 0.3))
