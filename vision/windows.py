"""Looks at a whole photo and, where tiles would be too small for the model, at windows of it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import table_model
from vision.detections import Detections, TableClass
from vision.geometry import Pyramid, side_lengths
from vision.runtime import Model

WANTED_TILE_PX = 56.0
"""Tiles shorter than this in the shrunk photo are looked for again in windows that show them this long."""
_OVERLAP_SHARE = 0.25
_MOST_WINDOWS = 24

Image = NDArray[np.uint8]


def _shrunk(bgr: Image, factor: float) -> Image:
    if factor >= 1:
        return bgr
    h, w = bgr.shape[:2]
    size = (max(32, round(w * factor)), max(32, round(h * factor)))
    return cv2.resize(bgr, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _moved(found: Detections, factor: float, origin: tuple[float, float]) -> Detections:
    """Detections in a shrunk, cut picture in pixels of the whole one."""
    corners = (found.corners_px + 0.5) / factor - 0.5 + np.array(origin)
    return Detections(corners.astype(np.float32), found.confidence.copy(), found.class_id.copy())


def _starts(extent: int, side: int) -> list[int]:
    """Where windows of `side` begin so that they cover 0..extent with overlap."""
    if extent <= side:
        return [0]
    count = int(np.ceil((extent - side) / (side * (1 - _OVERLAP_SHARE)))) + 1
    return [round(i * (extent - side) / (count - 1)) for i in range(count)]


def _on_inner_edge(
    found: Detections, x: int, y: int, size: tuple[int, int], whole: tuple[int, int]
) -> NDArray[np.bool_]:
    """Whether a detection touches a border of its window inside the photo: it is seen whole next door."""
    lo, hi = found.corners_px.min(axis=1), found.corners_px.max(axis=1)
    slack = 3.0
    left, top = (lo[:, 0] < slack) & (x > 0), (lo[:, 1] < slack) & (y > 0)
    right = (hi[:, 0] > size[0] - slack) & (x + size[0] < whole[0])
    bottom = (hi[:, 1] > size[1] - slack) & (y + size[1] < whole[1])
    return np.asarray(left | top | right | bottom)


def _join(parts: list[Detections]) -> Detections:
    confidence = np.concatenate([p.confidence for p in parts])
    order = np.argsort(-confidence, kind="stable")
    corners = np.concatenate([p.corners_px for p in parts])
    return Detections(corners[order], confidence[order], np.concatenate([p.class_id for p in parts])[order])


def find_in_windows(model: Model, bgr: Image, factor: float) -> Detections:
    """Detections in windows of the photo shrunk by `factor`, in pixels of the photo."""
    image = _shrunk(bgr, factor)
    real = image.shape[1] / bgr.shape[1]
    h, w = image.shape[:2]
    side = table_model.INPUT_PX
    parts = []
    for y in _starts(h, side):
        for x in _starts(w, side):
            window = image[y : y + side, x : x + side]
            found = table_model.find(model, np.ascontiguousarray(window))
            size = (window.shape[1], window.shape[0])
            whole = found.take(~_on_inner_edge(found, x, y, size, (w, h)))
            parts.append(_moved(whole, real, (x / real, y / real)))
    return _join(parts)


def find_all(model: Model, picture: Pyramid) -> Detections:
    """Everything in a photo, in its own pixels; a tile may be found twice where windows overlap."""
    bgr = picture.full
    long_side = max(bgr.shape[:2])
    factor = min(1.0, table_model.INPUT_PX / long_side)
    image = _shrunk(bgr, factor)
    real = image.shape[1] / bgr.shape[1]
    found = _moved(table_model.find(model, image), real, (0.0, 0.0))
    tiles = found.take((found.class_id == TableClass.TILE) | (found.class_id == TableClass.TILE_BACK))
    if factor == 1.0 or len(tiles) == 0:
        return found
    length = float(np.median(side_lengths(tiles.corners_px)[0])) * real
    if length >= WANTED_TILE_PX:
        return found
    closer = min(1.0, factor * WANTED_TILE_PX / length, INPUT_LIMIT / long_side)
    return _join([found, find_in_windows(model, bgr, closer)])


INPUT_LIMIT = table_model.INPUT_PX * (1 + (_MOST_WINDOWS**0.5 - 1) * (1 - _OVERLAP_SHARE))
"""Longest side of a photo that the allowed number of windows covers."""
