"""Reading events and log entries from their lines; `str` writes them."""

import re
from collections.abc import Callable, Mapping
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
from engine.log import Corrected, Entry, Inserted, Retracted
from engine.notation import Reader
from engine.observation import Pose
from engine.rules import read_rules
from engine.tiles import Tile
from engine.trains import Seat, read_link, read_seat, read_slot, read_train_name

VERB = re.compile(r"[a-z]+")
POINTS = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?")


def _seat_after(reader: Reader, word: str) -> Seat | None:
    return read_seat(reader) if reader.word(word) else None


def _game(reader: Reader) -> Event:
    if reader.word("ends"):
        return GameEnded()
    rules = read_rules(reader)
    seats = [read_seat(reader)]
    while not reader.at_end():
        reader.skip()
        start = reader.position
        seats.append(read_seat(reader))
        if seats[-1] in seats[:-1]:
            reader.fail("a seat not yet named", start)
    return GameStarted(rules, tuple(seats))


def _round(reader: Reader) -> Event:
    if reader.word("ends"):
        return RoundEnded()
    number = reader.number("the round's number")
    starter = _seat_after(reader, "starts")
    return RoundStarted(number, starter, reader.number() if reader.word("dealt") else None)


def _engine(reader: Reader) -> Event:
    return EngineLaid(reader.tile(), _seat_after(reader, "by"))


def _assign(reader: Reader) -> Event:
    reader.expect("@")
    slot = read_slot(reader)
    return TrainAssigned(slot, read_train_name(reader), _seat_after(reader, "in"))


def _place(reader: Reader) -> Event:
    link = read_link(reader)
    reader.expect("on")
    train = read_train_name(reader)
    by = _seat_after(reader, "by")
    is_branch = reader.word("side")
    pose = next((each for each in Pose if reader.word(each)), None)
    return TilePlaced(link, train, by, is_branch, pose)


def _marker(reader: Reader) -> Event:
    if reader.word("on"):
        return MarkerPlaced(read_train_name(reader))
    reader.expect("off")
    return MarkerTaken(read_train_name(reader))


def _back(reader: Reader) -> Event:
    tile = reader.tile()
    reader.expect("from")
    return TakenBack(tile, read_train_name(reader))


def _move(reader: Reader) -> Event:
    link = read_link(reader)
    reader.expect("from")
    origin = read_train_name(reader)
    reader.expect("to")
    return Moved(link, origin, read_train_name(reader))


def _replace(reader: Reader) -> Event:
    old = reader.tile()
    reader.expect("by")
    link = read_link(reader)
    reader.expect("on")
    return Replaced(old, link, read_train_name(reader))


def _facedown(reader: Reader) -> Event:
    reader.expect("on")
    return FaceDownSeen(read_train_name(reader))


def _reveal(reader: Reader) -> Event:
    seat = read_seat(reader)
    tiles: list[Tile] = []
    while not reader.at_end():
        tiles.append(reader.tile())
    return HandRevealed(seat, tuple(tiles))


def _score(reader: Reader) -> Event:
    seat = read_seat(reader)
    return ScoreEntered(seat, Fraction(reader.take(POINTS, "points such as 12 or 21/2")))


VERBS: Mapping[str, Callable[[Reader], Event]] = {
    "game": _game,
    "rules": lambda reader: RulesChanged(read_rules(reader)),
    "round": _round,
    "engine": _engine,
    "assign": _assign,
    "place": _place,
    "draw": lambda reader: Drawn(read_seat(reader)),
    "pass": lambda reader: Passed(read_seat(reader)),
    "end": lambda reader: TurnEnded(read_seat(reader)),
    "marker": _marker,
    "back": _back,
    "move": _move,
    "replace": _replace,
    "facedown": _facedown,
    "loose": lambda reader: LooseSeen(reader.tile()),
    "hand": lambda reader: HandCounted(read_seat(reader), reader.number("how many tiles")),
    "boneyard": lambda reader: BoneyardCounted(reader.number("how many tiles")),
    "reveal": _reveal,
    "score": _score,
}


def read_event(reader: Reader) -> Event:
    """Read an event up to the end of the line."""
    reader.skip()
    start = reader.position
    verb = reader.take(VERB, "an event")
    if verb not in VERBS:
        reader.fail("an event", start)
    return reader.finish(VERBS[verb](reader))


def parse_event(text: str) -> Event:
    """The event that a line tells of."""
    return read_event(Reader(text))


def parse_entry(text: str) -> Entry:
    """The event, or the amendment of an earlier one, that a line of the log holds."""
    reader = Reader(text)
    if reader.word("retract"):
        return reader.finish(Retracted(reader.number("an entry's number")))
    if reader.word("correct"):
        return Corrected(reader.number("an entry's number"), read_event(reader))
    if reader.word("insert"):
        return Inserted(reader.number("an entry's number"), read_event(reader))
    return read_event(reader)
