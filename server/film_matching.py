"""Which told event is which true one: pure matching on sequences, tables of times, and intervals."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

A = TypeVar("A")
B = TypeVar("B")
Pair = tuple[int, int]
Span = tuple[float, float]


def in_order(true: Sequence[Hashable], told: Sequence[Hashable]) -> tuple[Pair, ...]:
    """The longest way to pair equal entries of two sequences without changing the order of either."""
    best = np.zeros((len(true) + 1, len(told) + 1), np.int32)
    for i in range(len(true) - 1, -1, -1):
        for j in range(len(told) - 1, -1, -1):
            same = 1 + best[i + 1, j + 1] if true[i] == told[j] else 0
            best[i, j] = max(same, best[i + 1, j], best[i, j + 1])
    return tuple(_walk(true, told, best))


def _walk(
    true: Sequence[Hashable], told: Sequence[Hashable], best: np.ndarray[tuple[int, int], np.dtype[np.int32]]
) -> Iterator[Pair]:
    i = j = 0
    while i < len(true) and j < len(told):
        if true[i] == told[j] and best[i, j] == 1 + best[i + 1, j + 1]:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i + 1, j] >= best[i, j + 1]:
            i += 1
        else:
            j += 1


def nearest_first(
    true: Sequence[A], told: Sequence[B], apart_s: Callable[[A, B], float | None]
) -> tuple[Pair, ...]:
    """Pairs, the nearest in time first, each entry at most once; None means that two are no pair."""
    found: list[tuple[float, int, int]] = []
    for i, one in enumerate(true):
        for j, other in enumerate(told):
            apart = apart_s(one, other)
            if apart is not None:
                found.append((abs(apart), i, j))
    used_true: set[int] = set()
    used_told: set[int] = set()
    pairs: list[Pair] = []
    for _, i, j in sorted(found):
        if i not in used_true and j not in used_told:
            used_true.add(i)
            used_told.add(j)
            pairs.append((i, j))
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Seconds for which something stood, and seconds for which it was told wrongly."""

    true_s: float
    wrong_s: float

    def __add__(self, other: "Agreement") -> "Agreement":
        return Agreement(self.true_s + other.true_s, self.wrong_s + other.wrong_s)


def agreement(true: Sequence[Span], told: Sequence[Span], slack_s: float) -> Agreement:
    """How well spans agree; a change may be told up to `slack_s` late without being wrong."""
    missing = [_cut((start + slack_s, end), told) for start, end in true]
    late = [(start, end + slack_s) for start, end in true]
    extra = [_cut(span, late) for span in told]
    wrong_s = sum(end - start for spans in (*missing, *extra) for start, end in spans)
    return Agreement(sum(end - start for start, end in true), wrong_s)


def _cut(span: Span, others: Sequence[Span]) -> list[Span]:
    """What is left of a span without the others."""
    left = [span] if span[1] > span[0] else []
    for start, end in others:
        left = [
            piece for a, b in left for piece in ((a, min(b, start)), (max(a, end), b)) if piece[1] > piece[0]
        ]
    return left
