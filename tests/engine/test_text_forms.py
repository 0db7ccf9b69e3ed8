"""One line for each value, as a person would write it."""

import pytest
from round_texts import P1, after, said, t, table

from engine.event_notation import parse_entry, parse_event
from engine.events import EngineLaid, Event, GameStarted, RoundStarted
from engine.game import judge_all, replay
from engine.game_notation import parse_game
from engine.knobs import format_knob
from engine.notation import NotationError
from engine.problems import Assumption, Code, parse_problem
from engine.rules import HOUSE, parse_rules
from engine.state_notation import parse_state
from engine.trains import Seat, parse_train

EVENTS = """game house(max_pip=9) P1 P2
game ends
rules pagat
round 3 starts P2 dealt 12
round 3
round ends
engine 12-12 by P1
assign @3 P1 in P2
assign @4 MX
place 12-5 on P1 by P1 side crosswise
place 5-12 on MX inline
draw P1
pass P1
end P1
marker on P1
marker off MX
back 1-5 from P1
move 5-1 from P1 to @3
replace 1-5 by 5-2 on P1
facedown on P1
loose 0-0
hand P1 3
boneyard 12
reveal P1 1-1 2-2
reveal P1
score P1 21/2
score P1 -3""".splitlines()


@pytest.mark.parametrize("line", EVENTS)
def test_an_event_is_written_as_it_is_read(line: str) -> None:
    assert str(parse_event(line)) == line


@pytest.mark.parametrize("line", ["retract 3", "correct 3 draw P1", "insert 3 pass P1", "draw P1"])
def test_a_log_entry_is_written_as_it_is_read(line: str) -> None:
    assert str(parse_entry(line)) == line


ROUND = (
    "round 2 of house | seats P1 P2 | engine 12-12 | starter P2 | P1/om: 12-5 5-5 | @7: 12-3 | "
    "slots 1=P1 2=P2 | strays 3-4@P1 | unsatisfied P1/P1+3 | turn P1 played 1 drawn 0 double P1 | "
    "or P2 played 0 drawn 0 | completed 1 2 | previous P2 | awaiting P2 | boneyard 7 | hands 3 ? | "
    "passes 1 | over out/P1 | claim pass P2 inferred on 5,12 doubles - drawn 0 1-2 3-3 | "
    "claim draw P1 on - doubles 12 drawn 1 | revealed P1 1-1 | revealed P2 | "
    "last 5-5 on P1 by P1 open released covered P1/P2+0 previous P2 "
    "completed 1 0 after P1 played 0 drawn 0"
)
GAME = (
    "game house | seats P1 P2 | score 1 engine 12 starter P1 winner P2 points P1=31 points P2=0 | score 2 | "
    "entered P1=21/2 | over"
)


BARE = "round 1 of house | seats P1 P2 | P1: 2-1 | turn P1 played 0 drawn 0"
LAID = f"{BARE} | last 2-1 on P1 by P2 completed 0 0 after P2 played 0 drawn 0"


@pytest.mark.parametrize("text", [ROUND, BARE, LAID])
def test_a_round_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_state(text)) == text


@pytest.mark.parametrize("text", [GAME, f"{GAME} || {ROUND}", "game gamerules"])
def test_a_game_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_game(text)) == text


@pytest.mark.parametrize(
    "text",
    ["game house | seats P1 | late", "game house | score 1 points P1", "game house || round 1", "game"],
)
def test_a_broken_game_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_game(text)


@pytest.mark.parametrize("text", ["P1: -", "MX/m: 12-5", "@3/omr: 12-5 5-5"])
def test_a_train_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_train(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "error mismatched_end A-T1 tile=4-1 train=P1 expected=0 came=4",
        "warning turn_skipped A-S3 seat=P1 assuming:every_turn_seen rival:play_on_closed_train",
        "info last_tile A-K1",
    ],
)
def test_a_problem_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_problem(text)) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("fatal mismatched_end A-T1", 0),
        ("error lost A-T1", 6),
        ("error mismatched_end A-T1 tile", 30),
        ("error mismatched_end A-T1 rival:lost", 32),
    ],
)
def test_a_broken_problem_names_the_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_problem(text)

    assert caught.value.position == position


def test_a_doubtful_problem_says_what_it_assumes() -> None:
    found = parse_problem("warning turn_skipped A-S3 assuming:every_turn_seen rival:out_of_turn")

    assert (found.assumption, found.rival) == (Assumption.EVERY_TURN_SEEN, Code.OUT_OF_TURN)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "none"), (True, "true"), (False, "false"), ((), "none"), (3, "3"), ("any", "any")],
)
def test_a_knob_is_one_word(value: object, text: str) -> None:
    assert format_knob(value) == text


@pytest.mark.parametrize(
    "text", ["house(must_play=true)", "house(must_play=false)", "house(double_blank=-0)"]
)
def test_yes_no_and_negative_numbers_are_read(text: str) -> None:
    assert parse_rules(text).name == "house"


def test_a_game_is_what_its_events_lead_to() -> None:
    seats = (P1, Seat("P2"))
    events: list[Event] = [GameStarted(HOUSE, seats), RoundStarted(1, P1), EngineLaid(t("12-12"))]
    state, verdicts = judge_all(events)

    assert replay(events) == state
    assert verdicts == [(), (), ()]


def test_a_train_may_start_from_an_engine_that_is_no_double() -> None:
    """The engine was flagged; nobody can say what the trains should start with."""
    assert said(table("11-12"), "place 12-5 on P1 by P1") == []


def test_ending_a_turn_that_is_no_opening_run_is_passing() -> None:
    state = after(table("12-12 | P1: 12-5"), "end P1")

    assert (state.turn.seat, state.awaiting) == ("P2", "P1")
