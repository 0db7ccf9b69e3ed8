"""What `Undo` takes back: what a person did last, or what the camera told last, whichever came later."""

from collections.abc import Iterator, Sequence

from engine.events import GameStarted, RoundStarted, TrainAssigned
from engine.log import Corrected, Entry, Retracted
from server.dashboard.store_values import Stored
from server.session_log import Source

Standing = tuple[Stored, Entry]


def done_last(entries: Sequence[Stored], parsed: Sequence[Entry]) -> list[int]:
    """The numbers of the entries to take back, the latest first; none where nothing is left.

    What a person did with one tap goes together. Of what the camera told, one event goes at a time: at a
    look it may tell of several that have nothing to do with each other.
    """
    last: list[Standing] = []
    for each in _standing(entries, parsed):
        if last and not _goes_along(each, last[-1]):
            break
        if last or _is_noticed(each):
            last.append(each)
    return [stored.seq for stored, _ in last]


def _standing(entries: Sequence[Stored], parsed: Sequence[Entry]) -> Iterator[Standing]:
    """The entries that do something still, the latest first."""
    gone: set[int] = set()
    for stored, entry in zip(reversed(entries), reversed(parsed), strict=True):
        if stored.seq in gone:
            continue
        match entry:
            case Retracted(seq):
                gone.add(seq)
            case GameStarted():
                pass
            case Corrected(seq) if seq in gone:
                pass
            case _:
                yield stored, entry


def _is_noticed(each: Standing) -> bool:
    """Whether people would call it something that happened.

    The camera names owners, and changes its mind about them and about readings, without a word: whoever
    taps Undo does not mean that.
    """
    stored, entry = each
    return stored.draft.source is Source.PERSON or not isinstance(entry, Corrected | TrainAssigned)


def _goes_along(each: Standing, later: Standing) -> bool:
    """Whether an entry is part of what the next one did."""
    stored, entry = each
    if stored.at != later[0].at or (stored.draft.source is Source.PERSON) != (
        later[0].draft.source is Source.PERSON
    ):
        return False
    # A camera's train and round begin with the tile that begins them, and mean nothing without it.
    return stored.draft.source is Source.PERSON or isinstance(entry, TrainAssigned | RoundStarted)
