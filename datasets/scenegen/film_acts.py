"""Acts of a game as arms do them: laying tiles, drawing, doing nothing in particular."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, radians

import numpy as np

from engine.events import Drawn, EngineLaid, TilePlaced
from engine.observation import Pose
from engine.trains import Link, Seat, TrainName
from scenegen.arrange import Placed
from scenegen.film_acts_markers import make_way, slide_to_tail
from scenegen.film_arms import Motion
from scenegen.film_geometry import Box, Point, gaps, point, stack, unit
from scenegen.film_plan_trains import branch_place, lay, next_place
from scenegen.film_reach import begin, draw_on_the_way, finish
from scenegen.film_record import Told
from scenegen.film_script import FilmTile, Put, Shift, Spot, Take, TrueEvent
from scenegen.film_stage import Stage, engine_place
from scenegen.film_time import Act, Draft
from scenegen.film_ways import Kind


@dataclass(frozen=True, slots=True)
class Play:
    """A tile to lay: what was told, who lays it, and what its train will hold from it on."""

    told: Told
    event: TilePlaced
    by: Seat
    kinds: tuple[Kind, ...]


def kind_of(link: Link, pose: Pose | None) -> Kind:
    """How a tile lies: doubles crosswise if nothing else was seen."""
    crosswise = link.is_double if pose is None else pose == Pose.CROSSWISE
    return Kind((link.inner, link.outer), crosswise)


def lay_tiles(stage: Stage, plays: Sequence[Play], draws: Sequence[Drawn] = ()) -> Act:
    """One seat lays tiles in one reach, mostly a single one, perhaps after drawing."""
    act, seat = Act(), plays[0].by
    motion = begin(stage, seat)
    for event in draws:
        draw_on_the_way(stage, event, motion, act)
    for play in plays:
        _lay(stage, play, motion, act)
    finish(stage, seat, motion, act)
    stage.mover = seat
    return act


def _lay(stage: Stage, play: Play, motion: Motion, act: Act) -> None:
    acts, rng = stage.recipe.acts, stage.rng
    event, train = play.event, play.event.train
    held = stage.out_of_hand(play.by, play.kinds[0].ends)
    motion.go((held.placed.x, held.placed.y))
    grab = motion.rest()
    act.steps.append(Take(grab, held.key))
    placed, rect = _find_place(stage, play, held.key)
    thing = FilmTile(held.key, placed)
    way = make_way(stage, train, rect, motion)
    act.steps += way
    act.changes_s = act.changes_s or (way[0].at_s if way else 0.0)
    if rng.random() < acts.hover:
        _hover(stage, placed, motion)
    put = _put_down(stage, thing, motion, act)
    motion.carry(thing, grab, put)
    act.changes_s = act.changes_s or put
    act.release_s = motion.now
    stage.things[held.key] = thing
    if not event.is_branch:
        act.steps += slide_to_tail(stage, train, motion)
    if rng.random() < acts.adjust:
        _nudge(stage, train, motion, act)
    true = TrueEvent(0.0, "place", play.by, train, play.kinds[0].ends, str(event), play.told.code, held.key)
    act.drafts.append(Draft(true, motion.now, (rect,)))


def _find_place(stage: Stage, play: Play, key: int) -> tuple[Placed, Box]:
    if play.event.is_branch:
        placed = branch_place(stage.rng, stage.ground, play.event.train, play.kinds[0])
        stage.ground.lying[key] = placed
    else:
        option = next_place(stage.rng, stage.ground, play.event.train, play.kinds)
        placed = option.placed
        lay(stage.ground, play.event.train, key, option)
    return placed, stage.tile_box(placed)


def _hover(stage: Stage, placed: Placed, motion: Motion) -> None:
    """Wait near the place, now and then at two spots."""
    for _ in range(1 + int(stage.rng.random() < 0.3)):
        off = unit(float(stage.rng.uniform(0, 2 * np.pi))) * float(stage.rng.uniform(25, 70))
        motion.go((placed.x + float(off[0]), placed.y + float(off[1])))
        motion.rest(float(np.clip(stage.rng.exponential(1.0), 0.5, 3.0)))


def _put_down(stage: Stage, thing: FilmTile, motion: Motion, act: Act) -> float:
    """Lay a tile in its place, sometimes first a little beside it."""
    placed = thing.placed
    if stage.rng.random() >= stage.recipe.acts.correct:
        motion.go((placed.x, placed.y))
        put = motion.rest()
        act.steps.append(Put(put, thing))
        return put
    rough = _beside(stage, placed)
    motion.go((rough.x, rough.y))
    put = motion.rest()
    act.steps.append(Put(put, replace(thing, placed=rough)))
    motion.go((placed.x, placed.y), slow=2.0)
    motion.rest(0.2)
    for share in (0.5, 1.0):
        x, y = (rough.x + share * (placed.x - rough.x), rough.y + share * (placed.y - rough.y))
        angle = rough.angle + share * (placed.angle - rough.angle)
        act.steps.append(
            Shift(motion.now - 0.3 * (1.5 - share), thing.key, Spot(x, y, angle), placed.face_up)
        )
    return put


def _beside(stage: Stage, placed: Placed) -> Placed:
    """A little off and askew, where nothing else lies."""
    others = stack(stage.tile_box(each) for each in stage.ground.lying.values() if each is not placed)
    for _ in range(12):
        off = unit(float(stage.rng.uniform(0, 2 * np.pi))) * float(stage.rng.uniform(4, 14))
        turn = radians(float(stage.rng.uniform(-14, 14)))
        rough = replace(
            placed, x=placed.x + float(off[0]), y=placed.y + float(off[1]), angle=placed.angle + turn
        )
        if not len(others) or gaps(stage.tile_box(rough), others).min() > 0.3:
            return rough
    return placed


def _nudge(stage: Stage, train: TrainName, motion: Motion, act: Act) -> None:
    """Straighten a tile of the train that lies well already; a few mm at most."""
    keys = stage.ground.trains[train].keys[:-1][-4:]
    if not keys:
        return
    key = keys[int(stage.rng.integers(0, len(keys)))]
    old = stage.ground.lying[key]
    others = stack(stage.tile_box(each) for other, each in stage.ground.lying.items() if other != key)
    for _ in range(10):
        dx, dy = (float(each) for each in stage.rng.normal(0, 1.3, 2))
        new = replace(old, x=old.x + dx, y=old.y + dy, angle=old.angle + float(stage.rng.normal(0, 0.012)))
        if gaps(stage.tile_box(new), others).min() > -0.4 and hypot(dx, dy) < 3:
            motion.go((old.x, old.y))
            at_s = motion.rest(0.35)
            act.steps.append(Shift(at_s, key, Spot(new.x, new.y, new.angle)))
            stage.ground.lying[key] = new
            stage.things[key] = FilmTile(key, new)
            return


def lay_engine_at_once(stage: Stage, told: Told, event: EngineLaid) -> list[Draft]:
    """The engine tile lies in the middle when the film begins."""
    ends = (event.tile.low, event.tile.high)
    key = stage.out_of_hand(event.by, ends).key if event.by else stage.new_key()
    thing = FilmTile(key, engine_place(stage, ends))
    stage.things[key], stage.engine = thing, key
    return _engine_drafts(stage, told, thing, 0.0)


def _engine_drafts(stage: Stage, told: Told, thing: FilmTile, done_s: float) -> list[Draft]:
    """With the engine tile the round begins."""
    if not isinstance(told.event, EngineLaid):
        raise TypeError(f"{told.event} lays no engine tile")
    rects = (stage.tile_box(thing.placed),)
    start = TrueEvent(0.0, "round_start", told.event.by, line=stage.round_line)
    laid = TrueEvent(
        0.0, "engine", told.event.by, None, thing.placed.ends, str(told.event), told.code, thing.key
    )
    return [Draft(start, done_s, rects), Draft(laid, done_s, rects)]


def lay_engine(stage: Stage, told: Told, event: EngineLaid, seat: Seat) -> Act:
    """The engine tile comes to lie in the middle: out of a hand, or from where it was set aside."""
    act = Act()
    motion = begin(stage, seat)
    ends = (event.tile.low, event.tile.high)
    if event.by is not None or stage.aside is not None:
        held = stage.out_of_hand(event.by, ends) if event.by else stage.tile(stage.aside or 0)
        motion.go((held.placed.x, held.placed.y))
        grab, key = motion.rest(), held.key
        act.steps.append(Take(grab, key))
        stage.aside = None
    else:
        grab, key = 0.0, stage.new_key()
    thing = FilmTile(key, engine_place(stage, ends))
    motion.go((thing.placed.x, thing.placed.y))
    put = motion.rest()
    motion.carry(thing, grab, put)
    act.steps.append(Put(put, thing))
    act.changes_s, act.release_s = put, motion.now
    stage.things[key], stage.engine = thing, key
    act.drafts += _engine_drafts(stage, told, thing, motion.now)
    finish(stage, seat, motion, act)
    return act


def linger(stage: Stage, seat: Seat) -> Act:
    """An arm comes in, points about, and leaves again: nothing has happened."""
    act, rng = Act(), stage.rng
    motion = begin(stage, seat)
    for _ in range(1 + int(rng.integers(0, 2))):
        motion.go(_somewhere(stage))
        motion.rest(float(rng.uniform(0.4, 2.2)))
    finish(stage, seat, motion, act)
    return act


def _somewhere(stage: Stage) -> Point:
    """Over the end of some train, or over the boneyard."""
    keys = list(stage.ground.lying) or [stage.engine or 0]
    key = keys[int(stage.rng.integers(0, len(keys)))]
    base = np.array(stage.spot_of(key) if key in stage.things else stage.plan.hub.at)
    return point(base + stage.rng.normal(0, 25, 2))
