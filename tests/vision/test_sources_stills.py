"""A folder of photos is a film of settled tables."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.source_stills import natural
from vision.sources import SourceError, SourceOptions, frames


def write_photos(folder: Path, names: list[str]) -> Path:
    for index, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((40, 60, 3), 10 * index, np.uint8))
    return folder


def test_photos_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    write_photos(tmp_path, ["p10.jpg", "p2.jpg", "P1.jpg", "p2b.jpg"])

    with frames(tmp_path) as source:
        assert [Path(frame.source).name for frame in source] == ["P1.jpg", "p2.jpg", "p2b.jpg", "p10.jpg"]


def test_photos_are_a_fixed_time_apart(tmp_path: Path) -> None:
    with frames(write_photos(tmp_path, ["1.jpg", "2.jpg", "3.png"]), SourceOptions(still_s=5)) as source:
        assert [(frame.index, frame.at_s) for frame in source] == [(0, 0), (1, 5), (2, 10)]
        assert source.facts.is_stills


def test_each_photo_keeps_its_own_pixels(tmp_path: Path) -> None:
    with frames(write_photos(tmp_path, ["1.png", "2.png", "3.png"])) as source:
        kept = list(source)

    assert [(int(frame.bgr()[0, 0, 0]), int(frame.luma[0, 0])) for frame in kept] == [
        (0, 0),
        (10, 10),
        (20, 20),
    ]


def test_a_photo_that_cannot_be_read_is_left_out_and_named(tmp_path: Path) -> None:
    write_photos(tmp_path, ["1.jpg", "3.jpg"])
    (tmp_path / "2.jpg").write_text("no photo")

    with frames(tmp_path) as source:
        assert [frame.at_s for frame in source] == [0, 4]
    assert source.shortfall is not None
    assert "left out 1 photos: 2.jpg" in source.shortfall


def test_a_folder_without_photos_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="expected a folder with photos, got none in it"), frames(tmp_path):
        pass


def test_a_folder_of_broken_photos_gives_one_line(tmp_path: Path) -> None:
    (tmp_path / "2.jpg").write_text("no photo")

    with pytest.raises(SourceError, match=r"expected photos, got 1 files: 2\.jpg"), frames(tmp_path):
        pass


@pytest.mark.parametrize(
    ("early", "late"), [("2", "10"), ("a2b", "a10a"), ("A1", "b0"), ("1", "a"), ("img_9", "img_10")]
)
def test_numbers_in_names_count_as_numbers(early: str, late: str) -> None:
    assert natural(early) < natural(late)
