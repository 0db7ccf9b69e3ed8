"""Collects the boxes in which a table model sees no tile, or not quite one, to teach the corner model."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.generate import read_truths
from scenegen.truth import PhotoTruth, Quad
from vision.decode import decode_photo
from vision.detections import TableClass
from vision.geometry import Pyramid
from vision.runtime import Model
from vision.windows import find_all

FILE = "found_boxes.jsonl"
_LEAST_CONFIDENCE = 0.15
POOR = 0.35
"""A box that shares more (intersection over union) with a tile or a back is a poor box, not a false one."""
_GOOD = 0.8
"""A box that shares more teaches nothing that the true one with some noise does not."""


def overlap(box: NDArray[np.float32], quad: NDArray[np.float32]) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(box, quad)
    return float(shared / max(cv2.contourArea(box) + cv2.contourArea(quad) - shared, 1.0))


def found_boxes(model: Model, picture: Pyramid, truth: PhotoTruth) -> list[Quad]:
    """Boxes that the model takes for tiles in a photo and that fit none of them well."""
    real = [np.array(t.corners_px, dtype=np.float32) for t in truth.tiles]
    real += [np.array(t.corners_px, dtype=np.float32) for t in truth.things if t.kind == "back"]
    found = find_all(model, picture)
    tiles = found.take((found.class_id == TableClass.TILE) & (found.confidence >= _LEAST_CONFIDENCE))
    return [
        tuple((float(x), float(y)) for x, y in box)
        for box in tiles.corners_px
        if all(overlap(box, quad) < _GOOD for quad in real)
    ]


def collect(model: Model, folder: Path, most: int) -> Iterator[int]:
    """Look at the first `most` photos of a set and note such boxes beside it; yields them counted."""
    lines = []
    for index, truth in enumerate(read_truths(folder)):
        if index == most:
            break
        boxes = found_boxes(
            model, Pyramid(decode_photo((folder / "photos" / truth.file).read_bytes())), truth
        )
        if boxes:
            lines.append(json.dumps({"file": truth.file, "boxes": np.round(boxes, 1).tolist()}))
        yield len(boxes)
    (folder / FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_found_boxes(folder: Path) -> dict[str, list[Quad]]:
    """The boxes noted beside a set by photo; none when nobody collected them."""
    path = folder / FILE
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["file"]: [tuple((x, y) for x, y in box) for box in row["boxes"]] for row in rows}
