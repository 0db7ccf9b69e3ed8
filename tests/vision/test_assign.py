"""Each tile of a set exists once: the tiles of a photo are decided together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import Tile, double_set
from vision.assign import assign, infer_set_size
from vision.readings import CLASSES, TileReading

CORNERS = np.array([[0, 10], [0, 0], [20, 0], [20, 10]], dtype=np.float32)


def end(**shares: float) -> list[float]:
    """Probabilities of an end from shares such as p6=0.9; the rest is spread evenly."""
    row = np.full(CLASSES, (1 - sum(shares.values())) / CLASSES)
    for name, share in shares.items():
        row[int(name[1:])] += share
    return row.tolist()


def reading(a: list[float], b: list[float]) -> TileReading:
    return TileReading(CORNERS, np.array([a, b], dtype=np.float32), 0.9)


def sure(a: int, b: int) -> TileReading:
    return reading(end(**{f"p{a}": 0.99}), end(**{f"p{b}": 0.99}))


def names(readings: tuple[TileReading, ...], size: int = 12) -> list[str]:
    return [str(Tile.of(d.a, d.b)) for d in assign(readings, size)]


def test_a_doubtful_tile_yields_to_a_sure_one_of_the_same_name() -> None:
    doubtful = reading(end(p6=0.99), end(p9=0.55, p8=0.43))

    assert names((sure(6, 9), doubtful)) == ["6-9", "6-8"]
    assert names((doubtful, sure(9, 6))) == ["6-8", "6-9"]


def test_two_sure_readings_of_one_tile_both_stand_and_lose_confidence() -> None:
    decisions = assign((sure(3, 4), sure(4, 3)), 12)

    assert [Tile.of(d.a, d.b) for d in decisions] == [Tile(3, 4), Tile(3, 4)]
    assert min(d.confidence for d in decisions) < 0.99


def test_the_order_of_the_ends_is_the_readings_own() -> None:
    (decision,) = assign((sure(11, 2),), 12)

    assert (decision.a, decision.b) == (11, 2)


def test_no_tile_outside_the_set_is_chosen() -> None:
    unsure = reading(end(p13=0.6, p9=0.38), end(p1=0.99))

    assert names((unsure,), 12) == ["1-9"]
    assert names((unsure,), 15) == ["1-13"]


def test_rivals_name_the_other_likely_tiles() -> None:
    (decision,) = assign((reading(end(p11=0.6, p12=0.38), end(p0=0.99)),), 12)

    assert decision.rivals == (Tile(0, 12),)
    assert 0.5 < decision.confidence < 0.7


def test_a_double_is_no_likelier_for_lying_the_same_both_ways() -> None:
    even = reading(end(p5=0.5, p6=0.48), end(p5=0.5, p6=0.48))

    (decision,) = assign((even,), 6)

    assert str(Tile.of(decision.a, decision.b)) == "5-6"
    assert decision.confidence < 0.6


def test_an_empty_photo_is_decided_without_a_fuss() -> None:
    assert assign((), 12) == ()
    assert infer_set_size(()) == 12


@pytest.mark.parametrize(
    ("tiles", "size"),
    [
        ([(6, 6), (0, 1), (2, 5), (3, 4), (1, 6)], 6),
        ([(9, 2), (8, 8), (0, 1), (7, 5)], 9),
        ([(12, 11), (10, 3), (0, 0)], 12),
        ([(15, 1), (14, 2), (3, 3)], 15),
        ([(18, 1), (17, 16), (3, 3)], 18),
    ],
    ids=["double-6", "double-9", "double-12", "double-15", "double-18"],
)
def test_the_set_is_inferred_from_the_values_seen(tiles: list[tuple[int, int]], size: int) -> None:
    assert infer_set_size(tuple(sure(a, b) for a, b in tiles)) == size


def test_one_misread_end_does_not_choose_the_set() -> None:
    tiles = tuple(sure(a, b) for a, b in [(12, 11), (10, 3), (0, 0), (9, 9), (1, 12), (7, 8), (2, 2), (5, 4)])
    misread = reading(end(p18=0.7), end(p3=0.99))

    assert infer_set_size((*tiles, misread)) == 12


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_permuting_the_readings_permutes_the_decisions(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    tiles = [double_set(9)[i] for i in rng.choice(55, count, replace=False)]
    readings = [
        reading(
            end(**{f"p{t.low}": float(rng.uniform(0.4, 0.99))}),
            end(**{f"p{t.high}": float(rng.uniform(0.4, 0.99))}),
        )
        for t in tiles
    ]
    order = rng.permutation(count)

    straight = names(tuple(readings), 9)
    shuffled = names(tuple(readings[i] for i in order), 9)

    assert shuffled == [straight[i] for i in order]


@given(st.integers(0, 2**32 - 1))
def test_deciding_together_beats_or_equals_every_other_assignment_of_two_tiles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    probs = rng.dirichlet(np.full(CLASSES, 0.3), (2, 2)).astype(np.float32)
    readings = tuple(TileReading(CORNERS, p, 0.9) for p in probs)

    chosen = [Tile.of(d.a, d.b) for d in assign(readings, 6)]

    def likely(p: np.ndarray, t: Tile) -> float:
        one = float(p[0, t.low] * p[1, t.high])
        return max(one if t.is_double else one + float(p[0, t.high] * p[1, t.low]), 1e-18)

    best = max(
        likely(probs[0], s) * likely(probs[1], t) * (np.exp(-6.0) if s == t else 1)
        for s in double_set(6)
        for t in double_set(6)
    )
    got = (
        likely(probs[0], chosen[0])
        * likely(probs[1], chosen[1])
        * (np.exp(-6.0) if chosen[0] == chosen[1] else 1)
    )
    assert got == pytest.approx(best, rel=1e-3)
