"""Tells light from motion: a lamp or the camera's exposure changes a picture smoothly and keeps its edges."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion_grid import Grey, Mask, contrast

_STRIDE = 4
_LEAST_POINTS = 300
_AGREE = 0.3
"""Share of a picture's variance that the other has to explain, unless either is blank."""
_BLANK = 4.0
_BLOCK = 16
"""Cells along a block of the smooth field."""
_REACH = 2.0
"""How many blocks the field is smoothed over (standard deviation): 2 or 3 tiles, wider than an arm."""
_WIDTHS = (16.0, 8.0, 5.0)
"""Misfits in grey values that halve a cell's say, round by round."""
_FLAT = 100.0 / 128**2
"""Blocks of less variance cannot tell gain from offset."""
_GAINS = (0.4, 2.5)
"""A gain outside these is no light: something blank hides what was there."""
_TEXTURED = 24.0
_NEW_EDGE = 40.0
_SATURATED = 250.0

Field = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Gain and offset for each cell."""


def global_tone(before: Grey, now: Grey, use: Mask) -> tuple[float, float] | None:
    """Gain and offset that bring `before` to `now` in the cells to use; None if nothing changed or too few.

    Fitted with weights that lessen the say of what fits badly, so an arm in view hardly matters.
    """
    chosen = use[::_STRIDE, ::_STRIDE]
    x = before[::_STRIDE, ::_STRIDE][chosen]
    y = now[::_STRIDE, ::_STRIDE][chosen]
    if x.size < _LEAST_POINTS:
        return None
    if float(np.abs(y - x).mean()) < 0.3:
        return None
    gain, offset = 1.0, float(np.median(y - x))
    for width in (12.0, 6.0, 4.0, 4.0):
        misfit = (y - gain * x - offset) / width
        weight = 1 / (1 + misfit * misfit)
        weight[(x > _SATURATED) | (y > _SATURATED)] = 0
        total = float(weight.sum()) + 1e-6
        mx, my = float(weight @ x) / total, float(weight @ y) / total
        spread = float(weight @ ((x - mx) ** 2)) / total
        shared = float(weight @ ((x - mx) * (y - my))) / total
        gain = float(np.clip((shared + 1.0) / (spread + 1.0), 0.2, 5.0))
        offset = my - gain * mx
    return (gain, offset) if _agree(x, y) else None


def _agree(x: NDArray[np.float32], y: NDArray[np.float32]) -> bool:
    """Whether two pictures show one thing in two lights; weights would pick out what agrees by chance."""
    x, y = x - x.mean(), y - y.mean()
    spread, own, shared = float(x @ x), float(y @ y), float(x @ y)
    return shared * shared >= _AGREE * spread * own or min(spread, own) < _BLANK * x.size


def smooth_light(before: Grey, now: Grey) -> Field:
    """A gain and an offset for each cell, smooth over several tiles, that bring `before` to `now`."""
    h, w = before.shape
    coarse = (max(w // _BLOCK, 2), max(h // _BLOCK, 2))
    lit = (before < _SATURATED) & (now < _SATURATED)
    x, y = (before / 128).astype(np.float32), (now / 128).astype(np.float32)
    gain, offset = np.ones((h, w), np.float32), np.zeros((h, w), np.float32)
    weight = lit.astype(np.float32)
    for width in _WIDTHS:
        moments = (weight, weight * x, weight * y, weight * x * x, weight * x * y)
        total, sx, sy, sxx, sxy = (_spread(moment, coarse) for moment in moments)
        total += 1e-4
        mx, my = sx / total, sy / total
        # Light multiplies: where a block is too flat to tell gain from offset, there is no offset.
        pure = np.clip((my + 0.02) / (mx + 0.02), *_GAINS)
        gains = (sxy / total - mx * my + _FLAT * pure) / (sxx / total - mx * mx + _FLAT)
        gains = np.clip(gains, _GAINS[0], _GAINS[1])
        offsets = (my - gains * mx) * 128
        gain = np.asarray(cv2.resize(gains, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
        offset = np.asarray(cv2.resize(offsets, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
        misfit = np.abs(now - gain * before - offset) / width
        weight = (lit / (1 + misfit * misfit)).astype(np.float32)
    return gain, offset


def _spread(part: NDArray[np.float32], coarse: tuple[int, int]) -> NDArray[np.float32]:
    blocks = cv2.resize(part, coarse, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(blocks, (0, 0), _REACH, borderType=cv2.BORDER_REPLICATE), np.float32)


def is_light(before: Grey, now: Grey, lit: Grey, changed: Mask, limit: Grey) -> bool:
    """Whether a smooth change of light explains what changed.

    before, now: the pictures; lit: `before` in the new light. changed: cells that differ. limit: how far
    a cell may differ.
    """
    count = int(changed.sum())
    left = changed & (np.abs(now - lit) > limit)
    if int(left.sum()) > 0.35 * count:
        return False
    edges = contrast(before)
    textured = changed & (edges > _TEXTURED)
    kept = int((textured & ~left).sum())
    if kept < 0.7 * int(textured.sum()):
        return False
    # An arm or a person brings sharp edges along; a lamp makes those that are there stronger.
    around = np.asarray(cv2.dilate(contrast(lit), np.ones((5, 5), np.uint8)), np.float32)
    new = contrast(now) > _NEW_EDGE + 2 * around
    return int(new.sum()) < max(60.0, 0.002 * before.size)
