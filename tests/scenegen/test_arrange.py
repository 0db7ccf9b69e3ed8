"""Tiles lie as people lay them."""

from itertools import pairwise
from math import cos, hypot, pi, sin

import cv2
import numpy as np
import pytest
from plain_sets import PLAIN

from engine.tiles import Tile, double_set
from scenegen.arrange import ARRANGEMENTS, Bag, Placed, hand_grid, trains, turned, with_backs, with_standing

SEEDS = range(12)


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def shared_mm2(one: Placed, other: Placed, size: tuple[float, float]) -> float:
    boxes = [((t.x, t.y), size, float(np.degrees(t.angle))) for t in (one, other)]
    kind, points = cv2.rotatedRectangleIntersection(boxes[0], boxes[1])
    return 0.0 if kind == cv2.INTERSECT_NONE else float(cv2.contourArea(cv2.convexHull(points)))


def test_a_bag_deals_each_tile_of_a_set_once_before_any_comes_back() -> None:
    bag = Bag(rng(0), 6)

    dealt = [Tile.of(*bag.draw()) for _ in range(28)]

    assert sorted(dealt) == sorted(double_set(6))


def test_a_bag_deals_a_double_or_none_when_asked() -> None:
    bag = Bag(rng(0), 6)

    assert all((a == b) is double for double in (True, False) for a, b in [bag.draw(double=double)])


@pytest.mark.parametrize("name", sorted(ARRANGEMENTS))
def test_no_two_tiles_lie_in_the_same_place(name: str) -> None:
    area = PLAIN.length_mm * PLAIN.width_mm
    for seed in SEEDS:
        tiles = ARRANGEMENTS[name](rng(seed), PLAIN, Bag(rng(seed), 12)).tiles

        assert tiles
        for i, one in enumerate(tiles):
            for other in tiles[:i]:
                assert shared_mm2(one, other, (PLAIN.length_mm, PLAIN.width_mm)) < 0.25 * area


def test_hands_are_often_laid_edge_to_edge() -> None:
    gaps = []
    for seed in range(30):
        tiles = hand_grid(rng(seed), PLAIN, Bag(rng(seed), 12)).tiles
        if len(tiles) > 1:
            one, other = tiles[:2]
            gaps.append(hypot(one.x - other.x, one.y - other.y) - PLAIN.width_mm)

    assert sum(abs(gap) < 1.5 for gap in gaps) > len(gaps) / 4


def test_doubles_in_trains_mostly_lie_crosswise() -> None:
    crosswise = inline = 0
    for seed in range(60):
        tiles = trains(rng(seed), PLAIN, Bag(rng(seed), 6)).tiles
        for before, tile in pairwise(tiles):
            apart = hypot(tile.x - before.x, tile.y - before.y)
            if tile.ends[0] == tile.ends[1] and before.ends[0] != before.ends[1] and apart < 42:
                across = abs(sin(tile.angle - before.angle)) > 0.9
                crosswise, inline = crosswise + across, inline + (not across)

    assert crosswise > 3 * inline


def test_turning_an_arrangement_keeps_all_distances() -> None:
    before = ARRANGEMENTS["game_table"](rng(3), PLAIN, Bag(rng(3), 12))

    after = turned(before, pi / 2)

    for one, other in zip(before.tiles, after.tiles, strict=True):
        assert (other.x, other.y) == pytest.approx((-one.y, one.x))
        assert other.angle == pytest.approx(one.angle + pi / 2)
        assert other.ends == one.ends


def test_backs_are_added_face_down_beside_the_faces() -> None:
    before = hand_grid(rng(1), PLAIN, Bag(rng(1), 12))

    after = with_backs(rng(1), PLAIN, before, Bag(rng(2), 12))

    assert after.tiles[: len(before.tiles)] == before.tiles
    assert not any(tile.face_up for tile in after.tiles[len(before.tiles) :])


def test_standing_tiles_form_a_row_outside_the_others() -> None:
    before = hand_grid(rng(1), PLAIN, Bag(rng(1), 12))

    added = with_standing(rng(1), PLAIN, before, Bag(rng(2), 12)).tiles[len(before.tiles) :]

    assert added
    assert all(tile.standing for tile in added)
    directions = [(cos(2 * tile.angle), sin(2 * tile.angle)) for tile in added]
    assert np.std(directions, axis=0).max() < 0.5
