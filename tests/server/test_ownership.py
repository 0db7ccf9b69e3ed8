"""Whose train is it: tables of directions, reaches and what the rules have against it."""

import pytest

from engine.trains import Seat, TrainName
from server.ownership import Begun, Option, chosen, options, sector_of
from server.seat_guess import guesses, unevenness
from server.seatings import seatings

FOUR = tuple(Seat(name) for name in ("Ann", "Ben", "Cem", "Dia"))
THREE = FOUR[:3]


def begun(*headings: float) -> list[Begun]:
    return [Begun(at + 1, heading) for at, heading in enumerate(headings)]


def owned(*names: str) -> dict[int, TrainName]:
    return {at + 1: TrainName(name) for at, name in enumerate(names)}


@pytest.mark.parametrize(
    ("headings", "owners"),
    [
        ((90,), ["Ann"]),
        ((180, 90, 0, 270), ["Ben", "Ann", "Dia", "Cem"]),
        ((90, 180, 270, 0, 45), ["Ann", "Ben", "Cem", "Dia", "MX"]),
        ((90, 180, 270, 0, 135), ["Ann", "Ben", "Cem", "Dia", "MX"]),
        # Two in one seat's part of the table: the one nearer to its middle is the seat's own.
        ((115, 92), ["MX", "Ann"]),
        ((92, 115), ["Ann", "MX"]),
        # A hub's grooves are not where people sit.
        ((112, 202, 292, 22), ["Ann", "Ben", "Cem", "Dia"]),
        # One train more than there can be: the latest is the second Mexican train.
        ((90, 180, 270, 0, 45, 135), ["Ann", "Ben", "Cem", "Dia", "MX", "MX"]),
    ],
)
def test_direction_tells_whose_train_it_is(headings: tuple[float, ...], owners: list[str]) -> None:
    best = options(begun(*headings), seatings(FOUR))[0]

    assert list(best.trains.values()) == owners


@pytest.mark.parametrize(
    ("headings", "owners"),
    [
        ((90, 210, 330), ["Ann", "Ben", "Cem"]),
        ((90, 180, 0), ["Ann", "Ben", "Cem"]),
        ((90, 180, 270), ["Ann", "Ben", "Cem"]),
        ((90, 270, 0), ["Ann", "Ben", "Cem"]),
        ((90, 180, 270, 0), ["Ann", "Ben", "MX", "Cem"]),
    ],
)
def test_three_may_sit_at_any_sides_of_a_table(headings: tuple[float, ...], owners: list[str]) -> None:
    ranked = options(begun(*headings), seatings(THREE))

    assert owners in [list(each.trains.values()) for each in ranked if each.cost < ranked[0].cost + 0.5]


def test_the_hand_that_began_a_train_outweighs_its_direction() -> None:
    trains = [Begun(1, 90), Begun(2, 132, reach_deg=178)]

    assert options(trains, seatings(FOUR))[0].trains == {1: "Ann", 2: "Ben"}


def test_a_train_begun_by_somebody_who_has_one_is_the_mexican_train() -> None:
    trains = [Begun(1, 90), Begun(2, 160, reach_deg=92)]

    assert options(trains, seatings(FOUR))[0].trains == {1: "Ann", 2: "MX"}


def test_a_train_that_a_marker_opened_before_any_tile_is_a_seats() -> None:
    marked = [Begun(1, 115, by_marker=True), Begun(2, 92)]

    assert options(begun(115, 92), seatings(FOUR))[0].trains[1] == "MX"
    assert options(marked, seatings(FOUR))[0].trains[1] != "MX"


def test_a_marked_place_too_many_takes_no_train_from_anybody() -> None:
    trains = [*begun(90, 180, 270, 0, 45), Begun(6, 135, by_marker=True)]

    best = options(trains, seatings(FOUR))[0]

    assert list(best.trains.values()) == ["Ann", "Ben", "Cem", "Dia", "MX", "MX"]


def test_hands_tell_where_people_sit() -> None:
    trains = [Begun(1, 90, 90), Begun(2, 270, 268), Begun(3, 0, 2)]

    best = options(trains, seatings(THREE))[0]

    assert list(best.trains.values()) == ["Ann", "Ben", "Cem"]
    assert best.sitting.places == {"Ann": 90, "Ben": 270, "Cem": 0}


def test_an_owner_stays_while_no_other_is_clearly_likelier() -> None:
    sitting = seatings(FOUR)[0]
    current = Option(owned("Ann", "Ben"), 3.0, sitting)
    other = Option(owned("Ben", "Ann"), 2.0, sitting)

    assert chosen([current, other], current.trains) is current
    assert chosen([current, other], current.trains, switch_cost=0.0) is other


def test_an_owner_goes_when_another_is_clearly_likelier() -> None:
    sitting = seatings(FOUR)[0]
    current = Option(owned("Ann"), 5.0, sitting)
    other = Option(owned("Ben"), 2.0, sitting)

    assert chosen([current, other], current.trains) is other


@pytest.mark.parametrize(
    ("heading", "seat"), [(90, "Ann"), (125, "Ann"), (134, None), (185, "Ben"), (359, "Dia")]
)
def test_between_two_sectors_lies_nobodys(heading: float, seat: str | None) -> None:
    assert sector_of(heading, seatings(FOUR)[0].places) == seat


@pytest.mark.parametrize("count", range(2, 9))
def test_seats_go_clockwise_from_the_bottom_however_people_sit(count: int) -> None:
    seats = [Seat(f"P{at}") for at in range(count)]

    for sitting in seatings(seats):
        places = sitting.places
        turns = [(places[seat] - 90 + 1e-6) % 360 for seat in seats]
        assert list(places) == seats
        assert turns == sorted(turns)
        assert turns[0] == pytest.approx(0, abs=1e-3)


def test_trains_spread_evenly_are_all_seats_own() -> None:
    best = min(guesses(begun(90, 210, 330)), key=lambda each: each.cost)

    assert best.seats == ("P1", "P2", "P3")
    assert dict(best.trains) == {1: "P1", 2: "P2", 3: "P3"}


def test_a_train_that_breaks_the_evenness_is_the_mexican_one() -> None:
    best = min(guesses(begun(90, 180, 270, 0, 45)), key=lambda each: each.cost)

    assert dict(best.trains) == {1: "P1", 2: "P2", 3: "P3", 4: "P4", 5: "MX"}


def test_two_sit_down_at_least() -> None:
    assert {each.seats for each in guesses(begun(90))} == {("P1", "P2")}


def test_even_gaps_cost_nothing() -> None:
    assert unevenness([10, 130, 250]) == 0
    assert unevenness([10, 100, 250]) > 0
