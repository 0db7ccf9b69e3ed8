"""A train given to another owner: what of the log has to say otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.events import (
    Event,
    FaceDownSeen,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    TakenBack,
    TilePlaced,
    TrainAssigned,
)
from engine.log import Corrected, Inserted
from engine.state import RoundState
from engine.trains import TrainName, slot_train
from server.session_log import Told
from server.words import Saying

Owners = Mapping[TrainName, TrainName]
"""Whose each train is from now on, by whose it was."""
Amendment = Corrected | Inserted


class OwnerError(ValueError):
    """A train that cannot be given to that owner: says why."""


def given(told: Sequence[Told], state: RoundState, train: TrainName, owner: TrainName) -> list[Amendment]:
    """What gives a round's train to another owner; where that one has a train too, they change places.

    told: the events of the round, whose state is given. A train whose owner is not known leaves the other
    one without an owner. Raises OwnerError where that cannot be.
    """
    if train == owner:
        raise OwnerError(Saying("error.own_train"))
    owners = {train: owner}
    if state.train(owner).is_started:
        owners[owner] = train if not train.startswith("@") else _nobodys(state, owner)
    found: list[Amendment] = [*_renamed(told, owners), *_reassigned(told, state, owners)]
    # Nobody has said yet whose the slot is.
    if train.startswith("@") and not any(_assigns(each.event, train) for each in told):
        first = next((each.seq for each in told if train in _names(each.event)), None)
        if first is not None:
            found.append(Inserted(first, TrainAssigned(int(train[1:]), owner)))
    if not found:
        raise OwnerError(Saying("error.no_tile_there"))
    return found


def _nobodys(state: RoundState, owner: TrainName) -> TrainName:
    """What an owner's train is called when it is nobody's."""
    slot = next((slot for slot, name in state.slots if name == owner), None)
    if slot is None:
        raise OwnerError(Saying("error.has_train", {"owner": owner}))
    return slot_train(slot)


def _reassigned(told: Sequence[Told], state: RoundState, owners: Owners) -> Iterator[Corrected]:
    """The slots of these trains, with their new owners; where people sit is not the camera's to say then."""
    slots = {name: slot for slot, name in state.slots}
    slots |= {name: int(name[1:]) for name in owners if name.startswith("@")}
    for each in told:
        for name, owner in owners.items():
            if name in slots and _assigns(each.event, slot_train(slots[name])):
                yield Corrected(each.seq, TrainAssigned(slots[name], owner))


def _assigns(event: Event, slot: TrainName) -> bool:
    return isinstance(event, TrainAssigned) and slot_train(event.slot) == slot


def _renamed(told: Sequence[Told], owners: Owners) -> Iterator[Corrected]:
    """What calls these trains by their owners. What calls them by their slots stays true."""
    named = {name: owner for name, owner in owners.items() if not name.startswith("@")}
    for each in told:
        event = _with_trains(each.event, named)
        if event != each.event:
            yield Corrected(each.seq, event)


def _with_trains(event: Event, owners: Owners) -> Event:
    match event:
        case Moved():
            return replace(
                event,
                origin=owners.get(event.origin, event.origin),
                train=owners.get(event.train, event.train),
            )
        case TilePlaced() | TakenBack() | Replaced() | MarkerPlaced() | MarkerTaken() | FaceDownSeen():
            return replace(event, train=owners.get(event.train, event.train))
        case _:
            return event


def _names(event: Event) -> set[TrainName]:
    """The trains that an event is about, as it calls them."""
    return {getattr(event, name) for name in ("train", "origin") if hasattr(event, name)}
