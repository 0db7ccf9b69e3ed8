"""The photos of `make run` are small, readable, and what their recipes render."""

from pathlib import Path

import cv2
import pytest

from engine.tiles import Tile
from scenegen.generate import render_shard
from scenegen.recipe import load_recipe
from scenegen.truth import PhotoTruth, from_json

NAMES = ["dark", "hand", "scattered", "table", "trains"]


@pytest.fixture(scope="module")
def truths(root: Path) -> dict[str, PhotoTruth]:
    """The truth of each demo photo by its name."""
    lines = (root / "datasets" / "demo" / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return {Path(truth.file).stem: truth for truth in map(from_json, lines)}


def test_each_recipe_has_its_photo_and_its_truth(root: Path, truths: dict[str, PhotoTruth]) -> None:
    assert list(truths) == NAMES
    assert sorted(p.stem for p in (root / "datasets" / "recipes" / "demo").glob("*.toml")) == NAMES
    assert sorted(p.stem for p in (root / "datasets" / "demo").glob("*.jpg")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_photo_is_small_and_of_the_size_that_its_truth_says(
    root: Path, truths: dict[str, PhotoTruth], name: str
) -> None:
    path = root / "datasets" / "demo" / f"{name}.jpg"
    picture = cv2.imread(str(path))

    assert picture is not None
    assert picture.shape == (truths[name].height, truths[name].width, 3)
    assert path.stat().st_size <= 250_000


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_of_the_demo_can_be_read(truths: dict[str, PhotoTruth], name: str) -> None:
    tiles = truths[name].tiles

    assert len(tiles) >= 9
    assert all(min(tile.visible) > 0.8 for tile in tiles)
    assert len({Tile.of(tile.a, tile.b) for tile in tiles}) == len(tiles)


def test_a_recipe_renders_its_photo_again(root: Path, truths: dict[str, PhotoTruth]) -> None:
    recipe = load_recipe(root / "datasets" / "recipes" / "demo" / "hand.toml")

    _, truth = next(render_shard(recipe, 0))

    assert [(t.a, t.b) for t in truth.tiles] == [(t.a, t.b) for t in truths["hand"].tiles]
    for again, before in zip(truth.tiles, truths["hand"].tiles, strict=True):
        for corner, former in zip(again.corners_px, before.corners_px, strict=True):
            assert corner == pytest.approx(former, abs=0.01)
