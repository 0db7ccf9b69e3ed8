"""Who laid which tile: from where the hand came, and where people sit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, sqrt

from engine.events import Event, RoundStarted, TilePlaced
from engine.trains import Seat
from server.seatings import Places, Sitting
from server.session_log import GameLog
from vision.seats import apart_deg
from vision.slots import turn_deg

SEEN = 0.6
"""Weight from which the side that a hand came in by tells whose it was."""
SURE = 0.85
"""A hand seen less surely than this does not make its owner break a rule."""
ARM_DEG = 8.0
"""The arms of one person come in from directions that scatter with this standard deviation."""
PLACE_DEG = 14.0
"""So far off the place is from which somebody's arms come, before any was seen."""
PLACE_WEIGHT = 2.0
"""So many arms say as much of where somebody reaches from as the place at the table does."""
FAR_DEG = 40.0
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Arms:
    """From where each seat's arms come in: mean direction in degrees, and how far off one may be."""

    directions: Places
    spreads: Mapping[Seat, float]

    def weights(self, reach_deg: float) -> Mapping[Seat, float]:
        """How likely each seat's arm it is that came in from a direction; they sum to 1."""
        near = {seat: self._density(seat, reach_deg) for seat in self.directions}
        total = sum(near.values())
        return {seat: density / total for seat, density in near.items()}

    def _density(self, seat: Seat, reach_deg: float) -> float:
        spread = self.spreads[seat]
        # Far from everybody no seat is any likelier than another.
        return exp(-((apart_deg(reach_deg, self.directions[seat]) / spread) ** 2) / 2) / spread + 1e-6


def learned(reaches: Places, seen_deg: Sequence[float]) -> Arms:
    """From where people's arms come, as their places tell it and all arms seen do, one cluster a seat."""
    directions = dict(reaches)
    counts = dict.fromkeys(reaches, 0)
    for _ in range(ROUNDS):
        own: dict[Seat, list[float]] = {seat: [] for seat in reaches}
        for each in seen_deg:
            nearest = min(directions, key=lambda seat: apart_deg(each, directions[seat]))
            if apart_deg(each, reaches[nearest]) <= FAR_DEG:
                own[nearest].append(turn_deg(reaches[nearest], each))
        counts = {seat: len(turns) for seat, turns in own.items()}
        directions = {
            seat: (reaches[seat] + sum(turns) / (PLACE_WEIGHT + len(turns))) % 360
            for seat, turns in own.items()
        }
    spreads = {seat: hypot(ARM_DEG, PLACE_DEG / sqrt(1 + count)) for seat, count in counts.items()}
    return Arms(directions, spreads)


def mover_seen(reach_deg: float | None, arms: Arms | None) -> tuple[Seat, float] | None:
    """Whose hand it was, and how surely."""
    if reach_deg is None or arms is None:
        return None
    seat, weight = max(arms.weights(reach_deg).items(), key=lambda each: each[1])
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

    def arms(self, sitting: Sitting | None) -> Arms | None:
        """From where arms come if people sit so, by all that were seen."""
        return None if sitting is None else learned(sitting.reaches, tuple(self._reaches.values()))

    def is_doubtful(self, seq: int, arms: Arms | None) -> bool:
        """Whether the hand of entry `seq` may have been another one's."""
        seen = mover_seen(self._reaches.get(seq), arms)
        return seen is not None and seen[1] < SURE and seq not in self._unsure

    def corrections(self, sitting: Sitting | None) -> Mapping[int, Event]:
        """The tiles laid in this round with who laid them, if people sit so."""
        arms = self.arms(sitting)
        found: dict[int, Event] = {}
        for told in reversed(self._log.told):
            if isinstance(told.event, RoundStarted):
                break
            if (
                isinstance(told.event, TilePlaced)
                and told.seq in self._reaches
                and not self._log.is_persons(told.seq)
            ):
                seen = None if told.seq in self._unsure else mover_seen(self._reaches[told.seq], arms)
                found[told.seq] = replace(told.event, by=None if seen is None else seen[0])
        return found
