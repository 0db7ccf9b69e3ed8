"""The command line for players: registrations only, each command imports what it needs."""

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine.rules import MAX_SEATS, MIN_SEATS
from server import cli_films, cli_looking
from server.cli_options import Lang, Language, ModelDir

if TYPE_CHECKING:
    from server.count_photos import Reader

app = typer.Typer(
    name="stationmaster",
    help="Reads dominoes from photos and counts what a hand is worth.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

SetChoice = Literal["6", "9", "12", "15", "18", "auto"]


def _print_version(wanted: bool) -> None:  # noqa: FBT001 -- typer calls it so
    if wanted:
        typer.echo(f"stationmaster {version('stationmaster')}")
        raise typer.Exit


@app.callback()
def options(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    """Reads dominoes from photos and counts what a hand is worth."""


@app.command()
def count(
    photos: Annotated[
        list[str],
        typer.Argument(metavar="PHOTO...", help="Photos, folders of photos, or - for standard input."),
    ],
    *,
    set_choice: Annotated[
        SetChoice, typer.Option("--set", help="Highest double of the set; auto lets the photo decide.")
    ] = "auto",
    double_blank: Annotated[
        int, typer.Option(metavar="N", min=0, help="What the double blank counts (25 or 50 at some tables).")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per photo.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, help="Write annotated pictures there.")
    ] = None,
    model_dir: ModelDir = None,
    lang: Lang = None,
) -> None:
    """Find every tile in each photo, say what it is and what the hand is worth."""
    from server.count_photos import CountOptions, PhotoCounter
    from server.photo_files import find_photos
    from server.words import words_here

    counter = PhotoCounter(
        CountOptions(
            set_size=None if set_choice == "auto" else int(set_choice),
            double_blank=double_blank,
            as_json=as_json,
            save_dir=save,
            words=words_here(lang),
        ),
        load_reader=lambda: _load_reader(model_dir),
    )
    failed = counter.run(list(find_photos(photos)))
    raise typer.Exit(1 if failed else 0)


@app.command()
def judge(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A scenario file (.yaml), or a game record."),
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per case or event.")] = False,
    lang: Lang = None,
) -> None:
    """Run a scenario file, or tell move by move what was wrong in a game record."""
    from server.judge import judge_file
    from server.words import words_here

    raise typer.Exit(judge_file(file, words_here(lang), as_json=as_json))


@app.command()
def rules(
    chosen: Annotated[
        str, typer.Argument(metavar="RULES", help="A preset, or one with knobs: house(double_blank=25).")
    ] = "gamerules",
    *,
    presets: Annotated[bool, typer.Option("--presets", help="List the presets.")] = False,
    knobs: Annotated[bool, typer.Option("--knobs", help="List what can be set, and how it is.")] = False,
    lang: Lang = None,
) -> None:
    """Print a rule set as numbered sentences to read aloud."""
    from server.rules_text import print_rules
    from server.words import words_here

    raise typer.Exit(print_rules(chosen, words_here(lang), presets=presets, knobs=knobs))


@app.command()
def hub(
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", dir_okay=False, help="The PDF to write.")
    ] = Path("hub.pdf"),
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="What the printer takes.")] = "a4",
    seats: Annotated[
        int, typer.Option(metavar="N", min=MIN_SEATS, max=MAX_SEATS, help="Trains beside the Mexican train.")
    ] = 8,
    markers: Annotated[bool, typer.Option(help="A second page with a marker for each train.")] = True,
) -> None:
    """Write a hub to print, with tags that tell the camera the middle, size and slant of the table."""
    from server.hub_pdf import HubOptions, write_hub

    raise typer.Exit(write_hub(out, HubOptions(paper, seats, markers)))


@app.command()
def serve(
    *,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes any free port.")
    ] = 8000,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, help="Keep games there.")
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let other devices on the local network in, each with a code.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="What watches the table: a camera's index, a URL, or a film."),
    ] = None,
    films: Annotated[
        Path | None,
        typer.Option(metavar="DIR", exists=True, file_okay=False, help="Films to choose from as cameras."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="N|NAMES", help="Begin a game at once: how many, or A,B,C clockwise as seen."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="PRESET|FILE.toml", help="How that game is played.")
    ] = None,
    set_size: Annotated[
        int | None, typer.Option("--set", metavar="N", min=1, max=18, help="Its set's highest double.")
    ] = None,
    model_dir: ModelDir = None,
    mqtt: Annotated[
        str | None, typer.Option(metavar="URL", help="Tell a broker how games stand: mqtt://user:pass@host.")
    ] = None,
    lang: Annotated[
        Language | None, typer.Option("--lang", help="The page's language; else each browser's own.")
    ] = None,
) -> None:
    """Run the table and the score sheet on a local web page."""
    from server.dashboard.serve import FirstGame, ServeOptions, serve

    table = None if players is None else FirstGame(players, rules, set_size)
    raise typer.Exit(
        serve(ServeOptions(port, data, lan, open_browser, camera, films, model_dir, table, lang, mqtt))
    )


cli_films.add_to(app)
cli_looking.add_to(app)


def _load_reader(model_dir: Path | None) -> "Reader":
    from server.count_photos import complain
    from vision.model_files import check_models, weights_dir
    from vision.photo import PhotoReader

    folder = model_dir or weights_dir()
    try:
        check_models(folder)
        return PhotoReader.load(folder)
    except (OSError, ValueError, RuntimeError) as error:
        complain(f"the models cannot be loaded: {' '.join(str(error).split())}")
        raise typer.Exit(1) from error


def main() -> None:
    """Run the command line."""
    app()
