"""The looker that knows the truth: what it sees, what it errs in, and a whole film watched through it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from film_scripts import DOWN, ENGINE, FIRST, LOOSE, MARKER, PLAYED, SECOND, plain_look
from truth_looker import LookNoise, Misread, TruthLooker, arms_of

from scenegen.film_truth import FilmTruth
from scenegen.film_write import FilmFormat, FilmOrder, write_film
from vision.detections import TableClass
from vision.frames import Frame, Image
from vision.looks import Boxes, Look
from vision.readings import UNREADABLE, TileReading
from vision.source_film import open_film
from vision.source_types import SourceOptions
from vision.survey import Seen, WatcherSettings
from vision.watcher import Watcher

PLAYED_ON = replace(PLAYED, lasts_s=4.0, reaches=(replace(PLAYED.reaches[0], shoulder_mm=(60.0, 400.0)),))
"""The table stays still for a while after the last play, and the shoulder is farther out than the fingers."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, FilmTruth]:
    path = tmp_path_factory.mktemp("film") / "played.mp4"
    return path, write_film(FilmOrder(PLAYED_ON, plain_look(), FilmFormat(fps=30), path))


@pytest.fixture(scope="module")
def truth(film: tuple[Path, FilmTruth]) -> FilmTruth:
    return film[1]


def no_colours() -> Image:
    raise AssertionError("this looker needs no colours")


def at(at_s: float) -> Frame:
    return Frame(np.zeros((180, 320), np.uint8), round(at_s * 30), at_s, "made", no_colours)


def values(reading: TileReading) -> tuple[int, int]:
    low, high = sorted(int(end) for end in reading.probs.argmax(axis=1))
    return low, high


def tiles_of(look: Look) -> list[tuple[int, int]]:
    return sorted(values(reading) for reading in look.tiles)


def around(truth: FilmTruth, key: int, at_s: float) -> Boxes:
    quad = np.array(truth.state_at(at_s)[key].corners_px, np.float32)
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])[None]


@pytest.mark.parametrize(
    ("at_s", "tiles"),
    [
        pytest.param(0.0, [(0, 3), (4, 6), (6, 6)], id="the start; a tile that lies face down is none"),
        pytest.param(1.25, [(0, 3), (4, 5), (4, 6), (6, 6)], id="one more was laid"),
        pytest.param(1.4, [(0, 3), (1, 2), (4, 5), (4, 6), (6, 6)], id="one was turned over"),
        pytest.param(1.8, [(1, 2), (4, 5), (4, 6), (6, 6)], id="one was taken"),
    ],
)
def test_it_reads_what_lies_there(truth: FilmTruth, at_s: float, tiles: list[tuple[int, int]]) -> None:
    assert tiles_of(TruthLooker(truth).look(at(at_s))) == tiles


def test_ends_are_at_their_corners_and_end_a_is_nearest_top_left(truth: FilmTruth) -> None:
    look = TruthLooker(truth).look(at(0.0))

    [first] = [reading for reading in look.tiles if values(reading) == (4, 6)]
    assert first.probs.argmax(axis=1).tolist() == [6, 4]
    assert first.corners_px[:2, 0].max() < first.corners_px[2:, 0].min()
    assert first.probs.sum(axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert first.probs[:, 7:UNREADABLE].max() == 0


def test_backs_and_markers_are_things(truth: FilmTruth) -> None:
    early, late = (TruthLooker(truth).look(at(at_s)).things for at_s in (0.0, 1.25))

    assert early.class_id.tolist() == [TableClass.TILE_BACK]
    assert sorted(late.class_id.tolist()) == [TableClass.TILE_BACK, TableClass.MARKER]


def test_a_tile_under_an_arm_is_not_seen_and_the_arm_is(truth: FilmTruth) -> None:
    looker = TruthLooker(truth, arms_of(PLAYED_ON, plain_look()))

    # At 0.8 s the hand that lays 4-5 is over it and over its neighbour's end.
    look = looker.look(at(0.82))

    assert (4, 5) not in tiles_of(look)
    assert (0, 3) in tiles_of(look)
    assert TableClass.HAND in look.things.class_id


def test_an_arm_that_is_away_is_not_seen(truth: FilmTruth) -> None:
    look = TruthLooker(truth, arms_of(PLAYED_ON, plain_look())).look(at(1.25))

    assert TableClass.HAND not in look.things.class_id
    assert (4, 5) in tiles_of(look)


def test_an_end_half_covered_is_unreadable(truth: FilmTruth) -> None:
    x0, y0, x1, y1 = around(truth, FIRST, 0.0)[0]
    over = np.array([[[x0, y0], [(x0 + x1) / 2 - 3, y0], [(x0 + x1) / 2 - 3, y1], [x0, y1]]], np.float32)

    look = TruthLooker(truth, lambda _: over).look(at(0.0), around(truth, FIRST, 0.0))

    assert [values(reading) for reading in look.tiles] == [(4, UNREADABLE)]


def test_only_what_has_its_middle_in_a_box_is_seen(truth: FilmTruth) -> None:
    looker = TruthLooker(truth)

    assert tiles_of(looker.look(at(0.0), around(truth, ENGINE, 0.0))) == [(6, 6)]
    assert looker.look(at(0.0), around(truth, DOWN, 0.0)).things.class_id.tolist() == [TableClass.TILE_BACK]
    assert looker.look(at(1.25), around(truth, MARKER, 1.25)).things.class_id.tolist() == [TableClass.MARKER]
    assert [len(asked[1]) for asked in looker.asked if asked[1] is not None] == [1, 1, 1]


def test_probabilities_are_as_asked_for(truth: FilmTruth) -> None:
    look = TruthLooker(truth, noise=LookNoise(sure=0.7)).look(at(0.0))

    assert np.stack([reading.probs.max(axis=1) for reading in look.tiles]) == pytest.approx(0.7, abs=0.06)


def test_the_same_look_errs_the_same_way_and_another_attempt_differently(truth: FilmTruth) -> None:
    noise = LookNoise(seed=3, corners_px=1.5)

    first, again = (TruthLooker(truth, noise=noise).look(at(0.5)) for _ in range(2))
    other = TruthLooker(truth, noise=noise).look(at(0.5), attempt=1)

    same, differs = (
        [np.array_equal(a.corners_px, b.corners_px) for a, b in zip(first.tiles, look.tiles, strict=True)]
        for look in (again, other)
    )
    assert all(same)
    assert not any(differs)


def test_corners_move_by_as_much_as_asked_for(truth: FilmTruth) -> None:
    noise = LookNoise(corners_px=1.5)
    frames = [at(index / 30) for index in range(20)]

    exact = np.concatenate([each.corners_px for f in frames for each in TruthLooker(truth).look(f).tiles])
    moved = np.concatenate(
        [each.corners_px for f in frames for each in TruthLooker(truth, noise=noise).look(f).tiles]
    )
    assert (moved - exact).std() == pytest.approx(1.5, rel=0.15)


@pytest.mark.parametrize("share", [0.1, 0.4])
def test_so_many_ends_are_misread_and_so_many_tiles_missed(truth: FilmTruth, share: float) -> None:
    frames = [Frame(at(0.0).luma, index, 0.1, "made", no_colours) for index in range(150)]

    engine = around(truth, ENGINE, 0.0)
    read = [
        tuple(reading.probs.argmax(axis=1).tolist())
        for frame in frames
        for reading in TruthLooker(truth, noise=LookNoise(wrong=share)).look(frame, engine).tiles
    ]
    missed = [len(TruthLooker(truth, noise=LookNoise(missed=share)).look(frame).tiles) for frame in frames]

    assert read.count((6, 6)) / len(read) == pytest.approx((1 - share) ** 2, abs=0.09)
    assert 1 - np.mean(missed) / 3 == pytest.approx(share, abs=0.06)


def test_a_misreading_lasts_as_long_as_it_is_told_to(truth: FilmTruth) -> None:
    noise = LookNoise(misreads=(Misread(FIRST, 0.2, 0.4, (6, 1)),))
    looker = TruthLooker(truth, noise=noise)

    seen = [(1, 6) in tiles_of(looker.look(at(at_s))) for at_s in (0.1, 0.2, 0.39, 0.41)]
    assert seen == [False, True, True, False]


def test_what_is_hidden_is_never_found(truth: FilmTruth) -> None:
    looker = TruthLooker(truth, noise=LookNoise(hidden=frozenset({LOOSE, SECOND})))

    assert tiles_of(looker.look(at(1.25))) == [(4, 6), (6, 6)]


def watched(film: Path, looker: TruthLooker) -> list[Seen]:
    watcher = Watcher(looker, WatcherSettings(6))
    source = open_film(film, SourceOptions())
    try:
        return [seen for frame in source if (seen := watcher.see(frame)) is not None]
    finally:
        source.close()


def test_a_whole_film_is_watched_without_models(film: tuple[Path, FilmTruth]) -> None:
    path, truth = film
    noise = LookNoise(seed=1, corners_px=0.4, wrong=0.02)

    seen = watched(path, TruthLooker(truth, arms_of(PLAYED_ON, plain_look()), noise))

    ends = [tuple(sorted(tile.probs.argmax(axis=1).tolist())) for tile in seen[-1].scene.tiles]
    assert sorted(ends) == [(1, 2), (4, 5), (4, 6), (6, 6)]
