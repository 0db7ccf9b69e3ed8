"""Slots and their owners: what goes where when somebody says whose train it is."""

from round_texts import MX, after, k, said, table

from engine.state import RoundState
from engine.trains import Train, TrainName

ORDER = ["P1", "P2", "P3", "P4", "MX"]


def links(state: RoundState, name: str) -> list[str]:
    return list(map(str, state.train(TrainName(name)).links))


def names(state: RoundState) -> list[str]:
    return [each.name for each in state.trains]


def test_a_train_goes_over_to_another_seat_with_all_that_is_owed_on_it() -> None:
    state = table(
        "12-12 | P1/om: 12-5 5-5 | P3: 12-9 9-9 | slots 1=P1 | unsatisfied P1+0 P3+1 | or P4 played 0 drawn 0"
    )
    moved = after(state, "assign @1 P2")

    assert (links(moved, "P1"), links(moved, "P2"), links(moved, "P3")) == (
        [],
        ["12-5", "5-5"],
        ["12-9", "9-9"],
    )
    assert [each.train for each in moved.unsatisfied] == ["P2", "P3"]
    assert names(moved) == ORDER
    assert moved.slots == ((1, "P2"),)


def test_a_marker_goes_over_with_its_train() -> None:
    for marks, there in (("/om", ""), ("", "/om"), ("/omr", "/o"), ("/m", ""), ("", "")):
        state = table(f"12-12 | P1{marks}: 12-5 | P2{there}: - | slots 1=P1")
        moved = after(state, "assign @1 P2")
        both = marks + there

        train = moved.train(TrainName("P2"))
        assert (train.is_open, train.marker_seen, train.is_released) == (
            "o" in both,
            "m" in both,
            "r" in both,
        )
        assert moved.train(TrainName("P1")) == Train(TrainName("P1"))


def test_the_mexican_train_may_turn_out_to_be_somebodys() -> None:
    moved = after(table("12-12 | MX: 12-5 | slots 5=MX"), "assign @5 P1")

    assert (links(moved, "P1"), links(moved, "MX")) == (["12-5"], [])
    assert names(moved) == ORDER


def test_a_train_without_an_owner_is_gone_once_it_has_one() -> None:
    moved = after(table("12-12 | @9: 12-5 | @8: 12-6"), "assign @9 MX")

    assert (links(moved, "MX"), names(moved)) == (["12-5"], [*ORDER, "@8"])


def test_an_owner_can_be_taken_back() -> None:
    state = after(table("12-12 | P1: 12-5 | slots 1=P1"), "assign @1 @1")

    assert state.slots == ((1, "@1"),)
    assert (links(state, "P1"), links(state, "@1")) == ([], ["12-5"])
    assert names(state) == [*ORDER, "@1"]


def test_a_slot_without_tiles_only_changes_its_owner() -> None:
    state = after(table("12-12 | P2: 12-6"), "place 12-5 on MX by P1")
    moved = after(state.but(slots=((1, TrainName("P1")),)), "assign @1 P3")

    assert moved == state.but(slots=((1, TrainName("P3")),))


def test_tiles_do_not_move_onto_a_train_that_has_some() -> None:
    state = table("12-12 | P1: 12-5 | P2: 12-6 | slots 1=P1")

    assert said(state, "assign @1 P2") == []
    moved = after(state, "assign @1 P2")
    assert (links(moved, "P1"), links(moved, "P2")) == (["12-5"], ["12-6"])


def test_after_a_train_has_changed_hands_nothing_is_taken_back_at_once() -> None:
    state = after(table("12-12 | slots 1=P1"), "place 12-5 on P1 by P1")

    assert state.last is not None
    assert after(state, "assign @1 P2").last is None
    assert after(state, "assign @1 P1").last == state.last


def test_only_a_second_slot_with_a_train_makes_a_second_train() -> None:
    state = table("12-12 | P2: 12-5 | slots 1=P1 2=P2")

    assert said(state, "assign @2 P2") == []
    assert said(state, "assign @3 P3") == []
    assert said(state, "assign @3 P2") == ["second_personal_train"]
    assert said(table("12-12 | P2: 12-5 | slots 1=P1"), "assign @2 P2") == []
    assert after(state, "assign @3 P2").slots == state.slots


def test_the_mexican_train_lies_in_nobodys_part_of_the_table() -> None:
    state = table("12-12")

    assert said(state, "assign @5 MX in P1") == []
    assert said(state, "assign @5 P1 in P1") == []
    assert said(state, "assign @5 P2 in P1") == ["wrong_slot"]


def test_a_train_is_known_by_slot_and_by_owner() -> None:
    state = table("12-12 | P1: 12-5 | slots 7=P1 8=MX")

    assert state.name_of(TrainName("@7")) == "P1"
    assert state.name_of(TrainName("@8")) == MX
    assert state.name_of(TrainName("@9")) == "@9"
    assert state.train(TrainName("@9")) == Train(TrainName("@9"))
    assert after(state, "place 5-6 on @7 by P1").train(TrainName("P1")).links == (k("12-5"), k("5-6"))
