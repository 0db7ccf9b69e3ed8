"""Things beside the tiles lie where they belong."""

import numpy as np
import pytest

from scenegen.arrange import Arrangement
from scenegen.camera import View, look_at
from scenegen.compose import Prop
from scenegen.recipe import SceneChances
from scenegen.scene_props import Frame, draw_props

SIZE = (400, 300)
NOTHING = SceneChances(backs=0, standing=0, clutter=0, hand=0, markers=0, empty=0, two_sets=0)


def frame(tilt: float, px_per_mm: float) -> Frame:
    return Frame(look_at(np.zeros(2), View(tilt, 3.0, px_per_mm, 450.0, SIZE)), SIZE, 200 / px_per_mm)


def corners_px(prop: Prop, seen: Frame) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Top-left, top-right, bottom-right and bottom-left of a sprite in the picture."""
    width, height = prop.sprite.size_mm
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    right = np.array([np.cos(prop.angle), np.sin(prop.angle)])
    down = np.array([-np.sin(prop.angle), np.cos(prop.angle)])
    flat = half[:, :1] * right + half[:, 1:] * down + (prop.x, prop.y)
    return seen.camera.project(np.concatenate([flat, np.zeros((4, 1))], axis=1))


def hands(seen: Frame) -> list[Prop]:
    chances = SceneChances(hand=1.0, clutter=0, markers=0)
    return [
        hand
        for seed in range(3)
        for hand in draw_props(np.random.default_rng(seed), chances, Arrangement(()), seen).above
    ]


@pytest.mark.parametrize("tilt", [0.0, 30.0, 60.0])
@pytest.mark.parametrize("px_per_mm", [0.4, 1.5, 5.0])
def test_an_arm_comes_in_across_a_border_of_the_picture(tilt: float, px_per_mm: float) -> None:
    seen = frame(tilt, px_per_mm)
    found = hands(seen)

    assert found
    for hand in found:
        cut_end = corners_px(hand, seen)[2:]
        beyond = [cut_end[:, 0] < 0, cut_end[:, 0] > SIZE[0], cut_end[:, 1] < 0, cut_end[:, 1] > SIZE[1]]
        assert any(side.all() for side in beyond)


def test_a_hand_reaches_into_the_picture() -> None:
    seen = frame(20.0, 1.5)

    for hand in hands(seen):
        fingers = corners_px(hand, seen)[:2].mean(axis=0)
        assert (fingers > (-60, -60)).all()
        assert (fingers < (SIZE[0] + 60, SIZE[1] + 60)).all()


def test_a_table_without_chances_is_bare() -> None:
    props = draw_props(np.random.default_rng(0), NOTHING, Arrangement(()), frame(0, 1))

    assert (props.under, props.beside, props.above) == ((), (), ())


def test_markers_lie_where_the_trains_want_them() -> None:
    spots = ((10.0, 20.0), (-30.0, 5.0))

    props = draw_props(np.random.default_rng(0), NOTHING, Arrangement((), None, spots), frame(0, 1))

    assert [(prop.x, prop.y, prop.kind) for prop in props.beside] == [(*spot, "marker") for spot in spots]


def test_a_hub_lies_in_the_middle_of_its_trains() -> None:
    tables = [
        draw_props(np.random.default_rng(seed), NOTHING, Arrangement((), (7.0, 8.0)), frame(0, 1))
        for seed in range(12)
    ]
    hubs = [prop for table in tables for prop in table.under]

    assert hubs
    assert {(prop.x, prop.y, prop.kind) for prop in hubs} == {(7.0, 8.0, "hub")}
