"""What the table looked like when it was last looked at, and when each cell last moved."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion_grid import Grey, Mask, contrast
from vision.motion_light import global_tone, is_light, smooth_light
from vision.register import Homography

_LEAST_DIFFERENCE = 6.0
"""Grey values that a codec may change on a still table."""
_NOISES = 4.0
_JITTER = 0.2
"""Share of the contrast around a cell: a camera that trembles by .4 cells changes edges by so much."""
_LIGHT_SHARE = 0.04
_LIGHT_STEP = 0.015
"""When so much of the picture differs, and so much more than when last asked, light may be the reason."""
_WHITE = 250.0
"""What is brighter is cut off by the camera."""
_ADAPT_S = 1.0
"""Time in which the memory of unchanged cells follows slow drift."""
_DAZZLED_S = 1.0
"""So long after a change of light, what the smooth field leaves over is taken for light as well."""


class Memory:
    """The reference and its light, per cell of the small picture.

    reference: what was looked at, in the present light. anchor: the value since which a cell counts as still.
    moved_at: float32 seconds. known: looked at. changed, moved: as of the latest picture.
    """

    def __init__(self, first: Grey, at_s: float) -> None:
        self.reference = first.copy()
        self.anchor = first.copy()
        self.moved_at: NDArray[np.float32] = np.full(first.shape, at_s, np.float32)
        self.known: Mask = np.zeros(first.shape, np.bool_)
        self.changed: Mask = np.zeros(first.shape, np.bool_)
        self.moved: Mask = np.zeros(first.shape, np.bool_)
        self.strength: NDArray[np.float32] = np.zeros(first.shape, np.float32)
        self.contrast: Grey = contrast(first)
        self.noise = 1.0
        self._previous = first
        self._seen_s = at_s
        self._asked = 0.0
        self._lit_s = at_s - _DAZZLED_S

    def observe(self, now: Grey, at_s: float, covered: Mask) -> bool:
        """Compare a new picture; says whether the light changed. covered: by arms until now."""
        self._learn_noise(now)
        light_changed = self._follow_tone(now, ~(self.changed | self.moved | covered))
        limit = self._compare(now, at_s)
        share = np.count_nonzero(self.changed) / now.size
        self._asked = min(self._asked, share)
        # A lamp changes the whole picture's tone as well, but not everywhere alike.
        if light_changed:
            self._lit_s = at_s
        if light_changed or share > max(_LIGHT_SHARE, self._asked + _LIGHT_STEP):
            self._asked = share
            if self._follow_light(now, limit):
                light_changed, self._lit_s = True, at_s
                limit = self._compare(now, at_s)
        self._notice(now, at_s, limit)
        self._adapt(now, at_s, covered)
        return light_changed

    def glance(self, now: Grey, at_s: float) -> None:
        """See only what moves: while everything shifts, the reference has no say."""
        self._previous = now
        self._seen_s = at_s
        limit = contrast(now) * np.float32(_JITTER) + np.float32(_LEAST_DIFFERENCE + _NOISES * self.noise)
        self._notice(now, at_s, limit)

    def _notice(self, now: Grey, at_s: float, limit: Grey) -> None:
        self.moved = cv2.absdiff(now, np.minimum(self.anchor, 255)) > limit
        self.moved_at[self.moved] = at_s
        self.anchor[self.moved] = now[self.moved]

    def _learn_noise(self, now: Grey) -> None:
        apart = np.abs(now[::8, ::8] - self._previous[::8, ::8])
        # Most of a picture is still, so the median is noise; 1.05: of the difference of two normal values.
        self.noise += 0.1 * (1.05 * float(np.median(apart)) - self.noise)
        self._previous = now

    def _follow_tone(self, now: Grey, calm: Mask) -> bool:
        tone = global_tone(self.reference, now, calm)
        if tone is None:
            return False
        before = float(self.reference.mean())
        self._relight(*tone)
        return abs(float(self.reference.mean()) - before) > _LEAST_DIFFERENCE

    def _follow_light(self, now: Grey, limit: Grey) -> bool:
        gain, offset = smooth_light(self.reference, now)
        lit = np.clip(gain * self.reference + offset, 0, 255).astype(np.float32)
        if not is_light(np.minimum(self.reference, 255), now, lit, self.changed, limit):
            return False
        self._relight(gain, offset)
        return True

    def _relight(self, gain: NDArray[np.float32] | float, offset: NDArray[np.float32] | float) -> None:
        # What a brighter light cuts off at white has to be there again when it is switched off.
        self.reference = np.maximum(self.reference * gain + offset, 0).astype(np.float32)
        self.anchor = np.maximum(self.anchor * gain + offset, 0).astype(np.float32)

    def _compare(self, now: Grey, at_s: float) -> Grey:
        shown = np.minimum(self.reference, 255)
        self.contrast = contrast(shown)
        limit = self.contrast * np.float32(_JITTER)
        limit += np.float32(_LEAST_DIFFERENCE + _NOISES * self.noise)
        dazzled = max(1 - (at_s - self._lit_s) / _DAZZLED_S, 0.0)
        if dazzled:
            limit *= np.float32(1 + dazzled)
        apart = cv2.absdiff(now, shown)
        self.changed = (apart > limit) & self.known
        self.strength = np.asarray(cv2.divide(apart, limit), np.float32)
        return limit

    def _adapt(self, now: Grey, at_s: float, covered: Mask) -> None:
        span_s = _ADAPT_S / 8 if self.is_dazzled(at_s) else _ADAPT_S
        share = 1 - float(np.exp(-max(at_s - self._seen_s, 0.0) / span_s))
        self._seen_s = at_s
        still = ~(self.moved | covered) & (now < _WHITE)
        cv2.accumulateWeighted(now, self.anchor, share, still.view(np.uint8))
        still &= ~self.changed
        cv2.accumulateWeighted(now, self.reference, share, still.view(np.uint8))

    def is_dazzled(self, at_s: float) -> bool:
        """Whether the light changed a moment ago."""
        return at_s - self._lit_s < _DAZZLED_S

    @property
    def is_quiet(self) -> bool:
        """Whether nothing differs, nothing moves and everything was looked at."""
        differs = cv2.hasNonZero(self.changed.view(np.uint8)) or cv2.hasNonZero(self.moved.view(np.uint8))
        return not differs and bool(self.known.all())

    def since(self, moment_s: float) -> Mask:
        """(h, w) which cells have moved after a moment."""
        return self.moved_at > moment_s

    def accept(self, picture: Grey, where: Mask) -> None:
        """Take over a picture as looked at."""
        self.reference[where] = picture[where]
        self.known |= where
        self.changed = self.changed & ~where

    def forget(self, now: Grey, at_s: float) -> None:
        """Nothing is known any more."""
        self.known = np.zeros_like(self.known)
        self.changed = np.zeros_like(self.changed)
        self._rest(now, at_s)

    def _rest(self, now: Grey, at_s: float) -> None:
        self.reference[~self.known] = now[~self.known]
        self.anchor = now.copy()
        self.moved_at[:] = at_s
        self._previous = now

    def carry(self, homography: Homography, now: Grey, at_s: float, covered: Mask) -> None:
        """Move the reference to where the picture has gone; homography: in cells; covered: until then."""
        h, w = now.shape
        moved = np.asarray(cv2.warpPerspective(self.reference, homography, (w, h)), np.float32)
        known = cv2.warpPerspective(self.known.astype(np.uint8), homography, (w, h))
        self.known = np.asarray(cv2.erode(known, np.ones((3, 3), np.uint8)), np.uint8) > 0
        tone = global_tone(moved, now, self.known)
        if tone is not None:
            moved = np.clip(moved * tone[0] + tone[1], 0, 255).astype(np.float32)
        # Twice the usual limit: moving a picture by part of a cell blurs it.
        limit = contrast(moved) * np.float32(2.5 * _JITTER) + 2 * _LEAST_DIFFERENCE + _NOISES * self.noise
        same = self.known & (np.abs(now - moved) <= limit)
        moved[same] = now[same]
        self.reference = moved
        # An arm that rested goes on as one; the floor below the table, say, has moved another way.
        arms = cv2.warpPerspective(covered.astype(np.uint8), homography, (w, h)) > 0
        self.known = same | (self.known & arms)
        self.changed = self.known & ~same
        self._rest(now, at_s)
