"""The longest train of twenty tiles comes within a second, whatever the hand."""

import os
import random
import time
from itertools import combinations, product

import pytest

from engine.best_train import best_train
from engine.tiles import Tile, double_set

SLOWNESS = float(os.environ.get("STATIONMASTER_SLOWNESS", "1"))
BAR_S = 1.0
TILES = 20

pytestmark = pytest.mark.bench


def took_s(hand: list[Tile]) -> float:
    """CPU seconds for the longest train from any value at all, which is the most that can be asked."""
    begun_s = time.process_time()
    best_train(hand, range(19))
    return time.process_time() - begun_s


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_hands_of_a_set(highest: int) -> None:
    slowest_s = max(
        took_s(random.Random(seed).sample(double_set(highest), TILES))  # noqa: S311 -- no secret
        for seed in range(200)
    )

    assert slowest_s <= BAR_S * SLOWNESS


@pytest.mark.parametrize(("values", "seeds"), [(7, 100), (8, 100), (9, 100), (10, 100)])
def test_hands_without_doubles_among_few_values(values: int, seeds: int) -> None:
    singles = [Tile(low, high) for low, high in combinations(range(values), 2)]

    slowest_s = max(took_s(random.Random(seed).sample(singles, TILES)) for seed in range(seeds))  # noqa: S311
    assert slowest_s <= BAR_S * SLOWNESS


@pytest.mark.parametrize(("low", "high"), [(2, 10), (3, 6), (4, 5)])
def test_hands_in_two_camps(low: int, high: int) -> None:
    """Each tile has a value of the one camp and one of the other: nothing closes a triangle."""
    hand = [Tile(a, b) for a, b in product(range(low), range(low, low + high))]

    seconds = took_s(hand)
    assert seconds <= BAR_S * SLOWNESS
