"""Seconds per photo."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from photo_readings import FakeReader, photo_reading

from training.bench import Timing, bench_table, time_photos


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "hand.jpg"), np.zeros((500, 1000, 3), np.uint8))
    (tmp_path / "notes.txt").write_text("no photo")
    return tmp_path / "hand.jpg"


def test_each_photo_is_read_once_to_warm_up_and_then_as_often_as_asked(photo: Path) -> None:
    reader = FakeReader(photo_reading("9-4 1-1"))

    [timing] = time_photos(reader, [photo], repeats=3)

    assert len(reader.asked) == 4
    assert (timing.name, timing.megapixels, timing.tiles) == ("hand.jpg", 0.5, 2)
    assert timing.decode_s > 0


def test_of_a_folder_only_the_photos_are_read(photo: Path) -> None:
    timings = list(time_photos(FakeReader(photo_reading("9-4")), [photo.parent], repeats=1))

    assert [timing.name for timing in timings] == ["hand.jpg"]


def test_the_table_adds_decoding_and_reading() -> None:
    table = bench_table([Timing("hand.jpg", 12.2, 9, 0.1, 0.525)])

    assert table.splitlines()[-1] == "| hand.jpg | 12.2 | 9 | 0.100 | 0.525 | 0.625 |"
