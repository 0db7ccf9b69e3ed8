"""Keeps the trains of a round with their owners, and judges anew whose they are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log2

from engine.events import Event, GameStarted, TilePlaced, TrainAssigned
from engine.knobs import RuleError
from engine.log import Corrected
from engine.problems import Code, Severity
from engine.state import EventError
from engine.trains import Seat, TrainName, slot_train
from server.ownership import BREACH_COST, SWITCH_COST, Begun, Option, chosen, options, sector_of
from server.seat_guess import guesses
from server.seatings import Places, Sitting, seatings
from server.session_log import GameLog, Note, Source, Told
from server.session_movers import Arms, Movers

SAID_OF_OWNERS = frozenset(
    {
        Code.PLAY_ON_CLOSED_TRAIN,
        Code.OUT_OF_TURN,
        Code.TURN_SKIPPED,
        Code.EXTRA_TILE_IN_TURN,
        Code.MEXICAN_TRAIN_TOO_EARLY,
        Code.FIRST_TURN_OWN_TRAIN_ONLY,
        Code.OWN_TRAIN_FIRST,
        Code.MARKER_MISSING,
        Code.MARKER_NOT_DUE,
        Code.MARKER_WRONG_TRAIN,
        Code.MARKER_REMOVED_EARLY,
    }
)
"""What may be a wrong owner rather than a wrong act."""


def speaks_of_owners(told: Told) -> bool:
    """Whether something was wrong that another owner would put right."""
    return any(
        each.code in SAID_OF_OWNERS and each.severity in (Severity.ERROR, Severity.WARNING)
        for each in told.problems
    )


class TrainKeeper:
    """Proposes whose each train is, and amends the log when later evidence says otherwise."""

    def __init__(self, log: GameLog, movers: Movers, seats: Sequence[Seat] | None) -> None:
        self._log = log
        self._movers = movers
        self._is_guess = seats is None
        self._seatings: tuple[Sitting, ...] = () if seats is None else seatings(seats)
        self._sitting: Sitting | None = self._seatings[0] if self._seatings else None
        self._begun: list[Begun] = []
        self._assigned: dict[int, int] = {}
        self._kept: set[int] = set()

    @property
    def places(self) -> Places | None:
        """The seats' directions in degrees, as far as they are known or guessed."""
        return None if self._sitting is None else self._sitting.places

    @property
    def arms(self) -> Arms | None:
        """From where people's arms come in, as far as that is known or guessed."""
        return self._movers.arms(self._sitting)

    def start_round(self) -> None:
        """Forget the trains of the round before; people stay where they sit."""
        if self._begun and self._sitting is not None:
            self._seatings = (replace(self._sitting, cost=0.0),)
        self._begun, self._assigned = [], {}
        self._kept.clear()

    def follow(self, *, keep: bool = False) -> None:
        """Go by what the log says of the trains after somebody else wrote in it; keep: for good."""
        assigned = {
            told.event.slot: told.seq
            for told in _round_of(self._log.told)
            if isinstance(told.event, TrainAssigned)
        }
        if not assigned and self._begun:
            self.start_round()
        self._begun = [each for each in self._begun if each.slot in assigned]
        self._assigned = assigned
        self._kept = set(assigned) if keep else self._kept & set(assigned)

    def recall(self, train: Begun) -> None:
        """A train that has an owner already is in view again."""
        if all(each.slot != train.slot for each in self._begun):
            self._begun.append(train)

    def knows(self, slot: int) -> bool:
        """Whether the train in the slot has an owner already."""
        return slot in self._assigned

    def begin(self, train: Begun, note: Note) -> None:
        """A train has begun: write down whose it is likeliest to be."""
        self._begun.append(train)
        trains = self._proposed()
        event = TrainAssigned(train.slot, trains[train.slot], self._sector(train, self.places))
        # Owners are always inferred, which says nothing against the tile that lies there.
        self._assigned[train.slot] = self._log.add(event, _inferred(note)).seq

    def laid_first(self, slot: int, reach_deg: float | None, heading_deg: float | None) -> None:
        """The first tile of a train that a marker alone told of: who lays it says more than who marked it."""
        self._begun = [
            replace(
                each,
                reach_deg=reach_deg,
                heading_deg=each.heading_deg if heading_deg is None else heading_deg,
            )
            if each.slot == slot
            else each
            for each in self._begun
        ]

    def reconsider(self, note: Note, *, has_new: bool = False) -> bool:
        """Judge anew whose the trains are; whether the log was amended.

        has_new: another train has begun, which is reason enough to change one's mind.
        """
        if not self._begun:
            return False
        guessing = self._guesses_now()
        switch_cost = 0.0 if has_new else SWITCH_COST
        best = chosen(self._guessed() if guessing else self._judged(), self._current(), switch_cost)
        if best is None:
            return False
        self._sitting = best.sitting
        corrections = self._corrections(best, seats=guessing)
        changed = [
            Corrected(seq, event) for seq, event in corrections.items() if self._log.event(seq) != event
        ]
        if changed:
            self._log.amend(changed, _inferred(note))
        self._doubt_movers()
        return bool(changed)

    def _doubt_movers(self) -> None:
        """Name nobody for a tile whose owner would have broken a rule and was not surely seen."""
        arms = self.arms
        for told in tuple(_round_of(self._log.told)):
            event = told.event
            if not isinstance(event, TilePlaced) or event.by is None or not speaks_of_owners(told):
                continue
            if self._log.is_persons(told.seq):
                continue
            unseen = replace(event, by=None)
            if self._movers.is_doubtful(told.seq, arms) and not _is_odd(
                self._log.supposing({told.seq: unseen}), told.seq
            ):
                self._movers.doubt(told.seq)
                self._log.amend([Corrected(told.seq, unseen)], self._log.note(told.seq))

    def _guesses_now(self) -> bool:
        # What the first round has shown holds for the game.
        return self._is_guess and not self._log.game.scores

    def _proposed(self) -> Mapping[int, TrainName]:
        if self._guesses_now():
            # The seats may be too few for another train: it is nobody's until they are guessed anew.
            return {each.slot: slot_train(each.slot) for each in self._begun}
        ranked = self._options()
        best = chosen(ranked, self._current())
        return ranked[0].trains if best is None else best.trains

    def _is_settled(self, slot: int) -> bool:
        """Whether a person said whose the train is, or it was so before watching was resumed."""
        seq = self._assigned.get(slot)
        return seq is not None and (slot in self._kept or self._log.is_persons(seq))

    def _options(self) -> tuple[Option, ...]:
        """The likeliest assignments that leave settled owners alone."""
        found = options(self._begun, self._seatings)
        settled = {slot: train for slot, train in self._current().items() if self._is_settled(slot)}
        fit = (
            each
            for each in found
            if all(each.trains.get(slot, train) == train for slot, train in settled.items())
        )
        return tuple(fit) or found

    def _sector(self, train: Begun, places: Places | None) -> Seat | None:
        return None if self._is_guess or places is None else sector_of(train.heading_deg, places)

    def _current(self) -> dict[int, TrainName]:
        """Whose the trains are as the log has it."""
        owners = {slot: self._log.event(seq) for slot, seq in self._assigned.items()}
        return {
            slot: event.train
            for slot, event in owners.items()
            if isinstance(event, TrainAssigned) and not event.train.startswith("@")
        }

    def _judged(self) -> list[Option]:
        """The likeliest options with what the rules have against each."""
        return [
            replace(each, cost=each.cost + cost)
            for each in self._options()
            if (cost := self._breach_cost(self._corrections(each, seats=False))) is not None
        ]

    def _guessed(self) -> list[Option]:
        """The same where nobody knows how many play."""
        found = (
            Option(dict(each.trains), each.cost, Sitting(dict(each.places), dict(each.places), 0.0))
            for each in guesses(self._begun)
        )
        return [
            replace(each, cost=each.cost + cost)
            for each in found
            if (cost := self._breach_cost(self._corrections(each, seats=True))) is not None
        ]

    def _corrections(self, option: Option, *, seats: bool) -> dict[int, Event]:
        """What the log would have to say instead, about the seats too where these are guessed."""
        places = option.sitting.places
        found = dict(self._movers.corrections(option.sitting))
        if seats:
            found[1] = GameStarted(self._log.game.rules, tuple(places))
        for each in self._begun:
            seq = self._assigned.get(each.slot)
            if seq is not None and not self._is_settled(each.slot):
                sector = self._sector(each, places)
                found[seq] = TrainAssigned(each.slot, option.trains[each.slot], sector)
        return found

    def _breach_cost(self, corrections: Mapping[int, Event]) -> float | None:
        """What the rules have against a log with these corrections; None when it cannot be."""
        try:
            told = self._log.supposing(corrections)
        except (EventError, RuleError):
            return None
        # One marker or tile that was misseen breaks a rule at every turn after it: they are not independent.
        return BREACH_COST * log2(1 + sum(map(speaks_of_owners, _round_of(told))))


def _round_of(told: tuple[Told, ...]) -> Iterator[Told]:
    """What was told of the round under way."""
    number = len(told[-1].after.scores) if told else 0
    return (each for each in told if len(each.after.scores) == number)


def _is_odd(told: tuple[Told, ...], seq: int) -> bool:
    return any(each.seq == seq and speaks_of_owners(each) for each in told)


def _inferred(note: Note) -> Note:
    return Note(note.at_s, note.settled_s, Source.INFERRED)
