"""Trains grow outward, doubles lie crosswise, and nobody lays a tile over the edge."""

from functools import cache
from itertools import pairwise
from math import cos, pi, sin

import cv2
import numpy as np
import pytest
from films import Tables, film, long_train, recipe, with_table
from hypothesis import given
from hypothesis import strategies as st

from scenegen.arrange import Placed
from scenegen.film_check import footprint, things_at
from scenegen.film_geometry import box, distance_to_box, gaps, obstacles, stack
from scenegen.film_script import FilmScript, FilmTile
from scenegen.film_table import NoRoomError
from scenegen.film_ways import Kind, Sloppiness, Tail, options

SMALL_MM = (900.0, 720.0)
TWO: Tables = {
    "game": {"players": [2]},
    "table": {"round": 0, "hubs": ["none"], "engine_lies": 1, "crowded": 0},
}


@cache
def winding(seed: int) -> tuple[FilmScript, tuple[FilmTile, ...]]:
    """A film with one train of 24 tiles on a small table, and the train from the hub outward."""
    _, script = film(with_table(recipe(seed, tables=TWO), SMALL_MM), long_train(24))
    things = things_at(script, script.lasts_s)
    train = [things[event.key or 0] for event in script.events if event.kind == "place"]
    return script, tuple(tile for tile in train if isinstance(tile, FilmTile))


def heading(tile: Placed) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([cos(tile.angle), sin(tile.angle)])


def centre(tile: Placed) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([tile.x, tile.y])


@pytest.mark.parametrize("seed", range(4))
def test_a_train_longer_than_the_table_bends(seed: int) -> None:
    script, train = winding(seed)
    singles = [tile.placed for tile in train if tile.placed.ends[0] != tile.placed.ends[1]]

    turns = [float(heading(a) @ heading(b)) for a, b in pairwise(singles)]

    assert 24 * script.tile_mm[0] > max(script.table_mm) * 1.05
    assert min(turns) < cos(pi / 5)


@pytest.mark.parametrize("seed", range(4))
def test_a_train_starts_towards_its_seat(seed: int) -> None:
    script, train = winding(seed)
    seat = np.array(script.seat_mm[0]) - np.array(script.hub_mm)

    first = heading(train[0].placed) @ seat / np.linalg.norm(seat)

    assert first > cos(pi / 5)


@pytest.mark.parametrize("seed", range(4))
def test_doubles_lie_crosswise_between_their_neighbours(seed: int) -> None:
    script, train = winding(seed)
    long, wide, _ = script.tile_mm
    doubles = [i for i, tile in enumerate(train) if tile.placed.ends[0] == tile.placed.ends[1]]
    for i in doubles:
        before, double = train[i - 1].placed, train[i].placed
        assert abs(heading(before) @ heading(double)) < 0.35
        # Joined at the middle of its long side.
        tip = centre(before) + heading(before) * long / 2
        assert np.linalg.norm(centre(double) - tip) == pytest.approx(wide / 2, abs=7)
    assert len(doubles) >= 3


@pytest.mark.parametrize("seed", range(4))
def test_each_tile_touches_the_one_before_with_the_right_end(seed: int) -> None:
    script, train = winding(seed)
    long, wide, _ = script.tile_mm
    singles = [(a.placed, b.placed) for a, b in pairwise(train)]
    for before, after in singles:
        near = gaps(footprint(after, script.tile_mm), footprint(before, script.tile_mm)[None])[0]
        assert -0.5 < near < 2.5
        if before.ends[0] != before.ends[1] and after.ends[0] != after.ends[1]:
            outer = centre(before) + heading(before) * long / 4
            inner = centre(after) - heading(after) * long / 4
            assert np.linalg.norm(outer - inner) < wide * 1.35


@pytest.mark.parametrize("seed", range(4))
def test_tiles_that_do_not_follow_each_other_keep_apart(seed: int) -> None:
    script, train = winding(seed)
    boxes = [footprint(tile.placed, script.tile_mm) for tile in train]
    for i, one in enumerate(boxes):
        others = boxes[: max(i - 1, 0)]
        if others:
            assert gaps(one, stack(others)).min() > 2.5


@pytest.mark.parametrize("seed", [1, 2])
def test_different_trains_keep_apart(seed: int) -> None:
    crowded: Tables = {
        "game": {"players": [6], "set_sizes": [12], "plays": [40, 40]},
        "table": {"crowded": 1},
    }
    _, script = film(recipe(seed, tables=crowded))
    things = things_at(script, script.lasts_s)
    trains: dict[str, list[FilmTile]] = {}
    for event in script.events:
        thing = things.get(event.key or 0)
        if event.kind in ("place", "move") and event.train and isinstance(thing, FilmTile):
            trains.setdefault(event.train, []).append(thing)
    for name, train in trains.items():
        rest = stack(footprint(t.placed, script.tile_mm) for n, ts in trains.items() if n != name for t in ts)
        for tile in train:
            assert gaps(footprint(tile.placed, script.tile_mm), rest).min() > 1.5
    assert len(trains) >= 5


def test_a_table_that_is_too_small_is_refused() -> None:
    with pytest.raises(NoRoomError, match="cannot be laid out"):
        film(with_table(recipe(1, tables=TWO), (420.0, 400.0)), long_train(24))


SIZE = (50.0, 25.0)


@pytest.mark.parametrize("is_crosswise", [False, True])
@pytest.mark.parametrize("is_flat", [False, True])
def test_every_way_to_go_on_touches_the_tail_and_overlaps_nothing(
    *, is_crosswise: bool, is_flat: bool
) -> None:
    tail = Tail(100.0, 40.0, 0.6, is_flat)
    before = box(
        (100 - cos(0.6) * (12.5 if is_flat else 25), 40 - sin(0.6) * (12.5 if is_flat else 25)),
        0.6 + (pi / 2 if is_flat else 0.0),
        SIZE,
    )
    kind = Kind((4, 4) if is_crosswise else (4, 5), is_crosswise)

    found = list(options(tail, kind, SIZE, Sloppiness(0.5, 0.02, flip=False)))

    for option in found:
        rect = box((option.placed.x, option.placed.y), option.placed.angle, SIZE)
        assert -0.05 <= gaps(rect, before[None])[0] < 1.5
    assert found[0].cost == 0


ANGLES = st.floats(-4, 4)
PLACES = st.floats(-60, 60)


@given(PLACES, PLACES, ANGLES, ANGLES)
def test_gaps_agree_with_opencv_on_what_overlaps(x: float, y: float, a: float, b: float) -> None:
    gap = float(gaps(box((0, 0), a, SIZE), box((x, y), b, SIZE)[None])[0])
    kind, _ = cv2.rotatedRectangleIntersection(
        ((0, 0), SIZE, float(np.degrees(a))), ((x, y), SIZE, float(np.degrees(b)))
    )

    # At a hair's breadth either answer is right.
    assert abs(gap) < 0.01 or (gap < 0) == (kind != cv2.INTERSECT_NONE)


@given(PLACES, PLACES, ANGLES, st.floats(0, 30))
def test_obstacles_are_clear_exactly_where_gaps_are_wide(x: float, y: float, a: float, wish: float) -> None:
    others = stack([box((0, 0), 0.3, SIZE), box((70, -20), 1.2, (200, 90))])
    rect = box((x, y), a, SIZE)

    clear = obstacles(others).are_clear_of(rect, wish)

    assert clear == bool(gaps(rect, others).min() >= wish)


@pytest.mark.parametrize(
    ("spot", "far"),
    [((0.0, 0.0), 0.0), ((30.0, 0.0), 5.0), ((0.0, -20.5), 8.0), ((28.0, 16.5), 5.0), ((24.0, 12.0), 0.0)],
)
def test_distance_to_a_box(spot: tuple[float, float], far: float) -> None:
    found = distance_to_box(np.array([spot]), box((0, 0), 0.0, SIZE))

    assert found[0] == pytest.approx(far)
