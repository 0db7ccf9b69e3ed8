"""Windows cut out of a photo keep what lies in them, and how much of it."""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np

from scenegen.generate import MANIFEST, read_truths
from scenegen.truth import PhotoTruth, Quad, ThingTruth, TileTruth, to_json
from training.windows_set import Windows, cut_windows, in_window


def lying(left: float, top: float) -> Quad:
    """A tile of 40 × 20 px whose end a is on the left."""
    right, bottom = left + 40, top + 20
    return ((left, bottom), (left, top), (right, top), (right, bottom))


def photo(*tiles: TileTruth, things: tuple[ThingTruth, ...] = ()) -> PhotoTruth:
    return PhotoTruth("a.jpg", 300, 200, tiles, things, {"arrangement": "film"})


def test_a_tile_across_the_border_of_a_window_shows_the_end_that_lies_inside() -> None:
    whole = photo(TileTruth(3, 5, lying(80, 50), (1.0, 0.5)))

    (tile,) = in_window(whole, "w.jpg", (0, 0, 110, 100)).tiles

    np.testing.assert_allclose(tile.visible, (1.0, 0.25), atol=1e-6)


def test_places_are_told_from_the_windows_corner() -> None:
    whole = photo(TileTruth(3, 5, lying(80, 50), (1.0, 1.0)))

    (tile,) = in_window(whole, "w.jpg", (60, 40, 100, 100)).tiles

    assert tile.corners_px == lying(20, 10)


def test_what_lies_outside_a_window_is_left_out() -> None:
    things = (ThingTruth("back", lying(200, 100), 1.0), ThingTruth("marker", lying(10, 10), 1.0))

    window = in_window(
        photo(TileTruth(3, 5, lying(200, 50), (1.0, 1.0)), things=things), "w.jpg", (0, 0, 90, 90)
    )

    assert window.tiles == ()
    assert [thing.kind for thing in window.things] == ["marker"]


def a_set(tmp_path: Path, truth: PhotoTruth) -> Path:
    """A finished set of one photo."""
    source = tmp_path / "source"
    (source / "photos").mkdir(parents=True)
    (source / "truth").mkdir()
    cv2.imwrite(str(source / "photos" / "a.jpg"), np.full((200, 300, 3), 90, np.uint8))
    line = "0 " + to_json(truth) + "\n"
    (source / "truth" / "0.jsonl").write_text(line)
    digest = hashlib.sha256(line.encode()).hexdigest()
    (source / MANIFEST).write_text(json.dumps({"recipe": {"seed": 1}, "shards": {"0.jsonl": digest}}))
    return source


def test_windows_can_be_laid_around_markers(tmp_path: Path) -> None:
    far_apart = photo(
        TileTruth(3, 5, lying(20, 20), (1.0, 1.0)), things=(ThingTruth("marker", lying(240, 160), 1.0),)
    )
    source = a_set(tmp_path, far_apart)

    cut_windows(source, tmp_path / "cut", Windows(per_photo=8, at_markers=1.0, side_px=(64, 128)))

    shown = [[thing.kind for thing in truth.things] for truth in read_truths(tmp_path / "cut")]
    assert shown == [["marker"]] * 8


def test_windows_are_a_finished_set_of_their_own(tmp_path: Path) -> None:
    source = a_set(tmp_path, photo(TileTruth(3, 5, lying(80, 50), (1.0, 1.0))))

    count = cut_windows(source, tmp_path / "cut", Windows(per_photo=3, side_px=(64, 128)))

    truths = list(read_truths(tmp_path / "cut"))
    assert count == len(truths) == 3
    for truth in truths:
        picture = cv2.imread(str(tmp_path / "cut" / "photos" / truth.file))
        assert picture is not None
        assert picture.shape[:2] == (truth.height, truth.width)
        assert 64 <= truth.width <= 128
