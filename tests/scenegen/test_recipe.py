"""A recipe says in one line what is wrong with it."""

from pathlib import Path

import pytest

from scenegen.film_family import load_family
from scenegen.recipe import RecipeError, load_recipe

GOOD = 'name = "a"\nseed = 1\nphotos = 3\n'


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "r.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        load_recipe(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(GOOD + "photo = 3\n", "the recipe has unknown keys: photo; known are", id="key"),
        pytest.param(GOOD + "[scene]\nhands = 0.1\n", "[scene] has unknown keys: hands", id="share's key"),
        pytest.param('name = "a"\n', "the recipe lacks: seed, photos", id="missing"),
        pytest.param(
            GOOD + "[scene]\nhand = 1.2\n",
            "[scene] hand needs a share from 0 to 1, got 1.2",
            id="share above 1",
        ),
        pytest.param(
            GOOD + "[style]\nwrapped = -0.1\n",
            "[style] wrapped needs a share from 0 to 1, got -0.1",
            id="share below 0",
        ),
        pytest.param(
            GOOD + '[effects]\nvideo = "yes"\n',
            "[effects] video needs a share from 0 to 1, got 'yes'",
            id="share as text",
        ),
        pytest.param(
            GOOD + "[effects]\nvideo = true\n",
            "[effects] video needs a share from 0 to 1, got True",
            id="share as flag",
        ),
        pytest.param(GOOD + "scene = 3\n", "[scene] needs a table, got 3", id="number for a table"),
        pytest.param(GOOD + "[set_sizes]\n", "[set_sizes] needs weights", id="no weights"),
        pytest.param(
            GOOD + "[arrangements]\nsingle = 0\n",
            "[arrangements] needs weights of which none is negative and one is above 0, got {'single': 0}",
            id="all weights 0",
        ),
        pytest.param(GOOD + "[arrangements]\nsingle = -1\n", "[arrangements] needs weights", id="negative"),
        pytest.param(GOOD + "[set_sizes]\n7 = 1\n", "[set_sizes] has unknown keys: 7", id="unknown set"),
        pytest.param(GOOD + "fill = [2, 1]\n", "fill needs [least, most], got [2, 1]", id="pair reversed"),
        pytest.param(GOOD + "fill = 1\n", "fill needs [least, most], got 1", id="number for a pair"),
        pytest.param(GOOD + "quality = ['a', 'b']\n", "quality needs [least, most]", id="pair of texts"),
        pytest.param(GOOD.replace("3", "0"), "photos needs a whole number from 1 up, got 0", id="no photos"),
        pytest.param(
            GOOD + "size_px = 1.5\n", "size_px needs a whole number from 64 up", id="part of a pixel"
        ),
        pytest.param(GOOD.replace('"a"', "4"), "name needs a text, got 4", id="number for a text"),
        pytest.param("name = \n", "is not TOML", id="no TOML"),
    ],
)
def test_a_bad_recipe_is_refused_in_one_line(tmp_path: Path, text: str, problem: str) -> None:
    said = refusal(tmp_path, text)

    assert problem in said
    assert said.startswith(str(tmp_path / "r.toml"))
    assert "\n" not in said


def test_a_missing_recipe_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"no recipe at .*none\.toml"):
        load_recipe(tmp_path / "none.toml")


def test_a_folder_is_no_recipe(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="cannot be read as a recipe"):
        load_recipe(tmp_path)


def test_every_recipe_of_the_project_can_be_used(root: Path) -> None:
    found = sorted((root / "datasets" / "recipes").rglob("*.toml"))
    films = [path for path in found if path.parent.name == "films"]
    photos = [path for path in found if path not in films]

    assert photos
    assert films
    names = {load_recipe(path).name for path in photos} | {load_family(path).name for path in films}
    assert len(names) == len(found)
