"""Photo readings written as text, and a reader that hands them out."""

import re

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.readings import CLASSES, Note, NoteKind, PhotoReading, PhotoTile, TileReading


def tile_at(text: str, left: float = 10, top: float = 10, length_px: float = 100) -> PhotoTile:
    """Make an upright tile, twice as long as wide: `9-4`, or doubtful with its rivals `6-9?9-9,6-6`."""
    match = re.fullmatch(r"(\d+)-(\d+)(\?([\d,-]*))?", text)
    assert match is not None, text
    a, b = int(match[1]), int(match[2])
    width = length_px / 2
    box = [(left, top), (left + width, top), (left + width, top + length_px), (left, top + length_px)]
    probs = np.zeros((2, CLASSES), np.float32)
    probs[0, a] = probs[1, b] = 1
    rivals = [rival.split("-") for rival in (match[4] or "").split(",") if rival]
    return PhotoTile(
        reading=TileReading(np.array(box, np.float32), probs, 0.99),
        a=a,
        b=b,
        confidence=0.5 if match[3] else 0.98,
        doubtful=bool(match[3]),
        rivals=tuple(Tile.of(int(low), int(high)) for low, high in rivals),
    )


def photo_reading(text: str, *, set_size: int = 12, notes: tuple[Note, ...] = ()) -> PhotoReading:
    """Make a reading of tiles side by side: `9-4 0-0 6-9?9-9`; an empty text is a photo without tiles."""
    tiles = tuple(tile_at(word, left=10 + 60 * place) for place, word in enumerate(text.split()))
    return PhotoReading(
        tiles, notes if tiles else (*notes, Note(NoteKind.NO_TILE, "No tile found.")), set_size
    )


class FakeReader:
    """Hands out one reading after the other and remembers what it was asked."""

    def __init__(self, *readings: PhotoReading) -> None:
        self.asked: list[tuple[tuple[int, ...], int | None]] = []
        self._readings = list(readings)

    def read(self, bgr: NDArray[np.uint8], *, set_size: int | None = None) -> PhotoReading:
        """Take the next reading, the last one again and again."""
        self.asked.append((bgr.shape, set_size))
        return self._readings.pop(0) if len(self._readings) > 1 else self._readings[0]
