"""One picture of everything that was read wrong, missed or invented."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.photo_labels import Point
from training.scoring import PhotoScore

Picture = NDArray[np.uint8]

CELL_W, CELL_H, CAPTION_H = 120, 200, 54
"""A tile is 1 : 2; a cell shows it with a fifth of its length around it."""

_COLUMNS = 10
_NAME_LETTERS = 15
_MARGIN = 1.3


@dataclass(frozen=True, slots=True)
class Failure:
    """A tile that went wrong: where it lies and short lines that say how."""

    end_a: Point
    end_b: Point
    length: float
    caption: tuple[str, ...]


def failures(score: PhotoScore) -> Iterator[Failure]:
    """Whatever in a photo was read wrong, missed or invented."""
    for pair in score.pairs:
        if pair.good_ends < 2:
            how = (f"is {pair.truth}", f"read {pair.read} {pair.read.confidence:.2f}")
            yield Failure(pair.truth.end_a, pair.truth.end_b, pair.truth.length, how)
    for tile in score.missed:
        yield Failure(tile.end_a, tile.end_b, tile.length, (f"is {tile}", "missed"))
    for read in score.extra:
        how = ("is none", f"read {read} {read.confidence:.2f}")
        yield Failure(read.end_a, read.end_b, read.longest_side, how)


def failing_page(
    scores: Iterable[PhotoScore], photo_of: Callable[[PhotoScore], Picture], *, most: int = 200
) -> Picture | None:
    """Lay all failures out on one page, end a on top; None when there is none."""
    cells: list[Picture] = []
    for score in scores:
        wrong = list(failures(score))[: most - len(cells)]
        if wrong:
            photo = photo_of(score)
            cells.extend(_cell(photo, failure, Path(score.label.file).stem) for failure in wrong)
    return _page(cells) if cells else None


def _cell(photo: Picture, failure: Failure, name: str) -> Picture:
    a, b = np.array(failure.end_a), np.array(failure.end_b)
    down = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
    across = np.array([down[1], -down[0]])
    pixel = failure.length * _MARGIN / CELL_H
    # Maps a cell's pixels to the photo's: the middle of the tile comes to the middle of the cell.
    turn = np.column_stack([across * pixel, down * pixel])
    shift = (a + b) / 2 - turn @ np.array([CELL_W / 2, CELL_H / 2])
    warp = np.column_stack([turn, shift])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(photo, warp, (CELL_W, CELL_H), flags=flags, borderValue=(64, 64, 64))
    caption = np.full((CAPTION_H, CELL_W, 3), 255, np.uint8)
    lines = (*failure.caption, name[-_NAME_LETTERS:])
    for line, text in enumerate(lines, start=1):
        at = (4, line * CAPTION_H // len(lines) - 4)
        cv2.putText(caption, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return np.vstack([crop, caption]).astype(np.uint8)


def _page(cells: Sequence[Picture]) -> Picture:
    framed = [np.pad(cell, ((2, 2), (2, 2), (0, 0)), constant_values=255) for cell in cells]
    framed += [np.full_like(framed[0], 255)] * (-len(cells) % _COLUMNS)
    rows = [np.hstack(framed[start : start + _COLUMNS]) for start in range(0, len(framed), _COLUMNS)]
    return np.vstack(rows).astype(np.uint8)
