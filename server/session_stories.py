"""Stories that the engine tells of a look: how long to wait for each event, who did it, how sure it is."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.events import (
    EngineLaid,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    TableEvent,
    TakenBack,
    TilePlaced,
)
from engine.observation import Observation
from engine.reconciliation import Events
from engine.state import RoundState
from engine.trains import TrainName, slot_train
from server.session_looks import seen_train, weight_of
from server.session_waits import Patience


def slot_number(train: TrainName) -> int | None:
    """The slot of a train that goes by its number."""
    return int(train[1:]) if train.startswith("@") else None


def slot_of(train: TrainName, state: RoundState) -> int | None:
    """In which slot a train lies."""
    if (number := slot_number(train)) is not None:
        return number
    return next((slot for slot, name in state.slots if name == train), None)


def trains_of(event: TableEvent) -> tuple[TrainName, ...]:
    """The trains that an event changes."""
    match event:
        case Moved(_, origin, train):
            return origin, train
        case TilePlaced() | TakenBack() | Replaced() | MarkerPlaced() | MarkerTaken():
            return (event.train,)
        case _:
            return ()


def named_by_slot(event: TableEvent, state: RoundState) -> TableEvent:
    """The event with trains called by their slots, so that it still holds when an owner is put right."""

    def slotted(name: TrainName) -> TrainName:
        slot = slot_of(name, state)
        return name if slot is None else slot_train(slot)

    match event:
        case Moved(link, origin, train):
            return Moved(link, slotted(origin), slotted(train))
        case TilePlaced() | TakenBack() | Replaced() | MarkerPlaced() | MarkerTaken():
            return replace(event, train=slotted(event.train))
        case _:
            return event


def is_about(event: TableEvent) -> str:
    """What an event is about: waiting for one thing does not begin anew when another changes."""
    return " ".join([type(event).__name__, *trains_of(event)])


def needs_s(  # noqa: PLR0911 -- a case for each event
    event: TableEvent, state: RoundState, story: Events, patience: Patience
) -> float:
    """How long the event has to be seen before it is written down."""
    match event:
        case TakenBack(tile, train):
            links = state.train(train).links
            is_tail = bool(links) and links[-1].tile == tile
            is_alone = sum(isinstance(each, TakenBack) for each in story) == 1
            return patience.gone_s if is_tail and is_alone else patience.gone_more_s
        case Moved():
            return patience.moved_s
        case Replaced():
            return patience.swapped_s
        case MarkerPlaced():
            # With a tile laid at the same time the order matters: the engine has told it.
            return patience.marker_on_s if len(story) == 1 else 0.0
        case MarkerTaken():
            return patience.marker_off_s
        case EngineLaid():
            return patience.engine_s
        case _:
            return 0.0


@dataclass(slots=True)
class LeftOut:
    """What is not judged at this look any more, because it has to be seen for longer."""

    slots: set[int]
    unmarked: set[int]
    is_engine_seen: bool = True

    def add(self, event: TableEvent, state: RoundState) -> None:
        """Leave out what the event is about."""
        slots = {slot for name in trains_of(event) if (slot := slot_of(name, state)) is not None}
        match event:
            case EngineLaid():
                self.is_engine_seen = False
            case MarkerPlaced() | MarkerTaken():
                self.unmarked |= slots
            case _:
                self.slots |= slots


def differing(options: tuple[Events, ...]) -> frozenset[TableEvent]:
    """The events of the likeliest story that the others tell differently."""
    common = set(options[0]).intersection(*options[1:])
    return frozenset(event for event in options[0] if event not in common)


def confidence_of(event: TableEvent, state: RoundState, seen: Observation) -> float:
    """How likely the reading is that the event rests on."""
    if isinstance(event, EngineLaid):
        return max((each.weight for each in seen.engine or () if each.tile == event.tile), default=1.0)
    if not isinstance(event, (TilePlaced, Moved, Replaced)):
        return 1.0
    slot = slot_of(event.train, state)
    train = None if slot is None else seen_train(seen, slot)
    weights = () if train is None else (weight_of(tile, event.link) for tile in train.tiles)
    return max(weights, default=1.0) or 1.0


def slots_of(names: Iterable[TrainName], state: RoundState) -> set[int]:
    """The slots in which some trains lie."""
    return {slot for name in names if (slot := slot_of(name, state)) is not None}
