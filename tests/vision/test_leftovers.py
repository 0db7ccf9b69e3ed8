"""Sweets, toys and nudges on small grey pictures, 4 px a cell, tiles 60 px long."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frames import Image
from vision.leftovers import Leftovers, Place
from vision.scene import SmallThing

SCALE = 0.25
TILE_PX = 60.0
LIMIT = 10.0
BOX = np.array([80, 80, 160, 160], np.float32)
NO_TILES = np.zeros((0, 4, 2), np.float32)
TILE = np.array([[[88, 132], [88, 100], [148, 100], [148, 132]]], np.float32)


def table() -> Image:
    rng = np.random.default_rng(3)
    return rng.integers(90, 110, (60, 80), dtype=np.uint8)


def with_thing(picture: Image, x: int, y: int, width: int, height: int) -> Image:
    """A thing with its top left corner and its size in cells."""
    changed = picture.copy()
    changed[y : y + height, x : x + width] = 200
    return changed


def place(
    before: Image, now: Image, tiles: NDArray[np.float32] = NO_TILES, lying: NDArray[np.float32] = NO_TILES
) -> Place:
    first, then = before.astype(np.float32), now.astype(np.float32)
    return Place(BOX, first, then, np.abs(then - first) > LIMIT, SCALE, tiles, lying, TILE_PX)


def after(*pictures: Image, explained: bool = False, tiles: NDArray[np.float32] = NO_TILES) -> Leftovers:
    """A bare table, then what each look at the box shows."""
    leftovers = Leftovers()
    for before, now in pairwise((table(), *pictures)):
        leftovers.settle(place(before, now, tiles), is_explained=explained)
    return leftovers


def middle(leftovers: Leftovers) -> NDArray[np.float32]:
    (thing,) = leftovers.beside(())
    return thing.centre_px


COIN = with_thing(table(), 27, 28, 6, 6)


def test_a_coin_that_no_model_knows_is_a_thing() -> None:
    np.testing.assert_allclose(middle(after(COIN)), (120, 124), atol=1)


def test_a_coin_that_goes_is_no_thing_any_more() -> None:
    assert after(COIN, table()).beside(()) == ()


def test_where_a_coin_went_that_lay_there_from_the_first_there_is_no_thing() -> None:
    leftovers = Leftovers()
    leftovers.settle(place(COIN, table()), is_explained=False)

    assert leftovers.beside(()) == ()


def test_a_coin_that_a_model_knows_is_told_once() -> None:
    leftovers = after(COIN)
    known = SmallThing(7, np.array([122, 122], np.float32), 26.0)

    assert leftovers.beside([known]) == ()
    assert len(leftovers.beside([replace(known, centre_px=np.array([180, 122], np.float32))])) == 1


def test_a_coin_stays_while_its_box_changes_for_another_reason() -> None:
    assert len(after(COIN, with_thing(COIN, 36, 22, 2, 2)).beside(())) == 1


def test_a_coin_that_is_pushed_aside_is_one_thing_at_its_new_place() -> None:
    np.testing.assert_allclose(middle(after(COIN, with_thing(table(), 31, 33, 6, 6))), (136, 144), atol=1)


def test_a_tile_with_its_side_and_shadow_is_no_thing() -> None:
    laid = with_thing(with_thing(table(), 22, 25, 15, 8), 22, 33, 15, 2)

    assert after(laid, explained=True, tiles=TILE).beside(()) == ()
    assert after(laid, explained=True, tiles=np.concatenate([TILE, TILE])).beside(()) == ()


def test_a_coin_that_goes_along_with_a_tile_is_seen_at_its_new_place() -> None:
    laid = with_thing(with_thing(table(), 22, 25, 15, 8), 30, 35, 5, 5)

    np.testing.assert_allclose(middle(after(COIN, laid, explained=True, tiles=TILE)), (130, 150), atol=4)


def test_a_coin_laid_on_a_tile_is_a_thing_but_no_nudge_of_the_tile() -> None:
    bare = with_thing(table(), 22, 25, 15, 8)
    leftovers = Leftovers()
    nudged = with_thing(table(), 22, 25, 15, 8)
    nudged[25:33, 28:30] = 180
    leftovers.settle(place(bare, nudged, lying=TILE), is_explained=False)
    assert leftovers.beside(()) == ()

    coin = bare.copy()
    coin[26:31, 24:29] = 90
    leftovers.settle(place(bare, coin, lying=TILE), is_explained=False)

    np.testing.assert_allclose(middle(leftovers), (106, 114), atol=2)


def test_a_coin_under_which_something_else_came_to_lie_is_gone() -> None:
    assert after(COIN, with_thing(table(), 22, 24, 15, 12), explained=True, tiles=TILE).beside(()) == ()


def test_a_knock_of_the_camera_takes_a_coin_along() -> None:
    leftovers = after(COIN)
    shifted = np.roll(COIN, (2, 3), axis=(0, 1))
    leftovers.move(np.array([[1, 0, 12.0], [0, 1, 8.0], [0, 0, 1]]), shifted.astype(np.float32), SCALE)

    np.testing.assert_allclose(middle(leftovers), (132, 132), atol=1)
    bare = np.roll(table(), (2, 3), axis=(0, 1))
    leftovers.settle(place(shifted, bare), is_explained=False)
    assert leftovers.beside(()) == ()


@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (1, 14), (18, 16)], ids=["speck", "rim of a nudged tile", "plate"]
)
def test_what_has_not_a_markers_size_is_no_thing(width: int, height: int) -> None:
    assert after(with_thing(table(), 21, 21, width, height)).beside(()) == ()


def test_a_thing_is_seen_to_go_in_another_light() -> None:
    brighter = np.clip(table() * 1.4, 0, 255).astype(np.uint8)
    leftovers = after(COIN)
    lit = np.clip(COIN * 1.4, 0, 255).astype(np.uint8)
    leftovers.settle(place(lit, lit), is_explained=False)
    assert len(leftovers.beside(())) == 1

    leftovers.settle(place(lit, brighter), is_explained=False)

    assert leftovers.beside(()) == ()
