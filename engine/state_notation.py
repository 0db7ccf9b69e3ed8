"""Reading a round and a game from one line; `str` writes them."""

import re
from collections.abc import Callable, Mapping

from engine.claims import Claim, ClaimKind
from engine.notation import Reader, Value
from engine.problems import read_enum
from engine.rules import read_rules
from engine.state import (
    Ending,
    LastPlay,
    Over,
    RoundState,
    Stray,
    Turn,
    Unsatisfied,
)
from engine.tiles import Tile
from engine.trains import (
    MEXICAN,
    TRAIN_NAME,
    Seat,
    TrainName,
    own_train,
    read_link,
    read_seat,
    read_slot,
    read_train,
    read_train_name,
)


def read_state(reader: Reader) -> RoundState:
    """Read a round."""
    reader.expect("round")
    number = reader.number("the round's number")
    reader.expect("of")
    rules = read_rules(reader)
    reader.expect("|")
    reader.expect("seats")
    reader.skip()
    start = reader.position
    seats = until_bar(reader, read_seat)
    if not seats or len(set(seats)) < len(seats):
        reader.fail("seats, each once", start)
    state = RoundState.new(rules, seats, number=number, starter=None)
    while reader.accept("|"):
        state = _read_part(reader, state)
    return state.recounted()


def parse_state(text: str) -> RoundState:
    """The round that a line describes."""
    reader = Reader(text)
    return reader.finish(read_state(reader))


def until_bar(reader: Reader, read: Callable[[Reader], Value]) -> tuple[Value, ...]:
    """All that `read` finds up to the next bar or the end."""
    found: list[Value] = []
    while not reader.at_end() and reader.text[reader.position] != "|":
        found.append(read(reader))
    return tuple(found)


def _read_part(reader: Reader, state: RoundState) -> RoundState:
    """Read what stands between two bars."""
    reader.skip()
    start = reader.position
    if TRAIN_HEAD.match(reader.text, start) is None:
        for word, read in PARTS.items():
            if reader.word(word):
                return read(reader, state)
        reader.fail("a part of a round", start)
    train = read_train(reader)
    own = (*map(own_train, state.seats), MEXICAN)
    if train.name not in own and not train.name.startswith("@"):
        reader.fail("a train of this table", start)
    return state.with_train(train)


def _seat_of(reader: Reader, state: RoundState) -> Seat:
    reader.skip()
    start = reader.position
    seat = read_seat(reader)
    if seat not in state.seats:
        reader.fail("a seat of this table", start)
    return seat


def _maybe_by(reader: Reader, state: RoundState) -> Seat | None:
    return _seat_of(reader, state) if reader.accept("/") else None


def _read_unsatisfied(reader: Reader, state: RoundState) -> Unsatisfied:
    """Read a double that covers, or covered, nothing yet: its train, who laid it, since when."""
    train = read_train_name(reader)
    by = _maybe_by(reader, state)
    reader.expect("+")
    return Unsatisfied(train, by, reader.number())


def _read_all_unsatisfied(reader: Reader, state: RoundState) -> RoundState:
    reader.skip()
    start = reader.position
    found = until_bar(reader, lambda each: _read_unsatisfied(each, state))
    for each in found:
        links = state.train(each.train).links
        if not links or not links[-1].is_double:
            reader.fail("trains that end in a double", start)
    return state.but(unsatisfied=found)


def _read_turn(reader: Reader, state: RoundState) -> Turn:
    seat = _seat_of(reader, state)
    reader.expect("played")
    played = reader.number()
    reader.expect("drawn")
    draws = reader.number()
    doubles: list[TrainName] = []
    while reader.word("double"):
        doubles.append(read_train_name(reader))
    return Turn(seat, played, tuple(doubles), draws)


def _read_counts(reader: Reader, state: RoundState) -> tuple[int | None, ...]:
    start = reader.position
    counts = until_bar(reader, lambda r: None if r.accept("?") else r.number())
    if len(counts) != len(state.seats):
        reader.fail("a number for each seat", start)
    return counts


def _read_slot(reader: Reader) -> tuple[int, TrainName]:
    slot = read_slot(reader)
    reader.expect("=")
    return slot, read_train_name(reader)


def _read_stray(reader: Reader) -> Stray:
    tile = reader.tile()
    reader.expect("@")
    return Stray(tile, read_train_name(reader))


def _read_numbers(reader: Reader) -> tuple[int, ...]:
    if reader.accept("-"):
        return ()
    numbers = [reader.number()]
    while reader.accept(","):
        numbers.append(reader.number())
    return tuple(numbers)


def _read_claim(reader: Reader, state: RoundState) -> Claim:
    kind = read_enum(reader, ClaimKind)
    seat = _seat_of(reader, state)
    is_seen = not reader.word("inferred")
    reader.expect("on")
    ends = _read_numbers(reader)
    reader.expect("doubles")
    doubles = _read_numbers(reader)
    reader.expect("drawn")
    draws = reader.number()
    played = until_bar(reader, Reader.tile)
    return Claim(kind, seat, ends, doubles, draws, played, is_seen)


def _read_over(reader: Reader, state: RoundState) -> Over:
    return Over(read_enum(reader, Ending), _maybe_by(reader, state))


def _read_revealed(reader: Reader, state: RoundState) -> tuple[Seat, tuple[Tile, ...]]:
    return _seat_of(reader, state), until_bar(reader, Reader.tile)


def _read_play(reader: Reader, state: RoundState) -> LastPlay:
    link = read_link(reader)
    reader.expect("on")
    train = read_train_name(reader)
    reader.expect("by")
    mover = _seat_of(reader, state)
    was_open, was_released, was_over = (reader.word(each) for each in ("open", "released", "late"))
    covered = None
    if reader.word("covered"):
        covered = _read_unsatisfied(reader, state)
    previous = _seat_of(reader, state) if reader.word("previous") else None
    reader.expect("completed")
    completed = tuple(reader.number() for _ in state.seats)
    reader.expect("after")
    before = _read_turn(reader, state)
    return LastPlay(
        mover, train, link, before, completed, covered, was_open, was_released, previous, was_over
    )


def _read_completed(reader: Reader, state: RoundState) -> RoundState:
    start = reader.position
    counts = _read_counts(reader, state)
    known = tuple(count for count in counts if count is not None)
    if len(known) != len(counts):
        reader.fail("a number for each seat", start)
    return state.but(completed=known)


def _with_claim(reader: Reader, state: RoundState) -> RoundState:
    return state.but(claims=(*state.claims, _read_claim(reader, state)))


def _with_rival(reader: Reader, state: RoundState) -> RoundState:
    return state.but(rivals=(*state.rivals, _read_turn(reader, state)))


def _with_revealed(reader: Reader, state: RoundState) -> RoundState:
    return state.but(revealed=(*state.revealed, _read_revealed(reader, state)))


TRAIN_HEAD = re.compile(rf"({TRAIN_NAME.pattern})(/[omr]*)?:")
PARTS: Mapping[str, Callable[[Reader, RoundState], RoundState]] = {
    "engine": lambda reader, state: state.but(engine=reader.tile()),
    "starter": lambda reader, state: state.but(starter=_seat_of(reader, state)),
    "slots": lambda reader, state: state.but(slots=until_bar(reader, _read_slot)),
    "strays": lambda reader, state: state.but(strays=until_bar(reader, _read_stray)),
    "unsatisfied": _read_all_unsatisfied,
    "turn": lambda reader, state: state.but(turn=_read_turn(reader, state)),
    "or": _with_rival,
    "completed": _read_completed,
    "previous": lambda reader, state: state.but(previous=_seat_of(reader, state)),
    "awaiting": lambda reader, state: state.but(awaiting=_seat_of(reader, state)),
    "boneyard": lambda reader, state: state.but(boneyard=reader.number()),
    "hands": lambda reader, state: state.but(hands=_read_counts(reader, state)),
    "passes": lambda reader, state: state.but(passes=reader.number()),
    "over": lambda reader, state: state.but(over=_read_over(reader, state)),
    "claim": _with_claim,
    "revealed": _with_revealed,
    "last": lambda reader, state: state.but(last=_read_play(reader, state)),
}
"""What can stand between two bars, beside trains."""
