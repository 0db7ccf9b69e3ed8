"""Looks at a photo at the scale that the table model likes for its tiles, in windows if need be."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections, TableClass, joined
from vision.geometry import Pyramid, side_lengths
from vision.runtime import Model
from vision.table_model import find

FIRST_LOOKS_PX = (320, 640, 1280)
"""Longest side of the photo in the first look, and in the next ones while no tile is seen."""
WANTED_TILE_PX = 64.0
"""The photo is looked at again at the scale at which its median tile is this long."""
WINDOW_PX = 1280
"""A photo that is larger than this at the wanted scale is looked at in overlapping windows."""
_MEASURABLE_PX = 24.0
"""Of tiles shorter than this only those that look small are found, and their median misleads: look again."""
_CLOSE_ENOUGH = 1.3
_OVERLAP_SHARE = 0.15
_MOST_WINDOWS = 6
_SURE = 0.3

Image = NDArray[np.uint8]


def _shrunk(bgr: Image, factor: float) -> Image:
    if factor >= 1:
        return bgr
    h, w = bgr.shape[:2]
    size = (max(32, round(w * factor)), max(32, round(h * factor)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


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
    found: Detections, at: tuple[int, int], size: tuple[int, int], whole: tuple[int, int]
) -> NDArray[np.bool_]:
    """Whether a detection touches a border of its window inside the photo: it is seen whole next door."""
    (x, y), slack = at, 3.0
    lo, hi = found.corners_px.min(axis=1), found.corners_px.max(axis=1)
    left, top = (lo[:, 0] < slack) & (x > 0), (lo[:, 1] < slack) & (y > 0)
    right = (hi[:, 0] > size[0] - slack) & (x + size[0] < whole[0])
    bottom = (hi[:, 1] > size[1] - slack) & (y + size[1] < whole[1])
    return np.asarray(left | top | right | bottom)


def find_at(model: Model, picture: Pyramid, factor: float) -> Detections:
    """Detections in the photo shrunk by `factor`, in its own pixels; windows may report a thing twice."""
    level = max(0, int(np.floor(-np.log2(min(factor, 1.0)))))
    halved = picture.level(level)
    image = _shrunk(halved, factor * picture.full.shape[1] / halved.shape[1])
    real = image.shape[1] / picture.full.shape[1]
    h, w = image.shape[:2]
    parts = []
    for y in _starts(h, WINDOW_PX):
        for x in _starts(w, WINDOW_PX):
            window = np.ascontiguousarray(image[y : y + WINDOW_PX, x : x + WINDOW_PX])
            found = find(model, window)
            edge = _on_inner_edge(found, (x, y), (window.shape[1], window.shape[0]), (w, h))
            parts.append(_moved(found.take(~edge), real, (x / real, y / real)))
    return joined(parts)


def _tile_lengths(found: Detections) -> NDArray[np.float32]:
    tiles = found.take((found.class_id <= TableClass.TILE_BACK) & (found.confidence >= _SURE))
    return side_lengths(tiles.corners_px)[0]


def _largest_factor(shape: tuple[int, ...]) -> float:
    """The scale at which the photo fills the allowed number of windows, at most its own."""
    area = _MOST_WINDOWS * (WINDOW_PX * (1 - _OVERLAP_SHARE)) ** 2
    return float(min(1.0, np.sqrt(area / (shape[0] * shape[1]))))


def find_all(model: Model, picture: Pyramid) -> Detections:
    """Everything in a photo, in its own pixels; a tile may be found more than once."""
    long_side = max(picture.full.shape[:2])
    most = _largest_factor(picture.full.shape)
    for look in FIRST_LOOKS_PX:
        factor = min(look / long_side, most)
        found = find_at(model, picture, factor)
        lengths = _tile_lengths(found)
        measured = len(lengths) > 0 and float(np.median(lengths)) * factor >= _MEASURABLE_PX
        if measured or factor >= most:
            break
    if len(lengths) == 0:
        return found
    wanted = min(most, WANTED_TILE_PX / float(np.median(lengths)))
    if 1 / _CLOSE_ENOUGH < wanted / factor < _CLOSE_ENOUGH:
        return found
    # What either look misses the other may see, for nothing; two boxes of one tile are sorted out later.
    return joined([find_at(model, picture, wanted), found])
