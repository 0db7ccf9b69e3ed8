"""The commands `stationmaster-lab film` and `film-stills`: films of games with their truth, and photos."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import av
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from scenegen.film_family import FilmFamily, load_family
from scenegen.film_look import look_of
from scenegen.film_plan import make_script
from scenegen.film_recipe import FilmRecipe, draw_film
from scenegen.film_record import FilmError, film_record
from scenegen.film_truth import FilmTruthError
from scenegen.film_write import FilmOrder, format_of, write_film
from scenegen.film_write_loop import loop_film
from scenegen.film_write_photos import PhotosOrder, take_photos
from scenegen.generate import DatasetError
from scenegen.recipe import RecipeError
from training.provenance import current_commit


class FilmCommandError(ValueError):
    """A film that cannot be made, in one line."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to film.

    out: NAME.mp4 for one film, else a folder for all films of the recipe. record: plays this game instead of
    one that is simulated. seed: instead of the recipe's. number: which film of the recipe. minutes: the film
    is shown over and over for so long.
    """

    recipe: Path
    out: Path
    record: Path | None = None
    seed: int | None = None
    number: int | None = None
    minutes: float | None = None


@contextmanager
def _told() -> Iterator[None]:
    """Errors of all that takes part, as one line."""
    try:
        yield
    except (RecipeError, FilmError, FilmTruthError, DatasetError, OSError, av.FFmpegError) as error:
        raise FilmCommandError(str(error)) from error


@contextmanager
def _bar(name: str, total: int | None) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=total)
        yield lambda count: bar.advance(task, count)


def _family(order: Order) -> FilmFamily:
    family = load_family(order.recipe)
    return family if order.seed is None else replace(family, seed=order.seed)


def _film(recipe: FilmRecipe, record: str, path: Path) -> Path:
    """Make one film, its truth, and the record of its game."""
    script = make_script(record, recipe)
    look = look_of(recipe, script.table_mm)
    order = FilmOrder(script, look, format_of(recipe), path)
    with _bar(path.name, round(script.lasts_s * recipe.view.fps)) as progress:
        write_film(order, progress)
    path.with_suffix(".record.txt").write_text(record, encoding="utf-8")
    return path


def make_films(order: Order) -> Iterator[Path]:
    """Make the films that are not there yet; yields each path when its film is complete."""
    with _told():
        family = _family(order)
        if order.out.suffix == ".mp4":
            recipe = draw_film(family, order.number or 0)
            record = order.record.read_text(encoding="utf-8") if order.record else film_record(recipe)
            yield _one(order, recipe, record)
            return
        if order.record or order.minutes:
            raise FilmCommandError(f"one record or a long film needs -o NAME.mp4, got {order.out}")
        numbers = range(family.films) if order.number is None else (order.number,)
        for number in numbers:
            recipe = draw_film(family, number)
            yield _film(recipe, film_record(recipe), order.out / f"{recipe.name}.mp4")


def _one(order: Order, recipe: FilmRecipe, record: str) -> Path:
    if order.minutes is None:
        return _film(recipe, record, order.out)
    short = _film(recipe, record, order.out.with_name(f"{order.out.stem}.lap.mp4"))
    loop_film(short, order.out, order.minutes * 60)
    return order.out


def take_stills(recipe: Path, count: int, out: Path, workers: int | None) -> Path:
    """Take photos of the recipe's films; returns the manifest's path."""
    with _told(), _bar(f"photos of {recipe.stem}", count) as progress:
        photos = PhotosOrder(load_family(recipe), count, out)
        commit = current_commit(Path(__file__).parent)
        return take_photos(photos, commit, workers or os.cpu_count() or 1, progress)
