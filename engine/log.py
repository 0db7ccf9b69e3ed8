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

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"entry {seq} {reason}")
        self.seq = seq


def resolve(entries: Sequence[Entry]) -> tuple[tuple[int, Event], ...]:
    """The events that hold, in the order they happened, each with its entry's number.

    Entries are numbered from 1 in the order written. An amendment can itself be corrected or
    retracted by its own number: what it did is then undone.
    """
    places = _places(entries)
    events: dict[int, Event] = {}
    retracted: set[int] = set()
    # Backwards, because only later entries decide whether an amendment holds.
    for seq, entry in reversed(list(enumerate(entries, 1))):
        if seq in retracted:
            continue
        match entry:
            case Retracted(old):
                retracted.add(old)
            case Corrected(old, event):
                events.setdefault(old, events.pop(seq, event))
            case Inserted(_, event):
                events.setdefault(seq, event)
            case _:
                events.setdefault(seq, entry)
    return tuple((seq, events[seq]) for seq in places if seq in events and seq not in retracted)


def _places(entries: Sequence[Entry]) -> list[int]:
    """The numbers of all entries that hold an event, in the order the events happened."""
    order: list[int] = []
    for seq, entry in enumerate(entries, 1):
        match entry:
            case Retracted(old):
                _check(old, seq)
            case Corrected(old, _):
                _check(old, seq)
                if isinstance(entries[old - 1], Retracted):
                    raise LogError(seq, f"corrects entry {old}, which retracts and holds no event")
            case Inserted(old, _):
                _check(old, seq)
                if old not in order:
                    raise LogError(seq, f"goes before entry {old}, which has no place of its own")
                order.insert(order.index(old), seq)
            case _:
                order.append(seq)
    return order


def _check(old: int, seq: int) -> None:
    if not 1 <= old < seq:
        raise LogError(seq, f"amends entry {old}; it has to be an earlier one")
