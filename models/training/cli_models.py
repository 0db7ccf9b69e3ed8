"""The commands of `stationmaster-lab` that make models."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from training.cli_failure import failure


class ModelName(StrEnum):
    """A model that can be trained."""

    TABLE = "table"
    CORNERS = "corners"
    PIPS = "pips"


def add_to(app: typer.Typer) -> None:
    """Register these commands."""
    app.command()(train)
    app.command()(export)
    app.command()(labels)
    app.command()(strata)


def train(
    model: Annotated[ModelName, typer.Argument(help="Which model.")],
    *,
    data: Annotated[list[Path], typer.Option(metavar="DIR", help="A finished set to train on; repeatable.")],
    valid: Annotated[Path, typer.Option(metavar="DIR", help="A finished set to validate on.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="RUNDIR", help="The run's folder; a killed run goes on.")
    ],
    budget: Annotated[float, typer.Option(metavar="MINUTES", min=0.01, help="Minutes of training.")],
    start: Annotated[
        Path | None, typer.Option(metavar="STATE.pt", help="Weights to begin with, as far as they fit.")
    ] = None,
    image_px: Annotated[
        int | None, typer.Option(min=64, help="Longest side of photos; the table model only.")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads for torch.")] = 1,
    rate: Annotated[
        float | None, typer.Option(min=0, help="Learning rate at its peak; default: the model's own.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the order of examples and the first weights.")] = 0,
    idea: Annotated[str, typer.Option(help="What this run tries, for the log.")] = "",
    log: Annotated[Path, typer.Option(metavar="FILE.md", help="The log of runs.")] = Path("models/RUNS.md"),
) -> None:
    """Train a model for some minutes, validate it, and log the run."""
    with _needs_the_extra():
        from training.train_command import Order, TrainError, train_model
    order = Order(
        model.value, tuple(data), valid, out, budget, log, start, image_px, threads, rate, seed, idea
    )
    try:
        typer.echo(train_model(order))
    except TrainError as error:
        raise failure(str(error)) from error


def export(
    model: Annotated[ModelName, typer.Argument(help="Which model.")],
    state: Annotated[Path, typer.Argument(metavar="STATE.pt", help="Trained weights.")],
    *,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for NAME.onnx.")] = Path(
        "models/weights"
    ),
    registry: Annotated[
        Path | None,
        typer.Option(metavar="FILE.toml", help="The list of models; default: registry.toml beside DIR."),
    ] = None,
    run: Annotated[
        str | None, typer.Option(metavar="NAME", help="For the registry; default: the state's folder.")
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Sets it was trained on, where the folder does not say."),
    ] = None,
    valid: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Set on which the pip model's temperature is fitted.")
    ] = None,
) -> None:
    """Export trained weights to ONNX and enter them in the registry."""
    with _needs_the_extra():
        from training.export_command import ExportError, Order, export_model
    from scenegen.generate import DatasetError
    from training.provenance import data_fingerprint

    try:
        fingerprint = data_fingerprint(data) if data else None
        listed = registry or out.parent / "registry.toml"
        typer.echo(export_model(Order(model.value, state, out, listed, run, fingerprint, valid)))
    except (DatasetError, ExportError) as error:
        raise failure(str(error)) from error


def labels(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A finished set of rendered photos.")],
    *,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A folder above the set.")] = Path(
        "data"
    ),
) -> None:
    """Write the labels of rendered photos by set size, for `evaluate --rendered`."""
    from scenegen.generate import DatasetError
    from training.rendered_labels import write_labels

    try:
        for file in write_labels(folder, out):
            typer.echo(file)
    except (DatasetError, OSError, ValueError) as error:
        raise failure(str(error)) from error


def strata(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR")] = Path("data/strata"),
    *,
    photos: Annotated[int, typer.Option(min=1, help="How many of each.")] = 24,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; default: one per core.")] = None,
) -> None:
    """Render photos with one difficulty each and their labels, for `evaluate --rendered`."""
    from training.provenance import current_commit
    from training.strata import render_stratum
    from training.strata import strata as all_strata

    for stratum in all_strata(photos):
        commit = current_commit(Path(__file__).parent)
        for file in render_stratum(stratum, out, commit=commit, workers=workers):
            typer.echo(file)


@contextmanager
def _needs_the_extra() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise failure(
            f"{error.name} is missing: training needs the extra `train` (pip install 'stationmaster[train]')"
        ) from error
