"""What is on the printed hub and on the printed markers, as shapes in millimetres."""

from collections.abc import Iterable, Sequence
from colorsys import hsv_to_rgb
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas

from vision.tags import (
    CELLS,
    HUB_RADIUS_MM,
    MARKER_TAG_MM,
    MOST_SEATS,
    RECESS_MM,
    TAG_MM,
    hub_tags,
    marker_tag_id,
    slot_headings_deg,
    tag_cells,
    turned_mm,
)

Place = tuple[float, float]
Points = Sequence[Place] | NDArray[np.float64]
Colour = tuple[float, float, float]

BLACK: Colour = (0.0, 0.0, 0.0)
_GREY: Colour = (0.55, 0.55, 0.55)
MM = 72 / 25.4
"""Points of a PDF in a millimetre."""
_SLOT_MM = (28.0, 86.0)
"""A slot's width (that of the widest tiles) and where it begins: outside the tags' white borders."""
_MARKER_MM = (28.0, 38.0)
_STRIP_MM = 10.0
_CAPITAL = 0.72
"""Height of a capital letter of Helvetica, as a share of the font's size."""


class Sheet:
    """A page that is drawn on in millimetres, x right and y down from a chosen origin."""

    def __init__(self, canvas: Canvas, height_pt: float, origin_mm: Place) -> None:
        self._canvas = canvas
        self._height_pt = height_pt
        self._origin_mm = origin_mm

    def fill(self, outlines: Iterable[Points], colour: Colour) -> None:
        """Fill outlines as one shape, so that no seam shows where two of them touch."""
        path = self._canvas.beginPath()
        for outline in outlines:
            first, *others = self._points(outline)
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.close()
        self._canvas.setFillColorRGB(*colour)
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=1)

    def line(
        self, points: Points, width_mm: float, colour: Colour = BLACK, dash_mm: float | None = None
    ) -> None:
        """Draw a line through points."""
        path = self._canvas.beginPath()
        first, *others = self._points(points)
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
        self._canvas.setLineWidth(width_mm * MM)
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setDash([] if dash_mm is None else [dash_mm * MM, dash_mm * MM])
        self._canvas.drawPath(path)

    def circle(self, middle: Place, radius_mm: float, width_mm: float, colour: Colour) -> None:
        """Draw a circle's line."""
        [(x, y)] = self._points([middle])
        self._canvas.setLineWidth(width_mm * MM)
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setDash([])
        self._canvas.circle(x, y, radius_mm * MM)

    def text(
        self, words: str, middle: Place, height_mm: float, turn_deg: float = 0.0, colour: Colour = BLACK
    ) -> None:
        """Write words around a place, turned clockwise; height is that of a capital letter."""
        [(x, y)] = self._points([middle])
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(-turn_deg)
        self._canvas.setFillColorRGB(*colour)
        self._canvas.setFont("Helvetica-Bold", height_mm * MM / _CAPITAL)
        self._canvas.drawCentredString(0, -height_mm * MM / 2, words)
        self._canvas.restoreState()

    def _points(self, points: Points) -> list[Place]:
        left, top = self._origin_mm
        return [(float(x + left) * MM, self._height_pt - float(y + top) * MM) for x, y in points]


def seat_colour(seat: int) -> Colour:
    """A light colour for a seat from 1 up; neighbours differ much."""
    return hsv_to_rgb((seat - 1) * 5 / MOST_SEATS % 1.0, 0.45, 1.0)


def draw_hub(sheet: Sheet, seats: int) -> None:
    """Draw the hub around the sheet's origin."""
    for slot, heading in enumerate(slot_headings_deg(seats)):
        _draw_slot(sheet, slot, heading)
    for tag in hub_tags(seats):
        sheet.fill([turned_mm(square, tag) for square in _squares(tag.tag_id, TAG_MM)], BLACK)
    long, wide = RECESS_MM
    sheet.line(_box((0, 0), long, wide, closed=True), 0.4, _GREY, dash_mm=2)
    sheet.text("engine tile", (0, 0), 3.5, colour=_GREY)
    sheet.circle((0, 0), HUB_RADIUS_MM, 0.2, _GREY)


def draw_marker(sheet: Sheet, seat: int, middle: Place) -> None:
    """Draw a marker around a place: its tag, and a strip with a steam engine and the seat's number."""
    wide, high = _MARKER_MM
    x, y = middle
    strip = (x, y + (high - _STRIP_MM) / 2)
    sheet.fill([_box(strip, wide, _STRIP_MM)], seat_colour(seat))
    tag_middle = np.array([x, y - _STRIP_MM / 2])
    squares = _squares(marker_tag_id(seat), MARKER_TAG_MM)
    sheet.fill([square + tag_middle for square in squares], BLACK)
    _draw_engine(sheet, (strip[0] - 5, strip[1]))
    sheet.text(str(seat), (strip[0] + 7, strip[1]), 6.0)
    sheet.line(_box(middle, wide, high, closed=True), 0.2, _GREY)


def _draw_slot(sheet: Sheet, slot: int, heading_deg: float) -> None:
    """A coloured field as wide as a tile at the hub's rim, its number upright for who sits there."""
    wide, near = _SLOT_MM
    field = np.array([[near, -wide / 2], *_rim(wide), [near, wide / 2]])
    turn = np.radians(heading_deg)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    sheet.fill([field @ matrix], seat_colour(slot) if slot else (0.88, 0.88, 0.88))
    reach = (near + HUB_RADIUS_MM) / 2 - 0.5
    middle = (reach * float(np.cos(turn)), reach * float(np.sin(turn)))
    sheet.text(str(slot) if slot else "MX", middle, 4.0, heading_deg - 90)
    if slot in {6, 9}:
        # Without it one is the other upside down.
        foot = np.array([[reach + 3, -2], [reach + 3, 2]]) @ matrix
        sheet.line(foot, 0.5)


def _rim(wide: float) -> list[Place]:
    """Points of the hub's outline, as far as a slot at x reaches."""
    most = np.arcsin(wide / 2 / HUB_RADIUS_MM)
    return [
        (HUB_RADIUS_MM * float(np.cos(angle)), HUB_RADIUS_MM * float(np.sin(angle)))
        for angle in np.linspace(-most, most, 9)
    ]


def _squares(tag_id: int, side_mm: float) -> list[NDArray[np.float64]]:
    """Outlines of a tag's black squares around its middle, those of a row that touch as one."""
    step = side_mm / CELLS
    outlines = []
    for row, cells in enumerate(tag_cells(tag_id)):
        for black, run in groupby(range(CELLS), key=lambda column: bool(cells[column])):
            columns = list(run)
            if black:
                left, right = columns[0] * step, (columns[-1] + 1) * step
                top, bottom = row * step, (row + 1) * step
                box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
                outlines.append(box - side_mm / 2)
    return outlines


def _box(middle: Place, wide: float, high: float, *, closed: bool = False) -> list[Place]:
    x, y = middle
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return [(x + sx * wide / 2, y + sy * high / 2) for sx, sy in signs[: 5 if closed else 4]]


def _draw_engine(sheet: Sheet, middle: Place) -> None:
    """A steam engine of 14 mm seen from the side: boiler, cab, chimney and wheels."""
    x, y = middle
    boiler, cab, chimney = (
        _box((x - 1.5, y), 9, 3),
        _box((x + 4.5, y - 1), 3.5, 5),
        _box((x - 4, y - 2.5), 1.6, 2.4),
    )
    sheet.fill([boiler, cab, chimney], BLACK)
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for wheel in (-4.0, -0.3, 4.2):
        middle_mm = (x + wheel, y + 2.3)
        sheet.fill([np.stack([np.cos(angles), np.sin(angles)], axis=1) * 1.4 + middle_mm], BLACK)
