"""Rendered strata: small sets of photos, each with one difficulty, to find what the reader finds hard."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scenegen.generate import generate, read_truths
from scenegen.recipe import Recipe, make_recipe
from scenegen.truth import PhotoTruth
from training.rendered_labels import label

FIRST_SEED = 777_100
"""Validation seeds begin with 777; nothing is trained on them."""

_PLAIN: dict[str, Any] = {
    "size_px": 640,
    "shard": 8,
    "tilt_deg": [6.0, 18.0],
    "tile_px": [50.0, 100.0],
    "fill": [0.7, 1.0],
    "quality": [80, 95],
    "set_sizes": {"6": 1.0, "9": 1.0, "12": 1.0, "15": 1.0, "18": 1.0},
    "arrangements": {"hand_grid": 1.0, "scatter": 1.0, "trains": 1.0},
    "scene": dict.fromkeys(("backs", "standing", "clutter", "hand", "markers", "empty", "two_sets"), 0.0),
    "style": {"dark_body": 0.15, "coloured_body": 0.1, "numerals": 0.0, "wrapped": 0.0, "no_divider": 0.05},
    "effects": {"blur": 0.1}
    | dict.fromkeys(("glare", "big_shadow", "dim", "motion", "downscale", "video"), 0.0),
}
"""Well lit, sharp, from above: each stratum changes one thing in it."""

_LIGHT = {"dark_body": 0.0, "coloured_body": 0.0}
_CHANGES: dict[str, dict[str, Any]] = {
    "plain": {},
    "tiles-light": {"style": _LIGHT},
    "tiles-dark": {"style": {"dark_body": 1.0}},
    "tiles-coloured": {"style": {"dark_body": 0.0, "coloured_body": 1.0}},
    "tiles-dark-no-divider": {"style": {"dark_body": 1.0, "no_divider": 1.0}},
    "pips-many-colours": {"style": {"single_colour_pips": 0.0} | _LIGHT},
    "pips-one-colour": {"style": {"single_colour_pips": 1.0}},
    "pips-numerals": {"style": {"numerals": 1.0}},
    "length-020px": {"tile_px": [20.0, 20.0]},
    "length-030px": {"tile_px": [30.0, 30.0]},
    "length-040px": {"tile_px": [40.0, 40.0]},
    "length-060px": {"tile_px": [60.0, 60.0]},
    "length-100px": {"tile_px": [100.0, 100.0]},
    "tilt": {"tilt_deg": [45.0, 60.0]},
    "light-glare": {"effects": {"glare": 1.0}},
    "light-film": {"effects": {"glare": 1.0}, "style": {"wrapped": 1.0}},
    "light-shadow": {"effects": {"big_shadow": 1.0}},
    "light-dim": {"effects": {"dim": 1.0}},
    "camera-blur": {"effects": {"blur": 1.0}},
    "camera-motion": {"effects": {"motion": 1.0}},
    "camera-compression": {"effects": {"video": 1.0}, "quality": [30, 50]},
    "laid-edge-to-edge": {"arrangements": {"hand_grid": 1.0}},
    "laid-pile": {"arrangements": {"pile": 1.0}},
    "laid-trains": {"arrangements": {"trains": 1.0}},
    "laid-game": {"arrangements": {"game_table": 1.0}, "scene": {"markers": 0.5}},
    "beside-backs": {"scene": {"backs": 1.0}},
    "beside-standing": {"scene": {"standing": 1.0}, "tilt_deg": [30.0, 50.0]},
    "beside-clutter": {"scene": {"clutter": 1.0, "hand": 0.3}},
}
_ADDED = ("scene", "style", "effects")


@dataclass(frozen=True, slots=True)
class Stratum:
    """One thing that may be hard; `row_of` names the row of the table that a photo belongs to."""

    name: str
    recipe: Recipe
    row_of: Callable[[PhotoTruth], str]


def _tilt_row(truth: PhotoTruth) -> str:
    tilt = float(truth.traits["tilt_deg"])
    return "tilt-00-20deg" if tilt < 20 else "tilt-20-40deg" if tilt < 40 else "tilt-40-60deg"


def _changed(changes: dict[str, Any]) -> dict[str, Any]:
    """The plain recipe with some of its keys replaced, and some entries of its tables."""
    raw = dict(_PLAIN)
    for key, value in changes.items():
        raw[key] = raw[key] | value if key in _ADDED else value
    return raw


def strata(photos: int) -> Iterator[Stratum]:
    """All strata with so many photos each."""
    for place, (name, changes) in enumerate(_CHANGES.items()):
        raw = _changed(changes) | {"name": f"strata-{name}", "seed": FIRST_SEED + place, "photos": photos}
        row_of = _tilt_row if name == "tilt" else (lambda _, name=name: name)
        yield Stratum(name, make_recipe(raw), row_of)


def render_stratum(stratum: Stratum, folder: Path, *, commit: str, workers: int | None = None) -> list[Path]:
    """Render one stratum below `folder` and write labels for each of its rows; returns the files."""
    home = folder / "photos" / stratum.name
    generate(stratum.recipe, home, commit=commit, workers=workers)
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for truth in read_truths(home):
        file = Path("..") / "photos" / stratum.name / "photos" / truth.file
        rows[stratum.row_of(truth)].append(label(truth, str(file)))
    written = []
    for row in sorted(rows):
        target = folder / row / "labels.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(rows[row], indent=0), encoding="utf-8")
        written.append(target)
    return written
