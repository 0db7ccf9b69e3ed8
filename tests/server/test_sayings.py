"""Problems and duties in words: every code, in every language, with its slots filled."""

import re
from pathlib import Path

import pytest

from engine.legal import Duty, DutyKind
from engine.problems import Code, Problem, parse_problem
from engine.trains import MEXICAN, Seat
from server.sayings import Names
from server.words import LANGUAGES, Language, words_in

ROUNDS = Path(__file__).parents[1] / "scenarios" / "problems.txt"
P1, P2 = Seat("P1"), Seat("P2")
OTHERS = (
    "info round_skipped A-E3 n=2 m=13 expected=1",
    "info game_over B-G1 n=3 winners=P1+P2",
    "error score_mismatch A-P2 seat=P2 expected=3 came=4",
    "warning turn_skipped A-S3 seat=P1 expected=P1 came=P3 rival:wrong_deal",
)
"""What no round alone can show."""


def problems() -> list[Problem]:
    lines = ROUNDS.read_text(encoding="utf-8").splitlines()
    return [parse_problem(line) for line in [*(each[2:] for each in lines if each.startswith("= ")), *OTHERS]]


@pytest.mark.parametrize(
    ("duty", "text"),
    [
        (Duty(P1, DutyKind.PLAY, may_draw=True), "Ann plays a tile, or draws one."),
        (Duty(P1, DutyKind.PLAY), "Ann plays a tile, or passes and puts the marker down."),
        (
            Duty(P2, DutyKind.SATISFY, (MEXICAN,), (4, 5), may_draw=True),
            "P2 has to cover the double 4 or the double 5, or draws one.",
        ),
        (Duty(P2, DutyKind.PUT_MARKER), "P2 puts the marker on their own train."),
    ],
)
def test_a_duty_can_be_said(duty: Duty, text: str) -> None:
    assert words_in("en").sentence(Names({"P1": "Ann"}).duty(duty)) == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "error mismatched_end A-T1 tile=4-1 train=P1 expected=0 came=4",
            "4-1 doesn't fit: Ann's train needs a 0.",
        ),
        ("error play_on_closed_train A-T1 owner=MX train=MX seat=P1", "The Mexican train is closed."),
        ("error second_personal_train B-T6 train=P1 slot=2", "Ann already has a train."),
        (
            "warning turn_skipped A-S3 seat=P1 expected=P1 came=P3 rival:play_on_closed_train",
            "Did Ann pass? Or was a closed train played on?",
        ),
        ("info game_over B-G1 n=1 winners=P1+P2", "The game is over after 1 round. Winner: Ann and P2."),
    ],
)
def test_a_problem_can_be_said(line: str, text: str) -> None:
    assert words_in("en").sentence(Names({"P1": "Ann"}).problem(parse_problem(line))) == text


def test_each_code_is_among_those_that_are_said_below() -> None:
    assert {each.code for each in problems()} == set(Code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_problem_is_a_whole_sentence_in_each_language(language: Language) -> None:
    for found in problems():
        text = words_in(language).sentence(Names({"P1": "Ann"}).problem(found))
        assert re.fullmatch(r"[^{}]+[.?!]", text), (found, text)
        assert text[0] in "¿¡" or text[0] == text[0].upper()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", DutyKind)
def test_each_duty_is_a_whole_sentence_in_each_language(language: Language, kind: DutyKind) -> None:
    for may_draw in (False, True):
        said = Names().duty(Duty(P1, kind, (MEXICAN,), (4, 5), may_draw=may_draw))
        assert re.fullmatch(r"[^{}]+\.", words_in(language).sentence(said))
