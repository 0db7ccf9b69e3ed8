"""Labels of rendered photos in the form that real photos carry, so that both are scored alike."""

import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from scenegen.generate import read_truths
from scenegen.truth import PhotoTruth, Quad, TileTruth

LEAST_VISIBLE = 0.86
"""A tile of whose ends one is less in view than this counts neither for nor against."""
_OBLIQUE_FROM_DEG = 25.0


def _length(quad: Quad) -> float:
    a, b, c, d = quad
    return (math.dist(b, c) + math.dist(d, a)) / 2


def _spot(quad: Quad) -> dict[str, float]:
    x, y = np.mean(quad, axis=0)
    return {"cx": round(float(x), 1), "cy": round(float(y), 1), "r": round(0.6 * _length(quad), 1)}


def _tile(tile: TileTruth) -> dict[str, Any]:
    corners = np.array(tile.corners_px)
    middle = corners.mean(axis=0)
    end_a, end_b = (corners[:2].mean(axis=0) + middle) / 2, (corners[2:].mean(axis=0) + middle) / 2
    along = end_b - end_a
    return {
        "a": tile.a,
        "b": tile.b,
        "cx": float(middle[0]),
        "cy": float(middle[1]),
        "len": max(_length(tile.corners_px), math.dist(corners[0], corners[1])),
        "angle": math.degrees(math.atan2(along[1], along[0])),
        "ha": end_a.tolist(),
        "hb": end_b.tolist(),
    }


def label(truth: PhotoTruth, file: str) -> dict[str, Any]:
    """One photo's label; hidden, cut off, standing and face-down tiles are spots to ignore."""
    countable = [t for t in truth.tiles if min(t.visible) >= LEAST_VISIBLE and not t.standing]
    others = [t.corners_px for t in truth.tiles if min(t.visible) < LEAST_VISIBLE or t.standing]
    others += [t.corners_px for t in truth.things if t.kind == "back"]
    return {
        "file": file,
        "width": truth.width,
        "height": truth.height,
        "set": f"double-{truth.traits['set_size']}",
        "view": "oblique" if float(truth.traits["tilt_deg"]) >= _OBLIQUE_FROM_DEG else "topdown",
        "notes": "",
        "tiles": [_tile(t) for t in countable],
        "ignore": [_spot(quad) for quad in others],
        "source": f"rendered, {truth.traits['pips']}",
    }


def write_labels(folder: Path, out: Path) -> list[Path]:
    """Write `out`/valid-N/labels.json for each set size N of a finished set; returns the files."""
    by_size: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for truth in read_truths(folder):
        size = int(truth.traits["set_size"])
        home = out / f"valid-{size}"
        file = Path("..") / folder.absolute().relative_to(out.absolute()) / "photos" / truth.file
        by_size[size].append(label(truth, str(file)))
        home.mkdir(parents=True, exist_ok=True)
    written = []
    for size in sorted(by_size):
        target = out / f"valid-{size}" / "labels.json"
        target.write_text(json.dumps(by_size[size], indent=0), encoding="utf-8")
        written.append(target)
    return written
