"""Finds tiles, backs, markers, hubs and hands in a picture with the table model."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import to_batch
from vision.detections import Detections, TableClass
from vision.geometry import clockwise, needs_swap, short_side_first, swap_ends
from vision.runtime import Model

INPUT_PX = 640
"""Longest side of the picture that the model is given."""
_STRIDE = 32
_OVERLAP = 0.45
"""Boxes of one class that share more than this are one thing seen twice."""

Image = NDArray[np.uint8]


def _padded(bgr: Image) -> Image:
    """Grey bars at the right and the bottom up to the model's stride."""
    h, w = bgr.shape[:2]
    down, right = -h % _STRIDE, -w % _STRIDE
    return cv2.copyMakeBorder(bgr, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114)).astype(
        np.uint8
    )


def _corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 5) centre, size, angle to (n, 4, 2) corners, clockwise, corners 0 and 1 on a short side."""
    c, s = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    along = np.stack([c, s], axis=1) * boxes[:, 2:3] / 2
    across = np.stack([-s, c], axis=1) * boxes[:, 3:4] / 2
    middle = boxes[:, :2]
    quads = np.stack(
        [middle - along + across, middle - along - across, middle + along - across, middle + along + across],
        axis=1,
    )
    return short_side_first(clockwise(quads.astype(np.float32)))


def _keep(
    boxes: NDArray[np.float32], scores: NDArray[np.float32], classes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Indices left after overlaps within each class are removed, most confident first."""
    kept: list[int] = []
    for kind in np.unique(classes):
        index = np.flatnonzero(classes == kind)
        rotated = [
            ((float(x), float(y)), (float(w), float(h)), float(np.degrees(angle)))
            for x, y, w, h, angle in boxes[index]
        ]
        chosen = cv2.dnn.NMSBoxesRotated(rotated, scores[index].tolist(), 0.0, _OVERLAP)
        kept += index[np.asarray(chosen, dtype=np.int64).reshape(-1)].tolist()
    order = np.array(kept, dtype=np.int64)
    return order[np.argsort(-scores[order], kind="stable")]


def find(model: Model, bgr: Image, least: float = 0.15) -> Detections:
    """Everything of at least `least` confidence in a picture that fits the model's input as it is."""
    columns = model(to_batch([_padded(bgr)]))[0][0].T
    scores = columns[:, 4 : 4 + len(TableClass)]
    best = scores.max(axis=1)
    sure = np.flatnonzero(best >= least)
    boxes = np.concatenate([columns[sure, :4], columns[sure, -1:]], axis=1).astype(np.float32)
    order = _keep(boxes, best[sure], scores[sure].argmax(axis=1))
    quads = _corners(boxes[order])
    quads = np.where(needs_swap(quads)[:, None, None], swap_ends(quads), quads).astype(np.float32)
    return Detections(
        quads, best[sure][order].astype(np.float32), scores[sure][order].argmax(axis=1).astype(np.int64)
    )
