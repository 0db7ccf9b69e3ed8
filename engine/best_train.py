"""The longest train that a hand makes from an open end: to plan with before one plays."""

from collections.abc import Iterable, Iterator, Sequence

from engine.tiles import Tile
from engine.trains import Link


def playable(hand: Iterable[Tile], ends: Iterable[int]) -> tuple[Tile, ...]:
    """The tiles of a hand that fit one of these ends now, in the hand's order."""
    offered = set(ends)
    return tuple(tile for tile in hand if offered & {tile.low, tile.high})


def best_train(hand: Iterable[Tile], ends: Iterable[int]) -> tuple[Link, ...]:
    """The longest train that the hand makes from one of these ends; of several as long the first one found.

    It is the longest trail in a graph with values for corners and tiles for edges, doubles being loops.
    """
    search = _Search(tuple(hand))
    best: tuple[Link, ...] = ()
    for end in dict.fromkeys(ends):
        best = search.longer_than(len(best), end) or best
    return best


class _Search:
    """Asks for trains of a given length, from the longest that may be downward.

    What is left of the hand is a number with a bit for each tile. What is left and the end decide how far it
    goes on, so that each such state fails at most once at each length.
    """

    def __init__(self, hand: Sequence[Tile]) -> None:
        self._hand = hand
        self._all = (1 << len(hand)) - 1
        self._at: dict[int, int] = {}
        for place, tile in enumerate(hand):
            for value in {tile.low, tile.high}:
                self._at[value] = self._at.get(value, 0) | 1 << place
        self._most: dict[tuple[int, int], int] = {}

    def longer_than(self, length: int, end: int) -> tuple[Link, ...]:
        """The longest train from an end, if it has more tiles than that; else none."""
        for wanted in range(self._limit(end, self._all), length, -1):
            places = self._way(end, self._all, wanted)
            if places is not None:
                return tuple(self._links(end, places))
        return ()

    def _links(self, end: int, places: Iterable[int]) -> Iterator[Link]:
        for place in places:
            outer = self._hand[place].low + self._hand[place].high - end
            yield Link(end, outer)
            end = outer

    def _way(self, end: int, left: int, wanted: int) -> list[int] | None:
        """The tiles, by their places, of a train of at least that length."""
        if wanted <= 0:
            return []
        if self._limit(end, left) < wanted:
            return None
        for place in self._next(end, left):
            outer = self._hand[place].low + self._hand[place].high - end
            rest = self._way(outer, left & ~(1 << place), wanted - 1)
            if rest is not None:
                return [place, *rest]
        self._most[end, left] = wanted - 1
        return None

    def _next(self, end: int, left: int) -> list[int]:
        """The tiles that fit; a double alone where there is one: it costs nothing to lay it at once."""
        fitting = list(_bits(self._at.get(end, 0) & left))
        double = next((each for each in fitting if self._hand[each].low == self._hand[each].high), None)
        return fitting if double is None else [double]

    def _limit(self, end: int, left: int) -> int:
        """More tiles than this cannot follow: see `_reached`."""
        known = self._most.get((end, left))
        if known is None:
            known = self._most[end, left] = self._reached(end, left)
        return known

    def _reached(self, end: int, left: int) -> int:
        """How many tiles hang together with an end, less what no train can take along."""
        values, reached, odd = [end], 0, {end}
        seen = {end}
        while values:
            value = values.pop()
            here = self._at.get(value, 0) & left
            for place in _bits(here & ~reached):
                tile = self._hand[place]
                if tile.low != tile.high:
                    odd ^= {tile.low, tile.high}
                    other = tile.low + tile.high - value
                    if other not in seen:
                        seen.add(other)
                        values.append(other)
            reached |= here
        return reached.bit_count() - self._lost(odd, left)

    def _lost(self, odd: set[int], left: int) -> int:
        """The fewest tiles that are left over. odd: values with an odd number of single tiles, end apart.

        A train comes to each value as often as it leaves it, but for the first and the last. So all of the
        odd values but one lose a tile, and so on to the next odd value: one tile serves two neighbours,
        others need two tiles or more.
        """
        costs = [1 if any(each in odd for each in self._beside(value, left)) else 2 for value in odd]
        return (sum(costs) - max(costs) + 1) // 2

    def _beside(self, value: int, left: int) -> Iterator[int]:
        """The other ends of the tiles with that value."""
        for place in _bits(self._at.get(value, 0) & left):
            other = self._hand[place].low + self._hand[place].high - value
            if other != value:
                yield other


def _bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
