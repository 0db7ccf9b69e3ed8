"""Turns the truth of rendered photos into the label files that the table model's trainer reads."""

import math
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from scenegen.generate import read_truths
from scenegen.truth import PhotoTruth, Quad, TileTruth
from vision.detections import TableClass

LEAST_VISIBLE = 0.5
"""A tile of which less is in view is not asked of the table model."""

_THING_CLASSES = {
    "back": TableClass.TILE_BACK,
    "marker": TableClass.MARKER,
    "hub": TableClass.HUB,
    "hand": TableClass.HAND,
}
# Round things fill less of their square than tiles do, hands still less; trains cover most of a hub.
_THING_VISIBLE = {"back": 0.5, "marker": 0.35, "hub": 0.1, "hand": 0.1}


_THINNEST = 4.5
"""The face of a standing tile seen from above is a strip on which nobody reads pips; flat ones stay wider."""


def is_strip(tile: TileTruth) -> bool:
    """Whether a standing tile's face is seen so flat that it is no face to find or read."""
    a, b, c, d = tile.corners_px
    length, width = math.dist(b, c) + math.dist(d, a), math.dist(a, b) + math.dist(c, d)
    return tile.standing and max(length, width) > _THINNEST * min(length, width)


def _in_view(quad: Quad, truth: PhotoTruth) -> Quad:
    """The box around the part of a quad that lies in the picture: nobody sees where an arm ends beyond it."""
    w, h = truth.width, truth.height
    border = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32)
    _, part = cv2.intersectConvexConvex(np.array(quad, dtype=np.float32), border)
    if np.size(part) < 6:
        return quad
    box = np.clip(cv2.boxPoints(cv2.minAreaRect(part)), 0, (w, h))
    return tuple((float(x), float(y)) for x, y in box)


def _bounded(quad: Quad, truth: PhotoTruth) -> Quad:
    """A quad that is cut off only if it must be: ultralytics drops a photo for one box larger than it."""
    corners = np.array(quad) / (truth.width, truth.height)
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, size = (low + high) / 2, high - low
    fits = middle.min() >= 0 and middle.max() <= 1 and size.max() <= 1
    return quad if fits else _in_view(quad, truth)


def _row(kind: TableClass, quad: Quad, truth: PhotoTruth) -> str:
    numbers = " ".join(f"{x / truth.width:.5f} {y / truth.height:.5f}" for x, y in quad)
    return f"{int(kind)} {numbers}"


# A tile's box tells its size even where the picture cuts it off; an arm or a large hub has none to tell.
_SHOWN = {"back": _bounded, "marker": _bounded, "hub": _in_view, "hand": _in_view}


def table_rows(truth: PhotoTruth) -> list[str]:
    """Lines of a YOLO oriented-box label file: class and four corners as shares of width and height."""
    rows = [
        _row(TableClass.TILE, _bounded(tile.corners_px, truth), truth)
        for tile in truth.tiles
        if sum(tile.visible) / 2 >= LEAST_VISIBLE and not is_strip(tile)
    ]
    rows += [
        _row(_THING_CLASSES[thing.kind], _SHOWN[thing.kind](thing.corners_px, truth), truth)
        for thing in truth.things
        if thing.visible >= _THING_VISIBLE[thing.kind]
    ]
    return rows


def write_table_labels(folder: Path) -> list[Path]:
    """Write `labels/` beside the photos of a finished set; returns the photos' paths under `images/`.

    ultralytics finds labels by replacing `images` with `labels` in a path, hence the link.
    """
    images, labels = folder / "images", folder / "labels"
    if not images.exists():
        images.symlink_to("photos", target_is_directory=True)
    labels.mkdir(exist_ok=True)
    paths = []
    for truth in read_truths(folder):
        (labels / truth.file).with_suffix(".txt").write_text("\n".join(table_rows(truth)) + "\n")
        paths.append(images / truth.file)
    return paths


def write_list(paths: Iterable[Path], target: Path) -> Path:
    """A text file with one absolute path a line, as ultralytics takes for a split; links are kept."""
    target.write_text("".join(f"{path.absolute()}\n" for path in paths))
    return target
