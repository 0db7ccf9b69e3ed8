"""The list of exported models, `models/registry.toml`: written by this module only, in a stable order."""

import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_HEAD = "# Written by `stationmaster-lab export`, an entry per model; input_px is width and height.\n"


@dataclass(frozen=True, slots=True)
class RegistryEntry:
    """One exported model.

    input_px: width and height that it was trained at. classes: in the order of its outputs.
    run: name of the training run. data: fingerprint of the sets it was trained on.
    """

    name: str
    sha256: str
    input_px: tuple[int, int]
    classes: tuple[str, ...]
    run: str
    data: str


class RegistryError(ValueError):
    """A registry that cannot be read."""


def read_registry(path: Path) -> dict[str, dict[str, Any]]:
    """The entries by model name; none when the file is not there."""
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RegistryError(f"{path} is not TOML: {error}") from error


def _value(value: object) -> str:
    # JSON's strings, numbers and lists of them are TOML as well.
    return json.dumps(value, ensure_ascii=False)


def write_registry(path: Path, entry: RegistryEntry) -> None:
    """Put an entry in place of the model's former one; models and keys are sorted."""
    entries = read_registry(path)
    entries[entry.name] = {key: value for key, value in asdict(entry).items() if key != "name"}
    blocks = [
        f"[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in sorted(entries[name].items()))
        for name in sorted(entries)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".toml.part")
    part.write_text(_HEAD + "\n" + "\n".join(blocks), encoding="utf-8")
    part.replace(path)
