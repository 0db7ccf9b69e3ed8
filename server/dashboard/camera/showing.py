"""The picture that pages show: small, tiles outlined with their readings, hands hidden."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from server.dashboard.camera.messages import Check
from server.film_drawing import draw_trains, hide_all_but_play
from vision.frames import Frame
from vision.geometry import Pyramid, side_lengths
from vision.looks import Look
from vision.quality import LEAST_TILE_PX, photo_notes
from vision.scene import Scene
from vision.survey import Seen

Picture = NDArray[np.uint8]
LONGEST_PX = 1280
QUALITY = 80
BORDER = 0.12
"""So much of each side of the picture is blurred before a game: hands lie at the table's edge."""
_FOUND = (233, 180, 86)
"""Blue, green, red of Okabe and Ito's palette, for tiles that were found."""
_BLUR_CELLS = 40
_SURE = 0.5
"""People at the table are taken for tiles now and then, less surely."""
_AROUND = 1.2
"""Tile lengths around hub and trains in a close-up."""


def shown(frame: Frame, seen: Seen | None) -> bytes:
    """The frame of a game as JPEG: only hub and trains are sharp."""
    picture, factor = _small(frame)
    if seen is None:
        _blur(picture, np.zeros(picture.shape[:2], np.uint8))
    else:
        scene = _scaled(seen.scene, factor)
        hide_all_but_play(picture, scene, seen.layout)
        draw_trains(picture, scene, seen.layout)
    return jpeg(picture)


def close_up(frame: Frame, seen: Seen) -> bytes:
    """What lies on the table, as large as it can be shown, as JPEG."""
    by_id = {tile.track_id: tile.corners_px for tile in seen.scene.tiles}
    quads = [by_id[each] for each in seen.layout.played() if each in by_id]
    if not quads:
        return shown(frame, seen)
    picture = frame.bgr().copy()
    hide_all_but_play(picture, seen.scene, seen.layout)
    draw_trains(picture, seen.scene, seen.layout)
    around = _AROUND * float(np.median(side_lengths(np.stack(quads))[0]))
    points = np.concatenate(quads if seen.scene.hub_px is None else [*quads, seen.scene.hub_px])
    size = np.array(picture.shape[1::-1])
    low = np.clip(points.min(axis=0) - around, 0, size).astype(int)
    high = np.clip(points.max(axis=0) + around, 0, size).astype(int)
    return jpeg(_shrunk(np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]]))[0])


def tried(frame: Frame, look: Look | None) -> bytes:
    """The frame of a camera that is tried out as JPEG: the middle is sharp, what was found is outlined."""
    picture, factor = _small(frame)
    h, w = picture.shape[:2]
    sharp = np.zeros((h, w), np.uint8)
    left, top = round(BORDER * w), round(BORDER * h)
    sharp[top : h - top, left : w - left] = 255
    _blur(picture, sharp)
    for tile in () if look is None else look.tiles:
        if not _is_in(tile.corners_px * factor, (left, top, w - left, h - top)):
            continue
        outline = [np.round(tile.corners_px * factor).astype(np.int32)]
        cv2.polylines(picture, outline, isClosed=True, color=_FOUND, thickness=2, lineType=cv2.LINE_AA)
    return jpeg(picture)


def checked(frame: Frame, look: Look) -> Check:
    """How good the picture is for reading tiles."""
    tiles = tuple(each for each in look.tiles if each.confidence >= _SURE)
    notes = photo_notes(Pyramid(frame.bgr()), tiles)
    quads = np.stack([each.corners_px for each in tiles]) if tiles else None
    return Check(
        tiles=len(tiles),
        tile_px=None if quads is None else round(float(np.median(side_lengths(quads)[0])), 1),
        needed_px=LEAST_TILE_PX,
        light=round(float(frame.luma.mean()) / 255, 3),
        troubles=tuple(each.kind.value for each in notes),
    )


def jpeg(picture: Picture) -> bytes:
    """The picture as JPEG."""
    done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    if not done:
        raise ValueError(f"a picture of {picture.shape} cannot be made a JPEG")
    return data.tobytes()


def _small(frame: Frame) -> tuple[Picture, float]:
    """A copy of the frame for the page, and its size as a share of the frame's."""
    picture, factor = _shrunk(frame.bgr())
    return (picture.copy() if factor == 1.0 else picture), factor


def _shrunk(bgr: Picture) -> tuple[Picture, float]:
    """The picture no larger than pages show it, and its size as a share of what it was."""
    h, w = bgr.shape[:2]
    factor = min(1.0, LONGEST_PX / max(h, w))
    if factor == 1.0:
        return bgr, factor
    size = (max(1, round(w * factor)), max(1, round(h * factor)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8), factor


def _is_in(quad: NDArray[np.float32], box: tuple[int, int, int, int]) -> bool:
    x, y = quad.mean(axis=0)
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def _scaled(scene: Scene, factor: float) -> Scene:
    tiles = tuple(replace(each, corners_px=each.corners_px * np.float32(factor)) for each in scene.tiles)
    hub_px = None if scene.hub_px is None else scene.hub_px * np.float32(factor)
    return replace(scene, tiles=tiles, hub_px=hub_px)


def _blur(picture: Picture, sharp: NDArray[np.uint8]) -> None:
    """Blur everything, in place, but where the mask is set."""
    h, w = picture.shape[:2]
    cells = (_BLUR_CELLS, max(1, _BLUR_CELLS * h // w))
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    np.copyto(picture, blurred, where=(sharp == 0)[..., None])
