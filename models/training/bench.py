"""Seconds per photo on this machine."""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from training.accuracy_tables import markdown
from training.evaluate import Reader
from vision.decode import decode_photo

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}


@dataclass(frozen=True, slots=True)
class Timing:
    """One photo: its size, the tiles found, the median of several runs of each step."""

    name: str
    megapixels: float
    tiles: int
    decode_s: float
    read_s: float


def time_photos(reader: Reader, paths: Iterable[Path], repeats: int) -> Iterator[Timing]:
    """Decode and read each photo `repeats` times, after one run to warm up."""
    for path in _photos(paths):
        data = path.read_bytes()
        bgr = decode_photo(data)
        tiles = len(reader.read(bgr).tiles)
        yield Timing(
            name=path.name,
            megapixels=bgr.shape[0] * bgr.shape[1] / 1e6,
            tiles=tiles,
            decode_s=_median_s(partial(decode_photo, data), repeats),
            read_s=_median_s(partial(reader.read, bgr), repeats),
        )


def bench_table(timings: Iterable[Timing]) -> str:
    """A row per photo."""
    rows: Sequence[Sequence[str]] = [
        [
            timing.name,
            f"{timing.megapixels:.1f}",
            str(timing.tiles),
            f"{timing.decode_s:.3f}",
            f"{timing.read_s:.3f}",
            f"{timing.decode_s + timing.read_s:.3f}",
        ]
        for timing in timings
    ]
    return markdown(["photo", "megapixels", "tiles", "decode, s", "read, s", "both, s"], rows)


def _photos(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)
        else:
            yield path


def _median_s(step: Callable[[], object], repeats: int) -> float:
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
