"""Simple players for simulated games: each chooses among the moves that the rules allow."""

import random
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from engine.legal import Play


class Style(StrEnum):
    """How a simulated player plays."""

    GREEDY = "greedy"
    """Sheds the most pips."""
    RANDOM = "random"
    """Takes any move."""
    HOARDER = "hoarder"
    """Keeps heavy tiles and doubles as long as it can: long games, blocked rounds."""


Choose = Callable[[random.Random, Sequence[Play]], Play]


def _weight(move: Play) -> tuple[bool, int, Play]:
    return (move.link.is_double, move.link.tile.pips, move)


CHOICES: Mapping[Style, Choose] = {
    Style.GREEDY: lambda _, moves: max(moves, key=_weight),
    Style.RANDOM: lambda rng, moves: rng.choice(moves),
    Style.HOARDER: lambda _, moves: min(moves, key=_weight),
}


def choose(rng: random.Random, style: Style, moves: Sequence[Play]) -> Play:
    """The move that a player of that style makes."""
    return CHOICES[style](rng, moves)
