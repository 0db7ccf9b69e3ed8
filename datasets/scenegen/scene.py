"""One rendered photo: what lies on the table, from where it is seen, under which light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import ARRANGEMENTS, Arrangement, Bag, Placed, turned, with_backs, with_standing
from scenegen.camera import Camera, look_at
from scenegen.compose import Canvas, Light, Prop, TilePainter, cast_shadows, paint_prop, thing_truth, tile_truth
from scenegen.effects import lit, photographed
from scenegen.props import CLUTTER_KINDS, HUB_KINDS, MARKER_KINDS, PropKind, render_prop
from scenegen.recipe import Recipe
from scenegen.styles import SetStyle
from scenegen.truth import PhotoTruth, ThingTruth, TileTruth

Image = NDArray[np.uint8]
Rng = np.random.Generator

_SHAPES = ((1.0, 1.0), (1.0, 0.75), (0.75, 1.0), (1.0, 0.5625), (0.5625, 1.0))
_PROP_PX_PER_MM = 2.0
BACKGROUND_MM = 600.0


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """What the photos of a shard share: looks of sets, and table tops as pictures at falling resolutions."""

    styles: tuple[SetStyle, ...]
    backgrounds: tuple[tuple[Image, ...], ...]


def make_pyramid(texture: Image) -> tuple[Image, ...]:
    """A texture at full, half, quarter … size, so that distant tables do not flicker."""
    levels = [texture]
    while levels[-1].shape[0] > 96:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
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


def _camera(rng: Rng, recipe: Recipe, style: SetStyle, arrangement: Arrangement, size: tuple[int, int]) -> tuple[Camera, float]:
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
    camera = look_at(
        middle + drift,
        tilt_deg=float(tilt),
        roll_deg=float(rng.normal(0, 4)),
        px_per_mm=px_per_mm,
        focal_px=float(rng.uniform(0.75, 1.6)) * max(size),
        size_px=size,
        bulge=float(rng.normal(0, 0.03)),
    )
    return camera, float(tilt)


def _table_top(rng: Rng, pyramid: tuple[Image, ...], camera: Camera, size: tuple[int, int], px_per_mm: float) -> Image:
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
    return cv2.warpPerspective(texture, to_px, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)


def _thing(rng: Rng, kind: PropKind, at: tuple[float, float], counts_as: str | None) -> Prop:
    return Prop(render_prop(rng, kind, _PROP_PX_PER_MM), at[0], at[1], float(rng.uniform(0, 2 * np.pi)), counts_as)


def _choose(rng: Rng, kinds: tuple[PropKind, ...]) -> PropKind:
    return kinds[int(rng.integers(0, len(kinds)))]


def _props(rng: Rng, recipe: Recipe, arrangement: Arrangement, reach_mm: float) -> tuple[list[Prop], list[Prop], list[Prop]]:
    """Things under, beside and above the tiles: hub and clutter, markers, hands."""
    under: list[Prop] = []
    beside: list[Prop] = []
    above: list[Prop] = []
    if arrangement.hub and rng.random() < 0.75:
        under.append(_thing(rng, _choose(rng, HUB_KINDS), arrangement.hub, "hub"))
    if rng.random() < recipe.scene.clutter:
        for _ in range(int(rng.integers(1, 7))):
            x, y = rng.uniform(-reach_mm, reach_mm, 2)
            under.append(_thing(rng, _choose(rng, CLUTTER_KINDS), (float(x), float(y)), None))
    spots = list(arrangement.marker_spots)
    if rng.random() < recipe.scene.markers:
        spots += [(float(x), float(y)) for x, y in rng.uniform(-reach_mm, reach_mm, (int(rng.integers(1, 6)), 2))]
    if spots:
        kind = _choose(rng, MARKER_KINDS)
        for spot in spots:
            kind = _choose(rng, MARKER_KINDS) if rng.random() < 0.4 else kind
            beside.append(_thing(rng, kind, spot, "marker"))
    if rng.random() < recipe.scene.hand:
        for _ in range(int(rng.integers(1, 3))):
            x, y = rng.uniform(-1, 1, 2) * reach_mm * 1.1
            above.append(_thing(rng, PropKind.HAND, (float(x), float(y)), "hand"))
    return under, beside, above


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
    return sorted(tiles, key=lambda t: (t.lifted > 0, (np.array([t.x, t.y, 0.0]) - camera.position_mm) @ -camera.axes[2]))


def _paint(rng: Rng, scene: _Scene, pool: Pool, recipe: Recipe) -> tuple[Canvas, list[TileTruth], list[ThingTruth]]:
    camera = scene.camera
    pyramid = pool.backgrounds[int(rng.integers(0, len(pool.backgrounds)))]
    table = _table_top(rng, pyramid, camera, scene.size, scene.px_per_mm)
    under, beside, above = _props(rng, recipe, scene.arrangement, max(scene.size) / scene.px_per_mm / 2)
    painters = [TilePainter(style) for style in scene.styles]
    which = rng.random(len(scene.arrangement.tiles)) < 0.5
    order = [(tile, painters[int(w)]) for tile, w in zip(_nearest_last(scene.arrangement.tiles, camera), which, strict=True)]
    shadows = [painter.shadow(tile, camera, scene.light) for tile, painter in order]
    canvas = Canvas(cast_shadows(table, shadows, under + beside, camera, scene.light))
    drawn_things = [(prop, *paint_prop(canvas, prop, camera)) for prop in under]
    drawn_tiles = []
    for tile, painter in order:
        corners, number = painter.paint(canvas, tile, camera, scene.light, rng)
        drawn_tiles.append((tile, painter.shows_face(tile, camera), corners, number))
    drawn_things += [(prop, *paint_prop(canvas, prop, camera)) for prop in beside + above]
    table_gloss = int(rng.uniform(0, 110)) if rng.random() < 0.5 else 0
    tile_gloss = int(60 + 195 * scene.styles[0].gloss)
    first, last = min((d[3] for d in drawn_tiles), default=0), max((d[3] for d in drawn_tiles), default=-1)
    canvas.gloss[:] = np.where((canvas.owner >= first) & (canvas.owner <= last), tile_gloss, table_gloss)
    tiles = [tile_truth(canvas, t, corners, n) for t, face, corners, n in drawn_tiles if face]
    things = [thing_truth(canvas, "back", corners, n) for t, face, corners, n in drawn_tiles if not face]
    things += [thing_truth(canvas, p.kind, corners, n) for p, corners, n in drawn_things if p.kind]
    return canvas, [t for t in tiles if max(t.visible) > 0.05], [t for t in things if t.visible > 0.05]


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
    return image, PhotoTruth(file, scene.size[0], scene.size[1], tuple(tiles), tuple(things), traits)
