"""Markers: where they go, how they come and leave, and how they make way for a tile."""

from collections.abc import Iterator, Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

from engine.events import Drawn, MarkerPlaced, MarkerTaken
from engine.trains import Seat, TrainName
from scenegen.arrange import Placed
from scenegen.film_arms import Motion
from scenegen.film_geometry import Box, Point, gaps, inside, point, square, stack, unit
from scenegen.film_reach import begin, draw_on_the_way, finish
from scenegen.film_record import Told
from scenegen.film_script import Put, Shift, Spot, Step, Take, TrueEvent
from scenegen.film_stage import Stage, prop_radius
from scenegen.film_time import Act, Draft

_GAP_MM = 3.0


def put_marker(stage: Stage, told: Told, event: MarkerPlaced, seat: Seat, draws: Sequence[Drawn] = ()) -> Act:
    """A seat lays its marker on a train, perhaps after drawing."""
    act = Act()
    motion = begin(stage, seat)
    for each in draws:
        draw_on_the_way(stage, each, motion, act)
    key = _free_marker(stage, seat)
    motion.go(stage.spot_of(key))
    grab = motion.rest()
    kind = stage.prop(key)
    radius = prop_radius(kind.kind, kind.seed)
    to = _spot(stage, event.train, radius)
    motion.go(to)
    put = motion.rest()
    thing = stage.moved_prop(key, to, float(stage.rng.uniform(0, 2 * pi)))
    motion.carry(thing, grab, put)
    act.steps += [Take(grab, key), Put(put, thing)]
    act.changes_s, act.release_s = put, motion.now
    rect = square(to, radius)
    stage.marked[event.train], stage.marked_by[event.train] = key, seat
    stage.ground.things[event.train] = rect
    true = TrueEvent(0.0, "marker_on", seat, event.train, None, str(event), told.code, key)
    act.drafts.append(Draft(true, motion.now, (rect,)))
    finish(stage, seat, motion, act)
    return act


def take_marker(stage: Stage, told: Told, event: MarkerTaken, seat: Seat) -> Act:
    """The marker of a train goes back to its seat."""
    act = Act()
    motion = begin(stage, seat)
    key = stage.marked.pop(event.train)
    thing = stage.prop(key)
    rect = stage.ground.things.pop(event.train)
    motion.go(stage.spot_of(key))
    grab = motion.rest()
    home = next(name for name, own in stage.markers.items() if own == key)
    back = stage.plan.seats[home].park()
    motion.go(back)
    put = motion.rest()
    motion.carry(thing, grab, put)
    parked = stage.moved_prop(key, back, float(stage.rng.uniform(0, 2 * pi)))
    act.steps += [Take(grab, key), Put(put, parked)]
    act.changes_s, act.release_s = grab, grab
    true = TrueEvent(0.0, "marker_off", seat, event.train, None, str(event), told.code, key)
    act.drafts.append(Draft(true, grab, (rect,)))
    finish(stage, seat, motion, act)
    return act


def _free_marker(stage: Stage, seat: Seat) -> int:
    """The seat's own marker, or somebody's that is not in use."""
    used = set(stage.marked.values())
    order = [stage.markers[seat], *stage.markers.values()]
    return next(key for key in order if key not in used)


def make_way(stage: Stage, train: TrainName, rect: Box, motion: Motion) -> list[Step]:
    """Push the train's marker aside if it lies where a tile is to lie."""
    key = stage.marked.get(train)
    if key is None or gaps(rect, stage.ground.things[train][None])[0] > 1.0:
        return []
    return _slide(stage, train, key, motion)


def slide_to_tail(stage: Stage, train: TrainName, motion: Motion) -> list[Step]:
    """A marker that belongs beside the tail goes along when the train grows."""
    key = stage.marked.get(train)
    if key is None or not stage.recipe.table.marker_place.startswith("tail"):
        return []
    return _slide(stage, train, key, motion)


def _slide(stage: Stage, train: TrainName, key: int, motion: Motion) -> list[Step]:
    thing = stage.prop(key)
    radius = prop_radius(thing.kind, thing.seed)
    del stage.ground.things[train]
    # Beside and never on a tile: what was just laid must be seen.
    to = _spot(stage, train, radius, beside=True)
    motion.go(stage.spot_of(key))
    motion.rest(0.15)
    at_s = motion.go(to, slow=1.5)
    motion.rest(0.12)
    stage.moved_prop(key, to, thing.spot.angle)
    stage.ground.things[train] = square(to, radius)
    return [Shift(at_s, key, Spot(*to, thing.spot.angle))]


def _spot(stage: Stage, train: TrainName, radius: float, *, beside: bool = False) -> Point:
    """Where a marker goes: as the recipe says, else beside the tail, else wherever it has room."""
    place = stage.recipe.table.marker_place
    grown = stage.ground.trains[train]
    if not grown.keys:
        ahead = unit(grown.tail.heading) * (radius + float(stage.rng.uniform(4, 14)))
        return point(np.array([grown.tail.x, grown.tail.y]) + ahead)
    at_tail = place.startswith("tail")
    tile = stage.ground.lying[grown.keys[-1 if at_tail else 0]]
    share = 0.25 if at_tail else -0.25
    if place.endswith("_on") and not beside:
        middle = np.array([tile.x, tile.y]) + unit(tile.angle) * stage.plan.tile_mm[0] * share
        return point(middle + stage.rng.normal(0, 1.5, 2))
    return _room_beside(stage, tile, radius, outward=at_tail)


def _room_beside(stage: Stage, tile: Placed, radius: float, *, outward: bool) -> Point:
    """The spot around a tile that is farthest from what else lies there, the likely ones first."""
    others = _others(stage)
    best: tuple[float, Point] | None = None
    for rank, spot in enumerate(_around(stage, tile, radius, outward=outward)):
        rect = square(spot, radius * 0.9)
        clear = float(gaps(rect, others).min()) if len(others) else 100.0
        edge = float(inside(rect, stage.plan.table.size_mm, is_round=stage.plan.table.is_round).min())
        score = min(clear, edge, 10.0) - rank * 1.5
        if best is None or score > best[0]:
            best = (score, spot)
    if best is None:
        raise AssertionError("there is always a place around a tile")
    return best[1]


def _others(stage: Stage) -> NDArray[np.float64]:
    """(n, 4, 2) boxes that a marker keeps off: tiles, markers, and the places where trains go on."""
    tails = [grown.tail for grown in stage.ground.trains.values()]
    ahead = [square(point(np.array([tail.x, tail.y]) + unit(tail.heading) * 14), 11.0) for tail in tails]
    tiles = [stage.tile_box(placed) for placed in stage.ground.lying.values()]
    return stack([*tiles, *stage.ground.things.values(), *ahead])


def _around(stage: Stage, tile: Placed, radius: float, *, outward: bool) -> Iterator[Point]:
    """Spots beside a tile: at its outer (or inner) end first, then along it, then before its ends."""
    long, wide = stage.plan.tile_mm
    base, way, side = np.array([tile.x, tile.y]), unit(tile.angle), unit(tile.angle + pi / 2)
    first = 0.25 if outward else -0.25
    gap = _GAP_MM + float(stage.rng.uniform(0, 6))
    order = (1, -1) if stage.rng.random() < 0.5 else (-1, 1)
    for share in (first, 0.0, -first):
        for sign in order:
            yield point(base + way * long * share + side * sign * (wide / 2 + radius + gap))
    for sign in order:
        yield point(base + way * sign * (long / 2 + radius + gap))
