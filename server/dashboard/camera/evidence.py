"""Pictures of the table before and after each flag: files beside the data file, within a limit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from server.replay_files import part_path

Which = Literal["before", "after"]
MOST_BYTES = 300 * 1024 * 1024
"""Some two thousand pictures; the oldest make room."""


class EvidenceError(OSError):
    """Pictures that cannot be kept: says why."""


class EvidenceFiles:
    """The pictures, by game and entry; their names are made of numbers alone."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def keep(self, game_id: int, seq: int, before: bytes, after: bytes) -> None:
        """Write both pictures of an entry; raises EvidenceError when that cannot be."""
        try:
            self._write(self._folder / str(game_id), seq, before, after)
            self._prune()
        except OSError as error:
            raise EvidenceError(f"pictures of flags cannot be kept: {error.strerror}") from error

    def _write(self, folder: Path, seq: int, before: bytes, after: bytes) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for which, picture in (("before", before), ("after", after)):
            path = folder / f"{seq}-{which}.jpg"
            part_path(path).write_bytes(picture)
            part_path(path).replace(path)

    def path(self, game_id: int, seq: int, which: Which) -> Path | None:
        """Where a picture is, if it is there."""
        path = self._folder / str(game_id) / f"{seq}-{which}.jpg"
        return path if path.is_file() else None

    def entries(self, game_id: int) -> frozenset[int]:
        """The entries of a game that have pictures."""
        found = (self._folder / str(game_id)).glob("*-after.jpg")
        return frozenset(int(number) for each in found if (number := each.stem.partition("-")[0]).isdecimal())

    def games(self) -> frozenset[int]:
        """The games that have pictures."""
        return frozenset(int(each.name) for each in self._folder.glob("*") if each.name.isdecimal())

    def forget(self, game_id: int) -> None:
        """Remove the pictures of a game."""
        folder = self._folder / str(game_id)
        for each in folder.glob("*.jpg"):
            each.unlink(missing_ok=True)
        if folder.is_dir():
            folder.rmdir()

    def _prune(self) -> None:
        """Remove the oldest pictures until the rest is within the limit."""
        files = sorted(self._files(), key=lambda each: each[1])
        left = sum(size for _, _, size in files)
        for path, _, size in files:
            if left <= self._most_bytes:
                return
            path.unlink(missing_ok=True)
            left -= size

    def _files(self) -> Iterator[tuple[Path, float, int]]:
        for path in self._folder.glob("*/*.jpg"):
            facts = path.stat()
            yield path, facts.st_mtime, facts.st_size
