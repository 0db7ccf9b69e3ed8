"""What a hand is worth."""

from collections.abc import Iterable

from engine.tiles import Tile

_DOUBLE_BLANK = Tile(0, 0)


def tile_value(tile: Tile, *, double_blank: int = 0) -> int:
    """The pips of a tile; many house rules give the double blank a value of its own."""
    return double_blank if tile == _DOUBLE_BLANK else tile.pips


def hand_total(tiles: Iterable[Tile], *, double_blank: int = 0) -> int:
    """All tiles of a hand added up."""
    return sum(tile_value(tile, double_blank=double_blank) for tile in tiles)
