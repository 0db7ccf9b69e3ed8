"""One film of a family: everything about it that is settled before chance plays on."""

import zlib
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from engine.dealing import tiles_each
from engine.rules import preset
from engine.tiles import SET_SIZES
from scenegen.film_family import SIZES, ActsFamily, FilmFamily, GameFamily, Span, TableFamily, ViewFamily
from scenegen.props import PropKind

T = TypeVar("T")
Rng = np.random.Generator

FEWEST_DEALT = 5
"""A set that leaves everybody fewer tiles is too small for the table."""


@dataclass(frozen=True, slots=True)
class FilmGame:
    """The game of one film; see `GameFamily`."""

    players: int
    rules: str
    set_size: int
    rounds: int
    plays: int
    violations: float
    codes: tuple[str, ...]
    take_back: float


@dataclass(frozen=True, slots=True)
class FilmTable:
    """The table of one film; see `TableFamily`. marker_kinds: one for all, or one for each seat."""

    size_mm: tuple[float, float]
    is_round: bool
    hub: PropKind | None
    marker_kinds: tuple[PropKind, ...]
    marker_place: str
    is_standing: bool
    reveals: bool
    engine_lies: bool
    is_crowded: bool


@dataclass(frozen=True, slots=True)
class FilmActs:
    """How people move in one film; see `ActsFamily`."""

    play_s: tuple[float, float]
    hover: float
    adjust: float
    correct: float
    quick_double: float
    together: float
    linger: float
    idle: float
    leans: bool
    is_bumped: bool
    lamp: bool
    drifts: bool


@dataclass(frozen=True, slots=True)
class FilmView:
    """How one film is filmed; see `ViewFamily`."""

    size_px: tuple[int, int]
    fps: int
    varies_fps: bool
    tilt_deg: float
    height_mm: float
    roll_deg: float
    style_seed: int
    background_seed: int


@dataclass(frozen=True, slots=True)
class FilmRecipe:
    """One film: everything about it that is not chance. seed: of all chance that is left."""

    name: str
    seed: int
    game: FilmGame
    table: FilmTable
    acts: FilmActs
    view: FilmView


@dataclass(frozen=True, slots=True)
class _Draw:
    """Chance for one film of a family."""

    rng: Rng
    seed: int
    number: int

    def one(self, key: str, choices: tuple[T, ...]) -> T:
        """One of the choices, so that films in a row take each of them once before any comes again."""
        lap, at = divmod(self.number, len(choices))
        order = np.random.default_rng([self.seed, zlib.crc32(key.encode()), lap]).permutation(len(choices))
        return choices[int(order[at])]

    def within(self, span: Span) -> float:
        return float(self.rng.uniform(span.least, span.most))

    def whole(self, span: Span) -> int:
        return int(self.rng.integers(round(span.least), round(span.most) + 1))

    def happens(self, share: float) -> bool:
        return bool(self.rng.random() < share)


def _game(draw: _Draw, family: GameFamily) -> FilmGame:
    players = draw.one("players", family.players)
    rounds = draw.one("rounds", family.rounds)
    rules = preset(draw.one("presets", family.presets))
    size = draw.one("set_sizes", family.set_sizes)
    bigger = (each for each in SET_SIZES if each >= size)
    size = next(
        each for each in bigger if tiles_each(rules.with_knobs({"max_pip": each}), players) >= FEWEST_DEALT
    )
    rules = rules.with_knobs({"max_pip": size})
    short = draw.one("short_hand", family.short_hand)
    if rounds > 1 and short:
        rules = rules.with_knobs({"deal": ((size, players, min(short, tiles_each(rules, players))),)})
    return FilmGame(
        players,
        str(rules),
        size,
        rounds,
        draw.whole(family.plays),
        draw.one("violations", family.violations),
        family.codes,
        family.take_back,
    )


def _table(draw: _Draw, family: TableFamily, players: int) -> FilmTable:
    # Eight seats need about a third more room along the table than four.
    more = max(players - 4, 0)
    width = draw.within(family.width_mm) * (1 + 0.08 * more)
    depth = draw.within(family.depth_mm) * (1 + 0.05 * more)
    is_round = draw.happens(family.round)
    if is_round:
        width = depth = (width + depth) / 2
    hub = draw.one("hubs", family.hubs)
    kinds = family.marker_kinds
    first = PropKind(draw.one("marker_kinds", kinds))
    several = tuple(PropKind(kinds[int(i)]) for i in draw.rng.integers(0, len(kinds), players))
    return FilmTable(
        (round(width, 1), round(depth, 1)),
        is_round,
        None if hub == "none" else PropKind(hub),
        several if draw.happens(family.own_marker_kinds) else (first,),
        draw.one("marker_places", family.marker_places),
        draw.happens(family.standing),
        draw.happens(family.reveal),
        draw.happens(family.engine_lies),
        draw.happens(family.crowded),
    )


def _acts(draw: _Draw, family: ActsFamily) -> FilmActs:
    return FilmActs(
        play_s=(family.play_s.least, family.play_s.most),
        hover=family.hover,
        adjust=family.adjust,
        correct=family.correct,
        quick_double=family.quick_double,
        together=family.together,
        linger=family.linger,
        idle=family.idle,
        leans=draw.happens(family.lean),
        is_bumped=draw.happens(family.bump),
        lamp=draw.happens(family.lamp),
        drifts=draw.happens(family.drift),
    )


def _view(draw: _Draw, family: ViewFamily) -> FilmView:
    return FilmView(
        size_px=SIZES[draw.one("sizes", family.sizes)],
        fps=draw.one("fps", family.fps),
        varies_fps=draw.happens(family.varying_fps),
        tilt_deg=draw.one("tilt_deg", family.tilt_deg),
        height_mm=draw.within(family.height_mm),
        roll_deg=draw.within(family.roll_deg),
        style_seed=draw.whole(family.style_seeds),
        background_seed=draw.whole(family.background_seeds),
    )


def draw_film(family: FilmFamily, number: int = 0) -> FilmRecipe:
    """The film of a family with that number."""
    draw = _Draw(np.random.default_rng([family.seed, number]), family.seed, number)
    game = _game(draw, family.game)
    return FilmRecipe(
        f"{family.name}-{number:02d}",
        family.seed * 1000 + number,
        game,
        _table(draw, family.table, game.players),
        _acts(draw, family.acts),
        _view(draw, family.view),
    )
