"""What lies on the table as many looks agree on it, still in pixels."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """Where the table cannot be seen: under or within a tile's length of a hand, or not yet settled.

    mask: (h, w) bool on a small grid. scale: grid cells per pixel of the frame.
    """

    mask: NDArray[np.bool_]
    scale: float

    def at(self, points_px: NDArray[np.float32]) -> NDArray[np.bool_]:
        """(n,) whether each of (n, 2) points is covered; what is outside the picture is."""
        h, w = self.mask.shape
        cells = np.floor(points_px * self.scale).astype(np.int64)
        inside = (cells >= 0).all(axis=1) & (cells[:, 0] < w) & (cells[:, 1] < h)
        covered: NDArray[np.bool_] = ~inside
        covered[inside] = self.mask[cells[inside, 1], cells[inside, 0]]
        return np.asarray(covered, np.bool_)

    def share(self, quad_px: NDArray[np.float32]) -> float:
        """How much of a convex quad (4, 2) is masked, 0..1; what lies outside the picture apart."""
        h, w = self.mask.shape
        cells = quad_px * self.scale
        lo = np.clip(np.floor(cells.min(axis=0)).astype(int), 0, (w - 1, h - 1))
        hi = np.clip(np.ceil(cells.max(axis=0)).astype(int) + 1, lo + 1, (w, h))
        inside = np.zeros((hi[1] - lo[1], hi[0] - lo[0]), np.uint8)
        cv2.fillConvexPoly(inside, np.round((cells - lo) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        masked = self.mask[lo[1] : hi[1], lo[0] : hi[0]] & (inside > 0)
        return float(masked.sum() / max(int(inside.sum()), 1))


@dataclass(frozen=True, slots=True, eq=False)
class TrackedTile:
    """A tile that several looks agree on.

    corners_px: (4, 2) float32, clockwise; corners 0 and 1 bound end a, 2 and 3 end b.
    probs: (2, 20) float32, a row per end, fused over all looks; rows sum to 1. Meaningless for a back.
    is_hidden: it cannot be seen now; it is taken to lie where it lay.
    """

    track_id: int
    corners_px: NDArray[np.float32]
    probs: NDArray[np.float32]
    is_face_up: bool = True
    is_hidden: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SmallThing:
    """A lasting thing that is no tile: perhaps a marker.

    centre_px: (2,) float32. size_px: the longer side of its box.
    is_marker_like: the table model takes it for a marker, or it came while somebody watched and is as small.
    """

    thing_id: int
    centre_px: NDArray[np.float32]
    size_px: float
    is_marker_like: bool = True
    is_hidden: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The table at a moment.

    hub_px: (4, 2) float32 corners of the hub's box, or None when none is seen.
    frame_px: width and height of the frames.
    """

    at_s: float
    frame_px: tuple[int, int]
    tiles: tuple[TrackedTile, ...]
    things: tuple[SmallThing, ...]
    hub_px: NDArray[np.float32] | None
    covered: Covered
