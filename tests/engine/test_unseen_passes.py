"""A marker put down by a seat that is on turn only if others have passed unseen."""

import pytest
from round_texts import said, table, table_event

from engine.event_notation import parse_event
from engine.game import NO_GAME, judge


def test_whoever_puts_a_marker_down_first_has_started_the_round() -> None:
    game = NO_GAME
    for line in ("game gamerules P1 P2 P3 P4", "round 1", "engine 12-12"):
        game, _ = judge(game, parse_event(line))

    game, problems = judge(game, table_event("marker on P3"))

    assert problems == ()
    assert game.round is not None
    assert game.round.turn.seat == "P4"


@pytest.mark.parametrize(
    ("text", "lines", "codes"),
    [
        # P1's marker lies, so P1 may have passed, and P2 passes now.
        ("P1/om: 12-5 | P2: 12-3", ("marker on P2",), []),
        ("P1: 12-5 | P2: 12-3", ("marker on P2",), ["marker_not_due"]),
        # P1 could not follow its own double.
        ("P1/om: 12-5 | P2: 12-3 | MX: 12-4", ("place 4-4 on MX by P1", "marker on P2"), []),
        # All the others have passed since P1 played.
        (
            "P1: 12-5 | P2/om: 12-3 | P3/om: 12-7 | P4/om: 12-8",
            ("place 5-1 on P1 by P1", "marker on P1"),
            [],
        ),
        # With tiles counted, whoever passes has been seen to draw.
        ("P1/om: 12-5 | P2: 12-3", ("boneyard 20", "marker on P2"), ["marker_not_due"]),
    ],
)
def test_seats_whose_markers_lie_may_have_passed_unseen(
    text: str, lines: tuple[str, ...], codes: list[str]
) -> None:
    state = table(f"12-12 | {text}")

    assert [each for each in said(state, *lines) if each == "marker_not_due"] == codes


def test_a_marker_put_back_is_no_pass() -> None:
    state = table("12-12 | P1/om: 12-5 | P2/o: 12-3")

    assert said(state, "marker on P2") == []


def test_a_marker_ends_the_opening_run_of_the_seat_before() -> None:
    state = table("12-12 | P1: 12-5 5-1 | turn P1 played 2 drawn 0 | completed 0 0 0 0", rules="pagat")

    assert said(state, "marker on P2") == []


def test_nobody_is_reminded_of_a_marker_by_putting_it_down_again() -> None:
    """P1 may have laid the tile, which lets its marker come off, or P2, and then P1 passes now."""
    given = "12-12 | P1/om: 12-5 | MX: 12-4 | or P2 played 0 drawn 0"
    state = table(given, rules="gamerules(marker_off=any_play)", seats="P1 P2")

    assert said(state, "place 4-6 on MX", "marker on P1") == []
    assert said(state, "place 4-6 on MX", "marker on P2") == ["marker_left_on"]
