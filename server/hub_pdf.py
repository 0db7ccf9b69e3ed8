"""The command `stationmaster hub`: a hub with tags, and markers, to print and cut out."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from server.hub_drawing import MM, Sheet, draw_hub, draw_marker
from vision.tags import HUB_RADIUS_MM

PaperName = Literal["a4", "letter"]

_EDGE_MM = 12.0
"""No printer in common use needs more, and Letter is 11.3 mm wider than the hub on either side."""
_BAR_MM = 100.0
_PAPERS: dict[PaperName, tuple[float, float]] = {"a4": A4, "letter": LETTER}
_MARKER_COLUMNS = 5
_MARKER_STEP_MM = (36.0, 46.0)


@dataclass(frozen=True, slots=True)
class HubOptions:
    """What to print. seats: trains beside the Mexican train. markers: whether a page of them follows."""

    paper: PaperName = "a4"
    seats: int = 8
    markers: bool = True


def hub_pdf(options: HubOptions) -> bytes:
    """The document; the same options give the same bytes."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=_PAPERS[options.paper], invariant=1)
    canvas.setTitle(f"Hub for {options.seats} trains and the Mexican train")
    canvas.setCreator("Stationmaster")
    _hub_page(canvas, options)
    if options.markers:
        _marker_page(canvas, options)
    canvas.save()
    return out.getvalue()


def hub_middle_mm(paper: PaperName) -> tuple[float, float]:
    """Where the hub's middle lies on the first page, from its upper left corner."""
    return _PAPERS[paper][0] / MM / 2, _EDGE_MM + HUB_RADIUS_MM


def write_hub(path: Path, options: HubOptions) -> int:
    """Write the document; the exit status, and a line when the file cannot be written."""
    try:
        path.write_bytes(hub_pdf(options))
    except OSError as error:
        sys.stderr.write(f"stationmaster: {path}: cannot be written: {error.strerror or error}\n")
        return 1
    return 0


def _hub_page(canvas: Canvas, options: HubOptions) -> None:
    sheet = Sheet(canvas, _PAPERS[options.paper][1], hub_middle_mm(options.paper))
    draw_hub(sheet, options.seats)
    top = HUB_RADIUS_MM + 14
    _scale_bar(sheet, top)
    lines = (
        f"Hub for {options.seats} trains and the Mexican train (MX)",
        "Print at actual size (100 %), not fitted to the page. Cut along the circle.",
        "Lay it flat in the middle of the table. The engine tile goes into the frame,",
        "and each train begins at the rim, outside the disc, so that the black squares stay in view:",
        "by them the camera knows the middle of the table, its size and its slant.",
    )
    _lines(sheet, lines, top + 16)
    canvas.showPage()


def _scale_bar(sheet: Sheet, y: float) -> None:
    half = _BAR_MM / 2
    sheet.line([(-half, y), (half, y)], 0.4)
    for step in range(11):
        tick = 3.0 if step % 5 == 0 else 1.5
        x = -half + step * _BAR_MM / 10
        sheet.line([(x, y - tick), (x, y)], 0.3)
    sheet.text("This bar is 100 mm long: check it with a ruler after printing.", (0, y + 5), 3.0)


def _marker_page(canvas: Canvas, options: HubOptions) -> None:
    width, height = _PAPERS[options.paper]
    across, down = _MARKER_STEP_MM
    columns = min(_MARKER_COLUMNS, options.seats)
    sheet = Sheet(canvas, height, (width / MM / 2, 0.0))
    lines = (
        f"Markers for {options.seats} trains",
        "Cut along the lines. A marker beside a train says that everybody may play on it.",
    )
    _lines(sheet, lines, 20)
    for index in range(options.seats):
        row, column = divmod(index, columns)
        place = ((column - (columns - 1) / 2) * across, 58 + row * down)
        draw_marker(sheet, index + 1, place)
    canvas.showPage()


def _lines(sheet: Sheet, lines: Iterable[str], top: float) -> None:
    """Text with its first line larger."""
    for index, words in enumerate(lines):
        sheet.text(words, (0, top + 6.5 * index), 3.0 if index else 5.0)
