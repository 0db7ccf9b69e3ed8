"""What goes back, moves or changes, and what of the round is then as it was."""

import pytest
from round_texts import MX, P1, P2, P3, after, codes, k, said, t, table, table_event, ts

from engine.claims import Claim, ClaimKind
from engine.judge import judge_round
from engine.problems import Severity
from engine.state import LastPlay, RoundState, Turn, Unsatisfied
from engine.trains import TrainName


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ("P1: 12-5", "place 5-6 on P1 by P1; back 5-6 from P1"),
        ("P1: 12-5 | previous P4", "place 5-6 on P1 by P1; back 5-6 from P1"),
        ("P1/o: 12-5", "place 5-6 on P1 by P1; back 5-6 from P1"),
        ("P1/om: 12-5", "place 5-6 on P1 by P1; back 5-6 from P1"),
        ("P1/om: 12-5 | MX: 12-4", "place 4-6 on MX by P1; back 4-6 from MX"),
        ("P1: 12-5 | MX: 12-4 4-4 | unsatisfied MX+1", "place 4-6 on MX by P1; back 4-6 from MX"),
        (
            "P1: 12-5 5-5 | MX: 12-4 4-4 | P3: 12-9 9-9 | unsatisfied P1+0 MX+3 P3+5",
            "place 4-6 on MX by P1; back 4-6 from MX",
        ),
        (
            "P1: 12-5 5-5 | MX: 12-4 4-4 | unsatisfied P1+0 MX+3",
            "place 5-6 on P1 by P1; back 5-6 from P1",
        ),
        ("P1: 12-5 | MX: 12-4 4-4 | unsatisfied MX+1", "place 5-5 on P1 by P1; back 5-5 from P1"),
        ("P1: 12-5 5-5 | unsatisfied P1+1", "place 5-6 on P1 by P1 side; back 5-6 from P1"),
        ("P1: 12-5", "place 4-4 on P1 by P1; back 4-4 from P1"),
        ("P1: 12-5 | hands 3 3 3 3", "place 5-6 on P1 by P1; back 5-6 from P1"),
        (
            (
                "P1: 12-5 | claim pass P1 on 5 doubles 5 drawn 1 1-2 1-3 | "
                "claim pass P2 on 5 doubles - drawn 0 3-4"
            ),
            "place 5-6 on P1 by P1; back 5-6 from P1",
        ),
    ],
)
def test_a_tile_taken_back_at_once_leaves_everything_as_it_was(given: str, lines: str) -> None:
    state = table(f"12-12 | {given}")

    assert after(state, *lines.split("; ")) == state


def test_a_tile_laid_remembers_all_it_takes_to_undo_it() -> None:
    state = table("12-12 | P1/omr: 12-5 5-5 | unsatisfied P1/P3+4 | previous P4")
    played = after(state, "place 5-6 on P1 by P1")

    assert played.last == LastPlay(
        mover=P1,
        train=TrainName("P1"),
        link=k("5-6"),
        before=Turn(P1),
        completed=(2, 2, 2, 2),
        covered=Unsatisfied(TrainName("P1"), P3, 4),
        was_open=True,
        was_released=True,
        previous=state.previous,
    )


@pytest.mark.parametrize("line", ["back 5-12 from P1", "back 5-6 from P2", "back 6-7 from P1"])
def test_only_the_latest_tile_can_go_back_as_a_change_of_mind(line: str) -> None:
    state = after(table("12-12 | P1: 12-5 | P2: 12-3"), "place 5-6 on P1 by P1")
    gone, [found] = judge_round(state, table_event(line))

    assert found.severity is Severity.ERROR
    assert gone.turn == Turn(P2)


def test_a_tile_that_lies_under_another_now_cannot_go_back_as_a_change_of_mind() -> None:
    state = after(table("12-12 | P1: 12-5"), "place 5-6 on P1 by P1")
    state = state.with_train(table("12-12 | P1: 12-5 5-6 6-7").train(TrainName("P1")))
    _, [found] = judge_round(state, table_event("back 5-6 from P1"))

    assert found.severity is Severity.ERROR


def test_of_two_branches_the_right_one_goes() -> None:
    state = table("12-12 | P1: 12-5 | strays 5-6@P1 5-7@P1 5-8@P1")

    assert [each.tile for each in after(state, "back 5-6 from P1").strays] == [t("5-7"), t("5-8")]
    assert [each.tile for each in after(state, "back 5-7 from P1").strays] == [t("5-6"), t("5-8")]


def claims(state: RoundState) -> list[tuple[str, int]]:
    return [(each.seat, each.draws) for each in state.claims]


CLAIMED = "claim pass P1 on 5 doubles 5 drawn 0 | claim draw P2 on 5 doubles 5 drawn 1"


@pytest.mark.parametrize(
    ("line", "draws"),
    [
        ("back 5-6 from P1", [("P1", 1), ("P2", 2)]),
        ("replace 5-6 by 5-7 on P1", [("P1", 1), ("P2", 2)]),
        ("move 5-6 from P1 to MX", [("P1", 0), ("P2", 1)]),
        ("hand P2 5", [("P1", 0), ("P2", 2)]),
        ("draw P2", [("P1", 0), ("P2", 2)]),
    ],
)
def test_a_tile_that_may_have_come_to_a_hand_counts_as_a_draw(
    line: str, draws: list[tuple[str, int]]
) -> None:
    state = table(f"12-12 | P1: 12-5 5-6 6-1 | {CLAIMED} | hands 4 4 4 4", turn="P2")

    assert claims(after(state, line))[:2] == draws


@pytest.mark.parametrize(
    "line",
    [
        "back 5-12 from P1",
        "replace 5-12 by 5-7 on P1",
        "move 12-5 from P1 to MX",
        pytest.param("move 12-7 from P1 to MX", id="moved from where it was not known to lie"),
    ],
)
def test_after_a_change_of_the_table_nothing_can_be_taken_back_at_once(line: str) -> None:
    state = after(table("12-12 | P1: 12-5 | P2: 12-3"), "place 3-6 on P2 by P1")

    assert state.last is not None
    assert after(state, line).last is None


def test_a_claim_keeps_all_but_what_it_counts() -> None:
    state = table("12-12 | P1: 12-5 | claim pass P1 inferred on 5 doubles 5,12 drawn 0", turn="P1")

    [claim] = after(state, "place 5-6 on P1 by P1").claims
    assert (claim.ends, claim.doubles, claim.played, claim.is_seen) == ((5,), (5, 12), ts("5-6"), False)
    claim, drawn = after(state, "draw P1").claims
    assert (claim.ends, claim.doubles, claim.draws, claim.is_seen) == ((5,), (5, 12), 1, False)
    assert drawn == Claim(ClaimKind.DRAW, P1, ends=(5, 12), doubles=(5, 12), draws=1, is_seen=True)


def test_a_tile_gone_from_the_middle_or_replaced_there_leaves_the_others() -> None:
    state = table("12-12 | P1: 12-5 5-1 1-7 7-8 | MX: 12-4 4-4 | unsatisfied MX+0")

    gone = after(state, "back 5-1 from P1")
    assert gone.train(TrainName("P1")).links == (k("12-5"), k("1-7"), k("7-8"))
    assert [each.train for each in gone.unsatisfied] == ["MX"]
    changed = after(state, "replace 5-1 by 5-9 on P1")
    assert changed.train(TrainName("P1")).links == (k("12-5"), k("5-9"), k("1-7"), k("7-8"))
    assert changed.is_laid(t("5-9"))
    assert not changed.is_laid(t("5-1"))


def test_a_misread_tile_that_seems_to_lie_twice_goes_from_the_tail() -> None:
    state = after(table("12-12 | P1: 12-5 5-1 1-5"), "back 1-5 from P1")

    assert state.train(TrainName("P1")).links == (k("12-5"), k("5-1"))


def test_a_moved_tile_lies_at_the_other_tail() -> None:
    state = after(table("12-12 | P1: 12-5 5-1 | MX: 12-4"), "move 1-5 from P1 to MX")

    assert state.train(MX).links == (k("12-4"), k("1-5"))
    assert state.is_laid(t("1-5"))
    assert codes(judge_round(state, table_event("place 5-5 on MX by P1"))[1]) == []


def test_a_branch_may_let_the_marker_off_its_train() -> None:
    state = after(table("12-12 | P1/om: 12-5 5-6"), "place 5-1 on P1 by P1 side")

    assert state.train(TrainName("P1")).is_released
    assert state.train(TrainName("P1")).links == (k("12-5"), k("5-6"))


def test_a_marker_that_may_come_off_still_may_after_anothers_tile() -> None:
    state = after(table("12-12 | P1/omr: 12-5", turn="P2"), "place 5-6 on P1 by P2")

    assert state.train(TrainName("P1")).is_released
    assert said(state, "marker off P1") == []
    closed = after(state, "marker off P1").train(TrainName("P1"))
    assert (closed.is_open, closed.marker_seen, closed.is_released) == (False, False, False)
