"""Events as the log says them: the names of its sentences, and what fills their slots."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction

from engine.events import (
    BoneyardCounted,
    Drawn,
    EngineLaid,
    Event,
    FaceDownSeen,
    GameEnded,
    GameStarted,
    HandCounted,
    HandRevealed,
    LooseSeen,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Passed,
    Replaced,
    RoundEnded,
    RoundStarted,
    RulesChanged,
    ScoreEntered,
    TakenBack,
    TilePlaced,
    TrainAssigned,
    TurnEnded,
)
from engine.trains import Seat
from server.sayings import Names
from server.words import Filling

KINDS: Mapping[type[Event], str] = {
    GameStarted: "game",
    RulesChanged: "rules",
    RoundStarted: "round",
    EngineLaid: "engine",
    TrainAssigned: "assign",
    TilePlaced: "place",
    Drawn: "draw",
    Passed: "pass",
    TurnEnded: "end",
    MarkerPlaced: "marker_on",
    MarkerTaken: "marker_off",
    TakenBack: "back",
    Moved: "move",
    Replaced: "replace",
    FaceDownSeen: "facedown",
    LooseSeen: "loose",
    HandCounted: "hand",
    BoneyardCounted: "boneyard",
    HandRevealed: "reveal",
    ScoreEntered: "score",
    RoundEnded: "round_ends",
    GameEnded: "game_ends",
}
"""The names of the log's sentences in the catalogue."""


def event_slots(event: Event, names: Names, mover: Seat | None) -> dict[str, Filling]:
    """What a sentence about the event needs; `mover` is who did it, as far as anybody knows."""
    slots: dict[str, Filling] = {"seat": names.seat(mover)} if mover else {}
    for each in fields(event):
        if (value := getattr(event, each.name)) is not None:
            slots |= _part(each.name, value, names)
    return slots


def _part(  # noqa: PLR0911 -- a case for each kind of field
    name: str, value: object, names: Names
) -> dict[str, Filling]:
    """What a field of an event adds to its sentence."""
    match name, value:
        case "seat" | "by" | "starter", str():
            return {"seat": names.seat(value)}
        case "train" | "origin", str():
            return {name: names.train(value)}
        case "link" | "tile", _:
            return {"tile": str(value)}
        case "seats", tuple():
            return {"seats": [names.seat(each) for each in value]}
        case "tiles", tuple():
            return {"tiles": " ".join(map(str, value)) or "–"}
        case "points", Fraction():
            return {name: int(value) if value.denominator == 1 else float(value)}
        case _, int() if not isinstance(value, bool):
            return {name: value}
        case _:
            return {name: str(value)}
