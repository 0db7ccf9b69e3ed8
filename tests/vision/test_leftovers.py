"""Sweets, toys and nudges on small grey pictures, 4 px a cell, tiles 60 px long."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frames import Image
from vision.leftovers import Leftovers

SCALE = 0.25
TILE_PX = 60.0
BOX = np.array([80, 80, 160, 160], np.float32)


def table() -> Image:
    rng = np.random.default_rng(3)
    return rng.integers(90, 110, (60, 80), dtype=np.uint8)


def with_thing(picture: Image, x: int, y: int, width: int, height: int) -> Image:
    """A thing with its top left corner and its size in cells."""
    changed = picture.copy()
    changed[y : y + height, x : x + width] = 200
    return changed


def after(*pictures: Image, explained: bool = False) -> Leftovers:
    """A bare table, then what each look at the box shows."""
    leftovers = Leftovers()
    leftovers.start(table(), SCALE)
    for picture in pictures:
        leftovers.settle(BOX, picture, TILE_PX, is_explained=explained)
    return leftovers


def middle(leftovers: Leftovers) -> NDArray[np.float32]:
    (thing,) = leftovers.things()
    return thing.centre_px


COIN = with_thing(table(), 27, 28, 6, 6)


def test_a_coin_that_no_model_knows_is_a_thing() -> None:
    np.testing.assert_allclose(middle(after(COIN)), (120, 124), atol=1)


def test_a_coin_that_goes_is_no_thing_any_more() -> None:
    assert after(COIN, table()).things() == ()


def test_a_coin_stays_while_its_box_changes_for_another_reason() -> None:
    assert len(after(COIN, with_thing(COIN, 36, 22, 2, 2)).things()) == 1


def test_what_a_tile_explains_is_no_thing() -> None:
    assert after(COIN, explained=True).things() == ()


@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (1, 14), (18, 16)], ids=["speck", "rim of a nudged tile", "plate"]
)
def test_what_has_not_a_markers_size_is_no_thing(width: int, height: int) -> None:
    assert after(with_thing(table(), 21, 21, width, height)).things() == ()


def test_a_lamp_brings_no_thing() -> None:
    brighter = np.clip(table().astype(np.int16) + 40, 0, 255).astype(np.uint8)

    assert after(brighter).things() == ()


def test_before_the_first_look_at_everything_nothing_is_noted() -> None:
    leftovers = Leftovers()
    leftovers.settle(BOX, COIN, TILE_PX, is_explained=False)

    assert leftovers.things() == ()
