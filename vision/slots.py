"""Which train is which from look to look: slots keep their number for as long as the round lasts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

BOTTOM_DEG = 90.0
_NEAR_DEG = 20.0
"""A train that begins within this angle of where a slot's train began is the same one."""
_SHARED_NEAR_DEG = 70.0
"""The same for one that still has a tile of it."""
_FOLLOWS = 0.3
"""How much of a change of heading a slot follows at each look."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a train begins, and the track ids of its tiles from the hub outward."""

    heading_deg: float
    track_ids: tuple[int, ...]


@dataclass(slots=True)
class _Slot:
    number: int
    heading_deg: float
    track_ids: tuple[int, ...]


def turn_deg(from_deg: float, to_deg: float) -> float:
    """The way from one heading to another, -180 up to 180, clockwise positive."""
    return (to_deg - from_deg + 180) % 360 - 180


class SlotMemory:
    """Gives trains their slot numbers.

    Trains seen together for the first time are numbered clockwise, beginning at the bottom of the
    picture; later ones get the next free number. Numbers are never used twice in a round.
    """

    def __init__(self) -> None:
        self._slots: list[_Slot] = []
        self._next = 1

    def assign(self, beginnings: Sequence[Beginning]) -> tuple[int, ...]:
        """The slot of each train, in the order given."""
        known = self._match(beginnings)
        fresh = [at for at in range(len(beginnings)) if at not in known]
        fresh.sort(key=lambda at: (beginnings[at].heading_deg - BOTTOM_DEG + 5) % 360)
        for at in fresh:
            known[at] = _Slot(self._next, beginnings[at].heading_deg, ())
            self._slots.append(known[at])
            self._next += 1
        for at, each in enumerate(beginnings):
            slot = known[at]
            # A marker alone only roughly told where the train would begin.
            share = _FOLLOWS if slot.track_ids else 1.0
            slot.heading_deg += share * turn_deg(slot.heading_deg, each.heading_deg)
            slot.heading_deg %= 360
            slot.track_ids = each.track_ids or slot.track_ids
        return tuple(known[at].number for at in range(len(beginnings)))

    def add(self, heading_deg: float) -> None:
        """A slot that nothing but a marker tells of."""
        self._slots.append(_Slot(self._next, heading_deg % 360, ()))
        self._next += 1

    def _match(self, beginnings: Sequence[Beginning]) -> dict[int, _Slot]:
        """The known slot of each train that has one."""
        if not self._slots or not beginnings:
            return {}
        far = 1e6
        cost = np.full((len(beginnings), len(self._slots)), far)
        for row, each in enumerate(beginnings):
            for column, slot in enumerate(self._slots):
                apart = abs(turn_deg(slot.heading_deg, each.heading_deg))
                shares = bool(set(each.track_ids) & set(slot.track_ids))
                if apart <= (_SHARED_NEAR_DEG if shares else _NEAR_DEG):
                    cost[row, column] = apart - 100 * shares
        rows, columns = linear_sum_assignment(cost)
        return {
            int(row): self._slots[column]
            for row, column in zip(rows, columns, strict=True)
            if cost[row, column] < far
        }

    def headings(self) -> dict[int, float]:
        """Where each known slot's train begins or began, by number."""
        return {slot.number: slot.heading_deg for slot in self._slots}
