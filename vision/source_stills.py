"""A folder of photos as frames a fixed time apart, in the order in which a person would sort their names."""

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.decode import PhotoError, decode_photo
from vision.frames import Frame, Image
from vision.source_types import SourceError, SourceFacts, SourceOptions

_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts `2.jpg` before `10.jpg`, and numbers before letters."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.lower())
    return tuple((int(part), "") if part.isdecimal() else (sys.maxsize, part) for part in parts)


class StillsSource:
    """Photos of one folder; those that cannot be read are left out and named at the end."""

    def __init__(self, folder: Path, options: SourceOptions) -> None:
        files = [each for each in folder.iterdir() if each.suffix.lower() in _SUFFIXES and each.is_file()]
        self._files = sorted((f for f in files if not f.name.startswith(".")), key=lambda f: natural(f.name))
        self._step_s = options.still_s
        self._unread: list[str] = []
        self._is_closed = False
        self.shortfall: str | None = None
        if not self._files:
            raise SourceError(f"{folder}: expected a folder with photos, got none in it")
        first = next((p for p in map(self._read, self._files) if p is not None), None)
        if first is None:
            raise SourceError(f"{folder}: expected photos, got {len(self._files)} files: {self._unread[0]}")
        self._unread.clear()
        self.facts = SourceFacts(
            name=str(folder),
            size_px=(first.shape[1], first.shape[0]),
            fps=1 / self._step_s,
            duration_s=len(self._files) * self._step_s,
            is_live=False,
            coding=f"{len(self._files)} photos",
            is_stills=True,
        )

    def _read(self, file: Path) -> Image | None:
        try:
            return decode_photo(file.read_bytes())
        except (PhotoError, OSError) as error:
            self._unread.append(f"{file.name}: {error}")
            return None

    def __iter__(self) -> Iterator[Frame]:
        for index, file in enumerate(self._files):
            if self._is_closed:
                return
            bgr = self._read(file)
            if bgr is not None:
                luma = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
                yield Frame(luma, index, index * self._step_s, str(file), partial(np.asarray, bgr))
        if self._unread:
            self.shortfall = f"{self.facts.name}: left out {len(self._unread)} photos: {self._unread[0]}"

    def close(self) -> None:
        """End a loop over the photos."""
        self._is_closed = True
