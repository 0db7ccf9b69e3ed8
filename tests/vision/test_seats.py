"""Seats are spread clockwise from the bottom of the picture, and every heading lies in somebody's sector."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.observation import Seat
from vision.seats import Seating

ABCD = tuple(map(Seat, "ABCD"))


def test_seats_go_clockwise_from_the_bottom() -> None:
    assert Seating.even(ABCD).headings_deg == (90, 180, 270, 0)


@pytest.mark.parametrize(
    ("heading", "name"), [(90, "A"), (130, "A"), (140, "B"), (269, "C"), (359, "D"), (40, "D")]
)
def test_a_heading_lies_in_the_nearest_seats_sector(heading: float, name: str) -> None:
    assert Seating.even(ABCD).seat_of(heading) == Seat(name)


@pytest.mark.parametrize(("heading", "margin"), [(90, 45), (120, 15), (135, 0)])
def test_the_margin_says_how_far_the_sectors_edge_is(heading: float, margin: float) -> None:
    assert Seating.even(ABCD).sector_of(heading).margin_deg == pytest.approx(margin)


@given(st.integers(2, 12), st.floats(0, 360))
def test_weights_sum_to_one_and_the_nearest_seat_weighs_most(count: int, heading: float) -> None:
    seating = Seating.even(tuple(Seat(f"P{i}") for i in range(count)))

    weights = seating.weights(heading)

    assert sum(weights) == pytest.approx(1)
    assert max(weights) == pytest.approx(weights[seating.sector_of(heading).seat])


def test_two_seats_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"name of its own, got A, A"):
        Seating.even((Seat("A"), Seat("A")))


def test_a_seat_without_a_heading_is_refused() -> None:
    with pytest.raises(ValueError, match="got 4 and 1"):
        Seating(ABCD, (90.0,))
