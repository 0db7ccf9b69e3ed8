"""Reads one photo: finds the tiles, straightens them, reads their ends, and decides them together."""

from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.assign import Decision, assign, infer_set_size
from vision.geometry import Pyramid
from vision.model_files import MODELS, check_models, weights_dir
from vision.quality import photo_notes
from vision.readings import PhotoReading, PhotoTile, TileReading
from vision.runtime import OpenVinoModel
from vision.tile_reader import Models, read_found
from vision.windows import find_all

Image = NDArray[np.uint8]
Quads = NDArray[np.float32]

DOUBTFUL_BELOW = 0.85
"""A tile whose confidence is lower is marked for a person to look at."""


def read_tiles(models: Models, picture: Pyramid) -> tuple[TileReading, ...]:
    """All face-up tiles of a picture with their probabilities, before the rules of the set are applied."""
    return read_found(models, picture, find_all(models.table, picture))[0]


def _decided(reading: TileReading, decision: Decision) -> PhotoTile:
    doubtful = decision.confidence < DOUBTFUL_BELOW
    return PhotoTile(reading, decision.a, decision.b, decision.confidence, doubtful, decision.rivals)


class PhotoReader:
    """Reads photos with the shipped models; loading takes a moment, so keep one for many photos."""

    def __init__(self, models: Models) -> None:
        self._models = models

    @classmethod
    def load(cls, weights: Path | None = None, *, threads: int = 2) -> Self:
        """Load the models from a folder, or the shipped ones."""
        folder = weights or weights_dir()
        check_models(folder)
        table, corners, pips = (OpenVinoModel(folder / f"{name}.onnx", threads) for name in MODELS)
        return cls(Models(table, corners, pips))

    def read(self, bgr: Image, *, set_size: int | None = None) -> PhotoReading:
        """Read an upright (h, w, 3) uint8 BGR photo. set_size: the set's highest value; None infers it."""
        picture = Pyramid(bgr)
        readings = read_tiles(self._models, picture)
        size = set_size or infer_set_size(readings)
        decisions = assign(readings, size)
        tiles = tuple(_decided(r, d) for r, d in zip(readings, decisions, strict=True))
        return PhotoReading(tiles, photo_notes(picture, readings), size)
