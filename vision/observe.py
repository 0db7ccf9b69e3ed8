"""From the layout to what the camera can vouch for, in the game's words."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.observation import (
    Candidate,
    Face,
    Link,
    LooseCandidate,
    Observation,
    Pose,
    Seat,
    SeenTile,
    SeenTrain,
    Tile,
)
from vision.converging import begin_alike
from vision.layout import Chain, ChainTile, Layout
from vision.readings import UNREADABLE
from vision.scene import Scene, TrackedTile

LEAST = 0.02
"""A reading with less weight is not worth naming."""
MOST_CANDIDATES = 6
_ILLEGIBLE = 0.6
"""An end that shows no countable value with this probability says nothing."""

_SURE_START = 0.9
_UNREAD_DOUBLE = 0.01
"""How likely the engine tile is any double that its reading speaks against."""
_START_TELLS = 30.0
"""How many times likelier each further train that begins with a value makes the engine tile its double."""

_NEAR = 1.3
"""Tiles whose middles are within this many tile lengths lie together."""


def observe(
    layout: Layout, scene: Scene, set_size: int, reached_from: Sequence[tuple[Seat, float]] = ()
) -> Observation:
    """What a settled look shows: trains from the hub outward, engine tile, loose tiles, markers."""
    by_id = {tile.track_id: tile for tile in scene.tiles}
    return Observation(
        trains=tuple(_train(chain, by_id, set_size) for chain in layout.chains),
        engine=_engine(layout, by_id, set_size),
        loose=tuple(
            candidates
            for track_id in layout.loose
            if not by_id[track_id].is_hidden and not _is_among_others(by_id[track_id], layout, scene)
            if (candidates := loose_candidates(by_id[track_id], set_size))
        ),
        reached_from=tuple(reached_from),
    )


def _train(chain: Chain, by_id: Mapping[int, TrackedTile], set_size: int) -> SeenTrain:
    tiles = tuple(_tile(each, by_id[each.track_id], set_size) for each in chain.tiles)
    return SeenTrain(chain.slot, tiles, chain.marker, chain.is_tail_visible)


def _tile(each: ChainTile, tracked: TrackedTile, set_size: int) -> SeenTile:
    face = Face.UP if tracked.is_face_up else Face.BACK
    candidates = candidates_of(each, tracked, set_size) if tracked.is_face_up else ()
    return SeenTile(candidates, each.pose, face, each.joint, is_visible=not tracked.is_hidden)


def _ends(tracked: TrackedTile, set_size: int) -> NDArray[np.float64] | None:
    """(2, set_size + 1) probabilities of both ends within the set; None when an end cannot be read."""
    probs = tracked.probs.astype(np.float64)
    if (probs[:, UNREADABLE] >= _ILLEGIBLE).any():
        return None
    inside = probs[:, : set_size + 1]
    total = inside.sum(axis=1, keepdims=True)
    if (total <= 1e-6).any():
        return None
    return np.asarray(inside / total)


def candidates_of(each: ChainTile, tracked: TrackedTile, set_size: int) -> tuple[Candidate, ...]:
    """Ways to read a tile in a train, likeliest first; a crosswise one may lie either way round."""
    ends = _ends(tracked, set_size)
    if ends is None:
        return ()
    weights = np.outer(ends[each.hub_end], ends[1 - each.hub_end])
    if each.pose is Pose.CROSSWISE:
        weights = (weights + weights.T) / 2
    pairs = [(float(weights[i, j]), int(i), int(j)) for i, j in np.argwhere(weights >= LEAST)]
    pairs.sort(key=lambda pair: (-pair[0], pair[1:]))
    return tuple(Candidate(Link(i, j), weight) for weight, i, j in pairs[:MOST_CANDIDATES])


def loose_candidates(tracked: TrackedTile, set_size: int) -> tuple[LooseCandidate, ...]:
    """Ways to read a tile that lies in no train, likeliest first."""
    ends = _ends(tracked, set_size) if tracked.is_face_up else None
    if ends is None:
        return ()
    weights = np.outer(ends[0], ends[1])
    folded = np.triu(weights + weights.T - np.diag(np.diag(weights)))
    pairs = [(float(folded[i, j]), int(i), int(j)) for i, j in np.argwhere(folded >= LEAST)]
    pairs.sort(key=lambda pair: (-pair[0], pair[1:]))
    return tuple(LooseCandidate(Tile(i, j), weight) for weight, i, j in pairs[:MOST_CANDIDATES])


def _engine(
    layout: Layout, by_id: Mapping[int, TrackedTile], set_size: int
) -> tuple[LooseCandidate, ...] | None:
    """The engine tile, from its pips and from the trains; None while there is none in view."""
    starts = [_first_value(chain, by_id, set_size) for chain in layout.chains if chain.tiles]
    begun = Counter(each for each in starts if each is not None)
    if layout.engine is None:
        around_hub = layout.hub_radius_mm is not None
        return as_trains_begin((), begun) if begin_alike(begun, around_hub=around_hub) else None
    if layout.engine not in by_id or by_id[layout.engine].is_hidden:
        return None
    return as_trains_begin(loose_candidates(by_id[layout.engine], set_size), begun) or None


def _first_value(chain: Chain, by_id: Mapping[int, TrackedTile], set_size: int) -> int | None:
    """What the end shows with which a train begins, if that can be read for sure."""
    first = chain.tiles[0]
    ends = _ends(by_id[first.track_id], set_size)
    if ends is None or first.pose is Pose.CROSSWISE or float(ends[first.hub_end].max()) < _SURE_START:
        return None
    return int(ends[first.hub_end].argmax())


def as_trains_begin(read: Sequence[LooseCandidate], begun: Counter[int]) -> tuple[LooseCandidate, ...]:
    """Readings of the engine tile, weighed by how many trains begin with each value.

    No single train says anything of the engine tile; three that begin alike say more than a sure reading.
    """
    weights = {each.tile: each.weight for each in read}
    for value, trains in begun.items():
        double = Tile(value, value)
        weights[double] = (weights.get(double, 0.0) + _UNREAD_DOUBLE) * _START_TELLS ** (trains - 1)
    total = sum(weights.values())
    pairs = sorted(
        ((weight / total, tile) for tile, weight in weights.items()),
        key=lambda p: (-p[0], p[1].low, p[1].high),
    )
    return tuple(LooseCandidate(tile, weight) for weight, tile in pairs[:MOST_CANDIDATES] if weight >= LEAST)


def _is_among_others(tile: TrackedTile, layout: Layout, scene: Scene) -> bool:
    """Whether a tile lies in the boneyard or in a hand laid open: near another that is in no train."""
    played = {*layout.played(), tile.track_id}
    centre = tile.corners_px.mean(axis=0)
    length = float(np.linalg.norm(tile.corners_px[:2].mean(axis=0) - tile.corners_px[2:].mean(axis=0)))
    others = [each.corners_px.mean(axis=0) for each in scene.tiles if each.track_id not in played]
    return any(float(np.linalg.norm(each - centre)) <= _NEAR * length for each in others)
