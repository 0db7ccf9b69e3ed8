"""The lab's commands as they are typed, without torch."""

from pathlib import Path

import pytest
from hand_made_photos import small_set
from plain_sets import small_recipe
from typer.testing import CliRunner, Result

from scenegen.generate import read_truths
from training import generate_command
from training.cli import app

RECIPE = """
name = "small"
seed = 11
photos = 5
size_px = 160
shard = 2
styles_per_shard = 2
backgrounds_per_shard = 1
"""


def lab(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(RECIPE)
    return path


def test_generate_renders_a_set_and_prints_its_manifest(recipe: Path, tmp_path: Path) -> None:
    done = lab("generate", recipe, "-o", tmp_path / "set", "--photos", 2, "--workers", 1)

    assert done.exit_code == 0, done.stderr
    assert done.stdout == f"{tmp_path / 'set' / 'manifest.json'}\n"
    assert len(list(read_truths(tmp_path / "set"))) == 2


def test_generate_goes_on_with_a_set_that_was_begun(recipe: Path, tmp_path: Path) -> None:
    folder = small_set(tmp_path / "set")
    (folder / "manifest.json").unlink()
    (folder / "truth" / "00002.jsonl").unlink()

    done = lab("generate", recipe, "-o", folder, "--workers", 1)

    assert done.exit_code == 0, done.stderr
    assert len(list(read_truths(folder))) == small_recipe().photos


def test_demo_renders_a_photo_per_recipe_with_its_truth(recipe: Path, tmp_path: Path) -> None:
    done = lab("demo", recipe.parent, "-o", tmp_path / "demo")

    assert done.exit_code == 0, done.stderr
    assert done.stdout == f"{tmp_path / 'demo' / 'small.jpg'}\n"
    assert '"file":"small.jpg"' in (tmp_path / "demo" / "truth.jsonl").read_text()


def test_demo_says_that_there_are_no_recipes(tmp_path: Path) -> None:
    assert "expected recipes (*.toml)" in failure(lab("demo", tmp_path, "-o", tmp_path / "demo"))


def failure(done: Result) -> str:
    """The one line that a command says when it fails."""
    lines = [line for line in done.stderr.splitlines() if line.startswith("stationmaster-lab: ")]
    assert done.exit_code == 1
    assert len(lines) == 1
    assert "Traceback" not in done.output
    return lines[0]


def test_generate_says_what_is_wrong_with_a_recipe(recipe: Path, tmp_path: Path) -> None:
    recipe.write_text(RECIPE + "colour = 3\n")

    assert "unknown keys: colour" in failure(lab("generate", recipe, "-o", tmp_path / "set"))


def test_generate_says_that_a_recipe_is_missing(tmp_path: Path) -> None:
    done = lab("generate", tmp_path / "none.toml", "-o", tmp_path / "set")

    assert failure(done) == f"stationmaster-lab: no recipe at {tmp_path / 'none.toml'}"


def test_generate_refuses_a_folder_of_another_recipe(recipe: Path, tmp_path: Path) -> None:
    folder = small_set(tmp_path / "set", seed=1, photos=1)

    assert "holds a set of another recipe" in failure(lab("generate", recipe, "-o", folder))


def test_generate_says_that_a_folder_is_a_file(recipe: Path, tmp_path: Path) -> None:
    (tmp_path / "set").write_text("")

    assert "cannot be written" in failure(lab("generate", recipe, "-o", tmp_path / "set", "--workers", 1))


def test_generate_says_that_the_disk_is_full(
    recipe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(generate_command, "generate", full)

    said = failure(lab("generate", recipe, "-o", tmp_path / "set"))
    assert said == (
        f"stationmaster-lab: the disk of {tmp_path / 'set'} is full; "
        "free some space and repeat the command, it goes on from there"
    )
