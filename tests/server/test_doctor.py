"""`stationmaster doctor`: each fault that people meet is named, with what helps; the report has no names."""

import socket
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from e2e_serving import Serving
from small_films import write_film
from typer.testing import CliRunner

from server.cli import app
from server.dashboard.camera.choices import Webcam
from server.doctor import seeing
from server.doctor.checks import (
    check_certificate,
    check_disk,
    check_model,
    check_port,
    check_versions,
    installed,
)
from server.doctor.findings import Finding, Part, State, faulty, fine
from server.doctor.report import report_text, without_names
from server.doctor.seeing import check_camera, check_speed, in_time
from server.words import words_in
from vision.looks import Looker
from vision.model_files import registry_file, weights_dir


def said(finding: Finding) -> tuple[State, str]:
    """How a part does, in English; whatever is wrong comes with advice."""
    words = words_in("en")
    assert (finding.advice is not None) == (finding.state in (State.POOR, State.WRONG))
    if finding.advice is not None:
        assert words.text(finding.advice)
    return finding.state, words.text(finding.found)


def test_all_packages_are_there() -> None:
    assert said(check_versions(installed()))[0] is State.FINE


def test_a_missing_package_is_named() -> None:
    packages = {"stationmaster": "1.0", "openvino": None, "av": None}

    assert said(check_versions(packages)) == (State.WRONG, "Not installed: openvino, av")


def test_the_shipped_models_are_those_of_the_registry() -> None:
    assert said(check_model(weights_dir(), registry_file()))[0] is State.FINE


def test_missing_models_are_named(tmp_path: Path) -> None:
    state, text = said(check_model(tmp_path, registry_file()))

    assert state is State.WRONG
    assert "found no table.onnx" in text


def test_other_models_are_poor_and_not_wrong(tmp_path: Path) -> None:
    for name in ("table", "corners", "pips"):
        (tmp_path / f"{name}.onnx").write_bytes(b"another")

    assert said(check_model(tmp_path, registry_file())) == (
        State.POOR,
        "Not as they were shipped: table, corners, pips",
    )


@pytest.mark.parametrize("text", [None, "table = 1\n", "[table]\n", "no toml"])
def test_a_registry_that_cannot_be_read_is_wrong(tmp_path: Path, text: str | None) -> None:
    registry = tmp_path / "registry.toml"
    if text is not None:
        registry.write_text(text)

    state, said_so = said(check_model(weights_dir(), registry))
    assert (state, said_so.partition(":")[0]) == (State.WRONG, "The list of models cannot be read")


def test_a_free_port_is_fine_and_one_that_is_taken_is_not() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port: int = listener.getsockname()[1]
        taken = said(check_port(port))
    free = said(check_port(port))

    assert taken[0] is State.WRONG
    assert taken[1].startswith(f"{port} cannot be used: ")
    assert free == (State.FINE, f"{port} is free")


def test_a_port_on_which_stationmaster_runs_is_no_fault(tmp_path: Path) -> None:
    with Serving.running(tmp_path) as serving:
        assert said(check_port(serving.port)) == (State.FINE, f"Stationmaster is running on {serving.port}")


def test_a_folder_that_is_not_there_yet_can_be_used(tmp_path: Path) -> None:
    state, text = said(check_disk(tmp_path / "a" / "b"))

    assert state is State.FINE
    assert text.endswith(str(tmp_path / "a" / "b"))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_data_file_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "stationmaster.sqlite3").write_bytes(b"this is no database at all" * 100)

    assert said(check_disk(tmp_path))[0] is State.WRONG


def test_a_sound_data_file_is_fine(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "stationmaster.sqlite3")) as connection:
        connection.execute("CREATE TABLE games (id)")

    assert said(check_disk(tmp_path))[0] is State.FINE


@pytest.mark.parametrize(("free", "state"), [(5e9, State.FINE), (5e8, State.POOR), (5e7, State.WRONG)])
def test_a_disk_that_is_nearly_full_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, state: State
) -> None:
    class Usage:
        def __init__(self) -> None:
            self.free = int(free)

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage())

    assert said(check_disk(tmp_path))[0] is state


def test_without_a_certificate_there_is_none_yet(tmp_path: Path) -> None:
    assert said(check_certificate(tmp_path)) == (State.ABSENT, "None yet")


def test_a_certificate_that_is_none_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "certificate.pem").write_text("no certificate")

    assert said(check_certificate(tmp_path))[0] is State.WRONG


def test_a_camera_that_gives_large_frames_is_fine(tmp_path: Path) -> None:
    film = write_film(tmp_path / "wide.mp4", 3, size=(1280, 720))

    assert list(map(said, check_camera([], str(film)))) == [(State.FINE, "wide.mp4: 1280 × 720")]


def test_a_camera_with_small_frames_is_poor(tmp_path: Path) -> None:
    film = write_film(tmp_path / "small.mp4", 3)

    assert list(map(said, check_camera([], str(film)))) == [(State.POOR, "small.mp4: 64 × 48 is little")]


def test_a_camera_that_is_not_there_is_wrong(tmp_path: Path) -> None:
    [(state, text)] = map(said, check_camera([], str(tmp_path / "gone.mp4")))

    assert state is State.WRONG
    assert "gone.mp4" in text


def test_no_camera_is_no_fault() -> None:
    assert [state for state, _ in map(said, check_camera([], None))] == [State.ABSENT]


def test_numbers_that_are_nobodys_camera_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "_size_of", lambda _: "nobody there")

    found = list(check_camera([Webcam(0, ""), Webcam(1, "")], None))
    assert [each.state for each in found] == [State.ABSENT]


def test_the_second_entry_of_a_camera_that_works_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "_size_of", lambda source: (1920, 1080) if source == "0" else "no pictures")

    found = list(check_camera([Webcam(0, "Eye"), Webcam(1, "Eye"), Webcam(2, "Dead")], None))
    assert list(map(said, found)) == [
        (State.FINE, "0 Eye: 1920 × 1080"),
        (State.WRONG, "No picture from 2 Dead (no pictures)"),
    ]


def test_a_camera_that_hangs_is_given_up() -> None:
    def hang() -> str:
        time.sleep(5)
        return "too late"

    assert in_time(hang, 0.05) is None


def test_models_that_do_not_run_are_wrong() -> None:
    def load() -> Looker:
        raise RuntimeError("no such\n processor")

    assert said(check_speed(load)) == (State.WRONG, "The models do not run: no such processor")


FINDINGS = (
    faulty(Part.CAMERA, State.WRONG, "refuses", name="rtsp://ann:secret@10.0.0.7/live", reason="none"),
    faulty(Part.DISK, State.WRONG, "unusable", folder="/home/ann/games", reason="Annette said no to ann"),
    fine(Part.PORT, "fine", port="8000"),
)


def test_the_report_holds_no_name_no_home_and_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))

    text = report_text(FINDINGS, {"stationmaster": "1.0", "av": None}, ["ann", "me"])
    assert "[fine] port: 8000 is free" in text
    assert "av: missing" in text
    assert "rtsp://…" in text
    assert "~/…" in text
    for private in ("secret", "10.0.0.7", "/home", "games", "to ann"):
        assert private not in text


def test_a_name_inside_a_word_is_left_alone() -> None:
    assert without_names("Hannah and ANN", Path("/"), ["ann"]) == "Hannah and …"


@pytest.mark.model
def test_the_command_says_how_all_is_and_writes_the_report(tmp_path: Path) -> None:
    film = write_film(tmp_path / "sixty-four.mp4", 3)
    report = tmp_path / "report.txt"
    arguments = ["doctor", "--camera", str(film), "--port", "0", "--data", str(tmp_path / "games")]

    done = CliRunner().invoke(app, [*arguments, "--report", str(report), "--lang", "en"])

    assert done.exit_code == 0, done.output
    assert "s for a whole frame" in done.output
    assert "Nothing is wrong." in done.output
    text = report.read_text(encoding="utf-8")
    assert "[poor] camera: …: 64 × 48 is little" in text
    assert str(tmp_path) not in text.replace("~", "")


@pytest.mark.model
def test_the_command_ends_with_1_when_something_is_wrong(tmp_path: Path) -> None:
    arguments = ["doctor", "--camera", str(tmp_path / "gone.mp4"), "--port", "0", "--data", str(tmp_path)]

    done = CliRunner().invoke(app, [*arguments, "--lang", "en"])

    assert done.exit_code == 1
    assert "1 fault found." in done.output


@pytest.mark.model
def test_a_report_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 3)
    arguments = ["doctor", "--camera", str(film), "--port", "0", "--data", str(tmp_path), "--lang", "en"]

    done = CliRunner().invoke(app, [*arguments, "--report", str(tmp_path / "no" / "report.txt")])

    assert done.exit_code == 1
    assert "cannot be written: No such file or directory" in done.stderr
