"""How many play, where nobody has said: from where the trains point.

Every train is a seat's own but for at most one. Seats are called P1, P2, … clockwise as seen, from the one
nearest to the picture's bottom on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.rules import MAX_SEATS, MIN_SEATS
from engine.trains import MEXICAN, Seat, TrainName, own_train
from server.ownership import FULL_TURN_DEG, Begun
from vision.seats import BOTTOM_DEG

GAP_SPREAD = 0.3
"""Gaps between neighbours scatter by this part of an even gap."""
MEXICAN_COST = 1.0


@dataclass(frozen=True, slots=True)
class Guess:
    """Who may sit where: seats clockwise with their directions in degrees, whose each train is, the cost."""

    places: tuple[tuple[Seat, float], ...]
    trains: tuple[tuple[int, TrainName], ...]
    cost: float

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return tuple(seat for seat, _ in self.places)


def guesses(begun: Sequence[Begun]) -> Iterator[Guess]:
    """All ways in which the trains may be the seats' own and the Mexican one."""
    if len(begun) <= MAX_SEATS:
        yield _guess(begun, None)
    for each in begun:
        if len(begun) > MIN_SEATS:
            yield _guess([other for other in begun if other is not each], each)


def _guess(own: Sequence[Begun], mexican: Begun | None) -> Guess:
    clockwise = sorted(own, key=lambda each: _from_bottom(each.heading_deg))
    headings = [each.heading_deg for each in clockwise]
    names = [Seat(f"P{at + 1}") for at in range(max(MIN_SEATS, len(headings)))]
    while len(headings) < len(names):
        # Somebody sits opposite, even if no train says so yet.
        headings.append((headings[0] + 180) % FULL_TURN_DEG if headings else BOTTOM_DEG)
    trains = [(each.slot, own_train(name)) for each, name in zip(clockwise, names, strict=False)]
    if mexican is not None:
        trains.append((mexican.slot, MEXICAN))
    cost = unevenness(headings) + MEXICAN_COST * (mexican is not None)
    return Guess(tuple(zip(names, headings, strict=True)), tuple(trains), cost)


def _from_bottom(heading_deg: float) -> float:
    """How far clockwise from the seat that is nearest to the bottom; a little before it counts as there."""
    nearly_deg = 30.0
    return (heading_deg - BOTTOM_DEG + nearly_deg) % FULL_TURN_DEG


def unevenness(headings_deg: Sequence[float]) -> float:
    """What it costs that people sit spread like this."""
    even_deg = FULL_TURN_DEG / len(headings_deg)
    ordered = sorted(headings_deg)
    gaps = [b - a for a, b in pairwise([*ordered, ordered[0] + FULL_TURN_DEG])]
    return sum(((gap - even_deg) / (GAP_SPREAD * even_deg)) ** 2 for gap in gaps) / 2
