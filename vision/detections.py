"""What the table model found in one picture, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class TableClass(IntEnum):
    """What the table model tells apart; the values are the model's class numbers."""

    TILE = 0
    TILE_BACK = 1
    MARKER = 2
    HUB = 3
    HAND = 4


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Things found in a picture, most confident first.

    corners_px: (n, 4, 2) float32, clockwise from the end nearest top-left.
    confidence: (n,) float32, 0..1.
    class_id: (n,) int64, values of `TableClass`.
    """

    corners_px: NDArray[np.float32]
    confidence: NDArray[np.float32]
    class_id: NDArray[np.int64]

    def __post_init__(self) -> None:
        n = len(self.confidence)
        if self.corners_px.shape != (n, 4, 2) or self.class_id.shape != (n,):
            raise ValueError(
                f"detections need (n, 4, 2) corners and n classes for n={n} confidences, "
                f"got {self.corners_px.shape} and {self.class_id.shape}"
            )
        for array in (self.corners_px, self.confidence, self.class_id):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.confidence)

    def take(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> "Detections":
        """The detections at `index` (positions or a mask), in that order."""
        return Detections(self.corners_px[index], self.confidence[index], self.class_id[index])

    def moved(self, by_px: NDArray[np.float32]) -> "Detections":
        """The detections (2,) pixels to the right and down."""
        return Detections(self.corners_px + by_px, self.confidence.copy(), self.class_id.copy())


def joined(parts: Sequence[Detections]) -> Detections:
    """All detections of several looks, most confident first."""
    if not parts:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    confidence = np.concatenate([part.confidence for part in parts])
    order = np.argsort(-confidence, kind="stable")
    corners = np.concatenate([part.corners_px for part in parts])
    return Detections(
        corners[order], confidence[order], np.concatenate([part.class_id for part in parts])[order]
    )
