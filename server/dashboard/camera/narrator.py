"""The narrator: a camera's session for a game, in step with the game's desk."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.event_notation import parse_entry
from engine.events import (
    Event,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    TakenBack,
    TilePlaced,
)
from engine.log import Corrected, Entry, Inserted, Retracted
from engine.state import RoundState
from engine.trains import Seat
from server.dashboard.camera.slots import SlotMap
from server.dashboard.desk import GameDesk
from server.dashboard.store_values import Draft, Stored
from server.seatings import Places
from server.session import Session
from server.session_log import Note, Recorded
from server.session_rounds import TableSetup
from server.session_stories import named_by_slot
from vision.survey import Seen

Asked = Callable[["Narrator"], tuple[Draft, ...]]


class Narrator:
    """Turns looks into drafts of entries; knows each entry of the game's log, people's too."""

    def __init__(self, desk: GameDesk, seats: Sequence[Seat], *, nobody_watched: bool = True) -> None:
        self.seats = tuple(seats)
        setup = TableSetup(desk.game.rules, self.seats, is_set_known=True, is_begun=True)
        self._session = Session(setup)
        kept = [(entry, _note(stored)) for stored, entry in zip(desk.entries, desk.parsed, strict=True)]
        self._session.resume(kept, nobody_watched=nobody_watched)
        self._slots = SlotMap()

    def anew(self, desk: GameDesk) -> "Narrator":
        """One that knows what the desk knows: what this one told was not kept."""
        return Narrator(desk, self.seats, nobody_watched=False)

    @property
    def round(self) -> RoundState | None:
        """The round under way."""
        return self._session.round

    @property
    def places(self) -> Places | None:
        """In which direction from the hub each seat is, as far as that is known."""
        return self._session.places

    def look(self, seen: Seen) -> tuple[Draft, ...]:
        """What a look tells; all looks are those of one watcher."""
        return self._drafts(self._session.look(self._slots.over(seen, self.round)))

    def wait(self, at_s: float) -> tuple[Draft, ...]:
        """What may be believed by now."""
        return self._drafts(self._session.wait(at_s))

    def finish(self, at_s: float) -> tuple[Draft, ...]:
        """What is likeliest, as nothing follows."""
        return self._drafts(self._session.finish(at_s))

    def hear(self, said: Sequence[Stored]) -> None:
        """Take entries that a person made."""
        self._session.hear([(parse_entry(each.draft.line), _note(each)) for each in said])

    def named(self, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
        """A person's entries with trains called by their slots, as the camera does."""
        return tuple(replace(each, line=str(self._by_slot(parse_entry(each.line)))) for each in drafts)

    def _by_slot(self, entry: Entry) -> Entry:
        match entry:
            case Corrected(seq, event):
                return Corrected(seq, _named(event, self._state_at(seq)))
            case Inserted(seq, event):
                return Inserted(seq, _named(event, self._state_at(seq)))
            case Retracted():
                return entry
            case _:
                return _named(entry, self.round)

    def _state_at(self, seq: int) -> RoundState | None:
        """The round of an entry: slots are another train's in another round."""
        told = next((each for each in self._session.log.told if each.seq == seq), None)
        return None if told is None else told.after.round or told.before.round

    def _drafts(self, recorded: Sequence[Recorded]) -> tuple[Draft, ...]:
        return tuple(self._draft(each) for each in recorded)

    def _draft(self, recorded: Recorded) -> Draft:
        entry, note = recorded.entry, recorded.note
        # A correction carries the doubt that its entry is left with.
        known = self._session.log.note(entry.seq) if isinstance(entry, Corrected) else note
        return Draft(str(entry), note.source, None, known.doubtful, note.is_quiet)


def _note(stored: Stored) -> Note:
    draft = stored.draft
    return Note(0.0, 0.0, draft.source, draft.doubtful, is_quiet=draft.quiet)


def _named(event: Event, state: RoundState | None) -> Event:
    """The event with its trains called by their slots, where they have one."""
    match event:
        case TilePlaced() | TakenBack() | Moved() | Replaced() | MarkerPlaced() | MarkerTaken():
            return event if state is None else named_by_slot(event, state)
        case _:
            return event


def flagged(desk: GameDesk) -> Iterator[int]:
    """The entries with something gravely wrong, by number."""
    for each in desk.held:
        if any(found.severity.value in ("error", "warning") for found in each.problems):
            yield each.seq
