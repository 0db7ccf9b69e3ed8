"""What a look tells beside plays: contradictions, counts, the engine tile, how the table lies."""

from dataclasses import replace

import pytest
from looks import HIDDEN, LOOK, STATE, board, events, tile, with_tiles, with_train
from round_texts import MX, P1, P2, P3, after, codes, k, t, table

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
    Face,
    Joint,
    LooseCandidate,
    Observation,
    Pose,
    SeenTile,
    SeenTrain,
)
from engine.reconcile import reconcile
from engine.reconciliation import Contradicted, Explained, Unchanged
from engine.trains import Seat, TrainName

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


@pytest.mark.parametrize(("weight", "is_known"), [(0.02, True), (0.019, False)])
def test_the_engine_is_the_known_one_down_to_a_fiftieth(weight: float, *, is_known: bool) -> None:
    hub = (LooseCandidate(t("11-11"), 1 - weight), LooseCandidate(t("12-12"), weight))
    result = reconcile(STATE, replace(LOOK, engine=hub))

    assert (result == Unchanged()) is is_known


def test_a_contradiction_comes_with_what_is_to_be_tidied_up() -> None:
    seen = with_tiles(LOOK, 1, tile("5-1", joint=Joint.DETACHED))
    result = reconcile(STATE, replace(seen, engine=(LooseCandidate(t("11-11"), 0.9),)))

    assert isinstance(result, Contradicted)
    assert codes(result.remarks) == ["detached_tile"]


def test_three_changes_at_once_are_no_bump_yet() -> None:
    state = board("12-12 | P1: 12-5 5-1 1-2 | P2: 12-3 3-4")
    seen = with_train(observe(state), SeenTrain(1, (tile("12-5"),), marker=False))
    seen = with_train(seen, SeenTrain(2, (tile("12-3"), tile("3-9")), marker=False))

    assert set(events(reconcile(state, seen))) == {
        "back 1-2 from P1",
        "back 1-5 from P1",
        "replace 3-4 by 3-9 on P2",
    }


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


def test_an_engine_that_was_hidden_until_somebody_played_is_no_contradiction() -> None:
    state = STATE.but(engine=None).recounted()

    assert reconcile(state, LOOK) == Explained((EngineLaid(t("12-12")),))


def test_before_anybody_plays_the_engine_can_be_put_right() -> None:
    state = board("11-11 | completed 0 0 0 0")
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 1),))

    assert reconcile(state, seen) == Explained((EngineLaid(t("12-12")),))


def test_the_hand_that_lacks_the_engine_laid_it() -> None:
    state = board("12-12 | completed 0 0 0 0 | hands 3 3 0 ?").but(engine=None).recounted()
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 1),))
    lacks = replace(seen, hands=((P1, 3), (P2, 2), (P3, 0)))

    assert reconcile(state, lacks) == Explained((EngineLaid(t("12-12"), P2),))
    assert reconcile(state, replace(seen, hands=((P1, 3), (P3, 0)))) == Explained((EngineLaid(t("12-12")),))


def test_the_hand_that_laid_the_engine_need_not_have_laid_the_first_tile_as_well() -> None:
    state = board("12-12 | completed 0 0 0 0 | hands 3 3 3 3").but(engine=None).recounted()
    seen = replace(observe(state), engine=(LooseCandidate(t("12-12"), 1),), hands=((P2, 2),))

    assert reconcile(state, with_tiles(seen, 2, tile("12-5"))) == Explained(
        (EngineLaid(t("12-12"), P2), TilePlaced(k("12-5"), TrainName("P2")))
    )


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


def test_a_tile_behind_a_hidden_one_is_remarked_on_too() -> None:
    state = board("12-12 | P1: 12-5 5-6")
    seen = with_train(observe(state), SeenTrain(1, (HIDDEN, tile("5-6", pose=Pose.CROSSWISE))))

    assert codes(reconcile(state, seen).remarks) == ["single_sideways"]


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


ONE_SHORT = observe(board("2-2 | P1: 2-1 | hands 1 1 0 0 | boneyard 1", rules="gamerules(max_pip=2)"))


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(replace(ONE_SHORT, engine=None), id="the hub is covered"),
        pytest.param(replace(ONE_SHORT, boneyard=None), id="the boneyard is out of view"),
        pytest.param(replace(ONE_SHORT, hands=ONE_SHORT.hands[:3]), id="a hand is out of view"),
        pytest.param(replace(ONE_SHORT, trains=ONE_SHORT.trains[:4]), id="a train is out of view"),
        pytest.param(
            with_train(ONE_SHORT, SeenTrain(1, (tile("2-1"),), is_tail_visible=False)),
            id="a tail is out of view",
        ),
        pytest.param(replace(ONE_SHORT, loose=((LooseCandidate(t("0-0"), 1),),)), id="it lies loose"),
    ],
)
def test_a_tile_that_cannot_be_seen_is_not_missing(seen: Observation) -> None:
    state = board("2-2 | P1: 2-1", rules="gamerules(max_pip=2)")

    assert "tile_count_mismatch" not in codes(reconcile(state, seen).remarks)


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
