"""What really happened in a film, and what a referee says of it who sees all that a camera can."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.event_notation import parse_event
from engine.events import Event, GameStarted, RoundEnded, RoundStarted
from engine.game import GameState
from engine.knobs import RuleError
from engine.notation import NotationError
from engine.rules import parse_rules
from engine.state import EventError
from engine.trains import check_seat
from server.session_log import GameLog, Note, Told

FORMAT = 1


class TruthError(ValueError):
    """A truth file that cannot be used, in one line."""


@dataclass(frozen=True, slots=True)
class TrueEvent:
    """What a perfect witness would write down, and from when it can be seen settled.

    tile: hub-side end first, for engine and removal in any order. line: in the engine's notation, where it
    has one. code: the violation that it is, if it is one.
    """

    at_s: float
    kind: str
    by: str | None = None
    train: str | None = None
    tile: tuple[int, int] | None = None
    line: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """A film's truth, its pictures apart. bumps: spans of seconds in which the camera is knocked."""

    rules: str
    set_size: int
    seats: tuple[str, ...]
    duration_s: float
    fps: float
    bumps: tuple[tuple[float, float], ...]
    events: tuple[TrueEvent, ...]

    def told(self) -> tuple[Told, ...]:
        """The game as a referee tells it who sees all that a camera can."""
        log = GameLog()
        rules, seats = parse_rules(self.rules), tuple(map(check_seat, self.seats))
        log.add(GameStarted(rules, seats), Note(0.0, 0.0))
        for each in self.events:
            event = _event_of(each, log.game)
            if event is not None:
                log.add(event, Note(each.at_s, each.at_s))
        return log.told


def _event_of(each: TrueEvent, game: GameState) -> Event | None:
    if each.kind == "round_start":
        started = None if each.line is None else parse_event(each.line)
        number = started.number if isinstance(started, RoundStarted) else len(game.scores) + 1
        starter = started.starter if isinstance(started, RoundStarted) else None
        # Hands and boneyard are not counted: nobody saw who drew.
        return RoundStarted(number, starter)
    if each.kind == "round_end":
        return None if game.round is None else RoundEnded()
    return None if each.line is None else parse_event(each.line)


def read_truth(path: Path) -> Truth:
    """Read NAME.truth.json; raises TruthError."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no text"
        raise TruthError(f"{path}: {reason or error}") from error
    except ValueError as error:
        raise TruthError(f"{path}: expected JSON, {error}") from error
    try:
        truth = _truth(raw)
        truth.told()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TruthError(f"{path}: no film's truth: {_reason(error)}") from error
    return truth


def _reason(error: Exception) -> str:
    if isinstance(error, (NotationError, EventError, RuleError)):
        return str(error)
    return f"{type(error).__name__} {error}"


def _truth(raw: Any) -> Truth:
    if raw["format"] != FORMAT:
        raise ValueError(f"expected format {FORMAT}, got {raw['format']!r}")
    return Truth(
        rules=str(raw["rules"]),
        set_size=int(raw["set_size"]),
        seats=tuple(map(str, raw["seats"])),
        duration_s=float(raw["duration_s"]),
        fps=float(raw["fps"]),
        bumps=tuple((float(a), float(b)) for a, b in raw["bumps"]),
        events=_events(raw["events"]),
    )


def _events(rows: Sequence[dict[str, Any]]) -> tuple[TrueEvent, ...]:
    return tuple(
        TrueEvent(
            at_s=float(row["t"]),
            kind=str(row["kind"]),
            by=row.get("by"),
            train=row.get("train"),
            tile=None if row.get("tile") is None else (int(row["tile"][0]), int(row["tile"][1])),
            line=row.get("line"),
            code=row.get("code"),
        )
        for row in rows
    )
