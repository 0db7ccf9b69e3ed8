"""Tracks: one tile or small thing over many looks."""

import numpy as np
from numpy.typing import NDArray

from vision.geometry import swap_ends

Quad = NDArray[np.float32]

CONFIRMED_AFTER = 2
"""Looks that have to agree before anything is taken to be there."""
GONE_AFTER = 3
"""Looks in a row without it, at its changed place, before it is taken to be gone."""
_OVERLOOKED_AFTER = 8
"""The same where nothing seems to have changed."""
_CHANGES_AFTER = 3
"""Sure looks in a row that contradict all before: another tile lies there."""
_SURE = 0.8
_FLOOR = 1e-4
"""No look says that a value is impossible."""
_ESTABLISHED_S = 1.5
"""What has been known for less may have been misread, and is no other tile when it is read otherwise."""
_MOST_LOOKS_IN_MEAN = 4
_MOVED = 0.1
"""A tile that has moved by more of its length was touched: where it was says nothing any more."""


class TileTrack:
    """A tile over many looks.

    Looks at one view repeat each other, so each weighs less than the one before.
    """

    def __init__(
        self, track_id: int, quad: Quad, probs: NDArray[np.float32], *, is_face_up: bool, at_s: float = 0.0
    ) -> None:
        self.track_id = track_id
        self._since_s = at_s
        self.quad = quad.astype(np.float32)
        self.is_face_up = is_face_up
        self._logs = np.log(np.maximum(probs, _FLOOR))
        self._looks = 1
        self._views = 1
        self._misses = 0
        self._overlooked = 0
        self._turned_over = 0
        self._against: list[NDArray[np.float32]] = []
        self._was_touched = False

    @property
    def is_confirmed(self) -> bool:
        """Whether enough looks agree that it is there."""
        return self._looks >= CONFIRMED_AFTER

    @property
    def is_read(self) -> bool:
        """Whether it is face up and both its ends are read well."""
        return self.is_face_up and float(self.probs().max(axis=1).min()) >= _SURE

    @property
    def is_gone(self) -> bool:
        """Whether enough looks agree that it is there no more."""
        enough = GONE_AFTER if self.is_confirmed else 2
        return self._misses >= enough or self._overlooked >= _OVERLOOKED_AFTER

    @property
    def is_open(self) -> bool:
        """Whether another look would help to decide."""
        doubtful = self.is_face_up and float(self.probs().max(axis=1).min()) < _SURE and self._looks < 8
        return not self.is_confirmed or self._misses > 0 or bool(self._against) or doubtful

    def probs(self) -> NDArray[np.float32]:
        """(2, 20) what all looks say together; rows sum to 1."""
        raised = np.exp(self._logs - self._logs.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def see(
        self,
        quad: Quad,
        probs: NDArray[np.float32],
        *,
        is_face_up: bool,
        at_s: float = 0.0,
        is_changed: bool = False,
    ) -> bool:
        """Another look found it; whether it is another tile by now, put in the place of the one before.

        is_changed: its place has changed since it was looked at before. Without that the same tile is only
        read better.
        """
        self._misses = self._overlooked = 0
        if is_face_up != self.is_face_up:
            self._turned_over += 1
            if self._turned_over >= CONFIRMED_AFTER:
                self._turned_over, self.is_face_up = 0, is_face_up
                self._restart([probs])
            return False
        self._turned_over = 0
        if self._is_end_for_end(quad):
            quad, probs = swap_ends(quad[None])[0], probs[::-1]
        self._see_place(quad)
        self._looks += 1
        if not self._contradicts(probs):
            self._against = []
            self._fuse(probs)
            return False
        self._was_touched = is_changed or (self._was_touched and bool(self._against))
        self._against.append(probs)
        if len(self._against) < _CHANGES_AFTER:
            return False
        self._restart(self._against)
        is_other = self._was_touched and at_s - self._since_s >= _ESTABLISHED_S
        self._since_s = at_s if is_other else self._since_s
        return is_other

    def miss(self, *, is_changed: bool) -> None:
        """A look at its place did not find it."""
        if is_changed or not self.is_confirmed:
            self._misses += 1
        else:
            self._overlooked += 1

    def _restart(self, looks: list[NDArray[np.float32]]) -> None:
        """Believe these looks alone."""
        self._logs, self._views, self._against = np.log(np.maximum(looks[0], _FLOOR)), 1, []
        for probs in looks[1:]:
            self._fuse(probs)

    def _fuse(self, probs: NDArray[np.float32]) -> None:
        self._views += 1
        self._logs = self._logs + np.log(np.maximum(probs, _FLOOR)) / self._views

    def _contradicts(self, probs: NDArray[np.float32]) -> bool:
        """Whether a sure look says otherwise than all before, which are sure as well."""
        known = self.probs()
        differ = known.argmax(axis=1) != probs.argmax(axis=1)
        return bool((differ & (known.max(axis=1) >= _SURE) & (probs.max(axis=1) >= _SURE)).any())

    def _is_end_for_end(self, quad: Quad) -> bool:
        """Whether the quad's end a lies where end b of the track lies."""
        along = self.quad[2:].mean(axis=0) - self.quad[:2].mean(axis=0)
        return bool((quad[2:].mean(axis=0) - quad[:2].mean(axis=0)) @ along < 0)

    def _see_place(self, quad: Quad) -> None:
        length = float(np.linalg.norm(self.quad[1] - self.quad[2]))
        moved = float(np.linalg.norm(quad.mean(axis=0) - self.quad.mean(axis=0)))
        if moved > _MOVED * length:
            self.quad, self._views = quad.astype(np.float32), 1
            return
        share = 1 / (min(self._looks, _MOST_LOOKS_IN_MEAN) + 1)
        self.quad = (self.quad * (1 - share) + quad * share).astype(np.float32)


class ThingTrack:
    """A small thing over many looks."""

    def __init__(self, thing_id: int, quad: Quad) -> None:
        self.thing_id = thing_id
        self._place(quad)
        self._looks = 1
        self._misses = 0

    @property
    def is_confirmed(self) -> bool:
        """Whether enough looks agree that it is there."""
        return self._looks >= CONFIRMED_AFTER

    @property
    def is_gone(self) -> bool:
        """Whether enough looks agree that it is there no more."""
        return self._misses >= (GONE_AFTER if self.is_confirmed else 2)

    @property
    def is_open(self) -> bool:
        """Whether another look would help to decide."""
        return not self.is_confirmed or self._misses > 0

    def is_at(self, quad: Quad) -> bool:
        """Whether the thing seen there can be this one."""
        return float(np.linalg.norm(quad.mean(axis=0) - self.centre)) < 0.6 * self.size_px

    def see(self, quad: Quad) -> None:
        """Another look found it."""
        self._misses = 0
        self._looks += 1
        self._place(quad)

    def miss(self) -> None:
        """A look at its place did not find it."""
        self._misses += 1

    def box(self) -> Quad:
        """(4, 2) an upright square around it."""
        half = self.size_px / 2
        corners = np.array([[-half, half], [-half, -half], [half, -half], [half, half]], np.float32)
        return np.asarray(self.centre + corners, np.float32)

    def _place(self, quad: Quad) -> None:
        self.centre = quad.mean(axis=0).astype(np.float32)
        self.size_px = float((quad.max(axis=0) - quad.min(axis=0)).max())
