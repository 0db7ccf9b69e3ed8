"""Writes a whole set of rendered photos: in shards, on all cores, resumable; the manifest comes last."""

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.backgrounds import load_photo_textures, render_background
from scenegen.recipe import Recipe
from scenegen.scene import Pool, make_pyramid, render_scene
from scenegen.styles import sample_style
from scenegen.truth import PhotoTruth, from_json, to_json

MANIFEST = "manifest.json"
_TEXTURE_PX = 1024


class DatasetError(ValueError):
    """A set that is missing, unfinished or damaged."""


def recipe_fingerprint(recipe: Recipe) -> str:
    """Short hash of everything in the recipe: two recipes that differ anywhere differ here."""
    text = json.dumps(asdict(recipe), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shard_count(recipe: Recipe) -> int:
    """Number of shards of a set."""
    return -(-recipe.photos // recipe.shard)


def _indices(recipe: Recipe, shard: int) -> range:
    """Numbers of the photos of a shard; the last shard may be short."""
    start = shard * recipe.shard
    return range(start, min(start + recipe.shard, recipe.photos))


def _pool(rng: np.random.Generator, recipe: Recipe, photos: list[NDArray[np.uint8]]) -> Pool:
    styles = tuple(sample_style(rng, recipe.style) for _ in range(recipe.styles_per_shard))
    tops = []
    for _ in range(recipe.backgrounds_per_shard):
        if photos and rng.random() < 0.3:
            tops.append(make_pyramid(photos[int(rng.integers(0, len(photos)))]))
        else:
            tops.append(make_pyramid(render_background(rng, _TEXTURE_PX)))
    return Pool(styles, tuple(tops))


def render_shard(recipe: Recipe, shard: int) -> Iterator[tuple[bytes, PhotoTruth]]:
    """The photos of one shard as JPEG bytes with their truth; depends on recipe and shard number alone."""
    rng = np.random.default_rng([recipe.seed, shard])
    textures = load_photo_textures(Path(recipe.textures)) if recipe.textures else []
    pool = _pool(rng, recipe, textures)
    for index in _indices(recipe, shard):
        photo_rng = np.random.default_rng([recipe.seed, shard, index])
        image, truth = render_scene(photo_rng, recipe, pool, f"{index:06d}.jpg")
        quality = int(photo_rng.integers(recipe.quality[0], recipe.quality[1] + 1))
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        yield data.tobytes(), truth


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


@dataclass(frozen=True, slots=True)
class _Job:
    recipe: Recipe
    folder: Path
    shard: int


def _shard_path(folder: Path, shard: int) -> Path:
    return folder / "truth" / f"{shard:05d}.jsonl"


def _run(job: _Job) -> int:
    """Render one shard to disk; its truth file comes last. Returns the number of photos."""
    cv2.setNumThreads(1)
    lines = []
    for data, truth in render_shard(job.recipe, job.shard):
        _write(job.folder / "photos" / truth.file, data)
        lines.append(hashlib.sha256(data).hexdigest() + " " + to_json(truth))
    _write(_shard_path(job.folder, job.shard), ("\n".join(lines) + "\n").encode())
    return len(lines)


def _rendered(jobs: list[_Job], workers: int) -> Iterator[int]:
    """Run jobs in so many processes, or in this one; yields the number of photos of each as it ends."""
    workers = min(workers, len(jobs))
    if workers <= 1:
        yield from map(_run, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(_run, jobs)


def generate(
    recipe: Recipe,
    folder: Path,
    *,
    commit: str,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Path:
    """Render the set into `folder`, or finish one that was interrupted; returns the manifest's path.

    progress: called with the number of photos that were just finished.
    """
    fingerprint = recipe_fingerprint(recipe)
    mark = folder / "recipe.txt"
    if mark.exists() and mark.read_text() != fingerprint:
        raise DatasetError(
            f"{folder} holds a set of another recipe ({mark.read_text()}, wanted {fingerprint})"
        )
    (folder / "photos").mkdir(parents=True, exist_ok=True)
    (folder / "truth").mkdir(exist_ok=True)
    mark.write_text(fingerprint)
    todo = [s for s in range(shard_count(recipe)) if not _shard_path(folder, s).exists()]
    report = progress or (lambda _: None)
    report(recipe.photos - sum(len(_indices(recipe, shard)) for shard in todo))
    for count in _rendered([_Job(recipe, folder, shard) for shard in todo], workers or os.cpu_count() or 1):
        report(count)
    return _write_manifest(recipe, folder, commit)


def _write_manifest(recipe: Recipe, folder: Path, commit: str) -> Path:
    shards = {
        _shard_path(folder, s).name: hashlib.sha256(_shard_path(folder, s).read_bytes()).hexdigest()
        for s in range(shard_count(recipe))
    }
    whole = hashlib.sha256("".join(shards.values()).encode()).hexdigest()
    manifest = {"recipe": asdict(recipe), "commit": commit, "sha256": whole, "shards": shards}
    path = folder / MANIFEST
    _write(path, json.dumps(manifest, indent=1).encode())
    return path


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a finished set."""
    path = folder / MANIFEST
    if not path.exists():
        raise DatasetError(f"{folder} is no finished set of photos: it has no {MANIFEST}")
    try:
        manifest: dict[str, Any] = json.loads(path.read_text())
    except ValueError as error:
        raise DatasetError(f"{path} is damaged: {error}") from error
    return manifest


def read_truths(folder: Path) -> Iterator[PhotoTruth]:
    """The truth of each photo of a finished set, in order; damaged truth files are refused."""
    for name, digest in sorted(read_manifest(folder)["shards"].items()):
        data = (folder / "truth" / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise DatasetError(f"{folder / 'truth' / name} does not match the manifest: make the set again")
        for line in data.decode().splitlines():
            yield from_json(line.split(" ", 1)[1])
