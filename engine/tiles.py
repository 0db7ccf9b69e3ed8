"""The tile and the sets that tiles come in."""

from dataclasses import dataclass
from functools import cache
from typing import Self

SET_SIZES = (6, 9, 12, 15, 18)
"""Highest pip value of each set that is sold."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """An unordered pair of pip values, stored low first: 9-4 and 4-9 are one tile."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"a tile needs 0 <= low <= high, got {self.low}-{self.high}")

    @classmethod
    def of(cls, a: int, b: int) -> Self:
        """The tile with ends a and b, in either order."""
        return cls(min(a, b), max(a, b))

    @property
    def is_double(self) -> bool:
        """Whether both ends show the same value."""
        return self.low == self.high

    @property
    def pips(self) -> int:
        """Both ends added up."""
        return self.low + self.high

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


def double_set(highest: int) -> tuple[Tile, ...]:
    """All tiles of a double-N set, in order: each pair of 0..highest once."""
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


@cache
def tile_bit(tile: Tile) -> int:
    """The tile's bit in a set of tiles kept as one number."""
    return 1 << (tile.high * (tile.high + 1) // 2 + tile.low)


@cache
def pips_mask(pips: int, max_pip: int) -> int:
    """The bits of all tiles of a set that show `pips`."""
    return sum(tile_bit(Tile.of(pips, other)) for other in range(max_pip + 1))
