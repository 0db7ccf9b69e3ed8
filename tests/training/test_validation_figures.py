"""Validation figures worked out by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from training.validation_figures import BoxCounts, CornerResults, box_counts, corner_figures, end_figures

TILE = np.array([[10, 30], [10, 10], [50, 10], [50, 30]], dtype=np.float32)
THREE_FOUR = np.array([3, 4], dtype=np.float32)


def test_ends_are_counted_by_range_and_unreadable_ones_left_out() -> None:
    wanted = np.array([0, 6, 6, 6, 9, 12, 18, 19])
    read = np.array([0, 6, 6, 5, 9, 11, 18, 3])

    assert end_figures(wanted, read) == (
        "ends 0.7143, 0–6 0.7500, 7–9 1.0000, 10–12 0.0000, 13–15 none, 16–18 1.0000"
    )


def results(
    found: NDArray[np.float32], *, along: int = 1, kind: int = 0, found_kind: int = 0
) -> CornerResults:
    one = np.array([along])
    return CornerResults(
        TILE[None], found[None], one, np.array([1]), np.array([kind]), np.array([found_kind])
    )


def test_a_corner_error_is_in_percent_of_the_tiles_width() -> None:
    # The tile is 20 px wide and every corner is 3-4-5 px off.
    assert corner_figures(results(TILE + THREE_FOUR)) == (
        "corners median 25.00 %, 95th 25.00 % of tile width, axis 1.0000, kind 1.0000"
    )


def test_across_the_cut_the_other_sides_are_the_width() -> None:
    # The same box, said to hold a tile whose long axis lies across: it is 40 px wide.
    assert "median 12.50 %" in corner_figures(results(TILE + THREE_FOUR, along=0))


def test_a_cut_without_tile_counts_for_its_kind_only() -> None:
    assert corner_figures(results(TILE, kind=2, found_kind=0)) == "no tile, kind 0.0000"


def moved(dx: float) -> NDArray[np.float32]:
    return TILE + np.array([dx, 0], dtype=np.float32)


@pytest.mark.parametrize(
    ("found", "wanted", "spared", "counts"),
    [
        pytest.param([TILE], [TILE], [], BoxCounts(1, 0, 0), id="found"),
        # 30 of 40 px shared: 30 / 50 = 0.6.
        pytest.param([moved(10)], [TILE], [], BoxCounts(1, 0, 0), id="found, a quarter off"),
        # 20 of 40 px shared: 20 / 60 = 0.33.
        pytest.param([moved(20)], [TILE], [], BoxCounts(0, 1, 1), id="half off"),
        pytest.param([TILE, moved(2)], [TILE], [], BoxCounts(1, 0, 1), id="found twice"),
        pytest.param([], [TILE], [], BoxCounts(0, 1, 0), id="missed"),
        pytest.param([moved(100)], [TILE], [moved(100)], BoxCounts(0, 1, 0), id="a covered tile found"),
        pytest.param([], [], [TILE], BoxCounts(0, 0, 0), id="a covered tile missed"),
    ],
)
def test_boxes_are_matched_one_to_one(
    found: list[NDArray[np.float32]],
    wanted: list[NDArray[np.float32]],
    spared: list[NDArray[np.float32]],
    counts: BoxCounts,
) -> None:
    shape = (-1, 4, 2)

    assert (
        box_counts(
            np.reshape(found, shape).astype(np.float32), np.reshape(wanted, shape).astype(np.float32), spared
        )
        == counts
    )


def test_counts_of_photos_add_up_to_one_line() -> None:
    total = BoxCounts(3, 1, 0) + BoxCounts(0, 0, 1)

    assert str(total) == "tiles recall 0.7500, precision 0.7500 at IoU 0.5"
    assert str(BoxCounts()) == "tiles recall none, precision none at IoU 0.5"
