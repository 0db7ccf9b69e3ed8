"""Scripted looks: what flickers, hides, moves, turns over or is replaced."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detections import Detections, TableClass, joined
from vision.looks import Look
from vision.readings import CLASSES, TileReading
from vision.scene import Covered, Scene
from vision.steady import Steady

FRAME_PX = (640, 480)
CLEAR = Covered(np.zeros((48, 64), np.bool_), 0.1)
ALL_CHANGED = Covered(np.ones((48, 64), np.bool_), 0.1)


def quad(x: float, y: float, *, length: float = 60.0, angle_deg: float = 0.0) -> NDArray[np.float32]:
    """A tile around (x, y), end a to the left when not turned."""
    flat = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]]) * length / 2
    c, s = np.cos(a := np.radians(angle_deg)), np.sin(a)
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


def ends(a: int, b: int, sure: float = 0.9) -> NDArray[np.float32]:
    probs = np.full((2, CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
    probs[0, a] = probs[1, b] = sure
    return probs


def things(kind: TableClass, *quads: NDArray[np.float32]) -> Detections:
    n = len(quads)
    corners = np.stack(quads).astype(np.float32) if quads else np.zeros((0, 4, 2), np.float32)
    return Detections(corners, np.full(n, 0.9, np.float32), np.full(n, int(kind), np.int64))


def look(
    *tiles: tuple[NDArray[np.float32], NDArray[np.float32]],
    others: Iterable[Detections] = (),
    boxes: NDArray[np.float32] | None = None,
) -> Look:
    readings = tuple(TileReading(corners.copy(), probs.copy(), 0.9) for corners, probs in tiles)
    return Look(0.0, readings, joined(list(others)), boxes)


def after(*looks: Look, steady: Steady | None = None) -> Scene:
    steady = steady or Steady(FRAME_PX)
    for each in looks:
        steady.add(each, CLEAR, ALL_CHANGED)
    return steady.scene(1.0, CLEAR)


def read(scene: Scene) -> list[tuple[int, int]]:
    """Both ends of each tile, end a first."""
    return [(int(t.probs[0].argmax()), int(t.probs[1].argmax())) for t in scene.tiles]


HERE = (quad(100, 100), ends(3, 5))


def test_one_look_alone_makes_no_tile() -> None:
    assert after(look(HERE)).tiles == ()


@pytest.mark.parametrize(
    ("values", "sure", "found", "is_one"),
    [
        ((3, 5), 0.95, 0.2, True),
        ((3, 5), 0.95, 0.1, False),
        ((3, 0), 0.95, 0.2, False),
        ((3, 0), 0.95, 0.45, True),
        ((3, 5), 0.7, 0.45, False),
        ((3, 5), 0.7, 0.55, True),
        ((3, 5), 0.3, 0.6, False),
        ((3, 5), 0.3, 0.8, True),
    ],
)
def test_the_better_a_new_tile_is_read_the_less_surely_it_need_be_found(
    values: tuple[int, int], sure: float, found: float, *, is_one: bool
) -> None:
    seen = Look(0.0, (TileReading(quad(100, 100), ends(*values, sure), found),), joined([]), None)

    assert bool(after(seen, seen).tiles) == is_one


def test_two_looks_that_agree_make_a_tile() -> None:
    assert read(after(look(HERE), look(HERE))) == [(3, 5)]


def test_a_tile_keeps_its_number_when_its_ends_are_named_the_other_way_round() -> None:
    turned = (np.roll(HERE[0], 2, axis=0), ends(5, 3))

    assert read(after(look(HERE), look(turned))) == [(3, 5)]


def test_a_tile_overlooked_twice_is_still_there() -> None:
    assert len(after(look(HERE), look(HERE), look(), look()).tiles) == 1


def test_a_tile_missed_in_three_looks_is_gone() -> None:
    assert after(look(HERE), look(HERE), look(), look(), look()).tiles == ()


def test_a_tile_is_not_missed_where_nothing_has_changed() -> None:
    steady = Steady(FRAME_PX)
    after(look(HERE), look(HERE), steady=steady)
    for _ in range(5):
        steady.add(look(), CLEAR, CLEAR)

    assert len(steady.scene(1.0, CLEAR).tiles) == 1


def test_a_look_elsewhere_misses_nothing() -> None:
    elsewhere = look(boxes=np.array([[300, 300, 400, 400]], np.float32))

    assert len(after(look(HERE), look(HERE), *[elsewhere] * 5).tiles) == 1


def test_a_covered_tile_is_hidden_and_not_gone() -> None:
    steady = Steady(FRAME_PX)
    after(look(HERE), look(HERE), steady=steady)
    for _ in range(5):
        steady.add(look(), ALL_CHANGED, ALL_CHANGED)
    scene = steady.scene(1.0, ALL_CHANGED)

    assert [each.is_hidden for each in scene.tiles] == [True]


def test_a_tile_under_a_hand_that_the_model_sees_is_not_gone() -> None:
    hand = things(TableClass.HAND, quad(100, 100, length=200))

    scene = after(look(HERE), look(HERE), *[look(others=[hand])] * 5)

    assert len(scene.tiles) == 1


def test_nothing_is_seen_where_the_table_is_covered() -> None:
    steady = Steady(FRAME_PX)
    for _ in range(3):
        steady.add(look(HERE), ALL_CHANGED, ALL_CHANGED)

    assert steady.scene(1.0, CLEAR).tiles == ()


def test_a_reading_wrong_in_two_looks_changes_nothing() -> None:
    wrong = look((HERE[0], ends(9, 9)))

    assert read(after(*[look(HERE)] * 3, wrong, wrong, look(HERE))) == [(3, 5)]


def test_another_tile_in_the_same_place_is_believed_after_three_sure_looks() -> None:
    other = look((HERE[0], ends(9, 9)))

    assert read(after(*[look(HERE)] * 5, other, other, other)) == [(9, 9)]


@pytest.mark.parametrize(("changed", "is_same"), [(ALL_CHANGED, False), (CLEAR, True)])
def test_a_tile_swapped_by_a_hand_is_another_one_and_a_better_reading_is_not(
    changed: Covered, *, is_same: bool
) -> None:
    steady = Steady(FRAME_PX)
    for at_s in (0.0, 0.1):
        steady.add(replace(look(HERE), at_s=at_s), CLEAR, ALL_CHANGED)
    before = steady.scene(0.1, CLEAR).tiles[0]
    for at_s in (5.0, 5.1, 5.2):
        steady.add(replace(look((HERE[0], ends(9, 9))), at_s=at_s), CLEAR, changed)

    (after_it,) = steady.scene(5.2, CLEAR).tiles
    assert read(steady.scene(5.2, CLEAR)) == [(9, 9)]
    assert (after_it.track_id == before.track_id) is is_same


def test_a_tile_misread_when_it_came_is_no_other_when_it_is_read_better() -> None:
    steady = Steady(FRAME_PX)
    for at_s in (0.0, 0.1):
        steady.add(replace(look(HERE), at_s=at_s), CLEAR, ALL_CHANGED)
    before = steady.scene(0.1, CLEAR).tiles[0]
    for at_s in (0.3, 0.4, 0.5):
        steady.add(replace(look((HERE[0], ends(9, 9))), at_s=at_s), CLEAR, ALL_CHANGED)

    assert steady.scene(0.5, CLEAR).tiles[0].track_id == before.track_id


def test_many_looks_make_an_unsure_reading_surer_but_never_by_copies_alone() -> None:
    unsure = look((HERE[0], ends(3, 5, 0.4)))
    two = after(unsure, unsure).tiles[0].probs[0, 3]
    ten = after(*[unsure] * 10).tiles[0].probs[0, 3]

    assert 0.4 < two < ten
    independent = 0.4**10 / (0.4**10 + 19 * (0.6 / 19) ** 10)
    assert ten < independent - 1e-6


def test_a_nudged_tile_keeps_its_number() -> None:
    steady = Steady(FRAME_PX)
    before = after(look(HERE), look(HERE), steady=steady).tiles[0]
    nudged = (quad(112, 104, angle_deg=8), ends(3, 5))
    now = after(look(nudged), steady=steady).tiles[0]

    assert now.track_id == before.track_id
    np.testing.assert_allclose(now.corners_px.mean(axis=0), (112, 104), atol=0.5)


def test_a_tile_laid_across_where_one_lay_is_another() -> None:
    across = (quad(100, 100, angle_deg=90), ends(3, 5))

    scene = after(look(HERE), look(HERE), *[look(across)] * 3)

    assert [round(abs(float(np.ptp(t.corners_px[:, 0])))) for t in scene.tiles] == [30]


def test_two_tiles_side_by_side_stay_two() -> None:
    beside = (quad(100, 131), ends(1, 2))

    assert read(after(look(HERE, beside), look(beside, HERE))) == [(3, 5), (1, 2)]


def test_a_back_turned_up_becomes_a_face_with_its_own_reading() -> None:
    back = look(others=[things(TableClass.TILE_BACK, HERE[0])])

    scene = after(back, back, look(HERE), look(HERE))

    assert [(t.is_face_up, r) for t, r in zip(scene.tiles, read(scene), strict=True)] == [(True, (3, 5))]


def test_a_knocked_camera_takes_every_tile_along() -> None:
    steady = Steady(FRAME_PX)
    after(look(HERE), look(HERE), steady=steady)
    steady.move(np.array([[1.0, 0, 50], [0, 1, -20], [0, 0, 1]]))
    moved = (quad(150, 80), ends(3, 5))

    assert read(after(look(moved), steady=steady)) == [(3, 5)]


def test_after_a_knock_the_same_tiles_tell_how_far_the_camera_moved() -> None:
    tiles = [(quad(100 + 150 * at, 100 + 40 * at), ends(at, at + 2)) for at in range(4)]
    by = np.array([45, -30], np.float32)
    moved = [(corners + by, probs) for corners, probs in tiles]
    steady = Steady(FRAME_PX)
    before = after(look(*tiles), look(*tiles), steady=steady)

    step = steady.realign(look(*moved[:3]))
    after_knock = after(look(*moved), look(*moved), steady=steady)

    assert step is not None
    np.testing.assert_allclose(step[:2, 2], (45, -30), atol=0.5)
    assert [t.track_id for t in after_knock.tiles] == [t.track_id for t in before.tiles]


def test_tiles_that_lie_otherwise_tell_nothing_of_the_camera() -> None:
    tiles = [(quad(100 + 150 * at, 100), ends(at, at + 2)) for at in range(4)]
    shuffled = [(quad(550 - 37 * at * at, 300 + 50 * at), probs) for at, (_, probs) in enumerate(tiles)]
    steady = Steady(FRAME_PX)
    after(look(*tiles), look(*tiles), steady=steady)

    assert steady.realign(look(*shuffled)) is None
    assert steady.realign(look(*tiles[:2])) is None


@pytest.mark.parametrize("missed", [0, 2])
def test_a_small_thing_needs_two_looks_and_three_misses(missed: int) -> None:
    coin = look(others=[things(TableClass.MARKER, quad(200, 200, length=20))])

    assert len(after(coin, coin, *[look()] * missed).things) == 1
    assert after(coin).things == ()
    assert after(coin, coin, *[look()] * 3).things == ()


def test_a_marker_that_was_sure_is_still_there_while_it_is_seen_faintly() -> None:
    coin = things(TableClass.MARKER, quad(200, 200, length=20))
    faint = look(others=[replace(coin, confidence=np.full(1, 0.2, np.float32))])

    assert len(after(look(others=[coin]), look(others=[coin]), *[faint] * 6).things) == 1
    assert after(*[faint] * 6).things == ()


def test_the_hub_is_where_the_surest_look_saw_it() -> None:
    hub = things(TableClass.HUB, quad(320, 240, length=200))

    scene = after(look(others=[hub]))

    assert scene.hub_px is not None
    np.testing.assert_allclose(scene.hub_px.mean(axis=0), (320, 240), atol=0.5)


def test_a_coaster_at_the_edge_is_no_hub() -> None:
    coaster = things(TableClass.HUB, quad(600, 440, length=90))
    hub = things(TableClass.HUB, quad(330, 220, length=200))
    both = after(look(others=[coaster, hub]))

    assert after(look(others=[coaster])).hub_px is None
    assert both.hub_px is not None
    np.testing.assert_allclose(both.hub_px.mean(axis=0), (330, 220), atol=0.5)


def test_what_is_not_yet_certain_asks_for_another_look() -> None:
    steady = Steady(FRAME_PX)
    steady.add(look(HERE), CLEAR, ALL_CHANGED)
    (box,) = steady.open_boxes()

    assert box[0] < 70
    assert box[2] > 130
    steady.add(look(HERE), CLEAR, ALL_CHANGED)
    assert len(steady.open_boxes()) == 0


def test_the_share_of_a_quad_that_is_masked_is_measured() -> None:
    mask = np.zeros((48, 64), np.bool_)
    mask[:, :10] = True

    assert Covered(mask, 0.1).share(quad(100, 100)) == pytest.approx(0.5, abs=0.2)
    assert Covered(mask, 0.1).share(quad(300, 100)) == 0
