"""Trains from the hub outward: the cheapest joint anywhere is taken first, each tail going on once.

Only distances and directions count. A tile whose place leaves two readings, crosswise or turned by a
corner, keeps both until the next tile tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from vision.chains_hub import Hub, Starts, starts
from vision.chains_joints import APART, Exit, Way, exits, joints
from vision.chains_tiles import Port, TilesOnTable

_UNDECIDED = 2.0
"""Two ways for a tile to lie are both kept while they differ in cost by no more."""
_INWARD = 0.9
"""What it costs a train to come back towards the hub, at most."""
_HABIT = 1.0
"""What a joint saves that was there at the look before."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How a tile may lie in a train, what that costs, and the gap before it in mm."""

    way: Way
    cost: float
    gap_mm: float


@dataclass(slots=True)
class Node:
    """A tile in a train. `ways` holds the possible placings; `chosen` the one that the next tile told."""

    place: int
    before: int | None
    leaving: Port | None
    ways: list[Placing]
    is_apart: bool
    after: int | None = None
    chosen: int | None = None

    @property
    def placing(self) -> Placing:
        """How it lies, as far as is known."""
        return self.ways[self.chosen] if self.chosen is not None else min(self.ways, key=lambda w: w.cost)


@dataclass(frozen=True, slots=True, order=True)
class _Option:
    """A tile that might be next. Orders by cost, then by places, so that equal input gives equal trains."""

    cost: float
    place: int
    entry: Port
    before: int
    leaving: int
    way_of_before: int
    gap_mm: float = field(compare=False)


@dataclass(slots=True)
class Growth:
    """Trains being grown. `nodes` by place; a train is followed by `after` from each of `firsts`."""

    tiles: TilesOnTable
    hub: Hub
    habits: Mapping[int, int]
    may_join: NDArray[np.bool_]
    nodes: dict[int, Node] = field(default_factory=dict)
    firsts: dict[int, float] = field(default_factory=dict)
    options: list[_Option] = field(default_factory=list)

    def run(self) -> None:
        """Take the cheapest option until none is left."""
        found = starts(self.tiles, self.hub)
        self._offer_starts(found)
        while self.options:
            option = heappop(self.options)
            if option.place in self.nodes:
                self._keep_other_way(option)
            elif option.before < 0:
                self._begin(option, float(found.heading_deg[option.place, option.entry]))
            elif self.nodes[option.before].after is None:
                self._join(option)

    def _offer_starts(self, found: Starts) -> None:
        for place, entry in np.argwhere(np.isfinite(found.cost) & self.may_join[:, None]):
            cost, gap = found.cost[place, entry], found.gap[place, entry]
            heappush(self.options, _Option(float(cost), int(place), Port(int(entry)), -1, -1, 0, float(gap)))

    def _begin(self, option: _Option, heading_deg: float) -> None:
        if self._is_behind_another(option.place, heading_deg):
            return
        self.firsts[option.place] = heading_deg
        placing = Placing(Way(option.entry), option.cost, option.gap_mm)
        self._add(Node(option.place, None, None, [placing], is_apart=False))

    def _is_behind_another(self, place: int, heading_deg: float) -> bool:
        """Whether a tile lies straight behind the first one of a train that has begun."""
        far = float(np.linalg.norm(self.tiles.centres[place] - self.hub.centre))
        for first, other_deg in self.firsts.items():
            nearer = float(np.linalg.norm(self.tiles.centres[first] - self.hub.centre))
            apart = np.radians(abs((heading_deg - other_deg + 180) % 360 - 180)) * far
            if nearer < far and apart < 0.7 * self.tiles.width:
                return True
        return False

    def _join(self, option: _Option) -> None:
        before = self.nodes[option.before]
        before.after, before.chosen = option.place, option.way_of_before
        placing = Placing(Way(option.entry), option.cost, option.gap_mm)
        is_apart = option.cost >= APART - _HABIT
        self._add(Node(option.place, option.before, Port(option.leaving), [placing], is_apart))

    def _keep_other_way(self, option: _Option) -> None:
        """A second way for a tile to lie after the same one before it, while nothing decides."""
        node = self.nodes[option.place]
        same = (node.before, node.leaving) == (
            None if option.before < 0 else option.before,
            None if option.leaving < 0 else option.leaving,
        )
        extra = option.cost - node.ways[0].cost
        if not same or node.after is not None or extra > _UNDECIDED:
            return
        node.ways.append(Placing(Way(option.entry), option.cost, option.gap_mm))
        self._offer(node, len(node.ways) - 1, extra)

    def _add(self, node: Node) -> None:
        self.nodes[node.place] = node
        self._offer(node, 0, 0.0)

    def _offer(self, node: Node, index: int, extra: float) -> None:
        """Put every tile that may come next among the options."""
        for leaving in exits(node.ways[index].way):
            for entry in Port:
                self._offer_through(node, index, Exit(leaving.port, leaving.base + extra), entry)

    def _offer_through(self, node: Node, index: int, leaving: Exit, entry: Port) -> None:
        found = joints(self.tiles, node.place, leaving, entry)
        if found is None:
            return
        for each in np.flatnonzero(np.isfinite(found.cost) & self.may_join):
            place = int(each)
            if place in self.nodes and self.nodes[place].before != node.place:
                continue
            cost = float(found.cost[place]) + self._inward(node.place, leaving.port, place)
            if self.habits.get(self.tiles.ids[place]) == self.tiles.ids[node.place]:
                cost = max(cost - _HABIT, 0.0)
            gap = float(found.gap[place])
            heappush(self.options, _Option(cost, place, entry, node.place, leaving.port, index, gap))

    def _inward(self, before: int, leaving: Port, place: int) -> float:
        """What a step towards the hub costs."""
        here = float(np.linalg.norm(self.tiles.ports[before, leaving] - self.hub.centre))
        there = float(np.linalg.norm(self.tiles.centres[place] - self.hub.centre))
        return _INWARD * float(np.clip((here - there) / self.tiles.length - 0.1, 0, 1))

    def train(self, first: int) -> list[Node]:
        """The nodes of a train from its first tile outward."""
        nodes = [self.nodes[first]]
        while (after := nodes[-1].after) is not None:
            nodes.append(self.nodes[after])
        return nodes
