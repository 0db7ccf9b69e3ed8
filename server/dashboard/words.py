"""Seats and trains by the names that people use, in the engine's sentences and in the log."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from engine.english import duty_sentence, sentence
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
from engine.legal import Duty
from engine.problems import Code, Problem, Slot
from engine.trains import MEXICAN, Seat

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

SAYS_TRAIN_ITSELF = frozenset({Code.MARKER_NOT_DUE, Code.SECOND_PERSONAL_TRAIN})
"""Their sentences say "train" after the name."""
ABOUT_TRAINS = frozenset({Code.TILE_MOVED})
"""Here `came` and `expected` are trains, elsewhere they are seats or numbers."""


@dataclass(frozen=True, slots=True)
class Names:
    """What people call the seats."""

    by_seat: Mapping[str, str]

    def seat(self, seat: str) -> str:
        """A seat's name; unnamed seats go by their place."""
        return self.by_seat.get(seat, seat)

    def train(self, train: str) -> str:
        """A train as it stands in a sentence."""
        if train == MEXICAN:
            return "the Mexican train"
        if train.startswith("@"):
            return f"the train in slot {train[1:]}"
        name = self.seat(train)
        return f"{name}' train" if name.endswith(("s", "S")) else f"{name}'s train"

    def problem(self, found: Problem) -> str:
        """The problem as a sentence."""
        slots = tuple((name, self._slot(found.code, name, value)) for name, value in found.slots)
        text = sentence(replace(found, slots=slots))
        return text[:1].upper() + text[1:]

    def duty(self, duty: Duty) -> str:
        """Who must do what, as a sentence."""
        return duty_sentence(replace(duty, seat=Seat(self.seat(duty.seat))))

    def _slot(self, code: Code, name: str, value: Slot) -> Slot:
        if not isinstance(value, str):
            return value
        if name == "winners":
            return ", ".join(map(self.seat, value.split("+")))
        is_train = name == "train" or (code in ABOUT_TRAINS and name in ("came", "expected"))
        is_nobodys = value == MEXICAN or value.startswith("@")
        if is_nobodys or (is_train and code not in SAYS_TRAIN_ITSELF):
            return self.train(value)
        return self.seat(value)

    def slots(self, event: Event, mover: Seat | None) -> dict[str, str]:
        """What a sentence about the event needs; `mover` is who did it, as far as anybody knows."""
        slots = {"seat": self.seat(mover)} if mover else {}
        for each in fields(event):
            if (value := getattr(event, each.name)) is not None:
                slots |= self._part(each.name, value)
        return slots

    def _part(self, name: str, value: object) -> dict[str, str]:
        """What a field of an event adds to its sentence."""
        match name, value:
            case "seat" | "by" | "starter", str():
                return {"seat": self.seat(value)}
            case "train" | "origin", str():
                return {name: self.train(value)}
            case "link" | "tile", _:
                return {"tile": str(value)}
            case "seats", tuple():
                return {"seats": ", ".join(map(self.seat, value))}
            case "tiles", tuple():
                return {"tiles": " ".join(map(str, value)) or "–"}
            case _:
                return {name: str(value)}
