"""Readers against labelled photos, with a reader that knows the answers."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from photo_readings import tile_at

from training.accuracy_report import BEGIN, END, Report, ReportError, accuracy_page, with_figures
from training.evaluate import (
    Condition,
    Evaluation,
    EvaluationError,
    conditions,
    evaluate,
    prediction_lines,
    read_from,
    speed,
)
from training.failing_crops import failing_page
from training.photo_labels import parse_labels
from training.run_evaluation import LabelledPhotos, Outputs, Task, evaluate_readers
from vision.decode import decode_photo
from vision.readings import PhotoReading, PhotoTile, TileReading

# One tile, end a above: 40 px wide, 80 px long, middle (100, 60); a white dot marks its end a.
PHOTO = "photos/anna/hand.png"
LABEL = {
    "file": PHOTO,
    "source": "anna",
    "set": "double-12",
    "view": "topdown",
    "width": 240,
    "height": 160,
    "tiles": [
        {"a": 9, "b": 4, "cx": 100, "cy": 60, "len": 80, "angle": 90, "ha": [100, 40], "hb": [100, 80]}
    ],
}
DOT = 5


class DotReader:
    """Reads a 9-4 around the white dot of the photo, whatever its size and turn."""

    def __init__(self, a: int = 9, b: int = 4) -> None:
        self.values = a, b
        self.sizes: list[tuple[int, ...]] = []

    def read(self, bgr: NDArray[np.uint8], *, set_size: int | None = None) -> PhotoReading:
        """Find the tile by its colour and its end a by the dot."""
        self.sizes.append(bgr.shape)
        rows, columns = np.nonzero(bgr[..., 1] > 128)
        dot = np.array([columns.mean(), rows.mean()])
        rows, columns = np.nonzero(bgr[..., 2] > 128)
        middle = np.array([columns.mean(), rows.mean()])
        down = (middle - dot) * 2
        side = np.array([down[1], -down[0]]) / 2
        corners = np.array(
            [middle - down + side, middle - down - side, middle + down - side, middle + down + side]
        )
        tile = tile_at(f"{self.values[0]}-{self.values[1]}")
        reading = TileReading(corners.astype(np.float32), tile.reading.probs.copy(), 0.9)
        return PhotoReading(
            (PhotoTile(reading, *self.values, 0.98, doubtful=False, rivals=()),), (), set_size or 12
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A labelled photo: the tile is red, the middle of its end a yellow."""
    picture = np.zeros((160, 240, 3), np.uint8)
    picture[20:101, 80:121, 2] = 200
    picture[40 - DOT : 41 + DOT, 100 - DOT : 101 + DOT, 1] = 255
    (tmp_path / "photos" / "anna").mkdir(parents=True)
    cv2.imwrite(str(tmp_path / PHOTO), picture)
    (tmp_path / "labels.json").write_text(json.dumps([LABEL]))
    return tmp_path


def evaluated(folder: Path, reader: DotReader, condition: Condition | None = None) -> Evaluation:
    labels = parse_labels((folder / "labels.json").read_text())
    return evaluate(reader, labels, read_from(folder), condition or Condition())


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("scale", [1.0, 0.5, 0.25])
def test_smaller_and_turned_photos_are_scored_against_labels_that_follow(
    folder: Path, scale: float, turn: int
) -> None:
    evaluation = evaluated(folder, DotReader(), Condition(scale, turn))

    [score] = evaluation.scores
    [pair] = score.pairs
    width, height = (240, 160) if turn in (0, 180) else (160, 240)
    assert score.label.size == (round(width * scale), round(height * scale))
    assert pair.ends() == ((9, 9), (4, 4))
    assert np.hypot(*np.subtract(pair.truth.centre, pair.read.centre)) < 1.5
    assert np.hypot(*np.subtract(pair.truth.end_a, pair.read.end_a)) < 25 * scale


def test_the_reader_sees_the_photo_at_the_size_and_turn_asked_for(folder: Path) -> None:
    reader = DotReader()

    evaluated(folder, reader, Condition(0.5, 90))

    assert set(reader.sizes) == {(120, 80, 3)}


def test_each_size_and_each_turn_is_tried_once_after_the_photo_as_it_is() -> None:
    tried = [str(condition) for condition in conditions([1.0, 0.5, 0.25], [0, 90, -90])]

    assert tried == [
        "full size",
        "0.5 of the size",
        "0.25 of the size",
        "full size, turned 90°",
        "full size, turned 270°",
    ]


@pytest.mark.parametrize(("scale", "turn"), [(0, 0), (2, 0), (1, 45)])
def test_sizes_and_turns_that_cannot_be_are_refused(scale: float, turn: int) -> None:
    with pytest.raises(ValueError, match=r"expected a scale of 0\.\.1 and a turn by a multiple of 90°"):
        Condition(scale, turn)


def test_a_photo_that_is_missing_is_named(folder: Path) -> None:
    (folder / PHOTO).unlink()

    with pytest.raises(
        EvaluationError, match=r"photos/anna/hand.png: expected this photo in .*, No such file"
    ):
        evaluated(folder, DotReader())


def test_a_photo_of_another_size_than_labelled_is_refused(folder: Path) -> None:
    (folder / "labels.json").write_text(json.dumps([{**LABEL, "width": 250}]))

    with pytest.raises(EvaluationError, match="expected 250 × 160 px as labelled, got 240 × 160 px"):
        evaluated(folder, DotReader())


def test_speed_is_told_for_large_photos_with_few_tiles_only(folder: Path) -> None:
    evaluation = evaluated(folder, DotReader())

    everything = speed(evaluation)
    assert everything is not None
    assert everything.photos == 1
    assert 0 < everything.median_s <= everything.slowest_s
    assert speed(evaluation, min_pixels=240 * 160 + 1) is None
    assert speed(evaluation, max_tiles=0) is None


def test_predictions_are_written_as_the_count_command_prints_them(folder: Path) -> None:
    [line] = map(json.loads, prediction_lines(evaluated(folder, DotReader())).splitlines())

    assert (line["file"], line["total"]) == ("photos/anna/hand.png", 13)
    assert (line["tiles"][0]["a"], line["tiles"][0]["b"], line["tiles"][0]["confidence"]) == (9, 4, 0.98)
    assert len(line["tiles"][0]["corners"]) == 4


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_page_of_failures_shows_the_tile_with_its_end_a_on_top(folder: Path, turn: int) -> None:
    evaluation = evaluated(folder, DotReader(9, 5), Condition(turn_deg=turn))
    photo = evaluation.condition.picture(decode_photo((folder / PHOTO).read_bytes()))

    page = failing_page(evaluation.scores, lambda _: photo)

    assert page is not None
    yellow_rows, _ = np.nonzero((page[:200, :120, 1] > 128) & (page[:200, :120, 0] < 60))
    assert 50 < yellow_rows.mean() < 90


def test_without_failures_there_is_no_page(folder: Path) -> None:
    evaluation = evaluated(folder, DotReader())

    assert failing_page(evaluation.scores, lambda _: np.zeros((1, 1, 3), np.uint8)) is None


def report(folder: Path, reader: DotReader) -> Report:
    return Report((evaluated(folder, reader),), {"table.onnx": "0123456789ab"})


def test_the_bars_say_what_is_met_and_what_is_not(folder: Path) -> None:
    lines = accuracy_page(report(folder, DotReader(9, 5))).splitlines()

    assert "| tile recall | 0.995 | ≥ 0.985 | 1.000 (0.207–1.000) | yes |" in lines
    assert "| tile identity | 0.956 | ≥ 0.970 | 0.000 (0.000–0.793) | **no** |" in lines
    assert "| seconds per 12-megapixel photo, up to 12 tiles | 3.65 | ≤ 1.00 | not measured | – |" in lines


def test_the_page_has_every_table(folder: Path) -> None:
    page = accuracy_page(report(folder, DotReader(9, 5)))

    assert "- `table.onnx` sha256 `0123456789ab`" in page
    assert "| anna | 1 | 1 | 1.0000 | 1.0000 | 0.5000 | 0.0000 | 0.000 (0.000–0.793) | 0.000 | 1.00 |" in page
    assert "| 4 | 1 | 0.000 (0.000–0.793) | 5 (1) |" in page
    assert "1 of 1 readings are wrong; 1 of these (100.0%) carry a confidence above 0.9" in page


def test_the_readme_gets_its_figures_between_the_marks(folder: Path) -> None:
    figures = report(folder, DotReader())

    once = with_figures(f"# Title\n\n{BEGIN}\nold\n{END}\n\nrest\n", figures)

    assert once.startswith(f"# Title\n\n{BEGIN}\n\n| figure |")
    assert once.endswith(f"\n{END}\n\nrest\n")
    assert "old" not in once
    assert with_figures(once, figures) == once


@pytest.mark.parametrize("readme", ["no marks", f"only {BEGIN}"])
def test_a_readme_without_marks_is_refused(folder: Path, readme: str) -> None:
    with pytest.raises(ReportError, match="expected the marks"):
        with_figures(readme, report(folder, DotReader()))


def test_several_readers_are_compared_and_the_files_are_about_the_first(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = LabelledPhotos.load(folder / "labels.json")
    outputs = Outputs(
        page=tmp_path / "docs" / "accuracy.md",
        crops=tmp_path / "failing.jpg",
        predictions=tmp_path / "read.jsonl",
    )
    task = Task(photos, conditions([1.0, 0.5], [0]), rendered={"valid": photos})

    evaluate_readers({"good": DotReader(), "bad": DotReader(9, 5)}, task, outputs, {})

    said = capsys.readouterr().out
    assert said.index("good\n") < said.index("bad\n")
    page = (tmp_path / "docs" / "accuracy.md").read_text()
    assert "| 0.5 of the size | 1 | 1 | 1.0000 |" in page
    assert "| valid |" in page.partition("## Rendered photos\n")[2]
    assert json.loads((tmp_path / "read.jsonl").read_text())["total"] == 13
    assert not (tmp_path / "failing.jpg").exists()


def test_a_page_of_failures_is_written_where_asked_for(folder: Path, tmp_path: Path) -> None:
    task = Task(LabelledPhotos.load(folder / "labels.json"), (Condition(),))

    evaluate_readers({"bad": DotReader(9, 5)}, task, Outputs(crops=tmp_path / "out" / "failing.jpg"), {})

    assert cv2.imread(str(tmp_path / "out" / "failing.jpg")) is not None
