"""Claims: what a seat says about its hand by passing or drawing."""

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import Tile
from engine.trains import Seat


class ClaimKind(StrEnum):
    """How a seat said that it holds nothing playable."""

    PASS = "pass"  # noqa: S105 -- no password
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Claim:
    """A pass or a draw, kept until hands are revealed and it can be checked.

    ends: values that a tile other than a double could have been played on.
    doubles: values of the doubles that could have been played.
    draws: tiles that the seat may have drawn since; a draw counts itself.
    played: tiles that the seat has played since.
    """

    kind: ClaimKind
    seat: Seat
    ends: tuple[int, ...]
    doubles: tuple[int, ...]
    draws: int
    played: tuple[Tile, ...] = ()
    is_seen: bool = True
    """False when the pass was only inferred."""

    def after_draw(self, tiles: int = 1) -> "Claim":
        """The claim once its seat has drawn more tiles."""
        draws = self.draws + tiles
        return Claim(self.kind, self.seat, self.ends, self.doubles, draws, self.played, self.is_seen)

    def after_play(self, tile: Tile) -> "Claim":
        """The claim once its seat has shown, by playing it, that it holds or held `tile`."""
        played = (*self.played, tile)
        return Claim(self.kind, self.seat, self.ends, self.doubles, self.draws, played, self.is_seen)

    def covers(self, tile: Tile) -> bool:
        """Whether `tile` could have been played when the claim was made."""
        if tile.is_double:
            return tile.low in self.doubles
        return tile.low in self.ends or tile.high in self.ends


def claims_after_draw(claims: tuple[Claim, ...], seat: Seat, tiles: int = 1) -> tuple[Claim, ...]:
    """The claims once `seat` has drawn more tiles."""
    return tuple(c.after_draw(tiles) if c.seat == seat else c for c in claims)


def claims_after_play(claims: tuple[Claim, ...], seat: Seat, tile: Tile) -> tuple[Claim, ...]:
    """The claims once `seat` has played `tile`."""
    return tuple(c.after_play(tile) if c.seat == seat else c for c in claims)
