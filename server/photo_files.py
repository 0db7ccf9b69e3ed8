"""From what was typed after `count` to the bytes of photos."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

STDIN = "-"
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}
"""What is taken for a photo inside a folder; a file named outright is tried whatever its suffix."""

MAX_BYTES = 256 * 1024 * 1024
"""Larger than any photo within the limit of pixels; keeps a video or a disk image out of memory."""


class PhotoFileError(ValueError):
    """A photo cannot be fetched; the message is one line, without the photo's name."""


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A photo by the name it was given: a path, or `-` for standard input."""

    name: str

    def read(self) -> bytes:
        """Fetch its bytes; raises PhotoFileError."""
        if self.name == STDIN:
            return _within_limit(sys.stdin.buffer.read(MAX_BYTES + 1))
        path = Path(self.name)
        try:
            if path.is_dir():
                raise PhotoFileError("expected photos in this folder, found none")
            with path.open("rb") as file:
                return _within_limit(file.read(MAX_BYTES + 1))
        except FileNotFoundError as error:
            raise PhotoFileError("no such file or folder") from error
        except OSError as error:
            raise PhotoFileError(f"cannot be read: {error.strerror or error}") from error


def _within_limit(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise PhotoFileError(f"expected a photo of at most {MAX_BYTES // 1024**2} MB, got a larger file")
    return data


def find_photos(names: Iterable[str]) -> Iterator[PhotoFile]:
    """Each photo once, in the order given; a folder gives all that lie in it and below, by name.

    A name without a photo behind it is kept: reading it says what is wrong.
    """
    seen: set[str] = set()
    for name in names:
        for photo in _in_folder(Path(name)) or [PhotoFile(name)]:
            if photo.name not in seen:
                seen.add(photo.name)
                yield photo


def _in_folder(path: Path) -> list[PhotoFile]:
    if not path.is_dir():
        return []
    return [
        PhotoFile(str(file))
        for file in sorted(path.rglob("*"))
        if file.suffix.lower() in SUFFIXES and not file.name.startswith(".") and file.is_file()
    ]
