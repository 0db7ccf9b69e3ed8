"""Evaluations as tables of text: for the terminal, for docs/accuracy.md and for the README."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from training.calibration import (
    calibration_bins,
    confusions,
    ends_by_pips,
    expected_calibration_error,
    sure_but_wrong,
)
from training.evaluate import Evaluation, speed
from training.photo_labels import PhotoLabel
from training.scoring import PhotoScore, Share, Tally, total
from training.validation_figures import PIP_RANGES

Rows = Sequence[Sequence[str]]

PHONE_PHOTO_PX = 12_000_000
HAND_TILES = 12
_NOT_MEASURED = "not measured"


TALLY_HEAD = (
    "photos",
    "tiles",
    "recall",
    "precision",
    "per end",
    "tile identity",
    "photo exact",
    "total right",
    "pips off",
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure to reach: what the best published reader has on its own photos, and what is asked here."""

    figure: str
    peer: float
    at_least: float
    share: Callable[[Evaluation], Share]


def _topdown_exact(evaluation: Evaluation) -> Share:
    return total(score for score in evaluation.scores if score.label.view == "topdown").photo_exact


BARS = (
    Bar("tile recall", 0.995, 0.985, lambda evaluation: evaluation.tally.recall),
    Bar("tile precision", 0.931, 0.985, lambda evaluation: evaluation.tally.precision),
    Bar("per end", 0.973, 0.985, lambda evaluation: evaluation.tally.per_end),
    Bar("tile identity", 0.956, 0.97, lambda evaluation: evaluation.tally.identity),
    Bar("whole photo exact, seen from above", 0.782, 0.85, _topdown_exact),
)
PEER_SECONDS, MAX_SECONDS = 3.65, 1.0


def markdown(head: Sequence[str], rows: Rows) -> str:
    """Lay out a table; numbers stand right, the first column left."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def bars_table(evaluation: Evaluation) -> str:
    """The figures to reach beside the ones measured."""
    rows = []
    for bar in BARS:
        share = bar.share(evaluation)
        met = "yes" if share.value >= bar.at_least else "**no**"
        rows.append([bar.figure, f"{bar.peer:.3f}", f"≥ {bar.at_least:.3f}", with_interval(share), met])
    seconds = speed(evaluation, min_pixels=PHONE_PHOTO_PX, max_tiles=HAND_TILES)
    measured = f"{seconds.median_s:.2f} s (slowest {seconds.slowest_s:.2f})" if seconds else _NOT_MEASURED
    met = "–" if seconds is None else "yes" if seconds.median_s <= MAX_SECONDS else "**no**"
    figure = "seconds per 12-megapixel photo, up to 12 tiles"
    rows.append([figure, f"{PEER_SECONDS:.2f}", f"≤ {MAX_SECONDS:.2f}", measured, met])
    return markdown(["figure", "peer, on its own photos", "bar", "measured (95 % interval)", "met"], rows)


def group_table(name: str, scores: Iterable[PhotoScore], group_of: Callable[[PhotoLabel], str]) -> str:
    """A row per group of photos, then all of them."""
    groups: dict[str, Tally] = {}
    for score in scores:
        group = group_of(score.label)
        groups[group] = groups.get(group, Tally()) + score.tally
    rows = [tally_row(group, groups[group]) for group in sorted(groups)]
    rows.append(tally_row("**all**", sum(groups.values(), Tally())))
    return markdown([name, *TALLY_HEAD], rows)


def tally_row(name: str, tally: Tally) -> list[str]:
    """One group of photos: counts, then shares, those of whole photos with their interval."""
    shares = (tally.recall, tally.precision, tally.per_end, tally.identity)
    return [
        name,
        str(tally.photos),
        str(tally.tiles),
        *(f"{share.value:.4f}" for share in shares),
        with_interval(tally.photo_exact),
        f"{tally.total_right.value:.3f}",
        f"{tally.mean_pips_off:.2f}",
    ]


def condition_table(evaluations: Iterable[Evaluation]) -> str:
    """A row per size and turn of the same photos."""
    return markdown(
        ["size and turn", *TALLY_HEAD],
        [tally_row(str(evaluation.condition), evaluation.tally) for evaluation in evaluations],
    )


def pips_table(scores: Sequence[PhotoScore]) -> str:
    """A row per number of pips, with what it is taken for."""
    wrong = confusions(scores)
    rows = []
    for pips, share in ends_by_pips(scores).items():
        taken_for = ", ".join(f"{read} ({count})" for true, read, count in wrong if true == pips)
        rows.append([str(pips), str(share.of), with_interval(share), taken_for])
    return markdown(["pips", "ends", "read right (95 % interval)", "taken for"], rows)


def rendered_table(rendered: Mapping[str, Evaluation]) -> str:
    """A row per set of rendered photos, in the order given."""
    return markdown(["photos of", *TALLY_HEAD], [tally_row(name, e.tally) for name, e in rendered.items()])


def pip_ranges_table(scores: Iterable[PhotoScore]) -> str:
    """Ends read right by the values that each larger set adds."""
    shares = ends_by_pips(scores)
    rows = []
    for low, high in PIP_RANGES:
        parts = [share for pips, share in shares.items() if low <= pips <= high]
        both = Share(sum(part.good for part in parts), sum(part.of for part in parts))
        rows.append([f"{low}–{high}", str(both.of), with_interval(both)])
    return markdown(["pips", "ends", "read right (95 % interval)"], rows)


def calibration_table(evaluation: Evaluation) -> str:
    """How often readings of each confidence are right."""
    rows = [
        [f"{part.mean_confidence:.3f}", str(part.right.of), with_interval(part.right)]
        for part in calibration_bins(evaluation.readings)
    ]
    return markdown(["mean confidence", "readings", "right (95 % interval)"], rows)


def confidence_line(evaluation: Evaluation) -> str:
    """Calibration in one sentence."""
    readings = evaluation.readings
    sure = sure_but_wrong(readings)
    of_all = sure.good / max(len(readings), 1)
    return (
        f"{sure.of} of {len(readings)} readings are wrong; {sure.good} of these ({sure.value:.1%}) carry a "
        f"confidence above 0.9, which is {of_all:.2%} of all readings. "
        f"Expected calibration error: {expected_calibration_error(readings):.3f}."
    )


def speed_table(evaluation: Evaluation) -> str:
    """Seconds per photo, decoding included, for all photos and for the large ones."""
    kinds = {
        "all photos": speed(evaluation),
        "12 megapixels or more, up to 12 tiles": speed(
            evaluation, min_pixels=PHONE_PHOTO_PX, max_tiles=HAND_TILES
        ),
    }
    rows = [
        [name, str(seconds.photos), f"{seconds.median_s:.2f}", f"{seconds.slowest_s:.2f}"]
        if seconds
        else [name, "0", _NOT_MEASURED, _NOT_MEASURED]
        for name, seconds in kinds.items()
    ]
    return markdown(["photos", "count", "median, s", "slowest, s"], rows)


def with_interval(share: Share) -> str:
    """A share and its 95 % interval."""
    if share.of == 0:
        return _NOT_MEASURED
    low, high = share.interval()
    return f"{share.value:.3f} ({low:.3f}–{high:.3f})"
