"""Photos whose ends people boxed become training photos only where our reader agrees end by end."""

import numpy as np
import pytest
from photo_readings import tile_at

from training.adopt import LabelledEnds, agreed, class_values, parse_ends
from vision.readings import TileReading

SIZE = (400, 300)


def tile(text: str, left: float = 10, top: float = 10) -> TileReading:
    """An upright tile of 50 x 100 px: end a above."""
    return tile_at(text, left, top).reading


def ends(*rows: tuple[float, float, int]) -> LabelledEnds:
    return LabelledEnds(
        np.array([(x, y) for x, y, _ in rows], dtype=np.float64).reshape(-1, 2),
        np.array([value for _, _, value in rows], dtype=np.int64),
    )


def test_class_names_carry_their_pips() -> None:
    assert class_values("names: [pip-1, pip-10, pip-2]") == [1, 10, 2]


def test_label_files_hold_shares_of_the_photo() -> None:
    found = parse_ends("1 0.5 0.5 0.1 0.1\n0 0.25 0.1 0.1 0.1\n", [1, 10], (400, 300))

    assert found.centres.tolist() == [[200, 150], [100, 30]]
    assert found.values.tolist() == [10, 1]


def named(readings: tuple[TileReading, ...], labels: LabelledEnds) -> list[tuple[int, int]]:
    return [(t.a, t.b) for t in agreed(SIZE, readings, labels)]


def test_values_come_from_people_and_a_blank_end_has_no_box() -> None:
    assert named((tile("5-0"),), ends((35, 35, 6))) == [(6, 0)]


@pytest.mark.parametrize(
    ("readings", "labels", "expected"),
    [
        ((tile("5-0"),), ends(), []),
        ((tile("5-0"), tile("0-0", left=200)), ends((35, 35, 5)), [(5, 0)]),
        ((tile("5-3"),), ends((35, 35, 5)), []),
        ((tile("5-3"), tile("2-2", left=200)), ends((35, 35, 5), (225, 35, 2), (225, 85, 2)), [(2, 2)]),
        ((tile("5-0"), tile("5-0", left=12)), ends((35, 35, 5)), [(5, 0)]),
        ((tile("5-3"),), ends((35, 33, 5), (36, 38, 4), (35, 85, 3)), []),
        ((tile("5-3", top=-20),), ends((35, 5, 5), (35, 55, 3)), []),
    ],
    ids=[
        "no box at all",
        "a double blank that nobody vouches for",
        "pips without a box",
        "one of two tiles",
        "a tile seen twice",
        "two boxes on one end",
        "a tile that the border cuts",
    ],
)
def test_only_tiles_on_which_reader_and_people_agree_are_adopted(
    readings: tuple[TileReading, ...], labels: LabelledEnds, expected: list[tuple[int, int]]
) -> None:
    assert named(readings, labels) == expected
