"""Rounds, events and games written as text."""

from engine.event_notation import parse_event
from engine.events import Event, TableEvent
from engine.game import GameState
from engine.judge import judge_round
from engine.notation import parse_tile
from engine.problems import Problem, Severity
from engine.state import RoundState
from engine.state_notation import parse_state
from engine.tiles import Tile
from engine.trains import Link, Seat, TrainName, parse_link

GRAVE = (Severity.ERROR, Severity.WARNING)

P1, P2, P3, P4 = (Seat(f"P{n}") for n in range(1, 5))
MX = TrainName("MX")


def t(text: str) -> Tile:
    """A tile."""
    return parse_tile(text)


def ts(text: str) -> tuple[Tile, ...]:
    """Some tiles."""
    return tuple(map(parse_tile, text.split()))


def k(text: str) -> Link:
    """A link, hub-side end first."""
    return parse_link(text)


def table(text: str, rules: str = "gamerules", seats: str = "P1 P2 P3 P4", turn: str = "P1") -> RoundState:
    """A round in full swing: `12-12 | P1: 12-5 5-5 | unsatisfied P1+0`, two turns behind each seat."""
    engine, _, rest = text.partition("|")
    given = [part.strip() for part in rest.split("|") if part.strip()]
    words = [part.split()[0] for part in given]
    parts = [f"round 1 of {rules}", f"seats {seats}", f"engine {engine.strip()}", *given]
    if "turn" not in words:
        parts.append(f"turn {turn} played 0 drawn 0")
    if "completed" not in words:
        parts.append("completed " + " ".join("2" for _ in seats.split()))
    return parse_state(" | ".join(parts))


def table_event(text: str) -> TableEvent:
    """An event at the table."""
    event: Event = parse_event(text)
    assert isinstance(event, TableEvent)
    return event


def after(state: RoundState, *lines: str) -> RoundState:
    """The round after some events, whatever was wrong with them."""
    for line in lines:
        state, _ = judge_round(state, table_event(line))
    return state


def said(state: RoundState, *lines: str) -> list[str]:
    """The codes of the last of some events."""
    *before, last = lines
    _, problems = judge_round(after(state, *before), table_event(last))
    return codes(problems)


def codes(problems: tuple[Problem, ...]) -> list[str]:
    """The codes of problems, in order of the alphabet."""
    return sorted(each.code.value for each in problems)


def grave(problems: tuple[Problem, ...]) -> set[str]:
    """The codes of errors and warnings."""
    return {each.code.value for each in problems if each.severity in GRAVE}


def round_of(game: GameState) -> RoundState:
    """The round under way."""
    assert game.round is not None
    return game.round
