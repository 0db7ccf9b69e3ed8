"""Finds a place for each tile that is laid: trains grow outward, bend in time, and keep clear of others."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.trains import TrainName
from scenegen.arrange import Placed
from scenegen.film_geometry import (
    Box,
    Obstacles,
    Point,
    box,
    distance_to_box,
    gaps,
    obstacles,
    point,
    stack,
    unit,
)
from scenegen.film_table import NoRoomError, TablePlan
from scenegen.film_ways import Kind, Option, Sloppiness, Tail, branches, draw_sloppiness, options

Rng = np.random.Generator

_AHEAD = 5
"""Tiles that a train looks ahead, so that it bends before it is stuck."""
_MOST_NODES = 1500
_CLEAR_MM = 4.0
"""Least gap between trains."""
_SLIT_MM = 3.0
"""Least gap between tiles of one train that do not join."""
_WISH_MM = 32.0
_CELL_MM = 8.0
_YOUNG_TILES = 3
_YOUNG_COST = 2.5
_EXACT = Sloppiness(0.7, 0.0, flip=False)
"""How tiles that are yet to come are thought to lie."""


@dataclass
class Grown:
    """A train on the table: keys and places of its tiles, where it goes on, what touches its side."""

    tail: Tail
    keys: list[int] = field(default_factory=list)
    tails: list[Tail] = field(default_factory=list)
    """Where the train went on before each of its tiles."""


@dataclass
class Ground:
    """What lies on the table, as far as trains must keep clear of it."""

    plan: TablePlan
    trains: dict[TrainName, Grown]
    lying: dict[int, Placed] = field(default_factory=dict)
    things: dict[TrainName, Box] = field(default_factory=dict)
    """Boxes around the markers that lie on trains."""

    def box(self, placed: Placed) -> Box:
        """The corners of a tile."""
        return box((placed.x, placed.y), placed.angle, self.plan.tile_mm)


def new_ground(plan: TablePlan) -> Ground:
    """A table without trains."""
    trains = {}
    for name, slot in plan.slots.items():
        x, y = np.array(plan.hub.at) + unit(slot.direction) * slot.start_mm
        trains[name] = Grown(Tail(float(x), float(y), slot.direction, is_flat=True))
    return Ground(plan, trains)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What one placement has to reckon with.

    hard: what to keep clear of. own: (m, 4, 2) boxes of the train itself, tail last.
    room: (h, w) distance in mm from what is hard or will be soon.
    """

    hard: Obstacles
    own: NDArray[np.float64]
    room: NDArray[np.float32]


def next_place(rng: Rng, ground: Ground, train: TrainName, kinds: Sequence[Kind]) -> Option:
    """Where the first of `kinds` goes; the rest is what the train will hold next."""
    grown = ground.trains[train]
    search = _search(ground, train)
    how = draw_sloppiness(rng)
    for clear in (_CLEAR_MM, 2.0):
        found = _best(ground, search, grown.tail, kinds[:_AHEAD], (how, clear))
        if found is not None:
            return found
    raise NoRoomError(f"the train of {train} is stuck after {len(grown.keys)} tiles")


def lay(ground: Ground, train: TrainName, key: int, option: Option) -> None:
    """Put a tile at a train's tail."""
    grown = ground.trains[train]
    grown.tails.append(grown.tail)
    grown.keys.append(key)
    grown.tail = option.tail
    ground.lying[key] = option.placed


def lift(ground: Ground, train: TrainName, key: int) -> None:
    """Take a tile away; at the tail the train is shorter then, elsewhere a hole stays."""
    grown = ground.trains[train]
    del ground.lying[key]
    if key not in grown.keys:
        return
    at = grown.keys.index(key)
    if at == len(grown.keys) - 1:
        grown.tail = grown.tails[at]
    del grown.keys[at], grown.tails[at]


def _search(ground: Ground, train: TrainName) -> _Search:
    plan, grown = ground.plan, ground.trains[train]
    own = set(grown.keys)
    others = [ground.box(placed) for key, placed in ground.lying.items() if key not in own]
    reserved = [
        _first(ground, name) for name, each in ground.trains.items() if name != train and not each.keys
    ]
    zones = [seat.zone() for seat in plan.seats.values()]
    markers = [rect for name, rect in ground.things.items() if name != train]
    hard = stack([*others, *reserved, *zones, *plan.piles, *markers])
    soon = [_coming(ground, each) for name, each in ground.trains.items() if name != train]
    mine = stack(ground.box(ground.lying[key]) for key in grown.keys)
    return _Search(obstacles(hard), mine, _room(ground, np.concatenate([hard, stack(soon), mine[:-3]])))


def _first(ground: Ground, train: TrainName) -> Box:
    """The place of the first tile of a train that has not begun."""
    tail = ground.trains[train].tail
    long, wide = ground.plan.tile_mm
    middle = np.array([tail.x, tail.y]) + unit(tail.heading) * long / 2
    return box(middle, tail.heading, (long, wide + 1))


def _coming(ground: Ground, grown: Grown) -> Box:
    """Where another train will probably go on."""
    long, wide = ground.plan.tile_mm
    reach = long * 2.2
    middle = np.array([grown.tail.x, grown.tail.y]) + unit(grown.tail.heading) * reach / 2
    return box(middle, grown.tail.heading, (reach, wide))


def _room(ground: Ground, boxes: NDArray[np.float64]) -> NDArray[np.float32]:
    """(h, w) how far each cell of the table is from the boxes and from the table's edge."""
    width, depth = ground.plan.table.size_mm
    h, w = int(depth / _CELL_MM), int(width / _CELL_MM)
    free = np.zeros((h, w), np.uint8)
    if ground.plan.table.is_round:
        cv2.ellipse(free, (w // 2, h // 2), (w // 2 - 2, h // 2 - 2), 0, 0, 360, (1,), -1)
    else:
        free[1:-1, 1:-1] = 1
    corner = np.array([width / 2, depth / 2])
    for outline in (*boxes, ground.plan.hub.outline):
        cells = np.round((outline + corner) / _CELL_MM - 0.5).astype(np.int32)
        cv2.fillPoly(free, [cells], (0,))
    far = cv2.distanceTransform(free, cv2.DIST_L2, 3)
    return (far * _CELL_MM).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A way on: how many tiles it lays, the latest of them, the first, all boxes of the train so far.

    is_sure: whether it has been found to be free, and its price is the full one.
    """

    depth: int
    option: Option
    first: Option
    own: NDArray[np.float64]
    is_sure: bool


def _best(
    ground: Ground, search: _Search, tail: Tail, kinds: Sequence[Kind], how: tuple[Sloppiness, float]
) -> Option | None:
    """The first step of the cheapest way for all of `kinds`; of the longest way if none goes all along."""
    size, (sloppy, clear) = ground.plan.tile_mm, how
    ticket = count()
    queue: list[tuple[float, int, _Node]] = []
    for option in options(tail, kinds[0], size, sloppy):
        node = _Node(1, option, option, search.own, is_sure=False)
        heapq.heappush(queue, (_price(option, search.own), next(ticket), node))
    deepest: _Node | None = None
    met: set[tuple[int, int, int, int]] = set()
    for _ in range(_MOST_NODES):
        if not queue:
            break
        cost, _, node = heapq.heappop(queue)
        if not node.is_sure:
            # Most ways are never looked at, so only the promising ones are tested.
            rect = ground.box(node.option.placed)
            if _is_free(ground, search.hard, node.own, (rect, clear)):
                sure = replace(node, own=np.concatenate([node.own, rect[None]]), is_sure=True)
                heapq.heappush(queue, (cost + _crowding(ground, search, node.option), next(ticket), sure))
            continue
        if deepest is None or node.depth > deepest.depth:
            deepest = node
        if node.depth == len(kinds):
            break
        here = node.option.tail
        # Two ways to nearly the same place: the cheaper one came first.
        where = (node.depth, round(here.x / 9), round(here.y / 9), round(here.heading / 0.17))
        if where in met:
            continue
        met.add(where)
        for option in options(here, kinds[node.depth], size, _EXACT):
            onward = _Node(node.depth + 1, option, node.first, node.own, is_sure=False)
            heapq.heappush(queue, (cost + _price(option, node.own), next(ticket), onward))
    return None if deepest is None else deepest.first


def _price(option: Option, own: NDArray[np.float64]) -> float:
    """What speaks against a way to lay a tile: a train seldom bends before it has left the hub."""
    return option.cost * (_YOUNG_COST if len(own) < _YOUNG_TILES else 1.0)


def _is_free(ground: Ground, hard: Obstacles, own: NDArray[np.float64], tile: tuple[Box, float]) -> bool:
    rect, clear = tile
    if not ground.plan.is_on_table(rect) or not hard.are_clear_of(rect, clear):
        return False
    if len(own) and gaps(rect, own[-1:])[0] < -0.4:
        return False
    if len(own) > 1 and gaps(rect, own[:-1]).min() < _SLIT_MM:
        return False
    hub = ground.plan.hub
    middle = point(rect.mean(axis=0))
    if np.hypot(middle[0] - hub.at[0], middle[1] - hub.at[1]) > hub.radius + ground.plan.tile_mm[0]:
        return True
    if cv2.pointPolygonTest(hub.outline.astype(np.float32), middle, measureDist=False) > 0:
        return False
    return bool(distance_to_box(hub.outline, rect).min() > 0.2)


def _crowding(ground: Ground, search: _Search, option: Option) -> float:
    """What speaks against a place: little room around it, or little room before it."""
    spots = [(option.placed.x, option.placed.y)]
    way = unit(option.tail.heading)
    spots += [
        (option.tail.x + way[0] * far, option.tail.y + way[1] * far) for far in (20.0, 60.0, 100.0, 150.0)
    ]
    near = [_at(ground, search.room, spot) for spot in spots]
    body = max(0.0, (_WISH_MM - near[0]) / _WISH_MM) * 0.3
    ahead = sum(max(0.0, (_WISH_MM - each) / _WISH_MM) for each in near[1:]) * 0.06
    return body + ahead


def _at(ground: Ground, room: NDArray[np.float32], spot: Point) -> float:
    width, depth = ground.plan.table.size_mm
    column, row = int((spot[0] + width / 2) / _CELL_MM), int((spot[1] + depth / 2) / _CELL_MM)
    if 0 <= row < room.shape[0] and 0 <= column < room.shape[1]:
        return float(room[row, column])
    return 0.0


def branch_place(rng: Rng, ground: Ground, train: TrainName, kind: Kind) -> Placed:
    """A spot at the side of a train for a tile that does not belong there."""
    search = _search(ground, train)
    keys = ground.trains[train].keys
    how = draw_sloppiness(rng)
    for clear in (12.0, _CLEAR_MM, 2.0):
        for key in reversed(keys):
            rest = stack(ground.box(ground.lying[other]) for other in keys if other != key)
            spots = list(branches(ground.lying[key], kind, ground.plan.tile_mm, how))
            for at in rng.permutation(len(spots)):
                (x, y), angle = spots[int(at)]
                placed = Placed(x, y, angle, kind.ends)
                rect = ground.box(placed)
                spaced = obstacles(rest).are_clear_of(rect, clear)
                if spaced and _is_free(ground, search.hard, search.own[:0], (rect, clear)):
                    return placed
    raise NoRoomError(f"no room at the side of the train of {train}")
