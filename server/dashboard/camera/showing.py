"""The picture that pages show: small, tiles outlined with their readings, hands hidden."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from server.dashboard.camera.messages import Check
from server.film_drawing import draw_trains, hide_all_but_play
from vision.detections import TableClass
from vision.frames import Frame
from vision.geometry import Pyramid, side_lengths
from vision.looks import Look
from vision.quality import LEAST_TILE_PX, photo_notes
from vision.scene import Scene
from vision.sketch import Corners, Quad
from vision.steady import HUB_LEAST
from vision.survey import Seen

Picture = NDArray[np.uint8]
LONGEST_PX = 1280
THUMBNAIL_PX = 320
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


def shown(frame: Frame, seen: Seen | None, zones_px: Sequence[Quad] = ()) -> bytes:
    """The frame of a game as JPEG: only hub and trains are sharp, and never a hand zone (4, 2)."""
    picture, factor = _small(frame)
    if seen is None:
        _blur(picture, np.zeros(picture.shape[:2], np.uint8))
    else:
        scene = _scaled(seen.scene, factor)
        hide_all_but_play(picture, scene, seen.layout, [zone * np.float32(factor) for zone in zones_px])
        draw_trains(picture, scene, seen.layout)
    return jpeg(picture)


def close_up(frame: Frame, seen: Seen, zones_px: Sequence[Quad] = ()) -> bytes:
    """What lies on the table, as large as it can be shown, as JPEG."""
    by_id = {tile.track_id: tile.corners_px for tile in seen.scene.tiles}
    quads = [by_id[each] for each in seen.layout.played() if each in by_id]
    if not quads:
        return shown(frame, seen, zones_px)
    picture = frame.bgr().copy()
    hide_all_but_play(picture, seen.scene, seen.layout, zones_px)
    draw_trains(picture, seen.scene, seen.layout)
    around = _AROUND * float(np.median(side_lengths(np.stack(quads))[0]))
    points = np.concatenate(quads if seen.scene.hub_px is None else [*quads, seen.scene.hub_px])
    size = np.array(picture.shape[1::-1])
    low = np.clip(points.min(axis=0) - around, 0, size).astype(int)
    high = np.clip(points.max(axis=0) + around, 0, size).astype(int)
    return jpeg(_shrunk(np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]]))[0])


def tried(frame: Frame, look: Look | None, zones_px: Sequence[Quad] = ()) -> bytes:
    """The frame of a camera that is tried out as JPEG: the middle is sharp, what was found is outlined.

    zones_px: (4, 2) each, where hands lie.
    """
    picture, factor = _small(frame)
    h, w = picture.shape[:2]
    sharp = _inner(picture)
    for zone in zones_px:
        cv2.fillConvexPoly(sharp, np.round(zone * factor).astype(np.int32), 0)
    _blur(picture, sharp)
    for tile in () if look is None else look.tiles:
        x, y = np.clip(tile.corners_px.mean(axis=0) * factor, 0, (w - 1, h - 1)).astype(int)
        if not sharp[y, x]:
            continue
        outline = [np.round(tile.corners_px * factor).astype(np.int32)]
        cv2.polylines(picture, outline, isClosed=True, color=_FOUND, thickness=2, lineType=cv2.LINE_AA)
    return jpeg(picture)


def thumbnail(frame: Frame) -> bytes:
    """The frame as a small JPEG to tell cameras apart by; its border is blurred, as hands lie there."""
    picture = _shrunk(frame.bgr(), THUMBNAIL_PX)[0].copy()
    _blur(picture, _inner(picture))
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
        hub=_hub(look, frame),
        lying=tuple(_share(quad.mean(axis=0), frame) for quad in _lying(look)),
    )


def _lying(look: Look) -> Iterator[Quad]:
    """The corners of all tiles, backs included."""
    yield from (each.corners_px for each in look.tiles if each.confidence >= _SURE)
    backs = (look.things.class_id == TableClass.TILE_BACK) & (look.things.confidence >= _SURE)
    yield from look.things.corners_px[backs]


def _hub(look: Look, frame: Frame) -> Corners | None:
    """The corners of the hub that is seen most surely."""
    hubs = look.things.take(look.things.class_id == TableClass.HUB)
    if not len(hubs) or float(hubs.confidence.max()) < HUB_LEAST:
        return None
    return tuple(_share(corner, frame) for corner in hubs.corners_px[int(hubs.confidence.argmax())])


def _share(point: NDArray[np.float32], frame: Frame) -> tuple[float, float]:
    h, w = frame.luma.shape
    x, y = np.clip(point / (w, h), 0.0, 1.0).tolist()
    return round(x, 4), round(y, 4)


def jpeg(picture: Picture) -> bytes:
    """The picture as JPEG."""
    done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    if not done:
        raise ValueError(f"a picture of {picture.shape} cannot be made a JPEG")
    return data.tobytes()


def _inner(picture: Picture) -> NDArray[np.uint8]:
    """(h, w) 255 but at the picture's border."""
    h, w = picture.shape[:2]
    inner = np.zeros((h, w), np.uint8)
    left, top = round(BORDER * w), round(BORDER * h)
    inner[top : h - top, left : w - left] = 255
    return inner


def _small(frame: Frame) -> tuple[Picture, float]:
    """A copy of the frame for the page, and its size as a share of the frame's."""
    picture, factor = _shrunk(frame.bgr())
    return (picture.copy() if factor == 1.0 else picture), factor


def _shrunk(bgr: Picture, longest_px: int = LONGEST_PX) -> tuple[Picture, float]:
    """The picture no larger than pages show it, and its size as a share of what it was."""
    h, w = bgr.shape[:2]
    factor = min(1.0, longest_px / max(h, w))
    if factor == 1.0:
        return bgr, factor
    size = (max(1, round(w * factor)), max(1, round(h * factor)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8), factor


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
