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
_ALONE_AT_MOST = 0.3
"""A double without a train lies so near to the picture's middle, of half its diagonal, or it is none."""
_STAYS = 1.5


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
        engine = _likeliest_engine(scene, transform, tiles, by_id, known)
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
    scene: Scene,
    transform: TableTransform,
    tiles: TilesOnTable,
    by_id: Mapping[int, TrackedTile],
    known: int | None,
) -> int | None:
    """The double around which most trains begin; of equals the one nearest to the picture's middle.

    What was taken for it before stays so unless another has two trains more.
    """
    middle = transform.to_mm(np.array(scene.frame_px, np.float64) / 2)
    half = float(np.linalg.norm(transform.to_mm(np.zeros(2)) - middle))
    best: tuple[float, int] | None = None
    for place, each in enumerate(tiles.ids):
        double = _double(by_id[each])
        if not by_id[each].is_face_up or (double < _SURE_DOUBLE and each != known):
            continue
        found = starts(tiles, Hub(tiles.centres[place], None, tiles.corners[place]))
        begun = int((found.cost.min(axis=1) <= _CLEAR_START).sum())
        apart = float(np.linalg.norm(tiles.centres[place] - middle)) / max(half, 1e-6)
        if each != known and begun == 0 and apart > _ALONE_AT_MOST:
            continue
        merit = (begun + double - apart + _STAYS * (each == known), -each)
        if best is None or merit > best:
            best = merit
    return _alone(tiles, by_id) if best is None else -best[1]


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
