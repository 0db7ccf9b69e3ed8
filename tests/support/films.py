"""Small films for tests."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from scenegen.film_family import make_family
from scenegen.film_plan import make_script
from scenegen.film_recipe import FilmRecipe, draw_film
from scenegen.film_record import film_record
from scenegen.film_script import FilmScript

QUIET = {"lean": 0, "bump": 0, "lamp": 0, "drift": 0, "linger": 0, "idle": 0}


Tables = Mapping[str, Mapping[str, Any]]
"""Keys by table of a recipe."""


def recipe(seed: int = 1, number: int = 0, *, tables: Tables | None = None) -> FilmRecipe:
    """A film of three seats and twelve plays, changed as the tables say."""
    game = {"players": [3], "presets": ["house"], "set_sizes": [9], "plays": [12, 12]}
    raw: dict[str, Any] = {"name": "small", "seed": seed, "game": game, "acts": dict(QUIET)}
    for name, table in (tables or {}).items():
        raw[name] = {**raw.get(name, {}), **table}
    return draw_film(make_family(raw), number)


@cache
def _script(recipe: FilmRecipe, record: str) -> FilmScript:
    return make_script(record, recipe)


def film(recipe: FilmRecipe, record: str | None = None) -> tuple[str, FilmScript]:
    """A film's record and script; planned once for all tests."""
    told = film_record(recipe) if record is None else record
    return told, _script(recipe, told)


def long_train(tiles: int) -> str:
    """A record in which one train of two seats gets all tiles, every third one a double where it can be."""
    links: list[tuple[int, int]] = []
    end = 9
    spare = {(low, high) for low in range(10) for high in range(low + 1, 10)}
    doubles = set(range(9))
    while len(links) < tiles:
        if len(links) % 3 == 2 and end in doubles:
            doubles.remove(end)
            links.append((end, end))
            continue
        low, high = max(pair for pair in spare if end in pair)
        spare.remove((low, high))
        links.append((end, low + high - end))
        end = links[-1][1]
    lines = [f"place {inner}-{outer} on P1 by P1" for inner, outer in links]
    head = ["game house(max_pip=9) P1 P2", "round 1 starts P1 dealt 25", "engine 9-9"]
    return "\n".join([*head, *lines, ""])


def with_table(base: FilmRecipe, size_mm: tuple[float, float]) -> FilmRecipe:
    """The same film on a table of that size."""
    return replace(base, table=replace(base.table, size_mm=size_mm))
