"""Files that are there whole or not at all: written beside, renamed at the end."""

import os
from pathlib import Path


class OutputError(OSError):
    """A file that cannot be written, in one line."""


def part_path(path: Path) -> Path:
    """Where a file is written until it is whole; what a killed run left there is overwritten."""
    return path.with_name(f".{path.name}.part")


def prepare(path: Path) -> Path:
    """Make sure before any work that a file can be written; where to write it."""
    part = part_path(path)
    if path.is_dir():
        raise OutputError(f"{path} is a folder; expected a file's name")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(b"")
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
    return part


def put_in_place(path: Path) -> None:
    """Let a whole file take its name."""
    try:
        os.replace(part_path(path), path)  # noqa: PTH105 -- the one call that promises to be atomic
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error


def write_whole(path: Path, text: str) -> None:
    """Write a text so that a reader finds the old file or the new one."""
    part = part_path(path)
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
    put_in_place(path)


def forget(path: Path) -> None:
    """Remove what was begun and will not be finished."""
    part_path(path).unlink(missing_ok=True)
