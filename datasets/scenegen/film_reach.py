"""How an arm's reach begins and ends, and drawing, which may be part of another reach."""

from dataclasses import replace

from engine.events import Drawn
from engine.trains import Seat
from scenegen.film_arms import Motion
from scenegen.film_script import Put, Take
from scenegen.film_stage import Stage
from scenegen.film_time import Act


def begin(stage: Stage, seat: Seat, side: int = 0) -> Motion:
    """An arm of that seat sets out; side: 1 the right one, -1 the left one, 0 the one it mostly uses."""
    return Motion(stage.plan.seats[seat].resting(side), stage.people[seat].pace)


def finish(stage: Stage, seat: Seat, motion: Motion, act: Act, side: int = 0) -> None:
    """The arm goes home."""
    where = stage.plan.seats[seat]
    motion.go(where.resting(side))
    act.reaches.append(motion.reach(stage.people[seat].seed, where.shoulder(side)))


def draw(stage: Stage, event: Drawn) -> Act:
    """A tile goes from the boneyard to a hand; who watches the table alone learns nothing."""
    act = Act()
    motion = begin(stage, event.seat)
    draw_on_the_way(stage, event, motion, act)
    act.release_s = motion.now
    finish(stage, event.seat, motion, act)
    return act


def draw_on_the_way(stage: Stage, event: Drawn, motion: Motion, act: Act) -> None:
    """Fetch a tile from the boneyard and put it into the hand."""
    thing = stage.from_yard()
    if thing is None:
        return
    motion.go((thing.placed.x, thing.placed.y))
    grab = motion.rest()
    held = stage.into_hand(event.seat, thing.key, stage.next_ends(event.seat))
    motion.go((held.placed.x, held.placed.y))
    put = motion.rest()
    hidden = replace(thing.placed, ends=held.placed.ends, lifted=0.0, face_up=False)
    motion.carry(replace(thing, placed=hidden), grab, put)
    act.steps += [Take(grab, thing.key), Put(put, held)]
