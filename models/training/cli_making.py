"""The commands of `stationmaster-lab` that make data: photos, films and games."""

from pathlib import Path
from typing import Annotated

import typer

from training.cli_failure import failure


def add_to(app: typer.Typer) -> None:
    """Register these commands."""
    app.command()(generate)
    app.command()(film)
    app.command("film-stills")(film_stills)
    app.command()(demo)
    app.command()(play)


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
        raise failure(str(error)) from error
    typer.echo(manifest)


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
        raise failure(str(error)) from error


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
        raise failure(str(error)) from error


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
        raise failure(str(error)) from error


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
