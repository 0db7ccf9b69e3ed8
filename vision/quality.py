"""What is wrong with a photo, in whole sentences: too far, blurred, glare, cut off."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Pyramid, end_region, side_lengths
from vision.readings import Note, NoteKind, TileReading

LEAST_TILE_PX = 40.0
"""Below this length pips of high values run together (an end is then 20 px)."""
_LEAST_SHARPNESS = 0.045
_GLARE_SHARE = 0.12
_PATCH_PX = 48


def _sharpness(patch: NDArray[np.uint8]) -> float:
    """Steepest edges of a patch as a share of its contrast; sharp ones give about 0.5, blurred far less."""
    gray = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(gray, (2, 98))
    slope = np.hypot(cv2.Sobel(gray, cv2.CV_32F, 1, 0), cv2.Sobel(gray, cv2.CV_32F, 0, 1)) / 8
    return float(np.percentile(slope, 98) / max(high - low, 20.0))


def _glaring(patch: NDArray[np.uint8]) -> bool:
    """Whether a blown-out spot lies on an end that is not white all over."""
    burnt = (patch.min(axis=2) >= 252).mean()
    return bool(_GLARE_SHARE < burnt < 0.9 and np.median(patch) < 225)


def _cut_off(quad: NDArray[np.float32], width: int, height: int) -> bool:
    lo, hi = quad.min(axis=0), quad.max(axis=0)
    slack = 0.02 * float(np.max(hi - lo))
    return bool(lo.min() < -slack or hi[0] > width - 1 + slack or hi[1] > height - 1 + slack)


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def photo_notes(picture: Pyramid, readings: tuple[TileReading, ...]) -> tuple[Note, ...]:
    """Remarks on a photo whose tiles have been read; none when all is well."""
    if not readings:
        return (Note(NoteKind.NO_TILE, "No tile was found in this photo."),)
    height, width = picture.full.shape[:2]
    quads = np.stack([r.corners_px for r in readings])
    length = float(np.median(side_lengths(quads)[0]))
    notes = []
    if length < LEAST_TILE_PX:
        text = f"The tiles are {length:.0f} px long and should be {LEAST_TILE_PX:.0f} or more: come nearer."
        notes.append(Note(NoteKind.TOO_FAR, text))
    patches = [picture.cut(end_region(q, end, 0.0), (_PATCH_PX, _PATCH_PX)) for q in quads for end in (0, 1)]
    # Upsampled patches look blurred whatever the lens did, so the limit falls with the size of an end.
    limit = _LEAST_SHARPNESS * min(1.0, length / 2 / _PATCH_PX)
    sharp = float(np.median([_sharpness(p) for p in patches]))
    if sharp < limit:
        notes.append(Note(NoteKind.BLURRED, "The photo is blurred: hold the camera still and let it focus."))
    glare = sum(_glaring(p) for p in patches)
    if glare:
        text = f"A lamp is mirrored on {_plural(glare, 'end')}: tilt the camera or move the lamp."
        notes.append(Note(NoteKind.GLARE, text))
    cut = sum(_cut_off(q, width, height) for q in quads)
    if cut:
        notes.append(Note(NoteKind.CUT_OFF, f"{_plural(cut, 'tile')} cut off at the border of the photo."))
    return tuple(notes)
