"""Strata are plain photos with one difficulty each, on seeds of their own, labelled by row."""

from pathlib import Path

from scenegen.recipe import load_recipe
from training.photo_labels import parse_labels
from training.strata import render_stratum, strata


def test_no_stratum_shares_a_seed_with_a_recipe() -> None:
    recipes = Path(__file__).parents[2] / "datasets" / "recipes"
    taken = {load_recipe(path).seed for path in recipes.glob("*.toml")}
    seeds = [stratum.recipe.seed for stratum in strata(1)]

    assert len(set(seeds)) == len(seeds)
    assert not taken & set(seeds)


def test_a_stratum_differs_from_the_plain_photos_in_its_own_tables_alone() -> None:
    by_name = {stratum.name: stratum.recipe for stratum in strata(1)}

    assert by_name["light-glare"].effects.glare == 1
    assert by_name["light-glare"].style == by_name["plain"].style
    assert by_name["light-glare"].tilt_deg == by_name["plain"].tilt_deg


def test_labels_lie_in_a_folder_per_row_and_find_their_photos(tmp_path: Path) -> None:
    tilted = next(stratum for stratum in strata(3) if stratum.name == "tilt")

    files = render_stratum(tilted, tmp_path, commit="", workers=1)

    labels = [label for file in files for label in parse_labels(file.read_text(encoding="utf-8"))]
    assert len(labels) == 3
    assert all(file.parent.name.startswith("tilt-") for file in files)
    assert all(
        (file.parent / label.file).is_file() for file in files for label in parse_labels(file.read_text())
    )
