"""The commands of `stationmaster-lab` that measure: readers, models and the referee."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from training.cli_failure import failure

if TYPE_CHECKING:
    from training.evaluate import Condition, Reader


def add_to(app: typer.Typer) -> None:
    """Register these commands."""
    app.command("evaluate")(evaluate_command)
    app.command()(bench)
    app.command()(referee)


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
        raise failure(str(error)) from error


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
        raise failure(f"the models cannot be loaded: {' '.join(str(error).split())}") from error


def _conditions(scale: str, turn: str) -> "tuple[Condition, ...]":
    from training.evaluate import conditions

    try:
        return conditions(map(float, scale.split(",")), map(int, turn.split(",")))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--scale, --turn") from error


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
