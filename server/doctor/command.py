"""The command `stationmaster doctor`: what is wrong here, and what to do about it."""

import getpass
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import typer
from rich.console import Console

from server.count_photos import complain
from server.dashboard.camera.choices import named, webcams
from server.dashboard.serve import data_folder
from server.doctor.checks import (
    check_certificate,
    check_disk,
    check_model,
    check_port,
    check_versions,
    installed,
)
from server.doctor.findings import Finding, State
from server.doctor.report import findings_table, report_text
from server.doctor.seeing import check_camera, check_speed
from server.replay_models import load_looker
from server.words import Words
from vision.model_files import registry_file, weights_dir


@dataclass(frozen=True, slots=True)
class DoctorRequest:
    """What the command line asked for."""

    camera: str | None = None
    port: int = 8000
    data: Path | None = None
    model_dir: Path | None = None
    report: Path | None = None


def run_doctor(request: DoctorRequest, words: Words) -> int:
    """Look at everything and say how it does; 1 when something is wrong."""
    packages, findings = installed(), []
    with Console(stderr=True).status(words.say("doctor.looking")):
        for look in _looks(request, packages):
            findings += look()
    Console(highlight=False).print(findings_table(findings, words))
    wrong = sum(each.state is State.WRONG for each in findings)
    typer.echo(words.say("doctor.wrong" if wrong else "doctor.well", count=wrong))
    if request.report is not None:
        text = report_text(findings, packages, _names(request))
        try:
            request.report.write_text(text, encoding="utf-8")
        except OSError as error:
            complain(
                words.say(
                    "doctor.report_fails", file=str(request.report), reason=error.strerror or str(error)
                )
            )
            return 1
        typer.echo(words.say("doctor.report", file=str(request.report)))
    return 1 if wrong else 0


def _looks(request: DoctorRequest, packages: dict[str, str | None]) -> Iterator[Callable[[], list[Finding]]]:
    folder, models = data_folder(request.data), request.model_dir or weights_dir()
    yield lambda: [check_versions(packages)]
    yield lambda: [check_model(models, registry_file())]
    yield lambda: [check_speed(partial(load_looker, request.model_dir))]
    yield lambda: list(check_camera(list(webcams()), request.camera))
    yield lambda: [check_port(request.port)]
    yield lambda: [check_disk(folder)]
    yield lambda: [check_certificate(folder)]


def _names(request: DoctorRequest) -> Iterator[str]:
    """Names that the findings may hold: of this computer, of cameras, of the user."""
    yield socket.gethostname()
    yield from (each.name for each in webcams())
    if request.camera is not None and "://" not in request.camera:
        yield named(request.camera)
    # Without a name where the user is but a number, as in some containers.
    with suppress(OSError, KeyError):
        yield getpass.getuser()
