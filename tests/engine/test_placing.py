"""A tile of nobody knows whom: which explanation is taken, what stays a question, whose turn it may be."""

import pytest
from round_texts import P1, P2, P4, after, said, table, table_event

from engine.judge import judge_round
from engine.problems import Code, Severity
from engine.state import Turn


def test_the_severity_of_a_breach_by_an_unseen_mover_is_a_question() -> None:
    _, [found] = judge_round(table("12-12 | P1: 12-5 | P3: 12-8"), table_event("place 8-2 on P3"))

    assert (found.code, found.severity, found.rival) == (
        Code.TURN_SKIPPED,
        Severity.WARNING,
        Code.PLAY_ON_CLOSED_TRAIN,
    )


def test_what_is_certain_from_the_table_stays_an_error_whoever_it_was() -> None:
    state = table("12-12 | P1: 12-5 5-5 | P2: 12-3 | unsatisfied P1+0", turn="P2")
    _, [found] = judge_round(state, table_event("place 3-1 on P2"))

    assert (found.code, found.severity) == (Code.UNSATISFIED_DOUBLE_IGNORED, Severity.ERROR)


def test_what_every_explanation_agrees_on_stays_an_error() -> None:
    _, [found] = judge_round(
        table("12-12 | completed 0 0 0 0", rules="house"), table_event("place 12-4 on MX")
    )

    assert (found.code, found.severity, found.rival) == (Code.MEXICAN_TRAIN_TOO_EARLY, Severity.ERROR, None)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("", id="P3 would have come too early as well, and after an unseen pass"),
        pytest.param("or P3 played 0 drawn 0", id="P3 would have come too early as well"),
    ],
)
def test_a_question_names_an_explanation_without_that_breach(given: str) -> None:
    """Only P1 has had a first turn; but then the other three have been passed over."""
    state = table(f"12-12 | P1: 12-5 | completed 1 0 0 0 | {given}", rules="house", turn="P2")
    _, [found] = judge_round(state, table_event("place 12-4 on MX"))

    assert (found.code, found.severity, found.rival) == (
        Code.MEXICAN_TRAIN_TOO_EARLY,
        Severity.WARNING,
        Code.TURN_SKIPPED,
    )


def test_an_explanation_without_a_breach_is_no_question() -> None:
    state = table("12-12 | starter P1 | completed 0 0 0 0")
    _, [found] = judge_round(state, table_event("place 12-5 on P3"))

    assert (found.code, found.severity, found.rival) == (Code.WRONG_STARTER, Severity.NOTICE, None)


def test_a_second_tile_on_the_mexican_train_is_the_next_seats() -> None:
    state = table("12-12 | P1: 12-5 | MX: 12-4")

    assert said(state, "place 4-6 on MX", "place 6-7 on MX") == []


def test_an_unseen_seat_with_two_explanations_keeps_both() -> None:
    state, problems = judge_round(table("12-12 | MX: 12-4"), table_event("place 4-6 on MX"))

    assert (state.turn, problems) == (Turn(P2), ())


def test_of_several_turns_that_it_may_be_the_next_one_is_no_rival() -> None:
    state = table("12-12 | P1: 12-5 | P3: 12-8 | or P4 played 0 drawn 0")
    state = after(state, "place 8-1 on P3 by P3")

    assert (state.turn, state.rivals) == (Turn(P4), (Turn(P1),))


def test_a_double_passes_no_turn_on_whoever_laid_it() -> None:
    state = after(table("12-12 | MX: 12-4 | or P3 played 0 drawn 0"), "place 4-4 on MX")

    assert state.turn.seat == P1
    assert not {P2, P4} & {each.seat for each in state.rivals}


def test_when_somebody_is_out_it_is_nobodys_turn_whoever_laid_the_last_tile() -> None:
    state = after(table("12-12 | MX: 12-4 | hands 1 1 1 1 | or P3 played 0 drawn 0"), "place 4-6 on MX")

    assert state.over is not None
    assert state.rivals == ()


@pytest.mark.parametrize(
    ("release", "codes"),
    [
        ("true", ["dead_number_released", "unsatisfied_double_ignored"]),
        ("false", ["unsatisfied_double_ignored"]),
    ],
)
def test_the_last_tile_of_a_number_releases_its_double_where_the_rules_say_so(
    release: str, codes: list[str]
) -> None:
    state = table(
        "2-2 | P1: 2-1 1-1 | MX: 2-0 | unsatisfied P1+0", f"gamerules(max_pip=2,dead_release={release})"
    )

    assert said(state, "place 0-1 on MX by P1") == codes


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("P1: 12-5 | P3: 12-8", "place 8-8 on P3 by P1"),
        ("P1: 12-5", "place 4-4 on P1 by P1"),
        ("P1: 12-5 5-6 | P2: 12-3 | @7: 12-4", "place 6-6 on P1 by P1 side"),
    ],
)
def test_after_a_breach_with_a_double_the_turn_may_be_over(given: str, line: str) -> None:
    state = after(table(f"12-12 | {given}"), line)

    assert (state.turn.seat, state.rivals) == (P1, (Turn(P2),))
