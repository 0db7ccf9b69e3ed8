"""Seats, trains and the tiles that lie in them."""

import re
from dataclasses import dataclass
from functools import cache
from typing import NewType, Self

from engine.notation import NAME, Reader
from engine.tiles import Tile

Seat = NewType("Seat", str)
"""A place at the table by its name, such as P1; seats sit clockwise in the order given."""

TrainName = NewType("TrainName", str)
"""A seat's name, MX, or @n for the train in slot n while nobody owns it."""

MEXICAN = TrainName("MX")

SLOT_NUMBER = re.compile(r"[0-9]{1,3}")
SLOT = re.compile(rf"@{SLOT_NUMBER.pattern}")
TRAIN_NAME = re.compile(rf"{NAME.pattern}|{SLOT.pattern}")


def check_seat(name: str) -> Seat:
    """`name` as a seat; refuses what the notation could not read back."""
    if NAME.fullmatch(name) is None or name == MEXICAN:
        raise ValueError(f"a seat needs a name of letters and digits other than MX, got {name!r}")
    return Seat(name)


def check_train_name(name: str) -> TrainName:
    """`name` as a train's name."""
    if TRAIN_NAME.fullmatch(name) is None:
        raise ValueError(f"a train is named by a seat, MX or @slot, got {name!r}")
    return TrainName(name)


def own_train(seat: Seat) -> TrainName:
    """The name of a seat's own train."""
    return TrainName(seat)


def slot_train(slot: int) -> TrainName:
    """The name of the train in a slot that has no owner yet."""
    return TrainName(f"@{slot}")


def read_slot(reader: Reader) -> int:
    """Read a slot's number."""
    return int(reader.take(SLOT_NUMBER, "a slot"))


def read_seat(reader: Reader) -> Seat:
    """Read a seat's name."""
    reader.skip()
    start = reader.position
    name = reader.name("a seat")
    return reader.build(start, lambda: check_seat(name), "a seat")


def read_train_name(reader: Reader) -> TrainName:
    """Read a train's name."""
    return TrainName(reader.take(TRAIN_NAME, "a train (a seat, MX or @slot)"))


@cache
def _tile(inner: int, outer: int) -> Tile:
    # Links are asked for their tile all the time, and no set has more than a few hundred.
    return Tile.of(inner, outer)


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """A tile as it lies in a train: the end towards the hub, then the outer one."""

    inner: int
    outer: int

    @property
    def tile(self) -> Tile:
        """The tile whichever way it lies."""
        return _tile(self.inner, self.outer)

    @property
    def is_double(self) -> bool:
        """Whether both ends show the same value."""
        return self.inner == self.outer

    def is_same_tile(self, other: "Link") -> bool:
        """Whether both are one tile, whichever way it lies."""
        return self == other or (self.inner == other.outer and self.outer == other.inner)

    def turned(self) -> Self:
        """The same tile the other way round."""
        return type(self)(self.outer, self.inner)

    def __str__(self) -> str:
        return f"{self.inner}-{self.outer}"


def read_link(reader: Reader) -> Link:
    """Read a tile with its hub-side end first."""
    return Link(*reader.ends())


def parse_link(text: str) -> Link:
    """The link that `text` names."""
    reader = Reader(text)
    return reader.finish(read_link(reader))


@dataclass(frozen=True, slots=True)
class Train:
    """A train with its tiles from the hub outward.

    What the rules say and what lies on the table are kept apart: a marker taken off too
    early, or forgotten, leaves the train open.
    """

    name: TrainName
    links: tuple[Link, ...] = ()
    is_open: bool = False
    """By the rules: its owner could not play and has not played on it since."""
    marker_seen: bool = False
    """A marker lies on it."""
    is_released: bool = False
    """Its owner has played what lets the marker come off."""

    @property
    def free_end(self) -> int | None:
        """The value that the tail offers; None while the train has no tile."""
        return self.links[-1].outer if self.links else None

    @property
    def is_started(self) -> bool:
        """Whether a tile lies in it."""
        return bool(self.links)

    def __str__(self) -> str:
        marks = (
            ("o" if self.is_open else "")
            + ("m" if self.marker_seen else "")
            + ("r" if self.is_released else "")
        )
        tiles = " ".join(map(str, self.links)) or "-"
        return f"{self.name}{'/' + marks if marks else ''}: {tiles}"


MARKS = re.compile(r"(?=[omr])o?m?r?")


def read_train(reader: Reader) -> Train:
    """Read a train: name, marks after a slash (o open, m marker, r released), tiles."""
    name = read_train_name(reader)
    marks = reader.take(MARKS, "marks out of 'omr'") if reader.accept("/") else ""
    reader.expect(":")
    links: list[Link] = []
    if not reader.accept("-"):
        links.append(read_link(reader))
        while not reader.at_end() and reader.text[reader.position] != "|":
            links.append(read_link(reader))
    return Train(name, tuple(links), "o" in marks, "m" in marks, "r" in marks)


def parse_train(text: str) -> Train:
    """The train that `text` describes."""
    reader = Reader(text)
    return reader.finish(read_train(reader))
