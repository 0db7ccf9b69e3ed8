"""Asking ahead: moves, reasons, duties."""

import pytest
from round_texts import MX, P1, P3, after, k, table, ts

from engine.legal import Duty, DutyKind, Play, legal_moves, owed, parse_play, why_not
from engine.problems import Code, parse_problem
from engine.state import Ending, Over
from engine.trains import TrainName

STATE = table("12-12 | P1: 12-5 | P2: 12-3 | P3/om: 12-8 | MX: 12-4")
HAND = ts("1-5 5-5 3-7 4-8 0-0")


def moves(text: str, hand: str, rules: str = "gamerules") -> list[str]:
    return sorted(map(str, legal_moves(table(text, rules=rules), ts(hand))))


def test_moves_are_listed_as_they_would_lie() -> None:
    assert moves("12-12 | P1: 12-5 | P3/om: 12-8 | MX: 12-4", "1-5 5-5 3-7 4-8 0-0") == [
        "4-8 on MX",
        "5-1 on P1",
        "5-5 on P1",
        "8-4 on P3",
    ]


def test_moves_are_a_lazy_view() -> None:
    view = legal_moves(STATE, HAND)

    assert len(view) == 4
    assert view
    assert parse_play("5-1 on P1") in view
    assert parse_play("5-2 on P1") not in view
    assert parse_play("3-7 on P2") not in view
    assert "5-1 on P1" not in view
    assert repr(view).startswith("<4 legal moves: ")
    assert not legal_moves(STATE, ts("0-0"))


def test_a_tile_held_twice_is_one_move() -> None:
    assert len(legal_moves(STATE, ts("1-5 5-1"))) == 1


def test_without_a_hand_every_tile_not_laid_counts() -> None:
    state = table("2-2 | P1: 2-1", rules="gamerules(max_pip=2)")

    assert sorted(map(str, legal_moves(state))) == ["1-0 on P1", "1-1 on P1", "2-0 on MX"]


def test_nothing_can_be_played_without_an_engine() -> None:
    assert not legal_moves(table("12-12").but(engine=None))


def test_nothing_can_be_played_after_the_end() -> None:
    over = STATE.but(over=Over(Ending.OUT, P1))

    assert not legal_moves(over)
    assert (found := why_not(over, parse_play("5-1 on P1"))) is not None
    assert (found.code, found["tile"]) == (Code.PLAY_AFTER_ROUND_END, "5-1")


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        # Two doubles of one turn: where the next single may go, preset by preset.
        ("gamerules", "gamerules", ["5-1 on P1", "8-8 on P3"]),
        ("wikihow", "wikihow", ["4-1 on MX", "5-1 on P1", "8-1 on P3", "8-8 on P3"]),
        ("house", "house", ["5-1 on P1", "8-1 on P3", "8-8 on P3"]),
        ("lifo", "gamerules(closing_order=lifo)", ["4-1 on MX", "8-8 on P3"]),
        ("on_double", "wikihow(follow_up=on_double)", ["4-1 on MX", "5-1 on P1", "8-8 on P3"]),
        ("capped", "house(max_doubles_per_turn=2)", ["5-1 on P1", "8-1 on P3"]),
    ],
)
def test_after_two_doubles(text: str, rules: str, expected: list[str]) -> None:
    state = table(
        "12-12 | P1: 12-5 5-5 | P3/om: 12-8 | MX: 12-4 4-4 | unsatisfied P1+0 MX+0 | "
        "turn P1 played 2 drawn 0 double P1 double MX",
        rules=rules,
    )

    assert sorted(map(str, legal_moves(state, ts("1-5 1-4 1-8 8-8")))) == expected, text


@pytest.mark.parametrize(("cap", "expected"), [("none", ["8-8 on P3"]), ("1", [])])
def test_a_further_double_up_to_the_cap(cap: str, expected: list[str]) -> None:
    state = table(
        "12-12 | P1: 12-5 5-5 | P3/om: 12-8 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
        rules=f"gamerules(max_doubles_per_turn={cap},follow_up=on_double)",
    )

    assert list(map(str, legal_moves(state, ts("8-8")))) == expected


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("5-13 on P1", Code.TILE_NOT_IN_SET),
        ("5-12 on P1", Code.DUPLICATE_TILE),
        ("3-7 on P2", Code.PLAY_ON_CLOSED_TRAIN),
        ("6-7 on P1", Code.MISMATCHED_END),
        ("7-12 on P4", Code.PLAY_ON_CLOSED_TRAIN),
        ("5-1 on P1", None),
        ("5-5 on P1", None),
    ],
)
def test_why_not(move: str, code: Code | None) -> None:
    found = why_not(STATE, parse_play(move))

    assert (found and found.code) == code


def test_why_not_names_the_cap() -> None:
    state = table(
        "12-12 | P1: 12-5 5-5 | P3/om: 12-8 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
        rules="wikihow(max_doubles_per_turn=1)",
    )

    assert (found := why_not(state, parse_play("8-8 on P3"))) is not None
    assert found.code is Code.TOO_MANY_DOUBLES


def test_why_not_lets_a_further_double_go_where_a_single_may_not() -> None:
    state = table(
        "12-12 | P1: 12-5 5-5 | P3/om: 12-8 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
        rules="gamerules(follow_up=on_double)",
    )

    assert why_not(state, parse_play("8-8 on P3")) is None
    assert (found := why_not(state, parse_play("8-1 on P3"))) is not None
    assert found.code is Code.FOLLOW_UP_NOT_ON_DOUBLE


def test_a_cap_on_doubles_is_none_on_singles() -> None:
    state = table(
        "12-12 | P1: 12-5 5-5 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
        rules="gamerules(max_doubles_per_turn=1)",
    )

    assert why_not(state, parse_play("5-1 on P1")) is None


def test_moves_show_what_they_are() -> None:
    assert repr(legal_moves(STATE, ts("5-1 5-2"))) == "<2 legal moves: 5-1 on P1, 5-2 on P1>"


def test_moves_are_ordered_values() -> None:
    assert Play(k("1-2"), MX) < Play(k("1-3"), MX)
    assert str(parse_play(" 1-2  on @4 ")) == "1-2 on @4"


@pytest.mark.parametrize(
    ("text", "rules", "duties"),
    [
        ("12-12 | P1: 12-5", "gamerules", [Duty(P1, DutyKind.PLAY, may_draw=True)]),
        ("12-12 | P1: 12-5 | boneyard 0", "gamerules", [Duty(P1, DutyKind.PLAY)]),
        ("12-12 | turn P1 played 0 drawn 1", "gamerules", [Duty(P1, DutyKind.PLAY)]),
        (
            "12-12 | turn P1 played 0 drawn 4",
            "gamerules(draw_limit=none)",
            [Duty(P1, DutyKind.PLAY, may_draw=True)],
        ),
        (
            "12-12 | P2: 12-5 5-5 | MX: 12-4 4-4 | unsatisfied P2+0 MX+1",
            "gamerules",
            [Duty(P1, DutyKind.SATISFY, (TrainName("P2"),), (5,), may_draw=True)],
        ),
        (
            "12-12 | P2: 12-5 5-5 | MX: 12-4 4-4 | unsatisfied P2+0 MX+1",
            "gamerules(closing_order=any)",
            [Duty(P1, DutyKind.SATISFY, (TrainName("P2"), MX), (5, 4), may_draw=True)],
        ),
        (
            "12-12 | P1: 12-5 5-5 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
            "gamerules",
            [Duty(P1, DutyKind.FOLLOW_UP, (TrainName("P1"),), (5,), may_draw=True)],
        ),
        (
            "12-12 | P1: 12-5 | turn P1 played 1 drawn 0 | completed 0 0 0 0",
            "pagat",
            [Duty(P1, DutyKind.RUN_ON)],
        ),
        (
            "12-12 | awaiting P3 | boneyard 0",
            "gamerules",
            [Duty(P3, DutyKind.PUT_MARKER, (TrainName("P3"),)), Duty(P1, DutyKind.PLAY)],
        ),
    ],
)
def test_who_owes_what(text: str, rules: str, duties: list[Duty]) -> None:
    assert list(owed(table(text, rules=rules))) == duties


def test_after_the_end_all_but_the_winner_count() -> None:
    state = after(table("12-12 | P1: 12-5 | hands 1 ? ? ?"), "place 5-1 on P1 by P1")

    assert [(duty.seat, duty.kind) for duty in owed(state)] == [
        ("P2", DutyKind.COUNT),
        ("P3", DutyKind.COUNT),
        ("P4", DutyKind.COUNT),
    ]
    blocked = state.but(over=Over(Ending.BLOCKED))
    assert len(owed(blocked)) == 4


def test_a_problem_gives_its_slots_by_name() -> None:
    found = parse_problem("error mismatched_end A-T1 tile=4-1 expected=0")

    assert (found["tile"], found["expected"]) == ("4-1", 0)
