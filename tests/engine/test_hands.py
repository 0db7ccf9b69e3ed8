"""Hands and counts: dealt, counted, shown, and what they prove."""

from fractions import Fraction

import pytest
from round_texts import (
    P1,
    P2,
    P3,
    after,
    codes,
    said,
    table,
    table_event,
    ts,
)

from engine.audit import audit_hand, audit_scores, unseen_tiles
from engine.claims import Claim, ClaimKind
from engine.events import (
    HandRevealed,
)
from engine.judge import judge_round
from engine.problems import Severity
from engine.state import Ending, EventError, Over, Turn
from engine.trains import TrainName


def test_hands_and_boneyard_are_counted_along() -> None:
    state = table("12-12 | P1: 12-5 | hands 3 2 ? ? | boneyard 1")
    state = after(state, "draw P1", "place 5-1 on P1 by P1", "draw P2", "draw P2")

    assert state.hands == (3, 4, None, None)
    assert state.boneyard == 0


def test_an_extra_tile_is_remembered_for_taking_back_but_moves_no_turn() -> None:
    state = after(table("12-12 | P1: 12-5 | boneyard 3"), "place 5-1 on P1 by P1", "place 1-3 on P1 by P1")
    assert (state.turn, state.over) == (Turn(P2), None)

    back = after(state, "back 1-3 from P1")

    assert back.turn == Turn(P2)
    assert back.train(TrainName("P1")).free_end == 1


def test_taking_back_restores_marker_turn_hand_and_double() -> None:
    state = table("12-12 | P1/om: 12-5 5-5 | unsatisfied P1/P3+4 | hands 2 ? ? ? | boneyard 0")
    played = after(state, "place 5-1 on P1 by P1")
    assert (played.unsatisfied, played.train(TrainName("P1")).is_released) == ((), True)

    assert after(played, "back 1-5 from P1") == state.but(last=None)


def test_taking_back_what_went_out_reopens_the_round() -> None:
    state = table("12-12 | P1: 12-5 | hands 1 ? ? ?")

    assert after(state, "place 5-1 on P1 by P1", "back 1-5 from P1") == state


@pytest.mark.parametrize("line", ["draw P9", "place 1-2 on P9", "marker on P9", "assign @1 P9", "hand P9 3"])
def test_who_does_not_sit_here_is_refused(line: str) -> None:
    with pytest.raises(EventError, match="P9"):
        after(table("12-12"), line)


def test_a_draw_in_search_of_the_engine_is_nobodys_turn() -> None:
    state = table("12-12 | hands 3 3 3 3 | boneyard 5").but(engine=None)

    assert after(state, "draw P2").turn == Turn(P1)
    assert after(state, "draw P2").hands == (3, 4, 3, 3)


def test_the_silent_passer_may_have_been_the_last_to_block() -> None:
    """All others passed without a trace, yet somebody plays: it was not blocked."""
    state = table("12-12 | P1/m: 12-5 | P2: 12-6 | boneyard 0 | passes 1", seats="P1 P2")

    played = after(state, "place 6-1 on P2 by P2")
    assert (played.over, played.passes, played.turn) == (None, 0, Turn(P1))


def test_a_claim_covers_what_could_have_been_played() -> None:
    claim = Claim(ClaimKind.PASS, P1, ends=(5, 12), doubles=(12,), draws=0)

    assert [claim.covers(tile) for tile in ts("1-5 12-12 5-5 3-4 3-12")] == [True, True, False, False, True]


def test_a_shown_hand_may_hold_what_cannot_be() -> None:
    state = table("9-9 | P1: 9-5", rules="gamerules(max_pip=9)").but(revealed=((P2, ts("1-1")),))

    assert codes(audit_hand(state, P1, ts("5-9 1-1 3-12 2-2 2-2"))) == [
        "duplicate_tile",
        "duplicate_tile",
        "duplicate_tile",
        "duplicate_tile",
        "tile_not_in_set",
    ]


def test_scores_are_checked_once_all_hands_are_shown() -> None:
    state = table("12-12", seats="P1 P2").but(revealed=((P1, ()), (P2, ts("5-6"))))

    assert codes(audit_scores(state, {P2: Fraction(10)})) == ["score_mismatch"]
    assert audit_scores(state, {P2: Fraction(11)}) == ()
    assert audit_scores(state.but(revealed=()), {P2: Fraction(10)}) == ()


def test_tiles_that_nobody_has_shown() -> None:
    state = table("2-2 | P1: 2-1", rules="gamerules(max_pip=2)", seats="P1 P2").but(
        revealed=((P1, ts("0-0")),)
    )

    assert unseen_tiles(state) == ts("0-1 0-2 1-1")


def test_a_proof_names_which_pass_and_which_tile() -> None:
    state = after(
        table("12-12 | P1: 12-5 | P2: 12-3 | boneyard 0", seats="P1 P2"),
        "marker on P1",
        "place 3-9 on P2 by P2",
        "pass P1",
    )
    _, found = judge_round(state, HandRevealed(P1, ts("1-1 5-8")))

    assert [(each["nth"], each["tile"], each["seat"]) for each in found] == [
        (1, "5-8", "P1"),
        (2, "5-8", "P1"),
    ]


def test_with_nothing_to_draw_the_seat_on_turn_passes_by_its_own_marker() -> None:
    state = table("12-12 | P1: 12-5 | boneyard 0")

    assert said(state, "pass P1", "marker on P2") == ["marker_missing"]
    assert after(state, "pass P1", "marker on P2").turn == Turn(P3)


def test_a_tile_too_many_can_empty_the_hand() -> None:
    state = after(table("12-12 | P1: 12-5 | hands 2 3 3 3"), "place 5-6 on P1 by P1", "place 6-7 on P1 by P1")
    assert (state.over, state.rivals) == (Over(Ending.OUT, P1), ())

    assert after(state, "back 6-7 from P1").over is None


def test_a_tile_too_many_cannot_end_an_opening_lap_that_has_to_be_finished() -> None:
    opening = table("12-12 | hands 2 2 | completed 0 0", rules="pagat(opening=single)", seats="P1 P2")
    state = after(opening, "place 12-6 on P1 by P1", "place 6-7 on P1 by P1")
    assert state.over is None

    assert after(state, "place 12-4 on P2 by P2").over == Over(Ending.OUT, P1)


def test_a_double_that_is_not_enough_to_go_out_ends_no_round() -> None:
    rules = "gamerules(go_out_on_double=false)"
    state = table("12-12 | P1: 12-5 | hands 1 3 3 3", rules=rules)

    assert said(state, "place 5-5 on P1 by P1") == []
    assert said(state, "place 5-5 on P1 by P1", "hand P1 0") == []
    assert said(state, "place 5-6 on P1 by P1") == ["round_out_seen"]
    two_left = table("12-12 | P1: 12-5 | hands 2 3 3 3", rules=rules)
    assert after(two_left, "place 5-6 on P1 by P1", "place 6-6 on P1 by P1").over is None
    assert said(table("12-12 | P1: 12-5"), "place 5-5 on P1 by P1", "hand P1 0") == ["round_out_seen"]
    assert said(table("12-12 | P1: 12-5", rules=rules), "place 5-5 on P1 by P1", "hand P2 0") == [
        "round_out_seen"
    ]


def test_a_tile_after_the_round_comes_out_of_a_hand_and_may_go_back() -> None:
    over = table("12-12 | P1: 12-5 | P2: 12-3 | hands 0 3 3 3 | over out/P1")
    late = after(over, "place 3-4 on P2 by P2")
    assert (late.hands, late.over, late.turn) == ((0, 2, 3, 3), over.over, over.turn)

    _, [said_back] = judge_round(late, table_event("back 3-4 from P2"))
    assert said_back.severity is Severity.NOTICE
    assert after(late, "back 3-4 from P2") == over


def test_a_late_tile_of_nobody_knows_whom_may_go_back_too() -> None:
    late = after(table("12-12 | P2: 12-3 | hands 0 3 3 3 | over out/P1"), "place 3-4 on P2")
    assert (late.hands, late.last) == ((0, 3, 3, 3), None)

    _, [said_back] = judge_round(late, table_event("back 3-4 from P2"))
    assert said_back.severity is Severity.NOTICE


def test_a_tile_that_came_unseen_proves_nothing_about_earlier_passes() -> None:
    state = after(table("12-12 | P1: 12-5 | hands 3 3 3 3 | boneyard 0"), "marker on P1")

    assert said(state, "reveal P1 1-1 2-2 5-8") == ["must_play_violation"]
    assert said(state, "hand P1 4", "reveal P1 1-1 2-2 3-3 5-8") == ["must_play_possible"]
    assert said(state, "hand P2 4", "reveal P1 1-1 2-2 5-8") == ["must_play_violation"]
    assert said(state, "hand P1 5", "reveal P1 1-1 2-2 3-5 5-8 5-9") == ["must_play_violation"]
    assert said(state, "hand P1 2", "reveal P1 2-2 5-8") == ["must_play_violation"]
    uncounted = state.but(hands=(None,) * 4)
    assert said(uncounted, "hand P1 3", "reveal P1 1-1 2-2 5-8") == ["must_play_violation"]


def test_a_late_tile_proves_that_its_seat_held_it() -> None:
    given = "12-12 | P2: 12-3 | hands 0 2 3 3 | claim pass P2 on 3 doubles 3 drawn 0 | over out/P1"

    assert said(table(given), "place 3-4 on P2 by P2", "reveal P2 1-1") == ["must_play_violation"]


@pytest.mark.parametrize(
    ("line", "hands"),
    [("hand P1 7", (7, 4, 5, 6)), ("hand P2 7", (3, 7, 5, 6)), ("hand P4 7", (3, 4, 5, 7))],
)
def test_counting_a_hand_leaves_the_others_as_they_were(line: str, hands: tuple[int, ...]) -> None:
    assert after(table("12-12 | hands 3 4 5 6"), line).hands == hands


@pytest.mark.parametrize(("announce", "codes"), [("off", []), ("courtesy", ["last_tile"])])
@pytest.mark.parametrize("line", ["hand P1 1", "place 5-6 on P1 by P1"])
def test_the_last_tile_is_spoken_of_where_it_has_to_be_announced(
    announce: str, line: str, codes: list[str]
) -> None:
    hands = "2 3 3 3" if line.startswith("place") else "1 3 3 3"
    state = table(f"12-12 | P1: 12-5 | hands {hands}", rules=f"gamerules(announce_last={announce})")

    assert said(state, line) == codes


@pytest.mark.parametrize(
    ("given", "line", "codes"),
    [
        ("completed 0 0 0 0", "hand P1 15", []),
        ("completed 0 0 0 0", "hand P1 16", ["wrong_deal"]),
        ("completed 0 0 0 0 | hands 15 15 15 15", "hand P1 16", ["wrong_deal"]),
        ("completed 0 0 0 0 | hands 16 15 15 15", "hand P1 17", ["hand_count_off"]),
        ("completed 0 0 0 0 | hands 16 15 15 15", "hand P1 15", ["hand_count_off"]),
        ("completed 1 0 0 0 | hands 15 15 15 15", "hand P1 16", ["hand_count_off"]),
        ("completed 1 0 0 0", "hand P1 16", []),
        ("completed 0 0 0 0", "boneyard 30", []),
        ("completed 0 0 0 0", "boneyard 29", ["wrong_deal"]),
        ("completed 0 0 0 0 | boneyard 30", "boneyard 29", ["wrong_deal"]),
        ("completed 0 0 0 0 | boneyard 29", "boneyard 28", []),
        ("completed 0 0 0 0 | boneyard 30 | hands 15 15 15 15", "boneyard 29", ["tile_count_mismatch"]),
        ("completed 1 0 0 0", "boneyard 29", []),
    ],
)
def test_counts_are_held_against_the_deal_until_somebody_has_acted(
    given: str, line: str, codes: list[str]
) -> None:
    assert said(table(f"12-12 | {given}"), line) == codes


def test_where_the_engine_tile_is_searched_for_the_boneyard_is_not_what_the_deal_left() -> None:
    assert said(table("12-12 | completed 0 0 0 0", rules="wikihow"), "boneyard 20") == []


def test_an_empty_hand_counted_in_the_opening_lap_waits_for_its_end() -> None:
    state = after(table("12-12 | completed 1 0", rules="pagat", seats="P1 P2", turn="P2"), "hand P1 0")
    assert state.over is None

    state = after(table("12-12 | completed 1 1", rules="pagat", seats="P1 P2"), "hand P1 0")
    assert state.over == Over(Ending.OUT, P1)


def test_a_pass_that_was_seen_proves_an_error() -> None:
    state = after(table("12-12 | P1: 12-5 | boneyard 0"), "pass P1")
    _, [found] = judge_round(state, HandRevealed(P1, ts("5-8")))

    assert found.severity is Severity.ERROR


def test_whoever_ends_a_run_by_passing_has_had_its_turn() -> None:
    state = table("12-12 | completed 0 0 0 0 | boneyard 9", rules="pagat")

    assert said(state, "place 12-5 on P1 by P1", "pass P1", "place 5-6 on P1 by P1") == ["extra_tile_in_turn"]


def test_a_hand_shown_again_takes_the_place_of_the_first() -> None:
    state = after(table("12-12"), "reveal P1 1-1", "reveal P2 2-2", "reveal P1 1-1 1-2")

    assert state.revealed == ((P2, ts("2-2")), (P1, ts("1-1 1-2")))


def test_passes_count_towards_a_block_only_with_nothing_left_to_draw() -> None:
    assert after(table("12-12 | P1: 12-5 | boneyard 5"), "draw P1", "marker on P1").passes == 0
    assert after(table("12-12 | P1: 12-5 | boneyard 1"), "draw P1", "marker on P1").passes == 1
    assert after(table("12-12 | P1: 12-5"), "marker on P1").passes == 0


@pytest.mark.parametrize(("starter", "winner"), [("", "P1"), ("| starter P1", "P1"), ("| starter P2", "P2")])
def test_of_two_who_go_out_in_the_opening_lap_the_first_wins(starter: str, winner: str) -> None:
    state = table(f"12-12 | hands 1 1 {starter} | completed 0 0", rules="pagat", seats="P1 P2", turn=winner)
    other = "P2" if winner == "P1" else "P1"
    state = after(state, f"place 12-5 on {winner} by {winner}", f"place 12-4 on {other} by {other}")

    assert state.over is not None
    assert state.over.winner == winner


def test_a_draw_is_due_before_every_pass_but_the_end_of_a_run() -> None:
    assert said(table("12-12 | P1: 12-5 | boneyard 5"), "place 5-5 on P1 by P1", "marker on P1") == [
        "draw_not_seen"
    ]
    opening = table("12-12 | completed 0 0 0 0 | boneyard 5", rules="pagat")
    assert said(opening, "marker on P1") == ["draw_not_seen"]
    assert said(opening, "place 12-5 on P1 by P1", "pass P1") == []
