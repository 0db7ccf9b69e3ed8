"""Tables painted with numpy and OpenCV, as films of grey frames: what the motion gate is shown in tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image

Floats = NDArray[np.float32]
FPS = 20.0
TILE = 40
"""Length of a tile in pixels."""


@dataclass
class PaintedTable:
    """A table of wood with tiles; everything in pixels of an upright picture.

    tiles: middle x, y and degrees. discs: coins with middle x, y, radius. arms: polygons, painted last.
    light: (h, w) or a number that the picture is multiplied by. bump: (3, 3) that the picture is moved by.
    """

    width: int = 960
    height: int = 540
    seed: int = 0
    noise: float = 2.0
    tiles: list[tuple[float, float, float]] = field(default_factory=list)
    discs: list[tuple[float, float, float]] = field(default_factory=list)
    arms: list[Floats] = field(default_factory=list)
    light: Floats | float = 1.0
    bump: NDArray[np.float64] = field(default_factory=lambda: np.eye(3))
    margin: int = 200

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        w, h = self.width + 2 * self.margin, self.height + 2 * self.margin
        coarse = rng.normal(0, 14, (h // 40, w // 160))
        grain = rng.normal(0, 10, (h // 2, w // 12))
        wood = np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)
        self._wood = 80 + wood + np.asarray(cv2.resize(grain, (w, h)), np.float32)
        # New noise for every frame would take longer than all else.
        self._noises = rng.normal(0, 1, (7, self.height, self.width)).astype(np.float32)
        self._count = 0
        self._painted: tuple[object, Floats] = (None, self._wood)

    def luma(self) -> Image:
        """The picture now, (height, width) uint8, with other noise than the last."""
        looks = (*self.tiles, *self.discs, *(arm.tobytes() for arm in self.arms), self.bump.tobytes())
        if self._painted[0] != looks:
            self._painted = (looks, self._paint())
        noise = self._noises[self._count % len(self._noises)] * self.noise
        self._count += 1
        return np.asarray(np.clip(self._painted[1] * self.light + noise, 0, 255), np.uint8)

    def _paint(self) -> Floats:
        picture = self._wood.copy()
        for x, y, turned in self.tiles:
            _tile(picture, x + self.margin, y + self.margin, turned)
        for x, y, radius in self.discs:
            at = (round(x + self.margin), round(y + self.margin))
            cv2.circle(picture, at, round(radius), (60.0,), -1, cv2.LINE_AA)
        shift = np.array([[1, 0, -self.margin], [0, 1, -self.margin], [0, 0, 1]], np.float64)
        seen = np.asarray(
            cv2.warpPerspective(picture, self.bump @ shift, (self.width, self.height)), np.float32
        )
        for outline in self.arms:
            _arm(seen, outline)
        return seen


def _tile(picture: Floats, x: float, y: float, turned: float) -> None:
    for grow, grey in ((3, 50.0), (0, 170.0)):
        box = cv2.boxPoints(((x + grow / 2, y + grow / 2), (TILE, TILE / 2), turned))
        cv2.fillConvexPoly(picture, np.round(box * 16).astype(np.int32), (grey,), cv2.LINE_AA, 4)
    c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    for along, across in ((-14, -4), (-6, 4), (6, -4), (10, 0), (14, 4)):
        at = (round((x + along * c - across * s) * 16), round((y + along * s + across * c) * 16))
        cv2.circle(picture, at, 2 * 16, (30.0,), -1, cv2.LINE_AA, 4)


def _arm(picture: Floats, outline: Floats) -> None:
    mask = np.zeros(picture.shape, np.float32)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (1.0,), cv2.LINE_AA)
    folds = 150 + 12 * np.sin(np.arange(picture.shape[1], dtype=np.float32) / 9)[None, :]
    picture += mask * (folds - picture)


def reaching(x: float, y: float, *, width: float = 70, height: int = 540) -> Floats:
    """An arm that comes in from the lower border below x and ends at (x, y)."""
    half = width / 2
    tip = [(x - half * 0.6, y), (x + half * 0.6, y)]
    return np.array([(x - half * 1.4, height + 50), *tip, (x + half * 1.4, height + 50)], np.float32)


def leaning(share: float, *, height: int = 540) -> Floats:
    """A person who leans in from the lower border, as far as three fifths of the table."""
    top = height - 0.6 * height * share
    return np.array([(150, height + 60), (250, top), (750, top), (850, height + 60)], np.float32)


def bumped(dx: float, dy: float, degrees: float, size: tuple[int, int] = (960, 540)) -> NDArray[np.float64]:
    """A picture turned about its middle and moved."""
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0)
    shift = np.array([[0, 0, dx], [0, 0, dy]])
    return np.vstack([turn + shift, [0, 0, 1]])


def lamp(x: float, y: float, *, strength: float, width: float, size: tuple[int, int] = (960, 540)) -> Floats:
    """(h, w) factors of a lamp's light above a place."""
    across, down = np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32)
    squares = (across[None, :] - x) ** 2 + (down[:, None] - y) ** 2
    return np.asarray(1 + strength * np.exp(-squares / (2 * width * width)), np.float32)


class Film:
    """Frames of a painted table, with times that go on from one act to the next."""

    def __init__(self, table: PaintedTable) -> None:
        self.table = table
        self._count = 0
        self.at_s = 0.0

    def frame(self, fps: float = FPS) -> Frame:
        """The next frame of the table as it is now."""
        luma = self.table.luma()
        frame = Frame(luma, self._count, self.at_s, "painted", lambda: np.dstack([luma] * 3))
        self._count += 1
        self.at_s += 1 / fps
        return frame

    def run(
        self, seconds: float, act: Callable[[float], None] | None = None, fps: float = FPS
    ) -> Iterator[Frame]:
        """Frames of some seconds; before each one act is called with how far it is, from 0 to 1."""
        count = round(seconds * fps)
        for step in range(count):
            if act is not None:
                act((step + 1) / count)
            yield self.frame(fps)
