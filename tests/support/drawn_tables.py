"""Tables drawn tile by tile for a watcher, each its own looker: it sees the tiles that were drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections, TableClass
from vision.frames import Frame
from vision.looks import Boxes, Look
from vision.readings import CLASSES, TileReading
from vision.survey import Seen
from vision.watcher import Watcher

SIZE_PX = (960, 720)
FPS = 20
TILE_PX = 60.0

Quad = NDArray[np.float32]


def quad(x: float, y: float, angle_deg: float = 0.0) -> Quad:
    flat = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]]) * TILE_PX / 2
    c, s = np.cos(a := np.radians(angle_deg)), np.sin(a)
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


@dataclass
class DrawnTable:
    """Tiles on a textured cloth, an arm that may lie over them; it is its own looker."""

    tiles: dict[tuple[int, int], Quad] = field(default_factory=dict)
    arm: Quad | None = None
    looks: list[Boxes | None] = field(default_factory=list)
    index: int = 0
    shift_px: tuple[int, int] = (0, 0)
    overlooks: bool = False
    coins: list[tuple[int, int]] = field(default_factory=list)
    sweets: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(7)
        coarse = rng.integers(60, 140, (120, 160), dtype=np.uint8)
        self._cloth = cv2.resize(coarse, SIZE_PX, interpolation=cv2.INTER_CUBIC)
        self._noise = rng.normal(0, 1.5, (8, SIZE_PX[1], SIZE_PX[0]))

    def frame(self) -> Frame:
        picture = self._cloth.copy()
        for corners in self.tiles.values():
            cv2.fillConvexPoly(picture, corners.astype(np.int32), 235)
        for spot in (*self.coins, *self.sweets):
            cv2.circle(picture, spot, 11, 250, -1)
        if self.arm is not None:
            cv2.fillConvexPoly(picture, self.arm.astype(np.int32), 40)
        picture = np.roll(picture, self.shift_px[::-1], (0, 1))
        noisy = np.clip(picture + self._noise[self.index % 8], 0, 255).astype(np.uint8)
        self.index += 1
        return Frame(noisy, self.index - 1, (self.index - 1) / FPS, "drawn", _unused)

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        self.looks.append(boxes)
        del attempt
        tiles = []
        for (a, b), corners in self.tiles.items():
            moved = (corners + self.shift_px).astype(np.float32)
            middle = moved.mean(axis=0)
            if self.overlooks:
                continue
            if boxes is None or ((middle >= boxes[:, :2]) & (middle <= boxes[:, 2:])).all(axis=1).any():
                probs = np.full((2, CLASSES), 0.002, np.float32)
                probs[0, a] = probs[1, b] = 0.962
                tiles.append(TileReading(moved, probs, 0.9))
        hub = np.array([[400, 440], [400, 280], [560, 280], [560, 440]], np.float32)
        square = np.array([[-11, 11], [-11, -11], [11, -11], [11, 11]])
        quads = np.stack([hub, *(square + np.array(spot) for spot in self.coins)]) + self.shift_px
        kinds = [int(TableClass.HUB)] + [int(TableClass.MARKER)] * len(self.coins)
        things = Detections(quads.astype(np.float32), np.full(len(kinds), 0.9, np.float32), np.array(kinds))
        return Look(frame.at_s, tuple(tiles), things, boxes)


def _unused() -> NDArray[np.uint8]:
    raise AssertionError("this looker needs no colours")


def seen_over(watcher: Watcher, table: DrawnTable, seconds: float) -> list[Seen]:
    return list(_seen(watcher, table, seconds))


def _seen(watcher: Watcher, table: DrawnTable, seconds: float) -> Iterator[Seen]:
    for _ in range(round(seconds * FPS)):
        seen = watcher.see(table.frame())
        if seen is not None:
            yield seen
