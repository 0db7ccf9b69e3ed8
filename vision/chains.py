"""Trains from the hub outward: the cheapest joint anywhere is taken first, each tail going on once.

Only distances and directions count. A tile whose place leaves two readings, crosswise or turned by a
corner, keeps both until the next tile tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from engine.observation import Joint
from vision.chains_hub import Hub, Starts, starts
from vision.chains_joints import APART, JointTable, exits
from vision.chains_nodes import FIRST, Node, Option
from vision.chains_sides import back_at_tail, beside
from vision.chains_tiles import ENDS, Port, TilesOnTable

_UNDECIDED = 2.0
"""Two ways for a tile to lie are both kept while they differ in cost by no more."""
_INWARD = 0.9
"""What it costs a train to come back towards the hub, at most."""
_CLEARLY = 0.6
"""A tile whose end is within this many tile lengths of the rim begins a train, whatever it touches."""
_HABIT = 1.0
"""What a joint saves that was there at the look before."""


@dataclass(slots=True)
class Growth:
    """Trains being grown.

    may_join, is_back: (n,) rows that can be in a train; face-down tiles, which can only be at its tail.
    habits: for track ids in trains at the look before, the id of the tile before (FIRST at the hub).
    nodes: by row; a train is followed by `after` from each of `firsts`, which holds headings in degrees.
    sides: by row, tiles that touch a train where it may not grow.
    """

    tiles: TilesOnTable
    hub: Hub
    may_join: NDArray[np.bool_]
    is_back: NDArray[np.bool_]
    habits: Mapping[int, int] = field(default_factory=dict)
    nodes: dict[int, Node] = field(default_factory=dict)
    firsts: dict[int, float] = field(default_factory=dict)
    sides: dict[int, Node] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    joints: JointTable = field(init=False)

    def __post_init__(self) -> None:
        self.joints = JointTable(self.tiles)

    def run(self) -> None:
        """Find the trains: what touches, then what lies at their sides, then what lies in their line."""
        found = starts(self.tiles, self.hub)
        self._offer_starts(found)
        self._take(found, APART - _HABIT)
        self._find_sides()
        self._take(found, np.inf)
        self._find_backs()

    def _take(self, found: Starts, below: float) -> None:
        """Take the cheapest option while there is one that costs less."""
        while self.options and self.options[0].cost < below:
            option = heappop(self.options)
            if option.place in self.nodes:
                self._keep_other_way(option)
            elif option.place in self.sides:
                continue
            elif option.before == FIRST:
                self._begin(option, float(found.heading_deg[option.place, option.entry]))
            elif self.nodes[option.before].after is None:
                self._join(option)

    def _find_sides(self) -> None:
        for place in np.flatnonzero(self.may_join).tolist():
            if place not in self.nodes and (found := beside(self.tiles, place, self.nodes)) is not None:
                host, placing = found
                self.sides[place] = Node(place, host, FIRST, [placing], Joint.SIDE)

    def _find_backs(self) -> None:
        for tail in [node for node in self.nodes.values() if node.after is None]:
            place = back_at_tail(self.joints, tail, self.is_back)
            if place is not None and place not in self.nodes:
                option = min(o for o in self.next_options(tail, 0, self.is_back) if o.place == place)
                self._join(option)

    def _offer_starts(self, found: Starts) -> None:
        for place, entry in np.argwhere(np.isfinite(found.cost) & self.may_join[:, None]).tolist():
            cost = self._habitual(float(found.cost[place, entry]), place, FIRST)
            gap = float(found.gap[place, entry])
            heappush(self.options, Option(cost, place, Port(entry), FIRST, FIRST, gap_mm=gap))

    def _habitual(self, cost: float, place: int, before: int) -> float:
        """The cost less what habit saves."""
        before_id = FIRST if before == FIRST else self.tiles.ids[before]
        return max(cost - _HABIT, 0.0) if self.habits.get(self.tiles.ids[place]) == before_id else cost

    def _begin(self, option: Option, heading_deg: float) -> None:
        if self._is_behind_another(option.place, heading_deg) or self._is_beside_another(option):
            return
        self.firsts[option.place] = heading_deg
        self._add(Node(option.place, FIRST, FIRST, [option.placing], Joint.TAIL))

    def _is_beside_another(self, option: Option) -> bool:
        """Whether a tile some way off the rim touches a train that has begun."""
        is_near = option.entry in ENDS and option.gap_mm <= _CLEARLY * self.tiles.length
        return not is_near and beside(self.tiles, option.place, self.nodes) is not None

    def _is_behind_another(self, place: int, heading_deg: float) -> bool:
        """Whether a tile lies straight behind the first one of a train that has begun."""
        far = float(np.linalg.norm(self.tiles.centres[place] - self.hub.centre))
        for first, other_deg in self.firsts.items():
            nearer = float(np.linalg.norm(self.tiles.centres[first] - self.hub.centre))
            apart = np.radians(abs((heading_deg - other_deg + 180) % 360 - 180)) * far
            if nearer < far and apart < 0.7 * self.tiles.width:
                return True
        return False

    def _join(self, option: Option) -> None:
        """Put a tile after another one."""
        before = self.nodes[option.before]
        before.after, before.chosen = option.place, option.way_of_before
        joint = Joint.DETACHED if option.cost >= APART - _HABIT else Joint.TAIL
        self._add(Node(option.place, option.before, option.leaving, [option.placing], joint))

    def _keep_other_way(self, option: Option) -> None:
        """A second way for a tile to lie after the same one before it, while nothing decides."""
        node = self.nodes[option.place]
        extra = option.cost - node.ways[0].cost
        same = (node.before, node.leaving) == (option.before, option.leaving)
        if not same or node.after is not None or extra > _UNDECIDED:
            return
        node.ways.append(option.placing)
        self._offer(node, len(node.ways) - 1, extra)

    def _add(self, node: Node) -> None:
        self.nodes[node.place] = node
        self._offer(node, 0, 0.0)

    def _offer(self, node: Node, index: int, extra: float) -> None:
        """Put every tile that may come next among the options."""
        for option in self.next_options(node, index, self.may_join):
            if option.place not in self.nodes or self.nodes[option.place].before == node.place:
                heappush(self.options, replace(option, cost=option.cost + extra))

    def next_options(self, node: Node, index: int, may_join: NDArray[np.bool_]) -> list[Option]:
        """All that may come after a tile that lies in its train in the way number `index`."""
        leaving = exits(node.ways[index].way)
        found = self.joints.after(node.place, leaving, may_join)
        options = []
        for way_out, column, entry in np.argwhere(np.isfinite(found.cost)).tolist():
            place, port = int(found.places[column]), leaving[way_out].port
            cost = float(found.cost[way_out, column, entry]) + self._inward(node.place, port, place)
            cost = self._habitual(cost, place, node.place)
            gap = float(found.gap[way_out, column, entry])
            options.append(Option(cost, place, Port(entry), node.place, port, index, gap))
        return options

    def _inward(self, before: int, leaving: Port, place: int) -> float:
        """What a step towards the hub costs."""
        here = float(np.linalg.norm(self.tiles.ports[before, leaving] - self.hub.centre))
        there = float(np.linalg.norm(self.tiles.centres[place] - self.hub.centre))
        return _INWARD * float(np.clip((here - there) / self.tiles.length - 0.1, 0, 1))

    def train(self, first: int) -> list[Node]:
        """The nodes of a train from its first tile outward, without what lies at its sides."""
        nodes = [self.nodes[first]]
        while (after := nodes[-1].after) is not None:
            nodes.append(self.nodes[after])
        return nodes

    def sides_of(self, train: list[Node]) -> list[Node]:
        """What touches the sides of a train, from the hub outward."""
        order = {node.place: at for at, node in enumerate(train)}
        found = [node for node in self.sides.values() if node.before in order]
        return sorted(found, key=lambda node: (order[node.before], node.place))
