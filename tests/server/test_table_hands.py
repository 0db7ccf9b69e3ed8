"""The tiles of one seat's hand in a still of the whole table."""

import pytest

from engine.trains import Seat
from server.dashboard.camera.messages import Still
from server.dashboard.photo_facts import EndFacts, Read, TileFacts
from server.dashboard.table_hands import of_hand
from vision.sketch import HandZone, Point

ANN, BEN = Seat("P1"), Seat("P2")
PLACES = {ANN: 90.0, BEN: 270.0}
"""Ann sits at the picture's bottom, Ben at its top."""


def quad(x: float, y: float, half: float = 0.02) -> tuple[Point, ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def tile(text: str, x: float, y: float) -> TileFacts:
    ends = [EndFacts(pips=int(each), confidence=1.0) for each in text.split("-")]
    corners = list(quad(x, y))
    return TileFacts(corners=corners, ends=ends, confidence=1.0, is_doubtful=False, rivals=[])


def read(*tiles: TileFacts) -> Read:
    """A picture twice as wide as high."""
    return Read(width=1600, height=800, set_size=9, tiles=list(tiles), notes=["glare"])


def hand(facts: Read, still: Still, seat: Seat = ANN) -> list[str]:
    return [str(each.tile) for each in of_hand(facts, still, PLACES, seat).tiles]


TABLE = read(
    tile("9-9", 0.5, 0.5),
    tile("9-4", 0.5, 0.6),
    tile("1-2", 0.45, 0.95),
    tile("3-3", 0.7, 0.9),
    tile("5-6", 0.5, 0.05),
)


def test_what_is_in_play_and_what_lies_before_others_is_left_out() -> None:
    # Found a little beside where they lie.
    still = Still(1, b"", played=(quad(0.505, 0.5), quad(0.5, 0.595)), hub=(0.5, 0.5))

    assert hand(TABLE, still, ANN) == ["1-2", "3-3"]
    assert hand(TABLE, still, BEN) == ["5-6"]


def test_directions_go_out_from_the_hub_wherever_it_lies() -> None:
    still = Still(1, b"", hub=(0.5, 0.97))

    assert hand(TABLE, still, ANN) == []


def test_without_a_hub_the_middle_of_the_picture_stands_for_it() -> None:
    still = Still(1, b"", played=(quad(0.5, 0.5),))

    assert hand(TABLE, still, BEN) == ["5-6"]


def test_a_zone_that_a_person_drew_says_more_than_directions() -> None:
    still = Still(1, b"", zones=(HandZone(BEN, quad(0.7, 0.9, 0.06)),))

    assert hand(TABLE, still, BEN) == ["3-3"]
    assert "3-3" not in hand(TABLE, still, ANN)
    assert "5-6" in hand(TABLE, still, ANN), "a hand whose zone is drawn does not lie beside it"


@pytest.mark.parametrize(("seat", "notes"), [(ANN, ["glare"]), (BEN, ["no_tile"])])
def test_what_holds_for_the_picture_is_said_and_that_no_tile_is_there(seat: Seat, notes: list[str]) -> None:
    facts = read(tile("1-2", 0.5, 0.9))

    assert of_hand(facts, Still(1, b""), PLACES, seat).notes == notes
