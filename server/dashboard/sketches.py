"""Sketches as pages and the store have them."""

from collections.abc import Sequence
from typing import Annotated

import cv2
import numpy as np
from pydantic import AfterValidator, Field, ValidationError

from engine.trains import Seat
from server.dashboard.commands import Command, SeatId
from vision.sketch import NOTHING_DRAWN, Corners, HandZone, Sketch
from vision.sketch_proposal import hand_zones

Share = Annotated[float, Field(ge=0, le=1)]
LEAST_AREA = 0.0004
"""Of the picture: a fiftieth of its width and of its height."""


def _convex(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Four corners in order round a convex area; anything else has no inside to speak of."""
    quad = np.array(corners, np.float32)
    if not cv2.isContourConvex(quad) or cv2.contourArea(quad) < LEAST_AREA:
        raise ValueError("expected four corners in order round a convex area that can be seen")
    return corners


Quad = Annotated[
    tuple[tuple[Share, Share], tuple[Share, Share], tuple[Share, Share], tuple[Share, Share]],
    AfterValidator(_convex),
]
"""Corners as shares of the picture's width and height."""


class DrawnZone(Command):
    """Where a seat's own tiles lie."""

    seat: SeatId
    corners: Quad


class Drawn(Command):
    """What a person drew over the picture; without a hub it is found by the models."""

    hub: Quad | None = None
    zones: Annotated[tuple[DrawnZone, ...], Field(max_length=12)] = ()

    def sketch(self) -> Sketch:
        """As whoever watches wants it."""
        zones = tuple(HandZone(Seat(each.seat), each.corners) for each in self.zones)
        return Sketch(self.hub, zones)


def drawn(sketch: Sketch) -> Drawn:
    """A sketch for pages and store; what a knock has bent out of shape is taken as it is."""
    return Drawn.model_construct(
        hub=sketch.hub,
        zones=tuple(DrawnZone.model_construct(seat=each.seat, corners=each.corners) for each in sketch.zones),
    )


def to_text(sketch: Sketch) -> str:
    """A sketch as the store keeps it."""
    return drawn(sketch).model_dump_json(warnings=False)


def from_text(text: str | None) -> Sketch:
    """A sketch that was kept; one that cannot be read is as good as none: a person draws it again."""
    try:
        return NOTHING_DRAWN if text is None else Drawn.model_validate_json(text).sketch()
    except ValidationError:
        return NOTHING_DRAWN


def proposal(
    seats: Sequence[str], hub: Corners | None = None, lying: Sequence[tuple[float, float]] = ()
) -> Sketch:
    """A sketch to begin with. hub, lying: what was found in the picture (see `Check`)."""
    middle = None if hub is None else (sum(x for x, _ in hub) / 4, sum(y for _, y in hub) / 4)
    zones = zip(seats, hand_zones(len(seats), middle, lying), strict=True)
    return Sketch(hub, tuple(HandZone(Seat(seat), corners) for seat, corners in zones))
