"""Cuts out of photos show what their labels say."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hand_made_photos import HandTile, hand_made
from numpy.typing import NDArray
from plain_sets import count_pips

from scenegen.truth import ThingTruth
from training.crops import (
    CornerExample,
    augmented,
    corner_examples,
    end_examples,
    recoloured,
    unchanged,
)
from vision.corners import CORNER_SIZE
from vision.pips import END_PX
from vision.readings import UNREADABLE

ACROSS = HandTile((60.0, 80.0), (200.0, 0.0), (7, 2))
SLANTED = HandTile((150.0, 130.0), (100.0, 120.0), (9, 4))
UPSIDE_DOWN = HandTile((300.0, 260.0), (-160.0, -20.0), (1, 6))
KINDS = ("face", "back", "neither")


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("tile", [ACROSS, SLANTED, UPSIDE_DOWN], ids=["across", "slanted", "turned"])
def test_each_end_is_cut_with_its_own_pips(tile: HandTile) -> None:
    examples = list(end_examples(rng(), unchanged(*hand_made(tile)), change=False))

    assert [example.label for example in examples] == list(tile.ends)
    assert [count_pips(example.picture) for example in examples] == list(tile.ends)
    assert {example.picture.shape for example in examples} == {(END_PX, END_PX, 3)}


@pytest.mark.parametrize("seed", range(6))
def test_ends_cut_by_corners_that_err_still_show_their_pips(seed: int) -> None:
    examples = list(end_examples(rng(seed), unchanged(*hand_made(SLANTED)), change=True))

    for example in examples:
        assert count_pips(example.picture[4:-4, 4:-4]) == pytest.approx(example.label, abs=1)


@pytest.mark.parametrize(
    ("visible", "label"),
    [
        pytest.param(1.0, 7, id="all of it"),
        pytest.param(0.9, 7, id="nearly all of it"),
        pytest.param(0.7, None, id="most of it: no honest label"),
        pytest.param(0.3, UNREADABLE, id="little of it"),
    ],
)
def test_an_end_that_is_covered_is_unreadable(visible: float, label: int | None) -> None:
    data, truth = hand_made(ACROSS)
    covered = replace(truth, tiles=(replace(truth.tiles[0], visible=(visible, 1.0)),))

    labels = [example.label for example in end_examples(rng(), unchanged(data, covered), change=False)]

    assert labels == ([2] if label is None else [label, 2])


def test_tiny_tiles_are_left_out() -> None:
    tiny = HandTile((50.0, 50.0), (12.0, 0.0), (3, 3))

    assert list(end_examples(rng(), unchanged(*hand_made(tiny)), change=False)) == []


def face_examples(*tiles: HandTile, seeds: range = range(10)) -> list[CornerExample]:
    photo = unchanged(*hand_made(*tiles))
    return [e for seed in seeds for e in corner_examples(rng(seed), photo) if e.kind == 0]


def mask_of_tile(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Red and black pixels: the tile with its pips."""
    return picture[..., 1] < 80


@pytest.mark.parametrize("tile", [ACROSS, SLANTED, UPSIDE_DOWN], ids=["across", "slanted", "turned"])
def test_corners_land_on_the_corners_of_the_tile(tile: HandTile) -> None:
    for example in face_examples(tile):
        drawn = np.zeros(CORNER_SIZE[::-1], np.uint8)
        quad = example.corners * CORNER_SIZE - 0.5
        cv2.fillConvexPoly(drawn, np.round(quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        seen = mask_of_tile(example.picture)
        shared, either = (drawn > 0) & seen, (drawn > 0) | seen

        assert shared.sum() / either.sum() > 0.93


def test_corners_come_clockwise_from_the_lower_left_of_the_cut() -> None:
    flat = np.array([[0, 1], [0, 0], [1, 0], [1, 1]])

    for example in face_examples(ACROSS, SLANTED):
        order = [int(np.linalg.norm(example.corners - corner, axis=1).argmin()) for corner in flat]
        assert order == [0, 1, 2, 3]


def test_a_box_along_the_tile_says_so() -> None:
    examples = face_examples(ACROSS, SLANTED, seeds=range(20))

    for example in examples:
        size = np.ptp(example.corners * CORNER_SIZE, axis=0)
        assert example.along == int(size[0] > size[1])


def test_backs_and_bare_spots_are_told_apart() -> None:
    back = ThingTruth("back", HandTile((40.0, 240.0), (120.0, 0.0), (0, 0)).corners, 1.0)
    photo = unchanged(*hand_made(ACROSS, things=(back,)))

    kinds = [KINDS[e.kind] for seed in range(40) for e in corner_examples(rng(seed), photo)]

    assert kinds.count("face") == 40
    assert kinds.count("back") == 40
    assert kinds.count("neither") > 10


@pytest.mark.parametrize("seed", range(8))
def test_a_shrunk_photo_takes_its_corners_along(seed: int) -> None:
    photo = augmented(rng(seed), *hand_made(ACROSS))
    height, width = photo.picture.full.shape[:2]

    assert photo.tiles[0] / (width, height) == pytest.approx(np.array(ACROSS.corners) / (400, 300), abs=0.01)


def test_recolouring_keeps_the_shape() -> None:
    picture = np.full((30, 40, 3), 120, np.uint8)

    changed = [recoloured(rng(seed), picture) for seed in range(20)]

    assert {c.shape for c in changed} == {(30, 40, 3)}
    assert len({int(c.mean()) for c in changed}) > 5


def test_bytes_that_are_no_photo_are_refused() -> None:
    _, truth = hand_made(ACROSS)

    with pytest.raises(ValueError, match="cannot be decoded"):
        unchanged(b"no picture at all", truth)
