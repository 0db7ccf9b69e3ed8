"""The layout from look to look: hub, engine tile, slots that keep their number."""

from dataclasses import replace

import numpy as np
import pytest
from laid_tables import HUB, TOP, Camera, lay, perspective, scene_of, without
from layout_texts import described

from vision.layout import Layout
from vision.layouter import Layouter
from vision.scene import Scene
from vision.slots import Beginning, SlotMemory
from vision.table import TableTransform

TABLE = "12-12 | @90: 12-4 4-4 4-9 | @180: 12-0 0-7 | @300: 12-5 5-1 1-6"
MM = TOP.transform()


def seen(table: str, hub_mm: float | None = HUB) -> Scene:
    """The scene of a table from straight above."""
    return scene_of(lay(table, hub_mm=hub_mm))


def slots(layout: Layout) -> dict[int, int]:
    """The first tile's track id of every slot that has tiles."""
    return {chain.slot: chain.tiles[0].track_id for chain in layout.chains if chain.tiles}


def test_slots_seen_together_are_numbered_clockwise_from_the_bottom() -> None:
    layout = Layouter().lay_out(seen(TABLE), MM)

    headings = [round(chain.heading_deg) for chain in layout.chains]
    assert headings == [90, 180, 300]
    assert [chain.slot for chain in layout.chains] == [1, 2, 3]


def test_a_new_train_gets_the_next_number() -> None:
    layouter = Layouter()
    layouter.lay_out(seen(TABLE), MM)

    later = layouter.lay_out(seen(f"{TABLE} | @20: 12-8"), MM)

    assert [(chain.slot, round(chain.heading_deg)) for chain in later.chains] == [
        (1, 90),
        (2, 180),
        (3, 300),
        (4, 20),
    ]


def test_a_nudged_train_keeps_its_number() -> None:
    layouter = Layouter()
    layouter.lay_out(seen(TABLE), MM)

    nudged = layouter.lay_out(seen(TABLE.replace("@180", "@191")), MM)

    assert slots(nudged) == {1: 1, 2: 4, 3: 6}


def test_a_train_whose_first_tile_was_replaced_keeps_its_number() -> None:
    layouter = Layouter()
    layouter.lay_out(seen(TABLE), MM)
    renamed = [replace(t, track_id=t.track_id + 100 * (t.track_id == 4)) for t in seen(TABLE).tiles]

    again = layouter.lay_out(replace(seen(TABLE), tiles=tuple(renamed)), MM)

    assert slots(again)[2] == 104


def test_an_emptied_slot_is_told_as_an_empty_train() -> None:
    layouter = Layouter()
    layouter.lay_out(seen(TABLE), MM)

    layout = layouter.lay_out(without(seen(TABLE), 4, 5), MM)

    empty = next(chain for chain in layout.chains if chain.slot == 2)
    assert (empty.tiles, empty.marker, empty.is_tail_visible) == ((), False, True)


def test_a_forgotten_round_is_numbered_anew() -> None:
    layouter = Layouter()
    layouter.lay_out(seen("12-12 | @180: 12-0 0-7"), MM)

    layouter.forget()

    assert slots(layouter.lay_out(seen(TABLE), MM)) == {1: 1, 2: 4, 3: 6}


def test_a_turned_train_is_another_one_than_its_neighbour() -> None:
    memory = SlotMemory()
    memory.assign([Beginning(0.0, (1,)), Beginning(40.0, (2,))])

    assert memory.assign([Beginning(38.0, (2,)), Beginning(2.0, (1,)), Beginning(80.0, (3,))]) == (2, 1, 3)


def test_headings_are_those_of_the_picture_however_millimetres_are_turned() -> None:
    turned = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]], np.float64)
    transform = TableTransform(turned @ MM.px_to_mm)

    layout = Layouter().lay_out(seen(TABLE), transform)

    assert [round(chain.heading_deg) for chain in layout.chains] == [90, 180, 300]


def test_the_hub_is_where_its_box_is() -> None:
    camera = Camera(35, 15)
    scene = scene_of(lay(TABLE), camera)

    layout = Layouter().lay_out(scene, camera.transform())

    assert layout.hub_mm == pytest.approx([0, 0], abs=1)
    assert layout.hub_radius_mm == pytest.approx(HUB, rel=0.05)


def test_a_printed_hub_lies_at_the_origin() -> None:
    scene = replace(seen(TABLE), hub_px=None)

    layout = Layouter().lay_out(scene, TableTransform(MM.px_to_mm, HUB))

    assert layout.hub_radius_mm == HUB
    assert len(layout.chains) == 3


def test_a_hub_that_is_covered_for_a_while_is_remembered() -> None:
    layouter = Layouter()
    before = layouter.lay_out(seen(TABLE), MM)

    after = layouter.lay_out(replace(without(seen(TABLE), 0), hub_px=None), MM)

    assert slots(after) == slots(before)


@pytest.mark.parametrize("camera", [TOP, Camera(40, 70, 1.0)])
def test_the_engine_tile_alone_is_the_middle(camera: Camera) -> None:
    scene = scene_of(lay(TABLE, hub_mm=None), camera)

    layout = Layouter().lay_out(scene, camera.transform())

    assert layout.engine == 0
    assert layout.hub_radius_mm is None
    assert layout.hub_mm == pytest.approx([0, 0], abs=2)


def test_a_double_that_lies_alone_is_the_engine_tile() -> None:
    assert Layouter().lay_out(seen("12-12", None), MM).engine == 0


def test_the_engine_tile_stays_it_while_other_doubles_come() -> None:
    layouter = Layouter()
    layouter.lay_out(seen("12-12", None), MM)

    layout = layouter.lay_out(seen("12-12 | @90: 12-4 4-4 4-9 9-9 9-1", None), MM)

    assert layout.engine == 0


def test_a_person_can_say_which_the_engine_tile_is() -> None:
    scene = seen("12-12 | loose 5-5 at 300,150,0 | loose 5-2 at 355,150,0", None)

    layout = Layouter().lay_out(scene, MM, engine_hint=1)

    assert layout.engine == 1
    assert slots(layout) == {1: 2}


def test_a_hidden_tile_keeps_its_place() -> None:
    layout = Layouter().lay_out(seen("12-12 | @90: 12-4 4-9? 9-1"), MM)

    assert [tile.track_id for tile in layout.chains[0].tiles] == [1, 2, 3]


def test_the_same_scene_is_laid_out_the_same_again() -> None:
    layouter = Layouter()
    scene = scene_of(lay(TABLE), Camera(30, 20, 1.5))
    transform = perspective(scene)

    first, second = layouter.lay_out(scene, transform), layouter.lay_out(scene, transform)

    assert described(first, scene) == described(second, scene)


def test_the_size_of_tiles_is_told() -> None:
    assert Layouter().lay_out(seen(TABLE), MM).tile_mm == pytest.approx((50, 25), rel=0.01)
