"""Who sits where: seats spread evenly around the hub, and what trains' headings say about their number.

Headings are degrees clockwise from x as the picture shows it from above: 90 is the bottom, 180 the left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from engine.observation import Seat

BOTTOM_DEG = 90.0
FEWEST, MOST = 2, 12
_SPREAD_DEG = 22.0
"""Arms come in so far beside the middle of their seat's sector, however many seats there are."""


@dataclass(frozen=True, slots=True)
class Sector:
    """Whose part of the table a heading lies in.

    margin_deg: how far it is from the next sector's edge; 0 on the line between two.
    """

    seat: int
    margin_deg: float


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats clockwise as the picture shows them, the first one at the bottom.

    headings_deg: from the hub to the middle of each seat's sector.
    """

    names: tuple[Seat, ...]
    headings_deg: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.names) != len(self.headings_deg) or not FEWEST <= len(self.names) <= MOST:
            raise ValueError(
                f"seating needs {FEWEST} to {MOST} seats with a heading each, "
                f"got {len(self.names)} and {len(self.headings_deg)}"
            )
        if len(set(self.names)) != len(self.names):
            raise ValueError(f"every seat needs a name of its own, got {', '.join(self.names)}")

    @classmethod
    def even(cls, names: Sequence[Seat], first_deg: float = BOTTOM_DEG) -> "Seating":
        """Seats spread evenly, clockwise from the first one."""
        step = 360 / max(len(names), 1)
        return cls(tuple(names), tuple((first_deg + at * step) % 360 for at in range(len(names))))

    def sector_of(self, heading_deg: float) -> Sector:
        """The seat whose sector a heading lies in, and how clearly."""
        apart = sorted((apart_deg(heading_deg, each), at) for at, each in enumerate(self.headings_deg))
        (nearest, seat), (second, _) = apart[:2]
        return Sector(seat, (second - nearest) / 2)

    def seat_of(self, heading_deg: float) -> Seat:
        """The name of the seat whose sector a heading lies in."""
        return self.names[self.sector_of(heading_deg).seat]

    def weights(self, heading_deg: float) -> tuple[float, ...]:
        """How likely each seat is the one at a heading; they sum to 1."""
        near = [exp(-((apart_deg(heading_deg, each) / _SPREAD_DEG) ** 2) / 2) for each in self.headings_deg]
        return tuple(each / sum(near) for each in near)


def apart_deg(a_deg: float, b_deg: float) -> float:
    """The angle between two headings, 0 to 180."""
    return abs((a_deg - b_deg + 180) % 360 - 180)
