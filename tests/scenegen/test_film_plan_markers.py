"""Markers lie where the recipe says, make way for tiles, and never hide what was just laid."""

import numpy as np
import pytest
from films import Tables, film, recipe

from scenegen.film_check import footprint, things_at
from scenegen.film_geometry import distance_to_box, gaps, square
from scenegen.film_script import FilmProp, FilmScript, FilmTile

# P2 passes at once and again later; others play on its train.
RECORD = """game house(max_pip=9) P1 P2
round 1 starts P1 dealt 8
engine 9-9
place 9-8 on P1 by P1
draw P2
marker on P2
place 9-7 on P2 by P1
place 7-6 on P2 by P2
marker off P2
place 6-5 on P2 by P1  # play_on_closed_train
draw P2
marker on P2
place 5-4 on P2 by P1
place 4-3 on P2 by P2
"""


def two(place: str, kind: str = "coin") -> FilmScript:
    tables: Tables = {
        "game": {"players": [2]},
        "table": {"marker_places": [place], "marker_kinds": [kind], "own_marker_kinds": 0, "round": 0},
    }
    return film(recipe(3, tables=tables), RECORD)[1]


def marker_at(script: FilmScript, at_s: float, key: int) -> FilmProp:
    thing = things_at(script, at_s)[key]
    assert isinstance(thing, FilmProp)
    return thing


def tiles_of(script: FilmScript, at_s: float, train: str) -> list[FilmTile]:
    laid = [event for event in script.events if event.kind == "place" and event.at_s <= at_s]
    things = things_at(script, at_s)
    found = [things[event.key or 0] for event in laid if event.train == train]
    return [tile for tile in found if isinstance(tile, FilmTile)]


def last_marker(script: FilmScript) -> tuple[float, int]:
    return next(
        (event.at_s, event.key or 0) for event in reversed(script.events) if event.kind == "marker_on"
    )


@pytest.mark.parametrize(("place", "which"), [("tail", -1), ("head", 0)])
def test_a_marker_lies_beside_the_tile_that_the_recipe_names(place: str, which: int) -> None:
    script = two(place)
    at_s, key = last_marker(script)
    marker = marker_at(script, at_s, key)
    tile = tiles_of(script, at_s, "P2")[which]

    far = distance_to_box(np.array([[marker.spot.x, marker.spot.y]]), footprint(tile.placed, script.tile_mm))

    assert 5 < far[0] < 35


@pytest.mark.parametrize(("place", "which"), [("tail_on", -1), ("head_on", 0)])
def test_a_marker_may_lie_on_half_a_tile(place: str, which: int) -> None:
    script = two(place)
    at_s, key = last_marker(script)
    marker = marker_at(script, at_s, key)
    tile = tiles_of(script, at_s, "P2")[which].placed

    along = (marker.spot.x - tile.x) * np.cos(tile.angle) + (marker.spot.y - tile.y) * np.sin(tile.angle)

    assert abs(along) == pytest.approx(script.tile_mm[0] / 4, abs=6)
    assert (along > 0) == (which == -1)


@pytest.mark.parametrize("place", ["tail", "tail_on", "head", "head_on"])
@pytest.mark.parametrize("kind", ["coin", "chip", "plastic_train"])
def test_a_tile_that_was_just_laid_is_not_under_a_marker(place: str, kind: str) -> None:
    script = two(place, kind)
    for event in script.events:
        if event.kind == "place" and event.key:
            things = things_at(script, event.at_s)
            tile = things[event.key]
            assert isinstance(tile, FilmTile)
            rect = footprint(tile.placed, script.tile_mm)
            for thing in things.values():
                if isinstance(thing, FilmProp) and thing.counts_as == "marker":
                    assert gaps(square((thing.spot.x, thing.spot.y), 5), rect[None])[0] > 0


def test_a_marker_at_the_tail_goes_along_when_the_train_grows() -> None:
    script = two("tail")
    at_s, key = last_marker(script)
    grown = next(event.at_s for event in script.events if event.line == "place 5-4 on P2 by P1")
    before, after = marker_at(script, at_s, key), marker_at(script, grown, key)
    tail = tiles_of(script, grown, "P2")[-1].placed

    assert np.hypot(after.spot.x - before.spot.x, after.spot.y - before.spot.y) > 20
    assert np.hypot(after.spot.x - tail.x, after.spot.y - tail.y) < 60


def test_a_marker_waits_where_an_empty_train_will_begin() -> None:
    script = two("tail")
    first = next(event for event in script.events if event.kind == "marker_on")
    marker = marker_at(script, first.at_s, first.key or 0)
    way = np.array([marker.spot.x, marker.spot.y]) - np.array(script.hub_mm)

    off = (np.degrees(np.arctan2(way[1], way[0])) - script.slots["P2"] + 180) % 360 - 180

    assert abs(off) < 12


def test_a_marker_that_was_taken_off_is_back_at_its_seat() -> None:
    script = two("tail")
    off = next(event for event in script.events if event.kind == "marker_off")
    parked = next(thing for thing in script.start if thing.key == off.key)
    after = marker_at(script, off.at_s + 2, off.key or 0)

    assert isinstance(parked, FilmProp)
    assert (after.spot.x, after.spot.y) == (parked.spot.x, parked.spot.y)
