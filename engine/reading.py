"""Which tile is it: candidates weighed together, because each tile of a set exists once."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

from engine.aligning import KEEPS, likeliest
from engine.observation import Candidate, SeenTile
from engine.state import RoundState
from engine.tiles import Tile

CLOSE = 0.25
"""A second reading with at least this part of the best one's weight may be the true one."""
TOSS = 0.8
"""From this part on nobody can say which of the two it is, legal or not."""
MOST_CANDIDATES = 4
MOST_JOINT = 5
"""So many new tiles are weighed together; of more, one after the other."""

Choices = tuple[Candidate, ...]


def possible(tile: SeenTile, state: RoundState, free: AbstractSet[Tile]) -> Choices:
    """The readings that the set and the table leave; if they leave none, the best one.

    free: tiles that have gone from where they lay and may be the one.
    """
    left = [
        each
        for each in tile.candidates
        if each.weight >= KEEPS
        and each.link.tile.high <= state.rules.max_pip
        and (each.link.tile in free or not state.is_laid(each.link.tile))
    ]
    ranked = sorted(left, key=lambda each: -each.weight)[:MOST_CANDIDATES]
    # A tile from another set, or one that lies there already, is a finding and not a misreading.
    return tuple(ranked) or (likeliest(tile.candidates),)


def read_jointly(options: Sequence[Choices]) -> Choices:
    """The likeliest reading of all tiles together, no tile twice if that can be."""
    if len(options) > MOST_JOINT:
        return _one_by_one(options)
    best = max(product(*options), key=_merit)
    return tuple(best)


def _merit(choices: Choices) -> tuple[int, float]:
    different = len({each.link.tile for each in choices})
    return different, prod(each.weight for each in choices)


def _one_by_one(options: Sequence[Choices]) -> Choices:
    taken: set[Tile] = set()
    chosen: list[Candidate] = []
    for candidates in options:
        free = [each for each in candidates if each.link.tile not in taken]
        chosen.append((free or list(candidates))[0])
        taken.add(chosen[-1].link.tile)
    return tuple(chosen)


def close_seconds(options: Sequence[Choices], chosen: Choices) -> Iterator[tuple[bool, Choices]]:
    """Other readings that may be true, one tile changed at a time; and whether it is a toss."""
    for at, (candidates, best) in enumerate(zip(options, chosen, strict=True)):
        others = {each.link.tile for each in (*chosen[:at], *chosen[at + 1 :])}
        for each in candidates:
            is_close = each.weight >= CLOSE * best.weight
            if each is best or not is_close or each.link.tile in others:
                continue
            yield each.weight >= TOSS * best.weight, (*chosen[:at], each, *chosen[at + 1 :])
