"""Readers against labelled photos: as they were taken, smaller, and turned."""

import json
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from training.photo_labels import PhotoLabel
from training.scoring import PhotoScore, PredictedTile, Tally, score_photo, total
from vision.decode import PhotoError, decode_photo
from vision.readings import PhotoReading

PhotoBytes = Callable[[PhotoLabel], bytes]
Step = Callable[[PhotoLabel], None]


class Reader(Protocol):
    """Whatever finds and reads the tiles of a photo."""

    def read(self, bgr: NDArray[np.uint8], *, set_size: int | None = None) -> PhotoReading:
        """Read all tiles; without a set size the photo decides which set it shows."""


class EvaluationError(ValueError):
    """A labelled photo cannot be read or is not the one that was labelled."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What is done to a photo before it is read: made `scale` times as large, turned clockwise."""

    scale: float = 1.0
    turn_deg: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1 or self.turn_deg % 90:
            raise ValueError(
                f"expected a scale of 0..1 and a turn by a multiple of 90°, "
                f"got {self.scale:g} and {self.turn_deg}°"
            )

    def __str__(self) -> str:
        size = "full size" if self.scale == 1 else f"{self.scale:g} of the size"
        return f"{size}, turned {self.turn_deg}°" if self.turn_deg else size

    def label(self, label: PhotoLabel) -> PhotoLabel:
        """The label under this condition."""
        return label.scaled(self.scale).turned(self.turn_deg // 90)

    def picture(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The photo under this condition."""
        if self.scale != 1:
            height, width = bgr.shape[:2]
            size = max(1, round(width * self.scale)), max(1, round(height * self.scale))
            bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
        return np.ascontiguousarray(np.rot90(bgr, -(self.turn_deg // 90)))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One reader under one condition; seconds per photo include decoding, in the order of scores."""

    condition: Condition
    scores: tuple[PhotoScore, ...]
    predictions: tuple[tuple[PredictedTile, ...], ...]
    seconds: tuple[float, ...]

    @property
    def tally(self) -> Tally:
        """All photos together."""
        return total(self.scores)

    @property
    def readings(self) -> tuple[tuple[float, bool], ...]:
        """(confidence, right) of every prediction that counts."""
        return tuple(reading for score in self.scores for reading in score.readings)


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds per photo: the middle one and the slowest of so many."""

    median_s: float
    slowest_s: float
    photos: int


def conditions(scales: Iterable[float], turns_deg: Iterable[int]) -> tuple[Condition, ...]:
    """Each scale without a turn and each turn at full size, the photo as it is first."""
    wanted = [
        Condition(),
        *(Condition(scale=scale) for scale in scales),
        *(Condition(turn_deg=turn % 360) for turn in turns_deg),
    ]
    return tuple(dict.fromkeys(wanted))


def evaluate(
    reader: Reader,
    labels: Sequence[PhotoLabel],
    photo_bytes: PhotoBytes,
    condition: Condition,
    *,
    on_photo: Step = lambda _: None,
) -> Evaluation:
    """Read every labelled photo and score it. The reader is not told which set a photo shows."""
    scores, predictions, seconds = [], [], []
    if labels:
        # The first reading of a process pays for set-up that no later one pays.
        _read(reader, labels[0], photo_bytes(labels[0]), condition)
    for photo in labels:
        on_photo(photo)
        tiles, took_s = _read(reader, photo, photo_bytes(photo), condition)
        scores.append(score_photo(condition.label(photo), tiles))
        predictions.append(tiles)
        seconds.append(took_s)
    return Evaluation(condition, tuple(scores), tuple(predictions), tuple(seconds))


def _read(
    reader: Reader, photo: PhotoLabel, data: bytes, condition: Condition
) -> tuple[tuple[PredictedTile, ...], float]:
    start = time.perf_counter()
    try:
        bgr = decode_photo(data)
    except PhotoError as error:
        raise EvaluationError(f"{photo.file}: {error}") from error
    decoded_s = time.perf_counter() - start
    if bgr.shape[1::-1] != photo.size:
        raise EvaluationError(
            f"{photo.file}: expected {photo.size[0]} × {photo.size[1]} px as labelled, "
            f"got {bgr.shape[1]} × {bgr.shape[0]} px"
        )
    picture = condition.picture(bgr)
    start = time.perf_counter()
    reading = reader.read(picture)
    return predicted_tiles(reading), decoded_s + time.perf_counter() - start


def predicted_tiles(reading: PhotoReading) -> tuple[PredictedTile, ...]:
    """What a reader says, in the form that is scored."""
    return tuple(
        PredictedTile(
            tile.a,
            tile.b,
            tile.confidence,
            tuple((float(x), float(y)) for x, y in tile.reading.corners_px),
        )
        for tile in reading.tiles
    )


def speed(evaluation: Evaluation, *, min_pixels: int = 0, max_tiles: int | None = None) -> Speed | None:
    """Seconds per photo over the photos that are large enough and show few enough tiles."""
    seconds = [
        took_s
        for score, took_s in zip(evaluation.scores, evaluation.seconds, strict=True)
        if score.label.size[0] * score.label.size[1] >= min_pixels
        and (max_tiles is None or len(score.label.tiles) <= max_tiles)
    ]
    return Speed(statistics.median(seconds), max(seconds), len(seconds)) if seconds else None


def prediction_lines(evaluation: Evaluation) -> str:
    """The predictions as lines of JSON, as `stationmaster count --json` prints them."""
    lines = [
        {
            "file": score.label.file,
            "tiles": [
                {"a": tile.a, "b": tile.b, "confidence": tile.confidence, "corners": tile.corners}
                for tile in tiles
            ],
            "total": sum(tile.a + tile.b for tile in tiles),
        }
        for score, tiles in zip(evaluation.scores, evaluation.predictions, strict=True)
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def read_from(folder: Path) -> PhotoBytes:
    """Fetch labelled photos from a folder; EvaluationError when one is missing."""

    def photo_bytes(label: PhotoLabel) -> bytes:
        try:
            return (folder / label.file).read_bytes()
        except OSError as error:
            raise EvaluationError(
                f"{label.file}: expected this photo in {folder}, {error.strerror}"
            ) from error

    return photo_bytes
