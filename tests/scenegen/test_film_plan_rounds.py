"""Between rounds hands are shown, the table is cleared, and a new deal lies there."""

from functools import cache

import numpy as np
import pytest
from films import Tables, film, recipe

from engine.tiles import Tile
from scenegen.film_check import check_script, things_at
from scenegen.film_script import FilmProp, FilmScript, FilmTile

ROUNDS = 3
TILES = 55


@cache
def three_rounds(*, reveals: bool, standing: bool = True) -> tuple[str, FilmScript]:
    tables: Tables = {
        "game": {"rounds": [ROUNDS], "short_hand": [4], "plays": [200, 200]},
        "table": {"reveal": int(reveals), "standing": int(standing), "engine_lies": 1},
    }
    return film(recipe(31, tables=tables))


def tiles_at(script: FilmScript, at_s: float) -> list[FilmTile]:
    return [thing for thing in things_at(script, at_s).values() if isinstance(thing, FilmTile)]


def times(script: FilmScript, kind: str) -> list[float]:
    return [event.at_s for event in script.events if event.kind == kind]


WAYS = [(True, True), (True, False), (False, True)]


@pytest.mark.parametrize(("reveals", "standing"), WAYS)
def test_rounds_begin_and_end_in_turn(*, reveals: bool, standing: bool) -> None:
    _, script = three_rounds(reveals=reveals, standing=standing)

    marks = [event.kind for event in script.events if event.kind.startswith("round")]

    assert marks == ["round_start", "round_end"] * ROUNDS


@pytest.mark.parametrize(("reveals", "standing"), WAYS)
def test_no_tile_gets_lost(*, reveals: bool, standing: bool) -> None:
    _, script = three_rounds(reveals=reveals, standing=standing)
    marks = [event.at_s for event in script.events if event.kind != "bump"]

    assert {len(tiles_at(script, at_s)) for at_s in marks} == {TILES}


@pytest.mark.parametrize(("reveals", "standing"), WAYS)
def test_several_rounds_are_possible(*, reveals: bool, standing: bool) -> None:
    _, script = three_rounds(reveals=reveals, standing=standing)

    assert check_script(script) == ()


def test_hands_are_shown_as_the_record_has_them() -> None:
    record, script = three_rounds(reveals=True)
    first_end = times(script, "round_end")[0]
    laid = {event.key for event in script.events if event.at_s < first_end}

    shown = [tile for tile in tiles_at(script, first_end) if tile.placed.face_up and tile.key not in laid]

    told = record.split("round ends")[0].split("\nreveal ")[1:]
    assert sorted(str(Tile.of(*tile.placed.ends)) for tile in shown) == sorted(
        tile for line in told for tile in line.split()[1:]
    )


def test_without_a_reveal_the_round_is_over_once_the_table_is_cleared() -> None:
    _, script = three_rounds(reveals=False)

    for at_s in times(script, "round_end"):
        assert not any(tile.placed.face_up or tile.placed.standing for tile in tiles_at(script, at_s))


def test_a_new_round_lies_in_hands_and_boneyard_before_its_engine_tile_is_laid() -> None:
    _, script = three_rounds(reveals=True)
    for at_s in times(script, "round_start")[1:]:
        tiles = tiles_at(script, at_s)
        assert sum(tile.placed.standing for tile in tiles) == 4 * len(script.seats)
        assert sum(tile.placed.face_up and not tile.placed.standing for tile in tiles) == 1


def test_clearing_shuffling_and_dealing_take_ten_to_forty_seconds() -> None:
    _, script = three_rounds(reveals=True)

    between = np.array(times(script, "round_start")[1:]) - np.array(times(script, "round_end")[:-1])

    assert between.min() > 10
    assert between.max() < 40


def test_markers_are_back_at_their_seats_when_a_round_begins() -> None:
    _, script = three_rounds(reveals=True)
    parked = {
        thing.key: (thing.spot.x, thing.spot.y)
        for thing in script.start
        if isinstance(thing, FilmProp) and thing.counts_as == "marker"
    }
    for at_s in times(script, "round_start"):
        things = things_at(script, at_s)
        spots = {key: things[key] for key in parked}
        assert {k: (p.spot.x, p.spot.y) for k, p in spots.items() if isinstance(p, FilmProp)} == parked
