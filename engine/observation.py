"""What a still look at the table shows: values only, no pixels, no clock.

None always means "could not be seen", never "is not there".
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import Tile
from engine.trains import Link, Seat

# Whoever writes observations needs Link, Seat and Tile besides, and nothing else of the engine.
__all__ = [
    "Candidate",
    "Face",
    "Joint",
    "Link",
    "LooseCandidate",
    "Observation",
    "Pose",
    "Seat",
    "SeenTile",
    "SeenTrain",
    "Tile",
]


class Pose(StrEnum):
    """How a tile lies to its train."""

    INLINE = "inline"
    CROSSWISE = "crosswise"


class Face(StrEnum):
    """Which side of a tile is up."""

    UP = "up"
    BACK = "back"


class Joint(StrEnum):
    """Where a tile touches its train."""

    TAIL = "tail"
    SIDE = "side"
    DETACHED = "detached"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to read a tile in a train, hub-side end first, and how likely it is (0..1)."""

    link: Link
    weight: float


@dataclass(frozen=True, slots=True)
class LooseCandidate:
    """One way to read a tile that lies in no train."""

    tile: Tile
    weight: float


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile in a train. Without candidates it is face down, unreadable or covered."""

    candidates: tuple[Candidate, ...]
    """Likeliest first."""
    pose: Pose | None = None
    face: Face = Face.UP
    joint: Joint = Joint.TAIL
    is_visible: bool = True


@dataclass(frozen=True, slots=True)
class SeenTrain:
    """The train in a slot, from the hub outward."""

    slot: int
    tiles: tuple[SeenTile, ...]
    marker: bool | None = None
    is_tail_visible: bool = True
    """Whether it can be seen that nothing follows the last of `tiles`."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One settled look at the table. A slot that is not listed could not be seen."""

    trains: tuple[SeenTrain, ...]
    engine: tuple[LooseCandidate, ...] | None = None
    loose: tuple[tuple[LooseCandidate, ...], ...] = ()
    """Face-up tiles that touch no train, outside the hand zones."""
    hands: tuple[tuple[Seat, int], ...] = ()
    """Tiles counted in hand zones, for the seats where they could be counted."""
    boneyard: int | None = None
    reached_from: tuple[tuple[Seat, float], ...] = ()
    """From whose edge the hand came in that made the latest change: weights by seat."""
