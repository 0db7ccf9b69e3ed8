"""The command's inside, with a reader that knows the answers."""

import io
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from photo_readings import FakeReader, photo_reading

from server.count_photos import CountOptions, PhotoCounter
from server.photo_files import find_photos
from server.progress import MIN_PHOTOS
from vision.readings import PhotoReading

JSON = CountOptions(as_json=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: two photos of 60 × 80 px, and a text named as one."""
    monkeypatch.chdir(tmp_path)
    for name in ("one.jpg", "two.jpg"):
        cv2.imwrite(name, np.zeros((60, 80, 3), np.uint8))
    Path("notes.jpg").write_text("no photo")
    return tmp_path


def count(options: CountOptions, names: list[str], *readings: PhotoReading) -> tuple[int, FakeReader]:
    reader = FakeReader(*readings)
    return PhotoCounter(options, lambda: reader).run(list(find_photos(names))), reader


@pytest.mark.usefixtures("folder")
def test_each_photo_gives_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = count(JSON, ["one.jpg", "two.jpg"], photo_reading("9-4"), photo_reading("1-1 2-2"))

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert failed == 0
    assert [(line["file"], line["total"]) for line in lines] == [("one.jpg", 13), ("two.jpg", 6)]


@pytest.mark.usefixtures("folder")
def test_a_bad_photo_is_one_line_and_the_others_are_still_read(capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = count(JSON, ["missing.jpg", "one.jpg", "notes.jpg", "two.jpg"], photo_reading("9-4"))

    said = capsys.readouterr()
    assert failed == 2
    assert [json.loads(line)["file"] for line in said.out.splitlines()] == ["one.jpg", "two.jpg"]
    assert said.err.splitlines() == [
        "stationmaster: missing.jpg: no such file or folder",
        "stationmaster: notes.jpg: expected a JPEG, PNG, WebP or HEIC photo, got text",
    ]


@pytest.mark.usefixtures("folder")
def test_a_photo_without_tiles_has_failed_but_has_its_line_of_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failed, _ = count(JSON, ["one.jpg"], photo_reading(""))

    said = capsys.readouterr()
    assert failed == 1
    assert json.loads(said.out)["tiles"] == []
    assert said.err == "stationmaster: one.jpg: no tile found\n"


@pytest.mark.usefixtures("folder")
def test_a_photo_without_tiles_has_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    count(CountOptions(), ["one.jpg"], photo_reading(""))

    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("folder")
def test_the_set_and_the_double_blank_reach_reader_and_sum(capsys: pytest.CaptureFixture[str]) -> None:
    options = CountOptions(set_size=9, double_blank=50, as_json=True)

    _, reader = count(options, ["one.jpg"], photo_reading("0-0 9-9"))

    assert reader.asked == [((60, 80, 3), 9)]
    assert json.loads(capsys.readouterr().out)["total"] == 68


@pytest.mark.usefixtures("folder")
def test_models_are_not_loaded_for_files_that_are_no_photos() -> None:
    def load() -> FakeReader:
        raise AssertionError("loaded")

    assert PhotoCounter(JSON, load).run(list(find_photos(["missing.jpg", "notes.jpg"]))) == 2


@pytest.mark.usefixtures("folder")
def test_models_are_loaded_once() -> None:
    loads: list[FakeReader] = []

    def load() -> FakeReader:
        loads.append(FakeReader(photo_reading("9-4")))
        return loads[-1]

    PhotoCounter(JSON, load).run(list(find_photos(["one.jpg", "two.jpg"])))

    assert len(loads) == 1


def test_standard_input_is_a_photo_named_by_a_dash(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((folder / "one.jpg").read_bytes())))

    count(CountOptions(as_json=True, save_dir=folder / "out"), ["-"], photo_reading("9-4"))

    assert json.loads(capsys.readouterr().out)["file"] == "-"
    assert (folder / "out" / "stdin_counted.jpg").is_file()


def test_annotated_pictures_are_saved_under_names_that_do_not_collide(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "one.jpg").write_bytes((folder / "one.jpg").read_bytes())
    options = CountOptions(as_json=True, save_dir=folder / "new" / "out")

    failed, _ = count(options, ["one.jpg", "more/one.jpg"], photo_reading("9-4"))

    saved = sorted(path.name for path in (folder / "new" / "out").iterdir())
    assert failed == 0
    assert saved == ["one_counted.jpg", "one_counted_2.jpg"]


def test_a_folder_that_cannot_be_written_to_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed, _ = count(
        CountOptions(as_json=True, save_dir=folder / "one.jpg"), ["two.jpg"], photo_reading("9-4")
    )

    assert failed == 1
    assert "two_counted.jpg cannot be written: File exists" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_many_photos_show_a_bar_on_a_terminal_and_leave_the_results_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    photos = [f"{number}.jpg" for number in range(MIN_PHOTOS)]
    for photo in photos:
        Path(photo).write_bytes(Path("one.jpg").read_bytes())

    count(JSON, photos, photo_reading("9-4"))

    said = capsys.readouterr()
    assert [json.loads(line)["file"] for line in said.out.splitlines()] == photos
    assert f"/{MIN_PHOTOS}" in said.err
