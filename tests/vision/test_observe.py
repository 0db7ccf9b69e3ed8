"""What the engine is told: ranked readings hub-side end first, pose, joint, face, and nothing unseen."""

from dataclasses import replace

import numpy as np
from laid_tables import HUB, TOP, lay, scene_of

from engine.observation import Candidate, Face, Joint, Link, LooseCandidate, Observation, Pose, Seat, Tile
from vision.layouter import Layouter
from vision.observe import MOST_CANDIDATES, observe
from vision.readings import UNREADABLE
from vision.scene import Scene, TrackedTile

TABLE = "12-12 | @90: 12-4 4-4 4-9 | @180: 12-0"


def seen(table: str = TABLE) -> Scene:
    """The scene of a table from straight above."""
    return scene_of(lay(table, hub_mm=HUB))


def told(scene: Scene, set_size: int = 12) -> Observation:
    """What a first look tells of a scene."""
    return observe(Layouter().lay_out(scene, TOP.transform()), scene, set_size)


def reading(tile: TrackedTile, a: dict[int, float], b: dict[int, float]) -> TrackedTile:
    """The tile with other probabilities, by value; its end a shows 9 in the table used here, its end b 4."""
    probs = np.zeros((2, 20), np.float32)
    for row, values in enumerate((a, b)):
        for value, weight in values.items():
            probs[row, value] = weight
    return replace(tile, probs=probs)


def with_reading(scene: Scene, track_id: int, inner: dict[int, float], outer: dict[int, float]) -> Scene:
    """The scene with one tile read otherwise, hub-side end first."""
    tiles = []
    for tile in scene.tiles:
        if tile.track_id != track_id:
            tiles.append(tile)
            continue
        # The hub-side end is the one nearer to the middle of the picture.
        ends = [tile.corners_px[:2].mean(axis=0), tile.corners_px[2:].mean(axis=0)]
        far = [float(np.linalg.norm(end - (960, 540))) for end in ends]
        tiles.append(reading(tile, inner, outer) if far[0] < far[1] else reading(tile, outer, inner))
    return replace(scene, tiles=tuple(tiles))


def test_tiles_are_told_from_the_hub_outward_with_their_hub_side_end_first() -> None:
    trains = told(seen()).trains

    best = [[str(tile.candidates[0].link) for tile in train.tiles] for train in trains]
    assert best == [["12-4", "4-4", "4-9"], ["12-0"]]


def test_poses_joints_and_faces_are_told() -> None:
    (first, second, third), _ = (train.tiles for train in told(seen()).trains)

    assert [first.pose, second.pose, third.pose] == [Pose.INLINE, Pose.CROSSWISE, Pose.INLINE]
    assert {first.joint, second.joint, third.joint} == {Joint.TAIL}
    assert first.face is Face.UP
    assert first.is_visible


def test_candidates_are_ranked_by_the_product_of_both_ends() -> None:
    scene = with_reading(seen("12-12 | @90: 12-4"), 1, {12: 0.75, 10: 0.25}, {4: 0.8, 9: 0.2})

    tile = told(scene).trains[0].tiles[0]

    assert [(str(each.link), round(each.weight, 3)) for each in tile.candidates] == [
        ("12-4", 0.6),
        ("10-4", 0.2),
        ("12-9", 0.15),
        ("10-9", 0.05),
    ]


def test_values_outside_the_set_are_left_out() -> None:
    scene = with_reading(seen("9-9 | @90: 9-4"), 1, {9: 0.5, 11: 0.5}, {4: 1.0})

    assert told(scene, set_size=9).trains[0].tiles[0].candidates == (Candidate(Link(9, 4), 1.0),)


def test_a_tile_of_another_set_altogether_has_no_reading() -> None:
    scene = with_reading(seen("9-9 | @90: 9-4"), 1, {11: 1.0}, {4: 1.0})

    assert told(scene, set_size=9).trains[0].tiles[0].candidates == ()


def test_unlikely_readings_are_not_named() -> None:
    scene = with_reading(seen("12-12 | @90: 12-4"), 1, {12: 0.985, 10: 0.015}, {4: 1.0})

    assert [str(each.link) for each in told(scene).trains[0].tiles[0].candidates] == ["12-4"]


def test_no_more_than_a_few_readings_are_named() -> None:
    even = dict.fromkeys(range(5), 0.2)
    scene = with_reading(seen("12-12 | @90: 12-4"), 1, even, even)

    assert len(told(scene).trains[0].tiles[0].candidates) == MOST_CANDIDATES


def test_an_end_that_cannot_be_read_leaves_no_candidates() -> None:
    scene = with_reading(seen("12-12 | @90: 12-4"), 1, {12: 0.3, UNREADABLE: 0.7}, {4: 1.0})

    tile = told(scene).trains[0].tiles[0]

    assert (tile.candidates, tile.face, tile.is_visible) == ((), Face.UP, True)


def test_a_single_across_may_lie_either_way_round() -> None:
    tile = told(seen("12-12 | @90: 12-4 4-6x")).trains[0].tiles[1]

    assert tile.pose is Pose.CROSSWISE
    assert {str(each.link) for each in tile.candidates[:2]} == {"4-6", "6-4"}
    assert tile.candidates[0].weight == tile.candidates[1].weight


def test_a_double_across_has_one_reading() -> None:
    tile = told(seen()).trains[0].tiles[1]

    assert [str(each.link) for each in tile.candidates] == ["4-4"]


def test_a_hidden_tile_is_told_as_not_visible() -> None:
    tiles = told(seen("12-12 | @90: 12-4? 4-9")).trains[0].tiles

    assert [tile.is_visible for tile in tiles] == [False, True]


def test_a_back_is_told_without_a_reading() -> None:
    tile = told(seen("12-12 | @90: 12-4 4-9^")).trains[0].tiles[1]

    assert (tile.face, tile.candidates) == (Face.BACK, ())


def test_a_branch_and_a_tile_that_does_not_touch_are_told_as_such() -> None:
    table = "12-12 | @0: 12-4 4-9 9-1 gap30 1-3 | loose 4-5 at 98,39,90"

    assert [tile.joint for tile in told(seen(table)).trains[0].tiles] == [
        Joint.TAIL,
        Joint.TAIL,
        Joint.TAIL,
        Joint.DETACHED,
        Joint.SIDE,
    ]


def test_the_engine_tile_is_told() -> None:
    engine = told(seen()).engine

    assert engine is not None
    assert engine[0].tile == Tile(12, 12)
    assert engine[0].weight >= 0.93


def test_no_engine_tile_is_told_while_none_lies_there() -> None:
    assert told(seen("| @90: 12-4")).engine is None


def test_a_hidden_engine_tile_is_not_told() -> None:
    scene = seen()
    hidden = tuple(replace(tile, is_hidden=tile.track_id == 0) for tile in scene.tiles)

    assert told(replace(scene, tiles=hidden)).engine is None


def test_loose_tiles_are_told_whichever_way_they_lie() -> None:
    loose = told(seen(f"{TABLE} | loose 7-3 at 300,200,30")).loose

    assert [candidates[0].tile for candidates in loose] == [Tile(3, 7)]
    assert isinstance(loose[0][0], LooseCandidate)


def test_a_turned_up_tile_of_the_boneyard_is_not_loose() -> None:
    backs = " | ".join(f"back 1-1 at {x},{y},0" for x in (250, 304) for y in (170, 230))

    assert told(seen(f"{TABLE} | loose 7-3 at 277,200,0 | {backs}")).loose == ()


def test_a_row_of_tiles_that_touch_no_train_is_a_hand_laid_open() -> None:
    row = " | ".join(f"loose {i}-3 at {-60 + 27 * i},320,90" for i in range(5))

    assert told(seen(f"{TABLE} | {row}")).loose == ()


def test_from_where_a_hand_came_is_passed_on() -> None:
    scene = seen()
    layout = Layouter().lay_out(scene, TOP.transform())

    seats = ((Seat("Ann"), 0.9), (Seat("Bo"), 0.1))
    assert observe(layout, scene, 12, seats).reached_from == seats


def test_markers_and_tails_are_told() -> None:
    trains = told(seen("12-12 | @90: 12-4 m | @180: 12-0")).trains

    assert [(train.slot, train.marker, train.is_tail_visible) for train in trains] == [
        (1, True, True),
        (2, False, True),
    ]
