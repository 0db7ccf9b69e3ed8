"""What a page has to fetch stays small."""

import gzip
from pathlib import Path

from server.dashboard.app import STATIC

MOST_BYTES = 200_000
NEVER_FETCHED = {".md", ".txt"}
"""Licences and where the libraries come from."""


def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def test_the_front_end_is_small() -> None:
    fetched = [each for each in STATIC.rglob("*") if each.is_file() and each.suffix not in NEVER_FETCHED]

    assert len(fetched) > 40
    assert sum(map(compressed, fetched)) <= MOST_BYTES
