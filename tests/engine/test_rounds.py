"""Rounds of a game, begun, played and ended."""

from fractions import Fraction

import pytest
from round_texts import (
    P1,
    P2,
    P3,
    codes,
    round_of,
    t,
    table_event,
    ts,
)

from engine.events import (
    EngineLaid,
    Event,
    GameEnded,
    GameStarted,
    HandRevealed,
    RoundEnded,
    RoundStarted,
    RulesChanged,
    ScoreEntered,
)
from engine.game import NO_GAME, GameState, expected_starter, game_standings, judge
from engine.rules import PAGAT, WIKIHOW, preset
from engine.state import EventError, Turn


def started(rules: str = "house") -> GameState:
    game, _ = judge(NO_GAME, GameStarted(preset(rules), (P1, P2, P3)))
    return game


def play(game: GameState, *events: Event) -> tuple[GameState, list[list[str]]]:
    found = []
    for event in events:
        game, problems = judge(game, event)
        found.append(codes(problems))
    return game, found


def test_a_game_needs_its_beginnings() -> None:
    for game, event in (
        (NO_GAME, RoundStarted(1)),
        (started(), RoundEnded()),
        (started(), table_event("draw P1")),
    ):
        with pytest.raises(EventError):
            judge(game, event)


def test_a_round_knows_what_was_dealt() -> None:
    game, _ = play(started(), RoundStarted(1, P2, 10))

    assert round_of(game).hands == (10, 10, 10)
    assert round_of(game).boneyard == 90 - 30
    assert round_of(game).turn == Turn(P2)


def test_the_start_goes_round_the_table() -> None:
    game, found = play(started(), RoundStarted(1, P2), RoundEnded(), RoundStarted(2, P1))

    assert found[-1] == ["wrong_starter"]
    assert expected_starter(game) == P3


def test_whoever_lays_the_engine_from_hand_starts() -> None:
    game, _ = play(started("wikihow"), RoundStarted(1, None, 12), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P3)
    assert round_of(game).hands == (12, 12, 11)
    assert expected_starter(game) is None


def test_the_starter_stays_where_holding_the_engine_does_not_count() -> None:
    rules = WIKIHOW.with_knobs({"first_starter": "chosen", "next_starter": "rotate"})
    game, _ = judge(NO_GAME, GameStarted(rules, (P1, P2, P3)))
    game, _ = play(game, RoundStarted(1), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P1)


def test_a_named_starter_stays() -> None:
    game, _ = play(started("wikihow"), RoundStarted(1, P2, 12), EngineLaid(t("12-12"), P3))

    assert round_of(game).turn == Turn(P2)


def test_rules_can_change_between_rounds() -> None:
    game, _ = play(started(), RoundStarted(1), RulesChanged(PAGAT), RoundEnded(), RoundStarted(2))

    assert round_of(game).rules == PAGAT


def test_a_round_is_scored_from_hands_or_as_written() -> None:
    game, _ = play(
        started(),
        RoundStarted(1, P1, 1),
        EngineLaid(t("12-12")),
        table_event("place 12-5 on P1 by P1"),
        HandRevealed(P2, ts("1-2")),
        HandRevealed(P3, ts("0-0")),
        ScoreEntered(P3, Fraction(49)),
        ScoreEntered(P3, Fraction(25)),
        RoundEnded(),
    )
    [score] = game.scores

    assert (score.winner, score.starter, score.engine) == (P1, P1, 12)
    assert dict(score.points) == {P1: 0, P2: 3, P3: 25}
    assert game_standings(game).winners == (P1,)


def test_the_lowest_hand_of_a_blocked_round_wins_it_unless_two_tie() -> None:
    shown = [HandRevealed(P1, ts("1-1")), HandRevealed(P2, ts("0-2")), HandRevealed(P3, ts("5-5"))]

    game, _ = play(started(), RoundStarted(1), *shown, RoundEnded())
    assert game.scores[0].winner is None
    game, _ = play(started(), RoundStarted(1), *shown, HandRevealed(P2, ts("0-1")), RoundEnded())
    assert game.scores[0].winner == P2


def test_a_used_engine_is_no_lower_engine() -> None:
    game, _ = judge(
        NO_GAME,
        GameStarted(WIKIHOW.with_knobs({"engine_source": "highest_double_held"}), (P1, P2)),
    )
    game, found = play(
        game, RoundStarted(1), EngineLaid(t("9-9")), RoundEnded(), RoundStarted(2), EngineLaid(t("9-9"))
    )

    assert (found[1], found[-1]) == ([], ["wrong_engine"])


def test_a_game_that_is_said_to_be_over_is_over() -> None:
    game, found = play(started(), GameEnded())

    assert game.is_over
    assert found == [["game_over"]]


def test_a_deal_that_is_told_wrong_is_noticed() -> None:
    _, found = play(started(), RoundStarted(1, P2, 10))

    assert found == [["wrong_deal"]]
