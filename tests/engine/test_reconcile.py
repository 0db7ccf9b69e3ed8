"""From a look at the table to the events that lead there."""

import itertools
from dataclasses import replace

import pytest
from looks import HIDDEN, LOOK, STATE, board, events, tile, with_tiles, with_train
from round_texts import after, codes, table_event

from engine.expecting import observe
from engine.observation import Joint, SeenTile, SeenTrain
from engine.reconcile import reconcile
from engine.reconciliation import Ambiguous, Explained, Unchanged


@pytest.mark.parametrize(
    "event",
    [
        "place 5-1 on P1",
        "place 5-5 on P1",
        "place 9-8 on P1",
        "place 1-5 on P1 side",
        "place 12-7 on P3",
        "marker on P1",
        "marker on MX",
        "back 5-12 from P1",
        "move 3-12 from P2 to P1",
        "replace 3-12 by 12-8 on P2",
    ],
)
def test_a_look_after_one_event_explains_exactly_it(event: str) -> None:
    assert reconcile(STATE, observe(after(STATE, event))) == Explained((table_event(event),))


def test_a_marker_taken_off_is_explained() -> None:
    state = board("12-12 | P1/omr: 12-5")

    assert events(reconcile(state, observe(after(state, "marker off P1")))) == ["marker off P1"]


def test_nothing_happened_where_all_is_as_it_was() -> None:
    assert reconcile(STATE, LOOK) == Unchanged()


@pytest.mark.parametrize(
    "lines",
    [
        ("place 5-5 on P1", "place 5-1 on P1"),
        ("place 4-4 on MX", "place 4-1 on MX"),
        ("place 5-1 on P1", "place 3-2 on P2"),
        ("marker on P1", "place 3-2 on P2"),
        ("place 5-5 on P1", "place 5-2 on P1", "place 4-6 on MX"),
        ("place 4-6 on MX", "place 3-2 on P2"),
    ],
)
def test_several_events_are_told_in_the_order_that_breaks_fewest_rules(lines: tuple[str, ...]) -> None:
    assert events(reconcile(STATE, observe(after(STATE, *lines)))) == list(lines)


def test_a_marker_comes_off_after_the_play_that_allows_it() -> None:
    state = board("12-12 | P1/om: 12-5")
    seen = observe(after(state, "place 5-1 on P1", "marker off P1"))

    assert events(reconcile(state, seen)) == ["place 5-1 on P1", "marker off P1"]


def test_a_table_full_of_new_tiles_ends_in_a_story() -> None:
    seen = LOOK
    for slot, start in ((1, 5), (2, 3), (3, 12), (4, 12)):
        chain = [start, 6 + slot, 7 + slot, 1, slot - 1]
        tiles = [tile(f"{a}-{b}") for a, b in itertools.pairwise(chain)]
        seen = with_tiles(seen, slot, *tiles)

    assert len(events(reconcile(STATE, seen))) == 16


# --- readings


def test_a_reading_that_changed_its_mind_is_no_event() -> None:
    seen = with_train(LOOK, SeenTrain(1, (tile("12-6:0.9", "12-5:0.1"),), marker=False))

    assert reconcile(STATE, seen) == Unchanged()


def test_a_reading_without_the_known_tile_is_a_swap() -> None:
    seen = with_train(LOOK, SeenTrain(1, (tile("12-6:0.99", "12-5:0.01"),), marker=False))

    assert events(reconcile(STATE, seen)) == ["replace 5-12 by 12-6 on P1"]


def test_matching_ends_do_not_talk_a_reading_into_legality() -> None:
    seen = with_tiles(LOOK, 1, tile("6-1:0.9", "5-1:0.1"))

    assert events(reconcile(STATE, seen)) == ["place 6-1 on P1"]


def test_a_breach_that_a_close_second_reading_would_undo_is_asked_about() -> None:
    result = reconcile(STATE, with_tiles(LOOK, 1, tile("6-1:0.6", "5-1:0.4")))

    assert isinstance(result, Ambiguous)
    assert [[str(each) for each in story] for story in result.options] == [
        ["place 6-1 on P1"],
        ["place 5-1 on P1"],
    ]


def test_a_close_second_reading_that_is_no_better_is_not_worth_a_question() -> None:
    assert events(reconcile(STATE, with_tiles(LOOK, 1, tile("5-1:0.6", "6-1:0.4")))) == ["place 5-1 on P1"]
    assert events(reconcile(STATE, with_tiles(LOOK, 1, tile("6-1:0.6", "7-1:0.4")))) == ["place 6-1 on P1"]


@pytest.mark.parametrize(
    ("readings", "is_asked"),
    [
        pytest.param(("5-1:0.51", "5-2:0.49"), True, id="nearly equal"),
        pytest.param(("5-1:0.5", "5-2:0.4"), True, id="four fifths as likely"),
        pytest.param(("5-1:0.5", "5-2:0.39"), False, id="less, and no better"),
        pytest.param(("6-1:0.8", "5-1:0.2"), True, id="a quarter as likely, and legal"),
        pytest.param(("6-1:0.8", "5-1:0.19"), False, id="legal, but not close"),
        pytest.param(("5-1:0.5", "7-3:0.45"), False, id="a tile that is the other new one"),
    ],
)
def test_a_toss_or_a_close_reading_that_is_legal_is_asked_about(
    readings: tuple[str, ...], *, is_asked: bool
) -> None:
    seen = with_tiles(with_tiles(LOOK, 1, tile(*readings)), 2, tile("3-7"))

    assert isinstance(reconcile(STATE, seen), Ambiguous) is is_asked


def test_which_way_round_a_tile_lies_can_be_a_toss() -> None:
    assert isinstance(reconcile(STATE, with_tiles(LOOK, 1, tile("5-1:0.5", "1-5:0.5"))), Ambiguous)


def test_a_question_comes_with_what_is_to_be_tidied_up() -> None:
    seen = with_tiles(with_tiles(LOOK, 1, tile("5-1:0.5", "5-2:0.5")), 2, tile("3-1", joint=Joint.DETACHED))
    result = reconcile(STATE, seen)

    assert isinstance(result, Ambiguous)
    assert codes(result.remarks) == ["detached_tile"]


def test_a_tile_that_lies_elsewhere_is_not_read_again() -> None:
    seen = with_tiles(LOOK, 1, tile("5-12:0.8", "5-11:0.2"))

    assert events(reconcile(STATE, seen)) == ["place 5-11 on P1"]


@pytest.mark.parametrize(
    ("weight", "told"),
    [("0.02", "place 5-1 on P1"), ("0.019", "place 5-12 on P1")],
)
def test_a_reading_counts_down_to_a_fiftieth(weight: str, told: str) -> None:
    assert events(reconcile(STATE, with_tiles(LOOK, 1, tile("5-12:0.98", f"5-1:{weight}")))) == [told]


def test_the_highest_value_of_the_set_is_read() -> None:
    assert events(reconcile(STATE, with_tiles(LOOK, 3, tile("12-7:0.6", "11-7:0.4")))) == ["place 12-7 on P3"]


def test_a_tile_outside_the_set_is_not_read() -> None:
    state = board("9-9 | P1: 9-5", rules="gamerules(max_pip=9)")
    seen = with_tiles(observe(state), 1, tile("5-11:0.8", "5-1:0.2"))

    assert events(reconcile(state, seen)) == ["place 5-1 on P1"]


@pytest.mark.parametrize("text", ["5-12", "5-13"])
def test_a_tile_twice_or_from_another_set_is_a_finding_and_no_misreading(text: str) -> None:
    assert events(reconcile(STATE, with_tiles(LOOK, 1, tile(text)))) == [f"place {text} on P1"]


def test_two_new_tiles_are_not_read_as_one() -> None:
    seen = with_tiles(with_tiles(LOOK, 1, tile("5-1:0.9")), 2, tile("5-1:0.6", "3-1:0.4"))

    assert sorted(events(reconcile(STATE, seen))) == ["place 3-1 on P2", "place 5-1 on P1"]


def test_up_to_five_new_tiles_are_weighed_together() -> None:
    first, *others = (tile("5-6:0.6", "5-7:0.4"), tile("7-8"), tile("8-9"), tile("9-10"))
    seen = with_tiles(with_tiles(LOOK, 1, first, *others), 2, tile("6-5"))

    assert "place 5-7 on P1" in events(reconcile(STATE, seen))


@pytest.mark.parametrize(
    ("last", "told"),
    [
        pytest.param(tile("5-6:0.8", "3-6:0.2"), "place 3-6 on P2", id="no tile twice"),
        pytest.param(tile("5-6"), "place 5-6 on P2", id="unless nothing else is left"),
    ],
)
def test_many_new_tiles_are_read_one_after_the_other(last: SeenTile, told: str) -> None:
    tiles = [tile(f"{a}-{a + 1}:0.9", f"{a}-{a + 2}:0.1") for a in range(5, 10)]
    seen = with_tiles(with_tiles(LOOK, 1, *tiles), 2, last)

    assert told in events(reconcile(STATE, seen))


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        pytest.param(("1-5:0.4", "3-6:0.6"), "place 3-6 on P2", id="likelier something else"),
        pytest.param(("1-5:0.9", "3-6:0.1"), "place 1-5 on P2", id="likelier that one"),
    ],
)
def test_a_tile_may_be_read_as_one_that_has_gone(readings: tuple[str, ...], told: str) -> None:
    state = board("12-12 | P1: 12-5 5-1 | P2: 12-3")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"), tile("5-2")), marker=False))

    assert events(reconcile(state, with_tiles(seen, 2, tile(*readings)))) == [
        "replace 1-5 by 5-2 on P1",
        told,
    ]


def test_a_tile_that_has_moved_is_not_read_again_elsewhere() -> None:
    seen = with_tiles(observe(after(STATE, "move 3-12 from P2 to P1")), 5, tile("3-12:0.6", "4-1:0.4"))

    assert events(reconcile(STATE, seen)) == ["move 3-12 from P2 to P1", "place 4-1 on MX"]


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        pytest.param(("5-1",), ["back 3-12 from P2", "place 5-1 on P1"], id="another tile"),
        pytest.param(("5-1:0.8", "3-12:0.4"), ["move 3-12 from P2 to P1"], id="half as likely as the best"),
        pytest.param(("5-1:0.8", "3-12:0.39"), ["back 3-12 from P2", "place 5-1 on P1"], id="less than half"),
    ],
)
def test_a_tile_has_moved_if_it_may_be_the_one_that_came(readings: tuple[str, ...], told: list[str]) -> None:
    seen = with_tiles(observe(after(STATE, "back 3-12 from P2")), 1, tile(*readings))

    assert sorted(events(reconcile(STATE, seen))) == told


# --- what cannot be seen


def test_what_is_hidden_is_not_absent() -> None:
    assert reconcile(STATE, replace(LOOK, trains=(), engine=None)) == Unchanged()
    assert reconcile(STATE, with_train(LOOK, SeenTrain(1, (HIDDEN,)))) == Unchanged()
    assert reconcile(STATE, with_train(LOOK, SeenTrain(1, (), is_tail_visible=False))) == Unchanged()


def test_a_tile_behind_a_hidden_one_is_seen() -> None:
    seen = with_train(LOOK, SeenTrain(1, (HIDDEN, tile("5-1")), marker=False))

    assert events(reconcile(STATE, seen)) == ["place 5-1 on P1"]


def test_what_lies_beyond_a_hidden_tail_has_not_gone() -> None:
    state = board("12-12 | P1: 12-5 5-1 1-2")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"),), is_tail_visible=False))

    assert reconcile(state, seen) == Unchanged()


def test_tiles_gone_are_taken_back_from_the_tail_inward() -> None:
    state = board("12-12 | P1: 12-5 5-1 1-2")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"),), marker=False))

    assert events(reconcile(state, seen)) == ["back 1-2 from P1", "back 1-5 from P1"]


def test_a_branching_tile_that_goes_is_taken_back() -> None:
    state = after(board("12-12 | P1: 12-5 5-8 | P2: 12-1"), "place 1-5 on P1 side")

    assert events(reconcile(state, observe(after(state, "back 1-5 from P1")))) == ["back 1-5 from P1"]
    assert reconcile(state, observe(state)) == Unchanged()
