"""What of a scene can be tiles of one set, on scenes laid by hand."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.plausible import is_plain, lying_flat, to_measure_by, without_copies
from vision.readings import CLASSES
from vision.scene import Covered, Scene, TrackedTile
from vision.table import TableTransform

CLEAR = Covered(np.zeros((48, 64), np.bool_), 0.1)
AS_SEEN = TableTransform(np.diag([1.0, 1.0, 1.0]))


def tile(number: int, ends: tuple[int, int], *, length: float = 50.0, width: float = 25.0) -> TrackedTile:
    flat = np.array([[-length, width], [-length, -width], [length, -width], [length, width]]) / 2
    probs = np.full((2, CLASSES), 0.002, np.float32)
    probs[0, ends[0]] = probs[1, ends[1]] = 0.962
    middle = np.array([60 * number, 100])
    return TrackedTile(number, np.asarray(flat + middle, np.float32), probs)


def scene(*tiles: TrackedTile) -> Scene:
    return Scene(0.0, (640, 480), tiles, (), None, CLEAR)


def numbers(found: Scene) -> list[int]:
    return [each.track_id for each in found.tiles]


def test_bricks_that_all_read_as_blank_are_no_tiles() -> None:
    bricks = [tile(n, (0, 0)) for n in range(1, 5)]

    assert numbers(without_copies(scene(*bricks, tile(5, (3, 4))))) == [5]


def test_a_tile_misread_as_another_is_still_a_tile() -> None:
    assert numbers(without_copies(scene(tile(1, (3, 4)), tile(2, (4, 3)), tile(3, (3, 4))))) == [1, 2, 3]


def test_a_back_in_the_boneyard_that_reads_as_blank_is_no_tile() -> None:
    backs = [replace(tile(n, (0, 0)), is_face_up=False) for n in (1, 3)]

    assert numbers(without_copies(scene(*backs, tile(2, (0, 0)), tile(6, (0, 0))))) == [1, 3, 6]


def test_what_is_seen_from_the_side_does_not_lie_flat() -> None:
    flat = [tile(n, (n, n + 1)) for n in range(1, 5)]

    assert numbers(lying_flat(scene(*flat, tile(5, (5, 6), width=10)), AS_SEEN)) == [1, 2, 3, 4]


def test_what_is_far_too_small_for_a_tile_may_be_a_marker() -> None:
    flat = [tile(n, (n, n + 1)) for n in range(1, 5)]
    found = lying_flat(scene(*flat, tile(5, (5, 6), length=20, width=10)), AS_SEEN)

    assert numbers(found) == [1, 2, 3, 4]
    assert [(each.thing_id, each.is_marker_like) for each in found.things] == [(5, False)]


def test_an_empty_table_has_nothing_to_leave_out() -> None:
    assert numbers(lying_flat(scene(), AS_SEEN)) == []


def test_a_tile_with_an_end_that_cannot_be_read_is_not_surely_flat() -> None:
    blurred: NDArray[np.float32] = np.full((2, CLASSES), 1 / CLASSES, np.float32)

    assert is_plain(tile(1, (2, 3)))
    assert not is_plain(TrackedTile(2, tile(2, (1, 1)).corners_px, blurred))


def test_tiles_are_measured_by_faces_though_most_in_view_stand_in_hands() -> None:
    flat = [tile(n, (n, n + 1)) for n in range(1, 4)]
    standing = [replace(tile(n, (0, 0), length=34), is_face_up=False) for n in range(4, 12)]

    assert numbers(lying_flat(scene(*flat, *standing), AS_SEEN)) == [1, 2, 3]
    assert to_measure_by([*flat[:2], *standing]).all()


def test_faces_of_a_hand_that_stands_do_not_say_how_large_tiles_are() -> None:
    hand = [tile(n, (n, n + 1), length=52, width=14) for n in range(1, 6)]
    backs = [replace(tile(n, (0, 0)), is_face_up=False) for n in range(7, 10)]
    engine = tile(6, (6, 6))

    assert numbers(lying_flat(scene(*hand, engine, *backs), AS_SEEN)) == [6, 7, 8, 9]
    assert to_measure_by([*hand, engine, *backs]).tolist() == [False] * 5 + [True] * 4
