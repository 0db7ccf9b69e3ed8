"""What is known about a rendered photo, as values and as one JSON line."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

Quad = tuple[tuple[float, float], ...]
"""Four corners in pixels, clockwise in the picture."""


@dataclass(frozen=True, slots=True)
class TileTruth:
    """One tile with its face in view.

    corners_px: of the face; corners 0 and 1 bound end a, corners 2 and 3 end b.
    visible: share of end a and of end b that nothing covers and the picture does not cut off.
    """

    a: int
    b: int
    corners_px: Quad
    visible: tuple[float, float]
    standing: bool = False


@dataclass(frozen=True, slots=True)
class ThingTruth:
    """Anything else that the table model must know: `kind` is back, marker, hub or hand."""

    kind: str
    corners_px: Quad
    visible: float


@dataclass(frozen=True, slots=True)
class PhotoTruth:
    """Everything in one rendered photo; `traits` says how it was made (set size, pip kind, tilt …)."""

    file: str
    width: int
    height: int
    tiles: tuple[TileTruth, ...]
    things: tuple[ThingTruth, ...]
    traits: dict[str, str | float | int | bool] = field(default_factory=dict)


def rounded(value: Any) -> Any:
    """A value whose numbers, however deep in it, are rounded to 1/1000."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(v) for v in value]
    return value


def to_json(truth: PhotoTruth) -> str:
    """One line of JSON, numbers rounded to 1/1000."""
    return json.dumps(rounded(asdict(truth)), separators=(",", ":"))


def _quad(rows: list[list[float]]) -> Quad:
    return tuple((float(x), float(y)) for x, y in rows)


def from_json(line: str) -> PhotoTruth:
    """The truth that `to_json` wrote."""
    raw = json.loads(line)
    tiles = tuple(
        TileTruth(t["a"], t["b"], _quad(t["corners_px"]), (t["visible"][0], t["visible"][1]), t["standing"])
        for t in raw["tiles"]
    )
    things = tuple(ThingTruth(t["kind"], _quad(t["corners_px"]), t["visible"]) for t in raw["things"])
    return PhotoTruth(raw["file"], raw["width"], raw["height"], tiles, things, raw["traits"])
