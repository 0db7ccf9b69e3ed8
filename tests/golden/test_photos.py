"""Rendered photos read with the shipped models: what is read stands in a text file that a person can review.

Each line of a text file is a tile, from the top of the photo down: its two ends, end a first.
The truth stands beside the photos; a change for the worse shows in a diff.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.decode import decode_photo
from vision.photo import PhotoReader
from vision.readings import PhotoReading

pytestmark = pytest.mark.model
GOLDEN = Path(__file__).parent / "photos"
DEMO = Path(__file__).parents[2] / "datasets" / "demo"
PHOTOS = sorted(path.stem for path in DEMO.glob("*.jpg"))


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    """The shipped models."""
    return PhotoReader.load()


def text(reading: PhotoReading) -> str:
    """A line a tile, from the top down."""
    rows = sorted((float(t.reading.corners_px[:, 1].mean()), f"{t.a}-{t.b}") for t in reading.tiles)
    return f"double-{reading.set_size} set\n" + "".join(f"{name}\n" for _, name in rows)


def truths() -> dict[str, list[dict[str, Any]]]:
    lines = (DEMO / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line[line.index("{") :]) for line in lines]
    return {Path(row["file"]).stem: row["tiles"] for row in rows}


@pytest.mark.parametrize("name", PHOTOS)
def test_a_photo_is_read_as_written(name: str, reader: PhotoReader, update_golden: bool) -> None:
    seen = text(reader.read(decode_photo((DEMO / f"{name}.jpg").read_bytes())))
    golden = GOLDEN / f"{name}.txt"
    if update_golden:
        golden.with_suffix(".txt.new").write_text(seen, encoding="utf-8")

    assert seen == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PHOTOS)
def test_nearly_every_tile_in_full_view_is_found_and_read_right(name: str, reader: PhotoReader) -> None:
    seen = reader.read(decode_photo((DEMO / f"{name}.jpg").read_bytes())).tiles
    places = np.array([t.reading.corners_px.mean(axis=0) for t in seen])
    right = total = 0
    for tile in truths()[name]:
        if min(tile["visible"]) < 0.86 or tile["standing"]:
            continue
        total += 1
        middle = np.mean(tile["corners_px"], axis=0)
        nearest = seen[int(np.argmin(np.linalg.norm(places - middle, axis=1)))]
        right += {nearest.a, nearest.b} == {tile["a"], tile["b"]}

    assert right >= 0.9 * total


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_photo_reads_alike_when_it_is_turned(turns: int, reader: PhotoReader) -> None:
    upright = decode_photo((DEMO / "hand.jpg").read_bytes())
    turned = np.ascontiguousarray(np.rot90(upright, turns))

    straight, seen = reader.read(upright), reader.read(turned)

    assert sorted(str(t.tile) for t in seen.tiles) == sorted(str(t.tile) for t in straight.tiles)


def test_a_photo_reads_alike_at_half_its_size(reader: PhotoReader) -> None:
    upright = decode_photo((DEMO / "hand.jpg").read_bytes())
    half = np.asarray(cv2.resize(upright, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)

    straight, seen = reader.read(upright), reader.read(half)

    assert sorted(str(t.tile) for t in seen.tiles) == sorted(str(t.tile) for t in straight.tiles)


def test_every_golden_text_has_its_photo() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == PHOTOS
