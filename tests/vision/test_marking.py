"""Markers belong to the train whose head or tail they lie beside, and to none where they were put by."""

from dataclasses import replace

import numpy as np
import pytest
from laid_tables import HUB, TOP, covering, lay, scene_of, without

from vision.layout import Layout
from vision.layouter import Layouter
from vision.scene import Scene, SmallThing

TABLE = "12-12 | @0: 12-4 4-9 9-1 | @90: 12-0 0-7 | @180: 12-5"
MM = TOP.transform()
Marked = dict[int, bool | None]


def seen(table: str, hub_mm: float | None = HUB) -> Scene:
    """The scene of a table from straight above."""
    return scene_of(lay(table, hub_mm=hub_mm))


def marked(layout: Layout) -> Marked:
    """The marker of every train by its heading, to ten degrees."""
    return {round(chain.heading_deg, -1) % 360: chain.marker for chain in layout.chains}  # type: ignore[misc]


def thing(thing_id: int, x: float, y: float, *, is_marker_like: bool = True) -> SmallThing:
    """A thing 20 mm wide at a place on the table."""
    at = TOP.project(np.array([x, y], np.float64)).astype(np.float32)
    return SmallThing(thing_id, at, 20 * TOP.px_per_mm, is_marker_like)


def with_things(scene: Scene, *things: SmallThing, at_s: float = 0.0) -> Scene:
    """The scene with these things and no other."""
    return replace(scene, things=things, at_s=at_s)


PLACES = {
    "beside the tail": (210, 28),
    "beyond the tail": (240, 0),
    "beside the head": (90, -28),
    "on the tail": (210, 0),
    "on the head": (85, 3),
    "on a tile between": (150, 0),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
def test_a_marker_is_seen(place: tuple[float, float]) -> None:
    layout = Layouter().lay_out(with_things(seen(TABLE), thing(7, *place)), MM)

    assert marked(layout) == {0: True, 90: False, 180: False}
    assert next(chain.things for chain in layout.chains if chain.marker) == (7,)


ELSEWHERE = {
    "on the hub": (10, -40),
    "at the edge of the hub": (44, 44),
    "far away": (300, 250),
    "beside a tile between": (150, 60),
    "one tile off the tail": (280, 20),
}


@pytest.mark.parametrize("place", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_a_thing_elsewhere_is_no_marker(place: tuple[float, float]) -> None:
    layout = Layouter().lay_out(with_things(seen(TABLE), thing(7, *place)), MM)

    assert marked(layout) == {0: False, 90: False, 180: False}
    assert layout.markers_mm.shape == (0, 2)


def test_markers_of_several_kinds_of_place_at_once() -> None:
    layout = Layouter().lay_out(
        seen("12-12 | @0: 12-4 4-9 m | @90: 12-0* | @180: 12-5 5-1 h | @270: 12-2"), MM
    )

    assert marked(layout) == {0: True, 90: True, 180: True, 270: False}
    assert layout.markers_mm.shape == (3, 2)


def test_between_two_tails_the_nearer_one_is_marked() -> None:
    scene = seen("12-12 | @0: 12-4 4-9 | @0+70: 12-0 0-7")

    layout = Layouter().lay_out(with_things(scene, thing(7, 160, 40)), MM)

    assert sorted(marked(layout).values(), key=str) == [False, True]
    assert next(len(chain.tiles) for chain in layout.chains if chain.marker) == 2
    assert next(chain.tiles[0].track_id for chain in layout.chains if chain.marker) == 3


def test_a_marker_in_an_empty_slot_makes_a_train_of_its_own() -> None:
    layout = Layouter().lay_out(with_things(seen(TABLE), thing(7, 0, -90)), MM)

    assert marked(layout) == {0: False, 90: False, 180: False, 270: True}


def test_a_marker_like_thing_is_needed_for_an_empty_train() -> None:
    layout = Layouter().lay_out(with_things(seen(TABLE), thing(7, 0, -90, is_marker_like=False)), MM)

    assert 270 not in marked(layout)


def test_the_train_that_begins_there_takes_over_the_slot_and_its_marker() -> None:
    layouter = Layouter()
    layouter.lay_out(with_things(seen(TABLE), thing(7, 0, -90)), MM)

    layout = layouter.lay_out(with_things(seen(f"{TABLE} | @270: 12-8"), thing(8, 30, -90)), MM)

    assert marked(layout) == {0: False, 90: False, 180: False, 270: True}
    assert len(layout.chains) == 4


def test_a_train_keeps_its_marker_when_it_grows_past_it() -> None:
    layouter = Layouter()
    layouter.lay_out(with_things(seen("12-12 | @0: 12-4"), thing(7, 110, 28)), MM)

    layout = layouter.lay_out(with_things(seen("12-12 | @0: 12-4 4-9 9-1 1-3"), thing(7, 110, 28)), MM)

    assert marked(layout) == {0: True}


def test_a_train_keeps_a_marker_that_was_left_behind() -> None:
    layouter = Layouter()
    layouter.lay_out(with_things(seen("12-12 | @0: 12-4 4-9 9-1"), thing(7, 235, 0)), MM)

    layout = layouter.lay_out(with_things(seen("12-12 | @0: 12-4 4-9"), thing(7, 235, 0)), MM)

    assert marked(layout) == {0: True}


def test_what_was_put_by_long_ago_is_no_marker_of_a_train_that_grows_up_to_it() -> None:
    layouter = Layouter()
    layouter.lay_out(with_things(seen("12-12 | @0: 12-4"), thing(7, 210, 25)), MM)

    layout = layouter.lay_out(with_things(seen("12-12 | @0: 12-4 4-9 9-1"), thing(7, 210, 25), at_s=30), MM)

    assert marked(layout) == {0: False}


def test_a_marker_taken_off_is_gone() -> None:
    layouter = Layouter()
    layouter.lay_out(with_things(seen(TABLE), thing(7, 210, 28)), MM)

    layout = layouter.lay_out(with_things(seen(TABLE)), MM)

    assert marked(layout)[0] is False


@pytest.mark.parametrize("covered", [(230.0, 0.0), (90.0, 20.0)], ids=["tail", "head"])
def test_while_a_hand_is_there_nobody_says_that_no_marker_lies(covered: tuple[float, float]) -> None:
    layout = Layouter().lay_out(covering(seen(TABLE), TOP, covered, 25), MM)

    assert marked(layout)[0] is None


def test_a_marker_in_view_is_one_whatever_else_is_covered() -> None:
    scene = covering(with_things(seen(TABLE), thing(7, 90, -28)), TOP, (230.0, 0.0), 25)

    assert marked(Layouter().lay_out(scene, MM))[0] is True


@pytest.mark.parametrize(
    ("covered", "is_visible"),
    [((235.0, 0.0), False), ((270.0, 0.0), False), ((230.0, 38.0), False), ((120.0, 0.0), True)],
    ids=["at the tail", "a tile further", "beside the tail", "in the middle"],
)
def test_a_covered_tail_may_have_grown(covered: tuple[float, float], *, is_visible: bool) -> None:
    layout = Layouter().lay_out(covering(seen(TABLE), TOP, covered, 12), MM)

    assert next(c.is_tail_visible for c in layout.chains if round(c.heading_deg) == 0) is is_visible


def test_an_empty_slot_under_a_hand_cannot_be_seen() -> None:
    layouter = Layouter()
    layouter.lay_out(seen(TABLE), MM)

    layout = layouter.lay_out(covering(without(seen(TABLE), 6), TOP, (-90.0, 0.0), 30), MM)

    empty = next(chain for chain in layout.chains if not chain.tiles)
    assert (empty.marker, empty.is_tail_visible) == (None, False)


def test_without_a_hub_a_marker_where_a_train_would_begin_makes_one() -> None:
    layout = Layouter().lay_out(with_things(seen(TABLE, None), thing(7, 0, -80)), MM)

    assert marked(layout)[270] is True


def test_between_a_head_and_an_empty_slot_the_hand_tells_whose_marker_it_is() -> None:
    coin = thing(7, 80, 27)
    table = "12-12 | @0: 12-4 4-9 | @180: 12-5"

    def own_marker(from_mm: tuple[float, float]) -> Marked:
        entry = TOP.project(np.array(from_mm, np.float64)).astype(np.float32)
        return marked(Layouter().lay_out(with_things(seen(table), coin), MM, entries_px=(entry,)))

    assert own_marker((400, -10)) == {0: True, 180: False}
    assert own_marker((350, 330)) == {0: False, 20: True, 180: False}
    assert own_marker((350, 90)) == {0: False, 20: True, 180: False}
