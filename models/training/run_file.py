"""What a run's folder knows about itself: what it was begun with, and what came out."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_BEGUN = "run.json"
_RESULT = "result.json"


class RunFileError(ValueError):
    """A folder of another run, or one whose notes are damaged."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What must stay the same when a run goes on. data: fingerprint of the sets. start: path or empty."""

    model: str
    data: str
    start: str
    image_px: int | None
    rate: float
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to. state: name of its state dict's file. numbers: its validation figures."""

    minutes: float
    state: str
    numbers: str


def _read(path: Path) -> dict[str, Any] | None:
    if not path.exists():
        return None
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RunFileError(f"{path} is damaged: {error}") from error
    return raw


def _write(path: Path, values: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def begun_with(folder: Path) -> Begun | None:
    """What the run of a folder was begun with, or None when there is no run."""
    raw = _read(folder / _BEGUN)
    try:
        return None if raw is None else Begun(**raw)
    except TypeError as error:
        raise RunFileError(f"{folder / _BEGUN} is damaged: {error}") from error


def begin(folder: Path, begun: Begun) -> None:
    """Mark a folder as that of a run; a folder of another one is refused."""
    former = begun_with(folder)
    if former is not None and former != begun:
        now = asdict(begun)
        differs = [
            f"{key} {value!r} (not {now[key]!r})"
            for key, value in asdict(former).items()
            if value != now[key]
        ]
        raise RunFileError(f"{folder} holds a run with {', '.join(differs)}: name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / _BEGUN, asdict(begun))


def finished(folder: Path) -> Result | None:
    """What the run of a folder came to, or None when it has not finished."""
    raw = _read(folder / _RESULT)
    return None if raw is None else Result(**raw)


def finish(folder: Path, result: Result) -> None:
    """Note what a run came to."""
    _write(folder / _RESULT, asdict(result))
