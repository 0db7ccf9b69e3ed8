"""Laying a seen train beside the one that is known: what stayed, went, came or changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.observation import Candidate, Face, Joint, SeenTile, SeenTrain
from engine.tiles import Tile
from engine.trains import Link, Train

KEEPS = 0.02
"""A reading that gives what is known at least this weight has only changed its mind."""


@dataclass(frozen=True, slots=True)
class Stayed:
    """Tile and place agree."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A tile that is known is there no more."""

    link: Link


@dataclass(frozen=True, slots=True)
class Came:
    """A tile lies beyond the tail, or beside the train, that was not there."""

    tile: SeenTile
    is_branch: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """Another tile shows in the place of a known one."""

    old: Link
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class Wedged:
    """A tile lies between two that touched: nothing at a table leads there."""

    tile: SeenTile


Step = Stayed | Gone | Came | Changed | Wedged

COST = {Stayed: 0, Came: 10, Gone: 11, Changed: 20, Wedged: 25}
"""The cheapest reading of a difference wins: a swap costs less than a tile gone and one wedged in."""


def is_unreadable(tile: SeenTile) -> bool:
    """Whether the tile cannot say what it is."""
    return not tile.candidates or not tile.is_visible or tile.face is Face.BACK


def agrees(tile: SeenTile, link: Link) -> bool:
    """Whether the seen tile can be the known one, whichever way round it was read."""
    if is_unreadable(tile):
        return True
    return any(each.weight >= KEEPS and each.link.is_same_tile(link) for each in tile.candidates)


def align(seen: SeenTrain, train: Train) -> tuple[Step, ...]:
    """The cheapest steps from the known train to the seen one."""
    inline = tuple(tile for tile in seen.tiles if tile.joint is not Joint.SIDE)
    links = train.links
    if len(inline) >= len(links) and all(map(agrees, inline, links)):
        # The usual case: nothing happened, or something was laid at the tail.
        return (*(Stayed() for _ in links), *map(Came, inline[len(links) :]))
    return _cheapest(inline, links, is_tail_visible=seen.is_tail_visible)


def _cheapest(
    tiles: tuple[SeenTile, ...], links: tuple[Link, ...], *, is_tail_visible: bool
) -> tuple[Step, ...]:
    @cache
    def best(at: int, place: int) -> tuple[int, tuple[Step, ...]]:
        options: list[tuple[int, tuple[Step, ...]]] = []
        if at == len(tiles) and place == len(links):
            return 0, ()
        if at == len(tiles) and not is_tail_visible:
            # What lies beyond the visible part has not gone.
            return 0, ()
        for step, next_at, next_place in _steps(tiles, links, at, place):
            cost, rest = best(next_at, next_place)
            options.append((cost + COST[type(step)], (step, *rest)))
        return min(options, key=lambda option: option[0])

    return best(0, 0)[1]


def _steps(
    tiles: tuple[SeenTile, ...], links: tuple[Link, ...], at: int, place: int
) -> Iterator[tuple[Step, int, int]]:
    if at < len(tiles) and place < len(links):
        same = agrees(tiles[at], links[place])
        step = Stayed() if same else Changed(links[place], tiles[at])
        yield step, at + 1, place + 1
    if place < len(links):
        yield Gone(links[place]), at, place + 1
    if at < len(tiles):
        is_beyond = place == len(links)
        yield (Came(tiles[at]) if is_beyond else Wedged(tiles[at])), at + 1, place


def branches(seen: SeenTrain, known: tuple[Tile, ...]) -> tuple[Step, ...]:
    """What came or went beside the train, where tiles may not grow."""
    left = list(known)
    steps: list[Step] = []
    for tile in seen.tiles:
        if tile.joint is not Joint.SIDE:
            continue
        match = next((each for each in left if agrees(tile, Link(each.low, each.high))), None)
        if match is None:
            steps.append(Came(tile, is_branch=True))
        else:
            left.remove(match)
    return (*steps, *(Gone(Link(each.low, each.high)) for each in left))


def likeliest(candidates: tuple[Candidate, ...]) -> Candidate:
    """The candidate with the greatest weight."""
    return max(candidates, key=lambda each: each.weight)
