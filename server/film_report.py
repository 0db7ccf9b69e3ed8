"""The figures of replayed films as a page for people: docs/films.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from server.film_score import FilmScore
from server.film_score_table import Figure, figures, quantile
from server.film_truths import Truth
from server.replay_files import write_whole

_HEAD = """# Films

Written by `stationmaster films` (`make films`), never by hand.

Rendered films of whole games, made by recipe (`datasets/recipes/films/valid.toml`); nothing was trained on
their seeds, tile sets, hubs or tables. The watcher is told what players know: rules, set, and who sits where.
"""
_WORDS = """
- **plays**: laid tiles told with tile, train, side and order right.
- **made up**: plays, markers and removals told that did not happen.
- **wrong flags**: flags, of all raised, that a referee who sees all would not raise.
- **unsatisfied doubles**: share of their time in which they, and only they, are shown; 1 s of grace.
- **delay**: from hand gone and tile at rest to the entry, in the film's own time.
"""


@dataclass(frozen=True, slots=True)
class FilmRow:
    """A film of the page."""

    name: str
    truth: Truth
    score: FilmScore


def write_report(path: Path, rows: Sequence[FilmRow], total: FilmScore) -> None:
    """Write the page; raises OutputError."""
    write_whole(path, report(rows, total))


def report(rows: Sequence[FilmRow], total: FilmScore) -> str:
    """The page as Markdown."""
    parts = [_HEAD, "## Bars\n", *_bars(total), _WORDS, "## By violation\n", *_codes(total), ""]
    return "\n".join([*parts, "## By film\n", *_films(rows), ""])


def _bars(total: FilmScore) -> list[str]:
    rows = ["| figure | bar | measured | of | met |", "| --- | ---: | ---: | ---: | ---: |"]
    return rows + [
        f"| {each.name} | {each.bar} | {_value(each)} | {each.text} | {_met(each)} |"
        for each in figures(total)
    ]


def _value(figure: Figure) -> str:
    return "-" if figure.value is None else f"{figure.value:.3f}".rstrip("0").rstrip(".")


def _met(figure: Figure) -> str:
    return "" if figure.is_good is None else "yes" if figure.is_good else "**no**"


def _codes(total: FilmScore) -> list[str]:
    rows = ["| violation | flagged | of |", "| --- | ---: | ---: |"]
    return rows + [f"| {code} | {count.hits} | {count.of} |" for code, count in total.codes.items()]


def _films(rows: Sequence[FilmRow]) -> list[str]:
    head = (
        "film | seats | set | plays | misread | made up | flags | wrong flags | markers | delay p95 s | speed"
    )
    lines = [f"| {head} |", "| --- |" + " ---: |" * head.count("|")]
    return lines + [f"| {' | '.join(_film(row))} |" for row in rows]


def _film(row: FilmRow) -> list[str]:
    got = row.score
    late_s = quantile(got.delays_s, 0.95)
    return [
        row.name,
        str(len(row.truth.seats)),
        str(row.truth.set_size),
        f"{got.plays.hits} of {got.plays.of}",
        str(got.misread),
        str(got.made_up),
        f"{got.flags.hits} of {got.flags.of}",
        f"{got.wrong_flags.hits} of {got.wrong_flags.of}",
        f"{got.markers.hits} of {got.markers.of}",
        "-" if late_s is None else f"{late_s:.2f}",
        f"{got.lasts_s / got.wall_s:.2f}" if got.wall_s else "-",
    ]
