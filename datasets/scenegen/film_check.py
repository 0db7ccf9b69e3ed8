"""Whether a film script is possible: nothing lies in or on another thing, and all events come in order."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import pi

import numpy as np

from scenegen.arrange import Placed
from scenegen.film_geometry import Box, box, gaps, inside, stack, unit
from scenegen.film_script import FilmScript, FilmThing, FilmTile, Put, Shift, Step, Take

Things = dict[int, FilmThing]

_OVERLAP_MM = 1.0
_SAME_LEVEL_MM = 0.5


def after_step(things: Things, step: Step) -> Things:
    """The table after a change."""
    match step:
        case Put(_, thing):
            return {**things, thing.key: thing}
        case Take(_, key):
            return {each: thing for each, thing in things.items() if each != key}
        case Shift(_, key, spot, face_up):
            old = things[key]
            if isinstance(old, FilmTile):
                placed = replace(old.placed, x=spot.x, y=spot.y, angle=spot.angle, face_up=face_up)
                return {**things, key: FilmTile(key, placed)}
            return {**things, key: replace(old, spot=spot)}


def things_at(script: FilmScript, at_s: float) -> Things:
    """Everything that lies on the table at a time."""
    things = {thing.key: thing for thing in script.start}
    for step in script.steps:
        if step.at_s > at_s:
            break
        things = after_step(things, step)
    return things


def footprint(placed: Placed, tile_mm: tuple[float, float, float]) -> Box:
    """What a tile covers of the table; one that stands reaches back from its face."""
    long, wide, thick = tile_mm
    if not placed.standing:
        return box((placed.x, placed.y), placed.angle, (long, wide))
    middle = np.array([placed.x, placed.y]) - unit(placed.angle + pi / 2) * thick / 2
    return box(middle, placed.angle, (long, thick))


def check_script(script: FilmScript) -> tuple[str, ...]:
    """What is impossible about a script, one line each; none if all is well."""
    return (*_disorder(script), *_impossible_steps(script), *_bad_tables(script))


def _disorder(script: FilmScript) -> Iterator[str]:
    for name, times in (
        ("events", [event.at_s for event in script.events]),
        ("steps", [step.at_s for step in script.steps]),
        ("reaches", [reach.path[0].at_s for reach in script.reaches]),
    ):
        for before, after in pairwise(times):
            if after < before:
                yield f"{name} out of order: {after:.2f} s comes after {before:.2f} s"
    for event in script.events:
        if not 0 <= event.at_s <= script.lasts_s:
            yield f"{event.kind} at {event.at_s:.2f} s is not in the film of {script.lasts_s:.2f} s"


def _impossible_steps(script: FilmScript) -> Iterator[str]:
    lying = {thing.key for thing in script.start}
    for step in script.steps:
        key = step.thing.key if isinstance(step, Put) else step.key
        if isinstance(step, Put) == (key in lying):
            yield f"at {step.at_s:.2f} s {type(step).__name__} of {key}, which lies there: {key in lying}"
        lying ^= {key} if not isinstance(step, Shift) else set()


def _bad_tables(script: FilmScript) -> Iterator[str]:
    """Tiles that overlap or leave the table at the time of an event."""
    things: Things = {thing.key: thing for thing in script.start}
    at = 0
    for event in script.events:
        while at < len(script.steps) and script.steps[at].at_s <= event.at_s:
            things = after_step(things, script.steps[at])
            at += 1
        tiles = [thing for thing in things.values() if isinstance(thing, FilmTile)]
        for fault in _overlaps(script, tiles):
            yield f"{event.at_s:.2f} s, {event.kind}: {fault}"


def _overlaps(script: FilmScript, tiles: list[FilmTile]) -> Iterator[str]:
    levels = np.array([tile.placed.lifted for tile in tiles])
    boxes = stack(footprint(tile.placed, script.tile_mm) for tile in tiles)
    if len(tiles):
        edge = (
            inside(boxes.reshape(-1, 2), script.table_mm, is_round=script.is_round).reshape(-1, 4).min(axis=1)
        )
        yield from (f"{tiles[int(i)]} hangs over the edge" for i in np.flatnonzero(edge < 0))
    for i, tile in enumerate(tiles[:-1]):
        deep = gaps(boxes[i], boxes[i + 1 :])
        same = np.abs(levels[i + 1 :] - levels[i]) < _SAME_LEVEL_MM
        for j in np.flatnonzero((deep < -_OVERLAP_MM) & same):
            yield f"{tile} lies on {tiles[i + 1 + int(j)]} by {-deep[j]:.1f} mm"
