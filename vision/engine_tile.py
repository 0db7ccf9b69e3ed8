"""Finds the middle of the table: a hub's box, printed tags, or the double from which the trains go out."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from vision.chains_hub import Hub, starts
from vision.chains_tiles import ENDS, Port, TilesOnTable, end_of
from vision.converging import Spot, converging
from vision.readings import UNREADABLE
from vision.scene import Scene, TrackedTile
from vision.table import Points, TableTransform

_SURE_DOUBLE = 0.3
"""A tile with less chance of being a double is no engine tile, where nothing but its pips can tell."""
_ALONE = 2.0
"""Nothing lies within this many tile lengths of a tile that is taken for the engine tile though no double."""
_CLEAR_START = 1.6
"""What a start costs at most whose value is not the engine tile's: it touches, or nearly so."""
_FAR_START = 3.2
"""The same for one that shows the engine tile's value: across a hub that nobody has seen."""
_ALONE_AT_MOST = 0.45
"""A double without a train lies so near to the picture's middle, of half its diagonal, or it is none."""
_AT_SPOT = 0.7
_VERY_MIDDLE = 0.08
_STAYS = 3.0
"""By so much another tile has to be likelier before what was taken for the engine tile is none."""
_STAYS_ALONE = 0.6
"""The same while no train has begun there."""
_BLANK = 0.4
"""What reads as double blank is rather a back, or a part of the hub, than the last round's engine tile."""
_TRAINS_TELL = 3
"""So many trains that begin alike begin at the engine tile, whatever it reads."""
_TWO_TELL = 2
"""So many do at a tile that is not read for sure, where nothing else tells the engine tile."""
_BESIDE = 1.2
"""In tile lengths: what has others so near that are no trains of it lies in the boneyard or in a hand."""
_SURE_VALUE = 0.8
_MERITS = {"alike": 1.2, "other": 0.3, "double": 1.0, "apart": -2.0, "beside": -0.7}
"""What speaks for and against an engine tile: trains beginning with its value, other trains, how likely it
is a double, its way from the middle, tiles beside it that are no trains."""


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
        spot = converging(tiles, by_id)
        if spot is not None and (engine is None or _is_elsewhere(engine, spot, tiles, by_id)):
            return spot.hub, None
        if engine is None:
            return None, None
        corners = tiles.corners[tiles.place(engine)]
        return Hub(corners.mean(axis=0), None, corners), engine
    engine = _in_the_middle(hub, tiles, by_id)
    return hub, engine


def between_two(
    scene: Scene, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]
) -> tuple[Hub | None, int | None]:
    """The hub and the engine tile of a table that nobody knows yet and where no double shows itself.

    Two trains tell it that begin alike at a tile with an end that is not read for sure.
    """
    likely = [
        (alike, -_off_middle(scene, by_id[each]), -each)
        for each in tiles.ids
        if by_id[each].is_face_up and _double_value(by_id[each]) is None and not _is_sure(by_id[each])
        if (alike := _begun(tiles, tiles.place(each), by_id)[0]) >= _TWO_TELL
    ]
    if not likely:
        return None, None
    engine = -max(likely)[2]
    corners = tiles.corners[tiles.place(engine)]
    return Hub(corners.mean(axis=0), None, corners), engine


def _is_elsewhere(engine: int, spot: Spot, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]) -> bool:
    """Whether the trains begin somewhere else than at a tile."""
    place = tiles.place(engine)
    apart = float(np.linalg.norm(tiles.centres[place] - spot.hub.centre))
    return apart > _AT_SPOT * tiles.length and _begun(tiles, place, by_id)[0] < spot.trains


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

    What was taken for it before stays so unless another is far likelier.
    """
    merits = {
        each: merit
        for each in tiles.ids
        if by_id[each].is_face_up
        and (merit := _merit(scene, tiles, by_id, each, is_known=each == known)) is not None
    }
    if not merits:
        return _alone(scene, tiles, by_id)
    best = max(merits, key=lambda each: (merits[each], -each))
    if known is None or known not in merits:
        return best
    has_trains = any(_begun(tiles, tiles.place(known), by_id))
    return known if merits[best] < merits[known] + (_STAYS if has_trains else _STAYS_ALONE) else best


def _merit(
    scene: Scene, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile], each: int, *, is_known: bool
) -> float | None:
    """What speaks for a tile as the engine tile; None if it can be none."""
    place, double = tiles.place(each), _double(by_id[each])
    alike, other = _begun(tiles, place, by_id)
    beside, apart = max(_beside(tiles, place) - alike - other, 0), _off_middle(scene, by_id[each])
    if not is_known:
        may_be = double >= _SURE_DOUBLE or alike >= _TRAINS_TELL
        is_free = alike > 0 or (beside == 0 and apart <= _ALONE_AT_MOST)
        if not (may_be and is_free):
            return None
    parts = {"alike": alike, "other": other, "double": double, "apart": apart, "beside": beside}
    return sum(_MERITS[name] * part for name, part in parts.items())


def _begun(tiles: TilesOnTable, place: int, by_id: Mapping[int, TrackedTile]) -> tuple[int, int]:
    """How many trains seem to begin at a tile: those that begin with its value, and others.

    Where it cannot be read as a double, its value is the one with which most of them begin.
    """
    found = starts(tiles, Hub(tiles.centres[place], None, tiles.corners[place]))
    entry = found.cost.argmin(axis=1)
    cheapest = found.cost.min(axis=1)
    values = {
        at: _inner_value(by_id[tiles.ids[at]], Port(int(entry[at])))
        for at in np.flatnonzero(cheapest <= _FAR_START).tolist()
    }
    known = Counter(value for value in values.values() if value is not None)
    own = _double_value(by_id[tiles.ids[place]])
    if own is None:
        own = max(known, key=lambda value: known[value], default=None)
    alike = {at for at, value in values.items() if value is not None and value == own}
    return len(alike), sum(at not in alike and cheapest[at] <= _CLEAR_START for at in values)


def _inner_value(tile: TrackedTile, entry: Port) -> int | None:
    """What the end shows by which a train would enter a tile, if it is face up and read for sure."""
    probs = tile.probs[end_of(entry), :UNREADABLE]
    is_sure = tile.is_face_up and entry in ENDS and float(probs.max()) >= _SURE_VALUE
    return int(probs.argmax()) if is_sure else None


def _double_value(tile: TrackedTile) -> int | None:
    """The value of a tile that is a double for sure."""
    both = tile.probs[0, :UNREADABLE] * tile.probs[1, :UNREADABLE]
    return int(both.argmax()) if float(both.max()) >= _SURE_VALUE**2 else None


def _is_sure(tile: TrackedTile) -> bool:
    """Whether both ends of a tile are read for sure."""
    return float(tile.probs[:, :UNREADABLE].max(axis=1).min()) >= _SURE_VALUE


def _beside(tiles: TilesOnTable, place: int) -> int:
    """How many tiles, backs included, lie close to one."""
    apart = np.linalg.norm(tiles.centres - tiles.centres[place], axis=1)
    return int(np.count_nonzero(apart <= _BESIDE * tiles.length)) - 1


def _off_middle(scene: Scene, tile: TrackedTile) -> float:
    """How far a tile lies from the picture's middle, in halves of its diagonal."""
    half = np.array(scene.frame_px, np.float64) / 2
    return float(np.linalg.norm(tile.corners_px.mean(axis=0) - half) / np.linalg.norm(half))


def _alone(scene: Scene, tiles: TilesOnTable, by_id: Mapping[int, TrackedTile]) -> int | None:
    """The only face-up tile, if it is in the very middle and no other lies near it."""
    up = [place for place, each in enumerate(tiles.ids) if by_id[each].is_face_up]
    if len(up) != 1 or _off_middle(scene, by_id[tiles.ids[up[0]]]) > _VERY_MIDDLE:
        return None
    apart = np.linalg.norm(tiles.centres - tiles.centres[up[0]], axis=1)
    near = np.count_nonzero(apart <= _ALONE * tiles.length)
    return tiles.ids[up[0]] if near == 1 else None


def _double(tile: TrackedTile) -> float:
    """How likely both ends show the same value, the blank with less weight."""
    both = tile.probs[0, :UNREADABLE] * tile.probs[1, :UNREADABLE]
    return float(both[1:].sum() + _BLANK * both[0])
