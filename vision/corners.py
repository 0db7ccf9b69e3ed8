"""From a detector's loose box to the exact four corners of a tile, with a second opinion on what it is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Pyramid, padded_box
from vision.runtime import Model

CORNER_SIZE = (104, 64)
"""Width and height of the cut that the corner model looks at."""
CORNER_PAD = 0.3
"""How far the cut reaches beyond the box on every side, as a share of the box's short side."""


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """Boxes after refinement.

    quads: (n, 4, 2) float32 px, clockwise, corners 0 and 1 on a short side of the real tile.
    kind: (n, 3) float32, probabilities of a face, a back, and neither.
    """

    quads: NDArray[np.float32]
    kind: NDArray[np.float32]


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), dtype=np.float32)


def to_batch(pictures: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """(n, 3, h, w) float32 RGB in 0..1 from BGR pictures of one size."""
    stacked = np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stacked, dtype=np.float32) / np.float32(255)


def _inside_to_px(regions: NDArray[np.float32], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners as shares of rectangular cuts (n, 4, 2) to pixels of the picture."""
    origin = regions[:, 1:2]
    along, across = regions[:, 2:3] - origin, regions[:, 0:1] - origin
    return (origin + corners[..., :1] * along + corners[..., 1:] * across).astype(np.float32)


def refine(model: Model, picture: Pyramid, boxes: NDArray[np.float32], batch: int = 32) -> Refined:
    """Exact corners for (n, 4, 2) rectangles (clockwise, corners 0 and 1 on a short side)."""
    if len(boxes) == 0:
        return Refined(np.zeros((0, 4, 2), np.float32), np.zeros((0, 3), np.float32))
    regions = padded_box(boxes, CORNER_PAD)
    outputs = []
    for start in range(0, len(regions), batch):
        cuts = [picture.cut(region, CORNER_SIZE) for region in regions[start : start + batch]]
        outputs.append(model(to_batch(cuts)))
    corners = np.concatenate([out[0] for out in outputs]).reshape(-1, 4, 2)
    along = np.concatenate([out[1] for out in outputs])
    kind = _softmax(np.concatenate([out[2] for out in outputs]))
    quads = _inside_to_px(regions, corners)
    # Where the tile's long axis lies across the cut, the next corner starts a short side.
    crosswise = along[:, 0] > along[:, 1]
    quads = np.where(crosswise[:, None, None], np.roll(quads, -1, axis=1), quads)
    return Refined(quads.astype(np.float32), kind)
