"""Boxes in which the table model sees tiles where there are none become lessons for the corner model."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from fake_models import BlobTable
from numpy.typing import NDArray

from scenegen.truth import PhotoTruth, ThingTruth, TileTruth
from training.crops import FOUND, corner_examples, unchanged, with_found_boxes
from training.found_boxes import FILE, found_boxes, read_found_boxes
from vision.geometry import Pyramid

TILE = ((100.0, 140.0), (100.0, 100.0), (180.0, 100.0), (180.0, 140.0))


def photo() -> NDArray[np.uint8]:
    """A dark picture with a tile and a white card."""
    picture = np.full((320, 320, 3), 30, np.uint8)
    picture[100:140, 100:180] = 255
    picture[230:270, 200:280] = 255
    return picture


TRUTH = PhotoTruth("x.jpg", 320, 320, (TileTruth(1, 2, TILE, (1.0, 1.0)),), ())


def test_a_box_on_a_card_is_noted_and_one_that_fits_a_tile_is_not() -> None:
    (box,) = found_boxes(BlobTable(), Pyramid(photo()), TRUTH)

    assert np.mean(box, axis=0).round(-1).tolist() == [240, 250]


def test_a_set_without_notes_has_none(tmp_path: Path) -> None:
    assert read_found_boxes(tmp_path) == {}


def test_noted_boxes_come_back_by_photo(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"file": "x.jpg", "boxes": [[[0, 4], [0, 0], [8, 0], [8, 4]]]}\n')

    assert read_found_boxes(tmp_path) == {"x.jpg": [((0, 4), (0, 0), (8, 0), (8, 4))]}


def test_a_noted_box_is_shown_to_the_corner_model_as_no_tile() -> None:
    card = ((200.0, 270.0), (200.0, 230.0), (280.0, 230.0), (280.0, 270.0))
    truth = replace(TRUTH, tiles=(), things=(ThingTruth(FOUND, card, 1.0),))
    _, data = cv2.imencode(".png", photo())

    examples = list(corner_examples(np.random.default_rng(2), unchanged(data.tobytes(), truth)))

    assert [e.kind for e in examples[-1:]] == [2]
    assert examples[-1].picture[20:44, 30:70].min() > 200


def test_photos_with_noted_boxes_are_told_from_others() -> None:
    noted = replace(TRUTH, things=(ThingTruth(FOUND, TILE, 1.0),))

    assert with_found_boxes([(b"a", TRUTH), (b"b", noted)]) == [(b"b", noted)]


def test_a_noted_box_that_is_partly_on_a_tile_is_shown_with_that_tile() -> None:
    off = ((100.0, 154.0), (100.0, 108.0), (180.0, 108.0), (180.0, 154.0))
    truth = replace(TRUTH, things=(ThingTruth(FOUND, off, 1.0),))
    _, data = cv2.imencode(".png", photo())

    last = list(corner_examples(np.random.default_rng(2), unchanged(data.tobytes(), truth)))[-1]

    assert last.kind == 0
    assert last.corners[:, 1].max() - last.corners[:, 1].min() > 0.5
