"""Somebody who leans over the table, seen from above: hair, shoulders, cloth."""

import cv2
import numpy as np

from scenegen.props_hands import SKINS
from scenegen.sprites import Pad, Sprite, box_points, circle_points, cloud
from scenegen.textures import Color, as_field, blend, hsv, mix, scale

_WIDE_MM = 640.0
_LONG_MM = 900.0


def _hair_color(rng: np.random.Generator) -> Color:
    """Mostly dark."""
    if rng.random() < 0.75:
        return hsv(rng.uniform(0.02, 0.09), rng.uniform(0.2, 0.6), rng.uniform(0.05, 0.25))
    return hsv(rng.uniform(0.06, 0.12), rng.uniform(0.05, 0.5), rng.uniform(0.35, 0.75))


def _dome(pad: Pad, mask: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]", round_mm: float) -> None:
    """Shade what is masked as a rounded body, dark towards its rim."""
    far = as_field(cv2.distanceTransform(mask, cv2.DIST_L2, 3))
    rounded = np.sqrt(np.clip(far / np.float32(round_mm * pad.px_per_mm), 0, 1))
    pad.tint(as_field(np.where(mask > 0, 0.45 + 0.6 * rounded, np.float32(1))))


def _shoulders(rng: np.random.Generator, pad: Pad, top: float) -> None:
    half = rng.uniform(195, 245)
    cloth = hsv(rng.random(), rng.uniform(0.0, 0.7), rng.uniform(0.08, 0.7))
    middle = top + 120
    torso = box_points((0.0, middle + 400), 2 * half, 800 + 2 * 110, 150.0)
    pad.base(torso, cloth)
    mask = pad.mask(torso)
    if rng.random() < 0.3:
        stripe = hsv(rng.random(), rng.uniform(0.0, 0.7), rng.uniform(0.1, 0.8))
        for y in np.arange(top, top + 900, rng.uniform(18, 45)):
            pad.line([(-320, y), (320, y + 12)], 7, stripe)
    folds = 0.55 * cloud(rng, mask.shape, 9) + 0.45 * cloud(rng, mask.shape, 26)
    pad.tint(as_field(0.7 + 0.6 * folds))
    _dome(pad, mask, 120)
    collar = circle_points((0.0, top + 62), 78, 32)
    pad.fill(collar, scale(cloth, 0.6))


def _head(rng: np.random.Generator, pad: Pad, top: float) -> None:
    """Seen from above and a little from behind: hair all over, perhaps a forehead."""
    wide, long = rng.uniform(74, 84), rng.uniform(92, 106)
    hair = _hair_color(rng)
    skin = mix(SKINS[rng.integers(len(SKINS))], SKINS[rng.integers(len(SKINS))], 0.3)
    skull = circle_points((0.0, 0.0), 1.0, 40) * np.array([wide, long]) + np.array([0.0, top + long])
    for side in (-1, 1):
        pad.base(circle_points((side * (wide + 3), top + long + 8), 15, 20), skin)
    pad.base(skull, skin)
    front = rng.uniform(-5, 25)
    shape = circle_points((0.0, 0.0), 1.0, 40) * np.array([wide + 5, long]) + np.array(
        [0, top + long + front]
    )
    pad.base(as_field(shape), hair)
    mask, bare = pad.mask(as_field(shape)), pad.bgr.copy()
    crown = np.array([rng.normal(0, 8), top + long * 1.35])
    for angle in rng.uniform(0, 2 * np.pi, 420):
        way = np.array([np.cos(angle), np.sin(angle)])
        start, end = crown + way * rng.uniform(0, 60), crown + way * rng.uniform(60, 150)
        pad.line(np.array([start, end]), rng.uniform(0.5, 2.0), scale(hair, rng.uniform(0.6, 1.7)))
    pad.bgr = blend(bare, pad.bgr, mask)
    _dome(pad, mask, 70)


def leaning_person(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """Head and shoulders that point to the top; the back leaves through the sprite's lower edge."""
    pad = Pad((_WIDE_MM, _LONG_MM), px_per_mm, 1.0)
    top = -_LONG_MM / 2 + 12
    _shoulders(rng, pad, top + 110)
    _head(rng, pad, top)
    return pad.sprite(300.0)
