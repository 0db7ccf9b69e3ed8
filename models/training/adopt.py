"""Turns real photos that have a box per tile end into a training set with the corners of whole tiles.

The boxes and values come from people; the corners come from our own reader. A tile is adopted only where the
two agree end by end, so that no guess of the reader becomes a value. Other tiles of a photo stay unlabelled:
such a set teaches the pip model, never the table model.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from scenegen.generate import MANIFEST
from scenegen.truth import PhotoTruth, TileTruth, to_json
from vision.decode import decode_photo
from vision.geometry import Pyramid, end_region
from vision.photo import read_tiles
from vision.readings import TileReading
from vision.tile_reader import Models

_NEAR = 0.45
"""A box belongs to an end when their centres are nearer than this share of the end's side."""
_BLANK_LEAST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LabelledEnds:
    """People's boxes in one photo: centres (n, 2) px, values (n,) pips. Blanks have no box, so none is 0."""

    centres: NDArray[np.float64]
    values: NDArray[np.int64]


def class_values(data_yaml: str) -> list[int]:
    """Pips of each class number, from names such as `pip-7`."""
    return [int(str(name).rsplit("-", 1)[1]) for name in yaml.safe_load(data_yaml)["names"]]


def parse_ends(text: str, values: list[int], size: tuple[int, int]) -> LabelledEnds:
    """Boxes of a YOLO label file (class, centre, size as shares) for a photo of (width, height)."""
    rows = [[float(word) for word in line.split()] for line in text.splitlines() if line.strip()]
    centres = np.array([(row[1] * size[0], row[2] * size[1]) for row in rows]).reshape(-1, 2)
    return LabelledEnds(centres, np.array([values[int(row[0])] for row in rows], dtype=np.int64))


def _end_values(reading: TileReading, labels: LabelledEnds) -> tuple[tuple[int, int], set[int]] | None:
    """The values of both ends by the labels and the labels used; None when reader and labels disagree."""
    found, used = [], set()
    for end in (0, 1):
        region = end_region(reading.corners_px, end, 0.0)
        side = float(np.linalg.norm(region[0] - region[1]))
        gaps = np.linalg.norm(labels.centres - region.mean(axis=0), axis=1)
        near = [int(i) for i in np.flatnonzero(gaps < _NEAR * side)]
        if len(near) > 1 or (not near and reading.probs[end, 0] < _BLANK_LEAST):
            return None
        used.update(near)
        found.append(int(labels.values[near[0]]) if near else 0)
    return (found[0], found[1]), used


def _inside(quad: NDArray[np.float32], size: tuple[int, int]) -> bool:
    return bool(quad.min() >= 0 and (quad.max(axis=0) <= np.array(size) - 1).all())


def agreed(
    size: tuple[int, int], readings: tuple[TileReading, ...], labels: LabelledEnds
) -> tuple[TileTruth, ...]:
    """The tiles wholly in a photo of (width, height) whose ends people and reader see in the same places."""
    taken: set[int] = set()
    tiles = []
    for reading in readings:
        values = _end_values(reading, labels)
        # A tile without any box may be all blank, or no tile at all: nobody vouches for it.
        if values is None or not values[1] or values[1] & taken or not _inside(reading.corners_px, size):
            continue
        taken |= values[1]
        quad = tuple((float(x), float(y)) for x, y in reading.corners_px)
        tiles.append(TileTruth(values[0][0], values[0][1], quad, (1.0, 1.0)))
    return tuple(tiles)


def adopt(models: Models, source: Path, target: Path) -> tuple[int, int]:
    """Write the agreed tiles of `source` (images/, labels/, data.yaml) as a set; returns (tiles, boxes)."""
    values = class_values((source / "data.yaml").read_text(encoding="utf-8"))
    (target / "photos").mkdir(parents=True, exist_ok=True)
    (target / "truth").mkdir(exist_ok=True)
    lines, adopted, ends = [], 0, 0
    for path in sorted((source / "images").iterdir()):
        data = path.read_bytes()
        picture = decode_photo(data)
        size = (picture.shape[1], picture.shape[0])
        label_file = (source / "labels" / path.name).with_suffix(".txt")
        labels = parse_ends(label_file.read_text(encoding="utf-8"), values, size)
        ends += len(labels.values)
        tiles = agreed(size, read_tiles(models, Pyramid(picture)), labels)
        adopted += len(tiles)
        (target / "photos" / path.name).write_bytes(data)
        truth = PhotoTruth(path.name, size[0], size[1], tiles, (), {"arrangement": "real"})
        lines.append(hashlib.sha256(data).hexdigest() + " " + to_json(truth))
    body = ("\n".join(lines) + "\n").encode()
    (target / "truth" / "00000.jsonl").write_bytes(body)
    digest = hashlib.sha256(body).hexdigest()
    manifest = {
        "recipe": {"name": "adopted"},
        "commit": "",
        "sha256": digest,
        "shards": {"00000.jsonl": digest},
    }
    (target / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return adopted, ends
