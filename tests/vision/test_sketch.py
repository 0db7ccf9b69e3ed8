"""What a person drew over the picture: hub and hand zones, as the watching goes by them."""

import numpy as np
import pytest
from drawn_tables import SIZE_PX, DrawnTable, quad, seen_over

from engine.observation import Seat
from vision.layout import Layout
from vision.sketch import NOTHING_DRAWN, Corners, HandZone, Sketch, SketchOnFrame
from vision.survey import Seen, WatcherSettings
from vision.watcher import Watcher

ZONE = HandZone(Seat("P1"), ((0.3, 0.75), (0.7, 0.75), (0.7, 1.0), (0.3, 1.0)))
"""Below y = 540 px, from 288 to 672 px."""
TRAIN = {(9, 9): quad(480, 360), (9, 4): quad(480, 480, 90), (4, 7): quad(480, 542, 90)}


def box(left: float, top: float, right: float, bottom: float) -> Corners:
    """A rectangle of pixels as shares."""
    w, h = SIZE_PX
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((x / w, y / h) for x, y in points)


def told(table: DrawnTable, sketch: Sketch = NOTHING_DRAWN) -> tuple[Watcher, Seen]:
    """A watcher that goes by a sketch, and what it sees."""
    watcher = Watcher(table, WatcherSettings(9, sketch=sketch))
    return watcher, seen_over(watcher, table, 1.0)[-1]


def lengths(layout: Layout) -> list[int]:
    """How many tiles each train has."""
    return [len(chain.tiles) for chain in layout.chains]


def test_what_lies_in_a_hand_zone_never_counts_as_played() -> None:
    table = DrawnTable(dict(TRAIN))

    assert lengths(told(table)[1].layout) == [2]
    _, seen = told(table, Sketch(zones=(ZONE,)))
    assert lengths(seen.layout) == [1]
    assert {tuple(tile.probs.argmax(axis=1)) for tile in seen.scene.tiles} == {(9, 9), (9, 4)}


def test_a_marker_in_a_hand_zone_marks_no_train() -> None:
    table = DrawnTable({(9, 9): quad(480, 360), (9, 4): quad(480, 480, 90)}, coins=[(505, 545)])

    assert told(table)[1].observation.trains[0].marker is True
    assert told(table, Sketch(zones=(ZONE,)))[1].observation.trains[0].marker is False


def test_what_happens_in_a_hand_zone_is_not_looked_at() -> None:
    table = DrawnTable({(9, 9): quad(480, 360)})
    watcher, _ = told(table, Sketch(zones=(ZONE,)))
    before = len(table.looks)
    table.tiles[2, 3] = quad(480, 630)

    assert seen_over(watcher, table, 2.0) == []
    assert len(table.looks) == before
    table.tiles[9, 4] = quad(480, 480, 90)
    assert lengths(seen_over(watcher, table, 1.5)[-1].layout) == [1]


def test_the_hub_is_where_a_person_drew_it() -> None:
    off = {(9, 9): quad(240, 360), (9, 4): quad(240, 480, 90)}
    table = DrawnTable(off)

    _, unaided = told(table)
    _, seen = told(table, Sketch(hub=box(180, 300, 300, 420)))
    engine = {tile.track_id: tile.probs.argmax(axis=1).tolist() for tile in seen.scene.tiles}
    assert unaided.layout.engine is None
    assert engine[seen.layout.engine or 0] == [9, 9]
    assert lengths(seen.layout) == [1]


def test_what_is_drawn_while_a_game_goes_on_holds_from_then_on_and_can_be_taken_back() -> None:
    table = DrawnTable(dict(TRAIN))
    watcher, before = told(table)
    watcher.use_sketch(Sketch(hub=box(180, 300, 300, 420), zones=(ZONE,)))
    drawn = seen_over(watcher, table, 1.0)[-1]
    watcher.use_sketch(NOTHING_DRAWN)
    after = seen_over(watcher, table, 1.0)[-1]

    assert (lengths(before.layout), drawn.layout.engine, lengths(after.layout)) == ([2], None, [2])


def test_what_was_drawn_goes_along_when_the_camera_is_knocked() -> None:
    table = DrawnTable(dict(TRAIN))
    watcher, _ = told(table, Sketch(zones=(ZONE,)))
    table.shift_px = (30, 18)
    seen = seen_over(watcher, table, 2.5)[-1]

    assert lengths(seen.layout) == [1]
    [zone] = watcher.sketch.zones
    step = np.array(zone.corners[:2]) - np.array(ZONE.corners[:2])
    assert step == pytest.approx(np.tile([30 / SIZE_PX[0], 18 / SIZE_PX[1]], (2, 1)), abs=0.006)


def test_what_has_left_the_picture_is_no_more_drawn() -> None:
    shifted = SketchOnFrame(Sketch(box(0, 0, 90, 90), (ZONE,)), SIZE_PX)
    shifted.move(np.array([[1, 0, -100], [0, 1, 0], [0, 0, 1]], np.float64))

    assert (shifted.sketch().hub, [zone.seat for zone in shifted.sketch().zones]) == (None, ["P1"])
