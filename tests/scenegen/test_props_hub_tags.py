"""The rendered hub with tags: a picture of it gives the millimetres that it was laid at."""

import numpy as np
import pytest
from hub_photos import worst_mm
from plain_sets import bare_canvas

from scenegen.camera import View, look_at
from scenegen.compose import Prop, paint_prop
from scenegen.props import HUB_KINDS, PropKind, render_prop
from scenegen.props_hub_tags import hub_with_tags, hub_with_tags_shape, printed_hub
from vision.tags import HUB_RADIUS_MM, find_tags, slot_headings_deg

SIZE_PX = (1280, 720)


@pytest.mark.parametrize("tilt_deg", [0, 45])
@pytest.mark.parametrize("sprite_px_per_mm", [2.0, 4.0])
def test_the_camera_finds_the_hub_where_it_was_laid(tilt_deg: float, sprite_px_per_mm: float) -> None:
    hub = Prop(printed_hub(np.random.default_rng(2), sprite_px_per_mm, 7), 20.0, -10.0, 0.4, "hub")
    camera = look_at(np.zeros(2), View(tilt_deg, 0.0, 2.0, 1400.0, SIZE_PX))
    canvas = bare_canvas(SIZE_PX)
    paint_prop(canvas, hub, camera)

    found = find_tags(canvas.image.mean(axis=2).astype(np.uint8)).hub

    turn = np.array([[np.cos(0.4), -np.sin(0.4), 20.0], [np.sin(0.4), np.cos(0.4), -10.0], [0, 0, 1]])
    assert found is not None
    assert (found.seats, found.is_exact) == (7, True)
    assert found.turn_deg == pytest.approx(np.degrees(0.4), abs=1)
    assert worst_mm(found, camera.table_to_px() @ turn) < 0.5


def test_each_slot_has_a_field_of_its_own_colour_where_the_table_of_tags_has_it() -> None:
    sprite = printed_hub(np.random.default_rng(2), 4.0, 3).rgba[..., :3].astype(int)
    middle = (np.array(sprite.shape[1::-1]) - 1) / 2
    ways = np.radians(slot_headings_deg(3))

    # Inward of the numbers, and between the slots for comparison.
    places = [middle + 4 * 87.5 * np.array([np.cos(way), np.sin(way)]) for way in (*ways, np.radians(45))]
    *fields, paper = [sprite[round(y), round(x)] for x, y in places]

    assert min(np.abs(field - paper).max() for field in fields) > 15
    mexican, *seats = fields
    assert np.ptp(mexican) < 15
    assert min(np.ptp(seat) for seat in seats) > 60


@pytest.mark.parametrize("seed", range(4))
def test_the_plan_is_that_of_the_picture_drawn_by_the_same_chance(seed: int) -> None:
    sprite = hub_with_tags(np.random.default_rng(seed), 4.0)
    found = find_tags(sprite.rgba[..., :3].mean(axis=2).astype(np.uint8)).hub
    shape = hub_with_tags_shape(np.random.default_rng(seed))

    assert found is not None
    ways = [-shape.turn_rad - at * 2 * np.pi / shape.slots for at in range(shape.slots)]
    assert sorted(np.degrees(ways) % 360) == pytest.approx(sorted(slot_headings_deg(found.seats)))
    assert np.linalg.norm(shape.outline, axis=1) == pytest.approx(HUB_RADIUS_MM)


def test_no_scene_draws_it_by_lot() -> None:
    assert PropKind.HUB_TAGS not in HUB_KINDS


def test_hubs_drawn_by_lot_are_for_different_numbers_of_trains() -> None:
    seats = set()
    for seed in range(6):
        sprite = render_prop(np.random.default_rng(seed), PropKind.HUB_TAGS, 4.0)
        found = find_tags(sprite.rgba[..., :3].mean(axis=2).astype(np.uint8)).hub
        assert found is not None
        seats.add(found.seats)

    assert len(seats) > 2
