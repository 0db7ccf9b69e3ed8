"""The commands that watch films: registered by `server.cli`."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from server.cli_options import Lang, ModelDir


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    for command in (replay, films):
        app.command()(command)


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
    model_dir: ModelDir = None,
) -> None:
    """Replay films whose truth is known and add up how well they were told."""
    from server.film_folder import FilmsRequest, run_films
    from server.replay_models import load_looker

    raise typer.Exit(run_films(FilmsRequest(paths, records, report), lambda: load_looker(model_dir)))


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
    model_dir: ModelDir = None,
    lang: Lang = None,
) -> None:
    """Watch a recorded game and write down every play, marker and flag."""
    from server.replay_command import ReplayRequest, run_replay
    from server.replay_models import load_looker
    from server.words import words_here

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
        words=words_here(lang),
    )
    raise typer.Exit(run_replay(request, lambda: load_looker(model_dir)))
