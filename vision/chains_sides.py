"""Tiles that touch a train where it may not grow, and backs that lie where it would."""

from collections.abc import Iterable

import numpy as np

from vision.chains_joints import MOST, JointTable, Way, exits
from vision.chains_nodes import Node, Placing
from vision.chains_tiles import ENDS, MIDDLES, Port, TilesOnTable, distance_to

_TOUCHING = 0.2
"""A tile touches a side within this many tile lengths."""
_PROBE = 0.22
"""So far beyond its end (in tile lengths, from the side on) the other tile must lie."""
_EXACTLY = 1.2
"""A back counts as laid only where a tile would cost no more."""


def beside(tiles: TilesOnTable, place: int, hosts: Iterable[int]) -> tuple[int, Placing] | None:
    """The tile of a train that tile `place` touches with an end or long side, and how."""
    rows = np.array(sorted(hosts), np.intp)
    if not len(rows):
        return None
    best: tuple[float, int, Port] | None = None
    for port in (*ENDS, *MIDDLES):
        at, out = tiles.ports[place, port], tiles.normals[place, port]
        apart = distance_to(tiles.corners[rows], np.broadcast_to(at, (len(rows), 2)))
        for column in np.flatnonzero(apart <= _TOUCHING * tiles.length).tolist():
            row = int(rows[column])
            probe = at + out * (float(apart[column]) + _PROBE * tiles.length / 2)
            if row != place and distance_to(tiles.corners[row], probe) == 0:
                found = (float(apart[column]), row, port)
                best = found if best is None or found < best else best
    if best is None:
        return None
    gap, host, port = best
    return host, Placing(Way(port), MOST, gap)


def back_at_tail(
    joints: JointTable, tail: Node, is_back: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> int | None:
    """The row of a face-down tile that lies just as the next one would."""
    leaving = exits(tail.placing.way)[:1]
    found = joints.after(tail.place, leaving, is_back)
    cost = found.cost.min(axis=(0, 2), initial=np.inf)
    if not len(cost) or cost.min() > _EXACTLY:
        return None
    return int(found.places[int(cost.argmin())])
