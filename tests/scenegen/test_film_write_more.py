"""Turned films, long films, and photos out of films."""

from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from film_scripts import ENGINE, LOOSE, PLAYED, SECOND, STILL, plain_look
from numpy.typing import NDArray

from scenegen.film_family import FilmFamily, make_family
from scenegen.film_look import fitted
from scenegen.film_script import Bump, Reach, Waypoint
from scenegen.film_truth import FilmTruth, read_film_truth, truth_path
from scenegen.film_write import FilmFormat, FilmOrder, write_film
from scenegen.film_write_loop import loop_film
from scenegen.film_write_photos import PhotosOrder, take_photos
from scenegen.film_write_stills import still, stills
from scenegen.generate import DatasetError, read_truths

BACK_TURN = {90: 3, 180: 2, 270: 1}
"""Quarters counter-clockwise that make a stored picture upright, by its turn clockwise."""


def first_frame(path: Path) -> tuple[NDArray[np.uint8], int]:
    with av.open(str(path)) as container:
        frame = next(container.decode(video=0))
        return np.asarray(frame.to_ndarray(format="bgr24"), np.uint8), frame.rotation


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_film_says_how_to_make_it_upright(tmp_path: Path, turn: int) -> None:
    short = replace(STILL, lasts_s=0.2)
    write_film(FilmOrder(short, plain_look(), FilmFormat(), tmp_path / "upright.mp4"))
    write_film(FilmOrder(short, plain_look(), FilmFormat(turn_deg=turn), tmp_path / "turned.mp4"))

    upright, _ = first_frame(tmp_path / "upright.mp4")
    stored, rotation = first_frame(tmp_path / "turned.mp4")

    assert rotation % 360 == -turn % 360
    again = np.rot90(stored, BACK_TURN[turn]).astype(int)
    assert float(np.abs(again - upright).mean()) < 3


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, FilmTruth]:
    """The played film, shown until five seconds have passed."""
    folder = tmp_path_factory.mktemp("long")
    write_film(FilmOrder(PLAYED, plain_look(), FilmFormat(), folder / "lap.mp4"))
    return folder / "long.mp4", loop_film(folder / "lap.mp4", folder / "long.mp4", 5.0)


def test_a_long_film_shows_a_short_one_over_and_over(long: tuple[Path, FilmTruth]) -> None:
    with av.open(str(long[0])) as container:
        times = [float(frame.time or 0) for frame in container.decode(video=0)]

    assert [round(at_s * 30) for at_s in times] == list(range(180))


def test_a_long_films_truth_starts_again_with_each_lap(long: tuple[Path, FilmTruth]) -> None:
    truth = read_film_truth(truth_path(long[0]))

    assert truth == long[1]
    assert (SECOND in truth.state_at(1.9), SECOND in truth.state_at(2.1), SECOND in truth.state_at(3.0)) == (
        True,
        False,
        True,
    )
    assert LOOSE in truth.state_at(4.1)
    assert [event.at_s for event in truth.events if event.kind == "engine"] == [0.0, 2.0, 4.0]
    assert truth.header.duration_s == pytest.approx(6 - 1 / 30, abs=1e-3)


def test_a_still_knows_its_tiles_backs_markers_and_hands() -> None:
    _, truth = still(PLAYED, plain_look(), 1.25)

    assert {(tile.a, tile.b) for tile in truth.tiles} == {(6, 6), (6, 4), (4, 5), (0, 3)}
    assert sorted(thing.kind for thing in truth.things) == ["back", "marker"]
    assert (truth.width, truth.height) == (320, 180)


def test_a_carried_tile_is_covered_by_the_fingers_that_carry_it() -> None:
    (_, before), (_, during) = stills(PLAYED, plain_look(), (0.0, 0.75))

    carried = next(tile for tile in during.tiles if (tile.a, tile.b) == (4, 5))
    assert (4, 5) not in {(tile.a, tile.b) for tile in before.tiles}
    assert 0.0 < min(carried.visible) < 0.9
    hands = [thing for thing in during.things if thing.kind == "hand"]
    assert len(hands) == 1
    assert hands[0].visible > 0.2


def test_a_stills_tile_is_red_where_its_truth_says() -> None:
    picture, truth = still(STILL, plain_look(), 0.0)

    tile = next(tile for tile in truth.tiles if (tile.a, tile.b) == (0, 3))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(tile.corners_px)).astype(np.int32), 1)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 0
    assert float(picture[inside][:, 2].mean()) > float(picture[inside][:, 1].mean()) + 60


def test_no_still_is_taken_while_the_camera_swings() -> None:
    bumped = replace(STILL, bumps=(Bump(0.5, 0.4, (15.0, 5.0), 3.0),))

    (_, during), (_, after) = stills(bumped, plain_look(), (0.6, 1.5))

    assert during.tiles == after.tiles


def test_corners_follow_the_camera_after_a_bump(tmp_path: Path) -> None:
    bumped = replace(STILL, bumps=(Bump(0.5, 0.4, (15.0, 0.0), 0.0),))
    look = plain_look()

    truth = write_film(FilmOrder(bumped, look, FilmFormat(), tmp_path / "bumped.mp4"))

    before, after = (np.array(truth.state_at(at_s)[ENGINE].corners_px) for at_s in (0.4, 1.0))
    assert (after - before) == pytest.approx(np.tile([-15 * look.view.px_per_mm, 0], (4, 1)), abs=0.3)
    assert [round(frame.at_s, 2) for frame in truth.keyframes] == [0.0, 0.9]


@pytest.fixture
def family() -> FilmFamily:
    """Films of two seats that lay a tile or two."""
    return make_family(
        {
            "name": "tiny",
            "seed": 3,
            "game": {"players": [2], "set_sizes": [6], "plays": [1, 2]},
            "acts": {"lean": 0, "bump": 0, "lamp": 0, "drift": 0},
            "view": {"sizes": ["720p"]},
        }
    )


def test_photos_out_of_films_are_a_set_like_any_other(family: FilmFamily, tmp_path: Path) -> None:
    counted: list[int] = []

    take_photos(PhotosOrder(family, 3, tmp_path), "abc", 1, counted.append)

    truths = list(read_truths(tmp_path))
    assert [truth.file for truth in truths] == ["000000.jpg", "000001.jpg", "000002.jpg"]
    assert all((tmp_path / "photos" / truth.file).stat().st_size > 10_000 for truth in truths)
    assert sum(counted) == 3
    assert min(len(truth.tiles) + len(truth.things) for truth in truths) > 10


def test_photos_of_another_recipe_are_refused(family: FilmFamily, tmp_path: Path) -> None:
    take_photos(PhotosOrder(family, 1, tmp_path), "abc", 1)

    with pytest.raises(DatasetError, match="another recipe"):
        take_photos(PhotosOrder(family, 2, tmp_path), "abc", 1)


@pytest.mark.parametrize("tilt", [0.0, 25.0, 45.0])
def test_hands_of_all_seats_are_boxed_where_they_are_seen(tilt: float) -> None:
    looks = replace(plain_look(), table_mm=(1100.0, 850.0))
    view, target = fitted(looks.table_mm, replace(looks.view, tilt_deg=tilt), 0.03, 1200.0)
    look = replace(looks, view=view, target_mm=target)
    shoulders = ((60.0, 755.0), (-60.0, -755.0), (880.0, 30.0), (-880.0, -30.0))
    reaches = tuple(
        Reach(at, (x, y), (Waypoint(0.0, x * 0.8, y * 0.8), Waypoint(2.0, x * 0.4, y * 0.4)))
        for at, (x, y) in enumerate(shoulders)
    )

    for at_s in (1.6, 1.9):
        _, truth = still(replace(STILL, table_mm=looks.table_mm, reaches=reaches), look, at_s)
        hands = [thing for thing in truth.things if thing.kind == "hand"]
        assert len(hands) == 4
        assert min(hand.visible for hand in hands) > 0.12
        assert max(abs(number) for hand in hands for corner in hand.corners_px for number in corner) < 2000
