"""The tiles of one seat's hand in a still of the table: not what is in play, nor what lies before others."""

from collections.abc import Mapping
from math import atan2, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.trains import Seat
from server.dashboard.camera.messages import Still
from server.dashboard.photo_facts import Read, TileFacts
from vision.readings import NoteKind
from vision.sketch import Point

MIDDLE: Point = (0.5, 0.5)
LARGER = 1.25
"""A tile in play is taken for itself though it was found a little beside where it lies."""


def of_hand(read: Read, still: Still, places: Mapping[Seat, float], seat: Seat) -> Read:
    """What was read of a still, with the tiles of one seat's hand alone.

    places: in which direction from the hub each seat is, in degrees clockwise from x. Where a person has
    drawn in which zone a hand lies, that says more.
    """
    size = np.array([read.width, read.height], np.float32)
    played = [_larger(np.asarray(quad, np.float32) * size) for quad in still.played]
    zones = {each.seat: np.asarray(each.corners, np.float32) * size for each in still.zones}
    hub = np.asarray(still.hub or MIDDLE, np.float32) * size

    def whose(middle: NDArray[np.float32]) -> Seat | None:
        if any(_holds(quad, middle) for quad in played):
            return None
        drawn = next((other for other, zone in zones.items() if _holds(zone, middle)), None)
        # A hand whose zone is drawn does not lie beside it.
        rest = {other: at for other, at in places.items() if other not in zones}
        return drawn or _nearest(middle - hub, rest)

    tiles = [each for each in read.tiles if whose(_middle(each) * size) == seat]
    notes = read.notes if tiles else [NoteKind.NO_TILE.value]
    return read.model_copy(update={"tiles": tiles, "notes": notes})


def _middle(tile: TileFacts) -> NDArray[np.float32]:
    return np.asarray(np.asarray(tile.corners, np.float32).mean(axis=0), np.float32)


def _holds(quad: NDArray[np.float32], point: NDArray[np.float32]) -> bool:
    return cv2.pointPolygonTest(quad, (float(point[0]), float(point[1])), measureDist=False) >= 0


def _larger(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    middle = quad.mean(axis=0)
    return np.asarray(middle + LARGER * (quad - middle), np.float32)


def _nearest(way: NDArray[np.float32], places: Mapping[Seat, float]) -> Seat | None:
    """The seat that lies nearest to a way from the hub."""
    towards_deg = degrees(atan2(float(way[1]), float(way[0])))
    return min(places, key=lambda each: abs((places[each] - towards_deg + 180) % 360 - 180), default=None)
