"""Finds the middle of the table where neither hub nor engine tile is seen: all trains point away from it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.chains_hub import Hub
from vision.chains_tiles import TilesOnTable
from vision.readings import UNREADABLE
from vision.scene import TrackedTile
from vision.table import Points

FEWEST = 3
"""So many trains have to begin alike around one point."""
FEWEST_AROUND_HUB = 2
"""So many do where a hub is seen: two first tiles are hardly both wrong with the same value."""
_NEAREST, _FARTHEST = 0.4, 2.4
"""How far, in tile lengths, the inner end of a train's first tile is from the middle."""
_OFF_LINE = 0.35
"""A first tile's long axis passes the middle by no more tile lengths."""
_LEAST_TURN_DEG = 20.0
"""Axes at a smaller angle cross too far from anywhere to tell."""
_SURE = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where so many trains seem to begin. value: what their inner ends show."""

    hub: Hub
    trains: int
    value: int


def converging(tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]) -> Spot | None:
    """The spot to which most face-up tiles point with equal ends; None if there is none."""
    ends = [
        (place, end, value)
        for place, each in enumerate(tiles.ids)
        for end in (0, 1)
        if (value := _value(by_id[each], end)) is not None
    ]
    best: tuple[tuple[int, float], Spot] | None = None
    for one, other in combinations(ends, 2):
        if one[2] != other[2] or one[0] == other[0]:
            continue
        middle = _crossing(tiles, one[0], other[0])
        if middle is None:
            continue
        found = _begun(tiles, middle, [each for each in ends if each[2] == one[2]])
        if len(found) >= FEWEST:
            merit = (len(found), -float(np.std(list(found.values()))))
            if best is None or merit > best[0]:
                hub = Hub(middle, float(np.median(list(found.values()))))
                best = merit, Spot(hub, len(found), one[2])
    return None if best is None else best[1]


def _value(tile: TrackedTile, end: int) -> int | None:
    probs = tile.probs[end, :UNREADABLE]
    return int(probs.argmax()) if tile.is_face_up and float(probs.max()) >= _SURE else None


def _crossing(tiles: TilesOnTable, one: int, other: int) -> Points | None:
    """(2,) where two tiles' long axes cross."""
    matrix = np.stack([tiles.along[one], -tiles.along[other]], axis=1)
    if abs(float(np.linalg.det(matrix))) < np.sin(np.radians(_LEAST_TURN_DEG)):
        return None
    step = np.linalg.solve(matrix, tiles.centres[other] - tiles.centres[one])[0]
    return np.asarray(tiles.centres[one] + step * tiles.along[one])


def _begun(tiles: TilesOnTable, middle: Points, ends: list[tuple[int, int, int]]) -> Mapping[int, float]:
    """Rows of tiles that point to the middle with one of these ends, and how far (mm) that is from it."""
    found: dict[int, float] = {}
    for place, end, _ in ends:
        ray = middle - tiles.ports[place, end]
        ahead = float(ray @ tiles.normals[place, end])
        aside = abs(float(ray[0] * tiles.along[place, 1] - ray[1] * tiles.along[place, 0]))
        if _NEAREST * tiles.length <= ahead <= _FARTHEST * tiles.length and aside <= _OFF_LINE * tiles.length:
            found[place] = ahead
    return found


def begin_alike(values: Counter[int], *, around_hub: bool) -> bool:
    """Whether so many trains begin with one value that it is the engine tile's, even if nobody sees that.

    around_hub: they begin around a hub, and not around a spot that nothing but themselves points to.
    """
    fewest = FEWEST_AROUND_HUB if around_hub else FEWEST
    return bool(values) and max(values.values()) >= fewest
