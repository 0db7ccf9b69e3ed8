"""Small things that serve as markers: coins, chips, pawns, trains, beads, sweets, buttons, caps."""

from __future__ import annotations

import numpy as np

from scenegen.sprites import Pad, Sprite, box_points, circle_points, cloud, turned
from scenegen.textures import Color, as_field, blob_points, hsv, mix, random_color, scale

WHITE: Color = (250, 250, 250)
# Copper, worn copper, brass, steel, silver, dark bronze (BGR).
METALS: tuple[Color, ...] = (
    (80, 120, 190),
    (50, 75, 120),
    (100, 175, 205),
    (170, 172, 172),
    (205, 208, 208),
    (50, 70, 85),
)
# A head in profile as minted on coins, in radii of the coin.
PROFILE = (
    (0.0, -0.66), (-0.22, -0.6), (-0.36, -0.4), (-0.36, -0.24), (-0.46, -0.02), (-0.36, 0.02), (-0.38, 0.1),
    (-0.34, 0.15), (-0.35, 0.24), (-0.24, 0.32), (-0.1, 0.3), (-0.08, 0.42), (-0.28, 0.62), (0.42, 0.62),
    (0.24, 0.42), (0.26, 0.16), (0.4, -0.05), (0.42, -0.3), (0.28, -0.54),
)  # fmt: skip


def _toy_color(rng: np.random.Generator) -> Color:
    """A colour that a toy maker would pick: mostly strong, sometimes white, black or wood."""
    pick = rng.random()
    if pick < 0.08:
        return (240, 240, 238)
    if pick < 0.16:
        return (38, 36, 36)
    if pick < 0.26:
        return (120, 175, 215)
    return hsv(rng.random(), rng.uniform(0.6, 1.0), rng.uniform(0.45, 0.95))


def coin(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A coin of 16 to 27 mm with a rim, a head or figures, wear and tarnish."""
    across = rng.uniform(16, 27)
    radius = across / 2
    pad = Pad((across, across), px_per_mm)
    metal = METALS[rng.integers(len(METALS))]
    light = rng.uniform(0, 2 * np.pi)
    pad.base(circle_points((0, 0), radius * 0.99), metal)
    if rng.random() < 0.2:
        pad.disc((0, 0), radius * 0.68, METALS[rng.integers(len(METALS))])
    field = pad.mask(circle_points((0, 0), radius * 0.86))
    pad.bevel(field, 0.3, -rng.uniform(20, 60), light)
    figure = np.zeros_like(pad.alpha)
    if rng.random() < 0.6:
        flip = rng.choice([-1, 1])
        figure = pad.mask(np.array(PROFILE) * [flip * radius, radius])
    else:
        plain_bgr = pad.bgr.copy()
        pad.bgr[:] = 0
        pad.text(str(rng.choice(["1", "2", "5", "10", "20", "50"])), (0, 0), radius * 0.8, WHITE)
        figure, pad.bgr = pad.bgr[..., 0].copy(), plain_bgr
    pad.bevel(figure, 0.25, rng.uniform(20, 70), light)
    for angle in np.arange(0, 2 * np.pi, 0.3) + rng.uniform(0, 0.3):
        mark = (0.72 * radius * np.cos(angle), 0.72 * radius * np.sin(angle))
        pad.disc(mark, radius * 0.05, scale(metal, rng.uniform(0.7, 1.2)))
    pad.tint(as_field(0.8 + 0.4 * cloud(rng, pad.alpha.shape, 5)))
    pad.bevel(pad.alpha, 0.5, rng.uniform(20, 60), light)
    return pad.sprite(rng.uniform(1.3, 2.4))


def chip(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A poker chip of about 40 mm with edge spots, or a plain counter of 15 to 25 mm."""
    plain = rng.random() < 0.3
    across = rng.uniform(15, 25) if plain else rng.uniform(37, 41)
    radius = across / 2
    pad = Pad((across, across), px_per_mm)
    color = _toy_color(rng)
    pad.base(circle_points((0, 0), radius * 0.98), color)
    light = rng.uniform(0, 2 * np.pi)
    if not plain:
        spots, turn = int(rng.choice([4, 6, 8])), rng.uniform(0, 1)
        other = WHITE if rng.random() < 0.7 else random_color(rng)
        for spot in range(spots):
            wedge = box_points((radius * 0.9, 0), radius * 0.34, radius * rng.choice([0.25, 0.35]))
            pad.fill(turned(wedge, turn + spot * 2 * np.pi / spots), other)
        pad.disc((0, 0), radius * 0.7, mix(color, WHITE, rng.choice([0.0, 0.9])))
        pad.ring((0, 0), radius * 0.7, 0.6, scale(color, 0.7))
        if rng.random() < 0.7:
            words = str(rng.choice(["1", "5", "10", "25", "100", "A"]))
            pad.text(words, (0, 0), radius * 0.4, scale(color, 0.5))
    pad.bevel(pad.alpha, 0.6, rng.uniform(30, 90), light)
    pad.shine(rng.uniform(-0.4, 0.4, 2) * radius, radius * 0.5, rng.uniform(0, 60))
    return pad.sprite(rng.uniform(2.0, 4.0))


def pawn(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A halma pawn from above: a round base of 12 to 20 mm, a cone and a head."""
    across = rng.uniform(12, 20)
    radius = across / 2
    pad = Pad((across, across), px_per_mm, 3)
    color = _toy_color(rng)
    light = rng.uniform(0, 2 * np.pi)
    pad.base(circle_points((0, 0), radius * 0.97), scale(color, 0.75))
    toward = np.array([np.cos(light), np.sin(light)])
    for step in np.linspace(0.85, 0.35, 6):
        x, y = toward * radius * 0.25 * (0.9 - step)
        pad.disc((x, y), radius * step, scale(color, 1.1 - 0.5 * step))
    pad.bevel(pad.alpha, radius * 0.12, rng.uniform(20, 60), light + np.pi)
    head = rng.uniform(0.38, 0.55) * radius
    pad.disc(-toward * head * 0.15, head * 1.12, scale(color, 0.55))
    pad.disc((0, 0), head, color)
    pad.bevel(pad.mask(circle_points((0, 0), head)), head * 0.4, 60, light + np.pi)
    pad.shine(toward * head * 0.4, head * 0.3, rng.uniform(80, 220))
    return pad.sprite(rng.uniform(18, 32))


def plastic_train(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A little toy engine from above: boiler, cab roof, chimney, dome, cow catcher."""
    length = rng.uniform(20, 34)
    width = length * rng.uniform(0.4, 0.52)
    pad = Pad((length, width), px_per_mm, 3)
    color = _toy_color(rng)
    light = rng.uniform(0, 2 * np.pi)
    body = box_points((0.03 * length, 0), 0.86 * length, 0.72 * width, 0.1 * width)
    pad.base(body, scale(color, 0.7))
    nose = [(-0.36 * length, -0.34 * width), (-0.49 * length, 0), (-0.36 * length, 0.34 * width)]
    pad.base(np.array(nose), scale(color, 0.7))
    for x in (-0.25, -0.05, 0.18, 0.36):
        for side in (-1, 1):
            wheel = box_points((x * length, side * 0.4 * width), 0.15 * length, 0.17 * width, 0.5)
            pad.base(wheel, scale(color, 0.55))
    boiler = box_points((-0.1 * length, 0), 0.56 * length, 0.5 * width, 0.12 * width)
    pad.fill(boiler, color)
    pad.bevel(pad.mask(boiler), 0.13 * width, 45, light)
    cab = box_points((0.3 * length, 0), 0.3 * length, 0.8 * width, 0.06 * width)
    pad.base(cab, scale(color, 1.08))
    pad.bevel(pad.mask(cab), 0.05 * width, 60, light)
    for x, size in ((-0.28, 0.17), (-0.05, 0.11)):
        pad.disc((x * length, 0), size * width, scale(color, 0.8))
        pad.bevel(pad.mask(circle_points((x * length, 0), size * width)), 0.05 * width, 60, light)
    pad.disc((-0.28 * length, 0), 0.09 * width, scale(color, 0.3))
    pad.shine((0.0, -0.15 * width), 0.12 * width, rng.uniform(40, 180))
    return pad.sprite(rng.uniform(10, 20))


def glass_bead(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A flat drop of clear or coloured glass, half see-through, with a window reflection."""
    across = rng.uniform(12, 22)
    radius = across / 2
    pad = Pad((across, across), px_per_mm, 3)
    color = hsv(rng.random(), rng.uniform(0.1, 1.0), rng.uniform(0.3, 0.9))
    shape = circle_points((0, 0), radius * 0.96) * [1, rng.uniform(0.85, 1.0)]
    pad.base(shape, color)
    light = rng.uniform(0, 2 * np.pi)
    pad.bevel(pad.alpha, radius * 0.25, 50, light + np.pi)
    pad.shine((0.45 * radius * np.cos(light), 0.45 * radius * np.sin(light)), radius * 0.5, 70)
    pane = box_points((0, 0), radius * 0.4, radius * 0.26, 0.3)
    pad.fill(turned(pane, light, -0.4 * radius * np.cos(light), -0.4 * radius * np.sin(light)), WHITE)
    pad.alpha = as_field(pad.alpha * np.float32(rng.uniform(0.6, 0.92))).astype(np.uint8)
    return pad.sprite(rng.uniform(4, 9))


def candy(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A sweet: a sugar-coated button, a jelly bean, or one in a twisted wrapper."""
    color = hsv(rng.random(), rng.uniform(0.6, 1.0), rng.uniform(0.35, 0.95))
    light = rng.uniform(0, 2 * np.pi)
    pick = rng.random()
    long, wide = (rng.uniform(11, 15),) * 2
    if pick > 0.4:
        long, wide = rng.uniform(14, 22), rng.uniform(8, 12)
    span = long * (1.9 if pick > 0.7 else 1.0)
    pad = Pad((span, wide * 1.2), px_per_mm, 3)
    body = circle_points((0, 0), 0.5) * [long * 0.97, wide * 0.97]
    pad.base(body, color)
    if pick > 0.7:
        for side in (-1, 1):
            fan = [(0.4, -0.1), (0.95, -0.55), (0.85, 0.0), (0.95, 0.55), (0.4, 0.1)]
            tail = np.array(fan) * [side * long, wide]
            pad.base(tail, scale(color, 0.85))
            pad.line([(0.42 * side * long, 0), (0.9 * side * long, -0.3 * wide)], 0.4, mix(color, WHITE, 0.5))
        for x in np.linspace(-0.3, 0.3, int(rng.integers(2, 5))):
            stripe = np.array([(x - 0.05, -0.42), (x + 0.03, -0.42), (x + 0.05, 0.42), (x - 0.03, 0.42)])
            pad.fill(stripe * [long, wide], mix(color, WHITE, 0.7))
    pad.bevel(pad.mask(body), wide * 0.16, 45, light + np.pi)
    glint = np.array([np.cos(light), np.sin(light)]) * 0.22
    pad.shine((glint[0] * long, glint[1] * wide), wide * 0.14, rng.uniform(90, 220))
    return pad.sprite(rng.uniform(5, 10))


def button(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A sewing button with two or four holes: it looks like a pip or a small end of a tile."""
    across = rng.uniform(10, 26)
    radius = across / 2
    pad = Pad((across, across), px_per_mm, 3)
    color = _toy_color(rng) if rng.random() < 0.7 else random_color(rng, (0, 0.4), (0.2, 0.9))
    light = rng.uniform(0, 2 * np.pi)
    pad.base(circle_points((0, 0), radius * 0.97), color)
    pad.bevel(pad.alpha, radius * 0.08, 70, light + np.pi)
    pad.bevel(pad.mask(circle_points((0, 0), radius * 0.66)), radius * 0.07, -50, light + np.pi)
    holes, turn = int(rng.choice([2, 4])), rng.uniform(0, 3)
    for hole in range(holes):
        angle = turn + hole * 2 * np.pi / holes
        pad.disc((0.25 * radius * np.cos(angle), 0.25 * radius * np.sin(angle)), radius * 0.11, (25, 25, 30))
    pad.shine(rng.uniform(-0.5, 0.5, 2) * radius, radius * 0.2, rng.uniform(0, 150))
    return pad.sprite(rng.uniform(2, 5))


def bottle_cap(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A crown cap with its 21 teeth, or a ribbed plastic screw cap."""
    across = rng.uniform(26, 33)
    radius = across / 2
    pad = Pad((across, across), px_per_mm)
    color = _toy_color(rng) if rng.random() < 0.7 else METALS[rng.integers(len(METALS))]
    angle = np.linspace(0, 2 * np.pi, 168, endpoint=False)
    teeth = 21 if rng.random() < 0.6 else 60
    reach = radius * (0.93 + 0.05 * np.cos(teeth * angle))
    outline = np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None]
    light = rng.uniform(0, 2 * np.pi)
    pad.base(outline, scale(color, 0.75))
    for spoke in range(teeth):
        way = np.array([np.cos(spoke * 2 * np.pi / teeth), np.sin(spoke * 2 * np.pi / teeth)])
        tone = scale(color, 0.8 + 0.35 * float(way @ [np.cos(light), np.sin(light)]))
        pad.line(np.array([way * radius * 0.8, way * radius * 0.97]), 0.05 * radius, tone)
    pad.disc((0, 0), radius * 0.8, color)
    pad.bevel(pad.mask(circle_points((0, 0), radius * 0.78)), radius * 0.08, 70, light + np.pi)
    if rng.random() < 0.7:
        pad.ring((0, 0), radius * 0.62, 0.8, random_color(rng))
        pad.text(
            str(rng.choice(["BEER", "COLA", "ALE", "MX"])),
            (0, 0),
            radius * 0.3,
            random_color(rng, (0, 1), (0, 1)),
        )
    pad.shine(rng.uniform(-0.4, 0.4, 2) * radius, radius * 0.3, rng.uniform(20, 140))
    return pad.sprite(rng.uniform(6, 14))


def pebble(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A pebble, shell or dry bean, as people use when they have no markers."""
    across = rng.uniform(9, 28)
    pad = Pad((across, across), px_per_mm, 3)
    blob = blob_points(rng, 1.0, 0.15, 40) * [1.0, rng.uniform(0.55, 1.0)]
    outline = turned(blob / np.abs(blob).max() * 0.45 * across, rng.uniform(0, 6.28))
    color = hsv(rng.uniform(0.02, 0.2), rng.uniform(0, 0.5), rng.uniform(0.15, 0.9))
    pad.base(outline, color)
    pad.tint(as_field(0.8 + 0.4 * cloud(rng, pad.alpha.shape, 8)))
    pad.bevel(pad.alpha, across * 0.14, rng.uniform(50, 100), rng.uniform(0, 6.28))
    return pad.sprite(across * 0.4)
