"""Reads the pips of tile ends: cut straight at native resolution, one batch over all ends."""

import numpy as np
from numpy.typing import NDArray

from vision.corners import to_batch
from vision.geometry import Pyramid, end_region
from vision.readings import CLASSES
from vision.runtime import Model

END_PX = 64
"""Side of the square cut that the pip model reads."""
END_MARGIN = 0.10
"""How far the cut reaches beyond the end on every side, as a share of the end's side."""


def read_ends(
    model: Model, picture: Pyramid, quads: NDArray[np.float32], batch: int = 64
) -> NDArray[np.float32]:
    """(n, 2, 20) probabilities for the ends a and b of (n, 4, 2) tiles.

    Each end is read upright and turned by 180 degrees, which leaves pips what they are; the two are averaged.
    """
    if len(quads) == 0:
        return np.zeros((0, 2, CLASSES), np.float32)
    cuts = [
        picture.cut(end_region(quad, end, END_MARGIN), (END_PX, END_PX)) for quad in quads for end in (0, 1)
    ]
    pictures = [turned for cut in cuts for turned in (cut, cut[::-1, ::-1])]
    logits = np.concatenate(
        [model(to_batch(pictures[i : i + batch]))[0] for i in range(0, len(pictures), batch)]
    )
    probs = np.exp(logits - logits.max(axis=1, keepdims=True))
    probs /= probs.sum(axis=1, keepdims=True)
    both_ways = probs.reshape(len(quads), 2, 2, CLASSES).mean(axis=2)
    return np.asarray(both_ways, np.float32)
