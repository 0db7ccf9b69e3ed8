"""The photo with what was read drawn into it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from server.report import CountedPhoto
from server.words import SOURCE, words_in
from vision.readings import PhotoTile

Bgr = tuple[int, int, int]
Picture = NDArray[np.uint8]

# Two colours of the Okabe-Ito palette, which people with any kind of colour vision tell apart;
# the dashes and the question mark say the same again.
SURE: Bgr = (233, 180, 86)
DOUBTFUL: Bgr = (0, 159, 230)
_BLACK: Bgr = (0, 0, 0)
_WHITE: Bgr = (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX

_LINE_SHARE = 0.02
"""Thickness of an outline in tile widths: seen at a glance, yet off the pips."""

_LABEL_SHARE = 0.14
"""Height of a label's letters in tile lengths: fits on the divider, where no pips are."""

_MIN_LABEL_PX = 9
_DASH_PX = 12


def annotated(bgr: Picture, photo: CountedPhoto) -> Picture:
    """Outline each tile, write its reading on its divider, and the sum on a strip below the photo."""
    drawn = bgr.copy()
    for tile in photo.reading.tiles:
        _draw_outline(drawn, tile)
    # Labels last: an outline of a neighbour must not cross them.
    for tile in photo.reading.tiles:
        _draw_label(drawn, tile)
    # OpenCV's letters are ASCII only, which English alone does with.
    return _with_strip(drawn, photo.summary(words_in(SOURCE)))


def _draw_outline(picture: Picture, tile: PhotoTile) -> None:
    """A coloured line on a black one, so that it shows on any background."""
    corners = tile.reading.corners_px
    thickness = max(2, round(_LINE_SHARE * 2 * _length_px(tile)))
    colour = DOUBTFUL if tile.doubtful else SURE
    outline = [np.round(corners).astype(np.int32)]
    cv2.polylines(
        picture, outline, isClosed=True, color=_BLACK, thickness=2 * thickness, lineType=cv2.LINE_AA
    )
    if not tile.doubtful:
        cv2.polylines(
            picture, outline, isClosed=True, color=colour, thickness=thickness, lineType=cv2.LINE_AA
        )
        return
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for begin, stop in dashes(start, end, max(_DASH_PX, 4 * thickness)):
            cv2.line(picture, begin, stop, colour, thickness, cv2.LINE_AA)


def dashes(
    start: NDArray[np.float32], end: NDArray[np.float32], dash_px: float
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Cut a line into dashes of about `dash_px` with gaps as long; it begins and ends with a dash."""
    pieces = max(1, round(float(np.linalg.norm(end - start)) / dash_px)) | 1
    points = [start + (end - start) * (piece / pieces) for piece in range(pieces + 1)]
    pixels = [(round(float(x)), round(float(y))) for x, y in points]
    return [(pixels[piece], pixels[piece + 1]) for piece in range(0, pieces, 2)]


def _draw_label(picture: Picture, tile: PhotoTile) -> None:
    text = f"{tile.a}-{tile.b}" + ("?" if tile.doubtful else "")
    height_px = max(_MIN_LABEL_PX, _LABEL_SHARE * _length_px(tile))
    middle_x, middle_y = tile.reading.corners_px.mean(axis=0)
    scale, width_px = _text_scale(text, height_px)
    pad = max(2, round(0.35 * height_px))
    left, top = round(middle_x - width_px / 2), round(middle_y - height_px / 2)
    right, bottom = left + width_px, top + round(height_px)
    cv2.rectangle(picture, (left - pad, top - pad), (right + pad, bottom + pad), _BLACK, cv2.FILLED)
    colour = DOUBTFUL if tile.doubtful else _WHITE
    cv2.putText(picture, text, (left, bottom), _FONT, scale, colour, _weight(scale), cv2.LINE_AA)


def _with_strip(picture: Picture, text: str) -> Picture:
    """Add a black strip with one line of text below the picture, which hides nothing."""
    width_px = picture.shape[1]
    height_px = max(16.0, 0.025 * max(picture.shape[:2]))
    scale, text_px = _text_scale(text, height_px)
    room_px = width_px - 2 * height_px
    if text_px > room_px:
        scale, height_px = scale * room_px / text_px, height_px * room_px / text_px
    strip = np.zeros((round(2.4 * height_px) + 8, width_px, 3), np.uint8)
    at = (round(height_px), round(1.7 * height_px) + 4)
    cv2.putText(strip, text, at, _FONT, scale, _WHITE, _weight(scale), cv2.LINE_AA)
    return np.vstack([picture, strip])


def _text_scale(text: str, height_px: float) -> tuple[float, int]:
    """Find the font scale for letters of this height, and the text's width in pixels."""
    (_, unit_px), _ = cv2.getTextSize("0", _FONT, 1.0, 1)
    scale = height_px / unit_px
    (width_px, _), _ = cv2.getTextSize(text, _FONT, scale, _weight(scale))
    return scale, int(width_px)


def _weight(scale: float) -> int:
    return max(1, round(1.6 * scale))


def _length_px(tile: PhotoTile) -> float:
    """Length of the tile: end a lies between corners 0 and 1, end b between 2 and 3."""
    corners = tile.reading.corners_px
    return float(np.linalg.norm(corners[:2].mean(axis=0) - corners[2:].mean(axis=0)))
