"""How a round ends: hands are shown."""

from collections.abc import Sequence
from dataclasses import replace

from engine.events import HandRevealed
from scenegen.film_geometry import Box, box
from scenegen.film_reach import begin, finish
from scenegen.film_record import Told
from scenegen.film_script import FilmTile, Put, Take, TrueEvent
from scenegen.film_stage import Stage
from scenegen.film_time import Act, Draft


def reveal(stage: Stage, reveals: Sequence[HandRevealed]) -> Act:
    """Everybody turns up what is left, nearly at the same time."""
    act = Act()
    for event in reveals:
        seat, hand = event.seat, stage.hands[event.seat]
        motion = begin(stage, seat)
        motion.rest(float(stage.rng.uniform(0, 1.2)))
        shown = [(tile.low, tile.high) for tile in event.tiles]
        for place in sorted(hand):
            key = hand[place]
            held = stage.tile(key)
            ends = shown.pop() if shown else held.placed.ends
            thing = FilmTile(key, replace(stage.plan.seats[seat].shown(stage.rng, held.placed), ends=ends))
            motion.go((held.placed.x, held.placed.y), slow=0.6)
            at_s = motion.rest(0.12)
            act.steps += [Take(at_s, key), Put(at_s, thing)]
            stage.things[key] = thing
        finish(stage, seat, motion, act)
    act.steps.sort(key=lambda step: step.at_s)
    act.changes_s = act.steps[0].at_s if act.steps else act.ends_s
    act.release_s = act.steps[-1].at_s if act.steps else 0.0
    return act


def shown_boxes(stage: Stage) -> tuple[Box, ...]:
    """Where the tiles of all hands lie."""
    return tuple(
        stage.tile_box(stage.tile(key).placed) for hand in stage.hands.values() for key in hand.values()
    )


def round_end(told: Told, rects: Sequence[Box], done_s: float, code: str | None) -> Draft:
    """The end of a round, seen in the hands that are shown or in the trains that are gone."""
    true = TrueEvent(0.0, "round_end", None, None, None, str(told.event), told.code or code)
    return Draft(true, done_s, tuple(rects))


def middle_box(stage: Stage) -> Box:
    """The middle of the table, where trains would begin."""
    return box(stage.plan.hub.at, 0.0, (160, 160))
