"""The longest train of a hand: held against trying every order."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_texts import ts

from engine.best_train import best_train, playable
from engine.tiles import Tile
from engine.trains import Link


def longest_by_trying(hand: tuple[Tile, ...], end: int) -> int:
    """How many tiles the longest train has, by trying every tile at every place."""
    lengths = [0]
    for at, tile in enumerate(hand):
        rest = hand[:at] + hand[at + 1 :]
        if tile.low == end:
            lengths.append(1 + longest_by_trying(rest, tile.high))
        if tile.high == end:
            lengths.append(1 + longest_by_trying(rest, tile.low))
    return max(lengths)


def tiles_of(links: tuple[Link, ...]) -> Counter[Tile]:
    return Counter(each.tile for each in links)


small_tiles = st.builds(Tile.of, st.integers(0, 4), st.integers(0, 4))
hands = st.lists(small_tiles, max_size=7).map(tuple)
sets = st.lists(small_tiles, max_size=8, unique=True).map(tuple)


@given(hand=hands | sets, ends=st.lists(st.integers(0, 5), max_size=3))
def test_no_order_of_the_tiles_makes_a_longer_train(hand: tuple[Tile, ...], ends: list[int]) -> None:
    found = best_train(hand, ends)

    assert len(found) == max((longest_by_trying(hand, end) for end in ends), default=0)


@given(hand=hands | sets, ends=st.lists(st.integers(0, 5), max_size=3))
def test_the_train_begins_at_an_end_fits_and_uses_the_hand_s_own_tiles(
    hand: tuple[Tile, ...], ends: list[int]
) -> None:
    found = best_train(hand, ends)

    assert not found or found[0].inner in ends
    assert all(before.outer == after.inner for before, after in pairwise(found))
    assert tiles_of(found) <= Counter(hand)


@pytest.mark.parametrize(
    ("hand", "ends", "train"),
    [
        pytest.param("", [12], "", id="an empty hand"),
        pytest.param("3-4", [12], "", id="nothing fits"),
        pytest.param("3-4 4-12", [12], "12-4 4-3", id="turned as they lie"),
        pytest.param("4-4 4-12", [12], "12-4 4-4", id="a double at the tail"),
        pytest.param("12-12 4-12", [12], "12-12 12-4", id="a double at the head"),
        pytest.param("1-2 2-3 1-3 1-4", [1], "1-2 2-3 3-1 1-4", id="round and on"),
        pytest.param("5-6 1-2 2-3", [6, 1], "1-2 2-3", id="the better of two ends"),
    ],
)
def test_small_hands(hand: str, ends: list[int], train: str) -> None:
    assert " ".join(map(str, best_train(ts(hand), ends))) == train


def test_what_fits_now_is_told_in_the_hand_s_order() -> None:
    assert playable(ts("9-12 3-4 4-4 5-6"), [4, 12]) == ts("9-12 3-4 4-4")
    assert playable(ts("3-4"), []) == ()
