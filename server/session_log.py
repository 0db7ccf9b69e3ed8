"""The log of a game as it is watched: entries, what is known of each, and the verdict on what holds now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from engine.events import (
    Event,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    RoundStarted,
    TakenBack,
    TilePlaced,
)
from engine.game import NO_GAME, GameState, judge
from engine.log import Amendment, Corrected, Entry, Inserted, Retracted, resolve
from engine.problems import Problem, Severity
from engine.trains import Link, TrainName


class Source(StrEnum):
    """How an entry came into the log."""

    CAMERA = "camera"
    INFERRED = "inferred"
    """The likeliest of several readings, or what a table that fits no story shows."""
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Note:
    """What is known about an entry besides what happened; seconds of the source's own time.

    at_s: when it was written down. settled_s: since when it could be seen.
    is_quiet: it was there when watching began, or was put right by it: nobody is blamed.
    """

    at_s: float
    settled_s: float
    source: Source = Source.CAMERA
    doubtful: bool = False
    confidence: float = 1.0
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry of the log; numbers count from 1."""

    seq: int
    entry: Entry
    note: Note


@dataclass(frozen=True, slots=True)
class Told:
    """An event that holds, as the log tells it now.

    seq: the entry that has its place. note: of that entry, its doubt and confidence as they are now.
    """

    seq: int
    event: Event
    note: Note
    problems: tuple[Problem, ...]
    before: GameState
    after: GameState


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile in a train, and the entry that laid it."""

    seq: int
    link: Link


Ledger = Mapping[TrainName, tuple[Lying, ...]]
"""What lies in each train of the round, hub outward, by the names that the log uses."""


class GameLog:
    """Keeps the log and the game that follows from it. Nothing is erased: what was wrong is amended."""

    def __init__(self) -> None:
        self._recorded: list[Recorded] = []
        self._told: list[Told] = []
        self._ledger: Ledger = {}
        self._notes: dict[int, Note] = {}
        self._persons: set[int] = set()

    @classmethod
    def after(cls, known: Sequence[Told]) -> Self:
        """A log that has told what is known; it keeps no entries and is there to judge what follows."""
        log = cls()
        log._told = list(known)
        for each in known:
            log._notes[each.seq] = each.note
            log._ledger = entered(log._ledger, each.seq, each.event)
        return log

    def tell(self, seq: int, event: Event, note: Note) -> None:
        """Judge an event that holds at an entry's place."""
        self._notes[seq] = note
        self._judge(seq, event)

    @property
    def game(self) -> GameState:
        """The game as it stands."""
        return self._told[-1].after if self._told else NO_GAME

    @property
    def told(self) -> tuple[Told, ...]:
        """The events that hold, in the order they happened."""
        return tuple(self._told)

    @property
    def recorded(self) -> tuple[Recorded, ...]:
        """All entries in the order they were written."""
        return tuple(self._recorded)

    @property
    def ledger(self) -> Ledger:
        """Which entry laid which tile of the round under way."""
        return self._ledger

    def add(self, event: Event, note: Note) -> Recorded:
        """Write down what happened."""
        entry = self._write(event, note)
        self._judge(entry.seq, event)
        return entry

    def amend(self, amendments: Iterable[Amendment], note: Note, *, is_reread: bool = False) -> None:
        """Mend the log; everything after the first mended place is judged anew.

        is_reread: tiles were read anew, so that doubt and confidence are the note's from now on.
        """
        for each in amendments:
            seq = self._write(each, note).seq
            if is_reread and isinstance(each, Corrected):
                known = self._notes[each.seq]
                self._notes[each.seq] = replace(known, doubtful=note.doubtful, confidence=note.confidence)
            self._notes[seq] = note
        self._told, self._ledger = [], {}
        for seq, event in resolve([each.entry for each in self._recorded]):
            self._judge(seq, event)

    def resume(self, kept: Iterable[tuple[Entry, Note]]) -> None:
        """Go on with a log that was kept."""
        for entry, note in kept:
            self._write(entry, note)
            if isinstance(entry, Corrected):
                known = self._notes[entry.seq]
                self._notes[entry.seq] = replace(known, doubtful=note.doubtful)
        self.amend((), Note(0.0, 0.0))

    def hear(self, entry: Entry, note: Note) -> None:
        """Write down what a person says."""
        if isinstance(entry, Retracted | Corrected | Inserted):
            self.amend([entry], note, is_reread=True)
        else:
            self.add(entry, note)

    def is_persons(self, seq: int) -> bool:
        """Whether what holds at an entry's place is a person's word: nobody else mends it then."""
        return seq in self._persons

    def holds(self, seq: int) -> bool:
        """Whether an entry has a place in the game still."""
        return any(each.seq == seq for each in self._told)

    def supposing(self, corrections: Mapping[int, Event]) -> tuple[Told, ...]:
        """What the log would tell if some entries were really others; EventError where that cannot be."""
        first = next((at for at, each in enumerate(self._told) if each.seq in corrections), len(self._told))
        other = GameLog()
        other._notes = self._notes
        other._told = self._told[:first]
        for each in other._told:
            other._ledger = entered(other._ledger, each.seq, each.event)
        for each in self._told[first:]:
            other._judge(each.seq, corrections.get(each.seq, each.event))
        return other.told

    def event(self, seq: int) -> Event:
        """The event that holds at an entry's place."""
        return next(each.event for each in self._told if each.seq == seq)

    def note(self, seq: int) -> Note:
        """What is known about an entry now."""
        return self._notes[seq]

    def _write(self, entry: Entry, note: Note) -> Recorded:
        recorded = Recorded(len(self._recorded) + 1, entry, note)
        self._recorded.append(recorded)
        self._notes[recorded.seq] = note
        if note.source is Source.PERSON:
            self._note_person(recorded)
        return recorded

    def _note_person(self, recorded: Recorded) -> None:
        self._persons.add(recorded.seq)
        match recorded.entry:
            case Corrected(seq, _):
                self._persons.add(seq)
            case Retracted(seq) if isinstance(undone := self._recorded[seq - 1].entry, Corrected):
                self._persons.discard(undone.seq)
            case _:
                pass

    def _judge(self, seq: int, event: Event) -> None:
        before = self.game
        after, problems = judge(before, event)
        note = self._notes[seq]
        if note.is_quiet:
            problems = ()
        elif note.doubtful or self._rests_on_doubt(event):
            # The question has to be answered before anybody is blamed.
            problems = tuple(map(_waiting, problems))
        self._told.append(Told(seq, event, note, problems, before, after))
        self._ledger = entered(self._ledger, seq, event)

    def _rests_on_doubt(self, event: Event) -> bool:
        """Whether what is said of the event rests on a reading in doubt or on a hand that nobody saw."""
        match event:
            case TilePlaced():
                tail = self._ledger.get(event.train, ())[-1:]
                return any(self._notes[each.seq].doubtful for each in tail)
            case MarkerTaken(train):
                return self._may_have_been_released(train)
            case _:
                return False

    def _may_have_been_released(self, train: TrainName) -> bool:
        """Whether the owner may have played on the train since its marker was put there."""
        for each in reversed(self._told):
            match each.event:
                case MarkerPlaced(where) if where == train:
                    return False
                case TilePlaced(_, where, by) if where == train and by is None:
                    return True
                case RoundStarted():
                    return False
                case _:
                    pass
        return False


def _waiting(found: Problem) -> Problem:
    grave = found.severity in (Severity.ERROR, Severity.WARNING)
    return replace(found, severity=Severity.NOTICE) if grave else found


def entered(ledger: Ledger, seq: int, event: Event) -> Ledger:
    """The ledger after an event."""
    match event:
        case RoundStarted():
            return {}
        case TilePlaced(link, train, _, is_branch) if not is_branch:
            return {**ledger, train: (*ledger.get(train, ()), Lying(seq, link))}
        case TakenBack(tile, train):
            return _without(ledger, train, Link(tile.low, tile.high))
        case Moved(link, origin, train):
            left = _without(ledger, origin, link)
            return {**left, train: (*left.get(train, ()), Lying(seq, link))}
        case Replaced(old, link, train):
            at = _place(ledger, train, Link(old.low, old.high))
            lying = ledger.get(train, ())
            return (
                ledger if at is None else {**ledger, train: (*lying[:at], Lying(seq, link), *lying[at + 1 :])}
            )
        case _:
            return ledger


def _place(ledger: Ledger, train: TrainName, link: Link) -> int | None:
    places = [at for at, each in enumerate(ledger.get(train, ())) if each.link.is_same_tile(link)]
    return places[-1] if places else None


def _without(ledger: Ledger, train: TrainName, link: Link) -> Ledger:
    at, lying = _place(ledger, train, link), ledger.get(train, ())
    return ledger if at is None else {**ledger, train: (*lying[:at], *lying[at + 1 :])}
