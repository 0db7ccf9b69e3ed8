"""How a film looks: the set, the table top, the camera's place, the light, the camera's faults."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from scenegen.backgrounds import BackgroundKind, draw_kind, render_kind
from scenegen.camera import Camera, View, look_at
from scenegen.compose import Light
from scenegen.film_plan import film_style
from scenegen.film_recipe import FilmRecipe
from scenegen.scene import make_pyramid
from scenegen.styles import SetStyle, StyleChances, sample_style

Image = NDArray[np.uint8]
Rng = np.random.Generator

_TEXTURE_PX = 1024
_FITTING_STEPS = 25
_FLOORS = (
    BackgroundKind.PARQUET,
    BackgroundKind.PLANKS,
    BackgroundKind.CARPET,
    BackgroundKind.GROUT,
    BackgroundKind.LAMINATE,
    BackgroundKind.NEARLY_BLACK,
)
# Nobody plays a whole game on a grating or on a sheet of newspaper.
_NEVER = (BackgroundKind.METAL_MESH, BackgroundKind.MAGAZINE, BackgroundKind.NEWSPAPER)


@dataclass(frozen=True, slots=True)
class LookChances:
    """What films of a recipe may look like; pairs are (least, most).

    size_px: (width, height). margin: share of the picture left free around the table. focal: of the longer
    side. noise: grey levels. blur_px: of the lens. jpeg: share of cameras that hand out JPEG pictures.
    """

    size_px: tuple[int, int] = (1920, 1080)
    tilt_deg: tuple[float, float] = (0.0, 45.0)
    roll_deg: float = 2.0
    margin: tuple[float, float] = (0.01, 0.06)
    focal: tuple[float, float] = (0.7, 1.3)
    bulge: float = 0.015
    noise: tuple[float, float] = (0.0, 2.5)
    blur_px: tuple[float, float] = (0.3, 0.9)
    sharpen: tuple[float, float] = (0.0, 0.9)
    exposure: tuple[float, float] = (175.0, 250.0)
    jpeg: float = 0.3
    style: StyleChances = field(default_factory=StyleChances)


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera adds.

    tint: factors of blue, green, red. exposure: grey level that bright parts get. gamma, contrast,
    saturation: around 1. noise: grey levels. jpeg_quality: None for cameras that hand out bare pictures.
    """

    tint: tuple[float, float, float]
    exposure: float
    gamma: float
    contrast: float
    saturation: float
    noise: float
    blur_px: float
    sharpen: float
    jpeg_quality: int | None


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """Table and floor as textures (pyramids of square pictures) and how they lie.

    zoom: of the 600 mm that a texture shows. shade: brightness of the floor. corner_mm: radius.
    """

    texture: tuple[Image, ...]
    floor: tuple[Image, ...]
    zoom: float
    angle: float
    offset: tuple[float, float]
    shade: float
    corner_mm: float
    edge_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class FilmLook:
    """Everything that a film's pictures are painted with. target_mm: what the camera aims at."""

    seed: int
    table_mm: tuple[float, float]
    style: SetStyle
    top: TableTop
    view: View
    target_mm: tuple[float, float]
    light: Light
    sensor: Sensor

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.view.size_px

    def camera(self) -> Camera:
        """The camera as it stands before anybody knocks it."""
        return look_at(np.array(self.target_mm), self.view)


def table_corners(table_mm: tuple[float, float]) -> NDArray[np.float64]:
    """The corners (4, 3) of the table, clockwise from far left."""
    w, d = table_mm[0] / 2, table_mm[1] / 2
    return np.array([[-w, -d, 0.0], [w, -d, 0.0], [w, d, 0.0], [-w, d, 0.0]])


def fitted(
    table_mm: tuple[float, float], view: View, margin: float, distance_mm: float | None = None
) -> tuple[View, tuple[float, float]]:
    """The view that just holds the whole table, and what it aims at; the `px_per_mm` of `view` is ignored.

    distance_mm: of the camera from what it aims at; then the focal length follows from it, else it is free.
    """
    size = np.array(view.size_px, dtype=np.float64)
    room = size * (1 - 2 * margin)
    target = np.zeros(2)
    scale = float(min(room / table_mm))
    corners = table_corners(table_mm)
    for _ in range(_FITTING_STEPS):
        view = replace(view, px_per_mm=scale, focal_px=scale * distance_mm if distance_mm else view.focal_px)
        camera = look_at(target, view)
        seen = camera.project(corners)
        low, high = seen.min(axis=0), seen.max(axis=0)
        middle = camera.on_table((float((low + high)[0] / 2), float((low + high)[1] / 2)))
        if middle is not None:
            target = target + 0.7 * (middle - target)
        scale *= float(min(room / (high - low))) ** 0.7
    return view, (float(target[0]), float(target[1]))


def _draw_light(rng: Rng) -> Light:
    """Mostly a lamp above the table, sometimes a window to the side."""
    hard = rng.random() < 0.3
    return Light(
        azimuth=float(rng.uniform(0, 2 * np.pi)),
        slant=float(rng.uniform(0.4, 1.4) if hard else rng.uniform(0.05, 0.8)),
        strength=float(rng.uniform(0.35, 0.7) if hard else rng.uniform(0.2, 0.5)),
        softness_mm=float(rng.uniform(0.8, 3.0) if hard else rng.uniform(3.0, 10.0)),
    )


def _draw_sensor(rng: Rng, chances: LookChances) -> Sensor:
    cast = np.clip(1 + rng.normal(0, 0.03, 3) + np.array([-1, 0, 1]) * rng.normal(0, 0.06), 0.75, 1.25)
    return Sensor(
        tint=(float(cast[0]), float(cast[1]), float(cast[2])),
        exposure=float(rng.uniform(*chances.exposure)),
        gamma=float(rng.uniform(0.85, 1.2)),
        contrast=float(rng.uniform(0.9, 1.12)),
        saturation=float(rng.uniform(0.65, 1.15)),
        noise=float(rng.uniform(*chances.noise)),
        blur_px=float(rng.uniform(*chances.blur_px)),
        sharpen=float(rng.uniform(*chances.sharpen)) if rng.random() < 0.6 else 0.0,
        jpeg_quality=int(rng.integers(45, 85)) if rng.random() < chances.jpeg else None,
    )


def draw_top(rng: Rng) -> TableTop:
    """A table with rounded corners."""
    floor = render_kind(rng, _FLOORS[int(rng.integers(0, len(_FLOORS)))], _TEXTURE_PX // 2)
    offset = rng.uniform(0, 1, 2)
    square = rng.random() < 0.7
    kind = draw_kind(rng)
    while kind in _NEVER:
        kind = draw_kind(rng)
    return TableTop(
        texture=make_pyramid(render_kind(rng, kind, _TEXTURE_PX)),
        floor=make_pyramid(floor),
        zoom=float(rng.uniform(0.7, 1.8)),
        angle=float(rng.integers(0, 4) * np.pi / 2 if square else rng.uniform(0, 2 * np.pi)),
        offset=(float(offset[0]), float(offset[1])),
        shade=float(rng.uniform(0.3, 0.75)),
        corner_mm=float(rng.uniform(1, 60)),
        edge_mm=float(rng.uniform(12, 35)),
    )


def draw_view(
    rng: Rng, chances: LookChances, table_mm: tuple[float, float]
) -> tuple[View, tuple[float, float]]:
    """A camera that sees the whole table, and what it aims at."""
    view = View(
        tilt_deg=float(rng.uniform(*chances.tilt_deg)),
        roll_deg=float(rng.normal(0, chances.roll_deg)),
        px_per_mm=1.0,
        focal_px=float(rng.uniform(*chances.focal)) * max(chances.size_px),
        size_px=chances.size_px,
        bulge=float(rng.normal(0, chances.bulge)),
    )
    return fitted(table_mm, view, float(rng.uniform(*chances.margin)))


def draw_look(
    seed: int, chances: LookChances, table_mm: tuple[float, float], style: SetStyle | None = None
) -> FilmLook:
    """A look by lot; the same seed gives the same look. style: of the set, where it is given."""
    rng = np.random.default_rng([seed, 1])
    drawn = sample_style(rng, chances.style)
    view, target = draw_view(rng, chances, table_mm)
    light = _draw_light(rng)
    sensor = _draw_sensor(rng, chances)
    return FilmLook(seed, table_mm, style or drawn, draw_top(rng), view, target, light, sensor)


def look_of(recipe: FilmRecipe, table_mm: tuple[float, float]) -> FilmLook:
    """The look that a recipe gives a film on a table of that size."""
    rng = np.random.default_rng([recipe.seed, 1])
    chances = LookChances()
    light, sensor = _draw_light(rng), _draw_sensor(rng, chances)
    wanted = recipe.view
    top = draw_top(np.random.default_rng([wanted.background_seed, 6]))
    if recipe.table.is_round:
        top = replace(top, corner_mm=min(table_mm) / 2)
    bulge = float(rng.normal(0, chances.bulge))
    view = View(wanted.tilt_deg, wanted.roll_deg, 1.0, 1.0, wanted.size_px, bulge)
    margin = float(rng.uniform(*chances.margin))
    view, target = fitted(table_mm, view, margin, wanted.height_mm)
    return FilmLook(recipe.seed, table_mm, film_style(recipe), top, view, target, light, sensor)
