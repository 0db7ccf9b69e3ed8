"""What of a scene can be tiles of one set: of one size, flat on the table, each there once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import side_lengths
from vision.readings import UNREADABLE
from vision.scene import Scene, SmallThing, TrackedTile
from vision.table import TableTransform

_PLAIN = 0.8
"""Ends read with less say that the tile may be seen from the side, or be none."""
_SIZES = 0.3
"""Tiles of a set differ by less than this logarithm, a third, once the perspective is out."""
_FACES_DO = 3
"""So many well-read faces say enough of how large tiles are."""
_SHAPES = (1.2, 3.2)
"""Length to width of a tile seen from up to 50 degrees; one that stands is narrower."""
_IN_BONEYARD = 2
"""A blank among so many backs is one of them, seen with its light side up."""
_BESIDE = 1.33
_COPIES = 4
"""So many tiles that read alike are none; fewer may be misreads of blurred ones."""


def without_copies(scene: Scene) -> Scene:
    """The scene without tiles that read alike in many places: these are bricks or backs."""
    faces = {
        t.track_id: tuple(sorted(t.probs[:, :UNREADABLE].argmax(axis=1))) for t in scene.tiles if t.is_face_up
    }
    often = {ends for ends, times in Counter(faces.values()).items() if times >= _COPIES}
    backs = [t.corners_px.mean(axis=0) for t in scene.tiles if not t.is_face_up]
    blank = {number for number, ends in faces.items() if ends == (0, 0)}

    def is_one(tile: TrackedTile) -> bool:
        is_back = tile.track_id in blank and _near(tile, backs) >= _IN_BONEYARD
        return faces.get(tile.track_id) not in often and not is_back

    return replace(scene, tiles=tuple(filter(is_one, scene.tiles)))


def _near(tile: TrackedTile, middles: list[NDArray[np.float32]]) -> int:
    """How many of the middles lie within a tile's length and a third of a tile's."""
    middle, length = tile.corners_px.mean(axis=0), side_lengths(tile.corners_px[None])[0][0]
    return sum(float(np.linalg.norm(each - middle)) <= _BESIDE * length for each in middles)


def lying_flat(scene: Scene, transform: TableTransform) -> Scene:
    """The scene without what is too long, short, wide or narrow for a tile of the set that lies flat."""
    if not scene.tiles:
        return scene
    corners = transform.to_mm(np.stack([tile.corners_px for tile in scene.tiles]))
    sizes = np.stack(side_lengths(corners.astype(np.float32)), axis=1)
    off = np.min([np.abs(_off(sizes, usual)).max(axis=1) for usual in _usual(scene, sizes)], axis=0)
    over = np.min([_off(sizes, usual).max(axis=1) for usual in _usual(scene, sizes)], axis=0)
    kept = tuple(t for t, by in zip(scene.tiles, off, strict=True) if by <= _SIZES)
    small = tuple(_as_thing(t) for t, by in zip(scene.tiles, over, strict=True) if by < -_SIZES)
    return replace(scene, tiles=kept, things=(*scene.things, *small))


def _off(sizes: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 2) logarithms by which lengths and widths differ from the usual ones."""
    return np.asarray(np.log(np.maximum(sizes, 1e-3) / usual), np.float32)


def _usual(scene: Scene, sizes: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Lengths and widths (2,) that a tile may have: the faces', and while these are few the backs' too."""
    plain = np.array([is_plain(tile) and _is_tile_shaped(tile) for tile in scene.tiles], bool)
    faces = plain & np.array([tile.is_face_up for tile in scene.tiles], bool)
    if faces.sum() >= _FACES_DO:
        return [np.median(sizes[faces], axis=0)]
    chosen = [mask for mask in (faces, plain) if mask.any()] or [np.ones(len(sizes), bool)]
    return [np.median(sizes[mask], axis=0) for mask in chosen]


def _as_thing(tile: TrackedTile) -> SmallThing:
    """What was taken for a tile and is far too small for one: perhaps a marker."""
    corners = tile.corners_px
    size = float((corners.max(axis=0) - corners.min(axis=0)).max())
    return SmallThing(
        tile.track_id, corners.mean(axis=0), size, is_marker_like=False, is_hidden=tile.is_hidden
    )


def to_measure_by(tiles: Sequence[TrackedTile]) -> NDArray[np.bool_]:
    """(n,) which tiles surely lie flat: faces that are read well; while there are few, backs as well.

    Most backs in view may be those of hands that stand, seen from the side.
    """
    shaped = np.array([is_plain(tile) and _is_tile_shaped(tile) for tile in tiles], bool)
    read = shaped & np.array([tile.is_face_up for tile in tiles], bool)
    return read if read.sum() >= _FACES_DO else shaped


def _is_tile_shaped(tile: TrackedTile) -> bool:
    """Whether a tile that lies flat may look so long and wide, from above or aslant."""
    length, width = (float(side[0]) for side in side_lengths(tile.corners_px[None]))
    return _SHAPES[0] <= length / max(width, 1e-6) <= _SHAPES[1]


def is_plain(tile: TrackedTile) -> bool:
    """Whether a tile is surely one that lies flat: face down, or with both ends well read."""
    sure = tile.probs[:, :UNREADABLE].max(axis=1)
    return not tile.is_face_up or float(sure.min()) >= _PLAIN
