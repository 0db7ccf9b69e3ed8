"""Trains are found by where their tiles lie: every bend, crosswise double, crowd and gap, never by pips."""

import numpy as np
import pytest
from laid_tables import HUB, TOP, Camera, lay, perspective, scene_of, without
from layout_texts import described

from vision.layouter import Layouter

OBLIQUE = Camera(45, 20, noise_px=1.0, px_per_mm=1.7)
SLANTED = Camera(30, -65, noise_px=1.5)


def laid_out(table: str, camera: Camera = TOP, hub_mm: float | None = HUB) -> str:
    """The layout of a table as text."""
    scene = scene_of(lay(table, hub_mm=hub_mm), camera)
    return described(Layouter().lay_out(scene, camera.transform()), scene)


def trains(table: str, camera: Camera = TOP, hub_mm: float | None = HUB) -> list[str]:
    """The trains alone, without their headings, in alphabetical order."""
    lines = laid_out(table, camera, hub_mm).splitlines()
    return sorted(line.partition(": ")[2] for line in lines if line.startswith("@"))


FILLER = " | @200: 12-10 10-1 1-2 | @330: 12-11 11-3"
FILLED = ["12-10 10-1 1-2", "12-11 11-3"]
WAYS = {
    "straight": ("12-4 4-9 9-1", "12-4 4-9 9-1"),
    "one tile": ("12-4", "12-4"),
    "double across": ("12-4 4-4 4-9", "12-4 4-4x 4-9"),
    "double at the tail": ("12-4 4-9 9-9", "12-4 4-9 9-9x"),
    "double across, next off its middle": ("12-4 4-4 off10 4-9 9-2", "12-4 4-4x 4-9 9-2"),
    "double across, off the end's middle": ("12-4 off4 4-4 4-9 9-2", "12-4 4-4x 4-9 9-2"),
    "two doubles in a row": ("12-4 4-4 5-5 5-9", "12-4 4-4x 5-5x 5-9"),
    "double lengthwise": ("12-4 4-4! 4-9", "12-4 4-4 4-9"),
    "single across": ("12-4 4-6x 6-9", "12-4 4-6x 6-9"),
    "curve": ("12-4 bend30 4-9 bend30 9-1 bend30 1-0", "12-4 4-9 9-1 1-0"),
    "curve the other way": ("12-4 bend-45 4-9 bend-45 9-1", "12-4 4-9 9-1"),
    "sharp bend": ("12-4 bend75 4-9 9-1", "12-4 4-9 9-1"),
    "corner across the end": ("12-4 corner 4-9 9-1", "12-4 4-9 9-1"),
    "corner the other way": ("12-4 4-2 corner- 2-9 9-1", "12-4 4-2 2-9 9-1"),
    "corner out of the side": ("12-4 4-2 turn 2-9 9-1", "12-4 4-2 2-9 9-1"),
    "corner at the tail": ("12-4 4-2 turn- 2-9", "12-4 4-2 2-9"),
    "corner after a double": ("12-4 4-4 corner 4-9 9-1", "12-4 4-4x 4-9 9-1"),
    "there and back": ("12-4 4-2 2-3 corner 3-9 corner 9-1 1-5", "12-4 4-2 2-3 3-9 9-1 1-5"),
    "stairs": ("12-4 corner 4-9 corner- 9-1 corner 1-0", "12-4 4-9 9-1 1-0"),
    "small gaps": ("12-4 gap6 4-9 gap9 9-1", "12-4 4-9 9-1"),
    "a gap of a third of a tile": ("12-4 gap16 4-9 9-1", "12-4 4-9 9-1"),
    "small overlap": ("12-4 gap-4 4-9 gap-3 9-1", "12-4 4-9 9-1"),
    "slipped sideways": ("12-4 off7 4-9 off-7 9-1", "12-4 4-9 9-1"),
    "a hole": ("12-4 gap30 4-9 9-1", "12-4 ~4-9 9-1"),
    "hidden tiles": ("12-4? 4-9 9-9? 9-1", "12-4 4-9 9-9x 9-1"),
    "back at the tail": ("12-4 4-9 9-1^", "12-4 4-9 9-1^"),
    "ends that do not match": ("12-4 5-9 0-1", "12-4 5-9 0-1"),
}


@pytest.mark.parametrize("camera", [TOP, SLANTED, OBLIQUE], ids=["above", "slanted", "oblique"])
@pytest.mark.parametrize(("words", "expected"), WAYS.values(), ids=WAYS.keys())
def test_a_train_is_followed(words: str, expected: str, camera: Camera) -> None:
    assert sorted([expected, *FILLED]) == trains(f"12-12 | @80: {words}{FILLER}", camera)


@pytest.mark.parametrize("camera", [TOP, SLANTED, OBLIQUE], ids=["above", "slanted", "oblique"])
@pytest.mark.parametrize(("words", "expected"), WAYS.values(), ids=WAYS.keys())
def test_a_train_is_followed_without_a_hub(words: str, expected: str, camera: Camera) -> None:
    found = trains(f"12-12 | @80: {words}{FILLER} | @140: 12-8 8-0", camera, None)

    assert sorted([expected, *FILLED, "12-8 8-0"]) == found


@pytest.mark.parametrize("hub_mm", [HUB, 46.0, 98.0, None])
@pytest.mark.parametrize("count", range(2, 9))
def test_two_to_eight_trains_around_the_middle(count: int, hub_mm: float | None) -> None:
    table = " | ".join(
        f"@{(20 + 360 * i / count) % 360:.1f}: 12-{i} {i}-{i + 1} {i + 1}-{i}" for i in range(count)
    )
    scene = scene_of(lay(f"12-12 | {table}", hub_mm=hub_mm), hub_mm=hub_mm or HUB)

    layout = Layouter().lay_out(scene, TOP.transform())

    assert [len(chain.tiles) for chain in layout.chains] == [3] * count


def test_trains_side_by_side_are_not_mixed() -> None:
    table = "12-12 | @90: 12-4 4-9 9-1 1-3 | @90+30: 12-5 5-8 8-0 0-7 | @90+-30: 12-6 6-2 2-3 3-5"

    assert trains(table, OBLIQUE) == ["12-4 4-9 9-1 1-3", "12-5 5-8 8-0 0-7", "12-6 6-2 2-3 3-5"]


def test_a_tail_that_runs_into_another_train_leaves_it_alone() -> None:
    table = "12-12 | @0: 12-4 4-9 9-1 1-2 2-5 | @60: 12-3 corner- 3-8 gap8 8-7"

    assert trains(table) == ["12-3 3-8 8-7", "12-4 4-9 9-1 1-2 2-5"]


def test_a_tail_beside_another_tail_stays_its_own() -> None:
    # Both trains end nose to nose, 10 mm apart.
    table = "12-12 | @0: 12-4 4-9 corner 9-1 1-2 | @90: 12-3 3-8 8-0 gap7 corner- 0-7 7-5"

    assert trains(table) == ["12-3 3-8 8-0 0-7 7-5", "12-4 4-9 9-1 1-2"]


def test_a_tile_at_a_trains_side_is_a_branch() -> None:
    table = f"12-12 | @0: 12-4 4-9 9-1 1-3{FILLER} | loose 4-5 at 148,39,90"

    assert "12-4 4-9 9-1 1-3 /4-5" in trains(table)


def test_a_double_along_a_trains_side_is_a_branch() -> None:
    table = f"12-12 | @0: 12-4 4-9 9-1 1-3{FILLER} | loose 9-9 at 150,27,0"

    assert "12-4 4-9 9-1 1-3 /9-9x" in trains(table)


def test_what_lies_apart_is_loose() -> None:
    table = f"12-12 | @0: 12-4 4-9{FILLER} | loose 3-5 at 100,200,30 | back 1-1 at -300,300,0"

    assert laid_out(table).splitlines()[-1] == "loose 3-5"


def test_backs_beside_the_table_join_no_train() -> None:
    backs = " | ".join(f"back 1-1 at {x},{y},0" for x in (260, 314) for y in (-60, -30, 0, 30))

    assert "12-4 4-9" in trains(f"12-12 | @0: 12-4 4-9{FILLER} | {backs}")


def test_a_train_that_comes_back_to_the_hub_is_no_new_one() -> None:
    table = f"12-12 | @0: 12-4 4-9 corner 9-1 1-3 corner 3-5 5-6{FILLER}"

    assert "12-4 4-9 9-1 1-3 3-5 5-6" in trains(table)


def test_without_its_first_tile_a_train_keeps_its_slot() -> None:
    scene = scene_of(lay(f"12-12 | @0: 12-4 4-9 9-1{FILLER}"))
    layouter = Layouter()
    before = layouter.lay_out(scene, TOP.transform())
    headless = without(scene, 1)

    after = layouter.lay_out(headless, TOP.transform())

    ids = {chain.slot: [tile.track_id for tile in chain.tiles] for chain in after.chains}
    slot = next(chain.slot for chain in before.chains if chain.tiles[0].track_id == 1)
    assert ids[slot] == [2, 3]


def test_the_gap_before_a_tile_is_told() -> None:
    scene = scene_of(lay(f"12-12 | @0: 12-4 gap9 4-9{FILLER}"))

    layout = Layouter().lay_out(scene, TOP.transform())

    chain = next(chain for chain in layout.chains if chain.tiles[0].track_id == 1)
    assert chain.tiles[1].gap_mm == pytest.approx(9, abs=1)


def test_an_empty_table_has_no_trains() -> None:
    scene = scene_of(lay("", hub_mm=None))

    layout = Layouter().lay_out(scene, TOP.transform())

    assert (layout.hub_mm, layout.engine, layout.chains) == (None, None, ())
    assert np.shape(layout.markers_mm) == (0, 2)


def test_the_perspective_can_be_that_of_the_tiles_themselves() -> None:
    table = f"12-12 | @80: 12-4 4-4 off8 4-9 corner 9-1 bend45 1-0 | @140: 12-8 8-0{FILLER}"
    scene = scene_of(lay(table), OBLIQUE)

    text = described(Layouter().lay_out(scene, perspective(scene)), scene)

    assert "12-4 4-4x 4-9 9-1 1-0" in text
