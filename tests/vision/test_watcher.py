"""The watcher on drawn tables, with a looker that sees the tiles that were drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detections import Detections, TableClass
from vision.frames import Frame
from vision.looks import Boxes, Look
from vision.readings import CLASSES, TileReading
from vision.survey import Seen, WatcherSettings
from vision.watcher import Watcher

SIZE_PX = (960, 720)
FPS = 20
TILE_PX = 60.0

Quad = NDArray[np.float32]


def quad(x: float, y: float, angle_deg: float = 0.0) -> Quad:
    flat = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]]) * TILE_PX / 2
    c, s = np.cos(a := np.radians(angle_deg)), np.sin(a)
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


@dataclass
class DrawnTable:
    """Tiles on a textured cloth, an arm that may lie over them; it is its own looker."""

    tiles: dict[tuple[int, int], Quad] = field(default_factory=dict)
    arm: Quad | None = None
    looks: list[Boxes | None] = field(default_factory=list)
    index: int = 0
    shift_px: tuple[int, int] = (0, 0)
    overlooks: bool = False
    coins: list[tuple[int, int]] = field(default_factory=list)
    sweets: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(7)
        coarse = rng.integers(60, 140, (120, 160), dtype=np.uint8)
        self._cloth = cv2.resize(coarse, SIZE_PX, interpolation=cv2.INTER_CUBIC)
        self._noise = rng.normal(0, 1.5, (8, SIZE_PX[1], SIZE_PX[0]))

    def frame(self) -> Frame:
        picture = self._cloth.copy()
        for corners in self.tiles.values():
            cv2.fillConvexPoly(picture, corners.astype(np.int32), 235)
        for spot in (*self.coins, *self.sweets):
            cv2.circle(picture, spot, 11, 250, -1)
        if self.arm is not None:
            cv2.fillConvexPoly(picture, self.arm.astype(np.int32), 40)
        picture = np.roll(picture, self.shift_px[::-1], (0, 1))
        noisy = np.clip(picture + self._noise[self.index % 8], 0, 255).astype(np.uint8)
        self.index += 1
        return Frame(noisy, self.index - 1, (self.index - 1) / FPS, "drawn", _unused)

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        self.looks.append(boxes)
        del attempt
        tiles = []
        for (a, b), corners in self.tiles.items():
            moved = (corners + self.shift_px).astype(np.float32)
            middle = moved.mean(axis=0)
            if self.overlooks:
                continue
            if boxes is None or ((middle >= boxes[:, :2]) & (middle <= boxes[:, 2:])).all(axis=1).any():
                probs = np.full((2, CLASSES), 0.002, np.float32)
                probs[0, a] = probs[1, b] = 0.962
                tiles.append(TileReading(moved, probs, 0.9))
        hub = np.array([[400, 440], [400, 280], [560, 280], [560, 440]], np.float32)
        square = np.array([[-11, 11], [-11, -11], [11, -11], [11, 11]])
        quads = np.stack([hub, *(square + np.array(spot) for spot in self.coins)]) + self.shift_px
        kinds = [int(TableClass.HUB)] + [int(TableClass.MARKER)] * len(self.coins)
        things = Detections(quads.astype(np.float32), np.full(len(kinds), 0.9, np.float32), np.array(kinds))
        return Look(frame.at_s, tuple(tiles), things, boxes)


def _unused() -> NDArray[np.uint8]:
    raise AssertionError("this looker needs no colours")


def seen_over(watcher: Watcher, table: DrawnTable, seconds: float) -> list[Seen]:
    return list(_seen(watcher, table, seconds))


def _seen(watcher: Watcher, table: DrawnTable, seconds: float) -> Iterator[Seen]:
    for _ in range(round(seconds * FPS)):
        seen = watcher.see(table.frame())
        if seen is not None:
            yield seen


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


def test_the_end_is_the_last_look_once_more() -> None:
    watcher, _ = started()
    last = watcher.finish()

    assert last is not None
    assert last.is_end
    assert not last.bumped


def test_nothing_was_seen_before_the_first_frame() -> None:
    assert Watcher(DrawnTable(), WatcherSettings(9)).finish() is None
