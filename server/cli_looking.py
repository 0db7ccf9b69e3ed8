"""The command that looks at the installation: registered by `server.cli`."""

from pathlib import Path
from typing import Annotated

import typer

from server.cli_options import Lang, ModelDir


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(doctor)


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
    model_dir: ModelDir = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write a text for a bug report.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Look at camera, models, port, disk and versions; say what is wrong and what helps."""
    from server.doctor.command import DoctorRequest, run_doctor
    from server.words import words_here

    raise typer.Exit(run_doctor(DoctorRequest(camera, port, data, model_dir, report), words_here(lang)))
