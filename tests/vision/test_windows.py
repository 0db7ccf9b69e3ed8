"""A photo is looked at whole and, where its tiles are small, in windows; no tile is lost at a seam."""

import numpy as np
import pytest
from fake_models import BlobTable
from numpy.typing import NDArray

from vision.detections import TableClass
from vision.geometry import Pyramid, side_lengths
from vision.table_model import find
from vision.windows import find_all

Floats = NDArray[np.float32]


def photo(width: int, height: int, tiles: list[tuple[int, int]], length: int) -> NDArray[np.uint8]:
    """A dark photo with white tiles of `length` px, lying, with their centres at the places given."""
    picture = np.full((height, width, 3), 40, np.uint8)
    for x, y in tiles:
        picture[y - length // 4 : y + length // 4, x - length // 2 : x + length // 2] = 255
    return picture


def centres(
    width: int, height: int, tiles: list[tuple[int, int]], length: int
) -> tuple[set[tuple[int, int]], BlobTable]:
    model = BlobTable()
    found = find_all(model, Pyramid(photo(width, height, tiles, length)))
    middles = found.corners_px.mean(axis=1)
    return {(round(float(x) / 8), round(float(y) / 8)) for x, y in middles}, model


def wanted(tiles: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(round(x / 8), round(y / 8)) for x, y in tiles}


def close(found: set[tuple[int, int]], expected: set[tuple[int, int]]) -> bool:
    def near(a: set[tuple[int, int]], b: set[tuple[int, int]]) -> bool:
        return all(any(abs(x - u) <= 1 and abs(y - v) <= 1 for u, v in b) for x, y in a)

    return near(found, expected) and near(expected, found)


def test_tiles_of_the_wanted_length_need_one_look() -> None:
    tiles = [(800, 600), (2000, 1500), (3000, 2500)]

    found, model = centres(4000, 3000, tiles, 800)

    assert close(found, wanted(tiles))
    assert model.shapes == [(256, 320)]


def test_tiles_that_fill_the_photo_are_looked_at_from_further_away() -> None:
    tiles = [(1000, 800), (3000, 2200)]

    found, model = centres(4000, 3000, tiles, 1800)

    assert close(found, wanted(tiles))
    assert model.shapes[1] < model.shapes[0]


def test_small_tiles_are_looked_at_again_from_nearer_and_keep_their_places() -> None:
    tiles = [(x, y) for x in range(200, 3900, 400) for y in range(200, 2900, 400)]

    found, model = centres(4000, 3000, tiles, 160)

    assert close(found, wanted(tiles))
    assert len(model.shapes) > 1


def test_a_tile_on_the_seam_between_windows_is_found_whole() -> None:
    seam = [(x, 700) for x in range(1000, 1500, 170)] + [(300, 300), (2200, 1200)]
    model = BlobTable()

    found = find_all(model, Pyramid(photo(2560, 1440, seam, 80)))

    lengths, _ = side_lengths(found.corners_px)
    assert lengths.min() > 70
    assert close(
        {(round(float(x) / 8), round(float(y) / 8)) for x, y in found.corners_px.mean(axis=1)}, wanted(seam)
    )


@pytest.mark.parametrize(("width", "height"), [(641, 33), (640, 640), (100, 70), (33, 900)])
def test_pictures_of_odd_sizes_are_padded_to_the_models_stride(width: int, height: int) -> None:
    model = BlobTable()

    found = find(model, photo(width, height, [], 10))

    assert len(found) == 0
    assert all(h % 32 == 0 and w % 32 == 0 for h, w in model.shapes)


def test_overlapping_boxes_of_one_class_count_once_and_the_surer_stays() -> None:
    def model(_: Floats) -> tuple[Floats, ...]:
        rows = [
            [100, 100, 80, 40, 0.6, 0, 0, 0, 0, 0.0],
            [102, 101, 80, 40, 0.8, 0, 0, 0, 0, 0.02],
            [100, 100, 80, 40, 0, 0, 0.5, 0, 0, 0.0],
            [300, 100, 80, 40, 0.1, 0, 0, 0, 0, 0.0],
        ]
        return (np.array(rows, dtype=np.float32).T[None],)

    found = find(model, np.zeros((320, 640, 3), np.uint8))

    assert found.confidence.tolist() == pytest.approx([0.8, 0.5])
    assert found.class_id.tolist() == [TableClass.TILE, TableClass.MARKER]
