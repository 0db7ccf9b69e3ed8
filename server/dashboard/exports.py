"""A game as files to take away: score sheet, whole view, record."""

import csv
import io
import json

from engine.record import Record
from server.dashboard.desk import GameDesk
from server.dashboard.tables import NO_CAMERA
from server.dashboard.view_building import log_lines, view_of
from server.sayings import Names

FORMULA_STARTS = ("=", "+", "-", "@", "\t")
"""A spreadsheet would run a name that begins so."""


def score_sheet(desk: GameDesk) -> str:
    """The scores as CSV: a line for each round, then the totals."""
    view, names = view_of(desk, NO_CAMERA), Names(desk.names)
    out = io.StringIO()
    sheet = csv.writer(out)
    seats = [each.seat for each in view.seats]
    sheet.writerow(["round", "engine", *(_cell(names.seat(seat)) for seat in seats)])
    for each in view.scores.rounds:
        engine = "" if each.engine is None else f"{each.engine}-{each.engine}"
        sheet.writerow([each.number, engine, *(_points(each.points.get(seat)) for seat in seats)])
    sheet.writerow(["total", "", *(_points(view.scores.totals[seat]) for seat in seats)])
    return out.getvalue()


def whole_game(desk: GameDesk) -> str:
    """The game as JSON: the view with the log of all rounds, and every entry as it was written."""
    view = view_of(desk, NO_CAMERA).model_dump(mode="json")
    view["log"] = [each.model_dump(mode="json") for each in log_lines(desk, desk.held)]
    view["entries"] = [
        {
            "seq": each.seq,
            "at": each.at,
            "source": each.draft.source.value,
            "line": each.draft.line,
            "frame_ref": each.draft.frame_ref,
        }
        for each in desk.entries
    ]
    return json.dumps(view, ensure_ascii=False, indent=1)


def record(desk: GameDesk) -> str:
    """The game as a record that reads back, names among its headers."""
    names = [(f"Name_{seat}", name.replace('"', "'")) for seat, name in sorted(desk.names.items())]
    date = desk.entries[0].at[:10] if desk.entries else ""
    return str(Record((("Date", date), *names), desk.parsed))


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"
