"""Rendered photos are labelled as people label real ones."""

import json

import pytest

from scenegen.truth import PhotoTruth, ThingTruth, TileTruth
from training.photo_labels import parse_labels
from training.rendered_labels import label

FLAT = ((100.0, 140.0), (100.0, 100.0), (180.0, 100.0), (180.0, 140.0))


def truth(*tiles: TileTruth, tilt: float = 0.0, things: tuple[ThingTruth, ...] = ()) -> PhotoTruth:
    traits: dict[str, str | float | int | bool] = {"set_size": 12, "tilt_deg": tilt, "pips": "printed"}
    return PhotoTruth("x.jpg", 320, 240, tiles, things, traits)


def test_a_tile_has_its_middle_its_length_and_the_middles_of_its_ends() -> None:
    (tile,) = label(truth(TileTruth(3, 9, FLAT, (1.0, 1.0))), "x.jpg")["tiles"]

    assert (tile["a"], tile["b"], tile["cx"], tile["cy"], tile["len"]) == (3, 9, 140, 120, 80)
    assert (tile["ha"], tile["hb"]) == ([120, 120], [160, 120])
    assert tile["angle"] == 0


@pytest.mark.parametrize(
    ("tile", "counts"),
    [
        (TileTruth(1, 2, FLAT, (1.0, 0.9)), True),
        (TileTruth(1, 2, FLAT, (1.0, 0.5)), False),
        (TileTruth(1, 2, FLAT, (1.0, 1.0), standing=True), False),
    ],
    ids=["in view", "half hidden", "standing"],
)
def test_only_tiles_in_full_view_count(tile: TileTruth, counts: bool) -> None:
    made = label(truth(tile), "x.jpg")

    assert (len(made["tiles"]), len(made["ignore"])) == ((1, 0) if counts else (0, 1))


def test_backs_are_spots_to_ignore() -> None:
    made = label(truth(things=(ThingTruth("back", FLAT, 1.0), ThingTruth("hand", FLAT, 1.0))), "x.jpg")

    assert made["ignore"] == [{"cx": 140, "cy": 120, "r": 48}]


@pytest.mark.parametrize(("tilt", "view"), [(0.0, "topdown"), (24.0, "topdown"), (25.0, "oblique")])
def test_the_view_follows_the_tilt(tilt: float, view: str) -> None:
    assert label(truth(tilt=tilt), "x.jpg")["view"] == view


def test_the_labels_can_be_read_back() -> None:
    (photo,) = parse_labels(json.dumps([label(truth(TileTruth(3, 9, FLAT, (1.0, 1.0))), "a/x.jpg")]))

    assert (photo.file, photo.set_size, str(photo.tiles[0])) == ("a/x.jpg", 12, "3-9")
