"""Looks at a table, written as text."""

from dataclasses import replace

from round_texts import k, table

from engine.expecting import observe
from engine.observation import (
    Candidate,
    Face,
    Joint,
    Observation,
    Pose,
    SeenTile,
    SeenTrain,
)
from engine.reconciliation import Explained, Reconciliation
from engine.state import RoundState

SLOTS = "slots 1=P1 2=P2 3=P3 4=P4 5=MX"


def board(text: str, rules: str = "gamerules", turn: str = "P1") -> RoundState:
    """A round in full swing with a slot for every train."""
    return table(f"{text} | {SLOTS}", rules=rules, turn=turn)


def tile(*texts: str, pose: Pose | None = None, joint: Joint = Joint.TAIL, face: Face = Face.UP) -> SeenTile:
    """A seen tile: `5-3` or, with a weight, `5-3:0.7`."""
    candidates = []
    for text in texts:
        link, _, weight = text.partition(":")
        candidates.append(Candidate(k(link), float(weight or 1)))
    return SeenTile(tuple(candidates), pose=pose, joint=joint, face=face)


HIDDEN = SeenTile((), is_visible=False)


def with_tiles(seen: Observation, slot: int, *tiles: SeenTile) -> Observation:
    """The look with more tiles at the tail of a train."""
    trains = tuple(
        replace(each, tiles=(*each.tiles, *tiles)) if each.slot == slot else each for each in seen.trains
    )
    return replace(seen, trains=trains)


def with_train(seen: Observation, changed: SeenTrain) -> Observation:
    """The look with one train seen in another way."""
    trains = tuple(changed if each.slot == changed.slot else each for each in seen.trains)
    return replace(seen, trains=trains)


def events(result: Reconciliation) -> list[str]:
    """The lines of the events that explain a look."""
    assert isinstance(result, Explained), result
    return [str(event) for event in result.events]


STATE = board("12-12 | P1: 12-5 | P2: 12-3 | MX: 12-4")
LOOK = observe(STATE)
