"""A bump shifts the picture as a whole: the gate waits for rest, and says where everything has gone."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_tables import TILE, Film, PaintedTable, bumped, lamp, reaching

from vision.frames import Frame, Image
from vision.motion import Motion, MotionGate
from vision.register import corners_moved, register

SIZE = (960, 540)


@pytest.fixture
def table() -> PaintedTable:
    train = [(200.0 + 42 * i, 270.0, 0.0) for i in range(8)]
    loose = [(130.0 + 150 * i, 100.0 + 60 * (i % 2), 25.0 * i) for i in range(6)]
    below = [(160.0 + 170 * i, 430.0, 40.0 * i) for i in range(5)]
    return PaintedTable(tiles=train + loose + below)


def watch(table: PaintedTable, target: NDArray[np.float64], lasts_s: float) -> Iterator[Motion]:
    """What a gate says from the bump on; everything that settles is accepted."""
    film, gate = Film(table), MotionGate(tile_px=TILE)
    for frame in film.run(1.5):
        gate.accept(None, gate.see(frame))
    count = max(round(lasts_s * 20), 1)
    path = [table.bump + (target - table.bump) * step / count for step in range(1, count + 1)]
    for bump in path:
        table.bump = bump
        yield gate.see(film.frame())
    for frame in film.run(1.5):
        motion = gate.see(frame)
        if len(motion.settled):
            gate.accept(motion.settled, motion)
        yield motion


def error_px(found: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """The farthest of the picture's corners from where it should be."""
    w, h = SIZE
    corners = np.array([[[0, 0]], [[w, 0]], [[w, h]], [[0, h]]], np.float64)
    apart = cv2.perspectiveTransform(corners, found) - cv2.perspectiveTransform(corners, true)
    return float(np.linalg.norm(apart, axis=2).max())


BUMPS = [
    pytest.param((60, 20, 6), 0.4, id="60 px and 6°"),
    pytest.param((-75, 30, -10), 0.5, id="10 cm and 10°"),
    pytest.param((60, 20, 6), 0.0, id="at once"),
    pytest.param((4, -3, 0.3), 0.1, id="a little"),
]


@pytest.mark.parametrize(("move", "lasts_s"), BUMPS)
def test_a_bump_is_registered_within_a_pixel(
    table: PaintedTable, move: tuple[float, float, float], lasts_s: float
) -> None:
    target = bumped(*move)
    motions = list(watch(table, target, lasts_s))

    [found] = [motion.registration for motion in motions if motion.registration is not None]
    assert error_px(found, target) < 1
    assert any(motion.bumped for motion in motions)


def test_a_bump_is_over_a_second_after_rest(table: PaintedTable) -> None:
    motions = list(watch(table, bumped(60, 20, 6), 0.4))

    rest_s = motions[7].at_s
    [registered_s] = [motion.at_s for motion in motions if motion.registration is not None]
    assert registered_s - rest_s < 0.6
    assert motions[-1].is_still
    assert not motions[-1].covered.mask.any()


def test_nothing_is_judged_while_the_picture_shifts(table: PaintedTable) -> None:
    motions = list(watch(table, bumped(60, 20, 6), 0.4))

    for motion in motions:
        if motion.bumped:
            assert motion.covered.mask.all()
            assert len(motion.settled) == 0


def test_after_a_bump_only_what_was_not_in_view_is_looked_at(table: PaintedTable) -> None:
    motions = list(watch(table, bumped(60, 0, 0), 0.4))

    [boxes] = [motion.settled for motion in motions if len(motion.settled)]
    assert len(boxes) == 1
    assert float(boxes[0, 2]) < 75


def test_a_tile_put_down_during_a_bump_is_looked_at(table: PaintedTable) -> None:
    motions = watch(table, bumped(60, 0, 0), 0.4)
    next(motions)
    table.tiles.append((700, 330, 45))

    boxes = np.concatenate([motion.settled for motion in motions])
    assert any(x0 < 760 < x1 and y0 < 330 < y1 for x0, y0, x1, y1 in boxes.tolist())


def test_a_bump_under_a_resting_arm_is_registered(table: PaintedTable) -> None:
    table.arms = [reaching(600, 300)]
    target = bumped(50, 20, 4)
    motions = list(watch(table, target, 0.4))

    [found] = [motion.registration for motion in motions if motion.registration is not None]
    assert error_px(found, target) < 1


def test_a_camera_that_is_covered_and_looks_elsewhere_is_lost(table: PaintedTable) -> None:
    film, gate = Film(table), MotionGate(tile_px=TILE)
    for frame in film.run(1.5):
        gate.accept(None, gate.see(frame))
    other = PaintedTable(seed=5, tiles=[(x + 37, 540 - y, a + 31) for x, y, a in table.tiles])
    lumas = [other.luma() for _ in range(30)]
    motions = [
        gate.see(Frame(luma, 30 + index, 1.5 + index / 20, "other", lambda: lumas[0]))
        for index, luma in enumerate(lumas)
    ]

    assert any(motion.is_lost for motion in motions)
    assert motions[-1].settled.tolist() == [[0, 0, 960, 540]]


NO_BUMPS = [
    pytest.param({"arms": [reaching(480, 150, width=160)]}, id="a large arm"),
    pytest.param({"light": 0.6}, id="exposure"),
    pytest.param({"light": lamp(480, 270, strength=0.4, width=300)}, id="a lamp"),
    pytest.param({"tiles": []}, id="all tiles cleared away"),
]


@pytest.mark.parametrize("change", NO_BUMPS)
def test_what_is_no_bump_is_not_taken_for_one(table: PaintedTable, change: dict[str, object]) -> None:
    motions = watch(table, np.eye(3), 0.1)
    next(motions)
    for name, value in change.items():
        setattr(table, name, value)

    assert not any(motion.bumped or motion.registration is not None for motion in motions)


def large(table: PaintedTable) -> Image:
    return np.asarray(cv2.resize(table.luma(), (1920, 1080), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("move", [(60, 20, 6), (0, 0, 10), (-75, 40, -8)])
def test_a_large_picture_is_registered_within_a_pixel(
    table: PaintedTable, move: tuple[float, float, float]
) -> None:
    before = large(table)
    table.bump, table.light = bumped(*move), 0.8
    found = register(before, large(table))

    assert found is not None
    half = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
    assert error_px(np.linalg.inv(half) @ found @ half, table.bump) < 0.5


def test_a_camera_that_tips_is_registered_with_its_perspective(table: PaintedTable) -> None:
    before = table.luma()
    table.bump = np.array([[1.02, 0.03, 12], [-0.02, 0.99, -9], [3e-5, -4e-5, 1]])
    found = register(before, table.luma())

    assert found is not None
    assert error_px(found, table.bump) < 0.7


def test_the_floor_below_the_table_does_not_count() -> None:
    """Seen from a camera that moves, the floor moves less than the table, and has more texture."""
    tiles = [(330.0 + 60 * i, 200.0 + 45 * j, 30.0 * i) for i in range(6) for j in range(4)]
    table = PaintedTable(tiles=tiles)
    floor = PaintedTable(
        seed=3, tiles=[(60.0 * i, 50.0 * j, 17.0 * i * j) for i in range(17) for j in range(11)]
    )
    before = pasted(table, floor)
    table.bump, floor.bump = bumped(40, -20, 4), bumped(25, -12, 4)
    found = register(before, pasted(table, floor), round_mask())

    assert found is not None
    assert error_px(found, table.bump) < 1


def round_mask() -> NDArray[np.bool_]:
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    return cv2.ellipse(mask, (480, 270), (260, 180), 0, 0, 360, (1,), -1) > 0


def pasted(table: PaintedTable, floor: PaintedTable) -> Image:
    """A round table that stands on a floor."""
    mask = cv2.warpPerspective(round_mask().astype(np.uint8), table.bump, SIZE) > 0
    return np.where(mask, table.luma(), floor.luma())


def test_after_a_bump_the_floor_is_looked_at_and_covers_nothing() -> None:
    tiles = [(330.0 + 60 * i, 200.0 + 45 * j, 30.0 * i) for i in range(6) for j in range(4)]
    table = PaintedTable(tiles=tiles)
    floor = PaintedTable(
        seed=3, tiles=[(70.0 * i, 60.0 * j, 17.0 * i * j) for i in range(14) for j in range(9)]
    )
    gate = MotionGate(tile_px=TILE)
    motions = []
    for index in range(50):
        if index == 20:
            table.bump, floor.bump = bumped(40, -20, 4), bumped(25, -12, 4)
        motion = gate.see(Frame(pasted(table, floor), index, index / 20, "pasted", table.luma))
        gate.accept(motion.settled, motion)
        gate.learn(on_table_px=np.array([each[:2] for each in tiles], np.float32))
        motions.append(motion)

    [found] = [motion.registration for motion in motions if motion.registration is not None]
    assert error_px(found, table.bump) < 1
    assert not motions[-1].covered.mask.any()


def test_two_pictures_without_anything_in_common_are_not_registered(table: PaintedTable) -> None:
    assert register(table.luma(), PaintedTable(seed=9, tiles=[(500, 200, 77)]).luma()) is None


def test_an_empty_picture_is_not_registered() -> None:
    blank = np.full((200, 300), 90, np.uint8)

    assert register(blank, blank) is None


def test_how_far_corners_move_is_told_in_pixels() -> None:
    assert corners_moved(np.array([[1, 0, 3], [0, 1, 4], [0, 0, 1.0]]), SIZE) == pytest.approx(5)
