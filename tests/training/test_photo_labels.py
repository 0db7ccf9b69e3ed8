"""Labels of photos, and of the same photos made smaller or turned."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled import label

from training.photo_labels import IgnoredSpot, LabelError, LabelledTile, parse_labels

TILE = {"a": 9, "b": 4, "cx": 50, "cy": 60, "len": 40, "angle": 90.0, "ha": [50, 50], "hb": [50, 70]}
PHOTO = {
    "file": "photos/anna/hand.jpg",
    "source": "anna",
    "set": "double-9",
    "view": "oblique",
    "width": 640,
    "height": 480,
    "tiles": [TILE],
    "ignore": [{"cx": 5, "cy": 6, "why": "cut off"}, {"cx": 7, "cy": 8, "r": 9.5}],
}


def test_a_label_is_read_field_by_field() -> None:
    [photo] = parse_labels(json.dumps([PHOTO]))

    assert (photo.file, photo.source, photo.set_size, photo.view) == (
        "photos/anna/hand.jpg",
        "anna",
        9,
        "oblique",
    )
    assert photo.size == (640, 480)
    assert photo.tiles == (LabelledTile(9, 4, (50, 60), 40, (50, 50), (50, 70)),)
    assert photo.ignored == (IgnoredSpot((5, 6), None), IgnoredSpot((7, 8), 9.5))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("hand", "got no JSON"),
        ("{}", "expected a JSON list of labelled photos, got dict"),
        ([{key: value for key, value in PHOTO.items() if key != "view"}], "label 1 lacks 'view'"),
        (
            [PHOTO, {**PHOTO, "tiles": [{"a": 1}]}],
            "label 2 lacks 'b'",
        ),
    ],
)
def test_labels_that_are_none_are_refused_by_name(content: Any, problem: str) -> None:
    text = content if isinstance(content, str) else json.dumps(content)

    with pytest.raises(LabelError, match=problem):
        parse_labels(text)


def test_half_a_photo_has_half_of_every_measure() -> None:
    half = label("9-4@100,200", ignored=((300, 400),)).scaled(0.5)

    assert half.size == (500, 400)
    assert half.tiles == (LabelledTile(9, 4, (50, 100), 50, (50, 87.5), (50, 112.5)),)
    assert half.ignored == (IgnoredSpot((150, 200), None),)


def test_a_turned_photo_has_its_tiles_turned_clockwise() -> None:
    """1000 × 800 becomes 800 × 1000; what was on the left is on top, end a points right."""
    turned = label("9-4@100,200").turned(1)

    assert turned.size == (800, 1000)
    assert turned.tiles == (LabelledTile(9, 4, (599, 100), 100, (624, 100), (574, 100)),)


@given(st.integers(0, 999), st.integers(0, 799))
def test_four_quarter_turns_change_nothing(x: int, y: int) -> None:
    photo = label(f"9-4@{x},{y}", ignored=((x, y),))

    assert photo.turned(4) == photo
    assert photo.turned(1).turned(3) == photo
    assert photo.turned(2).turned(2) == photo
