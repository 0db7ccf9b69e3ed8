"""What the truth says is where the pixels are."""

from dataclasses import replace
from math import pi

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from plain_sets import PLAIN, RED, bare_canvas, camera, count_pips, lying, painted

from scenegen.arrange import Placed
from scenegen.compose import Canvas, Prop, TilePainter, paint_prop, tile_truth, visible_share
from scenegen.sprites import Sprite
from scenegen.truth import PhotoTruth, ThingTruth, TileTruth, from_json, to_json

TILTS = [0.0, 15.0, 35.0, 55.0]
TURNS = [0.0, 33.0, 90.0, 200.0]


def fitted_quad(canvas: Canvas) -> NDArray[np.float32]:
    """The corners (4, 2) of the red face, from its pixels alone: where lines along its four sides meet."""
    blue, _, red = (canvas.image[..., i].astype(int) for i in range(3))
    mask = ((red > 90) & (red > 2 * blue)).astype(np.uint8)
    contour = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
    rough = cv2.approxPolyDP(contour, 8, closed=True).reshape(-1, 2).astype(np.float64)
    assert len(rough) == 4
    points = contour.reshape(-1, 2).astype(np.float64)
    lines = []
    for start, end in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        normal = np.array([-along[1], along[0]])
        reach = (points - start) @ along
        length = np.linalg.norm(end - start)
        near = (np.abs((points - start) @ normal) < 3) & (reach > 0.1 * length) & (reach < 0.9 * length)
        middle = points[near].mean(axis=0)
        _, _, axes = np.linalg.svd(points[near] - middle)
        # The face reaches half a pixel beyond the centres of its outermost pixels.
        outward = axes[1] * np.sign(axes[1] @ (middle - points.mean(axis=0)))
        lines.append((outward, outward @ middle + 0.5))
    meets = [
        np.linalg.solve(np.stack([one[0], two[0]]), np.array([one[1], two[1]]))
        for one, two in zip(lines[-1:] + lines[:-1], lines, strict=True)
    ]
    return np.array(meets, dtype=np.float32)


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("bulge", [0.0, -0.05])
def test_the_corners_are_where_the_pixels_are(tilt: float, turn: float, bulge: float) -> None:
    canvas, corners, _ = painted(PLAIN, lying((0, 0), turn), camera(tilt, bulge=bulge))

    found = fitted_quad(canvas)

    for corner in corners:
        assert np.linalg.norm(found - corner, axis=1).min() <= 1.0


@pytest.mark.parametrize("tilt", TILTS[1:])
def test_the_face_of_a_standing_tile_is_where_its_pixels_are(tilt: float) -> None:
    standing = Placed(0.0, 0.0, 0.0, (0, 0), standing=True)

    canvas, corners, _ = painted(replace(PLAIN, thickness_mm=4.0), standing, camera(tilt))

    found = fitted_quad(canvas)
    for corner in corners:
        assert np.linalg.norm(found - corner, axis=1).min() <= 1.0


def straightened(canvas: Canvas, corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(200, 400, 3) the tile with end a at the left, its rim painted over."""
    flat = np.array([[0, 200], [0, 0], [400, 0], [400, 200]], dtype=np.float32)
    to_flat = cv2.getPerspectiveTransform(corners, flat)
    straight = cv2.warpPerspective(canvas.image, to_flat, (400, 200)).astype(np.uint8)
    cv2.rectangle(straight, (0, 0), (399, 199), RED, 16)
    return straight


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("turn", TURNS)
def test_end_a_lies_between_the_first_two_corners(tilt: float, turn: float) -> None:
    canvas, corners, number = painted(PLAIN, lying((6, 2), turn), camera(tilt))

    truth = tile_truth(canvas, lying((6, 2), turn), corners, number)

    straight = straightened(canvas, np.array(truth.corners_px, dtype=np.float32))
    assert (truth.a, truth.b) == (6, 2)
    assert (count_pips(straight[:, :200]), count_pips(straight[:, 200:])) == (6, 2)


def test_a_standing_tile_is_read_from_the_side_that_shows() -> None:
    tile = Placed(0.0, 0.0, 0.0, (5, 1), standing=True)
    canvas, corners, _ = painted(replace(PLAIN, thickness_mm=4.0), tile, camera(50))

    straight = straightened(canvas, corners)

    assert (count_pips(straight[:, :200]), count_pips(straight[:, 200:])) == (5, 1)


def test_a_standing_tile_that_faces_away_shows_its_back() -> None:
    away = Placed(0.0, 0.0, pi, (5, 1), standing=True)

    assert not TilePainter(PLAIN).shows_face(away, camera(50))


def cover(width_mm: float, x: float) -> Prop:
    """An opaque square thing of the tile's height and more."""
    board = np.full((40, 40, 4), 255, np.uint8)
    return Prop(Sprite(board, (width_mm, 40.0), 1.0), x, 0.0, 0.0, None)


@pytest.mark.parametrize(
    ("width_mm", "x", "left"),
    [
        pytest.param(25.0, 200.0, (1.0, 1.0), id="beside the tile"),
        pytest.param(40.0, 20.0, (1.0, 0.0), id="all of end b"),
        pytest.param(40.0, -20.0, (0.0, 1.0), id="all of end a"),
        pytest.param(25.0, 0.0, (0.5, 0.5), id="the middle"),
        pytest.param(80.0, 0.0, (0.0, 0.0), id="the whole tile"),
    ],
)
def test_what_a_thing_covers_is_not_visible(width_mm: float, x: float, left: tuple[float, float]) -> None:
    # Thin, so that the face lies where the table does.
    style = replace(PLAIN, thickness_mm=0.01)
    canvas, corners, number = painted(style, lying((3, 4)), camera())

    paint_prop(canvas, cover(width_mm, x), camera())

    assert tile_truth(canvas, lying((3, 4)), corners, number).visible == pytest.approx(left, abs=0.03)


def test_what_the_picture_cuts_off_is_not_visible() -> None:
    half_in = Placed(50.0, 0.0, 0.0, (1, 2))
    canvas, corners, number = painted(replace(PLAIN, thickness_mm=0.01), half_in, camera())

    assert tile_truth(canvas, half_in, corners, number).visible == pytest.approx((1.0, 0.0), abs=0.03)


def test_a_quad_outside_the_picture_is_not_visible() -> None:
    quad = np.array([[-50, -10], [-50, -20], [-20, -20], [-20, -10]], dtype=np.float32)

    assert visible_share(bare_canvas(), quad, 1) == 0.0


def test_a_line_of_truth_parses_back() -> None:
    quad = ((1.0, 2.0), (3.5, 4.25), (5.0, 6.0), (7.0, 8.125))
    truth = PhotoTruth(
        "000001.jpg",
        640,
        480,
        (TileTruth(12, 0, quad, (1.0, 0.25), standing=True),),
        (ThingTruth("back", quad, 0.5),),
        {"set_size": 12, "pips": "printed", "tilt_deg": 12.5},
    )

    assert from_json(to_json(truth)) == truth
