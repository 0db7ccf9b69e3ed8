"""Tiles as rectangles on the table, and the places on their rims where others may touch."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from vision.scene import TrackedTile
from vision.table import Points, TableTransform

USUAL_MM = (50.0, 25.0)


class Port(IntEnum):
    """A place on a tile's rim: both ends, and on either long side its middle and that of each half."""

    END_A = 0
    END_B = 1
    LEFT_A = 2
    LEFT_MIDDLE = 3
    LEFT_B = 4
    RIGHT_A = 5
    RIGHT_MIDDLE = 6
    RIGHT_B = 7


ENDS = (Port.END_A, Port.END_B)
MIDDLES = (Port.LEFT_MIDDLE, Port.RIGHT_MIDDLE)
_OF_B = frozenset({Port.END_B, Port.LEFT_B, Port.RIGHT_B})


def end_of(port: Port) -> int:
    """Which end a port belongs to: 0 for a, 1 for b; 0 for the middles, which belong to both."""
    return int(port in _OF_B)


@dataclass(frozen=True, slots=True, eq=False)
class TilesOnTable:
    """All tiles in one unit of length, by rising track id.

    ids: track ids. corners: (n, 4, 2). centres: (n, 2). along: (n, 2) unit vectors from end a to end b.
    ports: (n, 8, 2) places by `Port`; normals: (n, 8, 2) unit vectors out of the tile there.
    length, width: medians over the tiles. Everything in mm.
    """

    ids: tuple[int, ...]
    corners: Points
    centres: Points
    along: Points
    ports: Points
    normals: Points
    length: float
    width: float

    def place(self, track_id: int) -> int:
        """The row of a track id."""
        return self.ids.index(track_id)


def on_table(tiles: tuple[TrackedTile, ...], transform: TableTransform) -> TilesOnTable:
    """The tiles' rectangles in mm; the order they are given in does not matter."""
    ordered = sorted(tiles, key=lambda tile: tile.track_id)
    ids = tuple(tile.track_id for tile in ordered)
    quads = np.stack([tile.corners_px for tile in ordered]) if ordered else np.zeros((0, 4, 2))
    corners = transform.to_mm(quads)
    end_a, end_b = corners[:, :2].mean(axis=1), corners[:, 2:].mean(axis=1)
    centres = (end_a + end_b) / 2
    along, lengths = _unit(end_b - end_a)
    widths = np.linalg.norm((corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2, axis=1)
    right = np.stack([-along[:, 1], along[:, 0]], axis=1)
    side = right * (widths / 2)[:, None]
    quarter = (end_b - end_a) / 4
    ports = np.stack(
        [
            end_a,
            end_b,
            *(centres - side + step * quarter for step in (-1, 0, 1)),
            *(centres + side + step * quarter for step in (-1, 0, 1)),
        ],
        axis=1,
    )
    normals = np.stack([-along, along, *(-right,) * 3, *(right,) * 3], axis=1)
    length, width = (
        float(np.median(values)) if len(values) else usual
        for values, usual in zip((lengths, widths), USUAL_MM, strict=True)
    )
    return TilesOnTable(ids, corners, centres, along, ports, normals, length, width)


def _unit(vectors: Points) -> tuple[Points, NDArray[np.float64]]:
    """(n, 2) vectors as unit vectors and (n,) their lengths."""
    lengths = np.linalg.norm(vectors, axis=1)
    return vectors / np.maximum(lengths, 1e-9)[:, None], lengths


def distance_to(corners: Points, points: Points) -> NDArray[np.float64]:
    """(n,) how far (n, 2) points or one point (2,) lie from quads (n, 4, 2) or (4, 2); 0 inside."""
    start, stop = corners, np.roll(corners, -1, axis=-2)
    edge, to_point = stop - start, points[..., None, :] - start
    share = np.sum(to_point * edge, axis=-1) / np.maximum(np.sum(edge * edge, axis=-1), 1e-9)
    foot = start + np.clip(share, 0, 1)[..., None] * edge
    apart = np.linalg.norm(points[..., None, :] - foot, axis=-1).min(axis=-1)
    turn = edge[..., 0] * to_point[..., 1] - edge[..., 1] * to_point[..., 0]
    inside = (turn >= 0).all(axis=-1) | (turn <= 0).all(axis=-1)
    return np.asarray(np.where(inside, 0.0, apart))
