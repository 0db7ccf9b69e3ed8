"""Tiles as they lie in trains, while the trains are being found."""

from dataclasses import dataclass, field

from engine.observation import Joint
from vision.chains_joints import Way
from vision.chains_tiles import Port

FIRST = -1
"""Stands for the hub where the tile before is asked for."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How a tile may lie in a train, what that costs, and the gap before it in mm."""

    way: Way
    cost: float
    gap_mm: float


@dataclass(slots=True)
class Node:
    """A tile in a train. `ways` holds the possible placings; `chosen` the one that the next tile told.

    before: row of the tile before, FIRST at the hub. leaving: the port by which the train left that tile.
    """

    place: int
    before: int
    leaving: int
    ways: list[Placing]
    joint: Joint
    after: int | None = None
    chosen: int | None = None

    @property
    def placing(self) -> Placing:
        """How it lies, as far as is known."""
        return self.ways[self.chosen] if self.chosen is not None else min(self.ways, key=lambda w: w.cost)


@dataclass(frozen=True, slots=True, order=True)
class Option:
    """A tile that might be next. Orders by cost, then by places, so that equal input gives equal trains."""

    cost: float
    place: int
    entry: Port
    before: int
    leaving: int
    way_of_before: int = 0
    gap_mm: float = field(default=0.0, compare=False)

    @property
    def placing(self) -> Placing:
        """How the tile would lie."""
        return Placing(Way(self.entry), self.cost, self.gap_mm)
