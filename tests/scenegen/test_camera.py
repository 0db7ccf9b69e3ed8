"""Table millimetres to pixels and back."""

import numpy as np
import pytest

from scenegen.camera import View, look_at


@pytest.mark.parametrize("tilt", [0.0, 20.0, 60.0])
@pytest.mark.parametrize("roll", [0.0, -7.0])
def test_the_target_is_in_the_middle_of_the_picture_at_its_scale(tilt: float, roll: float) -> None:
    target = np.array([30.0, -20.0])
    camera = look_at(target, View(tilt, roll, 4.0, 500.0, (400, 300)))

    middle, beside = camera.project(np.array([[30.0, -20.0, 0.0], [30.0 + 1.0, -20.0, 0.0]]))

    assert middle == pytest.approx((200.0, 150.0), abs=1e-3)
    assert np.linalg.norm(beside - middle) == pytest.approx(4.0, rel=0.01)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 60.0])
@pytest.mark.parametrize("point", [(0.0, 0.0), (40.0, -30.0), (-25.0, 60.0)])
def test_a_pixel_is_found_again_on_the_table(tilt: float, point: tuple[float, float]) -> None:
    camera = look_at(np.zeros(2), View(tilt, 5.0, 2.0, 500.0, (400, 300)))
    x, y = camera.project(np.array([[*point, 0.0]]))[0]

    found = camera.on_table((float(x), float(y)))

    assert found == pytest.approx(point, abs=0.01)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 60.0])
def test_the_homography_of_the_table_agrees_with_the_projection(tilt: float) -> None:
    camera = look_at(np.array([5.0, 6.0]), View(tilt, 3.0, 2.0, 500.0, (400, 300)))
    points = np.array([[0.0, 0.0, 0.0], [50.0, 20.0, 0.0]])

    mapped = np.concatenate([points[:, :2], np.ones((2, 1))], axis=1) @ camera.table_to_px().T

    assert mapped[:, :2] / mapped[:, 2:] == pytest.approx(camera.project(points), abs=1e-3)


def test_there_is_no_table_above_the_horizon() -> None:
    camera = look_at(np.zeros(2), View(62.0, 0.0, 1.0, 300.0, (400, 400)))

    assert camera.on_table((200.0, 0.0)) is None
    assert camera.on_table((200.0, 399.0)) is not None
