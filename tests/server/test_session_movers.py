"""Whose arm it was: directions of arms as they cluster, around where people may sit."""

import pytest

from engine.trains import Seat
from server.seatings import seatings
from server.session_movers import Arms, learned, mover_seen
from vision.seats import apart_deg

SIX = tuple(Seat(f"P{number}") for number in range(1, 7))
THREE_EACH = next(each for each in seatings(SIX) if round(each.places[SIX[1]]) == 132)


def name_of(reach_deg: float, arms: Arms) -> Seat | None:
    seen = mover_seen(reach_deg, arms)
    return None if seen is None else seen[0]


def test_arms_come_from_behind_the_tables_edge() -> None:
    off = {seat: apart_deg(THREE_EACH.places[seat], THREE_EACH.reaches[seat]) for seat in SIX}

    assert off[SIX[0]] == pytest.approx(0)
    assert 10 < off[SIX[1]] < 25
    assert apart_deg(THREE_EACH.reaches[SIX[1]], 90) < apart_deg(THREE_EACH.places[SIX[1]], 90)


def test_before_any_arm_was_seen_the_places_tell() -> None:
    arms = learned(THREE_EACH.reaches, ())

    assert name_of(90, arms) == SIX[0]
    assert mover_seen(None, arms) is None
    assert mover_seen(90, None) is None


def test_between_two_people_nobody_is_named() -> None:
    middle = (THREE_EACH.reaches[SIX[0]] + THREE_EACH.reaches[SIX[1]]) / 2

    assert mover_seen(middle, learned(THREE_EACH.reaches, ())) is None


def test_the_arms_seen_tell_better_where_somebody_reaches_from() -> None:
    seen = [82, 83, 84, 81, 83, 110, 111, 109]
    arms = learned(THREE_EACH.reaches, seen)

    assert apart_deg(arms.directions[SIX[0]], 83) < 3
    assert apart_deg(arms.directions[SIX[1]], 110) < 3
    assert arms.spreads[SIX[0]] < arms.spreads[SIX[3]]
    assert name_of(103, arms) == SIX[1]


def test_an_arm_from_nowhere_near_anybody_teaches_nothing() -> None:
    two = tuple(Seat(name) for name in ("Ann", "Ben"))
    even = seatings(two)[0]

    assert learned(even.reaches, [180.0]).directions == even.reaches
