"""The command line for datasets, training and evaluation: registrations only, each command imports late."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from training.evaluate import Condition, Reader


class ModelName(StrEnum):
    """A model that can be trained."""

    TABLE = "table"
    CORNERS = "corners"
    PIPS = "pips"


app = typer.Typer(
    name="stationmaster-lab",
    help="Makes data, trains the models and measures them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def options() -> None:
    """Makes data, trains the models and measures them."""


@app.command()
def generate(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.toml", help="What to render.")],
    *,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="The set's folder; one begun there is finished."),
    ],
    photos: Annotated[
        int | None, typer.Option(min=1, help="How many photos, instead of the recipe's number.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; default: one per core.")] = None,
) -> None:
    """Render a set of photos with exact truth."""
    from training.generate_command import GenerateError, Order, generate_photos

    try:
        manifest = generate_photos(Order(recipe, out, photos, workers))
    except GenerateError as error:
        raise _failure(str(error)) from error
    typer.echo(manifest)


@app.command()
def film(
    record: Annotated[
        Path | None,
        typer.Argument(metavar="RECORD", exists=True, dir_okay=False, help="Default: a game is simulated."),
    ] = None,
    *,
    recipe: Annotated[Path, typer.Option(metavar="RECIPE.toml", help="How films look and what happens.")],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="NAME.mp4|DIR", help="One film, or a folder for all of them."),
    ],
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the recipe's.")] = None,
    number: Annotated[int | None, typer.Option(min=0, help="Which of the recipe's films.")] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.1, help="Show the film over and over for so long.")
    ] = None,
) -> None:
    """Turn games into films with exact truth beside them; finished films are not made again."""
    from training.film_command import FilmCommandError, Order, make_films

    try:
        for path in make_films(Order(recipe, out, record, seed, number, minutes)):
            typer.echo(path)
    except FilmCommandError as error:
        raise _failure(str(error)) from error


@app.command("film-stills")
def film_stills(
    *,
    recipe: Annotated[Path, typer.Option(metavar="RECIPE.toml", help="A recipe of films.")],
    count: Annotated[int, typer.Option(min=1, help="How many photos.")],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="The set's folder; one begun there is finished."),
    ],
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; default: one per core.")] = None,
) -> None:
    """Take photos out of films, as a set to train on."""
    from training.film_command import FilmCommandError, take_stills

    try:
        typer.echo(take_stills(recipe, count, out, workers))
    except FilmCommandError as error:
        raise _failure(str(error)) from error


@app.command()
def demo(
    recipes: Annotated[
        Path, typer.Argument(metavar="DIR", exists=True, file_okay=False, help="Folder of recipes.")
    ] = Path("datasets/recipes/demo"),
    *,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the photos go.")] = Path(
        "datasets/demo"
    ),
) -> None:
    """Render the photos of `make run`: one per recipe of a folder."""
    from training.demo_command import DemoError, render_demo

    try:
        for photo in render_demo(recipes, out):
            typer.echo(photo)
    except DemoError as error:
        raise _failure(str(error)) from error


@app.command()
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
        raise _failure(str(error)) from error


@app.command()
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
        raise _failure(str(error)) from error


@app.command()
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
        raise _failure(str(error)) from error


@app.command()
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


@app.command("evaluate")
def evaluate_command(
    labels: Annotated[Path, typer.Argument(metavar="LABELS.json", exists=True, dir_okay=False)],
    *,
    photos: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Folder of the photos; default: the labels' own.",
        ),
    ] = None,
    model_dir: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Models to evaluate, several to compare; files are about the first.",
        ),
    ] = None,
    scale: Annotated[str, typer.Option(help="Sizes to read the photos at, such as 1.0,0.5,0.25.")] = "1.0",
    turn: Annotated[str, typer.Option(help="Turns to read the photos at, such as 0,90,180,270.")] = "0",
    rendered: Annotated[
        list[Path] | None,
        typer.Option(metavar="LABELS.json", exists=True, help="Also read rendered photos with these labels."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.md", help="Write all tables there.")] = None,
    readme: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", exists=True, help="Put the main figures between its marks."),
    ] = None,
    crops: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jpg", help="All that was read wrong; a picture more per --rendered."),
    ] = None,
    predictions: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Write what was read, a line per photo.")
    ] = None,
) -> None:
    """Score the reader on labelled photos."""
    from training.accuracy_report import ReportError
    from training.evaluate import EvaluationError
    from training.photo_labels import LabelError
    from training.run_evaluation import LabelledPhotos, Outputs, Task, evaluate_readers, model_checksums
    from vision.model_files import weights_dir

    folders = model_dir or [weights_dir()]
    wanted = _conditions(scale, turn)
    readers = {str(folder): _load_reader(folder) for folder in folders}
    try:
        task = Task(
            photos=LabelledPhotos.load(labels, photos),
            conditions=wanted,
            rendered={file.parent.name: LabelledPhotos.load(file) for file in rendered or ()},
        )
        outputs = Outputs(page=out, readme=readme, crops=crops, predictions=predictions)
        evaluate_readers(readers, task, outputs, model_checksums(folders[0]))
    except (EvaluationError, LabelError, ReportError, OSError) as error:
        raise _failure(str(error)) from error


@app.command()
def bench(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", exists=True, help="Photos or folders.")],
    *,
    repeats: Annotated[int, typer.Option(min=1, help="How often each photo is read.")] = 5,
) -> None:
    """Measure the seconds that decoding and reading a photo take."""
    from training.bench import bench_table, time_photos
    from vision.model_files import weights_dir

    typer.echo(bench_table(time_photos(_load_reader(weights_dir()), photos, repeats)), nl=False)


def _load_reader(folder: Path) -> "Reader":
    from vision.model_files import check_models
    from vision.photo import PhotoReader

    try:
        check_models(folder)
        return PhotoReader.load(folder)
    except (OSError, ValueError, RuntimeError) as error:
        raise _failure(f"the models cannot be loaded: {' '.join(str(error).split())}") from error


def _conditions(scale: str, turn: str) -> "tuple[Condition, ...]":
    from training.evaluate import conditions

    try:
        return conditions(map(float, scale.split(",")), map(int, turn.split(",")))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--scale, --turn") from error


@app.command()
def play(
    *,
    seed: Annotated[int, typer.Option(help="The same seed plays the same game.")] = 1,
    players: Annotated[int, typer.Option(min=2, max=12)] = 4,
    rules: Annotated[str, typer.Option(help="A preset, or one with knobs: house(max_pip=9).")] = "gamerules",
    rounds: Annotated[int | None, typer.Option(min=1, help="Play only so many.")] = None,
    violations: Annotated[
        float, typer.Option(min=0, max=1, help="How often a player tries to break a rule.")
    ] = 0.0,
) -> None:
    """Play a game and write its record; violations on purpose stand behind their events."""
    from scenegen.game_simulator import play_record

    try:
        record = play_record(rules, seed=seed, players=players, rounds=rounds, violations=violations)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules, --players") from error
    typer.echo(record, nl=False)


@contextmanager
def _needs_the_extra() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise _failure(
            f"{error.name} is missing: training needs the extra `train` (pip install 'stationmaster[train]')"
        ) from error


@app.command()
def referee(
    *,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds to play.")] = 200,
    first_seed: Annotated[int, typer.Option(min=0)] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 2,
) -> None:
    """Play rounds of all kinds and hold every event against what the engine says; 1 when they differ."""
    from scenegen.game_checks import check_many, report

    tally = check_many(rounds, first_seed, jobs)
    typer.echo(report(tally))
    raise typer.Exit(1 if tally.failures else 0)


def _failure(message: str) -> typer.Exit:
    typer.echo(f"stationmaster-lab: {message}", err=True)
    return typer.Exit(1)


def main() -> None:
    """Run the command line."""
    app()
