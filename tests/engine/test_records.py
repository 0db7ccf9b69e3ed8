"""The log and its amendments, and records as text."""

import pytest

from engine.event_notation import parse_entry
from engine.log import LogError, resolve
from engine.notation import NotationError
from engine.record import MisfitError, Record, RecordError, judge_record, noted, parse_record, read_record


def held(*lines: str) -> list[str]:
    return [f"{seq} {event}" for seq, event in resolve([parse_entry(line) for line in lines])]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["draw P1", "pass P1"], ["1 draw P1", "2 pass P1"]),
        (["draw P1", "pass P1", "retract 1"], ["2 pass P1"]),
        (["draw P1", "correct 1 draw P2"], ["1 draw P2"]),
        (["draw P1", "correct 1 draw P2", "correct 1 draw P3"], ["1 draw P3"]),
        (["draw P1", "correct 1 draw P2", "correct 2 draw P3"], ["1 draw P3"]),
        (["draw P1", "correct 1 draw P2", "retract 2"], ["1 draw P1"]),
        (["draw P1", "retract 1", "retract 2"], ["1 draw P1"]),
        (["draw P1", "insert 1 pass P3", "insert 1 pass P4"], ["2 pass P3", "3 pass P4", "1 draw P1"]),
        (["draw P1", "insert 1 pass P3", "correct 2 pass P2"], ["2 pass P2", "1 draw P1"]),
        (["draw P1", "insert 1 pass P3", "retract 2"], ["1 draw P1"]),
        (["draw P1", "insert 1 pass P3", "retract 1"], ["2 pass P3"]),
        (["draw P1", "insert 1 pass P3", "insert 2 draw P2"], ["3 draw P2", "2 pass P3", "1 draw P1"]),
    ],
)
def test_amendments_are_resolved_before_the_replay(lines: list[str], expected: list[str]) -> None:
    assert held(*lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["retract 1"],
        ["draw P1", "retract 3"],
        ["draw P1", "correct 0 draw P2"],
        ["draw P1", "insert 2 draw P2"],
        ["draw P1", "retract 1", "correct 2 draw P2"],
        ["draw P1", "retract 1", "insert 2 draw P2"],
    ],
)
def test_an_amendment_needs_an_earlier_entry_of_the_right_kind(lines: list[str]) -> None:
    with pytest.raises(LogError, match="entry"):
        held(*lines)


GAME = """[Site "Kitchen #2"]

game house P1 P2   # two of us
round 1 starts P1 dealt 16
engine 12-12
place 12-5 on P1 by P1
place 12-4 on P1 by P2
correct 5 place 12-4 on P2 by P2
insert 4 draw P1
"""


def test_a_record_is_judged_as_amended() -> None:
    game, verdicts = judge_record(parse_record(GAME))

    assert [each.seq for each in verdicts] == [1, 2, 3, 7, 4, 5]
    assert list(noted(verdicts)) == []
    assert game.round is not None
    assert game.round.hands == (16, 15)


def test_without_its_amendments_it_is_another_game() -> None:
    lines = GAME.splitlines()[:-2]
    _, verdicts = judge_record(read_record(lines))

    [found] = noted(verdicts)
    assert (found.seq, found.event) == (5, "place 12-4 on P1 by P2")
    assert {each.code for each in found.problems} == {"first_turn_own_train_only", "mismatched_end"}


def test_the_headers_are_kept() -> None:
    record = parse_record(GAME)

    assert record.headers == (("Site", "Kitchen #2"),)
    assert parse_record(str(record)) == record


@pytest.mark.parametrize(
    ("text", "line", "position"),
    [
        ("game house P1 P2\nplay 5-3\n", 2, 0),
        ("\n\nplace 5-x on P1\n", 3, 8),
        ("[Site Kitchen]\n", 1, 0),
        ('draw P1\n[Site "Kitchen"]\n', 2, 0),
        ("game house P1 P1", 1, 14),
    ],
)
def test_a_broken_record_names_line_and_position(text: str, line: int, position: int) -> None:
    with pytest.raises(RecordError, match=f"line {line}: expected") as caught:
        parse_record(text)

    assert (caught.value.line, caught.value.position) == (line, position)


@pytest.mark.parametrize(
    "text",
    [
        "round 1 of house | seats",
        "round 1 of house | seats P1 P2 | castle P1",
        "round 1 of house | seats P1 P2 | Q: 1-2",
        "round 1 of house | seats P1 P2 | turn P3 played 0 drawn 0",
        "round 1 of house | seats P1 P2 | completed 1 ?",
        "round 1 of house | seats P1 P2 | hands 1",
        "round 1 of house | seats P1 P2 | P1: 1-2 | unsatisfied P1+0",
        "round 1 of house | seats P1 P2 | over late",
    ],
)
def test_a_broken_round_is_refused(text: str) -> None:
    from engine.state_notation import parse_state

    with pytest.raises(NotationError):
        parse_state(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("draw P1", "line 1: Drawn needs a round under way; start one first"),
        ('[Site "x"]\n\ngame house P1 P2\nround 1\n# who?\ndraw P9', "line 6: P9 does not sit at this table"),
        ("game house P1 P2\nround 1 starts P9", "line 2: P9 does not sit at this table"),
        ("game house P1 P2\nround 1\nscore P9 5", "line 3: P9 does not sit at this table"),
        ("game house P1", "line 1: a game needs 2 to 12 seats, got 1"),
        ("game house P1 P2\n\nretract 5", "line 3: entry 2 amends entry 5; it has to be an earlier one"),
        (
            "game house P1 P2\nretract 1\ncorrect 2 draw P1",
            "line 3: entry 3 corrects entry 2, which retracts",
        ),
        (
            "game house P1 P2\nretract 1\ninsert 2 draw P1",
            "line 3: entry 3 goes before entry 2, which has no",
        ),
        ("game house P1 P2\nround 1\ncorrect 2 draw P1", "line 2: Drawn needs a round under way"),
    ],
)
def test_an_entry_without_a_place_names_its_line(text: str, reason: str) -> None:
    with pytest.raises(MisfitError) as caught:
        judge_record(parse_record(text))

    assert str(caught.value).startswith(reason)


def test_a_record_that_was_never_a_text_names_the_entry() -> None:
    record = Record((), parse_record("game house P1 P2\ndraw P1").entries)

    with pytest.raises(MisfitError, match="entry 2: Drawn needs a round"):
        judge_record(record)


def test_a_long_line_is_quoted_around_the_fault() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("reveal P1" + " 1-2" * 1000 + " x" + " 1-2" * 1000)

    assert caught.value.position == 4010
    assert caught.value.text.count("1-2") == 2000
    assert "1-2 x 1-2" in str(caught.value)
    assert len(str(caught.value)) < 260
