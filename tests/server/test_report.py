"""What the terminal and other programs are told."""

import json
from io import StringIO

import pytest
from photo_readings import photo_reading
from rich.console import Console

from server.report import CountedPhoto, json_line, photo_report
from server.words import words_in
from vision.readings import Note, NoteKind

BLURRED = Note(NoteKind.BLURRED, "The photo is blurred: its edges spread over 9 px.")


def shown(photo: CountedPhoto) -> list[list[str]]:
    """The words of each line, without the frame."""
    out = StringIO()
    Console(width=100, file=out).print(photo_report(photo, words_in("en")))
    return [line.replace("│", " ").split() for line in out.getvalue().splitlines()]


def test_the_table_has_a_row_per_tile_and_the_sum_below() -> None:
    lines = shown(CountedPhoto("hand.jpg", photo_reading("9-4 0-0"), double_blank=50))

    assert lines[0] == ["hand.jpg"]
    assert ["1", "9-4", "13", "98%"] in lines
    assert ["2", "0-0", "50", "98%"] in lines
    assert ["63", "pips", "on", "2", "tiles", "(double-12", "set)"] in lines


def test_a_doubtful_tile_is_marked_in_words_and_names_its_rivals() -> None:
    lines = shown(CountedPhoto("hand.jpg", photo_reading("6-9?6-6,9-9 1-2?"), double_blank=0))

    assert ["1", "6-9", "15", "50%", "doubtful:", "may", "be", "6-6", "or", "9-9"] in lines
    assert ["2", "1-2", "3", "50%", "doubtful"] in lines
    assert ["18", "pips", "on", "2", "tiles", "(double-12", "set),", "2", "doubtful"] in lines


def test_remarks_on_the_photo_stand_below_the_sum() -> None:
    lines = shown(CountedPhoto("hand.jpg", photo_reading("9-4", notes=(BLURRED,)), double_blank=0))
    advice = words_in("en").say("photo.note.blurred")

    assert lines[-2:] == [["13", "pips", "on", "1", "tile", "(double-12", "set)"], advice.split()]


def test_brackets_in_a_file_name_are_no_markup() -> None:
    assert shown(CountedPhoto("hand[bold].jpg", photo_reading("9-4"), 0))[0] == ["hand[bold].jpg"]


@pytest.mark.parametrize(("text", "summary"), [("0-1", "1 pip on 1 tile"), ("0-1 0-2", "3 pips on 2 tiles")])
def test_one_is_not_called_many(text: str, summary: str) -> None:
    counted = CountedPhoto("a.jpg", photo_reading(text), 0)

    assert counted.summary(words_in("en")) == f"{summary} (double-12 set)"


def test_json_carries_what_a_program_needs_on_one_line() -> None:
    reading = photo_reading("9-4 6-9?9-9", set_size=9, notes=(BLURRED,))

    line = json_line(CountedPhoto("Hände/hand.jpg", reading, double_blank=0))

    assert "\n" not in line
    assert json.loads(line) == {
        "file": "Hände/hand.jpg",
        "tiles": [
            {
                "a": 9,
                "b": 4,
                "confidence": 0.98,
                "corners": [[10, 10], [60, 10], [60, 110], [10, 110]],
                "doubtful": False,
                "rivals": [],
            },
            {
                "a": 6,
                "b": 9,
                "confidence": 0.5,
                "corners": [[70, 10], [120, 10], [120, 110], [70, 110]],
                "doubtful": True,
                "rivals": ["9-9"],
            },
        ],
        "total": 28,
        "set": 9,
        "notes": [{"kind": "blurred", "text": BLURRED.text}],
    }
