"""How well a film was told: pure figures from what happened and what was told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.problems import Severity
from server.film_matching import Agreement, Pair, Span, agreement, in_order, nearest_first
from server.film_truths import TrueEvent, Truth
from server.replay_doubles import StandingDouble, standing_doubles
from server.replay_lines import Line
from server.session_log import Told

FLAG_REACH_S = 6.0
"""A flag so far in time from the act that it may be about is about another one."""
SAME_ACT_S = 4.0
"""A tile told so near to a true one that nobody told is that one, misread."""
SLACK_S = 1.0
MARKERS = ("marker_on", "marker_off")
REMOVALS = ("remove", "move", "replace")
GRAVE = (Severity.ERROR, Severity.WARNING)

Key = tuple[object, ...]
Happened = TypeVar("Happened", TrueEvent, Line)


@dataclass(frozen=True, slots=True)
class Count:
    """So many of so many."""

    hits: int
    of: int

    def __add__(self, other: "Count") -> "Count":
        return Count(self.hits + other.hits, self.of + other.of)

    @property
    def share(self) -> float | None:
        """Hits of all; None where there is nothing to hit."""
        return self.hits / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class FilmScore:
    """The figures of a film, or of several added up.

    plays: found with tile, train, side and order right. misread: plays that were told, but wrongly.
    made_up: plays, markers and removals told that did not happen. flags: violations told with their code.
    wrong_flags: flags that are wrong, of all. delays_s: from settled to told. bumps_s: until back after one.
    codes: by violation. lasts_s: of the film; wall_s: it took to watch.
    """

    films: int
    plays: Count
    misread: int
    made_up: int
    markers: Count
    removals: Count
    flags: Count
    wrong_flags: Count
    doubles: Agreement
    delays_s: tuple[float, ...]
    bumps_s: tuple[float, ...]
    codes: Mapping[str, Count]
    lasts_s: float
    wall_s: float
    engines: Count

    def __add__(self, other: "FilmScore") -> "FilmScore":
        codes = {
            code: self.codes.get(code, Count(0, 0)) + other.codes.get(code, Count(0, 0))
            for code in sorted({*self.codes, *other.codes})
        }
        return FilmScore(
            self.films + other.films,
            self.plays + other.plays,
            self.misread + other.misread,
            self.made_up + other.made_up,
            self.markers + other.markers,
            self.removals + other.removals,
            self.flags + other.flags,
            self.wrong_flags + other.wrong_flags,
            self.doubles + other.doubles,
            self.delays_s + other.delays_s,
            self.bumps_s + other.bumps_s,
            codes,
            self.lasts_s + other.lasts_s,
            self.wall_s + other.wall_s,
            self.engines + other.engines,
        )


@dataclass(frozen=True, slots=True)
class Telling:
    """What was told of a film."""

    lines: Sequence[Line]
    doubles: Sequence[StandingDouble]
    end_s: float
    wall_s: float


def score(truth: Truth, telling: Telling) -> FilmScore:
    """Compare what was told with what happened."""
    seen_by_all = truth.told()
    plays = _matched(truth.events, telling.lines, ("place",))
    markers = _matched(truth.events, telling.lines, MARKERS)
    removals = _matched(truth.events, telling.lines, REMOVALS)
    engines = _matched(truth.events, telling.lines, ("engine",))
    misread = _misread(plays)
    flags = _flags(truth.events, telling.lines, seen_by_all)
    return FilmScore(
        films=1,
        plays=plays.count,
        misread=len(misread),
        made_up=plays.left - len(misread) + markers.left + removals.left,
        markers=markers.count,
        removals=removals.count,
        flags=flags.found,
        wrong_flags=flags.wrong,
        doubles=_doubles(truth, telling, seen_by_all),
        delays_s=(*plays.delays_s, *markers.delays_s),
        bumps_s=tuple(_recovered(truth.bumps, telling.lines)),
        codes=flags.codes,
        lasts_s=truth.duration_s,
        wall_s=telling.wall_s,
        engines=engines.count,
    )


@dataclass(frozen=True, slots=True)
class Matched:
    """True and told events of some kinds, and which of them are one."""

    true: Sequence[TrueEvent]
    told: Sequence[Line]
    pairs: tuple[Pair, ...]

    @property
    def count(self) -> Count:
        """How many true events were told."""
        return Count(len(self.pairs), len(self.true))

    @property
    def left(self) -> int:
        """How many told events are none of the true ones."""
        return len(self.told) - len(self.pairs)

    @property
    def delays_s(self) -> tuple[float, ...]:
        """From settled to told, for each pair."""
        return tuple(self.told[j].at_s - self.true[i].at_s for i, j in self.pairs)


def _matched(events: Sequence[TrueEvent], lines: Sequence[Line], kinds: Sequence[str]) -> Matched:
    true = [(number, each) for number, each in _by_round(events) if each.kind in kinds]
    told = [(number, each) for number, each in _by_round(lines) if each.kind in kinds]
    pairs = in_order([_key(*each) for each in true], [_key(*each) for each in told])
    return Matched([each for _, each in true], [each for _, each in told], pairs)


def _by_round(events: Sequence[Happened]) -> Iterator[tuple[int, Happened]]:
    """Each event with the number of its round in the film."""
    number = 0
    for each in events:
        number += each.kind == "round_start"
        yield number, each


def _key(number: int, event: TrueEvent | Line) -> Key:
    """What has to agree for two events to be one."""
    tile = event.tile
    if tile is not None and event.kind not in ("place", "move"):
        tile = (min(tile), max(tile))
    return (number, event.kind, tile, event.train)


def _misread(plays: Matched) -> tuple[Pair, ...]:
    """Plays that were told wrongly: the tile on another train or otherwise, or another tile at the time."""
    found_true, found_told = {i for i, _ in plays.pairs}, {j for _, j in plays.pairs}
    true = [each for i, each in enumerate(plays.true) if i not in found_true]
    told = [each for j, each in enumerate(plays.told) if j not in found_told]

    def apart_s(one: TrueEvent, other: Line) -> float | None:
        same_tile = one.tile is not None and other.tile is not None and set(one.tile) == set(other.tile)
        apart = other.at_s - one.at_s
        return apart if same_tile or abs(apart) <= SAME_ACT_S else None

    return nearest_first(true, told, apart_s)


@dataclass(frozen=True, slots=True)
class Flags:
    """Violations told, flags that are wrong, and the violations by code."""

    found: Count
    wrong: Count
    codes: Mapping[str, Count]


def _flags(events: Sequence[TrueEvent], lines: Sequence[Line], seen_by_all: Sequence[Told]) -> Flags:
    true = [(each.at_s, each.code) for each in events if each.code is not None]
    said = [(line.at_s, found.code.value) for line in lines for found in line.problems]
    raised = [
        (line.at_s, found.code.value) for line in lines for found in line.problems if found.severity in GRAVE
    ]
    hits = {i for i, _ in nearest_first(true, said, _flags_apart)}
    right = {j for _, j in nearest_first(true, raised, _flags_apart)}
    # What a referee who sees all would say too is no wrong flag, though nobody played it on purpose.
    due = [(t.note.at_s, p.code.value) for t in seen_by_all for p in t.problems if p.severity in GRAVE]
    left = [each for j, each in enumerate(raised) if j not in right]
    excused = len(nearest_first(due, left, _flags_apart))
    codes = {
        code: Count(sum(true[i][1] == code for i in hits), sum(each[1] == code for each in true))
        for code in sorted({code for _, code in true})
    }
    return Flags(Count(len(hits), len(true)), Count(len(left) - excused, len(raised)), codes)


def _flags_apart(one: tuple[float, str], other: tuple[float, str]) -> float | None:
    apart = other[0] - one[0]
    return apart if one[1] == other[1] and abs(apart) <= FLAG_REACH_S else None


def _doubles(truth: Truth, telling: Telling, seen_by_all: Sequence[Told]) -> Agreement:
    true = _spans(standing_doubles(seen_by_all), truth.duration_s)
    told = _spans(telling.doubles, telling.end_s)
    total = Agreement(0.0, 0.0)
    for key in {*true, *told}:
        total += agreement(true.get(key, ()), told.get(key, ()), SLACK_S)
    return total


def _spans(
    doubles: Iterator[StandingDouble] | Sequence[StandingDouble], end_s: float
) -> dict[Key, list[Span]]:
    spans: dict[Key, list[Span]] = {}
    for each in doubles:
        to_s = end_s if each.to_s is None else each.to_s
        spans.setdefault((each.round, each.train, each.pips), []).append((each.from_s, to_s))
    return spans


def _recovered(bumps: Sequence[Span], lines: Sequence[Line]) -> Iterator[float]:
    """How long after each bump the table was seen again."""
    told = [line.at_s for line in lines if line.kind == "bump"]
    for start, end in bumps:
        after = [at_s for at_s in told if at_s >= start]
        if after:
            yield max(0.0, min(after) - end)
