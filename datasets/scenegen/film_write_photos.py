"""Writes a set of photos out of films: the same folder that `generate` writes, a shard per film."""

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scenegen.film_family import FilmFamily
from scenegen.film_look import FilmLook, LookChances, draw_look
from scenegen.film_plan import film_style, make_script
from scenegen.film_recipe import FilmRecipe, draw_film
from scenegen.film_record import film_record
from scenegen.film_write_stills import stills
from scenegen.generate import MANIFEST, DatasetError
from scenegen.styles import SetStyle, StyleChances, sample_style
from scenegen.truth import to_json

STILLS_PER_FILM = 24
LOOKS_PER_FILM = 4
_QUALITY = (60, 96)


@dataclass(frozen=True, slots=True)
class PhotosOrder:
    """Photos to be taken of a family's films. count: of photos in all."""

    family: FilmFamily
    count: int
    folder: Path


def photos_fingerprint(order: PhotosOrder) -> str:
    """Short hash of everything that the photos are made from."""
    text = json.dumps([asdict(order.family), order.count, STILLS_PER_FILM, LOOKS_PER_FILM], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _style(rng: np.random.Generator, size: SetStyle) -> SetStyle:
    """Another set with tiles of the same size."""
    drawn = sample_style(rng, StyleChances())
    pip_mm = drawn.pip_mm * size.width_mm / drawn.width_mm
    measures = (size.length_mm, size.width_mm, size.thickness_mm)
    length, width, thickness = measures
    return replace(drawn, length_mm=length, width_mm=width, thickness_mm=thickness, pip_mm=pip_mm)


def _looks(recipe: FilmRecipe, table_mm: tuple[float, float]) -> Iterator[FilmLook]:
    """Looks of one film, each with a set, table, light and camera of its own."""
    rng = np.random.default_rng([recipe.seed, 9])
    size = film_style(recipe)
    chances = LookChances(size_px=recipe.view.size_px)
    for _ in range(LOOKS_PER_FILM):
        look = draw_look(int(rng.integers(0, 2**31)), chances, table_mm, _style(rng, size))
        if recipe.table.is_round:
            look = replace(look, top=replace(look.top, corner_mm=min(table_mm) / 2))
        yield look


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


def _shard_path(folder: Path, shard: int) -> Path:
    return folder / "truth" / f"{shard:05d}.jsonl"


def _indices(order: PhotosOrder, shard: int) -> range:
    start = shard * STILLS_PER_FILM
    return range(start, min(start + STILLS_PER_FILM, order.count))


def _run(job: tuple[PhotosOrder, int]) -> int:
    """Take the photos of one film; its truth file comes last. Returns the number of photos."""
    order, shard = job
    cv2.setNumThreads(1)
    recipe = draw_film(order.family, shard)
    script = make_script(film_record(recipe), recipe)
    rng = np.random.default_rng([recipe.seed, 10])
    indices = np.array_split(np.array(_indices(order, shard)), LOOKS_PER_FILM)
    lines = []
    for look, here in zip(_looks(recipe, script.table_mm), indices, strict=True):
        times = np.sort(rng.uniform(0, script.lasts_s, len(here))).tolist()
        for index, (picture, truth) in zip(here, stills(script, look, times), strict=True):
            quality = int(rng.integers(*_QUALITY))
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            found = replace(truth, file=f"{index:06d}.jpg")
            _write(order.folder / "photos" / found.file, data.tobytes())
            lines.append(hashlib.sha256(data.tobytes()).hexdigest() + " " + to_json(found))
    _write(_shard_path(order.folder, shard), ("\n".join(lines) + "\n").encode())
    return len(lines)


def _done(jobs: list[tuple[PhotosOrder, int]], workers: int) -> Iterator[int]:
    if min(workers, len(jobs)) <= 1:
        yield from map(_run, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(jobs))) as pool:
        yield from pool.imap_unordered(_run, jobs)


def take_photos(
    order: PhotosOrder, commit: str, workers: int, progress: Callable[[int], None] | None = None
) -> Path:
    """Take the photos, or finish a set that was interrupted; returns the manifest's path.

    progress: called with the number of photos that were just finished.
    """
    folder, fingerprint = order.folder, photos_fingerprint(order)
    mark = folder / "recipe.txt"
    if mark.exists() and mark.read_text() != fingerprint:
        raise DatasetError(
            f"{folder} holds a set of another recipe ({mark.read_text()}, wanted {fingerprint})"
        )
    (folder / "photos").mkdir(parents=True, exist_ok=True)
    (folder / "truth").mkdir(exist_ok=True)
    mark.write_text(fingerprint)
    shards = range(-(-order.count // STILLS_PER_FILM))
    todo = [shard for shard in shards if not _shard_path(folder, shard).exists()]
    report = progress or (lambda _: None)
    report(order.count - sum(len(_indices(order, shard)) for shard in todo))
    for count in _done([(order, shard) for shard in todo], workers):
        report(count)
    return _write_manifest(order, commit, shards)


def _write_manifest(order: PhotosOrder, commit: str, shards: range) -> Path:
    paths = [_shard_path(order.folder, shard) for shard in shards]
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    whole = hashlib.sha256("".join(hashes.values()).encode()).hexdigest()
    recipe = {**asdict(order.family), "photos": order.count}
    manifest = {"recipe": recipe, "commit": commit, "sha256": whole, "shards": hashes}
    path = order.folder / MANIFEST
    _write(path, json.dumps(manifest, indent=1).encode())
    return path
