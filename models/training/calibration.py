"""Whether a confidence means what it says."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from training.scoring import PhotoScore, Share

SURE = 0.9
"""Above this, nobody looks twice."""

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of like confidence: how sure they were on average, how many were right."""

    mean_confidence: float
    right: Share


def calibration_bins(readings: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Sort (confidence, right) into ten bins of equal width; empty ones are left out."""
    sorted_in: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in readings:
        sorted_in.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, right))
    return tuple(
        Bin(
            sum(confidence for confidence, _ in inside) / len(inside),
            Share(sum(right for _, right in inside), len(inside)),
        )
        for _, inside in sorted(sorted_in.items())
    )


def expected_calibration_error(readings: Sequence[tuple[float, bool]]) -> float:
    """Mean distance between confidence and share of right readings, weighted by the bins' sizes."""
    bins = calibration_bins(readings)
    off = sum(abs(part.mean_confidence - part.right.value) * part.right.of for part in bins)
    return off / max(len(readings), 1)


def sure_but_wrong(readings: Sequence[tuple[float, bool]]) -> Share:
    """Readings with a confidence above 0.9 that are wrong, of all wrong ones."""
    wrong = [confidence for confidence, right in readings if not right]
    return Share(sum(confidence > SURE for confidence in wrong), len(wrong))


def ends_by_pips(scores: Iterable[PhotoScore]) -> dict[int, Share]:
    """For each number of pips, the ends that were read right, of those that were found."""
    ends = Counter(end for score in scores for pair in score.pairs for end in pair.ends())
    found: Counter[int] = Counter()
    for (pips, _), count in ends.items():
        found[pips] += count
    return {pips: Share(ends[pips, pips], found[pips]) for pips in sorted(found)}


def confusions(scores: Iterable[PhotoScore]) -> list[tuple[int, int, int]]:
    """(true pips, pips read, how often), the most frequent first."""
    ends = Counter(end for score in scores for pair in score.pairs for end in pair.ends() if end[0] != end[1])
    return sorted(
        ((true, read, count) for (true, read), count in ends.items()), key=lambda row: (-row[2], row)
    )
