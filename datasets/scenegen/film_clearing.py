"""Between two rounds: the table is cleared, tiles are shuffled, dealt and put aside."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi

import numpy as np
from numpy.typing import NDArray

from engine.trains import MEXICAN, Seat, own_train
from scenegen.arrange import Placed
from scenegen.film_arms import Motion
from scenegen.film_geometry import Box, Point, gaps, point, stack, unit
from scenegen.film_plan_trains import new_ground
from scenegen.film_reach import begin, finish
from scenegen.film_script import FilmTile, Put, Shift, Spot, Step, Take
from scenegen.film_stage import Stage
from scenegen.film_time import Act

_BEAT_S = 0.1
"""Between two places of a tile that is pushed along."""
_SPREAD_MM = 1.5
_THROWS = 60
_HANDFUL = 5
_STIR_MM = 95.0
_STIRRED_MM = 330.0


@dataclass(frozen=True, slots=True, eq=False)
class _Heap:
    """Where tiles may be thrown: spots (n, 2) mm, and boxes to keep clear of."""

    spots: NDArray[np.float64]
    hard: NDArray[np.float64]


def _heap(stage: Stage) -> _Heap:
    width, depth = stage.plan.table.size_mm
    hub = stage.plan.hub
    grid = np.stack(
        np.meshgrid(np.arange(-width / 2, width / 2, 9), np.arange(-depth / 2, depth / 2, 9)), axis=2
    )
    spots = grid.reshape(-1, 2)
    zones = [seat.zone() for seat in stage.plan.seats.values()]
    reach = hub.radius
    near = np.linalg.norm(spots - np.array(hub.at), axis=1)
    long = stage.plan.tile_mm[0]
    free = near > reach + long * 0.55 if hub.kind is not None else near > 0
    return _Heap(spots[free], stack(zones))


def _throw(stage: Stage, heap: _Heap, lying: list[Box], ends: tuple[int, int]) -> Placed:
    """A free spot near the middle; on top of others where there is none."""
    order = np.linalg.norm(heap.spots - np.array(stage.plan.hub.at), axis=1)
    weights = np.exp(-((order / order.mean()) ** 2) * 0.7)
    picks = stage.rng.choice(len(heap.spots), size=_THROWS, p=weights / weights.sum())
    taken = np.concatenate([heap.hard, stack(lying)])
    for pick in picks:
        x, y = (float(each) for each in heap.spots[pick] + stage.rng.uniform(-4, 4, 2))
        placed = Placed(x, y, float(stage.rng.uniform(0, 2 * pi)), ends, face_up=False)
        rect = stage.tile_box(placed)
        if stage.plan.is_on_table(rect) and gaps(rect, taken).min() > _SPREAD_MM:
            lying.append(rect)
            return placed
    return replace(placed, lifted=stage.plan.style.thickness_mm)


def _pushed(tile: FilmTile, to: Placed, from_s: float, lasts_s: float) -> list[Step]:
    """A tile slides from where it lies to another place, and shows its back from half way on."""
    beats = max(int(lasts_s / _BEAT_S), 1)
    steps: list[Step] = []
    old = tile.placed
    for beat in range(1, beats + 1):
        share = beat / beats
        x, y = old.x + share * (to.x - old.x), old.y + share * (to.y - old.y)
        turn = (to.angle - old.angle + pi) % (2 * pi) - pi
        up = to.face_up if share > 0.5 else old.face_up
        spot = Spot(x, y, old.angle + share * turn)
        steps.append(Shift(from_s + beat * _BEAT_S, tile.key, spot, up))
    return steps


def clear(stage: Stage) -> Act:
    """All tiles are swept into a heap around the hub, face down; markers go home."""
    act = Act()
    heap, lying = _heap(stage), list[Box]()
    for seat in stage.plan.seats:
        motion = begin(stage, seat)
        _take_marker_home(stage, seat, motion, act)
        for key in _share_of(stage, seat):
            tile = stage.tile(key)
            motion.go((tile.placed.x, tile.placed.y), slow=0.35)
            _sweep(stage, tile, _throw(stage, heap, lying, tile.placed.ends), motion, act)
        finish(stage, seat, motion, act)
    stage.hands = {seat: {} for seat in stage.hands}
    stage.yard, stage.engine = [], None
    stage.marked, stage.marked_by = {}, {}
    stage.ground = new_ground(stage.plan)
    act.steps.sort(key=lambda step: step.at_s)
    act.changes_s = act.steps[0].at_s
    act.release_s = act.steps[-1].at_s
    return act


def _sweep(stage: Stage, tile: FilmTile, to: Placed, motion: Motion, act: Act) -> None:
    """One tile goes to the heap; a standing one is laid down first."""
    flat = replace(tile.placed, standing=False, lifted=to.lifted)
    if tile.placed.standing or tile.placed.lifted != to.lifted:
        flat = replace(flat, face_up=tile.placed.face_up and not tile.placed.standing)
        act.steps += [Take(motion.now, tile.key), Put(motion.now, FilmTile(tile.key, flat))]
    act.steps += _pushed(FilmTile(tile.key, flat), to, motion.now, float(stage.rng.uniform(0.3, 0.6)))
    stage.things[tile.key] = FilmTile(tile.key, to)


def _take_marker_home(stage: Stage, seat: Seat, motion: Motion, act: Act) -> None:
    train = next((name for name, key in stage.marked.items() if key == stage.markers[seat]), None)
    if train is None:
        return
    key = stage.markers[seat]
    motion.go(stage.spot_of(key))
    thing = stage.prop(key)
    grab = motion.rest()
    back = stage.plan.seats[seat].park()
    motion.go(back)
    put = motion.rest()
    motion.carry(thing, grab, put)
    act.steps += [Take(grab, key), Put(put, stage.moved_prop(key, back, thing.spot.angle))]


def _share_of(stage: Stage, seat: Seat) -> list[int]:
    """The tiles that a seat sweeps: its hand, its train from the tail, and its part of the rest."""
    names = list(stage.plan.seats)
    mine = list(stage.hands[seat].values())
    mine += reversed(stage.ground.trains[own_train(seat)].keys)
    trains = {key for grown in stage.ground.trains.values() for key in grown.keys}
    rest = [*reversed(stage.ground.trains[MEXICAN].keys), *(set(stage.ground.lying) - trains), *stage.yard]
    if stage.engine is not None:
        rest.append(stage.engine)
    return mine + rest[names.index(seat) :: len(names)]


def heap_keys(stage: Stage) -> list[int]:
    """All tiles on the table."""
    return [key for key, thing in stage.things.items() if isinstance(thing, FilmTile)]


def shuffle(stage: Stage) -> Act:
    """Two to four hands stir the heap, each its own tiles."""
    act, rng = Act(), stage.rng
    seats = list(stage.plan.seats)
    heap = _heap(stage)
    inner = heap.spots[np.linalg.norm(heap.spots - np.array(stage.plan.hub.at), axis=1) < _STIRRED_MM]
    hands = min(len(seats), int(rng.integers(2, 5)))
    for number, at in enumerate(rng.permutation(len(seats))[:hands]):
        motion = begin(stage, seats[int(at)])
        for _ in range(int(rng.integers(6, 10))):
            before = motion.now
            to = point(inner[int(rng.integers(0, len(inner)))])
            motion.go(to, slow=0.8)
            keys = [key for key in heap_keys(stage) if key % hands == number]
            _stir(stage, keys, (before, motion.now, to), act)
        finish(stage, seats[int(at)], motion, act)
    act.steps.sort(key=lambda step: step.at_s)
    act.changes_s, act.release_s = 0.1, max((step.at_s for step in act.steps), default=0.1)
    return act


def _stir(stage: Stage, keys: Sequence[int], during: tuple[float, float, Point], act: Act) -> None:
    """Tiles near a hand are pushed about. during: from, to, and where the hand ends."""
    begun, done, hand = during
    for key in keys:
        tile = stage.tile(key)
        far = np.array([tile.placed.x, tile.placed.y]) - np.array(hand)
        if tile.placed.lifted or np.linalg.norm(far) > _STIR_MM:
            continue
        off = unit(float(stage.rng.uniform(0, 2 * pi))) * float(stage.rng.uniform(10, 60))
        x, y = tile.placed.x + float(off[0]), tile.placed.y + float(off[1])
        to = replace(tile.placed, x=x, y=y, angle=tile.placed.angle + float(stage.rng.normal(0, 0.6)))
        if stage.plan.is_on_table(stage.tile_box(to)):
            act.steps += _pushed(tile, to, begun, done - begun)
            stage.things[key] = FilmTile(key, to)


def deal(stage: Stage, counts: dict[Seat, int], aside: int) -> tuple[Act, int | None]:
    """Everybody takes so many tiles; the rest is pushed aside.

    aside: 1 when the engine tile is set aside, else 0. Returns its key besides.
    """
    act = Act()
    keys = [key for key in heap_keys(stage) if key not in stage.yard]
    order = [keys[int(i)] for i in stage.rng.permutation(len(keys))]
    engine = order.pop() if aside else None
    for seat, count in counts.items():
        mine, order = order[:count], order[count:]
        motion = begin(stage, seat)
        for at in range(0, len(mine), _HANDFUL):
            _handful(stage, seat, mine[at : at + _HANDFUL], motion, act)
        finish(stage, seat, motion, act)
    dealt_s = act.ends_s
    _push_aside(stage, order, dealt_s, act)
    act.steps.sort(key=lambda step: step.at_s)
    act.changes_s, act.release_s = act.steps[0].at_s, act.steps[-1].at_s
    return act, engine


def _handful(stage: Stage, seat: Seat, keys: Sequence[int], motion: Motion, act: Act) -> None:
    """Some tiles go from the heap to a hand."""
    first = stage.tile(keys[0])
    motion.go((first.placed.x, first.placed.y), slow=0.8)
    grab = motion.rest(0.2)
    for key in keys:
        act.steps.append(Take(grab, key))
        del stage.things[key]
    held = [stage.into_hand(seat, key, stage.next_ends(seat)) for key in keys]
    motion.go((held[-1].placed.x, held[-1].placed.y), slow=0.8)
    put = motion.rest(0.25)
    act.steps += [Put(put, thing) for thing in held]
    motion.carry(replace(first, placed=replace(first.placed, lifted=0.0)), grab, put)


def _push_aside(stage: Stage, keys: Sequence[int], from_s: float, act: Act) -> None:
    """What is left becomes the boneyard; one or two people push it there."""
    seats = list(stage.plan.seats)
    seat = seats[int(stage.rng.integers(0, len(seats)))]
    motion = begin(stage, seat)
    motion.rest(max(from_s - 0.5, 0.1))
    for at in range(0, len(keys), _HANDFUL + 3):
        batch = keys[at : at + _HANDFUL + 3]
        first = stage.tile(batch[0])
        motion.go((first.placed.x, first.placed.y), slow=0.6)
        begun = motion.now
        place = stage.plan.yard[min(at, len(stage.plan.yard) - 1)]
        motion.go((place.x, place.y), slow=0.8)
        for i, key in enumerate(batch):
            place = stage.plan.yard[at + i]
            lifted = place.layer * stage.plan.style.thickness_mm
            tile = stage.tile(key)
            to = Placed(place.x, place.y, place.angle, tile.placed.ends, lifted, face_up=False)
            _slide_over(stage, tile, to, (begun, motion.now), act)
    finish(stage, seat, motion, act)


def _slide_over(stage: Stage, tile: FilmTile, to: Placed, during: tuple[float, float], act: Act) -> None:
    flat = FilmTile(tile.key, replace(tile.placed, lifted=to.lifted))
    if tile.placed.lifted != to.lifted:
        act.steps += [Take(during[0], tile.key), Put(during[0], flat)]
    act.steps += _pushed(flat, to, during[0], during[1] - during[0])
    stage.things[tile.key] = FilmTile(tile.key, to)
    stage.yard.append(tile.key)
