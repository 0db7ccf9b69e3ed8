"""The command `stationmaster-lab generate`: renders a set of photos, or finishes one that was interrupted."""

import errno
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from scenegen.generate import DatasetError, generate
from scenegen.recipe import RecipeError, load_recipe
from training.provenance import current_commit


class GenerateError(ValueError):
    """A set that cannot be rendered, in one line."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to render and where to. photos, workers: None leaves it to the recipe and the machine."""

    recipe: Path
    out: Path
    photos: int | None = None
    workers: int | None = None


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def generate_photos(order: Order) -> Path:
    """Render with a progress bar on standard error; returns the manifest's path."""
    try:
        recipe = load_recipe(order.recipe)
    except RecipeError as error:
        raise GenerateError(str(error)) from error
    if order.photos is not None:
        recipe = replace(recipe, photos=order.photos)
    try:
        with _bar() as bar:
            task = bar.add_task(f"photos of {recipe.name}", total=recipe.photos)
            return generate(
                recipe,
                order.out,
                commit=current_commit(Path(__file__).parent),
                workers=order.workers,
                progress=lambda count: bar.advance(task, count),
            )
    except DatasetError as error:
        raise GenerateError(str(error)) from error
    except OSError as error:
        raise GenerateError(_explained(error, order.out)) from error


def _explained(error: OSError, out: Path) -> str:
    if error.errno == errno.ENOSPC:
        return f"the disk of {out} is full; free some space and repeat the command, it goes on from there"
    return f"{out} cannot be written: {error}"
