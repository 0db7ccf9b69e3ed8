"""Judging, act by act, where a scenario would say it less directly."""

from fractions import Fraction

import pytest
from round_texts import (
    P1,
    P2,
    P3,
    after,
    codes,
    k,
    round_of,
    said,
    t,
    table,
    table_event,
    ts,
)

from engine.audit import audit_hand, audit_scores, unseen_tiles
from engine.claims import Claim, ClaimKind
from engine.doubles import dead_pips, live_doubles
from engine.events import (
    EngineLaid,
    Event,
    GameEnded,
    GameStarted,
    HandRevealed,
    RoundEnded,
    RoundStarted,
    RulesChanged,
    ScoreEntered,
)
from engine.game import NO_GAME, GameState, expected_starter, game_standings, judge
from engine.judge import judge_round
from engine.problems import Code, Severity
from engine.rules import PAGAT, WIKIHOW, preset
from engine.state import Ending, EventError, Over, Turn
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


def test_hands_and_boneyard_are_counted_along() -> None:
    state = table("12-12 | P1: 12-5 | hands 3 2 ? ? | boneyard 1")
    state = after(state, "draw P1", "place 5-1 on P1 by P1", "draw P2", "draw P2")

    assert state.hands == (3, 4, None, None)
    assert state.boneyard == 0


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


def test_a_second_tile_on_the_mexican_train_is_the_next_seats() -> None:
    state = table("12-12 | P1: 12-5 | MX: 12-4")

    assert said(state, "place 4-6 on MX", "place 6-7 on MX") == []


def test_an_extra_tile_is_remembered_for_taking_back_but_moves_no_turn() -> None:
    state = after(table("12-12 | P1: 12-5 | boneyard 3"), "place 5-1 on P1 by P1", "place 1-3 on P1 by P1")
    assert state.turn == Turn(P2)

    back = after(state, "back 1-3 from P1")

    assert back.turn == Turn(P2)
    assert back.train(TrainName("P1")).free_end == 1


def test_taking_back_restores_marker_turn_hand_and_double() -> None:
    state = table("12-12 | P1/om: 12-5 5-5 | unsatisfied P1/P3+4 | hands 2 ? ? ? | boneyard 0")
    played = after(state, "place 5-1 on P1 by P1")
    assert (played.unsatisfied, played.train(TrainName("P1")).is_released) == ((), True)

    assert after(played, "back 1-5 from P1") == state.but(last=None)


def test_taking_back_a_branch_restores_all() -> None:
    state = table("12-12 | P1: 12-5 5-8")
    branched = after(state, "place 5-1 on P1 by P1 side")
    assert branched.strays[0].tile == t("1-5")

    _, problems = judge_round(branched, table_event("back 1-5 from P1"))
    assert [each.severity for each in problems] == [Severity.NOTICE]
    assert after(branched, "back 1-5 from P1") == state


def test_taking_back_what_went_out_reopens_the_round() -> None:
    state = table("12-12 | P1: 12-5 | hands 1 ? ? ?")

    assert after(state, "place 5-1 on P1 by P1", "back 1-5 from P1") == state


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


@pytest.mark.parametrize("line", ["draw P9", "place 1-2 on P9", "marker on P9", "assign @1 P9", "hand P9 3"])
def test_who_does_not_sit_here_is_refused(line: str) -> None:
    with pytest.raises(EventError, match="P9"):
        after(table("12-12"), line)


def test_a_draw_in_search_of_the_engine_is_nobodys_turn() -> None:
    state = table("12-12 | hands 3 3 3 3 | boneyard 5").but(engine=None)

    assert after(state, "draw P2").turn == Turn(P1)
    assert after(state, "draw P2").hands == (3, 4, 3, 3)


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


def test_the_silent_passer_may_have_been_the_last_to_block() -> None:
    """All others passed without a trace, yet somebody plays: it was not blocked."""
    state = table("12-12 | P1/m: 12-5 | P2: 12-6 | boneyard 0 | passes 1", seats="P1 P2")

    played = after(state, "place 6-1 on P2 by P2")
    assert (played.over, played.passes, played.turn) == (None, 0, Turn(P1))


def test_dead_pips_are_listed() -> None:
    state = table("2-2 | P1: 2-1 1-0 | MX: 2-0", rules="gamerules(max_pip=2)")

    assert dead_pips(state) == (2,)


def test_doubles_live_on_where_nothing_is_released() -> None:
    state = table("1-1 | P1: 1-0 0-0 | unsatisfied P1+0", rules="gamerules(max_pip=1,dead_release=false)")

    assert live_doubles(state) == state.unsatisfied


def test_a_claim_covers_what_could_have_been_played() -> None:
    claim = Claim(ClaimKind.PASS, P1, ends=(5, 12), doubles=(12,), draws=0)

    assert [claim.covers(tile) for tile in ts("1-5 12-12 5-5 3-4 3-12")] == [True, True, False, False, True]


def test_tiles_have_bits_of_their_own() -> None:
    tiles = [Tile(low, high) for high in range(19) for low in range(high + 1)]

    assert sum(map(tile_bit, tiles)) == (1 << 190) - 1


# --- hands shown


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


def test_a_pass_that_was_only_inferred_is_a_question() -> None:
    state = after(table("12-12 | P1/om: 12-5 | P2: 12-3"), "place 3-1 on P2 by P2")
    _, [found] = judge_round(state, HandRevealed(P1, ts("5-8")))

    assert (found.code, found.severity) == (Code.MUST_PLAY_VIOLATION, Severity.WARNING)


# --- the game around the rounds


def started(rules: str = "house") -> GameState:
    game, _ = judge(NO_GAME, GameStarted(preset(rules), (P1, P2, P3)))
    return game


def play(game: GameState, *events: Event) -> tuple[GameState, list[list[str]]]:
    found = []
    for event in events:
        game, problems = judge(game, event)
        found.append(codes(problems))
    return game, found


def test_a_game_needs_its_beginnings() -> None:
    for game, event in (
        (NO_GAME, RoundStarted(1)),
        (started(), RoundEnded()),
        (started(), table_event("draw P1")),
    ):
        with pytest.raises(EventError):
            judge(game, event)


def test_a_round_knows_what_was_dealt() -> None:
    game, _ = play(started(), RoundStarted(1, P2, 10))

    assert round_of(game).hands == (10, 10, 10)
    assert round_of(game).boneyard == 90 - 30
    assert round_of(game).turn == Turn(P2)


def test_the_start_goes_round_the_table() -> None:
    game, found = play(started(), RoundStarted(1, P2), RoundEnded(), RoundStarted(2, P1))

    assert found[-1] == ["wrong_starter"]
    assert expected_starter(game) == P3


def test_whoever_lays_the_engine_from_hand_starts() -> None:
    game, _ = play(started("wikihow"), RoundStarted(1, None, 12), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P3)
    assert round_of(game).hands == (12, 12, 11)
    assert expected_starter(game) is None


def test_the_starter_stays_where_holding_the_engine_does_not_count() -> None:
    rules = WIKIHOW.with_knobs({"first_starter": "chosen", "next_starter": "rotate"})
    game, _ = judge(NO_GAME, GameStarted(rules, (P1, P2, P3)))
    game, _ = play(game, RoundStarted(1), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P1)


def test_a_named_starter_stays() -> None:
    game, _ = play(started("wikihow"), RoundStarted(1, P2, 12), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P2)


def test_rules_can_change_between_rounds() -> None:
    game, _ = play(started(), RoundStarted(1), RulesChanged(PAGAT), RoundEnded(), RoundStarted(2))

    assert round_of(game).rules == PAGAT


def test_a_round_is_scored_from_hands_or_as_written() -> None:
    game, _ = play(
        started(),
        RoundStarted(1, P1, 1),
        EngineLaid(t("12-12")),
        table_event("place 12-5 on P1 by P1"),
        HandRevealed(P2, ts("1-2")),
        HandRevealed(P3, ts("0-0")),
        ScoreEntered(P3, Fraction(49)),
        ScoreEntered(P3, Fraction(25)),
        RoundEnded(),
    )
    [score] = game.scores

    assert (score.winner, score.starter, score.engine) == (P1, P1, 12)
    assert dict(score.points) == {P1: 0, P2: 3, P3: 25}
    assert game_standings(game).winners == (P1,)


def test_the_lowest_hand_of_a_blocked_round_wins_it_unless_two_tie() -> None:
    shown = [HandRevealed(P1, ts("1-1")), HandRevealed(P2, ts("0-2")), HandRevealed(P3, ts("5-5"))]

    game, _ = play(started(), RoundStarted(1), *shown, RoundEnded())
    assert game.scores[0].winner is None
    game, _ = play(started(), RoundStarted(1), *shown, HandRevealed(P2, ts("0-1")), RoundEnded())
    assert game.scores[0].winner == P2


def test_a_used_engine_is_no_lower_engine() -> None:
    game, _ = judge(
        NO_GAME,
        GameStarted(WIKIHOW.with_knobs({"engine_source": "highest_double_held"}), (P1, P2)),
    )
    game, found = play(
        game, RoundStarted(1), EngineLaid(t("9-9")), RoundEnded(), RoundStarted(2), EngineLaid(t("9-9"))
    )

    assert (found[1], found[-1]) == ([], ["wrong_engine"])


def test_a_game_that_is_said_to_be_over_is_over() -> None:
    game, found = play(started(), GameEnded())

    assert game.is_over
    assert found == [["game_over"]]


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


def test_with_nothing_to_draw_the_seat_on_turn_passes_by_its_own_marker() -> None:
    state = table("12-12 | P1: 12-5 | boneyard 0")

    assert said(state, "pass P1", "marker on P2") == ["marker_missing"]
    assert after(state, "pass P1", "marker on P2").turn == Turn(P3)


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


def test_a_deal_that_is_told_wrong_is_noticed() -> None:
    _, found = play(started(), RoundStarted(1, P2, 10))

    assert found == [["wrong_deal"]]


def test_an_empty_hand_counted_in_the_opening_lap_waits_for_its_end() -> None:
    state = after(table("12-12 | completed 1 0", rules="pagat", seats="P1 P2", turn="P2"), "hand P1 0")
    assert state.over is None

    state = after(table("12-12 | completed 1 1", rules="pagat", seats="P1 P2"), "hand P1 0")
    assert state.over == Over(Ending.OUT, P1)


def test_who_has_drawn_passes_by_its_own_marker() -> None:
    state = table("12-12 | P1: 12-5")

    assert said(state, "pass P1", "draw P2", "marker on P2") == []


def test_a_bared_double_was_there_before_any_other() -> None:
    state = table("12-12 | P1: 12-5 5-5 5-1 | MX: 12-4 4-4 | unsatisfied MX+3")

    assert [(each.train, each.since) for each in after(state, "back 1-5 from P1").unsatisfied] == [
        ("P1", 0),
        ("MX", 3),
    ]


def test_a_pass_that_was_seen_proves_an_error() -> None:
    state = after(table("12-12 | P1: 12-5 | boneyard 0"), "pass P1")
    _, [found] = judge_round(state, HandRevealed(P1, ts("5-8")))

    assert found.severity is Severity.ERROR


def test_whoever_ends_a_run_by_passing_has_had_its_turn() -> None:
    state = table("12-12 | completed 0 0 0 0 | boneyard 9", rules="pagat")

    assert said(state, "place 12-5 on P1 by P1", "pass P1", "place 5-6 on P1 by P1") == ["extra_tile_in_turn"]


def test_a_double_that_ends_the_turn_can_want_a_marker() -> None:
    rules = "gamerules(follow_up=none,marker_trigger=double_left_too)"
    state = after(table("12-12 | P1: 12-5", rules=rules), "place 5-5 on P1 by P1")

    assert (state.turn, state.awaiting) == (Turn(P2), P1)


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
