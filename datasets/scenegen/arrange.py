"""Lays tiles out on a table as people do: hands, trains, scatters, piles, whole games. All in millimetres."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin

import cv2
import numpy as np

from engine.tiles import Tile, double_set
from scenegen.styles import SetStyle

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the table.

    x, y: centre. angle: direction from end a to end b, radians, y towards the viewer.
    lifted: height of the underside above the table. face_up: whether pips show. standing: on a long edge.
    """

    x: float
    y: float
    angle: float
    ends: tuple[int, int]
    lifted: float = 0.0
    face_up: bool = True
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Tiles of a scene and the places where a hub and markers belong."""

    tiles: tuple[Placed, ...]
    hub: tuple[float, float] | None = None
    marker_spots: tuple[tuple[float, float], ...] = ()


class Bag:
    """Deals tiles of a set in random order, over again when it runs out."""

    def __init__(self, rng: Rng, set_size: int) -> None:
        self._rng = rng
        self._tiles = double_set(set_size)
        self._left: list[Tile] = []

    def draw(self, *, double: bool | None = None) -> tuple[int, int]:
        """The next tile's ends in random order; `double` asks for a double or for none."""
        if not self._left:
            self._left = [self._tiles[i] for i in self._rng.permutation(len(self._tiles))]
        at = next((i for i, tile in enumerate(self._left) if double is None or tile.is_double == double), 0)
        tile = self._left.pop(at)
        return (tile.low, tile.high) if self._rng.random() < 0.5 else (tile.high, tile.low)


def _overlaps(a: Placed, b: Placed, style: SetStyle, shrink: float) -> bool:
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > style.length_mm**2 * 1.3:
        return False
    size = (style.length_mm * shrink, style.width_mm * shrink)
    boxes = [((p.x, p.y), size, float(np.degrees(p.angle))) for p in (a, b)]
    kind, _ = cv2.rotatedRectangleIntersection(boxes[0], boxes[1])
    return int(kind) != cv2.INTERSECT_NONE


def hand_grid(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """Leftover tiles in rows and columns, often edge to edge, each turned along or across the rows."""
    rows, cols = int(rng.integers(1, 5)), int(rng.integers(1, 8))
    upright = rng.random() < 0.6
    tight = rng.random() < 0.6
    gap = rng.uniform(0, 1.0) if tight else rng.uniform(1, 18)
    wobble = rng.uniform(0, 1.0) if tight else rng.uniform(0, 4)
    step_x, step_y = (style.width_mm, style.length_mm) if upright else (style.length_mm, style.width_mm)
    count = rows * cols - int(rng.integers(0, cols))
    tiles = []
    for i in range(max(count, 1)):
        row, col = divmod(i, cols)
        base, turn = (pi / 2 if upright else 0.0), (pi if rng.random() < 0.5 else 0.0)
        angle = base + turn + radians(rng.normal(0, wobble))
        x = (col - (cols - 1) / 2) * (step_x + gap) + rng.normal(0, wobble * 0.4)
        y = (row - (rows - 1) / 2) * (step_y + gap) + rng.normal(0, wobble * 0.4)
        tiles.append(Placed(x, y, angle, bag.draw()))
    return Arrangement(tuple(tiles))


def scatter(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """Tiles thrown down; now and then one lies on its neighbour's edge."""
    count = int(rng.integers(1, 22))
    crowding = rng.uniform(0.75, 1.9)
    shrink = rng.choice((1.02, 1.0, 0.93), p=(0.6, 0.2, 0.2))
    reach = style.length_mm * crowding * count**0.5 * 0.62
    tiles: list[Placed] = []
    for _ in range(count * 6):
        if len(tiles) == count:
            break
        x, y = rng.uniform(-reach, reach, 2)
        trial = Placed(float(x), float(y), float(rng.uniform(0, 2 * pi)), (0, 0))
        if any(_overlaps(trial, other, style, shrink) for other in tiles):
            continue
        on_another = any(_overlaps(trial, other, style, 1.0) for other in tiles)
        lifted = style.thickness_mm * 0.6 if on_another else 0.0
        tiles.append(replace(trial, ends=bag.draw(), lifted=lifted))
    return Arrangement(tuple(tiles))


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a train starts (mm), which way it heads (radians), and how many tiles it has."""

    x: float
    y: float
    heading: float
    length: int


def _train(rng: Rng, style: SetStyle, bag: Bag, way: _Way) -> Iterator[Placed]:
    """One train outward along a way: doubles crosswise, bends, small gaps."""
    x, y, heading = way.x, way.y, way.heading
    tail_length, half_width = style.length_mm, style.width_mm / 2
    bend_chance, gap_mm = rng.uniform(0, 0.2), rng.uniform(0, 1.5)
    want: int | None = None
    for _ in range(way.length):
        heading += radians(rng.normal(0, 1.5))
        gap = abs(rng.normal(0, gap_mm))
        ends = bag.draw()
        if want is not None and rng.random() < 0.4:
            ends = (want, ends[1])
        if ends[0] == ends[1] and rng.random() < 0.9:
            mid = half_width + gap
            turn = heading + (pi / 2 if rng.random() < 0.5 else -pi / 2)
            yield Placed(x + cos(heading) * mid, y + sin(heading) * mid, turn, ends)
            x, y = x + cos(heading) * 2 * mid, y + sin(heading) * 2 * mid
        elif rng.random() < bend_chance:
            side = heading + (pi / 2 if rng.random() < 0.5 else -pi / 2)
            ahead, aside = half_width + gap, tail_length / 2 - half_width
            cx = x + cos(heading) * ahead + cos(side) * aside
            cy = y + sin(heading) * ahead + sin(side) * aside
            yield Placed(cx, cy, side, ends)
            x, y, heading = cx + cos(side) * tail_length / 2, cy + sin(side) * tail_length / 2, side
        else:
            mid = tail_length / 2 + gap
            yield Placed(x + cos(heading) * mid, y + sin(heading) * mid, heading, ends)
            x, y = x + cos(heading) * (2 * mid - gap), y + sin(heading) * (2 * mid - gap)
        want = ends[1]


def _keep_apart(tiles: Iterator[Placed], taken: list[Placed], style: SetStyle) -> list[Placed]:
    """The tiles of a train up to the first that would lie on another."""
    kept: list[Placed] = []
    for tile in tiles:
        if any(_overlaps(tile, other, style, 0.94) for other in taken + kept):
            break
        kept.append(tile)
    return kept


def trains(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """One to three trains anywhere, as in any game with dominoes."""
    tiles: list[Placed] = []
    for _ in range(int(rng.integers(1, 4))):
        reach = style.length_mm * 2.5
        x, y = float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach))
        way = _Way(x, y, float(rng.uniform(0, 2 * pi)), int(rng.integers(2, 12)))
        tiles += _keep_apart(_train(rng, style, bag, way), tiles, style)
    return Arrangement(tuple(tiles))


def pile(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """Tiles pushed together into a patch, rows shifted and turned a little against each other."""
    tiles: list[Placed] = []
    y = 0.0
    for _ in range(int(rng.integers(2, 6))):
        across = rng.random() < 0.5
        step, height = (style.length_mm, style.width_mm) if across else (style.width_mm, style.length_mm)
        x = float(rng.uniform(-step, step)) - step * 1.5
        for _ in range(int(rng.integers(2, 6))):
            base, turn = (0.0 if across else pi / 2), (pi if rng.random() < 0.5 else 0.0)
            angle = base + turn + radians(rng.normal(0, 3.5))
            trial = Placed(x, y + rng.normal(0, 1.2), angle, (0, 0))
            if not any(_overlaps(trial, other, style, 0.95) for other in tiles):
                tiles.append(replace(trial, ends=bag.draw()))
            x += step + abs(rng.normal(0, 1.5))
        y += height + abs(rng.normal(0, 1.5))
    return Arrangement(tuple(tiles))


def game_table(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """A round of Mexican Train under way: engine tile, trains around it, boneyard, marker spots."""
    engine = Placed(0, 0, float(rng.uniform(0, pi)), bag.draw(double=True))
    tiles = [engine]
    spots: list[tuple[float, float]] = []
    slots = int(rng.integers(2, 9))
    hub_radius = style.length_mm * rng.uniform(0.75, 1.7)
    turn = rng.uniform(0, 2 * pi)
    for slot in range(slots):
        if rng.random() < 0.2:
            continue
        heading = turn + slot * 2 * pi / slots
        start = (hub_radius * cos(heading), hub_radius * sin(heading))
        way = _Way(*start, heading, int(rng.integers(1, 9)))
        laid = _keep_apart(_train(rng, style, bag, way), tiles, style)
        tiles += laid
        if laid and rng.random() < 0.5:
            beside = style.width_mm * rng.uniform(0.9, 1.5)
            tail = laid[-1]
            spots.append((tail.x + cos(heading + pi / 2) * beside, tail.y + sin(heading + pi / 2) * beside))
        elif rng.random() < 0.4:
            spots.append((start[0] * 0.8, start[1] * 0.8))
    return Arrangement(tuple(tiles), (0.0, 0.0), tuple(spots))


def single(rng: Rng, style: SetStyle, bag: Bag) -> Arrangement:
    """One to three tiles close up."""
    gap = style.width_mm * rng.uniform(1.0, 1.6)
    angle = float(rng.uniform(0, 2 * pi))
    count = int(rng.integers(1, 4))
    angle = angle if gap > style.length_mm else pi / 2
    return Arrangement(tuple(Placed(i * gap, rng.normal(0, 3), angle, bag.draw()) for i in range(count)))


Layer = Callable[[Rng, SetStyle, Bag], Arrangement]

ARRANGEMENTS: dict[str, Layer] = {
    "hand_grid": hand_grid,
    "scatter": scatter,
    "trains": trains,
    "pile": pile,
    "game_table": game_table,
    "single": single,
}


def turned(arrangement: Arrangement, angle: float) -> Arrangement:
    """The whole arrangement rotated about the origin."""
    c, s = cos(angle), sin(angle)

    def spin(x: float, y: float) -> tuple[float, float]:
        return (c * x - s * y, s * x + c * y)

    def moved(tile: Placed) -> Placed:
        x, y = spin(tile.x, tile.y)
        return replace(tile, x=x, y=y, angle=tile.angle + angle)

    tiles = tuple(moved(tile) for tile in arrangement.tiles)
    hub = spin(*arrangement.hub) if arrangement.hub else None
    return Arrangement(tiles, hub, tuple(spin(*spot) for spot in arrangement.marker_spots))


def with_backs(rng: Rng, style: SetStyle, arrangement: Arrangement, bag: Bag) -> Arrangement:
    """Some face-down tiles beside the others, as a boneyard lies."""
    tiles = list(arrangement.tiles)
    reach = max((max(abs(t.x), abs(t.y)) for t in tiles), default=100.0) + style.length_mm
    for _ in range(int(rng.integers(1, 16))):
        x, y = rng.uniform(-reach, reach, 2)
        trial = Placed(float(x), float(y), float(rng.uniform(0, 2 * pi)), bag.draw(), face_up=False)
        if not any(_overlaps(trial, other, style, 1.0) for other in tiles):
            tiles.append(trial)
    return replace(arrangement, tiles=tuple(tiles))


def with_standing(rng: Rng, style: SetStyle, arrangement: Arrangement, bag: Bag) -> Arrangement:
    """A hand of tiles that stand on a long edge in a row beside the others, faces to one side."""
    tiles = list(arrangement.tiles)
    farthest = max((max(abs(t.x), abs(t.y)) for t in tiles), default=100.0)
    reach = farthest + style.length_mm * rng.uniform(0.7, 1.3)
    side, away = float(rng.choice((0, pi / 2, pi, -pi / 2))), bool(rng.random() < 0.5)
    count = int(rng.integers(2, 8))
    for i in range(count):
        along = (i - (count - 1) / 2) * style.length_mm * 1.06
        x = cos(side) * reach - sin(side) * along + rng.normal(0, 4)
        y = sin(side) * reach + cos(side) * along + rng.normal(0, 4)
        angle = side + pi / 2 + radians(rng.normal(0, 6)) + (pi if away else 0.0)
        tiles.append(Placed(x, y, angle, bag.draw(), standing=True))
    return replace(arrangement, tiles=tuple(tiles))
