"""From a look at the table to the events that lead there."""

import itertools
from dataclasses import replace

import pytest
from round_texts import MX, P1, P2, P3, after, codes, k, t, table, table_event

from engine.events import (
    BoneyardCounted,
    Drawn,
    EngineLaid,
    HandCounted,
    MarkerPlaced,
    Replaced,
    TableEvent,
    TilePlaced,
)
from engine.expecting import observe
from engine.observation import (
    Candidate,
    Face,
    Joint,
    LooseCandidate,
    Observation,
    Pose,
    SeenTile,
    SeenTrain,
)
from engine.reconcile import reconcile
from engine.reconciliation import Ambiguous, Contradicted, Explained, Reconciliation, Unchanged
from engine.state import RoundState
from engine.trains import Seat, TrainName

SLOTS = "slots 1=P1 2=P2 3=P3 4=P4 5=MX"


def board(text: str, rules: str = "gamerules", turn: str = "P1") -> RoundState:
    return table(f"{text} | {SLOTS}", rules=rules, turn=turn)


def tile(*texts: str, pose: Pose | None = None, joint: Joint = Joint.TAIL, face: Face = Face.UP) -> SeenTile:
    """A seen tile: `5-3` or, with a weight, `5-3:0.7`."""
    candidates = []
    for text in texts:
        link, _, weight = text.partition(":")
        candidates.append(Candidate(k(link), float(weight or 1)))
    return SeenTile(tuple(candidates), pose=pose, joint=joint, face=face)


HIDDEN = SeenTile((), is_visible=False)


def with_tiles(seen: Observation, slot: int, *tiles: SeenTile) -> Observation:
    """The look with more tiles at the tail of a train."""
    trains = tuple(
        replace(each, tiles=(*each.tiles, *tiles)) if each.slot == slot else each for each in seen.trains
    )
    return replace(seen, trains=trains)


def with_train(seen: Observation, changed: SeenTrain) -> Observation:
    trains = tuple(changed if each.slot == changed.slot else each for each in seen.trains)
    return replace(seen, trains=trains)


def events(result: Reconciliation) -> list[str]:
    assert isinstance(result, Explained), result
    return [str(event) for event in result.events]


STATE = board("12-12 | P1: 12-5 | P2: 12-3 | MX: 12-4")
LOOK = observe(STATE)


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


def test_a_toss_between_two_readings_is_asked_about_even_if_both_are_legal() -> None:
    result = reconcile(STATE, with_tiles(LOOK, 1, tile("5-1:0.51", "5-2:0.49")))

    assert isinstance(result, Ambiguous)
    assert len(result.options) == 2


def test_a_tile_that_lies_elsewhere_is_not_read_again() -> None:
    seen = with_tiles(LOOK, 1, tile("5-12:0.8", "5-11:0.2"))

    assert events(reconcile(STATE, seen)) == ["place 5-11 on P1"]


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


def test_many_new_tiles_are_read_one_after_the_other() -> None:
    tiles = [tile(f"{a}-{a + 1}:0.9", f"{a}-{a + 2}:0.1") for a in range(5, 10)]
    seen = with_tiles(with_tiles(LOOK, 1, *tiles), 2, tile("5-6:0.8", "3-6:0.2"))

    assert "place 3-6 on P2" in events(reconcile(STATE, seen))


def test_a_tile_may_be_read_as_one_that_has_gone() -> None:
    state = board("12-12 | P1: 12-5 5-1 | P2: 12-3")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"), tile("5-2")), marker=False))
    seen = with_tiles(seen, 2, tile("1-5:0.4", "3-6:0.6"))

    assert events(reconcile(state, seen)) == ["replace 1-5 by 5-2 on P1", "place 3-6 on P2"]


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


# --- contradictions


def test_a_tile_wedged_into_a_train_is_a_contradiction() -> None:
    state = board("12-12 | P1: 12-5 5-1")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"), tile("7-8"), tile("5-1")), marker=False))
    result = reconcile(state, seen)

    assert isinstance(result, Contradicted)
    assert (codes(result.problems), result.where) == (["branch_not_allowed"], ("P1",))


def test_another_engine_in_mid_round_is_a_contradiction() -> None:
    result = reconcile(STATE, replace(LOOK, engine=(LooseCandidate(t("11-11"), 0.9),)))

    assert isinstance(result, Contradicted)
    assert (codes(result.problems), result.where) == (["wrong_engine"], ())


def test_too_many_changes_at_once_are_a_bump() -> None:
    state = board("12-12 | P1: 12-5 5-1 1-2 | P2: 12-3 3-4")
    seen = with_train(observe(state), SeenTrain(1, (tile("8-8"),), marker=False))
    seen = with_train(seen, SeenTrain(2, (tile("12-3"), tile("3-9")), marker=False))
    result = reconcile(state, seen)

    assert isinstance(result, Contradicted)
    assert set(result.where) == {"P1", "P2"}
    assert set(codes(result.problems)) == {"tile_removed", "tile_swapped"}


# --- the engine tile and the counts


def test_the_engine_is_laid_when_it_is_first_seen() -> None:
    state = STATE.but(engine=None, trains=board("12-12").trains, completed=(0, 0, 0, 0)).recounted()
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 0.8), LooseCandidate(t("11-11"), 0.2)))

    assert reconcile(state, seen) == Explained((EngineLaid(t("12-12")),))


def test_before_anybody_plays_the_engine_can_be_put_right() -> None:
    state = board("11-11 | completed 0 0 0 0")
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 1),))

    assert reconcile(state, seen) == Explained((EngineLaid(t("12-12")),))


def test_the_hand_that_lacks_the_engine_laid_it() -> None:
    state = board("12-12 | completed 0 0 0 0 | hands 3 3 3 3").but(engine=None).recounted()
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 1),), hands=((P1, 3), (P2, 2), (P3, 3)))

    assert reconcile(state, seen) == Explained((EngineLaid(t("12-12"), P2),))


COUNTED = board("12-12 | P1: 12-5 | P2: 12-3 | boneyard 9 | hands 5 5 5 5")


def look(*tiles: SeenTile, hands: tuple[int, ...] = (5, 5, 5, 5), boneyard: int | None = 9) -> Observation:
    """A look with other counts, and tiles added to the first train."""
    seen = with_tiles(observe(COUNTED), 1, *tiles)
    return replace(seen, hands=tuple(zip(COUNTED.seats, hands, strict=True)), boneyard=boneyard)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (look(hands=(6, 5, 5, 5), boneyard=8), [Drawn(P1)]),
        (look(boneyard=None, hands=(4, 5, 5, 5)), [HandCounted(P1, 4)]),
        (look(boneyard=10), [BoneyardCounted(10)]),
        (look(hands=(6, 5, 5, 5)), [HandCounted(P1, 6)]),
        (look(tile("5-1"), hands=(4, 5, 5, 5)), [TilePlaced(k("5-1"), TrainName("P1"), P1)]),
        (look(tile("5-1"), boneyard=8), [Drawn(P1), TilePlaced(k("5-1"), TrainName("P1"))]),
        (
            look(tile("5-5"), tile("5-1"), hands=(3, 5, 5, 5)),
            [TilePlaced(k("5-5"), TrainName("P1"), P1), TilePlaced(k("5-1"), TrainName("P1"), P1)],
        ),
        (
            look(tile("5-5"), tile("5-1"), hands=(4, 4, 5, 5)),
            [TilePlaced(k("5-5"), TrainName("P1")), TilePlaced(k("5-1"), TrainName("P1"))],
        ),
    ],
)
def test_counts_tell_who_drew_and_who_played(seen: Observation, expected: list[TableEvent]) -> None:
    assert events(reconcile(COUNTED, seen)) == [str(event) for event in expected]


def test_counts_that_were_unknown_become_known() -> None:
    seen = replace(LOOK, hands=((P1, 4),), boneyard=12)
    result = reconcile(STATE, seen)

    assert set(events(result)) == {"hand P1 4", "boneyard 12"}


def test_a_tile_gone_may_be_in_the_hand_that_grew() -> None:
    seen = replace(look(hands=(6, 5, 5, 5)), trains=observe(after(COUNTED, "back 5-12 from P1")).trains)

    assert events(reconcile(COUNTED, seen)) == ["back 5-12 from P1"]


@pytest.mark.parametrize(("weight", "mover"), [(0.9, P3), (0.5, None)])
def test_the_edge_that_a_hand_came_in_by_tells_who_it_was(weight: float, mover: Seat | None) -> None:
    seen = replace(with_tiles(LOOK, 5, tile("4-1")), reached_from=((P1, 1 - weight), (P3, weight)))

    assert reconcile(STATE, seen) == Explained((TilePlaced(k("4-1"), MX, mover),))


def test_whoever_reached_in_drew() -> None:
    seen = replace(look(boneyard=8), hands=(), reached_from=((P2, 1.0),))

    assert events(reconcile(COUNTED, seen)) == ["draw P2"]


# --- remarks

LOOSE = (LooseCandidate(t("1-1"), 0.4), LooseCandidate(t("1-2"), 0.6))


@pytest.mark.parametrize(
    ("seen", "remark"),
    [
        (with_tiles(LOOK, 1, SeenTile((), face=Face.BACK)), "tile_face_down_on_train"),
        (with_tiles(LOOK, 1, tile("5-1", joint=Joint.DETACHED)), "detached_tile"),
        (
            replace(LOOK, loose=((LooseCandidate(t("1-1"), 0.4), LooseCandidate(t("1-2"), 0.6)),)),
            "detached_tile",
        ),
        (with_train(LOOK, SeenTrain(1, (tile("12-5", pose=Pose.CROSSWISE),))), "single_sideways"),
    ],
)
def test_how_the_table_lies_is_remarked_and_no_event(seen: Observation, remark: str) -> None:
    result = reconcile(STATE, seen)

    assert isinstance(result, Unchanged)
    assert codes(result.remarks) == [remark]


def test_a_double_in_line_is_remarked_by_what_is_known_of_it() -> None:
    state = board("12-12 | P1: 12-5 5-5")
    doubtful = tile("5-6:0.6", "5-5:0.4", pose=Pose.INLINE)
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"), doubtful)))

    [remark] = reconcile(state, seen).remarks
    assert (remark.code, remark["tile"]) == ("double_not_sideways", "5-5")


def test_an_odd_pose_of_a_new_tile_goes_with_its_event() -> None:
    seen = with_tiles(LOOK, 1, tile("5-1", pose=Pose.CROSSWISE))
    result = reconcile(STATE, seen)

    assert events(result) == ["place 5-1 on P1 crosswise"]
    assert codes(result.remarks) == ["single_sideways"]


def test_tiles_missing_from_a_table_in_full_view_are_remarked() -> None:
    state = board("2-2 | P1: 2-1 | hands 1 1 0 0 | boneyard 1", rules="gamerules(max_pip=2)")

    [remark] = reconcile(state, observe(state)).remarks
    assert (remark.code, remark["expected"], remark["came"]) == ("tile_count_mismatch", 6, 5)


def test_a_slot_without_an_owner_grows_all_the_same() -> None:
    state = table("12-12 | @7: 12-5")
    seen = Observation((SeenTrain(7, (tile("12-5"), tile("5-1")), marker=True),))
    result = reconcile(state, seen)

    assert isinstance(result, Explained)
    assert set(result.events) == {
        TilePlaced(k("5-1"), TrainName("@7")),
        MarkerPlaced(TrainName("@7")),
    }


def test_a_swap_at_the_tail_is_no_play() -> None:
    state = after(STATE, "place 5-1 on P1")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"), tile("5-2")), marker=False))

    assert reconcile(state, seen) == Explained((Replaced(t("1-5"), k("5-2"), TrainName("P1")),))


def test_a_table_in_full_view_that_adds_up_is_not_remarked() -> None:
    state = board("2-2 | P1: 2-1 | hands 1 1 0 0 | boneyard 2", rules="gamerules(max_pip=2)")

    assert reconcile(state, observe(state)) == Unchanged()
