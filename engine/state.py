"""A round as it stands: table, turn, and what is owed."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Self, TypedDict, Unpack

from engine.claims import Claim
from engine.rules import RuleSet
from engine.text_forms import format_state
from engine.tiles import Tile, tile_bit
from engine.trains import MEXICAN, Link, Seat, Train, TrainName, own_train, slot_train


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """A double at the end of a train that nobody has played on yet."""

    train: TrainName
    by: Seat | None
    """Who laid it, when that is known."""
    since: int
    """How many turns had been completed in the round when it came."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A tile that touches a train where none may grow."""

    tile: Tile
    train: TrainName


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: whose it is and what has been done in it."""

    seat: Seat
    played: int = 0
    doubles: tuple[TrainName, ...] = ()
    """Trains that got a double in this turn, in order."""
    draws: int = 0
    """Draws since the turn began or since its last double."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The latest tile laid, with what it takes to undo it."""

    mover: Seat
    train: TrainName
    link: Link
    before: Turn
    completed: tuple[int, ...]
    covered: Unsatisfied | None
    was_open: bool
    was_released: bool
    previous: Seat | None
    was_over: bool = False
    """The round had ended before."""


class Ending(StrEnum):
    """How a round can end."""

    OUT = "out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Over:
    """The round's end, and who went out."""

    ending: Ending
    winner: Seat | None = None


class EventError(ValueError):
    """An event that has no place here: what was expected and what came."""


class RoundChanges(TypedDict, total=False):
    """The fields of a round that its acts change, for `RoundState.but`."""

    turn: Turn
    trains: tuple[Train, ...]
    completed: tuple[int, ...]
    hands: tuple[int | None, ...]
    engine: Tile | None
    starter: Seat | None
    rivals: tuple[Turn, ...]
    slots: tuple[tuple[int, TrainName], ...]
    strays: tuple[Stray, ...]
    unsatisfied: tuple[Unsatisfied, ...]
    previous: Seat | None
    awaiting: Seat | None
    boneyard: int | None
    passes: int
    over: Over | None
    claims: tuple[Claim, ...]
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...]
    last: LastPlay | None
    laid: int


@dataclass(frozen=True, slots=True)
class RoundState:
    """Everything the rules need to know of a round. Build one with `RoundState.new`."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    number: int
    turn: Turn
    trains: tuple[Train, ...]
    """The seats' trains in order, the Mexican train, then trains in slots without an owner."""
    completed: tuple[int, ...]
    """Turns completed, by seat."""
    hands: tuple[int | None, ...]
    """Tiles in hand, by seat, where known."""
    engine: Tile | None = None
    starter: Seat | None = None
    rivals: tuple[Turn, ...] = ()
    """Other turns that it may be, likelier first."""
    slots: tuple[tuple[int, TrainName], ...] = ()
    strays: tuple[Stray, ...] = ()
    """Tiles that branch off a train."""
    unsatisfied: tuple[Unsatisfied, ...] = ()
    """Oldest first, dead numbers among them."""
    previous: Seat | None = None
    """Whose turn has just ended with a tile."""
    awaiting: Seat | None = None
    """Who has passed and not put the marker down yet."""
    boneyard: int | None = None
    passes: int = 0
    """Passes in a row with an empty boneyard."""
    over: Over | None = None
    claims: tuple[Claim, ...] = ()
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ()
    last: LastPlay | None = None
    laid: int = -1
    """All tiles on hub and table as bits (derived)."""

    def __post_init__(self) -> None:
        if self.laid < 0:
            object.__setattr__(self, "laid", self._count_laid())

    @classmethod
    def new(cls, rules: RuleSet, seats: tuple[Seat, ...], *, number: int, starter: Seat | None) -> Self:
        """A round before its engine tile is laid; slots get owners as they are assigned."""
        names = (*map(own_train, seats), MEXICAN)
        return cls(
            rules=rules,
            seats=seats,
            number=number,
            turn=Turn(seats[0] if starter is None else starter),
            trains=tuple(map(Train, names)),
            completed=(0,) * len(seats),
            hands=(None,) * len(seats),
            starter=starter,
        )

    def __str__(self) -> str:
        return format_state(self)

    def but(self, **changes: Unpack[RoundChanges]) -> "RoundState":
        """The round with some fields changed.

        `dataclasses.replace` looks every field up by reflection; with it, replaying a game would
        take three times as long. Here the slots of a new round are filled directly.
        """
        changed: RoundState = object.__new__(RoundState)
        for put, value in zip(_PUTS, _VALUES(self), strict=True):
            put(changed, value)
        for name, value in changes.items():
            _PUT[name](changed, value)
        if changed.laid < 0:
            object.__setattr__(changed, "laid", changed._count_laid())
        return changed

    def _count_laid(self) -> int:
        laid = 0 if self.engine is None else tile_bit(self.engine)
        for train in self.trains:
            for link in train.links:
                laid |= tile_bit(link.tile)
        for stray in self.strays:
            laid |= tile_bit(stray.tile)
        return laid

    def recounted(self) -> "RoundState":
        """The same round with its laid tiles counted anew, after one has gone."""
        return self.but(laid=-1)

    def index(self, seat: Seat) -> int:
        """The seat's place in the order round the table."""
        if seat not in self.seats:
            raise EventError(f"{seat} does not sit at this table; there are {', '.join(self.seats)}")
        return self.seats.index(seat)

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.seats[(self.index(seat) + 1) % len(self.seats)]

    def name_of(self, train: TrainName) -> TrainName:
        """The train's name now: a slot's train goes by its owner once it has one."""
        if not train.startswith("@"):
            if train != MEXICAN and self.owner(train) is None:
                raise EventError(f"there is no train {train} at this table")
            return train
        for slot, owner in self.slots:
            if train == slot_train(slot):
                return owner
        return train

    def train(self, name: TrainName) -> Train:
        """The train of that name; one that nobody has begun is empty."""
        for train in self.trains:
            if train.name == name:
                return train
        return Train(name)

    def owner(self, train: TrainName) -> Seat | None:
        """The seat whose train it is; None for the Mexican train and unowned slots."""
        seat = Seat(train)
        return seat if seat in self.seats else None

    def with_train(self, changed: Train) -> "RoundState":
        """The round with one train in another condition."""
        return self.but(trains=trains_with(self.trains, changed))

    def is_laid(self, tile: Tile) -> bool:
        """Whether the tile lies on hub or table."""
        return bool(self.laid & tile_bit(tile))

    @property
    def is_fresh(self) -> bool:
        """Whether nobody has done anything yet."""
        return not (
            any(self.completed)
            or self.turn.played
            or self.turn.draws
            or any(train.links for train in self.trains)
        )

    @property
    def lap_is_complete(self) -> bool:
        """Whether every seat has had its first turn."""
        return all(self.completed)


_FIELDS = tuple(field.name for field in fields(RoundState))
_VALUES = attrgetter(*_FIELDS)
_PUTS: tuple[Callable[[RoundState, object], None], ...] = tuple(
    RoundState.__dict__[name].__set__ for name in _FIELDS
)
_PUT = dict(zip(_FIELDS, _PUTS, strict=True))


def trains_with(trains: tuple[Train, ...], changed: Train) -> tuple[Train, ...]:
    """The trains with one of them changed, or added at the end."""
    for at, train in enumerate(trains):
        if train.name == changed.name:
            return (*trains[:at], changed, *trains[at + 1 :])
    return (*trains, changed)


def at_index(values: tuple[int | None, ...], index: int, change: int) -> tuple[int | None, ...]:
    """Counts by seat with one of them changed; an unknown count stays unknown."""
    known = values[index]
    if known is None:
        return values
    return (*values[:index], max(0, known + change), *values[index + 1 :])
