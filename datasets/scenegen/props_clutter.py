"""Things that lie about on a game table: cards, dice, cups, pens, phones, snacks, paper."""

from __future__ import annotations

import numpy as np

from scenegen.sprites import Pad, Place, Sprite, box_points, circle_points, cloud, turned
from scenegen.textures import Color, as_field, blob_points, hsv, mix, random_color, scale

WHITE: Color = (248, 248, 248)
INK: Color = (30, 28, 28)
RED: Color = (40, 30, 200)

# Where a die shows its pips, in units of a quarter of its side.
DIE_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# The two columns of four that a nine and a ten share.
TEN_RIM = tuple((x, y) for x in (-1.0, 1.0) for y in (-1.0, -0.33, 0.33, 1.0))
# Columns and heights of a playing card's suit signs, -1..1.
CARD_SIGNS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: (*TEN_RIM, (0.0, 0.0)),
    10: (*TEN_RIM, (0.0, -0.67), (0.0, 0.67)),
}


def die(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A die of 12 to 19 mm with pips: it must not be taken for an end of a tile."""
    side = rng.uniform(12, 19)
    pad = Pad((side, side), px_per_mm, 3)
    pick = rng.random()
    color = (235, 242, 245) if pick < 0.5 else random_color(rng, (0.5, 1.0), (0.3, 0.9))
    pips = INK if pick < 0.4 else WHITE if pick > 0.5 else random_color(rng, (0.6, 1), (0.3, 0.8))
    corner = side * rng.choice([0.08, 0.2, 0.3])
    pad.base(box_points((0, 0), side * 0.98, side * 0.98, corner), color)
    light = rng.uniform(0, 2 * np.pi)
    pad.bevel(pad.alpha, side * 0.06, rng.uniform(30, 90), light)
    value = int(rng.integers(1, 7))
    radius = side * (0.14 if value == 1 else rng.uniform(0.08, 0.11))
    quarter = bool(rng.random() < 0.5)
    for x, y in DIE_PIPS[value]:
        place = (y, x) if quarter else (x, y)
        pad.disc((place[0] * side / 4, place[1] * side / 4), radius, pips)
    pad.shine(rng.uniform(-0.4, 0.4, 2) * side, side * 0.2, rng.uniform(0, 120))
    return pad.sprite(side)


def _suit(pad: Pad, place: Place, size: float, suit: int) -> None:
    """Draw a heart, diamond, club or spade (0..3) as a filled sign."""
    x, y = place
    color = RED if suit < 2 else INK
    if suit == 1:
        pad.fill(np.array([(0, -0.6), (0.45, 0), (0, 0.6), (-0.45, 0)]) * size + [x, y], color)
        return
    if suit == 2:
        for way in (-np.pi / 2, 0.5, np.pi - 0.5):
            pad.disc((x + 0.28 * size * np.cos(way), y + 0.28 * size * np.sin(way)), 0.25 * size, color)
    else:
        flip = 1 if suit == 0 else -1
        for side in (-1, 1):
            pad.disc((x + side * 0.22 * size, y - flip * 0.17 * size), 0.26 * size, color)
        tip = [(-0.46, -0.06 * flip), (0.46, -0.06 * flip), (0, 0.6 * flip)]
        pad.fill(np.array(tip) * size + [x, y], color)
    if suit >= 2:
        pad.fill(np.array([(0, 0), (0.16, 0.6), (-0.16, 0.6)]) * size + [x, y], color)


def card(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A playing card, face up with its suit signs or face down with a pattern."""
    width, height = (63.0, 88.0) if rng.random() < 0.6 else (57.0, 88.0)
    pad = Pad((width, height), px_per_mm)
    pad.base(box_points((0, 0), width - 0.5, height - 0.5, 3), WHITE)
    if rng.random() < 0.3:
        color = random_color(rng, (0.5, 1), (0.3, 0.8))
        pad.fill(box_points((0, 0), width - 9, height - 9, 1), color)
        for offset in np.arange(-height, height, 5.0):
            for slope in (-1, 1):
                pad.line(
                    [(-width / 2 + 5, offset - slope * 26), (width / 2 - 5, offset + slope * 26)], 0.5, WHITE
                )
        frame = pad.mask(box_points((0, 0), width - 9, height - 9, 1))
        pad.bgr[frame < 128] = WHITE
    else:
        suit, value = int(rng.integers(4)), int(rng.integers(1, 14))
        color = RED if suit < 2 else INK
        sign = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(value, str(value))
        if value > 10:
            pad.fill(box_points((0, 0), width * 0.6, height * 0.72), mix(random_color(rng), WHITE, 0.3))
            pad.text(sign, (0, 0), 26, color)
        for x, y in CARD_SIGNS.get(value, ()):
            _suit(pad, (x * width * 0.19, y * height * 0.31), 21 if value == 1 else 10.5, suit)
        for side in (-1, 1):
            pad.text(sign, (side * (width / 2 - 5), side * (height / 2 - 7)), 5.5, color)
            _suit(pad, (side * (width / 2 - 5), side * (height / 2 - 14)), 5, suit)
    return pad.sprite(0.4)


def paper(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A score sheet, note or receipt with written lines, ruled or squared."""
    width, height = rng.uniform(60, 150), rng.uniform(80, 210)
    pad = Pad((width, height), px_per_mm, 1)
    color = hsv(rng.uniform(0.1, 0.2), rng.choice([0.02, 0.05, 0.4]), rng.uniform(0.85, 1))
    pad.base(box_points((0, 0), width - 0.5, height - 0.5), color)
    rule = mix(color, (200, 140, 90), 0.5)
    pitch = rng.uniform(5, 11)
    if rng.random() < 0.7:
        for y in np.arange(-height / 2 + pitch, height / 2, pitch):
            pad.line([(-width / 2, y), (width / 2, y)], 0.3, rule)
    columns = rng.random() < 0.5
    if columns:
        for x in np.arange(-width / 2, width / 2, rng.uniform(12, 30)):
            pad.line([(x, -height / 2), (x, height / 2)], 0.3, rule)
    ink = hsv(rng.choice([0.62, 0.6, 0.0]), rng.choice([0.1, 0.8]), rng.uniform(0.1, 0.5))
    for y in np.arange(-height / 2 + pitch, height / 2 - pitch, pitch)[: int(rng.integers(2, 18))]:
        if columns:
            for x in np.arange(-width / 2 + 8, width / 2 - 6, 20):
                pad.text(str(int(rng.integers(0, 99))), (x, y + 2), 3, ink)
            continue
        x = np.arange(-width / 2 + 6, width / 2 - rng.uniform(5, 40), 1.2)
        pen = y + 3 + np.cumsum(rng.normal(0, 0.5, x.size)) * 0.4 + rng.normal(0, 0.9, x.size)
        pad.line(np.stack([x, pen], axis=1), 0.4, ink)
    pad.tint(as_field(0.93 + 0.12 * cloud(rng, pad.alpha.shape, 3)))
    return pad.sprite(0.3)


def cup(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A mug, glass or paper cup from above, with its drink, perhaps on a saucer."""
    radius = rng.uniform(33, 46)
    saucer = radius * rng.uniform(1.6, 1.9) if rng.random() < 0.3 else 0.0
    span = 2 * max(saucer, radius * 1.62)
    pad = Pad((span, span), px_per_mm, 1)
    color = hsv(rng.random(), rng.choice([0.03, 0.2, 0.8]), rng.uniform(0.3, 0.98))
    light = rng.uniform(0, 2 * np.pi)
    if saucer:
        pad.base(circle_points((0, 0), saucer * 0.98), color)
        pad.bevel(pad.mask(circle_points((0, 0), saucer * 0.7)), 4, -40, light)
    else:
        handle = box_points((radius * 1.2, 0), radius * 0.75, radius * 0.3, 4)
        pad.base(turned(handle, rng.uniform(0, 6.28)), scale(color, 0.9))
    outer = circle_points((0, 0), radius)
    pad.base(outer, color)
    pad.bevel(pad.mask(outer), 2, 60, light)
    pad.disc((0, 0), radius * 0.92, scale(color, 0.75))
    drinks = ((20, 35, 60), (25, 60, 110), (120, 160, 190), (40, 120, 200), (60, 40, 110), (190, 185, 170))
    level = rng.uniform(0.72, 0.88)
    pad.disc((0, 0), radius * level, drinks[rng.integers(len(drinks))])
    inner = pad.mask(circle_points((0, 0), radius * 0.92))
    pad.bevel(inner, radius * 0.1, -70, light)
    x, y = rng.uniform(-0.4, 0.4, 2) * radius
    pad.shine((x, y), radius * rng.uniform(0.1, 0.3), rng.uniform(40, 200))
    return pad.sprite(rng.uniform(60, 120))


def pen(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A ball pen, felt pen or pencil."""
    length, width = rng.uniform(120, 175), rng.uniform(7, 13)
    pad = Pad((length, width), px_per_mm)
    color = random_color(rng, (0.0, 1.0), (0.1, 0.95))
    body = box_points((0.04 * length, 0), 0.86 * length, 0.9 * width, 0.2 * width)
    tip = [(-0.385 * length, -0.4 * width), (-0.49 * length, 0), (-0.385 * length, 0.4 * width)]
    pad.base(body, color)
    pad.base(np.array(tip), rng.choice([[150, 195, 225], [60, 60, 60], [190, 190, 190]]).tolist())
    pad.fill(box_points((0.4 * length, 0), 0.14 * length, width), random_color(rng, (0, 1), (0.1, 1)))
    if rng.random() < 0.5:
        pad.fill(box_points((0.3 * length, -0.1 * width), 0.26 * length, 0.22 * width, 0.5), (200, 200, 200))
    pad.bevel(pad.alpha, width * 0.22, rng.uniform(40, 90), rng.choice([-1, 1]) * np.pi / 2)
    pad.line([(-0.36 * length, -0.18 * width), (0.45 * length, -0.18 * width)], 0.6, mix(color, WHITE, 0.6))
    return pad.sprite(width)


def phone(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A phone, screen up (dark, or with icons) or back up with its lenses."""
    width, height = rng.uniform(64, 78), rng.uniform(135, 165)
    pad = Pad((width, height), px_per_mm, 1)
    color = random_color(rng, (0, 0.6), (0.05, 0.95))
    pad.base(box_points((0, 0), width - 0.5, height - 0.5, 9), color)
    if rng.random() < 0.65:
        screen = box_points((0, 0), width - 6, height - 8, 6)
        lit = rng.random() < 0.5
        pad.fill(screen, random_color(rng, (0.1, 0.8), (0.3, 0.9)) if lit else (18, 16, 15))
        if lit:
            for row in range(6):
                for column in range(4):
                    icon = box_points(((column - 1.5) * 15, (row - 2.8) * 20), 10, 10, 2.5)
                    pad.fill(icon, random_color(rng, (0, 1), (0.3, 1)))
    else:
        for lens in range(int(rng.integers(1, 4))):
            pad.disc((-width / 2 + 14, -height / 2 + 14 + 15 * lens), 6, scale(color, 0.5))
            pad.disc((-width / 2 + 14, -height / 2 + 14 + 15 * lens), 4, (25, 20, 20))
    pad.bevel(pad.alpha, 1.0, rng.uniform(40, 100), rng.uniform(0, 6.28))
    x, y = rng.uniform(-0.4, 0.4, 2) * [width, height]
    pad.shine((x, y), rng.uniform(8, 30), rng.uniform(0, 120))
    return pad.sprite(8)


def box(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A box, tin or lid of a game with print on it."""
    width, height = rng.uniform(70, 220), rng.uniform(50, 160)
    pad = Pad((width, height), px_per_mm, 1)
    color = random_color(rng)
    pad.base(box_points((0, 0), width - 0.5, height - 0.5, rng.choice([0, 2, 12])), color)
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(-0.4, 0.4, 2) * [width, height]
        pad.fill(
            box_points((x, y), rng.uniform(0.1, 0.5) * width, rng.uniform(0.1, 0.5) * height, 2),
            random_color(rng),
        )
    words = str(rng.choice(["DOMINO", "Tea", "GAME", "Cookies", "Double 12", "91 Tiles"]))
    pad.text(
        words,
        (0, rng.uniform(-0.2, 0.2) * height),
        rng.uniform(0.1, 0.2) * height,
        random_color(rng, (0, 1), (0, 1)),
    )
    if rng.random() < 0.4:
        _print_of_tile(rng, pad, rng.uniform(-0.25, 0.25, 2) * [width, height])
    pad.bevel(pad.alpha, 1.5, rng.uniform(40, 110), rng.uniform(0, 6.28))
    return pad.sprite(rng.uniform(15, 70))


def _print_of_tile(rng: np.random.Generator, pad: Pad, place: Place) -> None:
    """Print a few loose dots, as the lids of domino boxes have."""
    color = random_color(rng)
    for dot in range(int(rng.integers(3, 12))):
        pad.disc((place[0] + 6 * (dot % 4), place[1] + 6 * (dot // 4)), rng.uniform(1.5, 2.6), color)


def glasses(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A pair of spectacles, folded."""
    pad = Pad((142, 52), px_per_mm, 1)
    color = random_color(rng, (0, 0.8), (0.05, 0.7))
    pad.bgr[:] = color
    glass_alpha = np.zeros_like(pad.alpha)
    wide = rng.uniform(1.6, 4)
    for side in (-1, 1):
        rim = box_points((side * 34, -4), 52, 38, rng.uniform(10, 18))
        glass_alpha = np.maximum(glass_alpha, pad.mask(rim))
        pad.base(rim, color)
        inner = box_points((side * 34, -4), 52 - 2 * wide, 38 - 2 * wide, 12)
        pad.fill(inner, (215, 215, 205))
        pad.clear(inner, rng.uniform(0.12, 0.6))
    pad.base(box_points((0, -8), 18, wide), color)
    for side in (-1, 1):
        pad.base(np.array([(side * 58, 16), (side * 60, 19), (-side * 45, 24), (-side * 45, 21)]), color)
    pad.bevel(pad.alpha, 0.7, 60, rng.uniform(0, 6.28))
    return pad.sprite(rng.uniform(15, 30))


def snack(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A biscuit, crisp, nut, pretzel or slice of fruit."""
    across = rng.uniform(18, 70)
    pad = Pad((across, across), px_per_mm)
    color = hsv(rng.uniform(0.05, 0.13), rng.uniform(0.4, 0.8), rng.uniform(0.4, 0.9))
    if rng.random() < 0.2:
        color = hsv(rng.random(), rng.uniform(0.5, 0.9), rng.uniform(0.5, 0.9))
    outline = blob_points(rng, across * 0.42, rng.uniform(0, 0.25), 40)
    outline = as_field(outline * (0.49 * across / np.abs(outline).max()))
    if rng.random() < 0.3:
        outline = box_points((0, 0), across * 0.96, across * rng.uniform(0.5, 0.96), 3)
    pad.base(outline, color)
    pad.tint(as_field(0.75 + 0.5 * cloud(rng, pad.alpha.shape, rng.uniform(4, 16))))
    light = rng.uniform(0, 6.28)
    spots = int(rng.integers(0, 14))
    tone = scale(color, 0.35) if rng.random() < 0.7 else random_color(rng)
    for _ in range(spots):
        # Chocolate drops and docking holes of a biscuit look like pips.
        x, y = rng.uniform(-0.3, 0.3, 2) * across
        pad.disc((x, y), across * rng.uniform(0.02, 0.06), tone)
    pad.bevel(pad.alpha, across * 0.05, rng.uniform(40, 90), light)
    return pad.sprite(rng.uniform(4, 14))


def candle(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A tea light in its tin."""
    pad = Pad((39, 39), px_per_mm)
    wax = hsv(rng.random(), rng.choice([0.03, 0.5]), rng.uniform(0.75, 0.98))
    light = rng.uniform(0, 6.28)
    pad.base(circle_points((0, 0), 19.2), (190, 192, 192))
    pad.bevel(pad.alpha, 0.6, 90, light)
    pad.disc((0, 0), 17.8, wax)
    pad.bevel(pad.mask(circle_points((0, 0), 17.8)), 1.5, -60, light)
    pad.disc(rng.uniform(-2, 2, 2), 1.2, INK)
    return pad.sprite(16)
