"""The table of a film before anybody moves: seats, hub, slots, boneyard."""

from dataclasses import dataclass
from math import atan2, ceil, pi, tan

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.trains import MEXICAN, Seat, TrainName, own_train
from scenegen.film_geometry import Box, Point, box, inside, unit
from scenegen.film_hub import Hub, assign_slots, choose_hub
from scenegen.film_recipe import FilmTable
from scenegen.film_record import FilmError
from scenegen.film_seats import SeatPlace, edges, seat_place
from scenegen.styles import SetStyle

Rng = np.random.Generator
Grid = NDArray[np.uint8]

_CELL_MM = 10.0
_CORRIDOR_MM = 72.0
"""Width that is kept free for the beginning of a train."""
_LOOSE_MM = 8.0
"""Between the tiles of a boneyard, so that none touches although each lies a little askew."""
_LAYERS = 3


class NoRoomError(FilmError):
    """The table is too small for what should lie on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """Where a train begins: direction from the hub, and how far from its middle the first tile starts."""

    direction: float
    start_mm: float


@dataclass(frozen=True, slots=True)
class YardPlace:
    """A place for a face-down tile; layer 0 lies on the table."""

    x: float
    y: float
    angle: float
    layer: int


@dataclass(frozen=True, slots=True, eq=False)
class TablePlan:
    """A table as planned. yard: places in the order in which they are filled. piles: boxes around them."""

    table: FilmTable
    style: SetStyle
    seats: dict[Seat, SeatPlace]
    hub: Hub
    slots: dict[TrainName, Slot]
    yard: tuple[YardPlace, ...]
    piles: tuple[Box, ...]

    @property
    def tile_mm(self) -> tuple[float, float]:
        """Length and width of a tile."""
        return (self.style.length_mm, self.style.width_mm)

    def is_on_table(self, rect: Box, margin_mm: float = 6.0) -> bool:
        """Whether a box lies on the table and keeps off its edge."""
        found = inside(rect, self.table.size_mm, is_round=self.table.is_round)
        return bool(found.min() > margin_mm)


@dataclass(frozen=True, slots=True)
class Need:
    """What a game needs room for: the seats, the largest hand of each, and the fullest boneyard."""

    hands: dict[Seat, int]
    yard: int


def plan_table(rng: Rng, table: FilmTable, style: SetStyle, need: Need) -> TablePlan:
    """Lay out a table; raises NoRoomError where it is too small."""
    names = list(need.hands)
    around = edges(rng, table.size_mm, len(names), is_round=table.is_round)
    looks = (style, table.is_standing, table.is_round)
    seats = {
        name: seat_place(rng, name, edge, need.hands[name], looks)
        for name, edge in zip(names, around, strict=True)
    }
    hub = choose_hub(rng, table.hub, len(names) + 1, style)
    wanted = [atan2(edge.at[1] - hub.at[1], edge.at[0] - hub.at[0]) for edge in around]
    hub, ways = assign_slots(rng, hub, wanted, crowded=table.is_crowded)
    trains = [*map(own_train, names), MEXICAN]
    start = _least_start(ways, style)
    slots = {
        train: Slot(way, max(hub.reach(way, style.width_mm / 2) + float(rng.uniform(0.5, 3)), start))
        for train, way in zip(trains, ways, strict=True)
    }
    plan = TablePlan(table, style, seats, hub, slots, (), ())
    yard, piles = _boneyard(rng, plan, need.yard)
    return TablePlan(table, style, seats, hub, slots, yard, piles)


def _least_start(ways: list[float], style: SetStyle) -> float:
    """How far out first tiles must begin so that neighbours do not touch."""
    order = sorted(way % (2 * pi) for way in ways)
    pitch = min(b - a for a, b in zip(order, [*order[1:], order[0] + 2 * pi], strict=True))
    return 0.0 if pitch >= pi / 2 else (style.width_mm + 5) / (2 * tan(pitch / 2))


class _Room:
    """The free cells of a table, for placing piles."""

    def __init__(self, plan: TablePlan) -> None:
        width, depth = plan.table.size_mm
        self.shape = (int(depth / _CELL_MM), int(width / _CELL_MM))
        self.origin = np.array([width / 2, depth / 2])
        rows, columns = np.mgrid[0 : self.shape[0], 0 : self.shape[1]]
        centres = (np.stack([columns, rows], axis=2).reshape(-1, 2) + 0.5) * _CELL_MM - self.origin
        edge = inside(centres, plan.table.size_mm, is_round=plan.table.is_round).reshape(self.shape)
        self.centres = centres.reshape(*self.shape, 2)
        self.free: Grid = (edge > 14).astype(np.uint8)
        for seat in plan.seats.values():
            self.block(seat.zone(), 14)
        hub = np.array(plan.hub.at)
        for slot in plan.slots.values():
            reach = slot.start_mm + (160.0 if slot is plan.slots[MEXICAN] else 600.0)
            self.block(box(hub + unit(slot.direction) * reach / 2, slot.direction, (reach, _CORRIDOR_MM)), 0)
        self.block(box(plan.hub.at, 0, (260, 260)), 0)

    def block(self, rect: Box, margin_mm: float) -> None:
        """Take a box and a margin around it away."""
        middle = rect.mean(axis=0)
        grown = rect + np.sign(rect - middle) * margin_mm
        cells = np.round((grown + self.origin) / _CELL_MM - 0.5).astype(np.int32)
        cv2.fillConvexPoly(self.free, cells, (0,))

    def best(self, size_mm: tuple[float, float], hub: Point) -> Point | None:
        """The middle of the free place of that size that is farthest from the hub."""
        across, down = (ceil(side / _CELL_MM) + 1 for side in size_mm)
        if across >= self.shape[1] or down >= self.shape[0]:
            return None
        total = cv2.integral(self.free)
        full = (
            total[down:, across:] - total[:-down, across:] - total[down:, :-across] + total[:-down, :-across]
        )
        fits = np.argwhere(full == across * down)
        if not len(fits):
            return None
        middles = (fits[:, ::-1] + np.array([across, down]) / 2) * _CELL_MM - self.origin
        # Across counts for more: trains have less room towards the near and far edge.
        far = np.abs(middles - np.array(hub)) @ np.array([1.0, 0.7])
        x, y = middles[int(np.argmax(far))]
        return (float(x), float(y))


def _boneyard(rng: Rng, plan: TablePlan, count: int) -> tuple[tuple[YardPlace, ...], tuple[Box, ...]]:
    """Places for so many face-down tiles, in one to six piles; in layers where the table is small."""
    if count == 0:
        return (), ()
    long, wide = (side + _LOOSE_MM for side in plan.tile_mm)
    for layers in range(1, _LAYERS + 1):
        cells = ceil(count / layers)
        for piles in range(1, 7):
            found = _piles(rng, plan, ceil(cells / piles), (piles, long, wide))
            if found is not None:
                places = [
                    YardPlace(x, y, angle, layer)
                    for layer in range(layers)
                    for x, y, angle in _spots(rng, found, (long, wide))
                ]
                return tuple(places[:count]), tuple(rect for rect, _ in found)
    raise NoRoomError(f"no room for {count} tiles in the boneyard on a table of {plan.table.size_mm} mm")


_Pile = tuple[Box, tuple[int, int]]


def _piles(rng: Rng, plan: TablePlan, each: int, layout: tuple[int, float, float]) -> list[_Pile] | None:
    """So many free boxes for `each` tiles in columns and rows, or None."""
    piles, long, wide = layout
    room = _Room(plan)
    found: list[_Pile] = []
    for _ in range(piles):
        options = []
        for columns in range(1, each + 1):
            rows = ceil(each / columns)
            across, down = columns * long, rows * wide
            if 0.3 <= across / down <= 3.5 or each < 4:
                options.append((columns, rows))
        order = rng.permutation(len(options))
        for i in order:
            columns, rows = options[int(i)]
            at = room.best((columns * long, rows * wide), plan.hub.at)
            if at is not None:
                rect = box(at, 0.0, (columns * long, rows * wide))
                room.block(rect, 30)
                found.append((rect, (columns, rows)))
                break
        else:
            return None
    return found


def _spots(rng: Rng, piles: list[_Pile], step: tuple[float, float]) -> list[tuple[float, float, float]]:
    """A spot for a tile in each cell of each pile, a little askew."""
    spots = []
    for rect, (columns, rows) in piles:
        corner = rect.min(axis=0)
        for column in range(columns):
            for row in range(rows):
                x, y = corner + (np.array([column, row]) + 0.5) * np.array(step) + rng.uniform(-1.5, 1.5, 2)
                turn = pi if rng.random() < 0.5 else 0.0
                spots.append((float(x), float(y), turn + float(rng.uniform(-0.06, 0.06))))
    return spots
