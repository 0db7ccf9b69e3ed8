"""The picture with the readings drawn in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from photo_readings import photo_reading

from server.annotate import DOUBTFUL, SURE, annotated, dashes
from server.report import CountedPhoto


def drawn(text: str, background: int = 128) -> NDArray[np.uint8]:
    picture = np.full((240, 400, 3), background, np.uint8)
    return annotated(picture, CountedPhoto("hand.jpg", photo_reading(text), 0))


def shows(picture: NDArray[np.uint8], colour: tuple[int, int, int]) -> bool:
    return bool((picture == colour).all(axis=2).any())


@pytest.mark.parametrize(
    ("text", "sure", "doubtful"),
    [("9-4", True, False), ("6-9?9-9", False, True), ("9-4 6-9?9-9", True, True), ("", False, False)],
)
def test_sure_and_doubtful_tiles_have_colours_of_their_own(text: str, sure: bool, doubtful: bool) -> None:
    picture = drawn(text)

    assert (shows(picture, SURE), shows(picture, DOUBTFUL)) == (sure, doubtful)


@pytest.mark.parametrize("background", [0, 128, 255])
def test_an_outline_shows_on_any_background(background: int) -> None:
    """Luminance along the left side of the first tile differs by half the scale or more."""
    row = drawn("9-4", background)[30, :20].mean(axis=1)

    assert row.max() - row.min() > 127


def test_the_strip_hides_nothing_of_the_photo() -> None:
    picture = drawn("9-4")

    assert picture.shape[0] > 240
    assert picture.shape[1] == 400
    assert (picture[150:240] == 128).all()


def test_the_photo_itself_stays_as_it_was() -> None:
    picture = np.full((240, 400, 3), 128, np.uint8)

    annotated(picture, CountedPhoto("hand.jpg", photo_reading("9-4"), 0))

    assert (picture == 128).all()


def test_a_narrow_photo_still_takes_the_whole_sum() -> None:
    picture = np.full((400, 60, 3), 128, np.uint8)

    strip = annotated(picture, CountedPhoto("hand.jpg", photo_reading("9-4 6-9?"), 0))[400:]

    assert strip.shape[1] == 60
    assert (strip[:, -2:] == 0).all()


@given(st.floats(1, 5000), st.floats(4, 40))
def test_dashes_begin_and_end_at_the_corners(length: float, dash: float) -> None:
    pieces = dashes(np.array([0, 0], np.float32), np.array([length, 0], np.float32), dash)

    assert pieces[0][0] == (0, 0)
    assert pieces[-1][1] == (round(float(np.float32(length))), 0)
    assert len(pieces) <= length / dash / 2 + 2
