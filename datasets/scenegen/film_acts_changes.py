"""Acts that change what lay already: tiles taken back, moved, swapped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.events import EngineLaid, Moved, Replaced, TakenBack
from engine.tiles import Tile
from engine.trains import Seat, TrainName
from scenegen.arrange import Placed
from scenegen.film_acts_markers import make_way, slide_to_tail
from scenegen.film_geometry import Point, point, unit
from scenegen.film_plan_trains import lay, lift, next_place
from scenegen.film_reach import begin, finish
from scenegen.film_record import FilmError, Told
from scenegen.film_script import FilmTile, Put, Take, TrueEvent
from scenegen.film_stage import Stage, engine_place
from scenegen.film_time import Act, Draft
from scenegen.film_ways import Kind

_BESIDE_MM = 62.0
"""Where a hand waits with the new tile while the other one takes the old."""


def _key_of(stage: Stage, tile: Tile, train: TrainName) -> int:
    """The tile in a train, or at its side."""
    keys = [*stage.ground.lying, *stage.ground.trains[train].keys]
    for key in reversed(keys):
        if Tile.of(*stage.ground.lying[key].ends) == tile:
            return key
    raise FilmError(f"{tile} does not lie on {train}, so nobody can take it")


def take_back(stage: Stage, told: Told, event: TakenBack, seat: Seat) -> Act:
    """A tile goes from a train back to a hand."""
    act = Act()
    motion = begin(stage, seat)
    key = _key_of(stage, event.tile, event.train)
    old = stage.tile(key)
    rect = stage.tile_box(old.placed)
    lift(stage.ground, event.train, key)
    motion.go((old.placed.x, old.placed.y))
    grab = motion.rest()
    held = stage.into_hand(seat, key, old.placed.ends)
    motion.go((held.placed.x, held.placed.y))
    put = motion.rest()
    motion.carry(old, grab, put)
    act.steps += [Take(grab, key), Put(put, held)]
    act.changes_s, act.release_s = grab, put
    ends = (event.tile.low, event.tile.high)
    true = TrueEvent(0.0, "remove", seat, event.train, ends, str(event), told.code, key)
    act.drafts.append(Draft(true, grab, (rect,)))
    finish(stage, seat, motion, act)
    return act


def move(stage: Stage, told: Told, event: Moved, mover: tuple[Seat, Sequence[Kind]]) -> Act:
    """A tile goes from one train to the tail of another. mover: who does it, and what the train will hold."""
    act, (seat, kinds) = Act(), mover
    motion = begin(stage, seat)
    key = _key_of(stage, event.link.tile, event.origin)
    old = stage.tile(key)
    left = stage.tile_box(old.placed)
    lift(stage.ground, event.origin, key)
    option = next_place(stage.rng, stage.ground, event.train, kinds)
    lay(stage.ground, event.train, key, option)
    rect = stage.tile_box(option.placed)
    motion.go((old.placed.x, old.placed.y))
    grab = motion.rest()
    act.steps += [Take(grab, key), *make_way(stage, event.train, rect, motion)]
    motion.go((option.placed.x, option.placed.y))
    put = motion.rest()
    thing = FilmTile(key, option.placed)
    motion.carry(thing, grab, put)
    act.steps.append(Put(put, thing))
    stage.things[key] = thing
    act.steps += slide_to_tail(stage, event.train, motion)
    act.changes_s, act.release_s = grab, motion.now
    ends = (event.link.inner, event.link.outer)
    true = TrueEvent(0.0, "move", seat, event.train, ends, str(event), told.code, key)
    act.drafts.append(Draft(true, motion.now, (left, rect)))
    finish(stage, seat, motion, act)
    return act


@dataclass(frozen=True, slots=True)
class _Swap:
    """Two tiles that change places: the new one as it lies first and at last, the old one likewise.

    None where a tile comes from or goes off the table.
    """

    fresh: FilmTile | None
    laid: FilmTile
    old: FilmTile
    gone: FilmTile | None


def _at(tile: FilmTile) -> Point:
    return (tile.placed.x, tile.placed.y)


def _swap(stage: Stage, seat: Seat, swap: _Swap, act: Act) -> None:
    """One hand brings the new tile and waits, the other takes the old one away, the first lays down."""
    side = stage.plan.seats[seat].hand_side
    first, second = begin(stage, seat), begin(stage, seat, -side)
    grab = 0.0
    if swap.fresh is not None:
        first.go(_at(swap.fresh))
        grab = first.rest()
        act.steps.append(Take(grab, swap.fresh.key))
    base = np.array(_at(swap.laid))
    away = base - np.array(stage.plan.seats[seat].shoulder())
    beside = base - away / float(np.linalg.norm(away)) * _BESIDE_MM
    first.go(point(beside + unit(float(stage.rng.uniform(0, 6.28))) * 8))
    reached = second.go(_at(swap.old))
    if reached < first.now:
        second.rest(first.now - reached)
    taken = second.rest()
    first.rest(max(second.now - first.now, 0.0) + 0.5)
    first.go(_at(swap.laid))
    put = first.rest()
    first.carry(swap.laid, grab, put)
    act.steps += [Take(taken, swap.old.key), Put(put, swap.laid)]
    if swap.gone is not None:
        second.go(_at(swap.gone))
        dropped = second.rest()
        act.steps.append(Put(dropped, swap.gone))
        second.carry(swap.old, taken, dropped)
    finish(stage, seat, first, act)
    where = stage.plan.seats[seat]
    second.go(where.resting(-side))
    if swap.gone is None:
        second.carry(swap.old, taken, second.now)
    act.reaches.append(second.reach(stage.people[seat].seed, where.shoulder(-side)))
    act.changes_s, act.release_s = taken, put


def replace_tile(stage: Stage, told: Told, event: Replaced, seat: Seat) -> Act:
    """A tile of a train is exchanged for one out of the hand."""
    act = Act()
    key = _key_of(stage, event.old, event.train)
    old = stage.tile(key)
    ends = (event.link.inner, event.link.outer)
    fresh = stage.out_of_hand(seat, ends)
    laid = FilmTile(fresh.key, replace(old.placed, ends=ends))
    gone = stage.into_hand(seat, key, old.placed.ends)
    grown = stage.ground.trains[event.train]
    grown.keys[grown.keys.index(key)] = fresh.key
    del stage.ground.lying[key]
    stage.ground.lying[fresh.key] = laid.placed
    stage.things[fresh.key] = laid
    _swap(stage, seat, _Swap(fresh, laid, old, gone), act)
    true = TrueEvent(0.0, "replace", seat, event.train, ends, str(event), told.code, fresh.key)
    act.drafts.append(Draft(true, act.release_s + 0.15, (stage.tile_box(laid.placed),)))
    return act


def swap_engine(stage: Stage, told: Told, event: EngineLaid, seat: Seat) -> Act:
    """Another engine tile comes from the boneyard, and the one that lay there goes there."""
    act = Act()
    if stage.engine is None:
        raise FilmError("there is no engine tile to exchange")
    old = stage.tile(stage.engine)
    ends = (event.tile.low, event.tile.high)
    fresh = _out_of_yard(stage, event.tile)
    key = stage.new_key() if fresh is None else fresh.key
    laid = FilmTile(key, engine_place(stage, ends))
    gone = None
    del stage.things[old.key]
    if fresh is not None:
        gone = FilmTile(old.key, _turned_down(fresh.placed, old.placed))
        stage.things[old.key] = gone
        stage.yard.append(old.key)
    stage.things[key], stage.engine = laid, key
    _swap(stage, seat, _Swap(fresh, laid, old, gone), act)
    true = TrueEvent(0.0, "engine", seat, None, ends, str(event), told.code, key)
    act.drafts.append(Draft(true, act.release_s + 0.15, (stage.tile_box(laid.placed),)))
    return act


def _turned_down(place: Placed, tile: Placed) -> Placed:
    return replace(place, ends=tile.ends, face_up=False)


def _out_of_yard(stage: Stage, tile: Tile) -> FilmTile | None:
    """The tile that was turned down there before, or any."""
    known = [key for key in stage.yard if Tile.of(*stage.tile(key).placed.ends) == tile and tile.high]
    if not known:
        return stage.from_yard()
    stage.yard.remove(known[-1])
    thing = stage.tile(known[-1])
    del stage.things[thing.key]
    return thing
