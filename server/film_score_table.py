"""The figures of replayed films as a table and as JSON, beside the bars they have to reach."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.table import Table

from server.film_score import Count, FilmScore
from server.replay_lines import Json

BACK_WITHIN_S = 2.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: what it is called, its value and what it is of, and the bar."""

    name: str
    value: float | None
    text: str
    bar: str
    is_good: bool | None


def figures(score: FilmScore) -> tuple[Figure, ...]:
    """All figures of one film or of many."""
    made_up = score.made_up / score.films if score.films else None
    bumps = Count(sum(each <= BACK_WITHIN_S for each in score.bumps_s), len(score.bumps_s))
    doubles = score.doubles
    agreed = 1 - doubles.wrong_s / doubles.true_s if doubles.true_s else None
    speed = score.lasts_s / score.wall_s if score.wall_s else None
    return (
        _share("plays", score.plays, 0.98),
        _plain("plays told wrongly", score.misread),
        _value("made up, per film", made_up, f"{score.made_up} in {score.films}", 0.5, _at_most),
        _share("violations flagged", score.flags, 0.95),
        _share("flags that are wrong", score.wrong_flags, 0.05, _at_most),
        _value("unsatisfied doubles", agreed, f"{doubles.true_s:.0f} s", 0.98, _at_least),
        _share("markers", score.markers, 0.95),
        _plain_share("removals", score.removals),
        _plain_share("engine tiles", score.engines),
        _value("delay, median s", quantile(score.delays_s, 0.5), "", 0.5, _at_most),
        _value("delay, 95th percentile s", quantile(score.delays_s, 0.95), "", 1.5, _at_most),
        _share("back within 2 s of a bump", bumps, 1.0),
        _value("times real time", speed, f"{score.lasts_s:.0f} s", 2.0, _at_least),
    )


def quantile(values: Sequence[float], part: float) -> float | None:
    """The value that so large a part of all stays below or at, no interpolation."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


def _at_least(value: float, bar: float) -> bool:
    return value >= bar


def _at_most(value: float, bar: float) -> bool:
    return value <= bar


Judge = Callable[[float, float], bool]


def _value(name: str, value: float | None, text: str, bar: float, judge: Judge) -> Figure:
    sign = "≥" if judge is _at_least else "≤"
    return Figure(name, value, text, f"{sign} {bar:g}", None if value is None else judge(value, bar))


def _share(name: str, count: Count, bar: float, judge: Judge = _at_least) -> Figure:
    return _value(name, count.share, f"{count.hits} of {count.of}", bar, judge)


def _plain_share(name: str, count: Count) -> Figure:
    return Figure(name, count.share, f"{count.hits} of {count.of}", "", None)


def _plain(name: str, number: int) -> Figure:
    return Figure(name, float(number), "", "", None)


def score_table(score: FilmScore, title: str) -> Table:
    """The figures for a terminal; what misses its bar is marked by a word, not by colour alone."""
    table = Table(title=title)
    table.add_column("figure")
    for heading in ("value", "of", "bar"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for each in figures(score):
        value = "-" if each.value is None else f"{each.value:.3f}".rstrip("0").rstrip(".")
        verdict = "" if each.is_good is None else "reached" if each.is_good else "missed"
        style = "bold yellow" if each.is_good is False else None
        table.add_row(each.name, value, each.text, each.bar, verdict, style=style)
    for code, count in score.codes.items():
        table.add_row(f"  {code}", "", f"{count.hits} of {count.of}", "", "")
    return table


def score_json(score: FilmScore) -> Json:
    """The figures for programs."""
    return {
        "films": score.films,
        "figures": {
            each.name: {
                "value": None if each.value is None else round(each.value, 4),
                "of": each.text,
                "bar": each.bar,
                "reached": each.is_good,
            }
            for each in figures(score)
        },
        "codes": {code: [count.hits, count.of] for code, count in score.codes.items()},
    }
