"""Slots after a new start: whoever watches numbers the trains anew, and the log's numbers stay."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.observation import SeenTrain
from engine.state import RoundState
from engine.tiles import Tile
from engine.trains import slot_train
from server.session_looks import best_of
from vision.survey import Seen


class SlotMap:
    """From the slots of one watcher to those of the log, found by the tiles that lie there."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        self._round: int | None = None

    def over(self, seen: Seen, state: RoundState | None) -> Seen:
        """The look with the log's slots."""
        number = None if state is None else state.number
        if number != self._round:
            # A new round is numbered as it is seen.
            self._known, self._round = {}, number
        if state is not None:
            self._learn(seen, state)
        slots = self._known
        if all(slots.get(each.slot, each.slot) == each.slot for each in seen.layout.chains):
            return seen
        trains = tuple(
            replace(each, slot=slots.get(each.slot, each.slot)) for each in seen.observation.trains
        )
        chains = tuple(replace(each, slot=slots.get(each.slot, each.slot)) for each in seen.layout.chains)
        return replace(
            seen,
            observation=replace(seen.observation, trains=trains),
            layout=replace(seen.layout, chains=chains),
            headings={slots.get(slot, slot): heading for slot, heading in seen.headings.items()},
        )

    def _learn(self, seen: Seen, state: RoundState) -> None:
        """Give the trains that are new to this watcher the log's slots, the surest first."""
        there = {slot: _tiles_of(state, slot) for slot, _ in state.slots}
        new = {
            train.slot: shown
            for train in seen.observation.trains
            if train.slot not in self._known and ((shown := set(_shown(train))) or train.marker)
        }
        alike = sorted(
            (
                (len(shown & tiles), slot, log_slot)
                for slot, shown in new.items()
                for log_slot, tiles in there.items()
            ),
            key=lambda each: (-each[0], each[1], each[2]),
        )
        for count, slot, log_slot in alike:
            if count and slot not in self._known and log_slot not in self._known.values():
                self._known[slot] = log_slot
        for slot in new:
            if slot not in self._known:
                self._known[slot] = self._free(slot, there)

    def _free(self, slot: int, there: Mapping[int, set[Tile]]) -> int:
        """The slot's own number, or the next that nobody has."""
        taken = {*self._known.values(), *there}
        return slot if slot not in taken else max(taken) + 1


def _tiles_of(state: RoundState, slot: int) -> set[Tile]:
    return {link.tile for link in state.train(state.name_of(slot_train(slot))).links}


def _shown(train: SeenTrain) -> Iterator[Tile]:
    return (best.link.tile for tile in train.tiles if (best := best_of(tile)) is not None)
