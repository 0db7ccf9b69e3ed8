"""Points of a round, totals and winners."""

from fractions import Fraction

import pytest
from round_texts import ts

from engine.rules import GAMERULES, HOUSE, WIKIHOW, RuleSet
from engine.scoring import hand_value, round_scores, round_winners, rounds_won, standings
from engine.tiles import Tile
from engine.trains import Seat

A, B, C = Seat("A"), Seat("B"), Seat("C")
POSITIVE = WIKIHOW.with_knobs({"scoring": "positive"})


def hands(**texts: str) -> dict[Seat, tuple[Tile, ...]]:
    return {Seat(seat): ts(text) for seat, text in texts.items()}


@pytest.mark.parametrize(("blank", "value"), [(0, 7), (25, 32), (50, 57)])
def test_the_double_blank_has_its_price(blank: int, value: int) -> None:
    assert hand_value(HOUSE.with_knobs({"double_blank": blank}), ts("0-0 3-4")) == value


@pytest.mark.parametrize(
    ("rules", "given", "points"),
    [
        (GAMERULES, hands(A="", B="5-6", C="0-0"), [0, 11, 50]),
        (GAMERULES.with_knobs({"going_out_bonus": -5}), hands(A="", B="5-6", C="1-1"), [-5, 11, 2]),
        (POSITIVE, hands(A="", B="5-6", C="1-1"), [13, 0, 0]),
        (POSITIVE, hands(A="", B="0-0", C="1-1"), [2, 0, 0]),
        (POSITIVE, hands(A="1-1", B="0-2", C="1-4"), [Fraction(5, 2), Fraction(5, 2), 0]),
        (POSITIVE.with_knobs({"positive_split": "floor"}), hands(A="1-1", B="0-2", C="1-4"), [2, 2, 0]),
    ],
)
def test_round_scores(rules: RuleSet, given: dict[Seat, tuple[Tile, ...]], points: list[object]) -> None:
    assert list(round_scores(rules, given).values()) == points


def test_whoever_leaves_a_double_pays_for_each() -> None:
    given = hands(A="", B="1-1")

    assert round_scores(GAMERULES.with_knobs({"unsatisfied_double_penalty": 5}), given, [A, A]) == {
        A: 10,
        B: 2,
    }
    assert round_scores(POSITIVE.with_knobs({"unsatisfied_double_penalty": 5}), given, [A]) == {A: -3, B: 0}


def test_the_lowest_hands_win_a_blocked_round() -> None:
    assert round_winners(GAMERULES, hands(A="1-1", B="0-2", C="5-5")) == (A, B)
    assert round_winners(GAMERULES, hands(A="0-0", B="5-5", C="")) == (C,)
    assert round_winners(GAMERULES, hands(A="0-0", B="5-5")) == (B,)
    assert round_winners(WIKIHOW, hands(A="0-0", B="5-5")) == (A,)
    assert round_scores(POSITIVE, hands(A="0-0", B="5-5")) == {A: 10, B: 0}


def rows(*points: tuple[int, ...]) -> list[dict[Seat, Fraction]]:
    return [dict(zip((A, B, C), map(Fraction, row), strict=True)) for row in points]


TIED = rows((0, 9, 10), (9, 0, 20), (20, 20, 0), (0, 0, 30))


@pytest.mark.parametrize(
    ("tie", "given", "winners", "extra"),
    [
        ("shared", rows((0, 5, 9), (3, 5, 1)), (A,), False),
        ("shared", TIED, (A, B), False),
        ("rounds_won", TIED, (A, B), False),
        ("rounds_won", rows((0, 0, 1), (5, 0, 9), (5, 10, 0)), (B,), False),
        ("rounds_won", rows((10, 0, 1), (0, 5, 9), (0, 5, 9)), (A,), False),
        ("extra_round", TIED, (A, B), True),
        ("extra_round", rows((0, 5, 9)), (A,), False),
    ],
)
def test_standings(
    tie: str, given: list[dict[Seat, Fraction]], winners: tuple[Seat, ...], extra: bool
) -> None:
    found = standings(HOUSE.with_knobs({"tie": tie}), given, (A, B, C))

    assert (found.winners, found.needs_extra_round) == (winners, extra)


def test_a_seat_without_points_in_a_round_has_none_from_it() -> None:
    found = standings(HOUSE, [{A: Fraction(3)}, {A: Fraction(1), B: Fraction(2)}], (A, B, C))

    assert dict(found.totals) == {A: 4, B: 2, C: 0}
    assert all(isinstance(total, Fraction) for _, total in standings(HOUSE, [], (A, B)).totals)


def test_most_points_win_where_points_are_positive() -> None:
    found = standings(POSITIVE, rows((0, 5, 9), (3, 5, 1)), (A, B, C))

    assert dict(found.totals) == {A: 3, B: 10, C: 10}
    assert found.winners == (B, C)


def test_rounds_won_counts_joint_firsts_and_skips_unknown_rounds() -> None:
    given = [*rows((0, 0, 5), (4, 5, 6)), {B: Fraction(0)}]

    assert [rounds_won(HOUSE, given, seat) for seat in (A, B, C)] == [2, 2, 0]
