"""The command line for players: registrations only, each command imports what it needs."""

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine.rules import MAX_SEATS, MIN_SEATS

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
Language = Literal["en", "eu", "hu", "ro", "es"]
Lang = Annotated[Language | None, typer.Option("--lang", help="The language; else this computer's.")]


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
    model_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", exists=True, file_okay=False, help="Use the models of this folder."),
    ] = None,
) -> None:
    """Find every tile in each photo, say what it is and what the hand is worth."""
    from server.count_photos import CountOptions, PhotoCounter
    from server.photo_files import find_photos

    counter = PhotoCounter(
        CountOptions(
            set_size=None if set_choice == "auto" else int(set_choice),
            double_blank=double_blank,
            as_json=as_json,
            save_dir=save,
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
) -> None:
    """Run a scenario file, or tell move by move what was wrong in a game record."""
    from server.judge import judge_file

    raise typer.Exit(judge_file(file, as_json=as_json))


@app.command()
def rules(
    chosen: Annotated[
        str, typer.Argument(metavar="RULES", help="A preset, or one with knobs: house(double_blank=25).")
    ] = "gamerules",
    *,
    presets: Annotated[bool, typer.Option("--presets", help="List the presets.")] = False,
    knobs: Annotated[bool, typer.Option("--knobs", help="List what can be set, and how it is.")] = False,
) -> None:
    """Print a rule set as numbered sentences to read aloud."""
    from server.rules_text import print_rules

    raise typer.Exit(print_rules(chosen, presets=presets, knobs=knobs))


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
    model_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", exists=True, file_okay=False, help="Other models.")
    ] = None,
) -> None:
    """Run the table and the score sheet on a local web page."""
    from server.dashboard.serve import FirstGame, ServeOptions, serve

    table = None if players is None else FirstGame(players, rules, set_size)
    raise typer.Exit(serve(ServeOptions(port, data, lan, open_browser, camera, films, model_dir, table)))


@app.command()
def doctor(
    *,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="The camera to try; else each that is plugged in."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where serve is to listen.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, help="Where games are kept.")
    ] = None,
    model_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", exists=True, file_okay=False, help="Other models.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write a text for a bug report.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Look at camera, models, port, disk and versions; say what is wrong and what helps."""
    from server.doctor.command import DoctorRequest, run_doctor
    from server.words import words_here

    raise typer.Exit(run_doctor(DoctorRequest(camera, port, data, model_dir, report), words_here(lang)))


@app.command()
def films(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILM|DIR...", exists=True, help="Films with NAME.truth.json beside them."),
    ],
    *,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, help="Write there what was told of each.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.md", help="Write the figures as a page.")
    ] = None,
    model_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", exists=True, file_okay=False, help="Other models.")
    ] = None,
) -> None:
    """Replay films whose truth is known and add up how well they were told."""
    from server.film_folder import FilmsRequest, run_films
    from server.replay_models import load_looker

    raise typer.Exit(run_films(FilmsRequest(paths, records, report), lambda: load_looker(model_dir)))


@app.command()
def replay(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A film, a folder of photos, a camera's index or a URL.")
    ],
    *,
    rules: Annotated[
        str | None,
        typer.Option(metavar="PRESET|FILE.toml", help="How the table plays; gamerules if not said."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="N|NAMES",
            help="How many play, or A,B,C clockwise as seen, from the bottom; else the trains tell.",
        ),
    ] = None,
    set_size: Annotated[
        int | None,
        typer.Option("--set", metavar="N", min=1, max=18, help="Highest double; else the engine tile tells."),
    ] = None,
    truth: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What really happened: prints how well it was told.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.mp4", help="Write the annotated film there.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game record there.")] = None,
    as_json: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="One line of JSON per event; - to print them."),
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Pictures before and after each flag.")
    ] = None,
    speed: Annotated[Literal["max", "1"], typer.Option(help="1 watches no faster than it happened.")] = "max",
    model_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", exists=True, file_okay=False, help="Use the models of this folder."),
    ] = None,
) -> None:
    """Watch a recorded game and write down every play, marker and flag."""
    from server.replay_command import ReplayRequest, run_replay
    from server.replay_models import load_looker

    request = ReplayRequest(
        source,
        rules=rules,
        players=players,
        set_size=set_size,
        truth=truth,
        out=out,
        record=record,
        as_json=as_json,
        evidence=evidence,
        real_time=speed == "1",
    )
    raise typer.Exit(run_replay(request, lambda: load_looker(model_dir)))


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
