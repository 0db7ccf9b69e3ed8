"""Tiles, links, trains and the names they go by."""

import pytest
from round_texts import k, t

from engine.event_notation import parse_event
from engine.notation import NotationError, Reader
from engine.tiles import Tile, double_set
from engine.trains import Train, check_seat, check_train_name, parse_train, slot_train


def test_a_link_and_its_turn_are_one_tile() -> None:
    assert k("5-3").tile == k("5-3").turned().tile == t("3-5")
    assert k("5-3").is_same_tile(k("3-5"))
    assert not k("5-3").is_same_tile(k("5-4"))


def test_a_train_offers_its_outer_end() -> None:
    train = parse_train("P1/om: 12-5 5-0")

    assert (train.free_end, train.is_started, train.is_open, train.marker_seen) == (0, True, True, True)


def test_an_empty_train_offers_nothing() -> None:
    train = Train(slot_train(3))

    assert (train.free_end, train.is_started, str(train)) == (None, False, "@3: -")


@pytest.mark.parametrize("name", ["MX", "", "1P", "Ünal", "P 1", "x" * 33])
def test_a_seat_needs_a_name_that_reads_back(name: str) -> None:
    with pytest.raises(ValueError, match="a seat needs a name"):
        check_seat(name)


@pytest.mark.parametrize("name", ["@", "@1234", "a b"])
def test_a_train_is_named_by_seat_mexican_or_slot(name: str) -> None:
    with pytest.raises(ValueError, match="a train is named by"):
        check_train_name(name)


def test_a_tile_keeps_its_low_end_first() -> None:
    assert str(Tile.of(9, 4)) == "4-9"
    assert (t("4-9").is_double, t("4-9").pips, t("4-4").is_double) == (False, 13, True)
    with pytest.raises(ValueError, match="low <= high"):
        Tile(9, 4)


@pytest.mark.parametrize(("highest", "count"), [(0, 1), (2, 6), (9, 55), (12, 91), (18, 190)])
def test_a_set_has_each_pair_once(highest: int, count: int) -> None:
    assert len(set(double_set(highest))) == count


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("P1", 2, "':'"),
        ("P1/: -", 3, "marks out of 'omr'"),
        ("P1: 5-", 6, "the other end of the tile"),
        ("P1: 5-3 x", 8, "a tile such as 5-3"),
        ("/o: -", 0, "a train (a seat, MX or @slot)"),
    ],
)
def test_a_broken_train_names_the_position_and_what_was_expected(
    text: str, position: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_train(text)

    assert (caught.value.position, caught.value.expected) == (position, expected)


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [("draw 1", 5, "a seat"), ("draw MX", 5, "a seat ("), ("assign @x P1", 8, "a slot")],
)
def test_a_broken_event_names_the_position_and_what_was_expected(
    text: str, position: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_event(text)

    assert caught.value.position == position
    assert caught.value.expected.startswith(expected)


def test_a_reader_keeps_the_first_refusal() -> None:
    reader = Reader("x")
    with pytest.raises(NotationError, match="expected a digit"):
        reader.build(0, lambda: reader.fail("a digit"), "something else")
