"""The settled table is repainted only where something changed, and looks as if it had been painted anew."""

import numpy as np
import pytest
from film_scripts import DOWN, LAID, LOOSE, PLAYED, STILL, marker, plain_look

from scenegen.camera import View, look_at
from scenegen.film_look import FilmLook, LookChances, draw_look, fitted, table_corners
from scenegen.film_paint import SettledTable
from scenegen.film_paint_box import whole
from scenegen.film_paint_frames import FilmPainter
from scenegen.film_paint_light import empty_planes
from scenegen.film_script import Put, Shift, Spot, Step, Take

STEPS: dict[str, Step] = {
    "put": Put(0.0, LAID),
    "marker": Put(0.0, marker(9, 60, 14)),
    "turn over": Shift(0.0, DOWN, Spot(-120, 70, 0.4), face_up=True),
    "take": Take(0.0, LOOSE),
}


@pytest.fixture(scope="module")
def look() -> FilmLook:
    """A real-looking table seen aslant, small."""
    return draw_look(7, LookChances(size_px=(480, 270), tilt_deg=(30, 30)), STILL.table_mm)


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_repainted_part_looks_as_if_all_had_been_painted(look: FilmLook, step: Step) -> None:
    table = SettledTable(look, STILL.start)
    table.apply([step])
    parts = table.canvas.image.copy()
    owners = table.canvas.owner.copy()

    table.look_from(table.camera)

    assert int(np.abs(parts.astype(int) - table.canvas.image.astype(int)).max()) <= 2
    assert (owners == table.canvas.owner).mean() > 0.999


def test_only_the_part_that_is_named_changes(look: FilmLook) -> None:
    table = SettledTable(look, STILL.start)
    before = table.canvas.image.copy()

    boxes = table.apply([STEPS["put"]])

    changed = (table.canvas.image != before).any(axis=2)
    named = np.zeros_like(changed)
    for box in boxes:
        named[box.y0 : box.y1, box.x0 : box.x1] = True
    assert changed.any()
    assert not (changed & ~named).any()
    assert named.mean() < 0.5


def test_frames_in_which_nothing_happens_are_equal() -> None:
    painter = FilmPainter(STILL, plain_look())
    first, second = empty_planes((320, 180)), empty_planes((320, 180))

    painter.frame(0.0, first)
    painter.frame(0.5, second)

    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_after_an_arm_has_left_the_table_looks_as_if_it_had_never_come() -> None:
    played, laid = FilmPainter(PLAYED, plain_look()), FilmPainter(STILL, plain_look())
    shown = [played.advance(at_s)[0].copy() for at_s in (0.0, 0.5, 0.7, 0.79, 1.15)]
    laid.table.apply([STEPS["put"]])
    laid.developer.develop(laid.table.canvas.image, whole((320, 180)), planes := empty_planes((320, 180)))

    assert (shown[2] != shown[0]).mean() > 0.03
    assert np.array_equal(shown[-1], planes[0])


def test_noise_differs_between_frames_and_is_the_same_for_the_same_film() -> None:
    films = [FilmPainter(STILL, plain_look(noise=2.0)) for _ in range(2)]
    frames = []
    for film in films:
        frames.append([empty_planes((320, 180)) for _ in range(2)])
        for index in range(2):
            film.frame(index / 30, frames[-1][index])

    assert np.array_equal(frames[0][1][0], frames[1][1][0])
    spread = float((frames[0][0][0].astype(float) - frames[0][1][0]).std())
    assert 1.5 < spread < 4.5


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_the_whole_table_is_in_the_picture_and_fills_it(tilt: float, size: tuple[int, int]) -> None:
    table = (1200.0, 900.0)
    view, target = fitted(table, View(tilt, 3.0, 1.0, 1500.0, size, 0.01), 0.03)
    seen = look_at(np.array(target), view).project(table_corners(table))
    room = np.array(size) * 0.03

    assert (seen >= room - 1).all()
    assert (seen <= np.array(size) - room + 1).all()
    low = seen.min(axis=0) - room
    assert float(np.abs(low).min()) < 2
