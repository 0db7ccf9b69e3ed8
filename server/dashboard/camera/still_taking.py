"""Takes a still: the frame as it is, with where the tiles lie that are in play."""

import cv2
import numpy as np
from numpy.typing import NDArray

from server.dashboard.camera.messages import Still
from vision.frames import Frame
from vision.sketch import HandZone, Point
from vision.survey import Seen

QUALITY = 95
"""Pips that are a few pixels wide have to come through."""


def still(number: int, frame: Frame | None, seen: Seen | None, zones: tuple[HandZone, ...] = ()) -> Still:
    """The frame whole and sharp: whoever asks sees to it that hands lie open."""
    if frame is None:
        return Still(number, None)
    picture = frame.bgr()
    done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    if not done:
        return Still(number, None)
    if seen is None:
        return Still(number, data.tobytes(), zones=zones)
    size = np.array(picture.shape[1::-1], np.float32)
    played = seen.layout.played()
    quads = tuple(_points(each.corners_px / size) for each in seen.scene.tiles if each.track_id in played)
    hub_px = seen.scene.hub_px
    hub = None if hub_px is None else _points(hub_px.reshape(-1, 2).mean(axis=0, keepdims=True) / size)[0]
    return Still(number, data.tobytes(), quads, hub or _middle(seen, size), zones)


def _middle(seen: Seen, size: NDArray[np.float32]) -> Point | None:
    """Where the engine tile lies, around which the trains go where there is no hub."""
    engine = next((each for each in seen.scene.tiles if each.track_id == seen.layout.engine), None)
    return None if engine is None else _points(engine.corners_px.mean(axis=0, keepdims=True) / size)[0]


def _points(shares: NDArray[np.float32]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in shares)
