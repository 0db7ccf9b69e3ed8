"""A family of films, read from a TOML file: what all its films are drawn from."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.problems import Code
from engine.rules import PRESETS
from engine.tiles import SET_SIZES
from scenegen.props import HUB_KINDS, MARKER_KINDS, PropKind
from scenegen.recipe import RecipeError

T = TypeVar("T")

SIZES: Mapping[str, tuple[int, int]] = {"720p": (1280, 720), "1080p": (1920, 1080), "4k": (3840, 2160)}
MARKER_PLACES = ("tail", "tail_on", "head", "head_on")
"""Beside the last or first tile, or on half of it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number is drawn evenly from here."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class GameFamily:
    """What is played. A tuple lists choices, and as many films as it has take each once.

    plays: tiles laid in the whole film at most. short_hand: tiles that each seat takes where a film
    holds more than one round; 0 for as many as the rules say. violations: how often a seat about to act
    tries to break a rule. codes: which rules; none means any. take_back: how often a tile is laid and
    taken back before a play.
    """

    players: tuple[int, ...] = (3,)
    presets: tuple[str, ...] = tuple(PRESETS)
    set_sizes: tuple[int, ...] = (12,)
    rounds: tuple[int, ...] = (1,)
    plays: Span = field(default=Span(45, 60))
    short_hand: tuple[int, ...] = (0,)
    violations: tuple[float, ...] = (0.0,)
    codes: tuple[str, ...] = ()
    take_back: float = 0.0


@dataclass(frozen=True, slots=True)
class TableFamily:
    """What lies there. hubs: kinds, or "none" for an engine tile alone; round, standing …: shares of films.

    width_mm, depth_mm: of a table for four; larger ones for more seats are made from it.
    """

    width_mm: Span = field(default=Span(950, 1250))
    depth_mm: Span = field(default=Span(700, 850))
    round: float = 0.2
    hubs: tuple[str, ...] = (*HUB_KINDS, "none")
    marker_kinds: tuple[str, ...] = MARKER_KINDS
    marker_places: tuple[str, ...] = MARKER_PLACES
    own_marker_kinds: float = 0.3
    standing: float = 0.6
    reveal: float = 0.5
    engine_lies: float = 0.5
    crowded: float = 0.25


@dataclass(frozen=True, slots=True)
class ActsFamily:
    """How people move. play_s: from one play to the next. The shares are of plays, or of films where noted.

    hover: waits before placing. adjust: nudges a neighbour. correct: puts down, then straightens.
    quick_double: a double and the tile on it at one go. together: the next arm comes in before the last
    has left. linger: reaches out and does nothing. idle: nobody moves for a while.
    lean, bump, lamp, drift: of films.
    """

    play_s: Span = field(default=Span(2.0, 4.5))
    hover: float = 0.2
    adjust: float = 0.08
    correct: float = 0.08
    quick_double: float = 0.6
    together: float = 0.5
    linger: float = 0.08
    idle: float = 0.05
    lean: float = 0.3
    bump: float = 0.3
    lamp: float = 0.3
    drift: float = 0.4


@dataclass(frozen=True, slots=True)
class ViewFamily:
    """How it is filmed. height_mm: from the table's middle to the camera. Seeds: whole numbers."""

    sizes: tuple[str, ...] = ("1080p",)
    fps: tuple[int, ...] = (30,)
    varying_fps: float = 0.3
    tilt_deg: tuple[float, ...] = (0.0, 10.0, 20.0, 30.0, 45.0)
    height_mm: Span = field(default=Span(1100, 1700))
    roll_deg: Span = field(default=Span(-3, 3))
    style_seeds: Span = field(default=Span(1000, 1999))
    background_seeds: Span = field(default=Span(1000, 1999))


@dataclass(frozen=True, slots=True)
class FilmFamily:
    """Films that are alike: each number gives another one, and always the same."""

    name: str
    seed: int
    films: int = 1
    game: GameFamily = field(default=GameFamily())
    table: TableFamily = field(default=TableFamily())
    acts: ActsFamily = field(default=ActsFamily())
    view: ViewFamily = field(default=ViewFamily())


_KNOWN: Mapping[str, frozenset[Any]] = {
    "presets": frozenset(PRESETS),
    "set_sizes": frozenset(SET_SIZES),
    "players": frozenset(range(2, 9)),
    "codes": frozenset(Code),
    "hubs": frozenset((*HUB_KINDS, PropKind.HUB_TAGS, "none")),
    "marker_kinds": frozenset(MARKER_KINDS),
    "marker_places": frozenset(MARKER_PLACES),
    "sizes": frozenset(SIZES),
}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _span(where: str, raw: Any) -> Span:
    if not isinstance(raw, list) or len(raw) != 2 or not all(map(_is_number, raw)) or raw[0] > raw[1]:
        raise RecipeError(f"{where} needs [least, most], got {raw!r}")
    return Span(raw[0], raw[1])


def _share(where: str, raw: Any) -> float:
    if not _is_number(raw) or not 0 <= raw <= 1:
        raise RecipeError(f"{where} needs a share from 0 to 1, got {raw!r}")
    return float(raw)


def _choices(where: str, key: str, raw: Any) -> tuple[Any, ...]:
    if not isinstance(raw, list) or not (raw or key == "codes"):
        raise RecipeError(f"{where} needs a list of choices, got {raw!r}")
    known = _KNOWN.get(key)
    bad = [each for each in raw if each not in known] if known else [x for x in raw if not _is_number(x)]
    if bad:
        wanted = f"out of {', '.join(sorted(map(str, known)))}" if known else "that are numbers"
        raise RecipeError(f"{where} needs choices {wanted}, got {bad[0]!r}")
    return tuple(raw)


def _section(name: str, raw: Any, kind: type[T]) -> T:
    """A table of the recipe as a dataclass; what a key needs follows from its default."""
    if not isinstance(raw, dict):
        raise RecipeError(f"{name} needs a table, got {raw!r}")
    known = {f.name: f.default for f in fields(kind)}  # type: ignore[arg-type]  # a dataclass by its callers
    if unknown := sorted(set(raw) - set(known)):
        raise RecipeError(
            f"[{name}] has unknown keys: {', '.join(unknown)}; known are {', '.join(sorted(known))}"
        )
    values: dict[str, Any] = {}
    for key, value in raw.items():
        where, default = f"[{name}] {key}", known[key]
        if isinstance(default, Span):
            values[key] = _span(where, value)
        elif isinstance(default, tuple):
            values[key] = _choices(where, key, value)
        else:
            values[key] = _share(where, value)
    return kind(**values)


def make_family(raw: dict[str, Any]) -> FilmFamily:
    """A family from parsed TOML; refuses unknown keys by name."""
    known = {f.name: f.default for f in fields(FilmFamily)}
    if unknown := sorted(set(raw) - set(known)):
        raise RecipeError(f"the recipe has unknown keys: {', '.join(unknown)}")
    if missing := sorted({"name", "seed"} - set(raw)):
        raise RecipeError(f"the recipe lacks: {', '.join(missing)}")
    if not isinstance(raw["name"], str):
        raise RecipeError(f"name needs a text, got {raw['name']!r}")
    values: dict[str, Any] = {"name": raw["name"]}
    for key, least in (("seed", 0), ("films", 1)):
        value = raw.get(key, known[key])
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise RecipeError(f"{key} needs a whole number from {least} up, got {value!r}")
        values[key] = value
    for key, default in known.items():
        if is_dataclass(default) and not isinstance(default, type):
            values[key] = _section(key, raw.get(key, {}), type(default))
    return FilmFamily(**values)


def load_family(path: Path) -> FilmFamily:
    """Read a recipe file."""
    try:
        return make_family(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise RecipeError(f"no recipe at {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path} cannot be read as a recipe: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path} is not TOML: {error}") from error
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from error
