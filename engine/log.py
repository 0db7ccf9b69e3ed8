"""The log: events in order, and the three ways to mend it without erasing anything."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class Retracted:
    """The entry with that number never happened."""

    seq: int

    def __str__(self) -> str:
        return f"retract {self.seq}"


@dataclass(frozen=True, slots=True)
class Corrected:
    """The entry with that number was really this."""

    seq: int
    event: Event

    def __str__(self) -> str:
        return f"correct {self.seq} {self.event}"


@dataclass(frozen=True, slots=True)
class Inserted:
    """This happened before the entry with that number and was missed."""

    before_seq: int
    event: Event

    def __str__(self) -> str:
        return f"insert {self.before_seq} {self.event}"


Amendment = Retracted | Corrected | Inserted
Entry = Event | Amendment
"""A line of the log."""


class LogError(ValueError):
    """An amendment that points at no entry: which one, and what there is."""


def resolve(entries: Sequence[Entry]) -> tuple[tuple[int, Event], ...]:
    """The events that hold, in the order they happened, each with its entry's number.

    Entries are numbered from 1 in the order written. A correction or insertion can itself be
    corrected or retracted by its own number.
    """
    order: list[int] = []
    events: dict[int, Event] = {}
    target: dict[int, int] = {}
    for seq, entry in enumerate(entries, 1):
        match entry:
            case Retracted(old):
                events.pop(_known(old, seq, target), None)
            case Corrected(old, event):
                target[seq] = _known(old, seq, target)
                events[target[seq]] = event
            case Inserted(old, event):
                order.insert(order.index(_known(old, seq, target)), seq)
                events[seq], target[seq] = event, seq
            case _:
                order.append(seq)
                events[seq], target[seq] = entry, seq
    return tuple((seq, events[seq]) for seq in order if seq in events)


def _known(old: int, seq: int, target: dict[int, int]) -> int:
    """The entry that number `old` stands for, seen from entry `seq`."""
    if old not in target:
        raise LogError(f"entry {seq} amends entry {old}, which holds no event before it")
    return target[old]
