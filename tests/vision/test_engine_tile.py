"""The middle of the table where pips, places and trains have to tell it, on tables laid out from text."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from laid_tables import TOP, lay, scene_of, without

from engine.observation import LooseCandidate
from engine.tiles import Tile
from vision.layouter import Layouter
from vision.observe import as_trains_begin, observe
from vision.readings import CLASSES
from vision.scene import Scene, TrackedTile

MM = TOP.transform()
TABLE = "12-12 | @90: 12-4 4-9 | @180: 12-0 | @300: 12-5 5-5"
FAR_OFF = 93.0
"""A hub's rim so far from the middle that first tiles hardly seem to begin at the engine tile."""


def hubless(table: str, hub_mm: float | None = FAR_OFF) -> Scene:
    """Tiles around a hub that no model sees."""
    return replace(scene_of(lay(table, hub_mm=hub_mm)), hub_px=None)


def unread(tile: TrackedTile) -> TrackedTile:
    return replace(tile, probs=np.full((2, CLASSES), 1 / CLASSES, np.float32))


def changed(scene: Scene, track_id: int, tile: TrackedTile) -> Scene:
    return replace(scene, tiles=tuple(tile if each.track_id == track_id else each for each in scene.tiles))


def test_across_a_hub_that_is_not_seen_the_trains_values_tell_the_engine_tile() -> None:
    layout = Layouter().lay_out(hubless(TABLE), MM)

    assert layout.engine == 0
    assert sorted(len(chain.tiles) for chain in layout.chains) == [1, 2, 2]


def test_the_middle_is_where_trains_point_that_begin_alike() -> None:
    layout = Layouter().lay_out(without(hubless(TABLE), 0), MM)

    assert layout.engine is None
    assert layout.hub_mm is not None
    np.testing.assert_allclose(MM.to_px(layout.hub_mm), TOP.project(np.zeros(2)), atol=6)
    assert sorted(len(chain.tiles) for chain in layout.chains) == [1, 2, 2]


def test_two_trains_alone_tell_no_middle() -> None:
    layout = Layouter().lay_out(without(hubless("12-12 | @90: 12-4 | @200: 12-0"), 0), MM)

    assert layout.chains == ()


def test_a_double_in_a_train_is_not_taken_for_the_engine_tile_that_nobody_sees() -> None:
    layout = Layouter().lay_out(without(hubless(TABLE), 0), MM)

    assert layout.engine is None


def test_the_engine_tile_nobody_sees_is_the_double_with_which_the_trains_begin() -> None:
    scene = without(hubless(TABLE), 0)
    seen = observe(Layouter().lay_out(scene, MM), scene, 12)

    assert seen.engine is not None
    assert seen.engine[0].tile == Tile(12, 12)


@pytest.mark.parametrize(
    ("table", "engine"),
    [
        ("12-12 | @90: 12-4 4-9 | @200: 12-0", Tile(12, 12)),
        ("12-12 | @90: 12-4 | @200: 11-0", None),
        ("12-12 | @90: 12-4", None),
    ],
)
def test_around_a_hub_that_is_seen_two_trains_that_begin_alike_tell_it(
    table: str, engine: Tile | None
) -> None:
    scene = without(scene_of(lay(table)), 0)
    seen = observe(Layouter().lay_out(scene, MM), scene, 12)

    assert (seen.engine[0].tile if seen.engine else None) == engine


def test_an_engine_tile_lost_from_sight_is_found_again_by_its_place() -> None:
    layouter = Layouter()
    scene = hubless(TABLE)
    layouter.lay_out(scene, MM)
    engine = next(each for each in scene.tiles if each.track_id == 0)

    again = changed(scene, 0, unread(replace(engine, track_id=77)))

    assert layouter.lay_out(again, MM).engine == 77


def test_the_engine_tile_stays_while_a_double_lies_in_the_middle_of_more_tiles() -> None:
    layouter = Layouter()
    layouter.lay_out(hubless("12-12"), MM)

    crowded = layouter.lay_out(hubless("12-12 | @0: 12-5 5-5 5-1 1-1 1-2"), MM)

    assert crowded.engine == 0


READ = (LooseCandidate(Tile(12, 12), 0.98), LooseCandidate(Tile(11, 12), 0.02))
UNSURE = (LooseCandidate(Tile(3, 5), 0.3), LooseCandidate(Tile(6, 6), 0.05))


@pytest.mark.parametrize(
    ("read", "begun", "expected"),
    [
        (READ, {}, "12-12"),
        (READ, {6: 1}, "12-12"),
        (READ, {6: 2}, "12-12"),
        (READ, {12: 1, 6: 2}, "12-12"),
        (READ, {6: 3}, "6-6"),
        (UNSURE, {}, "3-5"),
        (UNSURE, {6: 1}, "3-5"),
        (UNSURE, {6: 2}, "6-6"),
        (UNSURE, {9: 3}, "9-9"),
        ((), {9: 3}, "9-9"),
    ],
)
def test_trains_weigh_the_engine_tiles_reading(
    read: tuple[LooseCandidate, ...], begun: dict[int, int], expected: str
) -> None:
    likeliest = as_trains_begin(read, Counter(begun))[0]

    assert f"{likeliest.tile.low}-{likeliest.tile.high}" == expected


@pytest.mark.parametrize(("ends", "expected"), [((0,), 0), ((0, 1), 0), ((), None)])
def test_when_watching_begins_two_trains_of_one_tile_tell_an_engine_tile_that_is_not_read(
    ends: tuple[int, ...], expected: int | None
) -> None:
    scene = hubless("12-12 | @90: 12-4 | @200: 12-0", None)
    tile = scene.tiles[0]
    probs = tile.probs.copy()
    # Read for sure as no double, but for the ends that nobody can read.
    probs[1] = np.roll(probs[0], 1)
    probs[list(ends)] = 1 / CLASSES

    layout = Layouter().lay_out(changed(scene, 0, replace(tile, probs=probs)), MM)

    assert layout.engine == expected
    assert len(layout.chains) == (2 if expected == 0 else 0)


def test_an_unread_double_in_a_train_is_not_taken_for_the_engine_tile_that_is_read() -> None:
    scene = hubless("12-12 | @90: 12-4 4-4 4-9", None)

    layout = Layouter().lay_out(changed(scene, 2, unread(scene.tiles[2])), MM)

    assert layout.engine == 0


def test_an_unread_double_in_a_train_is_not_taken_for_the_engine_tile_that_an_arm_hides() -> None:
    scene = hubless("12-12 | @90: 12-4 4-4 4-9 | @200: 12-0", None)
    layouter = Layouter()
    layouter.lay_out(scene, MM)

    layout = layouter.lay_out(without(changed(scene, 2, unread(scene.tiles[2])), 0), MM)

    assert layout.engine is None
    assert sorted(len(chain.tiles) for chain in layout.chains) == [1, 3]
