"""What a set of rendered photos is made of, read from a TOML file."""

import tomllib
from collections.abc import Iterable
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


_TABLES: dict[str, type[SceneChances | StyleChances | EffectChances]] = {
    "scene": SceneChances,
    "style": StyleChances,
    "effects": EffectChances,
}
_PAIRS = ("quality", "tilt_deg", "tile_px", "fill")
_WEIGHTS = {"arrangements": frozenset(ARRANGEMENTS), "set_sizes": frozenset({"6", "9", "12", "15", "18"})}
_TEXTS = ("name", "textures")
_LEAST = {
    "seed": 0,
    "photos": 1,
    "size_px": 64,
    "shard": 1,
    "styles_per_shard": 1,
    "backgrounds_per_shard": 1,
}
"""Whole numbers, and the least that each may be."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _known(where: str, raw: Any, known: Iterable[str]) -> dict[str, Any]:
    """A table without unknown keys."""
    if not isinstance(raw, dict):
        raise RecipeError(f"{where} needs a table, got {raw!r}")
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise RecipeError(
            f"{where} has unknown keys: {', '.join(unknown)}; known are {', '.join(sorted(known))}"
        )
    return raw


def _chances(table: str, raw: Any) -> SceneChances | StyleChances | EffectChances:
    kind = _TABLES[table]
    shares = _known(f"[{table}]", raw, [f.name for f in fields(kind)])
    for key, value in shares.items():
        if not _is_number(value) or not 0 <= value <= 1:
            raise RecipeError(f"[{table}] {key} needs a share from 0 to 1, got {value!r}")
    return kind(**shares)


def _weights(table: str, raw: Any) -> dict[str, float]:
    weights = _known(f"[{table}]", raw, _WEIGHTS[table])
    numbers = [value for value in weights.values() if _is_number(value) and value >= 0]
    if len(numbers) < len(weights) or not any(numbers):
        raise RecipeError(
            f"[{table}] needs weights of which none is negative and one is above 0, got {weights}"
        )
    return {key: float(value) for key, value in weights.items()}


def _pair(key: str, raw: Any) -> tuple[float, float]:
    if not isinstance(raw, list) or len(raw) != 2 or not all(map(_is_number, raw)) or raw[0] > raw[1]:
        raise RecipeError(f"{key} needs [least, most], got {raw!r}")
    return (raw[0], raw[1])


def _value(key: str, raw: Any) -> Any:
    """The checked value of one key of a recipe."""
    if key in _TABLES:
        return _chances(key, raw)
    if key in _WEIGHTS:
        return _weights(key, raw)
    if key in _PAIRS:
        return _pair(key, raw)
    if key in _TEXTS:
        if not isinstance(raw, str):
            raise RecipeError(f"{key} needs a text, got {raw!r}")
        return raw
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < _LEAST[key]:
        raise RecipeError(f"{key} needs a whole number from {_LEAST[key]} up, got {raw!r}")
    return raw


def make_recipe(raw: dict[str, Any]) -> Recipe:
    """A recipe from parsed TOML; refuses unknown keys by name."""
    _known("the recipe", raw, [f.name for f in fields(Recipe)])
    missing = [key for key in ("name", "seed", "photos") if key not in raw]
    if missing:
        raise RecipeError(f"the recipe lacks: {', '.join(missing)}")
    return Recipe(**{key: _value(key, value) for key, value in raw.items()})


def load_recipe(path: Path) -> Recipe:
    """Read a recipe file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise RecipeError(f"no recipe at {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path} cannot be read as a recipe: {error}") from error
    try:
        return make_recipe(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path} is not TOML: {error}") from error
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from error
