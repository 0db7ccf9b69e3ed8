"""What a hand is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import Tile
from server.count import hand_total, tile_value


@pytest.mark.parametrize(
    ("tile", "double_blank", "value"),
    [
        (Tile(0, 0), 0, 0),
        (Tile(0, 0), 50, 50),
        (Tile(0, 5), 50, 5),
        (Tile(6, 6), 50, 12),
        (Tile(9, 12), 0, 21),
    ],
)
def test_a_tile_is_worth_its_pips_but_for_the_double_blank(tile: Tile, double_blank: int, value: int) -> None:
    assert tile_value(tile, double_blank=double_blank) == value


def test_no_tile_left_is_worth_nothing() -> None:
    assert hand_total([], double_blank=50) == 0


def test_a_hand_is_added_up() -> None:
    assert hand_total([Tile(3, 4), Tile(0, 0), Tile(12, 12)], double_blank=25) == 7 + 25 + 24


@given(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 18))))
def test_without_a_value_of_its_own_the_double_blank_counts_nothing(ends: list[tuple[int, int]]) -> None:
    assert hand_total(Tile.of(a, b) for a, b in ends) == sum(a + b for a, b in ends)
