"""Simulated rounds of every kind: they end, keep their tiles, and are judged and explained exactly."""

import pytest

from engine.events import MarkerPlaced
from engine.problems import STANDING, Code, Severity
from engine.record import judge_record, parse_record
from engine.rules import GAMERULES, parse_rules
from scenegen.game_checks import check_rounds, misjudged, report
from scenegen.game_players import Style
from scenegen.game_simulator import Simulator, play_record, record_of
from scenegen.game_violations import VIOLATIONS, Tempter

TABLES_WHERE_IT_CAN_HAPPEN = {
    Code.TOO_MANY_DOUBLES: "gamerules(max_doubles_per_turn=1)",
    Code.OWN_TRAIN_FIRST: "house(own_train_first=until_started,opening_targets=any)",
    Code.FOLLOW_UP_NOT_ON_DOUBLE: "gamerules(follow_up=on_double)",
    Code.FIRST_TURN_OWN_TRAIN_ONLY: "house",
    Code.MEXICAN_TRAIN_TOO_EARLY: "wikihow",
}
"""Rules that forbid what the default preset allows."""


@pytest.mark.parametrize("first_seed", range(0, 200, 50))
def test_rounds_end_keep_their_tiles_and_are_judged_exactly(first_seed: int) -> None:
    tally = check_rounds(range(first_seed, first_seed + 50))

    assert tally.failures == [], report(tally)
    assert tally.rounds == 50
    assert tally.endings["none"] == 0


def test_the_same_seed_plays_the_same_game() -> None:
    one, two = (play_record("pagat", seed=5, players=3, rounds=2, violations=0.1) for _ in range(2))

    assert one == two


def test_another_seed_plays_another_game() -> None:
    one, two = (play_record("pagat", seed=seed, players=3, rounds=1, violations=0) for seed in (5, 6))

    assert one != two


def test_a_written_game_is_judged_as_it_was_played() -> None:
    simulator = Simulator(GAMERULES, 11, 4, tempt=Tempter(0.2))
    log = simulator.play_game(rounds=2)
    text = record_of(simulator)

    game, verdicts = judge_record(parse_record(text))

    assert game == simulator.table.game
    assert [each.problems for each in verdicts] == [each.problems for each in log]
    assert text.count("  # ") == sum(each.truth is not None for each in log) > 0


def test_a_whole_game_of_hoarders_has_thirteen_rounds() -> None:
    log = Simulator(GAMERULES, 2, 3, styles=[Style.HOARDER]).play_game()

    assert log[-1].state.is_over
    assert [score.engine for score in log[-1].state.scores] == list(range(12, -1, -1))


def test_only_the_violations_asked_for_are_played() -> None:
    tempt = Tempter(0.5, (Code.MARKER_NOT_DUE,))
    log = Simulator(GAMERULES, 3, 4, tempt=tempt).play_game(rounds=1)

    played = [each for each in log if each.truth is not None]
    assert {each.truth for each in played} == {Code.MARKER_NOT_DUE}
    assert all(isinstance(each.event, MarkerPlaced) for each in played)


@pytest.mark.parametrize("code", VIOLATIONS)
def test_each_violation_is_named_by_exactly_its_code(code: Code) -> None:
    rules = parse_rules(TABLES_WHERE_IT_CAN_HAPPEN.get(code, "gamerules"))
    for seed in range(80):
        log = Simulator(rules, seed, 4, tempt=Tempter(0.3, (code,))).play_game(rounds=1)
        assert list(misjudged(log)) == []
        if code in {each.truth for each in log}:
            return
    pytest.fail(f"no round of 80 gave an occasion for {code}")


def test_what_is_no_violation_is_news() -> None:
    news = {code for code in Code if STANDING[code].severity is Severity.INFO}

    assert set(Code) - set(VIOLATIONS) == news


def test_every_kind_of_violation_can_be_asked_for() -> None:
    assert len(VIOLATIONS) == len({violation.__name__ for violation in VIOLATIONS.values()})
    assert all(code.value == violation.__name__ for code, violation in VIOLATIONS.items())
