"""Labelled photos: where each tile lies and what it is."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

Point = tuple[float, float]


class LabelError(ValueError):
    """A file of labels is not what it should be."""


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """A tile as a person marked it, in pixels of the upright photo.

    centre, end_a, end_b: the middle of the tile and of the end that shows `a` or `b`.
    length: of the long side.
    """

    a: int
    b: int
    centre: Point
    length: float
    end_a: Point
    end_b: Point

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


@dataclass(frozen=True, slots=True)
class IgnoredSpot:
    """A place where a prediction counts neither for nor against: face-down, hidden, cut off.

    radius: how far from the spot, where the label says so.
    """

    centre: Point
    radius: float | None


@dataclass(frozen=True, slots=True)
class PhotoLabel:
    """Everything that is known of one photo."""

    file: str
    source: str
    set_name: str
    view: str
    size: tuple[int, int]
    tiles: tuple[LabelledTile, ...]
    ignored: tuple[IgnoredSpot, ...]

    @property
    def set_size(self) -> int:
        """The highest pip value of the set: 12 for double-12."""
        return int(self.set_name.removeprefix("double-"))

    def scaled(self, scale: float) -> "PhotoLabel":
        """The label of the photo made `scale` times as large."""
        width, height = self.size
        size = max(1, round(width * scale)), max(1, round(height * scale))

        def shrink(point: Point) -> Point:
            return point[0] * size[0] / width, point[1] * size[1] / height

        return self._moved(shrink, scale, size)

    def turned(self, quarter_turns: int) -> "PhotoLabel":
        """The label of the photo turned clockwise by so many times 90°."""
        label = self
        for _ in range(quarter_turns % 4):
            label = label._turned_once()
        return label

    def _turned_once(self) -> "PhotoLabel":
        width, height = self.size

        # Pixel (x, y) becomes pixel (height - 1 - y, x).
        def turn(point: Point) -> Point:
            return height - 1 - point[1], point[0]

        return self._moved(turn, 1.0, (height, width))

    def _moved(self, move: Callable[[Point], Point], scale: float, size: tuple[int, int]) -> "PhotoLabel":
        tiles = tuple(
            replace(
                tile,
                centre=move(tile.centre),
                end_a=move(tile.end_a),
                end_b=move(tile.end_b),
                length=tile.length * scale,
            )
            for tile in self.tiles
        )
        ignored = tuple(
            IgnoredSpot(move(spot.centre), None if spot.radius is None else spot.radius * scale)
            for spot in self.ignored
        )
        return replace(self, size=size, tiles=tiles, ignored=ignored)


def parse_labels(text: str) -> tuple[PhotoLabel, ...]:
    """Read a JSON list of labelled photos; LabelError names what is missing."""
    try:
        photos = json.loads(text)
    except json.JSONDecodeError as error:
        raise LabelError(f"expected a JSON list of labelled photos, got no JSON: {error}") from error
    if not isinstance(photos, list):
        raise LabelError(f"expected a JSON list of labelled photos, got {type(photos).__name__}")
    return tuple(_photo(place, fields) for place, fields in enumerate(photos))


def _photo(place: int, fields: dict[str, Any]) -> PhotoLabel:
    try:
        return PhotoLabel(
            file=fields["file"],
            source=fields["source"],
            set_name=fields["set"],
            view=fields["view"],
            size=(int(fields["width"]), int(fields["height"])),
            tiles=tuple(_tile(tile) for tile in fields["tiles"]),
            ignored=tuple(
                IgnoredSpot((float(spot["cx"]), float(spot["cy"])), spot.get("r"))
                for spot in fields.get("ignore", ())
            ),
        )
    except KeyError as error:
        raise LabelError(f"label {place + 1} lacks {error}") from error


def _tile(fields: dict[str, Any]) -> LabelledTile:
    return LabelledTile(
        a=fields["a"],
        b=fields["b"],
        centre=(float(fields["cx"]), float(fields["cy"])),
        length=float(fields["len"]),
        end_a=_point(fields["ha"]),
        end_b=_point(fields["hb"]),
    )


def _point(pair: Sequence[float]) -> Point:
    x, y = pair
    return float(x), float(y)
