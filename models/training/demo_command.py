"""The command `stationmaster-lab demo`: one photo per recipe of a folder, with a line of truth each."""

from dataclasses import replace
from pathlib import Path

from scenegen.generate import render_shard
from scenegen.recipe import RecipeError, load_recipe
from scenegen.truth import to_json

TRUTH = "truth.jsonl"


class DemoError(ValueError):
    """Photos that cannot be rendered, in one line."""


def render_demo(recipes: Path, out: Path) -> list[Path]:
    """Render the first photo of every recipe to NAME.jpg, as its file is called; returns the photos."""
    files = sorted(recipes.glob("*.toml"))
    if not files:
        raise DemoError(f"expected recipes (*.toml) in {recipes}, found none")
    photos, lines = [], []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file in files:
            data, truth = next(render_shard(load_recipe(file), 0))
            photos.append(out / f"{file.stem}.jpg")
            photos[-1].write_bytes(data)
            lines.append(to_json(replace(truth, file=photos[-1].name)) + "\n")
        (out / TRUTH).write_text("".join(lines), encoding="utf-8")
    except (RecipeError, OSError) as error:
        raise DemoError(str(error)) from error
    return photos
