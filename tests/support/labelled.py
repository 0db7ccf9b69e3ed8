"""Labelled photos and predictions written as text."""

import re

from training.photo_labels import IgnoredSpot, LabelledTile, PhotoLabel, Point
from training.scoring import PredictedTile

LENGTH = 100.0
"""Of every tile here; each stands upright, end a on top."""


def _parse(word: str) -> tuple[int, int, float, float]:
    match = re.fullmatch(r"(\d+)-(\d+)@(-?[\d.]+),(-?[\d.]+)", word)
    assert match is not None, word
    return int(match[1]), int(match[2]), float(match[3]), float(match[4])


def label(text: str = "", *, ignored: tuple[Point, ...] = (), source: str = "anna") -> PhotoLabel:
    """Make a photo of 1000 × 800 px with tiles by value and middle: `9-4@100,200 0-0@300,200`."""
    tiles = []
    for word in text.split():
        a, b, x, y = _parse(word)
        tiles.append(LabelledTile(a, b, (x, y), LENGTH, (x, y - LENGTH / 4), (x, y + LENGTH / 4)))
    return PhotoLabel(
        file=f"photos/{source}/hand.jpg",
        source=source,
        set_name="double-12",
        view="topdown",
        size=(1000, 800),
        tiles=tuple(tiles),
        ignored=tuple(IgnoredSpot(at, None) for at in ignored),
    )


def predicted(text: str = "", confidence: float = 0.95) -> tuple[PredictedTile, ...]:
    """Make predictions in the same notation, each as sure as `confidence`."""
    tiles = []
    for word in text.split():
        a, b, x, y = _parse(word)
        left, right, top, bottom = x - LENGTH / 4, x + LENGTH / 4, y - LENGTH / 2, y + LENGTH / 2
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        tiles.append(PredictedTile(a, b, confidence, corners))
    return tuple(tiles)
