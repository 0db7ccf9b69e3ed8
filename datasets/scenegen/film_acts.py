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


def begin(stage: Stage, seat: Seat) -> Motion:
    """An arm of that seat sets out."""
    return Motion(stage.plan.seats[seat].resting(), stage.people[seat].pace)


def finish(stage: Stage, seat: Seat, motion: Motion, act: Act) -> None:
    """The arm goes home."""
    where = stage.plan.seats[seat]
    motion.go(where.resting())
    act.reaches.append(motion.reach(stage.people[seat].seed, where.shoulder()))


def lay_tiles(stage: Stage, plays: Sequence[Play]) -> Act:
    """One seat lays tiles in one reach, mostly a single one."""
    act, seat = Act(), plays[0].by
    motion = begin(stage, seat)
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
        motion.rest(float(stage.rng.uniform(0.5, 3.0)))


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


def draw(stage: Stage, event: Drawn) -> Act:
    """A tile goes from the boneyard to a hand; who watches the table alone learns nothing."""
    act, seat = Act(), event.seat
    thing = stage.from_yard()
    if thing is None:
        return act
    motion = begin(stage, seat)
    motion.go((thing.placed.x, thing.placed.y))
    grab = motion.rest()
    held = stage.into_hand(seat, thing.key, stage.next_ends(seat))
    motion.go((held.placed.x, held.placed.y))
    put = motion.rest()
    hidden = replace(thing.placed, ends=held.placed.ends, lifted=0.0, face_up=False)
    motion.carry(replace(thing, placed=hidden), grab, put)
    act.steps += [Take(grab, thing.key), Put(put, held)]
    act.release_s = motion.now
    finish(stage, seat, motion, act)
    return act


def lay_engine(stage: Stage, told: Told, event: EngineLaid, seat: Seat) -> Act:
    """The engine tile comes to lie in the middle, out of a hand or from beside the table."""
    act = Act()
    motion = begin(stage, seat)
    ends = (event.tile.low, event.tile.high)
    if event.by is not None:
        held = stage.out_of_hand(event.by, ends)
        motion.go((held.placed.x, held.placed.y))
        grab, key = motion.rest(), held.key
        act.steps.append(Take(grab, key))
    else:
        grab, key = 0.0, stage.new_key()
    thing = FilmTile(key, engine_place(stage, ends))
    motion.go((thing.placed.x, thing.placed.y))
    put = motion.rest()
    motion.carry(thing, grab, put)
    act.steps.append(Put(put, thing))
    act.changes_s, act.release_s = put, motion.now
    stage.things[key], stage.engine = thing, key
    for kind in ("round_start", "engine"):
        line = str(event) if kind == "engine" else None
        true = TrueEvent(0.0, kind, event.by, None, ends if line else None, line, told.code, key)
        act.drafts.append(Draft(true, motion.now, (stage.tile_box(thing.placed),)))
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
