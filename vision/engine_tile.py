"""Finds the middle of the table: a hub's box, printed tags, or the double from which the trains go out."""

from collections.abc import Mapping

import numpy as np

from vision.chains_hub import Hub, starts
from vision.chains_tiles import TilesOnTable
from vision.scene import Scene, TrackedTile
from vision.table import Points, TableTransform

_SURE_DOUBLE = 0.3
"""A tile with less chance of being a double is no engine tile, where nothing but its pips can tell."""
_ALONE = 2.0
"""Nothing lies within this many tile lengths of a tile that is taken for the engine tile though no double."""
_CLEAR_START = 1.6
_ALONE_AT_MOST = 0.45
"""A double without a train lies so near to the picture's middle, of half its diagonal, or it is none."""
_STAYS = 3
"""So many trains more have to begin at another tile before what was taken for the engine tile is none."""
_TRAINS_TELL = 3
"""So many trains begin at no tile but the engine tile, whatever it reads; two touch any tile of a train."""
_BESIDE = 1.2
"""In tile lengths: what has others so near that are no trains of it lies in the boneyard or in a hand."""
_BESIDE_COST = 0.5


def find_hub(
    scene: Scene,
    transform: TableTransform,
    tiles: TilesOnTable,
    by_id: Mapping[int, TrackedTile],
    known: int | None,
) -> tuple[Hub | None, int | None]:
    """The middle of the table and the engine tile's track id, each None while there is none.

    known: the engine tile's track id from earlier looks or from a person, if it lies there still.
    """
    hub = _seen_hub(scene, transform)
    if hub is None:
        engine = _likeliest_engine(scene, tiles, by_id, known)
        if engine is None:
            return None, None
        corners = tiles.corners[tiles.place(engine)]
        return Hub(corners.mean(axis=0), None, corners), engine
    engine = _in_the_middle(hub, tiles, by_id)
    return hub, engine


def _seen_hub(scene: Scene, transform: TableTransform) -> Hub | None:
    if transform.hub_radius_mm is not None:
        return Hub(np.zeros(2), transform.hub_radius_mm)
    if scene.hub_px is None:
        return None
    box = transform.to_mm(scene.hub_px)
    sides = np.linalg.norm(box - np.roll(box, -1, axis=0), axis=1)
    return Hub(_crossing(box), float(sides.mean()) / 2)


def _crossing(box: Points) -> Points:
    """(2,) where the diagonals of a quad (4, 2) cross."""
    first, second = box[2] - box[0], box[3] - box[1]
    matrix = np.stack([first, -second], axis=1)
    if abs(np.linalg.det(matrix)) < 1e-6:
        return np.asarray(box.mean(axis=0))
    share = np.linalg.solve(matrix, box[1] - box[0])[0]
    return np.asarray(box[0] + share * first)


def _in_the_middle(hub: Hub, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]) -> int | None:
    """The face-up tile that lies in the hub's middle."""
    apart = np.linalg.norm(tiles.centres - hub.centre, axis=1)
    inside = [
        (float(apart[place]), each)
        for place, each in enumerate(tiles.ids)
        if by_id[each].is_face_up and apart[place] <= 0.5 * tiles.length
    ]
    return min(inside)[1] if inside else None


def _likeliest_engine(
    scene: Scene, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile], known: int | None
) -> int | None:
    """The double around which most trains begin; of equals the one nearest to the picture's middle.

    What was taken for it before stays so unless many more trains begin at another.
    """
    best: tuple[float, int] | None = None
    most = 0
    for place, each in enumerate(tiles.ids):
        if not by_id[each].is_face_up or each == known:
            continue
        begun, double = _begun(tiles, place, _CLEAR_START), _double(by_id[each])
        if begun < _TRAINS_TELL and double < _SURE_DOUBLE:
            continue
        apart = _off_middle(scene, by_id[each])
        if begun == 0 and apart > _ALONE_AT_MOST:
            continue
        merit = (begun + double - apart - _BESIDE_COST * max(_beside(tiles, place) - begun, 0), -each)
        if best is None or merit > best:
            best, most = merit, begun
    if known is not None and (best is None or most < _begun(tiles, tiles.place(known), np.inf) + _STAYS):
        return known
    return _alone(tiles, by_id) if best is None else -best[1]


def _begun(tiles: TilesOnTable, place: int, costs_at_most: float) -> int:
    """How many trains seem to begin at a tile."""
    found = starts(tiles, Hub(tiles.centres[place], None, tiles.corners[place]))
    cheapest = found.cost.min(axis=1)
    return int((np.isfinite(cheapest) & (cheapest <= costs_at_most)).sum())


def _beside(tiles: TilesOnTable, place: int) -> int:
    """How many tiles, backs included, lie close to one."""
    apart = np.linalg.norm(tiles.centres - tiles.centres[place], axis=1)
    return int(np.count_nonzero(apart <= _BESIDE * tiles.length)) - 1


def _off_middle(scene: Scene, tile: TrackedTile) -> float:
    """How far a tile lies from the picture's middle, in halves of its diagonal."""
    half = np.array(scene.frame_px, np.float64) / 2
    return float(np.linalg.norm(tile.corners_px.mean(axis=0) - half) / np.linalg.norm(half))


def _alone(tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]) -> int | None:
    """The only face-up tile, if no other lies near it."""
    up = [place for place, each in enumerate(tiles.ids) if by_id[each].is_face_up]
    if len(up) != 1:
        return None
    apart = np.linalg.norm(tiles.centres - tiles.centres[up[0]], axis=1)
    near = np.count_nonzero(apart <= _ALONE * tiles.length)
    return tiles.ids[up[0]] if near == 1 else None


def _double(tile: TrackedTile) -> float:
    """How likely both ends show the same value."""
    return float(np.sum(tile.probs[0, :19] * tile.probs[1, :19]))
