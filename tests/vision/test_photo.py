"""From a picture to decided tiles, with stand-ins for the networks."""

import numpy as np
import pytest
from fake_models import BlobTable, keep_corners, paint_tile, read_brightness
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.photo import PhotoReader
from vision.readings import NoteKind, PhotoReading
from vision.tile_reader import Models

Floats = NDArray[np.float32]


def reader(table: BlobTable | None = None) -> PhotoReader:
    return PhotoReader(Models(table or BlobTable(), keep_corners, read_brightness))


def quad(x: float, y: float, length: float, angle_deg: float) -> NDArray[np.float32]:
    half = np.array([[-2, 1], [-2, -1], [2, -1], [2, 1]]) * length / 4
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


def photo(*tiles: tuple[float, float, float, int, int], length: float = 120) -> NDArray[np.uint8]:
    """A dark 640 x 640 photo with tiles (x, y, angle, a, b)."""
    picture = np.full((640, 640, 3), 30, np.uint8)
    for x, y, angle, a, b in tiles:
        paint_tile(picture, quad(x, y, length, angle), (a, b))
    return picture


def names(reading: PhotoReading) -> set[Tile]:
    return {t.tile for t in reading.tiles}


def test_every_tile_is_found_and_named() -> None:
    seen = reader().read(photo((150, 150, 0, 3, 12), (450, 150, 90, 0, 0), (300, 450, 30, 7, 5)))

    assert names(seen) == {Tile(3, 12), Tile(0, 0), Tile(5, 7)}
    assert seen.set_size == 12
    assert not any(t.doubtful for t in seen.tiles)


def test_end_a_is_the_end_nearest_to_the_top_left_and_its_corners_come_first() -> None:
    seen = reader().read(photo((320, 320, 180, 2, 9)))

    (tile,) = seen.tiles
    assert (tile.a, tile.b) == (9, 2)
    np.testing.assert_allclose(tile.reading.corners_px, quad(320, 320, 120, 0), atol=2.5)


@settings(max_examples=25)
@given(st.floats(0, 359), st.integers(0, 18), st.integers(0, 18))
def test_a_tile_is_read_the_same_in_any_direction(angle: float, a: int, b: int) -> None:
    seen = reader().read(photo((320, 320, angle, a, b), length=200), set_size=18)

    assert names(seen) == {Tile.of(a, b)}


def test_a_given_set_rules_out_tiles_that_it_lacks() -> None:
    seen = reader().read(photo((320, 320, 0, 11, 4)), set_size=9)

    assert seen.set_size == 9
    assert max(t.b for t in seen.tiles) <= 9


def test_a_picture_without_tiles_gives_none_and_a_note() -> None:
    seen = reader().read(photo())

    assert seen.tiles == ()
    assert [n.kind for n in seen.notes] == [NoteKind.NO_TILE]


def test_a_box_that_the_corner_model_rejects_is_left_out() -> None:
    def reject(batch: Floats, /) -> tuple[Floats, ...]:
        corners, along, kind = keep_corners(batch)
        return corners, along, np.roll(kind, 2, axis=1)

    seen = PhotoReader(Models(BlobTable(), reject, read_brightness)).read(photo((320, 320, 0, 1, 2)))

    assert seen.tiles == ()


def test_one_tile_found_in_two_boxes_counts_once() -> None:
    class Twice(BlobTable):
        def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
            """Each box, and a fifth shorter once more."""
            boxes = super().__call__(batch)[0]
            shorter = boxes.copy()
            shorter[:, 2:4] *= 0.6
            return (np.concatenate([boxes, shorter], axis=2),)

    seen = reader(Twice()).read(photo((150, 150, 0, 3, 12), (450, 450, 90, 4, 4)))

    assert sorted(names(seen)) == [Tile(3, 12), Tile(4, 4)]
    assert len(seen.tiles) == 2


def test_a_speck_among_tiles_is_none_of_them() -> None:
    picture = photo((150, 150, 0, 3, 12), (450, 450, 90, 4, 4))
    paint_tile(picture, quad(500, 150, 20, 0), (1, 1))

    assert names(reader().read(picture)) == {Tile(3, 12), Tile(4, 4)}


def test_a_box_far_less_sure_than_the_others_is_left_out() -> None:
    class Unsure(BlobTable):
        def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
            """The last box is hardly one."""
            boxes = super().__call__(batch)[0]
            boxes[0, 4, np.argmax(boxes[0, 1])] = 0.16
            return (boxes,)

    seen = reader(Unsure()).read(photo((150, 150, 0, 3, 12), (450, 150, 90, 4, 4), (300, 450, 0, 5, 6)))

    assert names(seen) == {Tile(3, 12), Tile(4, 4)}


@pytest.mark.parametrize(
    ("tiles", "length", "kind"),
    [
        ([(320, 320, 0, 1, 2)], 24, NoteKind.TOO_FAR),
        ([(600, 320, 0, 1, 2)], 120, NoteKind.CUT_OFF),
    ],
    ids=["tiles of 24 px", "half a tile beyond the border"],
)
def test_what_is_wrong_with_a_photo_is_said(
    tiles: list[tuple[float, float, float, int, int]], length: float, kind: NoteKind
) -> None:
    seen = reader().read(photo(*tiles, length=length))

    assert kind in [n.kind for n in seen.notes]
