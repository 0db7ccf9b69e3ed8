"""One rendered photo: what lies on the table, from where it is seen, under which light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import ARRANGEMENTS, Arrangement, Bag, Placed, turned, with_backs, with_standing
from scenegen.camera import Camera, View, look_at
from scenegen.compose import (
    Canvas,
    Light,
    Prop,
    TilePainter,
    cast_shadows,
    paint_prop,
    thing_truth,
    tile_truth,
)
from scenegen.effects import lit, photographed
from scenegen.recipe import Recipe
from scenegen.scene_props import Frame, draw_props
from scenegen.styles import SetStyle
from scenegen.textures import as_image
from scenegen.truth import PhotoTruth, ThingTruth, TileTruth

Image = NDArray[np.uint8]
Rng = np.random.Generator

_SHAPES = ((1.0, 1.0), (1.0, 0.75), (0.75, 1.0), (1.0, 0.5625), (0.5625, 1.0))
BACKGROUND_MM = 600.0
_LEAST_VISIBLE = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """What the photos of a shard share: looks of sets, and table tops as pictures at falling resolutions."""

    styles: tuple[SetStyle, ...]
    backgrounds: tuple[tuple[Image, ...], ...]


def make_pyramid(texture: Image) -> tuple[Image, ...]:
    """A texture at full, half, quarter … size, so that distant tables do not flicker."""
    levels = [texture]
    while levels[-1].shape[0] > 96:
        half = cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        levels.append(as_image(half))
    return tuple(levels)


def _pick(rng: Rng, weights: dict[str, float]) -> str:
    names = list(weights)
    shares = np.array([weights[name] for name in names])
    return names[int(rng.choice(len(names), p=shares / shares.sum()))]


def _arrange(rng: Rng, recipe: Recipe, style: SetStyle, bag: Bag) -> tuple[str, Arrangement]:
    kind = _pick(rng, recipe.arrangements)
    arrangement = ARRANGEMENTS[kind](rng, style, bag)
    if rng.random() < recipe.scene.empty:
        return "empty", Arrangement(())
    if rng.random() < recipe.scene.backs:
        arrangement = with_backs(rng, style, arrangement, bag)
    square = rng.random() < 0.4
    angle = rng.normal(0, 0.06) if square else rng.uniform(0, 2 * np.pi)
    arrangement = turned(arrangement, float(angle))
    if rng.random() < recipe.scene.standing:
        arrangement = with_standing(rng, style, arrangement, bag)
    return kind, arrangement


def _camera(
    rng: Rng, recipe: Recipe, style: SetStyle, arrangement: Arrangement, size: tuple[int, int]
) -> tuple[Camera, float]:
    """A camera that frames the arrangement more or less, and its tilt in degrees."""
    where = np.array([(t.x, t.y) for t in arrangement.tiles] or [(0.0, 0.0)])
    middle = (where.min(axis=0) + where.max(axis=0)) / 2
    span = where.max(axis=0) - where.min(axis=0) + style.length_mm
    fill = rng.uniform(*recipe.fill)
    px_per_mm = fill * min(size[0] / span[0], size[1] / span[1])
    least, most = (px / style.length_mm for px in recipe.tile_px)
    px_per_mm = float(np.clip(px_per_mm, least, most))
    typical, limit = recipe.tilt_deg
    tilt = min(abs(rng.normal(0, typical)) if rng.random() < 0.7 else rng.uniform(0, limit), limit)
    drift = rng.normal(0, 0.12, 2) * np.array(size) / px_per_mm * max(0.15, 1 - fill)
    view = View(
        tilt_deg=float(tilt),
        roll_deg=float(rng.normal(0, 4)),
        px_per_mm=px_per_mm,
        focal_px=float(rng.uniform(0.75, 1.6)) * max(size),
        size_px=size,
        bulge=float(rng.normal(0, 0.03)),
    )
    return look_at(middle + drift, view), float(tilt)


def _table_top(
    rng: Rng, pyramid: tuple[Image, ...], camera: Camera, size: tuple[int, int], px_per_mm: float
) -> Image:
    """The bare table seen by the camera; the texture is mirrored where it ends."""
    zoom = rng.uniform(0.6, 1.8)
    texels_per_mm = pyramid[0].shape[0] / (BACKGROUND_MM * zoom)
    level = int(np.clip(np.floor(np.log2(max(texels_per_mm / px_per_mm, 1.0))), 0, len(pyramid) - 1))
    texture = pyramid[level]
    k = texture.shape[0] / (BACKGROUND_MM * zoom)
    c, s = np.cos(a := rng.uniform(0, 2 * np.pi)), np.sin(a)
    offset = rng.uniform(0, texture.shape[0], 2)
    to_table = np.array([[c / k, -s / k, 0], [s / k, c / k, 0], [0, 0, 1]]) @ np.array(
        [[1, 0, -offset[0]], [0, 1, -offset[1]], [0, 0, 1]]
    )
    to_px = camera.table_to_px() @ to_table
    border = cv2.BORDER_REFLECT_101
    return as_image(cv2.warpPerspective(texture, to_px, size, flags=cv2.INTER_LINEAR, borderMode=border))


def _light(rng: Rng) -> Light:
    hard = rng.random() < 0.25
    return Light(
        azimuth=float(rng.uniform(0, 2 * np.pi)),
        slant=float(rng.uniform(0.3, 2.0) if hard else rng.uniform(0.0, 1.0)),
        strength=float(rng.uniform(0.3, 0.8) if hard else rng.uniform(0.15, 0.6)),
        softness_mm=float(rng.uniform(0.3, 1.5) if hard else rng.uniform(2.0, 12.0)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """Everything that was drawn by lot for one photo."""

    kind: str
    set_size: int
    styles: tuple[SetStyle, SetStyle]
    arrangement: Arrangement
    camera: Camera
    tilt_deg: float
    size: tuple[int, int]
    px_per_mm: float
    light: Light


def _draw_scene(rng: Rng, recipe: Recipe, pool: Pool) -> _Scene:
    set_size = int(_pick(rng, recipe.set_sizes))
    style, other = (pool.styles[i] for i in rng.integers(0, len(pool.styles), 2))
    if rng.random() >= recipe.scene.two_sets:
        other = style
    kind, arrangement = _arrange(rng, recipe, style, Bag(rng, set_size))
    w, h = _SHAPES[int(rng.integers(0, len(_SHAPES)))]
    size = (round(recipe.size_px * w), round(recipe.size_px * h))
    camera, tilt = _camera(rng, recipe, style, arrangement, size)
    scale = camera.focal_px / float(np.linalg.norm(camera.position_mm))
    return _Scene(kind, set_size, (style, other), arrangement, camera, tilt, size, scale, _light(rng))


def _nearest_last(tiles: tuple[Placed, ...], camera: Camera) -> list[Placed]:
    """Painting order: low before high, far before near; standing tiles among the others by depth."""

    def nearness(tile: Placed) -> tuple[bool, float]:
        away = np.array([tile.x, tile.y, 0.0]) - camera.position_mm
        return tile.lifted > 0, float(away @ -camera.axes[2])

    return sorted(tiles, key=nearness)


@dataclass(frozen=True, slots=True, eq=False)
class _PaintedTile:
    """A tile with the corners (4, 2) px of the side in view and its object number on the canvas."""

    tile: Placed
    shows_face: bool
    corners_px: NDArray[np.float32]
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class _PaintedThing:
    """A thing with its corners (4, 2) px and its object number on the canvas."""

    prop: Prop
    corners_px: NDArray[np.float32]
    number: int


def _truths(
    canvas: Canvas, tiles: list[_PaintedTile], things: list[_PaintedThing]
) -> tuple[tuple[TileTruth, ...], tuple[ThingTruth, ...]]:
    """The truth of everything that is not all but covered."""
    faces = [tile_truth(canvas, t.tile, t.corners_px, t.number) for t in tiles if t.shows_face]
    others = [thing_truth(canvas, "back", t.corners_px, t.number) for t in tiles if not t.shows_face]
    others += [thing_truth(canvas, t.prop.kind, t.corners_px, t.number) for t in things if t.prop.kind]
    return (
        tuple(t for t in faces if max(t.visible) > _LEAST_VISIBLE),
        tuple(t for t in others if t.visible > _LEAST_VISIBLE),
    )


def _set_gloss(rng: Rng, canvas: Canvas, gloss: float, tiles: list[_PaintedTile]) -> None:
    """How much of a lamp each spot mirrors: tiles by their set, half of the tables a little."""
    table_gloss = int(rng.uniform(0, 110)) if rng.random() < 0.5 else 0
    numbers = [t.number for t in tiles]
    first, last = min(numbers, default=0), max(numbers, default=-1)
    on_tile = (canvas.owner >= first) & (canvas.owner <= last)
    canvas.gloss[:] = np.where(on_tile, int(60 + 195 * gloss), table_gloss)


def _paint(
    rng: Rng, scene: _Scene, pool: Pool, recipe: Recipe
) -> tuple[Canvas, tuple[TileTruth, ...], tuple[ThingTruth, ...]]:
    camera, light, tiles = scene.camera, scene.light, scene.arrangement.tiles
    pyramid = pool.backgrounds[int(rng.integers(0, len(pool.backgrounds)))]
    table = _table_top(rng, pyramid, camera, scene.size, scene.px_per_mm)
    frame = Frame(camera, scene.size, max(scene.size) / scene.px_per_mm / 2)
    props = draw_props(rng, recipe.scene, scene.arrangement, frame)
    painters = [TilePainter(style) for style in scene.styles]
    which = rng.random(len(tiles)) < 0.5
    order = [(tile, painters[int(w)]) for tile, w in zip(_nearest_last(tiles, camera), which, strict=True)]
    shadows = [painter.shadow(tile, camera, light) for tile, painter in order]
    canvas = Canvas(cast_shadows(table, shadows, [*props.under, *props.beside], camera, light))
    things = [_PaintedThing(prop, *paint_prop(canvas, prop, camera)) for prop in props.under]
    painted = []
    for tile, painter in order:
        corners, number = painter.paint(canvas, tile, camera, light, rng)
        painted.append(_PaintedTile(tile, painter.shows_face(tile, camera), corners, number))
    on_top = (*props.beside, *props.above)
    things += [_PaintedThing(prop, *paint_prop(canvas, prop, camera)) for prop in on_top]
    _set_gloss(rng, canvas, scene.styles[0].gloss, painted)
    return canvas, *_truths(canvas, painted, things)


def render_scene(rng: Rng, recipe: Recipe, pool: Pool, file: str) -> tuple[Image, PhotoTruth]:
    """Draw a scene by lot and paint it: (h, w, 3) BGR and its truth."""
    scene = _draw_scene(rng, recipe, pool)
    canvas, tiles, things = _paint(rng, scene, pool, recipe)
    image = photographed(rng, lit(rng, canvas.image, canvas.gloss, recipe.effects), recipe.effects)
    style = scene.styles[0]
    traits: dict[str, str | float | int | bool] = {
        "arrangement": scene.kind,
        "set_size": scene.set_size,
        "tilt_deg": scene.tilt_deg,
        "tile_px": scene.px_per_mm * style.length_mm,
        "pips": str(style.pip_kind),
        "divider": str(style.divider),
    }
    return image, PhotoTruth(file, scene.size[0], scene.size[1], tiles, things, traits)
