"""The perspective is taken out with corners of known size, or from the shape of the tiles alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid_tables import Camera
from numpy.typing import NDArray

from vision.table import TableTransform, from_corners
from vision.table_shape import estimate_from_tiles

Points = NDArray[np.float64]
FRAME = (1920, 1080)


def scattered(count: int, seed: int = 0) -> Points:
    """(count, 4, 2) mm corners of tiles anywhere in the picture."""
    rng = np.random.default_rng(seed)
    half = np.array([[-25, 12.5], [-25, -12.5], [25, -12.5], [25, 12.5]])
    turns = rng.uniform(0, 2 * np.pi, count)
    turned = np.stack([half @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]) for t in turns])
    return np.asarray(turned + rng.uniform(-1, 1, (count, 1, 2)) * (450, 260))


def off_mm(transform: TableTransform, camera: Camera, points: Points) -> float:
    """Mean distance between where points lie and where they are put, the best similarity taken out."""
    put = transform.to_mm(camera.project(points)).reshape(-1, 2)
    there = points.reshape(-1, 2)
    as_complex = put[:, 0] + 1j * put[:, 1]
    known = np.stack([as_complex, np.ones_like(as_complex)], axis=1)
    wanted = there[:, 0] + 1j * there[:, 1]
    best = np.linalg.lstsq(known, wanted, rcond=None)[0]
    return float(np.abs(known @ best - wanted).mean())


def test_a_matrix_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(3, 3\) matrix, got \(2, 3\)"):
        TableTransform(np.ones((2, 3)))


def test_a_matrix_that_flattens_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="can be inverted"):
        TableTransform(np.ones((3, 3)))


def test_corners_of_known_size_give_millimetres_about_their_middle() -> None:
    corners = np.array([[300, 200], [1500, 180], [1700, 900], [100, 950]], np.float32)

    transform = from_corners(corners, (800, 600))

    assert transform.to_mm(corners) == pytest.approx(
        np.array([[-400, -300], [400, -300], [400, 300], [-400, 300]]), abs=1e-3
    )


def test_a_rectangle_without_four_corners_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(4, 2\) corners, got \(3, 2\)"):
        from_corners(np.zeros((3, 2)), (800, 600))


@given(
    st.floats(0, 50),
    st.floats(-180, 180),
    st.lists(st.tuples(st.floats(0, 1920), st.floats(0, 1080)), min_size=1),
)
def test_pixels_come_back_from_millimetres(
    tilt: float, turn: float, points: list[tuple[float, float]]
) -> None:
    transform = Camera(tilt, turn).transform()

    back = transform.to_px(transform.to_mm(np.array(points)))

    assert back == pytest.approx(np.array(points), abs=0.1)


def test_a_centred_table_has_its_origin_under_the_pixel() -> None:
    transform = Camera(30, 20).transform()

    centred = transform.centred_at((700.0, 400.0), 93.0)

    assert centred.to_mm((700.0, 400.0)) == pytest.approx([0, 0], abs=1e-6)
    assert centred.hub_radius_mm == 93.0


@pytest.mark.parametrize("turn", [0, 35, 90, -120, 180])
def test_an_upright_table_has_y_downward_in_the_picture(turn: float) -> None:
    transform = Camera(0, turn).transform().upright((960.0, 540.0))

    x, y = transform.to_mm((960.0, 640.0)) - transform.to_mm((960.0, 540.0))

    assert x == pytest.approx(0, abs=1e-6)
    assert y > 0


@pytest.mark.parametrize("tilt", [0, 20, 35, 45])
@pytest.mark.parametrize("count", [4, 12, 60])
def test_tiles_tell_the_perspective(tilt: float, count: int) -> None:
    camera = Camera(tilt, 25, px_per_mm=1.6)
    tiles = scattered(count, seed=count)
    noise = np.random.default_rng(1).normal(0, 1, tiles.shape)

    transform = estimate_from_tiles(camera.project(tiles) + noise, FRAME)

    assert off_mm(transform, camera, tiles) < 4


def test_tiles_give_the_scale() -> None:
    camera = Camera(30, 10)
    tiles = scattered(20)

    mapped = estimate_from_tiles(camera.project(tiles), FRAME, (56, 28)).to_mm(camera.project(tiles))

    long = np.linalg.norm(mapped[:, 1] - mapped[:, 2], axis=1)
    assert float(np.median(long)) == pytest.approx(56, rel=0.03)


def test_tiles_that_stand_have_little_say() -> None:
    camera = Camera(35, 0, px_per_mm=1.6)
    tiles = scattered(20)
    px = camera.project(tiles)
    # Standing tiles look half as wide.
    thin = px[:6].copy()
    thin[:, [0, 3]] = (px[:6][:, [0, 3]] + px[:6][:, [1, 2]]) / 2

    transform = estimate_from_tiles(np.concatenate([thin, px[6:]]), FRAME)

    assert off_mm(transform, camera, tiles) < 6


def test_hands_that_stand_before_the_camera_do_not_turn_the_table_over() -> None:
    camera = Camera(tilt_deg=45)
    flat = scattered(5, seed=2)
    # What stands upright, seen from 45 degrees, looks like what lies on a table that leans the other way.
    standing = Camera(tilt_deg=-45).project(scattered(9, seed=3))

    transform = estimate_from_tiles(np.concatenate([camera.project(flat), standing]), FRAME)

    assert off_mm(transform, camera, flat) < 15


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_tiles_are_taken_to_be_seen_from_straight_above(count: int) -> None:
    transform = estimate_from_tiles(Camera(40).project(scattered(2)[:count]), FRAME)

    square = transform.to_mm(np.array([[0, 0], [100, 0], [100, 100]], np.float64))
    across, down = square[1] - square[0], square[2] - square[1]
    assert across @ down == pytest.approx(0, abs=1e-6)
    assert np.linalg.norm(across) == pytest.approx(np.linalg.norm(down))


def test_the_table_comes_out_as_the_picture_shows_it() -> None:
    camera = Camera(40, 0)
    transform = estimate_from_tiles(camera.project(scattered(20)), FRAME)

    right = transform.to_mm((1060.0, 540.0)) - transform.to_mm((960.0, 540.0))
    down = transform.to_mm((960.0, 640.0)) - transform.to_mm((960.0, 540.0))

    assert abs(right[1]) < 0.1 * right[0]
    assert abs(down[0]) < 0.1 * down[1]
