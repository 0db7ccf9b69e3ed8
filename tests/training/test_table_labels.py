"""Label files of the table model, worked out by hand for a photo of 400 × 200 px."""

from pathlib import Path

import pytest
from hand_made_photos import small_set

from scenegen.truth import PhotoTruth, Quad, ThingTruth, TileTruth
from training.table_labels import table_rows, write_list, write_table_labels

BOX: Quad = ((40.0, 60.0), (40.0, 20.0), (120.0, 20.0), (120.0, 60.0))
ROW = "0.10000 0.30000 0.10000 0.10000 0.30000 0.10000 0.30000 0.30000"


def photo(*things: TileTruth | ThingTruth) -> PhotoTruth:
    tiles = tuple(thing for thing in things if isinstance(thing, TileTruth))
    others = tuple(thing for thing in things if isinstance(thing, ThingTruth))
    return PhotoTruth("a.jpg", 400, 200, tiles, others)


def tile(visible: tuple[float, float] = (1.0, 1.0), corners: Quad = BOX) -> TileTruth:
    return TileTruth(3, 4, corners, visible)


def numbers(row: str) -> list[float]:
    return [float(word) for word in row.split()[1:]]


def test_a_tile_is_a_row_of_class_and_corners_as_shares() -> None:
    assert table_rows(photo(tile())) == [f"0 {ROW}"]


@pytest.mark.parametrize(("kind", "number"), [("back", 1), ("marker", 2)])
def test_other_things_have_their_class(kind: str, number: int) -> None:
    assert table_rows(photo(ThingTruth(kind, BOX, 1.0))) == [f"{number} {ROW}"]


@pytest.mark.parametrize(("kind", "number"), [("hub", 3), ("hand", 4)])
def test_a_hub_or_hand_in_full_view_is_its_box(kind: str, number: int) -> None:
    [row] = table_rows(photo(ThingTruth(kind, BOX, 1.0)))

    assert row.split()[0] == str(number)
    corners = list(zip(numbers(row)[::2], numbers(row)[1::2], strict=True))
    assert sorted(corners) == [(0.1, 0.1), (0.1, 0.3), (0.3, 0.1), (0.3, 0.3)]


@pytest.mark.parametrize(
    ("thing", "asked"),
    [
        pytest.param(tile((1.0, 0.0)), True, id="half a tile"),
        pytest.param(tile((0.9, 0.0)), False, id="less than half a tile"),
        pytest.param(ThingTruth("back", BOX, 0.49), False, id="less than half a back"),
        pytest.param(ThingTruth("marker", BOX, 0.36), True, id="a round marker"),
        pytest.param(ThingTruth("hub", BOX, 0.11), True, id="a hub under trains"),
        pytest.param(ThingTruth("hand", BOX, 0.09), False, id="a fingertip"),
    ],
)
def test_what_is_mostly_covered_is_not_asked(thing: TileTruth | ThingTruth, asked: bool) -> None:
    assert bool(table_rows(photo(thing))) is asked


def test_an_arm_that_leaves_the_picture_is_boxed_where_it_is_seen() -> None:
    arm = ThingTruth("hand", ((100.0, 300.0), (100.0, 100.0), (180.0, 100.0), (180.0, 300.0)), 0.5)

    [row] = table_rows(photo(arm))

    assert (min(numbers(row)[1::2]), max(numbers(row)[1::2])) == (0.5, 1.0)
    assert (min(numbers(row)[::2]), max(numbers(row)[::2])) == (0.25, 0.45)


def test_a_tile_at_the_border_keeps_its_size() -> None:
    over: Quad = ((360.0, 60.0), (360.0, 20.0), (420.0, 20.0), (420.0, 60.0))

    [row] = table_rows(photo(tile(corners=over)))

    assert max(numbers(row)) == 1.05


def test_a_tile_larger_than_the_photo_is_cut_off() -> None:
    huge: Quad = ((-100.0, 150.0), (-100.0, 50.0), (500.0, 50.0), (500.0, 150.0))

    [row] = table_rows(photo(tile(corners=huge)))

    assert (min(numbers(row)), max(numbers(row))) == (0.0, 1.0)


def test_a_set_gets_a_label_file_per_photo_beside_its_images(tmp_path: Path) -> None:
    folder = small_set(tmp_path / "set", photos=2)

    paths = write_table_labels(folder)

    assert paths == [folder / "images" / "000000.jpg", folder / "images" / "000001.jpg"]
    assert all(path.read_bytes() == (folder / "photos" / path.name).read_bytes() for path in paths)
    assert sorted(p.name for p in (folder / "labels").iterdir()) == ["000000.txt", "000001.txt"]
    # A second run over the same set changes nothing.
    assert write_table_labels(folder) == paths


def test_a_list_has_one_absolute_path_a_line(tmp_path: Path) -> None:
    written = write_list([Path("a.jpg"), tmp_path / "b.jpg"], tmp_path / "list.txt")

    assert written.read_text() == f"{Path('a.jpg').absolute()}\n{tmp_path / 'b.jpg'}\n"


def test_the_strip_that_a_standing_tile_shows_from_above_is_not_asked_for() -> None:
    strip: Quad = ((40.0, 34.0), (40.0, 26.0), (120.0, 26.0), (120.0, 34.0))
    standing = TileTruth(3, 4, strip, (1.0, 1.0), standing=True)
    facing = TileTruth(3, 4, BOX, (1.0, 1.0), standing=True)

    assert table_rows(photo(standing)) == []
    assert len(table_rows(photo(facing))) == 1
