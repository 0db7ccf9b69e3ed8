"""What the table model found in one picture, as arrays."""

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
