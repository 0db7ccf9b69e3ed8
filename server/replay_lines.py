"""What was told of a game as lines: JSON for programs, a record for people."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.events import (
    EngineLaid,
    Event,
    GameEnded,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    RoundEnded,
    RoundStarted,
    TakenBack,
    TilePlaced,
    TrainAssigned,
)
from engine.passing import in_opening_run
from engine.problems import Problem
from engine.record import Record
from engine.state import RoundState
from engine.trains import Seat, TrainName
from server.sayings import Names
from server.session_log import Told
from server.words import SOURCE, Words, words_in

Json: TypeAlias = Mapping[str, object]

KINDS: Mapping[type[Event], str] = {
    RoundStarted: "round_start",
    EngineLaid: "engine",
    TilePlaced: "place",
    MarkerPlaced: "marker_on",
    MarkerTaken: "marker_off",
    TakenBack: "remove",
    Moved: "move",
    Replaced: "replace",
    RoundEnded: "round_end",
    GameEnded: "game_end",
}
"""How programs call what happened; who owns which slot is told by the trains' names."""


@dataclass(frozen=True, slots=True)
class Line:
    """An event as a program reads it. tile: hub-side end first, for engine and removal in any order."""

    at_s: float
    kind: str
    by: Seat | None = None
    train: TrainName | None = None
    tile: tuple[int, int] | None = None
    problems: tuple[Problem, ...] = ()
    confidence: float = 1.0
    doubtful: bool = False

    def as_json(self, words: Words) -> Json:
        """The line's fields; doubt is named only where there is some."""
        fields: dict[str, object] = {
            "t": round(self.at_s, 3),
            "kind": self.kind,
            "by": self.by,
            "train": self.train,
            "tile": None if self.tile is None else list(self.tile),
            "problems": [
                {"code": each.code.value, "severity": each.severity.value, "message": said(each, words)}
                for each in self.problems
            ],
            "confidence": round(self.confidence, 4),
        }
        return {**fields, "doubtful": True} if self.doubtful else fields


def event_lines(told: Sequence[Told], bumps_s: Sequence[float] = ()) -> Iterator[Line]:
    """All that happened, in order; passes that only the turn shows among them."""
    bumps = list(bumps_s)
    owed: dict[TrainName, tuple[Problem, ...]] = {}
    for each in told:
        while bumps and bumps[0] <= each.note.at_s:
            yield Line(bumps.pop(0), "bump")
        if isinstance(each.event, TrainAssigned):
            # What is wrong with a train shows in the tile that begins it.
            owed[TrainName(f"@{each.event.slot}")] = each.problems
            continue
        yield from _passes(each)
        if (kind := KINDS.get(type(each.event))) is not None:
            line = _line(each, kind)
            if isinstance(each.event, TilePlaced):
                line = replace(line, problems=(*owed.pop(each.event.train, ()), *line.problems))
            yield line
    yield from (Line(at_s, "bump") for at_s in bumps)


def _line(told: Told, kind: str) -> Line:
    event, note = told.event, told.note
    return Line(
        note.at_s,
        kind,
        by=actor(told),
        train=train_of(told),
        tile=_tile_of(event),
        problems=told.problems,
        confidence=note.confidence,
        doubtful=note.doubtful,
    )


def actor(told: Told) -> Seat | None:
    """Who did it, as far as it was seen or follows from the rules."""
    before, after = told.before.round, told.after.round
    match told.event:
        case TilePlaced(_, _, by) if by is not None:
            return by
        case EngineLaid(_, by):
            return by
        case TilePlaced() if after is not None and after.last is not None:
            return after.last.mover
        case TakenBack(tile) if before is not None and before.last is not None:
            return before.last.mover if before.last.link.tile == tile else None
        case MarkerPlaced(train) | MarkerTaken(train) if after is not None:
            return after.owner(after.name_of(train))
        case _:
            return None


def train_of(told: Told) -> TrainName | None:
    """The train that the event changed, by its owner."""
    state = told.after.round or told.before.round
    match told.event:
        case TilePlaced() | TakenBack() | Moved() | Replaced() | MarkerPlaced() | MarkerTaken():
            return told.event.train if state is None else state.name_of(told.event.train)
        case _:
            return None


def _tile_of(event: Event) -> tuple[int, int] | None:
    match event:
        case TilePlaced(link) | Moved(link) | Replaced(_, link):
            return link.inner, link.outer
        case EngineLaid(tile) | TakenBack(tile):
            return tile.low, tile.high
        case _:
            return None


def _passes(told: Told) -> Iterator[Line]:
    """Turns that ended without a tile because of this event."""
    before, after = told.before.round, told.after.round
    if before is None or after is None or before.number != after.number:
        return
    player = actor(told) if isinstance(told.event, TilePlaced) else None
    for seat, was, now in zip(before.seats, before.completed, after.completed, strict=True):
        if now > was and seat != player and not _ran(before, seat):
            yield Line(told.note.at_s, "pass", by=seat, confidence=told.note.confidence)


def _ran(before: RoundState, seat: Seat) -> bool:
    """Whether the seat's turn was an opening run, which ends without a pass."""
    return before.turn.seat == seat and before.turn.played > 0 and in_opening_run(before, before.turn)


def named(told: Told) -> Event:
    """The event with trains called by their owners."""
    state, event = told.after.round or told.before.round, told.event
    if state is None:
        return event
    match event:
        case Moved(link, origin, train):
            return Moved(link, state.name_of(origin), state.name_of(train))
        case TilePlaced() | TakenBack() | Replaced() | MarkerPlaced() | MarkerTaken():
            return replace(event, train=state.name_of(event.train))
        case _:
            return event


def record_text(told: Sequence[Told], headers: Sequence[tuple[str, str]], words: Words | None = None) -> str:
    """The game record: what holds in the end, with times and problems as remarks."""
    head = str(Record(tuple((key, value.replace('"', "'")) for key, value in headers), ()))
    spoken = words or words_in(SOURCE)
    lines = [f"{named(each)!s:<44} # {_remark(each, spoken)}" for each in told]
    return head + "".join(f"{line}\n" for line in lines)


def said(found: Problem, words: Words) -> str:
    """The problem as a sentence, seats by their own names."""
    return words.sentence(Names().problem(found))


def _remark(told: Told, words: Words) -> str:
    parts = [clock(told.note.at_s)]
    parts += ["doubtful"] if told.note.doubtful else []
    parts += [f"{each.severity.value}: {said(each, words)} ({each.code})" for each in told.problems]
    return " | ".join(parts)


def clock(at_s: float) -> str:
    """A time as people read it: minutes, seconds, tenths."""
    minutes, seconds = divmod(round(at_s, 1), 60)
    return f"{int(minutes)}:{seconds:04.1f}"


def json_lines(lines: Sequence[Json]) -> str:
    """Lines of JSON as a file's text."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
