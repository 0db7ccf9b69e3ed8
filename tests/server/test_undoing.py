"""Undo takes back what people mean: what was done or told last, never what nobody noticed."""

import pytest

from engine.event_notation import parse_entry
from server.dashboard.store_values import Draft, Stored
from server.dashboard.undoing import done_last
from server.session_log import Source

BEGUN = ("P1 game house P1 P2", "C1 round 1", "C1 engine 12-12")


def log(*lines: str) -> list[Stored]:
    """Entries after the start of a round; each line begins with who wrote it and in which write."""
    drafts = [line.partition(" ") for line in (*BEGUN, *lines)]
    return [
        Stored(seq, at, Draft(line, Source.PERSON if at[0] == "P" else Source.INFERRED))
        for seq, (at, _, line) in enumerate(drafts, 1)
    ]


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        pytest.param(("P2 draw P1", "P2 pass P1"), [5, 4], id="what a person did with one tap"),
        pytest.param(("P2 place 12-5 on P1", "P3 pass P1"), [5], id="the second of two taps"),
        pytest.param(
            ("C2 assign @1 P1", "C2 place 12-5 on @1", "C3 correct 4 assign @1 P2"),
            [5, 4],
            id="not the owner that the camera put right",
        ),
        pytest.param(
            ("P2 place 12-5 on P1", "C2 correct 3 engine 11-11"), [4], id="not a reading that it put right"
        ),
        pytest.param(
            ("C2 assign @1 P1", "C2 place 12-5 on @1", "P2 correct 4 assign @1 P2"),
            [6],
            id="the owner that a person put right",
        ),
        pytest.param(
            ("C2 place 12-5 on @1", "C2 correct 3 engine 11-11", "C2 place 12-3 on @2"),
            [6],
            id="one of two that were seen at one look",
        ),
        pytest.param(
            ("C2 assign @1 P1", "C2 marker on @1", "P2 place 12-5 on P1", "C3 assign @2 P2"),
            [6],
            id="not an owner alone",
        ),
        pytest.param(("P2 place 12-5 on P1", "P3 correct 4 place 12-6 on P1"), [5], id="a correction"),
        pytest.param(
            ("P2 pass P1", "P3 place 12-5 on P1", "P4 correct 5 place 12-6 on P1", "P5 retract 5"),
            [4],
            id="not a correction of what is gone",
        ),
        pytest.param(("P2 pass P1", "P3 retract 4"), [3, 2], id="a round that the camera began"),
        pytest.param(("P2 retract 3", "P2 retract 2"), [], id="nothing is left"),
    ],
)
def test_undo_takes_back_what_was_done_or_told_last(lines: tuple[str, ...], taken: list[int]) -> None:
    entries = log(*lines)

    assert done_last(entries, [parse_entry(each.draft.line) for each in entries]) == taken
