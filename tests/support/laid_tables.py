"""Tables laid out from one line of text, seen by any camera: the layout's raw material without any model.

    12-12 | @90: 12-4 4-4 corner 4-9 bend30 9-1 m | @210: 12-0 gap8 0-7 | loose 3-5 at 300,-200,30

The engine tile, then trains by heading (degrees clockwise from x) from the hub outward; `@90+30` begins 30 mm
to the right. Doubles lie crosswise. Before a tile: `bendN` turns N degrees at the end, `corner` and `corner-`
lay it across the last tile's end, `turn` and `turn-` against the last tile's side, `gapN` and `offN` leave N
mm and slip N mm sideways. After a tile: `x` lies crosswise, `!` lies inline, `?` is hidden, `*` bears a
marker on its outer half, `^` is face down. `m` is a marker beside the tail, `h` one beside the head. Apart
from trains: `loose 3-5 at x,y,degrees` and `back`, and a small `thing x,y`, in mm from the hub's middle.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.scene import Covered, Scene, SmallThing, TrackedTile
from vision.table import TableTransform
from vision.table_shape import estimate_from_tiles

Points = NDArray[np.float64]
LENGTH, WIDTH, HUB = 50.0, 25.0, 70.0
_TILE = re.compile(r"(\d+)-(\d+)([x!?*^]*)")


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the table: centre (mm), radians from end a to end b, pips of both."""

    x: float
    y: float
    angle: float
    ends: tuple[int, int]
    is_hidden: bool = False
    is_face_up: bool = True

    def corners(self) -> Points:
        """(4, 2) mm, clockwise in the picture; corners 0 and 1 bound end a."""
        half = np.array([[-1, 1], [-1, -1], [1, -1], [1, 1]]) * (LENGTH / 2, WIDTH / 2)
        c, s = cos(self.angle), sin(self.angle)
        return np.asarray(half @ np.array([[c, s], [-s, c]]) + (self.x, self.y), np.float64)


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole table in mm around the hub's middle. spots: markers' places."""

    tiles: tuple[Lying, ...]
    spots: tuple[tuple[float, float], ...]
    has_hub: bool = True


@dataclass(slots=True)
class _Pen:
    """Where a train has got to: a point, a heading (radians), and how the next tile is to lie."""

    x: float
    y: float
    heading: float
    gap: float = 0.0
    off: float = 0.0
    corner: float = 0.0
    turn: float = 0.0
    tiles: list[Lying] = field(default_factory=list)
    spots: list[tuple[float, float]] = field(default_factory=list)

    def step(self, ahead: float, aside: float = 0.0) -> tuple[float, float]:
        """A point so far ahead and to the right."""
        c, s = cos(self.heading), sin(self.heading)
        return self.x + c * ahead - s * aside, self.y + s * ahead + c * aside

    def read(self, word: str) -> None:
        """Take in one word of a train."""
        if (tile := _TILE.fullmatch(word)) is not None:
            self._lay((int(tile[1]), int(tile[2])), tile[3])
        elif word.startswith("bend"):
            degrees = float(word[4:])
            self.gap += WIDTH * abs(sin(radians(degrees) / 2))
            self.heading += radians(degrees / 2)
            self.x, self.y = self.step(self.gap)
            self.heading += radians(degrees / 2)
            self.gap = 0.0
        elif word in {"corner", "corner-"}:
            self.corner = -1.0 if word.endswith("-") else 1.0
        elif word in {"turn", "turn-"}:
            self.turn = -1.0 if word.endswith("-") else 1.0
        elif word.startswith("gap"):
            self.gap += float(word[3:])
        elif word.startswith("off"):
            self.off = float(word[3:])
        elif word == "m":
            self.spots.append(self.step(-WIDTH / 2, WIDTH))
        elif word == "h":
            first = self.tiles[0]
            self.spots.append((first.x - sin(first.angle) * WIDTH, first.y + cos(first.angle) * WIDTH))
        else:
            raise ValueError(f"a train has no word {word!r}")

    def _lay(self, ends: tuple[int, int], marks: str) -> None:
        if self.turn:
            self.x, self.y = self.step(-WIDTH / 2, self.turn * WIDTH / 2)
            self.heading += self.turn * pi / 2
        if self.corner:
            self._lay_corner(ends, marks)
        elif ("x" in marks or ends[0] == ends[1]) and "!" not in marks:
            self._put((*self.step(self.gap + WIDTH / 2, self.off), self.heading + pi / 2), ends, marks)
            self.x, self.y = self.step(self.gap + WIDTH, self.off)
        else:
            self._put((*self.step(self.gap + LENGTH / 2, self.off), self.heading), ends, marks)
            self.x, self.y = self.step(self.gap + LENGTH, self.off)
        self.gap = self.off = self.corner = self.turn = 0.0

    def _lay_corner(self, ends: tuple[int, int], marks: str) -> None:
        x, y = self.step(self.gap + WIDTH / 2, self.off + self.corner * LENGTH / 4)
        self._put((x, y, self.heading + self.corner * pi / 2), ends, marks)
        self.x, self.y = self.step(self.gap + WIDTH / 2, self.off + self.corner * LENGTH * 3 / 4)
        self.heading += self.corner * pi / 2

    def _put(self, where: tuple[float, float, float], ends: tuple[int, int], marks: str) -> None:
        self.tiles.append(Lying(*where, ends, is_hidden="?" in marks, is_face_up="^" not in marks))
        if "*" in marks:
            x, y, angle = where
            self.spots.append((x + cos(angle) * LENGTH / 4, y + sin(angle) * LENGTH / 4))


def _at_hub(words: str, hub_mm: float) -> _Pen:
    """The beginning of a train `@heading:`, or `@heading+aside:` for one so many mm to the right."""
    heading_deg, _, aside = words[1:].rstrip(":").partition("+")
    pen = _Pen(0.0, 0.0, radians(float(heading_deg)))
    pen.x, pen.y = pen.step(hub_mm + 3.0, float(aside or 0))
    return pen


def lay(text: str, *, hub_mm: float | None = HUB) -> Laid:
    """The table that a line of text describes. hub_mm: the hub's radius; None for the engine tile alone."""
    tiles: list[Lying] = []
    spots: list[tuple[float, float]] = []
    for part in text.split("|"):
        words = part.split()
        if part.strip().startswith("@"):
            pen = _at_hub(words[0], 38.0 if hub_mm is None else hub_mm)
            for word in words[1:]:
                pen.read(word)
            tiles += pen.tiles
            spots += pen.spots
        elif words and words[0] in {"loose", "back", "thing"}:
            where = tuple(float(v) for v in words[-1].split(","))
            if words[0] == "thing":
                spots.append((where[0], where[1]))
            else:
                a, b = (int(v) for v in words[1].split("-"))
                tiles.append(
                    Lying(where[0], where[1], radians(where[2]), (a, b), is_face_up=words[0] == "loose")
                )
        elif words:
            a, b = (int(v) for v in words[0].split("-"))
            tiles.append(Lying(0.0, 0.0, 0.3, (a, b)))
    return Laid(tuple(tiles), tuple(spots), hub_mm is not None)


@dataclass(frozen=True, slots=True)
class Camera:
    """How a table is looked at: degrees of tilt and of turning in the picture, noise in px.

    A tile is about 100 px long in the middle of a 1920 × 1080 picture.
    """

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    noise_px: float = 0.0
    px_per_mm: float = 1.3
    seed: int = 0

    frame_px = (1920, 1080)

    def mm_to_px(self) -> Points:
        """(3, 3) homography of the table."""
        tilt, turn = radians(self.tilt_deg), radians(self.turn_deg)
        spin = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
        focal, far = 1700.0, 1700.0 / self.px_per_mm
        # Seen from the bottom edge: what lies farther up the table is farther away.
        plane = np.array([[1, 0, 0], [0, cos(tilt), 0], [0, -sin(tilt), far]])
        pixels = np.array([[focal, 0, 960], [0, focal, 540], [0, 0, 1]])
        return np.asarray(pixels @ plane @ spin, np.float64)

    def project(self, points: Points) -> Points:
        """(..., 2) mm to (..., 2) px, without noise."""
        matrix = self.mm_to_px()
        mapped = points @ matrix[:, :2].T + matrix[:, 2]
        return np.asarray(mapped[..., :2] / mapped[..., 2:], np.float64)

    def transform(self) -> TableTransform:
        """The true one from its pixels to the table."""
        return TableTransform(np.linalg.inv(self.mm_to_px()).astype(np.float64))


TOP = Camera()


def scene_of(laid: Laid, camera: Camera = TOP, *, hub_mm: float = HUB, order: int | None = None) -> Scene:
    """What a perfect detector with noisy corners makes of the table. order: seed of a shuffle."""
    rng = np.random.default_rng(camera.seed)
    tracked = list(_tracked(laid, camera, rng))
    if order is not None:
        tracked = [tracked[int(i)] for i in np.random.default_rng(order).permutation(len(tracked))]
    things = tuple(
        SmallThing(at, camera.project(np.array(spot)).astype(np.float32), 15 * camera.px_per_mm)
        for at, spot in enumerate(laid.spots)
    )
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * hub_mm
    hub = camera.project(square).astype(np.float32) if laid.has_hub else None
    w, h = camera.frame_px
    covered = Covered(np.zeros((h // 8, w // 8), np.bool_), 1 / 8)
    return Scene(0.0, camera.frame_px, tuple(tracked), things, hub, covered)


def _tracked(laid: Laid, camera: Camera, rng: np.random.Generator) -> Iterator[TrackedTile]:
    for at, tile in enumerate(laid.tiles):
        corners = camera.project(tile.corners()) + rng.normal(0, 1, (4, 2)) * camera.noise_px
        ends = tile.ends
        # Which end a detector calls a is chance.
        if rng.random() < 0.5:
            corners, ends = np.roll(corners, 2, axis=0), (ends[1], ends[0])
        probs = np.full((2, 20), 0.002, np.float32)
        for row, value in enumerate(ends):
            probs[row, value] = 1 - 0.002 * 19
        yield TrackedTile(at, corners.astype(np.float32), probs, tile.is_face_up, tile.is_hidden)


def without(scene: Scene, *track_ids: int) -> Scene:
    """The scene with some tiles gone."""
    return replace(scene, tiles=tuple(t for t in scene.tiles if t.track_id not in track_ids))


def covering(scene: Scene, camera: Camera, centre_mm: tuple[float, float], radius_mm: float) -> Scene:
    """The scene with a round part of the table covered."""
    h, w = scene.covered.mask.shape
    cells = np.stack(np.meshgrid(np.arange(w), np.arange(h)), axis=-1) * 8.0
    matrix = np.linalg.inv(camera.mm_to_px())
    mapped = cells @ matrix[:, :2].T + matrix[:, 2]
    apart = np.linalg.norm(mapped[..., :2] / mapped[..., 2:] - np.array(centre_mm), axis=-1)
    return replace(scene, covered=Covered(scene.covered.mask | (apart < radius_mm), scene.covered.scale))


def perspective(scene: Scene) -> TableTransform:
    """The table's perspective as its tiles tell it."""
    quads = [tile.corners_px for tile in scene.tiles]
    return estimate_from_tiles(np.stack(quads) if quads else np.zeros((0, 4, 2)), scene.frame_px)
