"""Reads the tiles that the table model found: straightens them, sorts out what is none, reads their ends."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Refined, refine
from vision.detections import Detections, TableClass
from vision.distinct import distinct
from vision.geometry import Pyramid, needs_swap, side_lengths, swap_ends
from vision.pips import read_ends
from vision.readings import TileReading
from vision.runtime import Model

Quads = NDArray[np.float32]

FACE_LEAST = 0.5
"""A box that the corner model thinks is less likely a face than this is left out."""
_REFINE_ROUNDS = 2
_LEAST_AREA = 0.15
"""Tiles of a set are of one size, and perspective shrinks none of a photo's faces to less than this share."""
_LEAST_SCORE = 0.25
"""Tiles of one set in one light are found alike; on rendered photos this costs 1 tile for 9 false ones."""

_FOUND_AS_OTHERS, _READABLE = 0.5, 0.2
"""What is found half as surely as others and cannot be read either is no tile: on rendered photos this costs
2 tiles, one of them read right, for 7 of 30 false ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Models:
    """The three networks."""

    table: Model
    corners: Model
    pips: Model


def _rectangles(quads: Quads) -> Quads:
    """Rectangles with the middle, direction and mean sides of quads: what the corner model expects."""
    length, width = side_lengths(quads)
    middle = quads.mean(axis=1)
    along = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    along, across = along * length[:, None] / 2, across * width[:, None] / 2
    corners = [
        middle - along + across,
        middle - along - across,
        middle + along - across,
        middle + along + across,
    ]
    return np.stack(corners, axis=1).astype(np.float32)


def _refine_twice(model: Model, picture: Pyramid, boxes: Quads) -> Refined:
    """Refine, box the result anew, refine again: a box that was far off is near in the second round."""
    refined = refine(model, picture, boxes)
    for _ in range(_REFINE_ROUNDS - 1):
        refined = refine(model, picture, _rectangles(refined.quads))
    return refined


def is_some_tile(scores: NDArray[np.float32], probs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,) whether a face is either found as surely as others or can be read; (n, 2, 20) probabilities."""
    if len(scores) == 0:
        return np.zeros(0, np.bool_)
    is_found = scores >= _FOUND_AS_OTHERS * np.median(scores)
    return np.asarray(is_found | (probs.max(axis=2).prod(axis=1) >= _READABLE), np.bool_)


def _like_the_others(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,) whether a quad is neither far smaller nor far less sure than the median of its photo."""
    if len(quads) == 0:
        return np.zeros(0, np.bool_)
    length, width = side_lengths(quads)
    areas = length * width
    large = areas >= _LEAST_AREA * np.median(areas)
    return np.asarray(large & (scores >= _LEAST_SCORE * np.median(scores)))


def read_found(
    models: Models, picture: Pyramid, found: Detections
) -> tuple[tuple[TileReading, ...], Detections]:
    """Face-up tiles with their probabilities, before the rules of the set, and face-down ones."""
    boxes = found.take((found.class_id == TableClass.TILE) | (found.class_id == TableClass.TILE_BACK))
    refined = _refine_twice(models.corners, picture, boxes.corners_px)
    scores = (boxes.confidence * refined.kind[:, 0]).astype(np.float32)
    faces = np.flatnonzero((refined.kind[:, 0] >= FACE_LEAST) & (boxes.class_id == TableClass.TILE))
    faces = faces[distinct(refined.quads[faces], scores[faces])]
    faces = faces[_like_the_others(refined.quads[faces], scores[faces])]
    quads = refined.quads[faces]
    quads = np.where(needs_swap(quads)[:, None, None], swap_ends(quads), quads).astype(np.float32)
    probs = read_ends(models.pips, picture, quads)
    tiles = tuple(
        TileReading(quad, prob, float(score))
        for quad, prob, score, is_one in zip(
            quads, probs, scores[faces], is_some_tile(scores[faces], probs), strict=True
        )
        if is_one
    )
    return tiles, _backs(boxes, refined)


def _backs(boxes: Detections, refined: Refined) -> Detections:
    """Tiles that both models take to be face down, each once."""
    scores = (boxes.confidence * refined.kind[:, 1]).astype(np.float32)
    backs = np.flatnonzero((refined.kind[:, 1] >= FACE_LEAST) & (boxes.class_id == TableClass.TILE_BACK))
    backs = backs[distinct(refined.quads[backs], scores[backs])]
    backs = backs[np.argsort(-scores[backs], kind="stable")]
    return Detections(refined.quads[backs], scores[backs], boxes.class_id[backs])
