"""Whether a confidence means what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled import label, predicted

from training.calibration import (
    calibration_bins,
    confusions,
    ends_by_pips,
    expected_calibration_error,
    sure_but_wrong,
)
from training.scoring import Share, score_photo

READINGS = [(0.95, True), (0.95, True), (0.95, False), (0.55, True), (0.55, False)]


def test_readings_of_like_confidence_share_a_bin() -> None:
    unsure, sure = calibration_bins(READINGS)

    assert unsure.mean_confidence == pytest.approx(0.55)
    assert unsure.right == Share(1, 2)
    assert sure.mean_confidence == pytest.approx(0.95)
    assert sure.right == Share(2, 3)


def test_full_confidence_falls_into_the_last_bin() -> None:
    assert len(calibration_bins([(1.0, True), (0.93, True)])) == 1


def test_the_calibration_error_is_weighted_by_how_many_readings_are_off() -> None:
    """(2 × |0.55 - 1/2| + 3 × |0.95 - 2/3|) / 5."""
    assert expected_calibration_error(READINGS) == pytest.approx(0.19)


def test_without_readings_nothing_is_off() -> None:
    assert expected_calibration_error([]) == 0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_the_calibration_error_is_a_share(readings: list[tuple[float, bool]]) -> None:
    assert 0 <= expected_calibration_error(readings) <= 1


def test_wrong_readings_that_look_sure_are_counted_among_the_wrong_ones() -> None:
    assert sure_but_wrong([(0.95, False), (0.9, False), (0.2, False), (0.99, True)]) == Share(1, 3)


def test_invented_tiles_are_wrong_readings() -> None:
    score = score_photo(label("9-4@100,200"), predicted("9-4@100,200 1-1@500,500"))

    assert score.readings == ((0.95, True), (0.95, False))


def test_each_number_of_pips_has_its_own_share_and_its_confusions() -> None:
    scores = [
        score_photo(label("11-7@100,200"), predicted("7-7@100,200")),
        score_photo(label("11-7@100,200"), predicted("11-7@100,200")),
        score_photo(label("11-3@100,200"), predicted("7-3@100,200")),
        score_photo(label("3-0@100,200"), predicted("3-1@100,200")),
        score_photo(label("5-5@100,200"), ()),
    ]

    assert ends_by_pips(scores) == {0: Share(0, 1), 3: Share(2, 2), 7: Share(2, 2), 11: Share(1, 3)}
    assert confusions(scores) == [(11, 7, 2), (0, 1, 1)]
