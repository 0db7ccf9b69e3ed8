"""A set of photos is the same bytes however it came about, and a half-made or damaged one is never used."""

import json
from pathlib import Path

import pytest
from plain_sets import small_recipe

from scenegen.generate import (
    MANIFEST,
    DatasetError,
    generate,
    read_manifest,
    read_truths,
    recipe_fingerprint,
    render_shard,
    shard_count,
)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished set that no test may change."""
    folder = tmp_path_factory.mktemp("set")
    generate(small_recipe(), folder, commit="abc", workers=1)
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """A set to damage."""
    for name, data in contents(finished).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_a_shard_is_the_same_bytes_twice() -> None:
    recipe = small_recipe()

    assert list(render_shard(recipe, 1)) == list(render_shard(recipe, 1))


def test_another_seed_gives_other_photos() -> None:
    one, other = (list(render_shard(small_recipe(seed=seed), 2)) for seed in (1, 2))

    assert one[0][0] != other[0][0]


def test_two_processes_make_the_same_set_as_one(finished: Path, tmp_path: Path) -> None:
    generate(small_recipe(), tmp_path, commit="abc", workers=2)

    assert contents(tmp_path) == contents(finished)


def test_a_set_has_all_its_photos_and_nothing_half_written(finished: Path) -> None:
    assert sorted(p.name for p in (finished / "photos").iterdir()) == [f"{i:06d}.jpg" for i in range(5)]
    assert [truth.file for truth in read_truths(finished)] == [f"{i:06d}.jpg" for i in range(5)]
    assert shard_count(small_recipe()) == 3


def test_an_interrupted_set_is_finished_to_the_same_bytes(copy: Path, finished: Path) -> None:
    (copy / MANIFEST).unlink()
    (copy / "truth" / "00001.jsonl").unlink()
    (copy / "photos" / "000003.jpg").unlink()
    (copy / "photos" / "000003.jpg.part").write_bytes(b"half")

    generate(small_recipe(), copy, commit="abc", workers=1)

    assert contents(copy) == contents(finished)


def test_progress_counts_each_photo_once_when_a_set_is_finished(copy: Path) -> None:
    (copy / "truth" / "00000.jsonl").unlink()
    counts: list[int] = []

    generate(small_recipe(), copy, commit="abc", workers=1, progress=counts.append)

    assert sum(counts) == 5


def test_the_manifest_says_recipe_and_commit(finished: Path) -> None:
    manifest = read_manifest(finished)

    assert (manifest["recipe"]["name"], manifest["recipe"]["seed"], manifest["commit"]) == (
        "small",
        11,
        "abc",
    )


def test_a_folder_of_another_recipe_is_refused_and_left_alone(copy: Path, finished: Path) -> None:
    with pytest.raises(DatasetError, match="holds a set of another recipe"):
        generate(small_recipe(seed=12), copy, commit="abc", workers=1)

    assert contents(copy) == contents(finished)


def test_any_change_of_a_recipe_changes_its_fingerprint() -> None:
    recipes = [small_recipe(), small_recipe(photos=6), small_recipe(scene={"hand": 0.5})]

    assert len({recipe_fingerprint(recipe) for recipe in recipes}) == 3


def test_a_set_without_manifest_is_no_set(copy: Path) -> None:
    (copy / MANIFEST).unlink()

    with pytest.raises(DatasetError, match=f"has no {MANIFEST}"):
        list(read_truths(copy))


def test_a_damaged_truth_file_is_refused(copy: Path) -> None:
    path = copy / "truth" / "00001.jsonl"
    path.write_text(path.read_text().replace('"a":', '"a": '))

    with pytest.raises(DatasetError, match=r"00001\.jsonl does not match the manifest"):
        list(read_truths(copy))


def test_a_damaged_manifest_is_refused(copy: Path) -> None:
    (copy / MANIFEST).write_text(json.dumps(read_manifest(copy))[:-20])

    with pytest.raises(DatasetError, match=rf"{MANIFEST} is damaged"):
        read_manifest(copy)
