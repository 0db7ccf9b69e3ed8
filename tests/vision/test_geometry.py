"""Quads keep their meaning whatever the picture does to them."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.geometry import (
    Pyramid,
    clockwise,
    end_region,
    needs_swap,
    padded_box,
    short_side_first,
    side_lengths,
    swap_ends,
)

Quad = NDArray[np.float32]


def tile(x: float = 100, y: float = 100, length: float = 80, angle_deg: float = 0) -> Quad:
    """A flat tile twice as long as wide, end a first in the direction opposite to `angle_deg`."""
    half = np.array([[-2, 1], [-2, -1], [2, -1], [2, 1]]) * length / 4
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


angles = st.floats(-180, 180)
lengths = st.floats(10, 400)


@given(angles, lengths)
def test_length_and_width_do_not_depend_on_the_direction(angle: float, length: float) -> None:
    along, across = side_lengths(tile(length=length, angle_deg=angle)[None])

    assert along[0] == pytest.approx(length, rel=1e-3)
    assert across[0] == pytest.approx(length / 2, rel=1e-3)


@given(angles, st.integers(0, 3), st.booleans())
def test_a_quad_in_any_order_becomes_clockwise_with_a_short_side_first(
    angle: float, turn: int, mirror: bool
) -> None:
    quad = np.roll(tile(angle_deg=angle), turn, axis=0)
    given_quad = quad[::-1] if mirror else quad

    ordered = short_side_first(clockwise(given_quad[None]))[0]

    assert cv2.contourArea(ordered, oriented=True) > 0
    assert np.linalg.norm(ordered[0] - ordered[1]) == pytest.approx(40, rel=1e-3)
    assert {tuple(p) for p in ordered.tolist()} == {tuple(p) for p in given_quad.tolist()}


@given(st.floats(-89, 179))
def test_end_a_is_the_end_nearer_to_the_top_left(angle: float) -> None:
    quad = tile(angle_deg=angle)[None]

    ordered = swap_ends(quad) if needs_swap(quad)[0] else quad

    a, b = ordered[0, :2].mean(axis=0), ordered[0, 2:].mean(axis=0)
    assert a.sum() <= b.sum() + 1e-2


def test_a_padded_box_grows_on_every_side_by_a_share_of_its_short_side() -> None:
    grown = padded_box(tile(x=100, y=100, length=80)[None], 0.5)[0]

    np.testing.assert_allclose(grown, [[40, 140], [40, 60], [160, 60], [160, 140]], atol=1e-3)


def test_the_regions_of_both_ends_meet_in_the_middle_with_their_outer_edges_first() -> None:
    quad = tile(x=100, y=100, length=80)

    a, b = end_region(quad, 0, 0.0), end_region(quad, 1, 0.0)

    np.testing.assert_allclose(a, [[60, 120], [60, 80], [100, 80], [100, 120]], atol=1e-3)
    np.testing.assert_allclose(b, [[140, 80], [140, 120], [100, 120], [100, 80]], atol=1e-3)


def painted(quad: Quad, size: int) -> NDArray[np.uint8]:
    """A grey picture with a tile whose end a is white and whose end b is black."""
    picture = np.full((size, size, 3), 128, np.uint8)
    for end, colour in ((0, 255), (1, 0)):
        cv2.fillConvexPoly(picture, end_region(quad, end, 0.0).round().astype(np.int32), (colour,) * 3)
    return picture


@given(angles, st.floats(60, 900))
def test_a_cut_shows_its_end_and_nothing_else_at_any_size_and_direction(angle: float, length: float) -> None:
    quad = tile(500, 500, length, angle)
    picture = Pyramid(painted(quad, 1000))

    white = picture.cut(end_region(quad, 0, -0.15), (32, 32))
    black = picture.cut(end_region(quad, 1, -0.15), (32, 32))

    assert white.min() > 200
    assert black.max() < 55


def test_a_cut_of_an_oblique_tile_is_straight() -> None:
    quad = np.array([[60, 160], [90, 60], [170, 70], [190, 190]], dtype=np.float32)
    flat = np.full((40, 80, 3), 255, np.uint8)
    flat[10:30, 10:30] = 0
    source = np.array([[0, 40], [0, 0], [80, 0], [80, 40]], dtype=np.float32) - 0.5
    to_px = cv2.getPerspectiveTransform(source, quad)
    picture = np.asarray(cv2.warpPerspective(flat, to_px, (256, 256)), np.uint8)

    cut = Pyramid(picture).cut(quad, (80, 40))

    wrong = np.abs(cut.astype(int) - flat.astype(int)).mean()
    assert wrong < 12


def test_a_large_tile_is_cut_from_a_smaller_level_without_aliasing() -> None:
    checks = (np.indices((1024, 1024)).sum(axis=0) % 2 * 255).astype(np.uint8)
    picture = Pyramid(np.dstack([checks] * 3))

    cut = picture.cut(np.array([[0, 1024], [0, 0], [1024, 0], [1024, 1024]], dtype=np.float32), (64, 64))

    # Fine checks average to grey; sampling single pixels would leave black and white.
    assert np.abs(cut.astype(int) - 127).max() <= 2


def test_halving_stops_before_a_picture_vanishes() -> None:
    picture = Pyramid(np.zeros((40, 60, 3), np.uint8))

    assert picture.level(9).shape == (20, 30, 3)
