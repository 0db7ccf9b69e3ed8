"""A script that cannot be is found out."""

from dataclasses import replace
from typing import Any

import pytest
from films import film, recipe

from scenegen.film_check import check_script, things_at
from scenegen.film_script import FilmScript, FilmTile, Put, Shift, Spot, Take


def good() -> FilmScript:
    return film(recipe(1))[1]


def some_tile(script: FilmScript) -> FilmTile:
    return next(thing for thing in script.start if isinstance(thing, FilmTile) and not thing.placed.standing)


def test_a_good_script_has_no_faults() -> None:
    assert check_script(good()) == ()


def test_a_tile_on_another_one_is_a_fault() -> None:
    script = good()
    tiles = [t for t in script.start if isinstance(t, FilmTile) and not t.placed.standing]
    one, other = tiles[0], tiles[1]
    spot = Spot(other.placed.x + 3, other.placed.y, other.placed.angle)
    moved = replace(script, steps=(Shift(0.0, one.key, spot, face_up=False), *script.steps))

    assert any("lies on" in fault for fault in check_script(moved))


def test_a_tile_over_the_edge_is_a_fault() -> None:
    script = good()
    spot = Spot(script.table_mm[0] / 2, 0.0, 0.3)
    moved = replace(script, steps=(Shift(0.0, some_tile(script).key, spot), *script.steps))

    assert any("hangs over the edge" in fault for fault in check_script(moved))


@pytest.mark.parametrize("what", ["events", "steps", "reaches"])
def test_what_is_out_of_order_is_a_fault(what: str) -> None:
    script = good()
    turned: dict[str, Any] = {what: tuple(reversed(getattr(script, what)))}

    assert any(fault.startswith(f"{what} out of order") for fault in check_script(replace(script, **turned)))


def test_an_event_after_the_end_is_a_fault() -> None:
    short = replace(good(), lasts_s=5.0)

    assert any("is not in the film of 5.00 s" in fault for fault in check_script(short))


def test_putting_what_lies_there_already_is_a_fault() -> None:
    script = good()
    twice = replace(script, steps=(Put(0.0, some_tile(script)), *script.steps))

    assert any("Put" in fault for fault in check_script(twice))


def test_things_go_where_steps_put_them() -> None:
    script = good()
    tile = some_tile(script)
    steps = (Shift(1.0, tile.key, Spot(5.0, 6.0, 0.7), face_up=True), Take(2.0, tile.key))
    short = replace(script, steps=steps)

    before, moved = things_at(short, 0.5)[tile.key], things_at(short, 1.0)[tile.key]

    assert before == tile
    assert isinstance(moved, FilmTile)
    assert (moved.placed.x, moved.placed.y, moved.placed.angle, moved.placed.face_up) == (5.0, 6.0, 0.7, True)
    assert tile.key not in things_at(short, 2.0)
