"""Films are made from a recipe or a record, once each, and what is in the way is said in one line."""

from pathlib import Path

import av
import pytest
from typer.testing import CliRunner

from scenegen.film_truth import read_film_truth
from training.cli import app
from training.film_command import FilmCommandError, Order, make_films

RECIPE = """
name = "tiny"
seed = 3
films = 2
[game]
players = [2]
set_sizes = [6]
plays = [1, 1]
[acts]
lean = 0
bump = 0
lamp = 0
[view]
sizes = ["720p"]
fps = [5]
varying_fps = 0
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """A recipe of two films of a few seconds with five frames each."""
    path = tmp_path / "tiny.toml"
    path.write_text(RECIPE)
    return path


def frames(film: Path) -> int:
    with av.open(str(film)) as container:
        return sum(1 for _ in container.decode(video=0))


def test_a_recipe_gives_its_films_with_truth_and_record(recipe: Path, tmp_path: Path) -> None:
    made = list(make_films(Order(recipe, tmp_path / "films")))

    assert [path.name for path in made] == ["tiny-00.mp4", "tiny-01.mp4"]
    truth = read_film_truth(tmp_path / "films" / "tiny-00.truth.json")
    assert frames(made[0]) == truth.header.frames
    assert (tmp_path / "films" / "tiny-00.record.txt").read_text().startswith("[Rules")
    assert sum(event.kind == "place" for event in truth.events) == 1


def test_a_record_is_filmed_as_it_stands(recipe: Path, tmp_path: Path) -> None:
    list(make_films(Order(recipe, tmp_path / "one.mp4", number=1)))
    record = tmp_path / "one.record.txt"

    list(make_films(Order(recipe, tmp_path / "again.mp4", record=record, number=1)))

    first, again = (read_film_truth(tmp_path / f"{name}.truth.json") for name in ("one", "again"))
    assert again.events == first.events


def test_a_long_film_repeats_a_short_one(recipe: Path, tmp_path: Path) -> None:
    list(make_films(Order(recipe, tmp_path / "long.mp4", minutes=0.5)))

    assert read_film_truth(tmp_path / "long.truth.json").header.duration_s >= 29.5


def test_another_seed_gives_another_game(recipe: Path, tmp_path: Path) -> None:
    list(make_films(Order(recipe, tmp_path / "a.mp4", seed=1)))
    list(make_films(Order(recipe, tmp_path / "b.mp4", seed=2)))

    assert (tmp_path / "a.record.txt").read_text() != (tmp_path / "b.record.txt").read_text()


def test_one_record_needs_one_film(recipe: Path, tmp_path: Path) -> None:
    with pytest.raises(FilmCommandError, match=r"needs -o NAME\.mp4"):
        list(make_films(Order(recipe, tmp_path / "films", record=recipe)))


def test_a_recipe_that_is_none_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('name = "bad"\nseed = 1\nfilm = 3\n')

    told = CliRunner().invoke(app, ["film", "--recipe", str(tmp_path / "bad.toml"), "-o", "x.mp4"])

    assert told.exit_code == 1
    assert told.stderr.count("\n") == 1
    assert "unknown keys: film" in told.stderr
