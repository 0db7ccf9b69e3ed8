"""How readings of photos are scored: the definitions behind every figure in docs/accuracy.md."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from training.photo_labels import LabelledTile, PhotoLabel, Point

MAX_SHIFT = 0.35
"""How far a found tile may lie from the labelled one, in lengths of the labelled tile."""

IGNORE_REACH = 0.6
"""How far an ignored spot reaches where the label does not say, in tile lengths."""


@dataclass(frozen=True, slots=True)
class PredictedTile:
    """A tile as the reader saw it; corners clockwise, 0 and 1 bound end a."""

    a: int
    b: int
    confidence: float
    corners: tuple[Point, ...]

    @property
    def centre(self) -> Point:
        """Middle of the corners."""
        return _middle(self.corners)

    @property
    def longest_side(self) -> float:
        """Length of the longest of the four sides."""
        return max(math.dist(self.corners[k], self.corners[k - 1]) for k in range(4))

    @property
    def end_a(self) -> Point:
        """Middle of the short side of end a."""
        return _middle(self.corners[:2])

    @property
    def end_b(self) -> Point:
        """Middle of the short side of end b."""
        return _middle(self.corners[2:])

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A labelled tile and the prediction that stands for it."""

    truth: LabelledTile
    read: PredictedTile

    @property
    def good_ends(self) -> int:
        """How many ends are right, in either order: 0, 1 or 2."""
        truth = Counter((self.truth.a, self.truth.b))
        return (truth & Counter((self.read.a, self.read.b))).total()

    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """(true pips, pips read) of both ends.

        Ends that agree belong together whatever the order; where none agrees, the ends that lie
        nearer to each other do.
        """
        truth, read = (self.truth.a, self.truth.b), (self.read.a, self.read.b)
        straight, crossed = (
            sum(t == r for t, r in zip(truth, order, strict=True)) for order in (read, read[::-1])
        )
        if straight == crossed:
            crossed += self._lies_crossed()
        first, second = read[::-1] if crossed > straight else read
        return (truth[0], first), (truth[1], second)

    def _lies_crossed(self) -> bool:
        along = math.dist(self.truth.end_a, self.read.end_a) + math.dist(self.truth.end_b, self.read.end_b)
        across = math.dist(self.truth.end_a, self.read.end_b) + math.dist(self.truth.end_b, self.read.end_a)
        return across < along


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """One photo: what was found, what was missed, what was found where nothing is."""

    label: PhotoLabel
    pairs: tuple[Pair, ...]
    missed: tuple[LabelledTile, ...]
    extra: tuple[PredictedTile, ...]

    @property
    def readings(self) -> tuple[tuple[float, bool], ...]:
        """(confidence, right) of every prediction that counts."""
        found = ((pair.read.confidence, pair.good_ends == 2) for pair in self.pairs)
        return (*found, *((tile.confidence, False) for tile in self.extra))

    @property
    def tally(self) -> "Tally":
        """This photo's share of every figure."""
        true_pips = sum(tile.a + tile.b for tile in self.label.tiles)
        seen = (*(pair.read for pair in self.pairs), *self.extra)
        off = abs(true_pips - sum(tile.a + tile.b for tile in seen))
        exact = sum(pair.good_ends == 2 for pair in self.pairs)
        return Tally(
            photos=1,
            tiles=len(self.label.tiles),
            found=len(self.pairs),
            extra=len(self.extra),
            ends=2 * len(self.pairs),
            good_ends=sum(pair.good_ends for pair in self.pairs),
            exact=exact,
            clean=int(exact == len(self.label.tiles) and not self.extra),
            total_ok=int(off == 0),
            pips_off=off,
        )


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    good: int
    of: int

    @property
    def value(self) -> float:
        """The share itself; 0 of none."""
        return self.good / max(self.of, 1)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson, which also holds for few cases and shares near 1."""
        if self.of == 0:
            return 0.0, 1.0
        z = 1.96
        share, spread = self.good / self.of, z * z / self.of
        middle = share + spread / 2
        half = z * math.sqrt(share * (1 - share) / self.of + spread / (4 * self.of))
        return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over photos; the figures are shares of them."""

    photos: int = 0
    tiles: int = 0
    found: int = 0
    extra: int = 0
    ends: int = 0
    good_ends: int = 0
    exact: int = 0
    clean: int = 0
    total_ok: int = 0
    pips_off: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)))

    @property
    def recall(self) -> Share:
        """Labelled tiles that were found."""
        return Share(self.found, self.tiles)

    @property
    def precision(self) -> Share:
        """Predictions that stand for a tile."""
        return Share(self.found, self.found + self.extra)

    @property
    def per_end(self) -> Share:
        """Ends read right, of the tiles that were found."""
        return Share(self.good_ends, self.ends)

    @property
    def identity(self) -> Share:
        """Labelled tiles that were found with both ends right."""
        return Share(self.exact, self.tiles)

    @property
    def photo_exact(self) -> Share:
        """Photos with every tile right and nothing else."""
        return Share(self.clean, self.photos)

    @property
    def total_right(self) -> Share:
        """Photos with the right number of pips, whatever the tiles."""
        return Share(self.total_ok, self.photos)

    @property
    def mean_pips_off(self) -> float:
        """How far the sum is off, in pips per photo."""
        return self.pips_off / max(self.photos, 1)


def score_photo(label: PhotoLabel, tiles: Sequence[PredictedTile]) -> PhotoScore:
    """Match predictions to labelled tiles, nearest first, each at most once."""
    near = sorted(
        (math.dist(tile.centre, truth.centre) / truth.length, i, j)
        for i, tile in enumerate(tiles)
        for j, truth in enumerate(label.tiles)
    )
    of_truth: dict[int, int] = {}
    taken: set[int] = set()
    for shift, i, j in near:
        if shift <= MAX_SHIFT and i not in taken and j not in of_truth:
            of_truth[j] = i
            taken.add(i)
    lengths = sorted(truth.length for truth in label.tiles)
    usual = lengths[len(lengths) // 2] if lengths else 0.0
    return PhotoScore(
        label=label,
        pairs=tuple(Pair(label.tiles[j], tiles[i]) for j, i in of_truth.items()),
        missed=tuple(truth for j, truth in enumerate(label.tiles) if j not in of_truth),
        extra=tuple(
            tile for i, tile in enumerate(tiles) if i not in taken and not _is_ignored(label, tile, usual)
        ),
    )


def _is_ignored(label: PhotoLabel, tile: PredictedTile, usual_length: float) -> bool:
    reach = IGNORE_REACH * max(tile.longest_side, usual_length)
    return any(
        math.dist(tile.centre, spot.centre) <= (reach if spot.radius is None else spot.radius)
        for spot in label.ignored
    )


def total(scores: Iterable[PhotoScore]) -> Tally:
    """All photos together."""
    return sum((score.tally for score in scores), Tally())


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
