"""Films that a phone wrote lying on its side: stored turned, with a note on how to turn them back."""

import struct
from pathlib import Path

import cv2

from scenegen.film_paint_light import Planes

# Matrices of the track header (ISO 14496-12, 8.3.2) that turn a stored picture clockwise for display.
_ONE = 1 << 16
_MATRICES = {90: (0, _ONE, -_ONE, 0), 180: (-_ONE, 0, 0, -_ONE), 270: (0, -_ONE, _ONE, 0)}
_AS_STORED = {90: cv2.ROTATE_90_COUNTERCLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_CLOCKWISE}
_MATRIX_AT = {0: 44, 1: 56}
"""By version of the header: from its name to its matrix, in bytes."""


def turned_planes(upright: Planes, stored: Planes, turn_deg: int) -> None:
    """Write an upright picture as it is stored: turned back by `turn_deg` (90, 180 or 270) clockwise."""
    for source, target in zip(upright, stored, strict=True):
        target[:] = cv2.rotate(source, _AS_STORED[turn_deg])


def note_turn(path: Path, turn_deg: int) -> None:
    """Write into an mp4 that its pictures are to be turned clockwise by 90, 180 or 270 degrees."""
    data = bytearray(path.read_bytes())
    start = data.rindex(b"tkhd")
    a, b, c, d = _MATRICES[turn_deg]
    struct.pack_into(">9i", data, start + _MATRIX_AT[data[start + 4]], a, b, 0, c, d, 0, 0, 0, 1 << 30)
    path.write_bytes(data)
