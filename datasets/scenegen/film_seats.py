"""Where people sit around a table, and where their tiles stand or lie before them."""

from dataclasses import dataclass
from math import ceil, cos, pi, radians, sin

import numpy as np

from engine.trains import Seat
from scenegen.arrange import Placed
from scenegen.film_geometry import Box, Point, box, point, unit
from scenegen.styles import SetStyle

Rng = np.random.Generator

# Seats at the bottom, left, top and right edge; the first one sits in the middle of the bottom edge.
_SIDES: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    2: ((1, 0, 1, 0),),
    3: ((1, 1, 0, 1), (1, 1, 1, 0), (1, 0, 1, 1)),
    4: ((1, 1, 1, 1),),
    5: ((1, 1, 2, 1),),
    6: ((1, 2, 1, 2), (3, 0, 3, 0)),
    7: ((3, 1, 2, 1), (1, 2, 2, 2)),
    8: ((3, 1, 3, 1),),
}
_EDGE_MM = 16.0
"""From the table's edge to the first row of a hand."""
_PARK_MM = 46.0
"""Room beside a hand for the marker."""
MARKER_MM = 30.0
_ROW_GAP_MM = 6.0


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat: where its edge is, the direction away from the table, and how its hand stands there.

    across_mm, deep_mm: of the hand zone. columns: tiles in a row. hand_side: 1 or -1, the arm used.
    """

    name: Seat
    edge: Point
    outward: float
    columns: int
    rows: int
    step: tuple[float, float]
    is_standing: bool
    hand_side: int

    @property
    def across_mm(self) -> float:
        """Width of the hand zone along the edge, the marker's place included."""
        return self.columns * self.step[0] + 2 * _PARK_MM

    @property
    def deep_mm(self) -> float:
        """Depth of the hand zone from the edge inward."""
        return _EDGE_MM + self.rows * self.step[1]

    def at(self, along: float, deep: float) -> Point:
        """The point so far to the right of the seat (as it looks at the table) and in from the edge."""
        out, right = unit(self.outward), unit(self.outward - pi / 2)
        return point(np.array(self.edge) - out * deep + right * along)

    def zone(self) -> Box:
        """The whole hand zone."""
        size = (self.deep_mm, self.across_mm)
        return box(self.at(0, self.deep_mm / 2), self.outward, size)

    def place(self, index: int) -> Point:
        """Where the tile with that number stands, rows from the edge inward."""
        row, column = divmod(index, self.columns)
        along = (column - (self.columns - 1) / 2) * self.step[0]
        return self.at(along, _EDGE_MM + (row + 0.5) * self.step[1])

    def park(self) -> Point:
        """Where the seat's marker waits."""
        side = self.columns * self.step[0] / 2 + _PARK_MM * 0.55
        return self.at(side * self.hand_side, _EDGE_MM + MARKER_MM / 2)

    def shoulder(self, side: int = 0) -> Point:
        """Where an arm comes from, well off the table."""
        return self.at(130.0 * (side or self.hand_side), -330.0)

    def resting(self, side: int = 0) -> Point:
        """Where its finger tips are before and after a reach."""
        return self.at(95.0 * (side or self.hand_side), -210.0)

    def held(self, rng: Rng, index: int, ends: tuple[int, int]) -> Placed:
        """A tile of the hand in its place: on its long edge with the face to the seat, or face down."""
        x, y = self.place(index)
        x, y = x + float(rng.uniform(-0.8, 0.8)), y + float(rng.uniform(-0.8, 0.8))
        wobble = radians(float(np.clip(rng.normal(0, 0.9), -2, 2)))
        if self.is_standing:
            return Placed(x, y, self.outward - pi / 2 + wobble, ends, standing=True, face_up=True)
        turn = pi if rng.random() < 0.5 else 0.0
        return Placed(x, y, self.outward + turn + wobble, ends, face_up=False)

    def shown(self, rng: Rng, held: Placed) -> Placed:
        """A tile of the hand turned up flat where it stood or lay."""
        wobble = radians(float(np.clip(rng.normal(0, 0.8), -1.5, 1.5)))
        angle = held.angle if not self.is_standing else self.outward - pi / 2
        return Placed(held.x, held.y, angle + (wobble if self.is_standing else 0.0), held.ends)


@dataclass(frozen=True, slots=True)
class Edge:
    """A seat's share of the table's edge."""

    at: Point
    outward: float
    room_mm: float


def edges(rng: Rng, size_mm: tuple[float, float], players: int, *, is_round: bool) -> list[Edge]:
    """Where seats are, clockwise in the picture from the bottom."""
    if is_round:
        return _round_edges(rng, size_mm, players)
    options = _SIDES[players]
    counts = options[int(rng.integers(0, len(options)))]
    width, depth = size_mm
    # Clockwise from the bottom: along the bottom to the left, up, along the top to the right, down.
    sides = (
        ((0.0, depth / 2), pi / 2, width),
        ((-width / 2, 0.0), pi, depth),
        ((0.0, -depth / 2), -pi / 2, width),
        ((width / 2, 0.0), 0.0, depth),
    )
    found: list[Edge] = []
    for (middle, outward, long), count in zip(sides, counts, strict=True):
        way = unit(outward + pi / 2)
        # One seat alone leaves the corners to its neighbours' hands.
        room = long * (0.56 if count == 1 else 0.9 / max(count, 1))
        for i in range(count):
            shift = (i - (count - 1) / 2) * long * (0.92 / count) + float(rng.normal(0, 6))
            found.append(Edge(point(np.array(middle) + way * shift), outward, room))
    # Of several seats at the bottom the middle one comes first.
    first = counts[0] // 2
    return found[first:] + found[:first]


def _round_edges(rng: Rng, size_mm: tuple[float, float], players: int) -> list[Edge]:
    radius = min(size_mm) / 2
    found = []
    for i in range(players):
        angle = pi / 2 + i * 2 * pi / players + radians(float(np.clip(rng.normal(0, 2.5), -5, 5)))
        room = min(2 * radius * sin(pi / players) * 0.78, radius * 0.95)
        found.append(Edge((radius * cos(angle), radius * sin(angle)), angle, room))
    return found


def seat_place(rng: Rng, name: Seat, edge: Edge, most: int, tiles: tuple[SetStyle, bool, bool]) -> SeatPlace:
    """A seat whose hand holds at most so many tiles. tiles: style, whether they stand, a round table."""
    style, is_standing, is_round = tiles
    long, wide = style.length_mm, style.width_mm
    # Rows stand so far apart that their tiles can be laid flat towards the middle.
    step = (long + 2.5, wide + _ROW_GAP_MM) if is_standing else (wide + 3.5, long + _ROW_GAP_MM)
    columns = max(min(most, int((edge.room_mm - 2 * _PARK_MM) / step[0])), 1)
    rows = max(ceil(most / columns), 1)
    columns = max(ceil(most / rows), 1)
    at = edge.at
    if is_round:
        # On a round table the ends of a row would hang over the edge.
        radius = float(np.hypot(*at))
        half = columns * step[0] / 2 + _PARK_MM
        inset = radius - float(np.sqrt(max(radius**2 - half**2, 0.0)))
        at = point(np.array(at) - unit(edge.outward) * inset)
    side = 1 if rng.random() < 0.85 else -1
    return SeatPlace(name, at, edge.outward, columns, rows, step, is_standing, side)
