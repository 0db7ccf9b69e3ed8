"""What a person drew over the camera's picture: where the hub is, and where hands lie."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import Seat
from vision.detections import TableClass
from vision.looks import Look
from vision.scene import Scene

Point = tuple[float, float]
"""A place in a picture as shares of its width and height."""
Corners = tuple[Point, ...]
"""A convex quad's four corners in order, as shares of the picture's width and height."""
Quad = NDArray[np.float32]

_LEAST_SHARE = 1e-4
"""A quad that a knock has left with less of the picture lies outside it."""
_LIES_THERE = (TableClass.TILE_BACK, TableClass.MARKER)


@dataclass(frozen=True, slots=True)
class HandZone:
    """Where a seat's own tiles lie: nothing there counts as played, and it is never shown sharp."""

    seat: Seat
    corners: Corners


@dataclass(frozen=True, slots=True)
class Sketch:
    """A person's word on places in the picture. hub: its box; None where whoever watches is to find it."""

    hub: Corners | None = None
    zones: tuple[HandZone, ...] = ()


NOTHING_DRAWN = Sketch()


class SketchOnFrame:
    """A sketch in pixels of the frame; it goes along when the camera is knocked."""

    def __init__(self, sketch: Sketch, frame_px: tuple[int, int]) -> None:
        self._sketch = sketch
        self._is_moved = False
        self._size = np.array(frame_px, np.float32)
        self.hub_px: Quad | None = None if sketch.hub is None else self._px(sketch.hub)
        self.zones_px: tuple[Quad, ...] = tuple(self._px(each.corners) for each in sketch.zones)

    def move(self, registration: NDArray[np.float64]) -> None:
        """Everything lies where this (3, 3) homography takes it."""
        self._is_moved = True
        if self.hub_px is not None:
            self.hub_px = _mapped(self.hub_px, registration)
        self.zones_px = tuple(_mapped(each, registration) for each in self.zones_px)

    def sketch(self) -> Sketch:
        """As a person would draw it now; what has left the picture is left out."""
        if not self._is_moved:
            return self._sketch
        zones = zip(self._sketch.zones, self.zones_px, strict=True)
        shares = ((zone, self._shares(quad)) for zone, quad in zones)
        return replace(
            self._sketch,
            hub=None if self.hub_px is None else self._shares(self.hub_px),
            zones=tuple(HandZone(zone.seat, corners) for zone, corners in shares if corners is not None),
        )

    def is_in_hand(self, point_px: NDArray[np.float32]) -> bool:
        """Whether a point (2,) lies where somebody's hand does."""
        x, y = (float(v) for v in point_px)
        return any(cv2.pointPolygonTest(zone, (x, y), measureDist=False) >= 0 for zone in self.zones_px)

    def holds(self, box: NDArray[np.float32]) -> bool:
        """Whether a box (4,) lies in hand zones with all its corners."""
        corners = box[[0, 1, 2, 1, 2, 3, 0, 3]].reshape(4, 2)
        return bool(self.zones_px) and all(self.is_in_hand(each) for each in corners)

    def over(self, scene: Scene) -> Scene:
        """The scene as the person has it: the hub where it was drawn, and no hand."""
        return replace(
            scene,
            hub_px=scene.hub_px if self.hub_px is None else self.hub_px.copy(),
            tiles=tuple(t for t in scene.tiles if not self.is_in_hand(t.corners_px.mean(axis=0))),
            things=tuple(t for t in scene.things if not self.is_in_hand(t.centre_px)),
        )

    def without_hands(self, look: Look) -> Look:
        """The look without what lies in hand zones, so that nobody remembers it."""
        if not self.zones_px:
            return look
        tiles = tuple(each for each in look.tiles if not self.is_in_hand(each.corners_px.mean(axis=0)))
        lying = np.isin(look.things.class_id, _LIES_THERE)
        inside = np.array([self.is_in_hand(quad.mean(axis=0)) for quad in look.things.corners_px], np.bool_)
        return replace(look, tiles=tiles, things=look.things.take(~(lying & inside)))

    def _px(self, corners: Corners) -> Quad:
        return np.asarray(np.array(corners, np.float32) * self._size, np.float32)

    def _shares(self, quad: Quad) -> Corners | None:
        clipped = np.clip(quad / self._size, 0.0, 1.0).astype(np.float32)
        if cv2.contourArea(clipped) < _LEAST_SHARE:
            return None
        return tuple((round(float(x), 4), round(float(y), 4)) for x, y in clipped)


def _mapped(quad: Quad, registration: NDArray[np.float64]) -> Quad:
    moved = cv2.perspectiveTransform(quad.reshape(1, -1, 2).astype(np.float64), registration)
    return np.asarray(moved.reshape(-1, 2), np.float32)
