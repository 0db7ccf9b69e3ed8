"""A film decodes to the frames that were painted, its truth fits them, and half a film never lies there."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from film_scripts import DOWN, ENGINE, LOOSE, MARKER, PLAYED, SECOND, STILL, plain_look
from numpy.typing import NDArray

from scenegen.film_truth import FilmTruth, read_film_truth, truth_path
from scenegen.film_write import FilmFormat, FilmOrder, frame_times, is_made, write_film


def order(folder: Path, form: FilmFormat | None = None) -> FilmOrder:
    return FilmOrder(PLAYED, plain_look(), form or FilmFormat(), folder / "game.mp4")


def decoded(path: Path) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            yield float(frame.time or 0), np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film of the played script; no test may change it."""
    wanted = order(tmp_path_factory.mktemp("film"))
    write_film(wanted)
    return wanted.path


@pytest.fixture(scope="module")
def frames(made: Path) -> list[tuple[float, NDArray[np.uint8]]]:
    return list(decoded(made))


@pytest.fixture(scope="module")
def truth(made: Path) -> FilmTruth:
    return read_film_truth(truth_path(made))


def test_a_film_has_a_frame_for_each_thirtieth_of_a_second(
    frames: list[tuple[float, NDArray[np.uint8]]],
) -> None:
    assert [round(at_s * 30) for at_s, _ in frames] == list(range(60))
    assert frames[0][1].shape == (180, 320, 3)


def test_a_phone_writes_fewer_frames_at_uneven_times(tmp_path: Path) -> None:
    wanted = order(tmp_path, FilmFormat(varies=True))
    write_film(wanted)

    times = [at_s for at_s, _ in decoded(wanted.path)]

    assert times == pytest.approx(frame_times(wanted.format, 2.0, 1).tolist(), abs=1e-4)
    assert len({round(gap, 3) for gap in np.diff(times)}) >= 4
    assert 40 < len(times) < 60


def test_a_tile_is_red_where_its_truth_says_and_the_table_green_around_it(
    frames: list[tuple[float, NDArray[np.uint8]]], truth: FilmTruth
) -> None:
    for at_s, picture in (frames[0], frames[-1]):
        for thing in truth.state_at(at_s).values():
            if thing.kind != "tile":
                continue
            corners = np.array(thing.corners_px, np.float32)
            inner = cv2.pointPolygonTest
            middle = corners.mean(axis=0)
            edge = (corners + np.roll(corners, 1, axis=0)) / 2
            inside = middle + 0.75 * (edge - middle)
            outside = middle + 1.45 * (edge - middle)
            assert all(inner(corners, (float(x), float(y)), measureDist=False) > 0 for x, y in inside)
            red = np.array([picture[round(y), round(x)] for x, y in inside])
            assert (red[:, 2].astype(int) > red[:, 1].astype(int) + 40).mean() > 0.7
            around = np.array([picture[round(y), round(x)] for x, y in outside])
            assert (around[:, 1] > around[:, 2]).mean() >= 0.5


def test_a_truth_tells_when_things_come_go_and_turn_over(truth: FilmTruth) -> None:
    before, after = truth.state_at(0.0), truth.state_at(1.99)

    assert [frame.at_s for frame in truth.keyframes] == [0.0, 0.8, 1.2, 1.3, 1.6]
    assert set(after) - set(before) == {SECOND, MARKER}
    assert set(before) - set(after) == {LOOSE}
    assert (before[DOWN].kind, after[DOWN].kind, after[MARKER].kind) == ("back", "tile", "marker")


def test_a_tile_belongs_to_its_train_from_when_it_lies_there(truth: FilmTruth) -> None:
    assert truth.state_at(0.81)[SECOND].train == "P1"
    assert truth.state_at(0.81)[ENGINE].train is None


def test_an_arm_covers_the_table_only_while_it_reaches(
    frames: list[tuple[float, NDArray[np.uint8]]],
) -> None:
    pictures = [picture.astype(int) for _, picture in frames]
    changed = [int((np.abs(picture - pictures[0]).max(axis=2) > 40).sum()) for picture in pictures]

    assert max(changed[:9]) < 30
    assert changed[20] > 1000
    assert max(changed[34:36]) < 600


def test_a_finished_film_is_not_made_again(made: Path) -> None:
    counted: list[int] = []
    stamp = made.stat().st_mtime_ns

    write_film(order(made.parent), counted.append)

    assert counted == [60]
    assert made.stat().st_mtime_ns == stamp


def test_another_script_is_another_film(made: Path) -> None:
    assert is_made(order(made.parent))
    assert not is_made(replace(order(made.parent), script=STILL))


def test_a_film_that_breaks_off_leaves_no_film(tmp_path: Path) -> None:
    def stop(_count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_film(order(tmp_path), stop)

    assert not list(tmp_path.glob("*.mp4"))
    assert not list(tmp_path.glob("*.json"))
    write_film(order(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.mp4", "game.truth.json"]


def test_a_new_film_takes_the_place_of_an_old_one_with_its_truth(tmp_path: Path) -> None:
    write_film(replace(order(tmp_path), script=STILL))
    write_film(order(tmp_path))

    assert len(read_film_truth(tmp_path / "game.truth.json").events) == len(PLAYED.events)


def test_the_same_film_is_the_same_bytes(made: Path, tmp_path: Path) -> None:
    write_film(order(tmp_path))

    assert (tmp_path / "game.mp4").read_bytes() == made.read_bytes()
    assert (tmp_path / "game.truth.json").read_text() == truth_path(made).read_text()
