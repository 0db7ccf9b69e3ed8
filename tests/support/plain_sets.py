"""Sets of one colour that pixels can be counted on, tiles painted alone, and small recipes."""

from dataclasses import replace
from math import radians

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import Placed
from scenegen.camera import Camera, View, look_at
from scenegen.compose import Canvas, Light, TilePainter
from scenegen.layouts import HIGHEST
from scenegen.recipe import Recipe, make_recipe
from scenegen.styles import BackKind, Divider, PipKind, SetStyle

Image = NDArray[np.uint8]

RED = (40, 40, 220)
BLUE = (200, 60, 30)
GREEN = (50, 120, 50)
BLACK = (0, 0, 0)
NO_SHADOW = Light(azimuth=0.0, slant=0.0, strength=0.0, softness_mm=1.0)

PLAIN = SetStyle(
    length_mm=50.0,
    width_mm=25.0,
    thickness_mm=10.0,
    corner_mm=0.01,
    bevel=0.0,
    gloss=0.0,
    body=RED,
    side=BLUE,
    back=BLUE,
    back_kind=BackKind.PLAIN,
    divider=Divider.NONE,
    divider_colour=BLACK,
    divider_mm=1.0,
    divider_share=0.9,
    spinner=False,
    pip_kind=PipKind.PRINTED,
    pip_colours=np.zeros((HIGHEST + 1, 3), np.uint8),
    pip_mm=4.0,
    pip_rim=0.0,
    spread=np.full((HIGHEST + 1, 2), 0.7),
    variant=np.zeros(HIGHEST + 1, np.int64),
    turned=np.zeros(HIGHEST + 1, np.bool_),
    numeral_font=0,
    numeral_turned=False,
    wear=0.0,
    mottle=0.0,
)
"""Red tiles with black pips and blue sides."""


def with_layout(style: SetStyle, value: int, variant: int, *, turned: bool) -> SetStyle:
    """The set with another layout of one value."""
    variants, turns = style.variant.copy(), style.turned.copy()
    variants[value], turns[value] = variant, turned
    return replace(style, variant=variants, turned=turns)


def camera(tilt_deg: float = 0.0, *, bulge: float = 0.0, size_px: tuple[int, int] = (400, 300)) -> Camera:
    """A camera over the middle of the table at 4 px per mm."""
    return look_at(np.zeros(2), View(tilt_deg, 0.0, 4.0, 600.0, size_px, bulge))


def lying(ends: tuple[int, int], turn_deg: float = 0.0) -> Placed:
    """A tile in the middle of the table; end b points away from end a at `turn_deg`."""
    return Placed(0.0, 0.0, radians(turn_deg), ends)


def bare_canvas(size_px: tuple[int, int] = (400, 300)) -> Canvas:
    """A green table."""
    return Canvas(np.full((size_px[1], size_px[0], 3), GREEN, np.uint8))


def painted(style: SetStyle, tile: Placed, seen_by: Camera) -> tuple[Canvas, NDArray[np.float32], int]:
    """The canvas with one tile on it, its corners in pixels, and its object number."""
    canvas = bare_canvas()
    corners, number = TilePainter(style).paint(canvas, tile, seen_by, NO_SHADOW, np.random.default_rng(1))
    return canvas, corners, number


def count_blobs(mask: NDArray[np.bool_]) -> int:
    """Connected groups of set pixels, corners touching or not."""
    count, _ = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return count - 1


def count_pips(picture: Image) -> int:
    """Black blobs in a picture of a red end."""
    return count_blobs(picture.max(axis=2) < 90)


def small_recipe(**changes: object) -> Recipe:
    """Five small photos in three shards."""
    raw = {"name": "small", "seed": 11, "photos": 5, "size_px": 160, "shard": 2}
    return make_recipe(raw | {"styles_per_shard": 2, "backgrounds_per_shard": 1} | changes)
