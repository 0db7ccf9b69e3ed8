"""Who laid which tile: from where the hand came, and where people sit."""

from collections.abc import Mapping
from dataclasses import replace

from engine.events import Event, RoundStarted, TilePlaced
from engine.trains import Seat
from server.seatings import Places
from server.session_log import GameLog
from vision.seats import Seating

SEEN = 0.6
"""Weight from which the side that a hand came in by tells whose it was."""
SURE = 0.85
"""A hand seen less surely than this does not make its owner break a rule."""


def mover_seen(reach_deg: float | None, places: Places | None) -> tuple[Seat, float] | None:
    """Whose hand it was, and how surely."""
    if reach_deg is None or places is None:
        return None
    weights = Seating(tuple(places), tuple(places.values())).weights(reach_deg)
    seat, weight = max(zip(places, weights, strict=True), key=lambda each: each[1])
    return (seat, weight) if weight >= SEEN else None


class Movers:
    """Remembers from where the hand came for every tile laid, as people's places become clearer."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._reaches: dict[int, float] = {}
        self._unsure: set[int] = set()

    def remember(self, seq: int, reach_deg: float | None) -> None:
        """Entry `seq` laid a tile with a hand that came from there."""
        if reach_deg is not None:
            self._reaches[seq] = reach_deg

    def doubt(self, seq: int) -> None:
        """Rather nobody is named for entry `seq` than somebody who would have broken a rule."""
        self._unsure.add(seq)

    def is_doubtful(self, seq: int, places: Places | None) -> bool:
        """Whether the hand of entry `seq` may have been another one's."""
        seen = mover_seen(self._reaches.get(seq), places)
        return seen is not None and seen[1] < SURE and seq not in self._unsure

    def corrections(self, places: Places | None) -> Mapping[int, Event]:
        """The tiles laid in this round with who laid them, if people sit so."""
        found: dict[int, Event] = {}
        for told in reversed(self._log.told):
            if isinstance(told.event, RoundStarted):
                break
            if isinstance(told.event, TilePlaced) and told.seq in self._reaches:
                seen = None if told.seq in self._unsure else mover_seen(self._reaches[told.seq], places)
                found[told.seq] = replace(told.event, by=None if seen is None else seen[0])
        return found
