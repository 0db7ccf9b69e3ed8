"""The command `stationmaster count`: photos in, hand totals out."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from server.annotate import annotated
from server.photo_files import PhotoFile, PhotoFileError
from server.progress import PhotoProgress
from server.report import CountedPhoto, json_line, photo_report
from server.words import SOURCE, Words, words_in
from vision.decode import PhotoError, decode_photo
from vision.readings import PhotoReading


class Reader(Protocol):
    """Whatever finds and reads the tiles of a photo."""

    def read(self, bgr: NDArray[np.uint8], *, set_size: int | None = None) -> PhotoReading:
        """Read all tiles; without a set size the photo decides which set it shows."""


@dataclass(frozen=True, slots=True)
class CountOptions:
    """What the command line asked for."""

    set_size: int | None = None
    double_blank: int = 0
    as_json: bool = False
    save_dir: Path | None = None
    words: Words = field(default_factory=partial(words_in, SOURCE))


class PhotoCounter:
    """Reads photos one by one and prints each; what fails is said in one line and counted."""

    def __init__(self, options: CountOptions, load_reader: Callable[[], Reader]) -> None:
        self._options = options
        self._load_reader = load_reader
        self._reader: Reader | None = None
        self._saved: set[Path] = set()
        self._out = Console(highlight=False, soft_wrap=options.as_json)

    def run(self, photos: Sequence[PhotoFile]) -> int:
        """Count all photos; returns how many failed."""
        failed = 0
        with PhotoProgress(len(photos)) as progress:
            for photo in photos:
                progress.begin(photo.name)
                problem = self._count(photo, progress)
                if problem is not None:
                    failed += 1
                    progress.print_above(partial(complain, f"{photo.name}: {problem}"))
        return failed

    def _count(self, photo: PhotoFile, progress: PhotoProgress) -> str | None:
        """Read and print one photo; returns what was wrong with it."""
        try:
            bgr = decode_photo(photo.read())
        except (PhotoFileError, PhotoError) as error:
            return str(error)
        reading = self._loaded_reader().read(bgr, set_size=self._options.set_size)
        counted = CountedPhoto(photo.name, reading, self._options.double_blank)
        if reading.tiles or self._options.as_json:
            progress.print_above(partial(self._print, counted))
        if not reading.tiles:
            return self._options.words.say("count.no_tile")
        return self._save(counted, bgr)

    def _loaded_reader(self) -> Reader:
        # Not before a photo needs it: a wrong name is answered at once.
        if self._reader is None:
            self._reader = self._load_reader()
        return self._reader

    def _print(self, photo: CountedPhoto) -> None:
        if self._options.as_json:
            sys.stdout.write(json_line(photo) + "\n")
            sys.stdout.flush()
        else:
            self._out.print(photo_report(photo, self._options.words))

    def _save(self, photo: CountedPhoto, bgr: NDArray[np.uint8]) -> str | None:
        """Write the annotated picture where one was asked for; returns what was wrong."""
        folder = self._options.save_dir
        if folder is None:
            return None
        _, jpeg = cv2.imencode(".jpg", annotated(bgr, photo), [cv2.IMWRITE_JPEG_QUALITY, 90])
        path = self._free_name(folder, Path(photo.file).stem if photo.file != "-" else "stdin")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(jpeg.tobytes())
        except OSError as error:
            reason = error.strerror or str(error)
            return self._options.words.say("count.save_fails", path=str(path), reason=reason)
        return None

    def _free_name(self, folder: Path, stem: str) -> Path:
        """Two photos of one name from different folders do not overwrite each other."""
        path, number = folder / f"{stem}_counted.jpg", 1
        while path in self._saved:
            number += 1
            path = folder / f"{stem}_counted_{number}.jpg"
        self._saved.add(path)
        return path


def complain(line: str) -> None:
    """Say what is wrong on standard error."""
    sys.stderr.write(f"stationmaster: {line}\n")
    sys.stderr.flush()
