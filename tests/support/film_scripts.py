"""A short film made by hand: a tile is laid, a marker comes, a tile is turned over, one is taken."""

from dataclasses import replace

import numpy as np
from plain_sets import GREEN, NO_SHADOW, PLAIN

from scenegen.arrange import Placed
from scenegen.camera import View
from scenegen.film_look import FilmLook, Sensor, TableTop, fitted
from scenegen.film_script import (
    Carried,
    FilmProp,
    FilmScript,
    FilmThing,
    FilmTile,
    Put,
    Reach,
    Shift,
    Spot,
    Take,
    TrueEvent,
    Waypoint,
)
from scenegen.props import PropKind

ENGINE, FIRST, SECOND, MARKER, DOWN, LOOSE = 1, 2, 3, 4, 5, 6


def tile(key: int, x: float, y: float, ends: tuple[int, int], *, face_up: bool = True) -> FilmTile:
    """A tile that lies along x."""
    return FilmTile(key, Placed(x, y, 0.0, ends, face_up=face_up))


def marker(key: int, x: float, y: float) -> FilmProp:
    """A coin."""
    return FilmProp(key, PropKind.COIN, 5, Spot(x, y, 0.3), "marker")


START: tuple[FilmThing, ...] = (
    tile(ENGINE, 0, 0, (6, 6)),
    tile(FIRST, 60, 0, (6, 4)),
    tile(DOWN, -120, 60, (1, 2), face_up=False),
    tile(LOOSE, -120, -60, (0, 3)),
)

STILL = FilmScript(
    rules="gamerules",
    set_size=6,
    seats=("P1", "P2"),
    seat_mm=((0.0, 150.0), (0.0, -150.0)),
    table_mm=(400.0, 300.0),
    hub_mm=(0.0, 0.0),
    slots={"P1": 0.0},
    lasts_s=2.0,
    start=START,
    steps=(),
    reaches=(),
    leans=(),
    bumps=(),
    lamps=(),
    drift=None,
    events=(),
)
"""Two seconds in which nothing happens."""

LAID = tile(SECOND, 115, 0, (4, 5))

PLAYED = replace(
    STILL,
    steps=(
        Put(0.8, LAID),
        Put(1.2, marker(MARKER, 60, 40)),
        Shift(1.3, DOWN, Spot(-120, 70, 0.0), face_up=True),
        Take(1.6, LOOSE),
    ),
    reaches=(
        Reach(
            3,
            (60.0, 190.0),
            (Waypoint(0.3, 60.0, 230.0), Waypoint(0.8, 115.0, 0.0), Waypoint(1.1, 60.0, 230.0)),
            (Carried(0.3, 0.8, LAID),),
        ),
    ),
    events=(
        TrueEvent(0.0, "engine", tile=(6, 6), key=ENGINE),
        TrueEvent(1.05, "place", by="P1", train="P1", tile=(4, 5), line="P1: 4-5", key=SECOND),
        TrueEvent(1.2, "marker_on", by="P2", train="P2", key=MARKER),
        TrueEvent(1.6, "remove", by="P1", tile=(0, 3), key=LOOSE),
    ),
)
"""The same with an arm that lays 4-5, a marker, a tile turned over, and a tile taken."""


def plain_look(noise: float = 0.0) -> FilmLook:
    """Red tiles on a green table under even light, 320 × 180, seen from straight above."""
    clear = Sensor((1.0, 1.0, 1.0), 200.0, 1.0, 1.0, 1.0, noise, 0.0, 0.0, None)
    view, target = fitted(STILL.table_mm, View(0.0, 0.0, 1.0, 400.0, (320, 180)), 0.02)
    green = (np.full((96, 96, 3), GREEN, np.uint8),)
    top = TableTop(green, green, 1.0, 0.0, (0.0, 0.0), 0.5, 1.0, 20.0)
    return FilmLook(1, STILL.table_mm, PLAIN, top, view, target, NO_SHADOW, clear)
