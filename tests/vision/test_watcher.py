"""The watcher on drawn tables, with a looker that sees the tiles that were drawn."""

from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import FPS, DrawnTable, quad, seen_over

from vision.frames import Frame
from vision.motion import Motion, MotionGate
from vision.scene import Covered
from vision.survey import Seen, WatcherSettings
from vision.watcher import Watcher


def started() -> tuple[Watcher, DrawnTable]:
    table = DrawnTable({(9, 9): quad(480, 360)})
    watcher = Watcher(table, WatcherSettings(9))
    seen = seen_over(watcher, table, 1.0)
    assert [len(each.scene.tiles) for each in seen] == [1]
    return watcher, table


def test_everything_is_looked_at_once_the_table_is_still() -> None:
    _, table = started()

    assert table.looks[0] is None


def test_a_still_table_is_not_looked_at_again() -> None:
    watcher, table = started()
    before = len(table.looks)

    assert seen_over(watcher, table, 3.0) == []
    assert len(table.looks) == before


def test_what_was_overlooked_is_found_when_nothing_has_changed_for_a_while() -> None:
    table = DrawnTable({(9, 9): quad(480, 360)})
    watcher = Watcher(table, WatcherSettings(9))
    table.overlooks = True
    assert seen_over(watcher, table, 1.0)[-1].scene.tiles == ()
    table.overlooks = False

    assert len(seen_over(watcher, table, 4.0)[-1].scene.tiles) == 1


def test_a_table_that_stays_empty_is_looked_at_ever_more_seldom() -> None:
    table = DrawnTable()
    watcher = Watcher(table, WatcherSettings(9))

    told_s = [each.at_s for each in seen_over(watcher, table, 30.0)]

    waits = np.diff(told_s)
    assert 3 <= len(waits) <= 4
    assert (waits[1:] > 1.5 * waits[:-1]).all()


def test_a_new_tile_is_told_soon_and_looked_at_where_it_lies() -> None:
    watcher, table = started()
    before = len(table.looks)
    placed_s = table.index / FPS
    table.tiles[9, 4] = quad(480, 480, 90)
    seen = seen_over(watcher, table, 1.5)

    assert seen[-1].observation.trains[0].tiles[0].candidates[0].link.outer == 4
    assert seen[0].at_s - placed_s <= 0.8
    assert all(boxes is not None for boxes in table.looks[before:])


def marked(seen: list[Seen]) -> int:
    return sum(train.marker is True for train in seen[-1].observation.trains)


@pytest.mark.parametrize(("coins", "expected"), [([], 1), ([(512, 480), (600, 392)], 2)])
def test_a_thing_that_no_model_knows_marks_a_train_only_while_models_know_no_markers(
    coins: list[tuple[int, int]], expected: int
) -> None:
    watcher, table = started()
    for tile in (((9, 4), quad(480, 480, 90)), ((9, 5), quad(600, 360)), ((9, 6), quad(360, 360))):
        table.tiles[tile[0]] = tile[1]
        seen_over(watcher, table, 1.5)
    for coin in coins:
        table.coins.append(coin)
        seen_over(watcher, table, 1.5)
    table.sweets.append((360, 392))

    assert marked(seen_over(watcher, table, 1.5)) == expected


def test_a_tile_under_an_arm_is_neither_gone_nor_told() -> None:
    watcher, table = started()
    table.arm = np.array([[450, 720], [450, 330], [520, 330], [520, 720]], np.float32)
    table.tiles[9, 4] = quad(480, 480, 90)
    seen = seen_over(watcher, table, 2.0)

    assert all(len(each.scene.tiles) == 1 for each in seen)
    table.arm = None
    assert len(seen_over(watcher, table, 2.0)[-1].scene.tiles) == 2


def test_a_tile_taken_away_is_told() -> None:
    watcher, table = started()
    table.tiles[9, 4] = quad(480, 480, 90)
    seen_over(watcher, table, 1.5)
    del table.tiles[9, 4]

    assert len(seen_over(watcher, table, 2.0)[-1].scene.tiles) == 1


def test_a_knocked_camera_keeps_every_tile_and_is_said() -> None:
    watcher, table = started()
    table.tiles[9, 4] = quad(480, 480, 90)
    before = seen_over(watcher, table, 1.5)[-1]
    table.shift_px = (30, 18)
    seen = seen_over(watcher, table, 2.5)

    assert seen[0].bumped
    assert not any(each.bumped for each in seen[1:])
    known = {tile.track_id for tile in before.scene.tiles}
    assert {tile.track_id for tile in seen[-1].scene.tiles} == known


def test_what_covers_the_table_after_a_knock_and_never_moves_is_no_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watcher, table = started()
    see, begin_anew = MotionGate.see, MotionGate.begin_anew
    begun: list[bool] = []

    def covered(gate: MotionGate, frame: Frame) -> Motion:
        motion = see(gate, frame)
        everywhere = Covered(np.ones_like(motion.covered.mask), motion.covered.scale)
        return motion if begun else replace(motion, covered=everywhere)

    def beginning(gate: MotionGate) -> None:
        begun.append(True)
        begin_anew(gate)

    monkeypatch.setattr(MotionGate, "see", covered)
    monkeypatch.setattr(MotionGate, "begin_anew", beginning)
    table.shift_px = (30, 18)
    seen = seen_over(watcher, table, 4.0)

    assert seen[0].bumped
    assert [len(each.scene.tiles) for each in seen] == [1] * len(seen)
    assert len(begun) == 1


def test_the_end_is_the_last_look_once_more() -> None:
    watcher, _ = started()
    last = watcher.finish()

    assert last is not None
    assert last.is_end
    assert not last.bumped


def test_nothing_was_seen_before_the_first_frame() -> None:
    assert Watcher(DrawnTable(), WatcherSettings(9)).finish() is None
