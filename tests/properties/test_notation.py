"""Every value is one line that parses back, and any other text ends in NotationError."""

from collections.abc import Callable

import pytest
from engine_strategies import entries, events, games, links, problems, rounds, rule_sets, tiles, trains
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.event_notation import parse_entry, parse_event
from engine.events import Event
from engine.game import GameState
from engine.game_notation import parse_game
from engine.legal import Play, parse_play
from engine.log import Entry
from engine.notation import NotationError, parse_tile
from engine.problems import Problem, parse_problem
from engine.record import Record, RecordError, parse_record
from engine.rules import RuleSet, parse_rules
from engine.state import RoundState
from engine.state_notation import parse_state
from engine.tiles import Tile
from engine.trains import MEXICAN, Link, Train, parse_link, parse_train

PARSERS: tuple[Callable[[str], object], ...] = (
    parse_tile,
    parse_link,
    parse_train,
    parse_event,
    parse_entry,
    parse_play,
    parse_problem,
    parse_rules,
    parse_state,
    parse_game,
)
VALID = (
    "12-5",
    "P1/om: 12-5 5-5",
    "place 12-5 on P1 by P2 side crosswise",
    "correct 3 reveal P1 1-1 2-2",
    "12-5 on @3",
    "error mismatched_end A-T1 tile=4-1 expected=0 assuming:mover_known rival:out_of_turn",
    "house(max_pip=9,deal=9/2/13+9/3/10,rounds=none,must_play=false)",
    (
        "round 1 of house | seats P1 P2 | engine 12-12 | P1/o: 12-5 5-5 | slots 1=P1 | strays 3-4@P1 | "
        "unsatisfied P1/P1+0 | turn P1 played 1 drawn 0 double P1 | or P2 played 0 drawn 0 | completed 1 0 | "
        "hands 3 ? | claim pass P2 inferred on 5,12 doubles - drawn 0 1-2 | revealed P1 1-1 | "
        "last 5-5 on P1 by P1 open released late covered P1+0 previous P2 completed 1 0 "
        "after P1 played 0 drawn 0"
    ),
    (
        "game house | seats P1 P2 | score 1 engine 12 starter P1 winner P2 points P1=3 points P2=21/2 | "
        "entered P1=5 | over"
    ),
)


@given(tiles)
def test_a_tile_parses_back(tile: Tile) -> None:
    assert parse_tile(str(tile)) == tile


@given(links)
def test_a_link_parses_back(link: Link) -> None:
    assert parse_link(str(link)) == link


@given(trains)
def test_a_train_parses_back(train: Train) -> None:
    assert parse_train(str(train)) == train


@given(events)
def test_an_event_parses_back(event: Event) -> None:
    assert parse_event(str(event)) == event


@given(entries)
def test_a_log_entry_parses_back(entry: Entry) -> None:
    assert parse_entry(str(entry)) == entry


@given(links)
def test_a_move_parses_back(link: Link) -> None:
    assert parse_play(str(Play(link, MEXICAN))) == Play(link, MEXICAN)


@given(problems)
def test_a_problem_parses_back(problem: Problem) -> None:
    assert parse_problem(str(problem)) == problem


@given(rule_sets())
def test_a_rule_set_parses_back(rules: RuleSet) -> None:
    assert parse_rules(str(rules)) == rules


@settings(max_examples=25)
@given(rounds())
def test_a_round_parses_back(state: RoundState) -> None:
    assert parse_state(str(state)) == state


@settings(max_examples=25)
@given(games())
def test_a_game_parses_back(game: GameState) -> None:
    assert parse_game(str(game)) == game


@given(st.lists(entries, max_size=5))
def test_a_record_parses_back(log: list[Entry]) -> None:
    record = Record((("Site", "Kitchen #2"), ("Note", "")), tuple(log))

    assert parse_record(str(record)) == record


def parse_or_refuse(parse: Callable[[str], object], text: str) -> None:
    try:
        value = parse(text)
    except NotationError as error:
        assert 0 <= error.position <= len(error.text)  # noqa: PT017 -- either outcome is right
    else:
        assert parse(str(value)) == value


@pytest.mark.parametrize("parse", PARSERS)
@settings(max_examples=60)
@given(text=st.text(max_size=60) | st.text("0123456789-P@:|/= onby()", max_size=30))
@example(text="99999999999999999999-1")
@example(text="٣-٤")
@example(text="round 1 of x | seats P1 P1")
def test_any_text_ends_in_a_value_or_a_notation_error(parse: Callable[[str], object], text: str) -> None:
    parse_or_refuse(parse, text)


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("text", VALID)
@settings(max_examples=20)
@given(data=st.data())
def test_a_damaged_text_ends_in_a_value_or_a_notation_error(
    parse: Callable[[str], object], text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    patch = data.draw(st.text("0123456789-P@:|/= ,onby()", max_size=3))

    parse_or_refuse(parse, text[:start] + patch + text[end:])


@settings(max_examples=60)
@given(st.text(max_size=80) | st.lists(st.sampled_from(VALID)).map("\n".join))
def test_any_record_ends_in_a_value_or_a_line_and_position(text: str) -> None:
    try:
        record = parse_record(text)
    except RecordError as error:
        assert error.line >= 1  # noqa: PT017 -- either outcome is right
    else:
        assert parse_record(str(record)) == record
