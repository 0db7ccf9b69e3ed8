"""Whose turn it is, who may have passed unseen, and what an earlier turn left undone."""

import pytest
from round_texts import MX, P1, P2, P3, P4, after, said, table, table_event

from engine.attribution import may_be_on_turn
from engine.offers import Offer, offers
from engine.ordering import likeliest_order
from engine.state import Ending, Over, Turn
from engine.trains import TrainName, check_seat


def test_the_seat_that_acts_settles_whose_turn_it_was() -> None:
    state = table("12-12 | P1: 12-5 | P3: 12-8 | or P3 played 0 drawn 0 | or P4 played 0 drawn 0")

    assert after(state, "place 5-1 on P1 by P1").rivals == ()
    assert after(state, "place 8-1 on P3 by P3").rivals == ()
    assert after(state, "place 8-1 on P3 by P3").turn == Turn(P4)


def test_passes_in_between_settle_it_too() -> None:
    state = table("12-12 | P1/om: 12-5 | P2: 12-3 | or P4 played 0 drawn 0")

    assert after(state, "place 3-1 on P2 by P2").rivals == ()


@pytest.mark.parametrize(
    ("turn", "given", "mover", "codes"),
    [
        ("P1", "", "P2", ["marker_missing"]),
        ("P1", "P1/om: 12-5", "P2", []),
        ("P2", "P2/om: 12-5", "P3", []),
        ("P2", "P2/om: 12-5 | P3/om: 12-6", "P4", []),
        ("P2", "P2/om: 12-5", "P4", ["out_of_turn"]),
        ("P4", "P4/om: 12-5 | P1/om: 12-6", "P2", []),
        ("P3", "P3/om: 12-5", "P4", []),
    ],
)
def test_who_is_passed_over_is_counted_from_the_seat_on_turn(
    turn: str, given: str, mover: str, codes: list[str]
) -> None:
    state = table(f"12-12 | {given}", turn=turn)

    assert said(state, f"place 12-1 on {mover} by {mover}") == codes


def test_a_seat_that_has_laid_nothing_yet_has_no_opening_run_to_end() -> None:
    state = table("12-12 | P1: 12-5 | completed 1 0 0 0", rules="pagat", turn="P2")

    assert said(state, "place 12-8 on P3 by P3") == ["marker_missing"]


def test_an_unseen_pass_is_a_claim_that_was_only_inferred() -> None:
    state = after(table("12-12 | P1/om: 12-5 | P2: 12-3"), "place 3-1 on P2 by P2")

    assert [(each.seat, each.is_seen) for each in state.claims] == [("P1", False)]


def test_a_missing_marker_is_spoken_of_once() -> None:
    state = after(table("12-12 | P1: 12-5 | P2: 12-3"), "place 3-1 on P2 by P2")

    assert state.awaiting is None
    assert said(state, "place 12-8 on P3 by P3") == []


def test_a_marker_still_owed_stays_owed_while_the_others_pass() -> None:
    state = table("12-12 | P1/o: 12-5 | P2/om: 12-3 | MX: 12-4 | awaiting P1", seats="P1 P2", turn="P2")

    assert after(state, "place 4-1 on MX by P1").awaiting == P1


def test_an_opening_lap_that_a_silent_pass_ends_goes_on_for_whoever_acts() -> None:
    given = "12-12 | P1: 12-5 | P2/om: - | hands 0 3 | completed 1 0"
    state = after(table(given, rules="pagat", seats="P1 P2", turn="P2"), "draw P1")

    assert (state.over, state.turn.seat) == (None, P1)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("place 5-6 on P1 by P1; place 3-3 on P2 by P2", ["marker_left_on"]),
        ("place 5-6 on P1 by P1; place 3-3 on P2 by P2; place 3-4 on P2 by P2", []),
        ("place 5-6 on P1 by P1; draw P2", ["marker_left_on"]),
        ("place 5-6 on P1 by P1; draw P2; place 3-4 on P2 by P2", []),
        ("place 5-6 on P1 by P1; pass P2", ["marker_left_on"]),
        ("place 5-6 on P1 by P1; marker on P2", ["marker_left_on"]),
        ("place 5-6 on P1 by P1; draw P2; marker on P2", []),
        ("place 5-6 on P1 by P1; place 6-7 on P1 by P1", ["extra_tile_in_turn"]),
        ("place 5-6 on P1 by P1; pass P1", []),
        ("place 5-6 on P1 by P1; draw P1", ["out_of_turn"]),
        ("place 5-5 on P1 by P1; place 5-6 on P1 by P1", []),
        ("place 5-5 on P1 by P1; draw P1", []),
    ],
)
def test_a_forgotten_marker_is_spoken_of_once_and_to_others_acts(lines: str, codes: list[str]) -> None:
    assert said(table("12-12 | P1/om: 12-5 | P2: 12-3"), *lines.split("; ")) == codes


@pytest.mark.parametrize(
    ("given", "seat", "may"),
    [
        ("P1: 12-5", "P1", True),
        ("P1: 12-5", "P2", False),
        ("P1: 12-5 | or P3 played 0 drawn 0", "P3", True),
        ("P1/om: 12-5", "P2", True),
        ("P1/om: 12-5", "P3", False),
        ("P1/om: 12-5 | P2/om: 12-3", "P3", True),
        ("P1/om: 12-5 | P2/om: 12-3 | boneyard 0", "P3", False),
        ("P1/om: 12-5 | P2/o: 12-3", "P2", False),
        ("P1/om: 12-5 | turn P1 played 0 drawn 1", "P2", False),
        ("P1/om: 12-5 | turn P1 played 1 drawn 0", "P2", False),
        ("P1/om: 12-5 5-5 | turn P1 played 1 drawn 0 double P1", "P2", True),
        ("completed 0 0 0 0", "P3", True),
        ("completed 0 0 0 0 | starter P1", "P3", False),
        ("completed 0 0 0 0 | starter P1", "P1", True),
    ],
)
def test_a_marker_is_a_pass_where_the_turn_may_have_come(given: str, seat: str, may: bool) -> None:
    assert may_be_on_turn(table(f"12-12 | {given}"), check_seat(seat)) is may


def test_an_opening_run_may_be_over_without_a_word() -> None:
    state = after(table("12-12 | completed 0 0 0 0", rules="pagat"), "place 12-5 on P1 by P1")

    assert may_be_on_turn(state, P2)
    assert not may_be_on_turn(state, P3)


def test_draws_are_counted_one_by_one() -> None:
    state = after(table("12-12 | P1: 12-5 | boneyard 5 | hands 3 3 3 3"), "draw P1")

    assert (state.boneyard, state.turn.draws, state.hands) == (4, 1, (4, 3, 3, 3))
    assert after(state, "draw P1").turn.draws == 2


def test_a_draw_ends_the_time_in_which_a_tile_may_be_taken_back() -> None:
    state = after(table("12-12 | P1: 12-5"), "place 5-1 on P1 by P1", "draw P2")

    assert state.last is None


def test_where_nobody_has_to_play_a_draw_claims_nothing() -> None:
    state = table("12-12 | P1: 12-5", rules="gamerules(must_play=false)")

    assert after(state, "draw P1", "marker on P1").claims == ()


@pytest.mark.parametrize(
    ("line", "over"),
    [("pass P1", True), ("marker on P1", True), ("end P1", True), ("place 5-1 on P1 by P1", False)],
)
def test_a_full_lap_of_passes_with_nothing_to_draw_is_noted_once(line: str, over: bool) -> None:
    state = table("12-12 | P1: 12-5 | boneyard 0 | passes 1", seats="P1 P2")

    assert ("round_blocked" in said(state, line)) is over
    assert (after(state, line).over == Over(Ending.BLOCKED)) is over
    assert "round_blocked" not in said(state, line, "pass P2")


def test_a_marker_on_the_wrong_train_can_block_the_round_as_well() -> None:
    state = table("12-12 | P1: 12-5 | P2: 12-3 | boneyard 1 | passes 2", seats="P1 P2 P3")

    assert said(state, "draw P1", "marker on P2") == ["marker_wrong_train", "round_blocked"]


def test_a_marker_on_the_wrong_train_lies_there_and_opens_the_right_one() -> None:
    state = after(table("12-12 | P1: 12-5 | P2: 12-3"), "draw P1", "marker on P2")
    right, wrong = (state.train(TrainName(name)) for name in ("P1", "P2"))

    assert (right.is_open, right.marker_seen) == (True, False)
    assert (wrong.is_open, wrong.marker_seen) == (False, True)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("pass P1; marker on P2", ["marker_wrong_train"]),
        ("pass P1; draw P2; marker on P2", []),
        ("pass P1; place 3-3 on P2 by P2; marker on P2", []),
        ("pass P1; place 3-3 on P2 by P2; draw P2; marker on P2", []),
    ],
)
def test_a_marker_is_ones_own_once_one_has_tried(lines: str, codes: list[str]) -> None:
    assert said(table("12-12 | P1: 12-5 | P2: 12-3"), *lines.split("; ")) == codes


@pytest.mark.parametrize(
    ("rules", "lines", "turn", "previous", "is_open"),
    [
        ("pagat", "place 12-5 on P1 by P1; end P1", P2, P1, False),
        ("pagat", "end P1", P2, None, True),
        ("pagat", "place 12-5 on P1 by P1; end P2", P3, None, False),
        ("pagat(opening=single)", "end P1", P2, None, True),
        ("pagat", "place 12-5 on P1 by P1; end P1; end P1", P2, P1, False),
    ],
)
def test_a_run_ends_by_a_word_of_whoever_is_in_it(
    rules: str, lines: str, turn: str, previous: str | None, is_open: bool
) -> None:
    state = after(table("12-12 | completed 0 0 0 0", rules=rules), *lines.split("; "))

    assert (state.turn, state.previous) == (Turn(check_seat(turn)), previous)
    assert state.train(TrainName("P1")).is_open is is_open
    assert state.last is None


def test_a_run_keeps_count_of_tiles_doubles_and_draws() -> None:
    opening = table("12-12 | completed 0 0 0 0", rules="pagat")

    run = after(opening, "draw P1", "place 12-5 on P1 by P1")
    assert run.turn == Turn(P1, played=1, draws=1)
    run = after(run, "place 5-5 on P1 by P1")
    assert run.turn == Turn(P1, played=2, doubles=(TrainName("P1"),), draws=0)
    assert after(run, "place 5-6 on P1 by P1").turn == Turn(P1, played=3, doubles=(TrainName("P1"),))


def test_who_goes_out_with_the_last_tile_of_the_opening_lap_has_just_played() -> None:
    state = table(
        "12-12 | P1: 12-5 | hands 3 1 3 | completed 1 0 0", rules="pagat", seats="P1 P2 P3", turn="P2"
    )

    assert after(state, "place 12-6 on P2 by P2").previous == P2


def test_when_somebody_is_out_no_turn_is_open_to_question() -> None:
    state = table("12-12 | P1: 12-5 | hands 3 1 3 3 | previous P2 | or P4 played 0 drawn 0", turn="P3")
    state = after(state, "place 12-6 on P2 by P2")

    assert (state.over, state.rivals) == (Over(Ending.OUT, P2), ())


def test_a_run_that_ends_in_a_double_wants_no_marker() -> None:
    state = table("12-12 | completed 0 0 0 0", rules="pagat(marker_trigger=double_left_too)")
    state = after(state, "place 12-5 on P1 by P1", "place 5-5 on P1 by P1", "end P1")

    assert (state.awaiting, state.turn) == (None, Turn(P2))


def test_the_order_with_the_fewest_breaches_is_found_even_if_it_comes_last() -> None:
    state = table("12-12 | P1: 12-5 | P2: 12-3 | P3: 12-4 | P4: 12-6")
    lines = ("place 4-9 on P3", "place 3-8 on P2", "place 5-7 on P1")
    told = likeliest_order(state, [(table_event(line),) for line in lines])

    assert told == (0, tuple(map(table_event, reversed(lines))))


def test_too_many_changes_for_every_order_to_be_tried_make_a_story_all_the_same() -> None:
    """None is better than another: a tile that fits nowhere, and a dozen marks that mean nothing."""
    state = table("12-12 | P1: 12-5")
    lines = ["place 9-8 on P1", *(f"marker on @{slot}" for slot in range(12))]
    cost, story = likeliest_order(state, [(table_event(line),) for line in lines])

    assert (cost, sorted(map(str, story))) == (1, sorted(lines))


def test_what_is_open_to_a_turn_is_told_train_by_train() -> None:
    locked = table("12-12 | P1: 12-5 5-5 | P3/om: 12-8 | unsatisfied P1+0", turn="P2")
    assert list(offers(locked, locked.turn)) == [
        Offer(TrainName("P1"), 5, takes_singles=True, takes_doubles=True)
    ]

    free = table("12-12 | P1: 12-5 | P3/om: 12-8")
    ends = [(TrainName("P1"), 5), (TrainName("P3"), 8), (MX, 12)]
    assert list(offers(free, free.turn)) == [
        Offer(name, end, takes_singles=True, takes_doubles=True) for name, end in ends
    ]

    capped = table(
        "12-12 | P1: 12-5 5-5 | P3/om: 12-8 | unsatisfied P1+0 | turn P1 played 1 drawn 0 double P1",
        rules="gamerules(max_doubles_per_turn=1,follow_up=on_double)",
    )
    assert list(offers(capped, capped.turn)) == [
        Offer(TrainName("P1"), 5, takes_singles=True, takes_doubles=False)
    ]
    run = table(
        "12-12 | P1: 12-5 5-5 | unsatisfied P1+0 | turn P1 played 2 drawn 0 double P1 | completed 0 0 0 0",
        rules="pagat",
    )
    assert list(offers(run, run.turn)) == [Offer(TrainName("P1"), 5, takes_singles=True, takes_doubles=True)]
    nothing = free.but(engine=None)
    assert [offer.train for offer in offers(nothing, nothing.turn)] == ["P1", "P3"]


def test_a_tile_laid_when_nobody_seemed_to_move_begins_the_lap_anew() -> None:
    state = table("12-12 | P1: 12-5 | boneyard 0 | passes 4 | over blocked")
    played = after(state, "place 5-6 on P1 by P1")

    assert (played.over, played.passes, played.turn) == (None, 0, Turn(P2))
