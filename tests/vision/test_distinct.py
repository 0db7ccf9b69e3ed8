"""No two tiles lie in one place, and the boxes that explain the most together stay."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.distinct import distinct


def boxes(*rows: tuple[float, float, float, float]) -> NDArray[np.float32]:
    """Upright rectangles (left, top, width, height)."""
    quads = [[(x, y + h), (x, y), (x + w, y), (x + w, y + h)] for x, y, w, h in rows]
    return np.array(quads, dtype=np.float32).reshape(-1, 4, 2)


def kept(quads: NDArray[np.float32], *scores: float) -> list[int]:
    return [int(i) for i in distinct(quads, np.array(scores, dtype=np.float32))]


@pytest.mark.parametrize(
    ("quads", "scores", "expected"),
    [
        (boxes(), (), []),
        (boxes((0, 0, 100, 50)), (0.1,), [0]),
        (boxes((0, 0, 100, 50), (4, 2, 100, 50)), (0.6, 0.9), [1]),
        (boxes((0, 0, 100, 50), (100, 0, 100, 50)), (0.6, 0.9), [0, 1]),
        (boxes((0, 0, 100, 50), (90, 0, 100, 50)), (0.6, 0.9), [0, 1]),
        (boxes((0, 0, 100, 50), (50, 0, 100, 50), (100, 0, 100, 50)), (0.5, 0.8, 0.5), [0, 2]),
        (boxes((0, 0, 100, 50), (0, 0, 50, 50), (50, 0, 50, 50)), (0.7, 0.6, 0.6), [0]),
    ],
    ids=[
        "nothing",
        "one box, however doubtful",
        "one tile found twice",
        "neighbours edge to edge",
        "neighbours that overlap a little",
        "a surer box that straddles two tiles",
        "a tile against boxes around its ends",
    ],
)
def test_what_stays(quads: NDArray[np.float32], scores: tuple[float, ...], expected: list[int]) -> None:
    assert kept(quads, *scores) == expected


@example(43, 5)
@given(st.integers(0, 2**32 - 1), st.integers(2, 12))
def test_the_order_of_the_boxes_does_not_matter(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    quads = boxes(*[(float(x), float(y), 100.0, 50.0) for x, y in rng.uniform(0, 200, (count, 2))])
    scores = rng.uniform(0.1, 1, count)
    order = rng.permutation(count)

    straight = set(kept(quads, *scores))
    shuffled = {int(order[i]) for i in kept(quads[order], *scores[order])}

    assert shuffled == straight


def test_a_heap_of_many_boxes_still_ends() -> None:
    rng = np.random.default_rng(1)
    quads = boxes(*[(float(x), float(y), 100.0, 50.0) for x, y in rng.uniform(0, 60, (60, 2))])

    assert 1 <= len(kept(quads, *rng.uniform(0.1, 1, 60))) <= 6
