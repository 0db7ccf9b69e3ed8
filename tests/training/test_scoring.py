"""The definitions behind the figures."""

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled import label, predicted

from training.photo_labels import PhotoLabel, parse_labels
from training.scoring import PredictedTile, Share, Tally, score_photo, total


@pytest.mark.parametrize(
    ("labelled", "read", "found", "extra"),
    [
        pytest.param("9-4@100,200", "9-4@100,200", 1, 0, id="on the spot"),
        pytest.param("9-4@100,200", "9-4@134,200", 1, 0, id="0.34 lengths away"),
        pytest.param("9-4@100,200", "9-4@136,200", 0, 1, id="0.36 lengths away"),
        pytest.param("9-4@100,200", "9-4@100,200 9-4@102,200", 1, 1, id="found twice"),
        pytest.param("9-4@100,200 5-5@150,200", "5-5@125,200", 1, 0, id="between two"),
        pytest.param("", "5-5@125,200", 0, 1, id="invented"),
        pytest.param("9-4@100,200", "", 0, 0, id="missed"),
    ],
)
def test_a_prediction_stands_for_the_tile_it_lies_on(
    labelled: str, read: str, found: int, extra: int
) -> None:
    score = score_photo(label(labelled), predicted(read))

    assert (len(score.pairs), len(score.extra)) == (found, extra)


def test_of_two_predictions_the_nearer_one_stands_for_the_tile() -> None:
    score = score_photo(label("9-4@100,200"), predicted("1-1@120,200 9-4@110,200"))

    assert [str(pair.read) for pair in score.pairs] == ["9-4"]
    assert [str(tile) for tile in score.extra] == ["1-1"]


@pytest.mark.parametrize(
    ("spot_x", "extra"),
    [pytest.param(159, 0, id="0.59 lengths away"), pytest.param(161, 1, id="0.61 lengths away")],
)
def test_predictions_on_an_ignored_spot_do_not_count(spot_x: float, extra: int) -> None:
    score = score_photo(label("", ignored=((spot_x, 200),)), predicted("9-4@100,200"))

    assert len(score.extra) == extra


@pytest.mark.parametrize(
    ("truth", "read", "good"),
    [
        ("3-5", "3-5", 2),
        ("3-5", "5-3", 2),
        ("3-5", "3-3", 1),
        ("3-3", "3-5", 1),
        ("3-5", "5-9", 1),
        ("3-5", "7-9", 0),
        ("0-0", "0-0", 2),
    ],
)
def test_ends_are_right_in_either_order(truth: str, read: str, good: int) -> None:
    [pair] = score_photo(label(f"{truth}@100,200"), predicted(f"{read}@100,200")).pairs

    assert pair.good_ends == good


@pytest.mark.parametrize(
    ("truth", "read", "ends"),
    [
        pytest.param("3-5", "3-6", ((3, 3), (5, 6)), id="one right"),
        pytest.param("3-5", "6-3", ((3, 3), (5, 6)), id="one right, the other way round"),
        pytest.param("3-5", "7-9", ((3, 7), (5, 9)), id="none right, end by end"),
        pytest.param("3-3", "5-3", ((3, 5), (3, 3)), id="a double"),
    ],
)
def test_each_true_end_has_the_value_it_was_taken_for(
    truth: str, read: str, ends: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    [pair] = score_photo(label(f"{truth}@100,200"), predicted(f"{read}@100,200")).pairs

    assert pair.ends() == ends


def test_where_no_end_is_right_the_nearer_ends_belong_together() -> None:
    [upright] = predicted("7-9@100,200")
    turned = PredictedTile(7, 9, 0.9, (*upright.corners[2:], *upright.corners[:2]))

    [pair] = score_photo(label("3-5@100,200"), [turned]).pairs

    assert pair.ends() == ((3, 9), (5, 7))


def test_the_figures_of_three_photos_add_up() -> None:
    scores = [
        score_photo(label("9-4@100,200 0-0@300,200"), predicted("4-9@100,200 0-0@300,200")),
        score_photo(label("9-4@100,200 1-2@300,200"), predicted("9-5@100,200 7-7@600,200")),
        score_photo(label("6-6@100,200"), predicted("6-6@100,200 1-1@500,500")),
    ]

    expected = Tally(
        photos=3, tiles=5, found=4, extra=2, ends=8, good_ends=7, exact=3, clean=1, total_ok=1, pips_off=14
    )
    assert total(scores) == expected


def test_a_sum_can_be_right_though_the_tiles_are_wrong() -> None:
    tally = score_photo(label("3-5@100,200"), predicted("4-4@100,200")).tally

    assert (tally.total_ok, tally.clean) == (1, 0)


@pytest.mark.parametrize(
    ("good", "of", "low", "high"),
    [
        # Newcombe 1998, table I, method 3.
        pytest.param(81, 263, 0.2553, 0.3662, id="81 of 263"),
        pytest.param(15, 148, 0.0624, 0.1605, id="15 of 148"),
        pytest.param(0, 20, 0.0, 0.1611, id="0 of 20"),
        pytest.param(1, 29, 0.0061, 0.1718, id="1 of 29"),
        pytest.param(0, 0, 0.0, 1.0, id="none at all"),
    ],
)
def test_intervals_are_wilsons(good: int, of: int, low: float, high: float) -> None:
    assert Share(good, of).interval() == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 500), st.integers(0, 500))
def test_an_interval_holds_its_share(good: int, bad: int) -> None:
    share = Share(good, good + bad)

    low, high = share.interval()

    assert 0 <= low <= share.value + 1e-12
    assert high <= 1
    assert share.of == 0 or share.value <= high + 1e-12


def imagined(photo: PhotoLabel, rng: random.Random) -> list[PredictedTile]:
    """Make up readings of a photo with every kind of mistake."""
    places = [tile for tile in photo.tiles if rng.random() < 0.93]
    at = [(*tile.centre, tile.a, tile.b) for tile in places]
    at += [(*spot.centre, 0, 0) for spot in photo.ignored if rng.random() < 0.5]
    at += [(rng.uniform(0, photo.size[0]), rng.uniform(0, photo.size[1]), 5, 5)] * rng.choice([0, 0, 1])
    length = photo.tiles[0].length if photo.tiles else 80.0
    return [blurred(tile, length, rng) for tile in at]


def blurred(tile: tuple[float, float, int, int], length: float, rng: random.Random) -> PredictedTile:
    """Move a tile, change its size, sometimes its values and their order."""
    x, y = (value + rng.gauss(0, 0.12 * length) for value in tile[:2])
    a, b = rng.sample([value if rng.random() < 0.95 else rng.randint(0, 12) for value in tile[2:]], 2)
    half_w, half_h = length / 4 * rng.uniform(0.9, 1.1), length / 2 * rng.uniform(0.9, 1.1)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return PredictedTile(a, b, rng.random(), tuple((x + sx * half_w, y + sy * half_h) for sx, sy in signs))


def json_line(photo: PhotoLabel, tiles: Sequence[PredictedTile]) -> str:
    fields = [{"a": t.a, "b": t.b, "confidence": t.confidence, "corners": t.corners} for t in tiles]
    return json.dumps({"file": photo.file, "tiles": fields})


def row(name: str, tally: Tally) -> str:
    """A line as the independent scorer prints it."""
    shares = [tally.recall, tally.precision, tally.per_end, tally.identity]
    return (
        f"{name[:28]:28} {tally.photos:6.0f} {tally.tiles:6.0f} "
        + " ".join(f"{share.value:7.4f}" for share in shares)
        + f" {tally.photo_exact.value:12.4f} {tally.total_right.value:8.4f} {tally.mean_pips_off:8.2f}"
    )


@pytest.mark.real
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("group", "by"), [("source", "source"), ("view", "view"), ("set", "set_name")])
def test_an_independent_scorer_comes_to_the_same_figures(
    real_photos: Path, tmp_path: Path, seed: int, group: str, by: str
) -> None:
    scorer = real_photos / "score.py"
    if not scorer.is_file():
        pytest.skip("no score.py beside the real photos")
    rng = random.Random(seed)  # noqa: S311 -- no secret
    labels, read = real_photos / "labels.json", tmp_path / "read.jsonl"
    photos = parse_labels(labels.read_text())
    readings = [imagined(photo, rng) for photo in photos]
    read.write_text("\n".join(json_line(*both) for both in zip(photos, readings, strict=True)))

    command = [sys.executable, str(scorer), str(labels), str(read), "--by", group]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    scores = [score_photo(photo, tiles) for photo, tiles in zip(photos, readings, strict=True)]
    groups = {"all": total(scores)}
    for score in scores:
        name = getattr(score.label, by)
        groups[name] = groups.get(name, Tally()) + score.tally
    low, high = total(scores).photo_exact.interval()
    ours = [row(name, tally) for name, tally in groups.items()]
    ours.insert(1, f"  photo exact 95% interval {low:.3f}-{high:.3f}")
    assert theirs[1:] == ours
