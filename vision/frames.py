"""A picture of a video with its time."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(slots=True, eq=False)
class Frame:
    """One picture of a source, upright.

    luma: (H, W) uint8 as decoded. index: counts the source's frames from 0.
    at_s: seconds from the source's own timestamps, from its first frame on. source: its name.
    convert: makes the (H, W, 3) uint8 BGR picture; most frames never need it, so it is called at most once.
    """

    luma: Image
    index: int
    at_s: float
    source: str
    convert: Callable[[], Image]
    _bgr: Image | None = field(default=None, init=False)

    def bgr(self) -> Image:
        """The picture in colour, (H, W, 3) uint8."""
        if self._bgr is None:
            self._bgr = self.convert()
        return self._bgr
