"""The game record: a text that people read, tools compare, and the engine replays.

Header lines `[Key "value"]`, an empty line, then one log entry a line. What follows a # is a remark.
The grammar stands in docs/record.md.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.event_notation import parse_entry
from engine.game import NO_GAME, GameState, judge
from engine.knobs import RuleError
from engine.log import Entry, LogError, resolve
from engine.notation import NotationError
from engine.problems import Problem
from engine.state import EventError

HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,31}) "([^"\n]*)"\]')


@dataclass(frozen=True, slots=True)
class Record:
    """A game on paper: what is known about it, and its log."""

    headers: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]
    lines: tuple[int, ...] = field(default=(), compare=False)
    """The line (from 1) in which each entry stands, if it was read from a text."""

    def __str__(self) -> str:
        head = [f'[{key} "{value}"]' for key, value in self.headers]
        return "\n".join([*head, "", *map(str, self.entries), ""])


class MisfitError(ValueError):
    """An entry of a record that reads well and has no place there: its line, if known, and the reason."""


class RecordError(NotationError):
    """A line of a record that cannot be read: which line (from 1), where, what was expected."""

    def __init__(self, line: int, error: NotationError) -> None:
        super().__init__(error.text, error.position, error.expected)
        self.line = line
        self.args = (f"line {line}: {error}",)


def read_record(lines: Iterable[str]) -> Record:
    """The record that the lines of a text hold."""
    headers: list[tuple[str, str]] = []
    entries: list[Entry] = []
    places: list[int] = []
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip() if not line.lstrip().startswith("[") else line.strip()
        try:
            if text.startswith("["):
                headers.append(_read_header(text, is_late=bool(entries)))
            elif text:
                entries.append(parse_entry(text))
                places.append(number)
        except NotationError as error:
            raise RecordError(number, error) from error
    return Record(tuple(headers), tuple(entries), tuple(places))


def parse_record(text: str) -> Record:
    """The record that a whole text holds."""
    return read_record(text.split("\n"))


def _read_header(text: str, *, is_late: bool) -> tuple[str, str]:
    if is_late:
        raise NotationError(text, 0, "an event, as headers come first")
    match = HEADER.fullmatch(text)
    if match is None:
        raise NotationError(text, 0, 'a header such as [Site "Kitchen"]')
    return match[1], match[2]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A log entry with what was wrong about it."""

    seq: int
    event: str
    problems: tuple[Problem, ...]


def judge_record(record: Record) -> tuple[GameState, tuple[Verdict, ...]]:
    """The game that a record leads to, and the verdict on each event that holds."""
    try:
        held = resolve(record.entries)
    except LogError as error:
        raise _misfit(record, error.seq, error) from error
    game, verdicts = NO_GAME, []
    for seq, event in held:
        try:
            game, found = judge(game, event)
        except (EventError, RuleError) as error:
            raise _misfit(record, seq, error) from error
        verdicts.append(Verdict(seq, str(event), found))
    return game, tuple(verdicts)


def _misfit(record: Record, seq: int, error: ValueError) -> MisfitError:
    where = f"line {record.lines[seq - 1]}" if record.lines else f"entry {seq}"
    return MisfitError(f"{where}: {error}")


def noted(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """Those verdicts that have something to say."""
    return (each for each in verdicts if each.problems)
