"""What a set of rendered photos is made of, read from a TOML file."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from scenegen.arrange import ARRANGEMENTS
from scenegen.effects import EffectChances
from scenegen.styles import StyleChances


class RecipeError(ValueError):
    """A recipe that cannot be used; the message names what was expected and what came."""


@dataclass(frozen=True, slots=True)
class SceneChances:
    """Shares of what a scene holds beside tiles; each is a probability."""

    backs: float = 0.22
    standing: float = 0.10
    clutter: float = 0.35
    hand: float = 0.12
    markers: float = 0.25
    empty: float = 0.04
    two_sets: float = 0.10


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole set: how many photos, how large, and the chances of everything in them.

    arrangements: weight per kind of arrangement. set_sizes: weight per set ("6" … "18").
    tilt_deg: (typical, most); most photos are taken from nearly above. tile_px: (least, most) tile length.
    fill: (least, most) share of the picture that the arrangement spans; above 1 it is cut off.
    """

    name: str
    seed: int
    photos: int
    size_px: int = 640
    shard: int = 32
    styles_per_shard: int = 8
    backgrounds_per_shard: int = 8
    quality: tuple[int, int] = (40, 96)
    tilt_deg: tuple[float, float] = (14.0, 62.0)
    tile_px: tuple[float, float] = (20.0, 400.0)
    fill: tuple[float, float] = (0.5, 1.25)
    textures: str = ""
    arrangements: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ARRANGEMENTS, 1.0))
    set_sizes: dict[str, float] = field(
        default_factory=lambda: {"6": 0.25, "9": 0.2, "12": 0.3, "15": 0.12, "18": 0.13}
    )
    scene: SceneChances = field(default_factory=SceneChances)
    style: StyleChances = field(default_factory=StyleChances)
    effects: EffectChances = field(default_factory=EffectChances)


_TABLES = {"scene": SceneChances, "style": StyleChances, "effects": EffectChances}
_PAIRS = ("quality", "tilt_deg", "tile_px", "fill")


def _chances(table: str, raw: Any) -> SceneChances | StyleChances | EffectChances:
    known = {f.name for f in fields(_TABLES[table])}
    unknown = sorted(set(raw) - known)
    if unknown:
        raise RecipeError(f"[{table}] has unknown keys: {', '.join(unknown)}")
    for key, value in raw.items():
        if not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise RecipeError(f"[{table}] {key} needs a share from 0 to 1, got {value!r}")
    return _TABLES[table](**raw)


def _weights(table: str, raw: Any, known: set[str]) -> dict[str, float]:
    unknown = sorted(set(raw) - known)
    if unknown:
        raise RecipeError(f"[{table}] has unknown keys: {', '.join(unknown)}; known are {', '.join(sorted(known))}")
    if not raw or any(value < 0 for value in raw.values()) or not any(raw.values()):
        raise RecipeError(f"[{table}] needs weights of which none is negative and one is above 0, got {raw}")
    return {key: float(value) for key, value in raw.items()}


def make_recipe(raw: dict[str, Any]) -> Recipe:
    """A recipe from parsed TOML; refuses unknown keys by name."""
    unknown = sorted(set(raw) - {f.name for f in fields(Recipe)})
    if unknown:
        raise RecipeError(f"the recipe has unknown keys: {', '.join(unknown)}")
    missing = [key for key in ("name", "seed", "photos") if key not in raw]
    if missing:
        raise RecipeError(f"the recipe lacks: {', '.join(missing)}")
    values = dict(raw)
    for table in _TABLES:
        if table in raw:
            values[table] = _chances(table, raw[table])
    for pair in _PAIRS:
        if pair in raw:
            values[pair] = _pair(pair, raw[pair])
    if "arrangements" in raw:
        values["arrangements"] = _weights("arrangements", raw["arrangements"], set(ARRANGEMENTS))
    if "set_sizes" in raw:
        values["set_sizes"] = _weights("set_sizes", raw["set_sizes"], {"6", "9", "12", "15", "18"})
    return Recipe(**values)


def _pair(key: str, raw: Any) -> tuple[float, float]:
    if not isinstance(raw, list) or len(raw) != 2 or not raw[0] <= raw[1]:
        raise RecipeError(f"{key} needs [least, most], got {raw!r}")
    return (raw[0], raw[1])


def load_recipe(path: Path) -> Recipe:
    """Read a recipe file."""
    try:
        return make_recipe(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise RecipeError(f"no recipe at {path}") from error
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path} is not TOML: {error}") from error
