"""Cameras to choose from: what is plugged in, films below one folder, addresses of a few kinds."""

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from server.words import Saying
from vision.source_stream import shown

DEVICES = Path("/sys/class/video4linux")
FILM_SUFFIXES = frozenset({".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v"})
MOST_FILMS = 200
PROTOCOLS = frozenset({"rtsp", "rtsps", "http", "https"})
FEW = 3
"""So many webcams are offered where the system does not list them."""


class ChoiceError(ValueError):
    """A camera that cannot be chosen: says why."""


@dataclass(frozen=True, slots=True)
class Webcam:
    """A camera of this computer. source: what opens it, where that is not its index."""

    index: int
    name: str
    source: str = ""

    @property
    def opens(self) -> str:
        """What opens it."""
        return self.source or str(self.index)


@dataclass(frozen=True, slots=True)
class Film:
    """A film below the folder; `id` is made from its place there."""

    id: str
    name: str
    path: Path


def webcams(devices: Path = DEVICES) -> Iterator[Webcam]:
    """The cameras that are plugged in, as far as the system tells."""
    if not devices.is_dir():
        if platform.system() == "Linux":
            # The folder comes with the first camera.
            return
        yield from (Webcam(index, "") for index in range(FEW))
        return
    for each in sorted(devices.glob("video*"), key=lambda found: (len(found.name), found.name)):
        number = each.name.removeprefix("video")
        label = each / "name"
        if number.isdecimal():
            yield Webcam(int(number), label.read_text().strip() if label.is_file() else "")


def films(folder: Path | None) -> Iterator[Film]:
    """The films below the folder; without one there are none."""
    if folder is None:
        return
    found = (each for each in sorted(folder.rglob("*")) if each.suffix.lower() in FILM_SUFFIXES)
    inside = (each for each in found if each.is_file() and each.resolve().is_relative_to(folder.resolve()))
    for _, path in zip(range(MOST_FILMS), inside, strict=False):
        name = path.relative_to(folder).as_posix()
        yield Film(_id_of(name), name, path)


def _id_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Open:
    """The camera that is open, as the list of choices has it.

    index: of a webcam. id: of a film in the folder. name: as people know it.
    """

    kind: Literal["given", "webcam", "film", "address", "other"]
    name: str
    index: int | None = None
    id: str | None = None


def listed(source: str, given: str | None, folder: Path | None) -> Open:
    """Where a source stands in the list; "other" is a file that the folder does not hold."""
    name = named(source)
    if source == given:
        return Open("given", name)
    if source.isdecimal():
        return Open("webcam", name, index=int(source))
    if "://" in source:
        return Open("address", name)
    path = Path(source)
    if folder is not None and path.is_relative_to(folder.resolve()):
        return Open("film", name, id=_id_of(path.relative_to(folder.resolve()).as_posix()))
    return Open("other", name)


def film(folder: Path | None, film_id: str) -> str:
    """The path of a film by its id: no path ever comes from outside."""
    for each in films(folder):
        if each.id == film_id:
            return str(each.path.resolve())
    raise ChoiceError(Saying("error.no_film"))


def address(url: str) -> str:
    """A camera's URL; refuses other protocols than cameras speak."""
    try:
        parts = urlsplit(url.strip())
        is_fit = parts.scheme.lower() in PROTOCOLS and bool(parts.hostname)
    except ValueError:
        is_fit = False
    if not is_fit:
        kinds = [f"{each}://" for each in sorted(PROTOCOLS)]
        raise ChoiceError(Saying("error.address", {"kinds": kinds}))
    return url.strip()


def at_start(source: str) -> str:
    """A source as the command line names it; refuses what no camera speaks, and a film that is not there."""
    if "://" in source:
        return address(source)
    path = Path(source)
    if path.suffix.lower() in FILM_SUFFIXES and not path.is_file():
        raise ChoiceError(Saying("error.no_such_film", {"path": source}))
    return lasting(source)


def lasting(source: str) -> str:
    """A source as it can be found again from anywhere: files by their whole path."""
    path = Path(source)
    return str(path.resolve()) if path.exists() else source


def named(source: str) -> str:
    """A source as people know it: a film without its folder, a URL without its password."""
    return shown(source) if "://" in source else Path(source).name
