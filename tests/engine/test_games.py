"""The game around its rounds: scores, starters, engine tiles, and what is refused."""

from fractions import Fraction

import pytest
from round_texts import P1, P2, P3, codes, round_of

from engine.dealing import next_engine, next_starter
from engine.event_notation import parse_event
from engine.game import NO_GAME, GameState, RoundScore, game_standings, judge, judge_all, replay
from engine.rules import GAMERULES, WIKIHOW
from engine.state import EventError
from engine.trains import Seat

SEATS = (P1, P2, P3)


def played(lines: str, game: GameState = NO_GAME) -> GameState:
    """The game after some events."""
    for line in lines.split("; "):
        game, _ = judge(game, parse_event(line))
    return game


def said(lines: str) -> list[str]:
    """The codes of the last of some events."""
    _, verdicts = judge_all(map(parse_event, lines.split("; ")))
    return codes(verdicts[-1])


START = "game house P1 P2 P3; round 1 starts P2 dealt 15; engine 12-12"


def test_no_events_make_no_game() -> None:
    assert replay(()) == NO_GAME
    assert judge_all(()) == (NO_GAME, [])


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("round 1", "a round needs a game with seats; start one first"),
        ("game house P1 P2; draw P1", "Drawn needs a round under way; start one first"),
        ("game house P1 P2; round ends", "no round is under way that could end"),
    ],
)
def test_what_has_no_place_yet_is_refused_with_the_reason(lines: str, reason: str) -> None:
    with pytest.raises(EventError) as caught:
        played(lines)

    assert str(caught.value) == reason


def test_a_round_begins_with_its_number_and_a_clean_slate() -> None:
    game = played(f"{START}; score P1 3; round ends; score P1 9; round 2")

    assert (round_of(game).number, game.entered, game.is_over) == (2, (), False)
    assert round_of(game).starter == P3


def test_a_round_after_the_game_goes_on_with_it() -> None:
    game = played(f"{START}; round ends; game ends; round 2")

    assert game.is_over is False
    assert played("engine 11-11", game).is_over is False


def test_a_game_said_to_be_over_stays_so_while_tiles_are_cleared() -> None:
    game = played(f"{START}; game ends; loose 3-4")

    assert game.is_over is True


def test_more_tiles_dealt_than_there_are_leave_none_to_draw() -> None:
    game = played("game gamerules(max_pip=6) P1 P2 P3; round 1 dealt 12")

    assert round_of(game).boneyard == 0


def test_a_round_keeps_who_started_it_and_what_it_came_to() -> None:
    game = played(f"{START}; reveal P1; reveal P2 1-2; reveal P3 0-0; round ends")

    assert game.scores == (
        RoundScore(1, 12, P2, P1, ((P1, Fraction(0)), (P2, Fraction(3)), (P3, Fraction(50)))),
    )
    assert game.round is None
    assert played("round 2; round ends", game).scores[1].number == 2


def test_a_round_without_a_named_starter_keeps_whose_turn_it_was() -> None:
    game = played("game house P1 P2 P3; round 1; engine 12-12; place 12-5 on P2 by P2; round ends")

    assert game.scores[0].starter == P3


def test_the_double_blank_decides_who_wins_a_blocked_round() -> None:
    shown = "reveal P1 0-0; reveal P2 1-2; reveal P3 5-6"

    assert played(f"{START}; {shown}; round ends").scores[0].winner == P2


def test_a_score_written_again_takes_the_place_of_the_first() -> None:
    game = played(f"{START}; score P1 3; score P2 4; score P1 5")

    assert len(game.entered) == 2
    assert dict(game.entered) == {P2: 4, P1: 5}
    assert played("round ends", game).entered == ()
    assert dict(played("round ends", game).scores[0].points) == {P1: 5, P2: 4}


def test_a_score_before_any_round_is_kept_for_nobody_to_check() -> None:
    assert dict(played("game house P1 P2; score P1 3").entered) == {P1: 3}


def test_a_double_left_unsatisfied_costs_whoever_laid_it() -> None:
    rules = "game house(unsatisfied_double_penalty=10,opening_targets=any) P1 P2"
    lines = (
        f"{rules}; round 1 starts P1 dealt 5; engine 12-12; place 12-3 on P1 by P1; place 12-4 on P2 by P2"
    )
    shown = f"{lines}; place 3-3 on P1 by P1; reveal P1; reveal P2 1-2"

    assert dict(played(f"{shown}; round ends").scores[0].points) == {P1: 10, P2: 3}
    assert said(f"{shown}; score P1 10") == []
    assert said(f"{shown}; score P1 0") == ["score_mismatch"]


@pytest.mark.parametrize(
    ("rules", "lines", "over"),
    [
        ("house(rounds=2)", "round 1; round ends", False),
        ("house(rounds=2)", "round 1; round ends; round 2; round ends", True),
        ("house(rounds=1,tie=extra_round)", "round 1; score P1 3; score P2 3; round ends", False),
        ("house(rounds=1,tie=extra_round)", "round 1; score P1 3; score P2 4; round ends", True),
    ],
)
def test_a_game_is_over_after_its_rounds_unless_a_tie_asks_for_more(
    rules: str, lines: str, *, over: bool
) -> None:
    game = played(f"game {rules} P1 P2; {lines}")

    assert game.is_over is over
    assert ("game_over" in said(f"game {rules} P1 P2; {lines}")) is over


def test_the_game_over_names_its_winners() -> None:
    game = played("game house(rounds=1) P1 P2; round 1; score P1 3; score P2 4; round ends")
    _, [over] = judge(game, parse_event("game ends"))

    assert (over["winners"], game_standings(game).winners) == ("P1", (P1,))


@pytest.mark.parametrize(
    ("knobs", "last_starter", "last_winner", "holder", "starter"),
    [
        ({"first_starter": "engine_holder", "next_starter": "rotate"}, None, None, P3, P3),
        ({"first_starter": "chosen", "next_starter": "engine_holder"}, None, None, P3, None),
        ({"first_starter": "chosen", "next_starter": "engine_holder"}, P1, None, P3, P3),
        ({"first_starter": "chosen", "next_starter": "engine_holder"}, P3, None, None, P1),
        ({"first_starter": "chosen", "next_starter": "last_winner"}, P1, P3, P2, P3),
        ({"first_starter": "chosen", "next_starter": "last_winner"}, P1, None, P2, P2),
        ({"first_starter": "chosen", "next_starter": "rotate"}, P2, P1, P1, P3),
    ],
)
def test_who_starts(
    knobs: dict[str, str],
    last_starter: Seat | None,
    last_winner: Seat | None,
    holder: Seat | None,
    starter: Seat | None,
) -> None:
    found = next_starter(
        WIKIHOW.with_knobs(knobs),
        SEATS,
        last_starter=last_starter,
        last_winner=last_winner,
        engine_holder=holder,
    )

    assert found == starter


def test_the_last_winner_starts_where_the_table_plays_so() -> None:
    rules = "game house(next_starter=last_winner) P1 P2 P3"
    lines = f"{rules}; round 1 starts P1; reveal P1 1-1; reveal P2 5-5; reveal P3; round ends; round 2"

    assert round_of(played(lines)).starter == P3


def test_engine_tiles_that_were_used_are_not_due_again() -> None:
    rules = "game wikihow(engine_sequence=highest_unused) P1 P2"
    lines = f"{rules}; round 1; engine 11-11; round ends; round 2; engine"

    assert said(f"{lines} 12-12") == []
    assert said(f"{lines} 11-11") == ["wrong_engine"]


def test_a_sequence_of_engine_tiles_begins_again_after_the_whole_set() -> None:
    rules = GAMERULES.with_knobs({"engine_sequence": "highest_unused", "max_pip": 3})

    assert [next_engine(rules, n, (3, 2, 1, 0, 3, 1)[: n - 1]).low for n in range(1, 8)] == [
        3,
        2,
        1,
        0,
        3,
        2,
        2,
    ]
