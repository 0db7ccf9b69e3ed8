"""A photo drawn by hand whose truth is known: tiles as coloured boxes with round pips, on a green table."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from plain_sets import GREEN, RED, small_recipe

from scenegen.generate import generate
from scenegen.truth import PhotoTruth, Quad, ThingTruth, TileTruth

Image = NDArray[np.uint8]

# Where up to nine pips lie, in shares of an end.
SPOTS = [(x, y) for y in (0.2, 0.5, 0.8) for x in (0.2, 0.5, 0.8)]


@dataclass(frozen=True, slots=True)
class HandTile:
    """A tile by the middle of its outer side at end a, the vector to the other outer side, and its ends."""

    start: tuple[float, float]
    along: tuple[float, float]
    ends: tuple[int, int]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel at share x along the tile (0..2, end a first) and share y across it (0..1)."""
        (u, v), (sx, sy) = self.along, self.start
        return sx + u * x / 2 - v * (y - 0.5) / 2, sy + v * x / 2 + u * (y - 0.5) / 2

    @property
    def corners(self) -> Quad:
        """Clockwise from the lower corner of end a, seen with end a at the left."""
        return (self.at(0, 1), self.at(0, 0), self.at(2, 0), self.at(2, 1))


def draw(image: Image, tile: HandTile) -> None:
    cv2.fillConvexPoly(image, np.round(tile.corners).astype(np.int32), RED)
    for end, value in enumerate(tile.ends):
        for x, y in SPOTS[:value]:
            px, py = tile.at(end + x, y)
            cv2.circle(image, (round(px), round(py)), 4, (0, 0, 0), -1)


def hand_made(*tiles: HandTile, things: tuple[ThingTruth, ...] = ()) -> tuple[bytes, PhotoTruth]:
    """A photo of 400 × 300 px, losslessly compressed, and its truth."""
    image = np.full((300, 400, 3), GREEN, np.uint8)
    for tile in tiles:
        draw(image, tile)
    _, data = cv2.imencode(".png", image)
    truths = tuple(TileTruth(*tile.ends, tile.corners, (1.0, 1.0)) for tile in tiles)
    return data.tobytes(), PhotoTruth("hand.png", 400, 300, truths, things)


def small_set(folder: Path, **changes: object) -> Path:
    """A finished rendered set of a few small photos."""
    generate(small_recipe(**changes), folder, commit="abc", workers=1)
    return folder
