"""Table tops as seen from straight above, drawn from a random generator or read from photos."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen import backgrounds_cloth as cloth
from scenegen import backgrounds_hard as hard
from scenegen import backgrounds_paper as paper
from scenegen import backgrounds_printed as printed
from scenegen import backgrounds_wood as wood
from scenegen.textures import Image, as_field, as_image, fractal, shade

# A texture of any size shows about this much of a table, before the random scale.
WIDTH_MM = 600.0
PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")

Painter = Callable[[np.random.Generator, int, float], Image]


class BackgroundKind(StrEnum):
    """What the table is made of or covered with."""

    SLAB = "slab"
    PLANKS = "planks"
    PAINTED_WOOD = "painted_wood"
    PARQUET = "parquet"
    LACQUER = "lacquer"
    LAMINATE = "laminate"
    DESK = "desk"
    FELT = "felt"
    LINEN = "linen"
    DENIM = "denim"
    HERRINGBONE = "herringbone"
    STRIPED = "striped"
    CHECKED = "checked"
    KNIT = "knit"
    CARPET = "carpet"
    FLOWERED = "flowered"
    DAMASK = "damask"
    POLKA_DOTS = "polka_dots"
    OILCLOTH = "oilcloth"
    PLAY_MAT = "play_mat"
    MAGAZINE = "magazine"
    NEWSPAPER = "newspaper"
    CORK = "cork"
    GRANITE = "granite"
    MARBLE = "marble"
    TERRAZZO = "terrazzo"
    GLASS = "glass"
    METAL_MESH = "metal_mesh"
    BRUSHED_METAL = "brushed_metal"
    LEATHER = "leather"
    GROUT = "grout"
    NEARLY_BLACK = "nearly_black"
    NEARLY_WHITE = "nearly_white"


# Weights follow what people play on: wood and plain tops first, cloth next, oddities last.
PAINTERS: dict[BackgroundKind, tuple[float, Painter]] = {
    BackgroundKind.SLAB: (12, wood.slab),
    BackgroundKind.PLANKS: (8, wood.planks),
    BackgroundKind.PAINTED_WOOD: (3, wood.painted),
    BackgroundKind.PARQUET: (1.5, wood.parquet),
    BackgroundKind.LACQUER: (4, hard.lacquer),
    BackgroundKind.LAMINATE: (8, hard.laminate),
    BackgroundKind.DESK: (6, hard.desk),
    BackgroundKind.FELT: (6, cloth.felt),
    BackgroundKind.LINEN: (6, cloth.linen),
    BackgroundKind.DENIM: (1, cloth.denim),
    BackgroundKind.HERRINGBONE: (2.5, cloth.herringbone),
    BackgroundKind.STRIPED: (2, cloth.striped),
    BackgroundKind.CHECKED: (4, cloth.checked),
    BackgroundKind.KNIT: (1.5, cloth.knit),
    BackgroundKind.CARPET: (2.5, cloth.carpet),
    BackgroundKind.FLOWERED: (4.5, printed.flowered),
    BackgroundKind.DAMASK: (3, printed.damask),
    BackgroundKind.POLKA_DOTS: (3, printed.polka_dots),
    BackgroundKind.OILCLOTH: (1.5, printed.oilcloth),
    BackgroundKind.PLAY_MAT: (1.5, printed.play_mat),
    BackgroundKind.MAGAZINE: (2, paper.magazine),
    BackgroundKind.NEWSPAPER: (1.5, paper.newspaper),
    BackgroundKind.CORK: (1, hard.cork),
    BackgroundKind.GRANITE: (3, hard.granite),
    BackgroundKind.MARBLE: (2, hard.marble),
    BackgroundKind.TERRAZZO: (1.5, hard.terrazzo),
    BackgroundKind.GLASS: (2.5, hard.glass),
    BackgroundKind.METAL_MESH: (1.5, hard.metal_mesh),
    BackgroundKind.BRUSHED_METAL: (1, hard.brushed_metal),
    BackgroundKind.LEATHER: (2, hard.leather),
    BackgroundKind.GROUT: (2, hard.tiles_with_grout),
    BackgroundKind.NEARLY_BLACK: (3, hard.nearly_black),
    BackgroundKind.NEARLY_WHITE: (3, hard.nearly_white),
}


def draw_kind(rng: np.random.Generator) -> BackgroundKind:
    """Draw a kind with the weights of the table."""
    kinds = list(PAINTERS)
    weights = np.array([PAINTERS[kind][0] for kind in kinds])
    return kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]


def _turned(rng: np.random.Generator, image: Image) -> Image:
    """Turn a texture: mostly by a quarter or not, sometimes by any angle (then it is enlarged to fit)."""
    size_px = image.shape[0]
    if rng.random() < 0.7:
        # Grain and weave look alike upside down, so one quarter is as good as three.
        return as_image(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)) if rng.random() < 0.5 else image
    angle_rad = rng.uniform(0, 2 * np.pi)
    zoom = abs(np.cos(angle_rad)) + abs(np.sin(angle_rad))
    middle = (size_px / 2, size_px / 2)
    matrix = cv2.getRotationMatrix2D(middle, float(np.degrees(angle_rad)), float(zoom))
    return as_image(cv2.warpAffine(image, matrix, (size_px, size_px), borderMode=cv2.BORDER_REFLECT_101))


def render_kind(rng: np.random.Generator, kind: BackgroundKind, size_px: int) -> NDArray[np.uint8]:
    """Render a (size, size, 3) BGR table top of one kind, about 600 mm across."""
    scale_factor = 2.0 ** rng.uniform(-1, 1)
    image = PAINTERS[kind][1](rng, size_px, size_px / WIDTH_MM * scale_factor)
    image = _turned(rng, image)
    if rng.random() < 0.3:
        light = fractal(rng, size_px, 1, octaves=2)
        image = shade(image, as_field(1 + (light - 0.5) * rng.uniform(0.1, 0.7)))
    return image


def _with_edge(rng: np.random.Generator, table: Image) -> Image:
    """Let the table end inside the picture: beyond its edge lies a floor, in its shadow."""
    size_px = table.shape[0]
    floor = render_kind(rng, draw_kind(rng), max(size_px // 2, 16))
    floor = as_image(cv2.resize(floor, (size_px, size_px), interpolation=cv2.INTER_LINEAR))
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.45) * size_px
    place = np.arange(size_px, dtype=np.float32) - np.float32(size_px / 2)
    x, y = place[None, :] * np.float32(np.cos(angle)), place[:, None] * np.float32(np.sin(angle))
    beyond_px = x + y - np.float32(reach)
    shadow_px = rng.uniform(0.01, 0.1) * size_px
    floor = shade(
        floor,
        as_field(rng.uniform(0.5, 0.95) - 0.4 * np.exp(-np.maximum(beyond_px, 0) / shadow_px)),
    )
    rim_px = rng.uniform(0.002, 0.02) * size_px
    rim = rng.uniform(0.6, 1.4)
    table = shade(table, np.where(beyond_px > -rim_px, np.float32(rim), np.float32(1)))
    return np.where((beyond_px > 0)[..., None], floor, table)


def render_background(rng: np.random.Generator, size_px: int) -> NDArray[np.uint8]:
    """Render a (size, size, 3) BGR table top of a random kind, about 300 to 1200 mm across."""
    table = render_kind(rng, draw_kind(rng), size_px)
    return _with_edge(rng, table) if rng.random() < 0.07 else table


def load_photo_textures(folder: Path) -> list[NDArray[np.uint8]]:
    """Read every photo in a folder, sorted by name, as (h, w, 3) BGR images.

    Raises ValueError when a file with an image suffix cannot be decoded.
    """
    textures: list[NDArray[np.uint8]] = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in PHOTO_SUFFIXES:
            continue
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"expected an image, got an unreadable file: {path}")
        textures.append(as_image(image))
    return textures
