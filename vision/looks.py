"""One look at a frame: everything that the models find in it or in parts of it."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.frames import Frame
from vision.readings import TileReading

Boxes = NDArray[np.float32]
"""(n, 4) px: left, top, right, bottom."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a look found, in pixels of the whole frame.

    tiles: face-up tiles. things: everything else (backs, markers, hubs, hands).
    boxes: (n, 4) where was looked; None for the whole frame.
    """

    at_s: float
    tiles: tuple[TileReading, ...]
    things: Detections
    boxes: Boxes | None = None


class Looker(Protocol):
    """Whatever can look at a frame: the models, or in tests a film's truth."""

    def look(self, frame: Frame, boxes: Boxes | None = None, attempt: int = 0) -> Look:
        """Look at the whole frame, or for what has its middle in `boxes`.

        attempt: counts the looks at one change from 0; each may look in another way, so that what one
        misses the next may find.
        """
