"""Judging, act by act, where a scenario would say it less directly."""

from round_texts import (
    P1,
    P2,
    after,
    k,
    said,
    t,
    table,
    table_event,
    ts,
)

from engine.doubles import dead_pips, live_doubles
from engine.events import (
    HandRevealed,
)
from engine.judge import judge_round
from engine.problems import Code, Severity
from engine.state import Turn
from engine.tiles import Tile, tile_bit
from engine.trains import TrainName


def test_a_play_moves_the_turn_on() -> None:
    state = after(table("12-12 | P1: 12-5"), "place 5-1 on P1 by P1")

    assert state.turn == Turn(P2)
    assert state.previous == P1
    assert state.completed == (3, 2, 2, 2)
    assert state.train(TrainName("P1")).free_end == 1


def test_a_double_keeps_the_turn_and_renews_the_draw() -> None:
    state = after(table("12-12 | P1: 12-5"), "draw P1", "place 5-5 on P1 by P1")

    assert state.turn == Turn(P1, played=1, doubles=(TrainName("P1"),), draws=0)


def test_an_unsatisfied_double_knows_who_laid_it_and_since_when() -> None:
    state = after(table("12-12 | P1: 12-5 | MX: 12-4"), "place 5-5 on P1 by P1", "place 4-6 on MX by P1")
    [double] = state.unsatisfied

    assert (double.train, double.by, double.since) == ("P1", P1, 8)
    assert state.turn.seat == P2


def test_taking_back_a_branch_restores_all() -> None:
    state = table("12-12 | P1: 12-5 5-8")
    branched = after(state, "place 5-1 on P1 by P1 side")
    assert branched.strays[0].tile == t("1-5")

    _, problems = judge_round(branched, table_event("back 1-5 from P1"))
    assert [each.severity for each in problems] == [Severity.NOTICE]
    assert after(branched, "back 1-5 from P1") == state


def test_a_branch_taken_back_later_is_an_error() -> None:
    state = after(
        table("12-12 | P1: 12-5 5-8 | P2: 12-3"), "place 5-1 on P1 by P1 side", "place 3-4 on P2 by P2"
    )
    after_all, problems = judge_round(state, table_event("back 1-5 from P1"))

    assert [each.severity for each in problems] == [Severity.ERROR]
    assert after_all.strays == ()


def test_a_tile_taken_from_the_middle_leaves_the_rest() -> None:
    state = after(table("12-12 | P1: 12-5 5-1 1-7"), "back 1-5 from P1")

    assert state.train(TrainName("P1")).links == (k("12-5"), k("1-7"))
    assert not state.is_laid(t("1-5"))


def test_a_tile_that_never_lay_there_changes_nothing_when_taken_back() -> None:
    state = table("12-12 | P1: 12-5")

    assert said(state, "back 3-3 from P1") == ["tile_removed"]
    assert after(state, "back 3-3 from P1") == state


def test_taking_the_cover_off_a_double_bares_it_again() -> None:
    state = after(table("12-12 | P1: 12-5 5-5 5-1"), "back 1-5 from P1")

    assert [each.train for each in state.unsatisfied] == ["P1"]


def test_a_double_that_went_owes_nothing() -> None:
    state = table("12-12 | P1: 12-5 5-5 | P2: 12-3 | MX: 12-4 4-4 | unsatisfied P1+0 MX+1")

    assert [each.train for each in after(state, "back 5-5 from P1").unsatisfied] == ["MX"]


def test_moving_a_double_moves_what_is_owed() -> None:
    state = table("12-12 | P1: 12-5 5-5 | P2: 12-5 | unsatisfied P1+0")

    assert [each.train for each in after(state, "move 5-5 from P1 to P2").unsatisfied] == ["P2"]


def test_a_tile_cannot_be_replaced_where_it_does_not_lie() -> None:
    state = table("12-12 | P1: 12-5")

    assert said(state, "replace 3-3 by 3-4 on P1") == ["tile_swapped"]
    assert after(state, "replace 3-3 by 3-4 on P1") == state


def test_a_slot_goes_by_its_owner_once_it_has_one() -> None:
    state = after(
        table("12-12 | turn P1 played 0 drawn 0"),
        "place 12-5 on @3 by P1",
        "assign @3 P1",
        "place 5-5 on @3 by P1",
    )

    assert state.train(TrainName("P1")).links == (k("12-5"), k("5-5"))
    assert TrainName("@3") not in {each.name for each in state.trains}


def test_a_double_in_a_slot_stays_owed_when_the_slot_gets_an_owner() -> None:
    state = after(table("12-12 | @3: 12-5 5-5 | unsatisfied @3+0"), "assign @3 P4")

    assert [each.train for each in state.unsatisfied] == ["P4"]


def test_a_slot_can_go_to_another_owner() -> None:
    state = after(table("12-12"), "assign @3 P1", "place 12-5 on @3 by P1", "assign @3 P2")

    assert state.train(TrainName("P2")).links == (k("12-5"),)
    assert not state.train(TrainName("P1")).is_started


def test_nobody_may_be_blamed_on_a_train_without_an_owner() -> None:
    assert said(table("12-12 | P1: 12-5 | @9: 12-8"), "place 8-1 on @9 by P1") == []


def test_an_opening_run_ends_with_the_marker_of_whoever_tried_on() -> None:
    state = table("12-12 | completed 0 0 0 0", rules="pagat")

    assert said(state, "place 12-5 on P1 by P1", "draw P1", "marker on P1") == []


def test_a_pass_out_of_turn_is_an_echo() -> None:
    state = after(table("12-12 | P1: 12-5"), "place 5-1 on P1 by P1")

    assert said(state, "pass P1") == []
    assert after(state, "pass P1").turn == state.turn


def test_a_marker_on_an_open_train_is_welcome_back() -> None:
    state = table("12-12 | P3/o: 12-5")

    assert said(state, "marker on P3") == []
    assert after(state, "marker on P3").train(TrainName("P3")).marker_seen


def test_while_somebody_else_thinks_an_open_train_may_get_its_marker() -> None:
    assert said(table("12-12 | P3/o: 12-5"), "draw P1", "marker on P3") == []


def test_dead_pips_are_listed() -> None:
    state = table("2-2 | P1: 2-1 1-0 | MX: 2-0", rules="gamerules(max_pip=2)")

    assert dead_pips(state) == (2,)


def test_doubles_live_on_where_nothing_is_released() -> None:
    state = table("1-1 | P1: 1-0 0-0 | unsatisfied P1+0", rules="gamerules(max_pip=1,dead_release=false)")

    assert live_doubles(state) == state.unsatisfied


def test_a_tile_is_laid_wherever_it_lies_on_the_table() -> None:
    state = table("12-12 | P1: 12-5 | strays 5-6@P1 5-7@P1")

    for laid in ts("12-12 5-12 5-6 5-7"):
        assert state.is_laid(laid)
    assert not state.is_laid(t("5-8"))
    assert not state.but(engine=None).recounted().is_laid(t("0-0"))


def test_tiles_have_bits_of_their_own() -> None:
    tiles = [Tile(low, high) for high in range(19) for low in range(high + 1)]

    assert sum(map(tile_bit, tiles)) == (1 << 190) - 1


def test_a_pass_that_was_only_inferred_is_a_question() -> None:
    state = after(table("12-12 | P1/om: 12-5 | P2: 12-3"), "place 3-1 on P2 by P2")
    _, [found] = judge_round(state, HandRevealed(P1, ts("5-8")))

    assert (found.code, found.severity) == (Code.MUST_PLAY_VIOLATION, Severity.WARNING)


def test_an_unneeded_draw_is_named_by_its_number() -> None:
    state = after(
        table("12-12 | P1: 12-5 | P2: 12-3", seats="P1 P2"),
        "draw P1",
        "place 5-9 on P1 by P1",
        "place 3-6 on P2 by P2",
        "draw P1",
        "place 9-1 on P1 by P1",
    )
    _, [found] = judge_round(state, HandRevealed(P1, ts("9-8")))

    assert (found.code, found["nth"], found["tile"]) == (Code.UNNEEDED_DRAW, 2, "8-9")


def test_a_slot_has_one_owner_and_an_owner_one_empty_slot() -> None:
    state = after(table("12-12"), "assign @1 P1", "assign @2 P2", "assign @3 P1", "assign @2 P3")

    assert state.slots == ((2, "P3"), (3, "P1"))


def test_only_a_breach_with_a_double_leaves_room_for_a_second_explanation() -> None:
    legal = after(table("12-12 | P1: 12-5"), "place 5-5 on P1 by P1")
    grave = after(table("12-12 | P1: 12-5"), "place 4-4 on P1 by P1")
    in_run = after(
        table("12-12 | completed 0 0 0 0", rules="pagat"), "place 12-5 on P1 by P1", "place 4-4 on P1 by P1"
    )

    assert (legal.rivals, grave.rivals, in_run.rivals) == ((), (Turn(P2),), ())


def test_the_double_blank_is_a_double_with_a_number() -> None:
    state = table("12-12 | P1: 12-5 5-5 | MX: 12-0 0-0 | unsatisfied P1+0 MX+1", turn="P2")
    _, [found] = judge_round(state, table_event("place 0-3 on MX by P2"))

    assert (found["v1"], found["v2"]) == (5, 0)


def test_a_marker_gone_astray_after_a_pass_is_on_the_wrong_train() -> None:
    state = table("12-12 | P1: 12-5 | P3: 12-3")

    assert said(state, "pass P1", "marker on P3") == ["marker_wrong_train"]
    assert after(state, "pass P1", "marker on P3").awaiting is None
    assert after(state, "pass P1", "marker on P3").turn == Turn(P2)


def test_a_pass_said_after_the_marker_is_an_echo() -> None:
    state = after(table("12-12 | P1: 12-5"), "draw P1", "marker on P1")

    assert said(state, "pass P1") == []
    assert after(state, "pass P1") == state
    assert said(table("12-12 | P1: 12-5 | P2: 12-3", turn="P2"), "pass P1") == ["out_of_turn"]
    assert said(state, "draw P2", "pass P1") == ["out_of_turn"]
    assert said(state, "pass P4") == ["out_of_turn"]


def test_who_has_drawn_passes_by_its_own_marker() -> None:
    state = table("12-12 | P1: 12-5")

    assert said(state, "pass P1", "draw P2", "marker on P2") == []


def test_a_bared_double_was_there_before_any_other() -> None:
    state = table("12-12 | P1: 12-5 5-5 5-1 | MX: 12-4 4-4 | unsatisfied MX+3")

    assert [(each.train, each.since) for each in after(state, "back 1-5 from P1").unsatisfied] == [
        ("P1", 0),
        ("MX", 3),
    ]


def test_a_double_that_ends_the_turn_can_want_a_marker() -> None:
    rules = "gamerules(follow_up=none,marker_trigger=double_left_too)"
    state = after(table("12-12 | P1: 12-5", rules=rules), "place 5-5 on P1 by P1")

    assert (state.turn, state.awaiting) == (Turn(P2), P1)
