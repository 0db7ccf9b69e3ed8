"""What was read from one tile, and what a whole photo came to."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile

UNREADABLE = 19
"""Index of the class for an end that shows no countable value; 0..18 are pips."""
CLASSES = 20


@dataclass(frozen=True, slots=True, eq=False)
class TileReading:
    """One face-up tile as the pip model saw it, before the rules of the set are applied.

    corners_px: (4, 2) float32, clockwise from the end nearest top-left; corners 0 and 1
        bound end a, corners 2 and 3 end b.
    probs: (2, 20) float32, a row per end (a, b): 0..18 pips and UNREADABLE; rows sum to 1.
    confidence: of the table model that this is a tile at all, 0..1.
    """

    corners_px: NDArray[np.float32]
    probs: NDArray[np.float32]
    confidence: float

    def __post_init__(self) -> None:
        if self.corners_px.shape != (4, 2) or self.probs.shape != (2, CLASSES):
            raise ValueError(
                f"a reading needs (4, 2) corners and (2, {CLASSES}) probabilities, "
                f"got {self.corners_px.shape} and {self.probs.shape}"
            )
        for array in (self.corners_px, self.probs):
            array.setflags(write=False)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoTile:
    """A tile of a photo with its value decided: end a is the one nearest top-left."""

    reading: TileReading
    a: int
    b: int
    confidence: float
    doubtful: bool
    rivals: tuple[Tile, ...]

    @property
    def tile(self) -> Tile:
        """The tile as an unordered pair."""
        return Tile.of(self.a, self.b)


class NoteKind(StrEnum):
    """What may be wrong with a photo."""

    BLURRED = "blurred"
    TOO_FAR = "too_far"
    GLARE = "glare"
    CUT_OFF = "cut_off"
    NO_TILE = "no_tile"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on a photo's quality; `text` is a whole sentence with its figures."""

    kind: NoteKind
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """Everything read from one photo.

    set_size: the set (6, 9, 12, 15 or 18) under whose rule the tiles were decided.
    """

    tiles: tuple[PhotoTile, ...]
    notes: tuple[Note, ...]
    set_size: int
