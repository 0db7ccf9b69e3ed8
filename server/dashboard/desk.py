"""The game desk: a game's log as a value, what it leads to, and how commands become entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self, assert_never

from engine.dealing import next_engine, tiles_each
from engine.event_notation import parse_entry, parse_event
from engine.events import EngineLaid, Event, GameStarted, RoundStarted, ScoreEntered
from engine.game import NO_GAME, GameState, expected_starter
from engine.knobs import RuleError
from engine.log import Corrected, Entry, Inserted, LogError, Retracted, resolve
from engine.notation import NotationError, parse_tile
from engine.scoring import hand_value
from engine.state import EventError
from engine.tiles import Tile
from engine.trains import Seat, TrainName
from server.dashboard.commands import (
    Add,
    Confirm,
    Correct,
    EndRound,
    Give,
    Insert,
    LogCommand,
    NewGame,
    Retract,
    Reveal,
    Score,
    StartRound,
    Undo,
)
from server.dashboard.owners import OwnerError, given
from server.dashboard.store_values import Draft, FlagAnswer, Stored, StoredGame
from server.dashboard.undoing import done_last
from server.session_log import GameLog, Note, Told
from server.words import Saying

Held = Told
"""An event that holds: the desk judges as a camera's session does."""


class DeskError(ValueError):
    """A command that the game refuses: says why, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class GameDesk:
    """A game as it stands. A change gives a new desk, or a DeskError."""

    id: int
    version: int = 0
    """Grows with each change."""
    entries: tuple[Stored, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[FlagAnswer, ...] = ()
    held: tuple[Held, ...] = ()
    parsed: tuple[Entry, ...] = ()

    @classmethod
    def open(cls, stored: StoredGame) -> Self:
        """The desk of a game that the store holds."""
        desk = cls(stored.row.id, names=dict(stored.names), answers=stored.answers)
        return replace(desk.take(stored.entries), version=stored.row.changes)

    @property
    def game(self) -> GameState:
        """The game that the log leads to."""
        return self.held[-1].after if self.held else NO_GAME

    def take(self, recorded: Sequence[Stored]) -> Self:
        """The desk after entries that are on the disk: a person's, or those of a camera's session."""
        parsed = (*self.parsed, *(_parsed(each.draft.line) for each in recorded))
        entries = (*self.entries, *recorded)
        if [each.seq for each in entries] != list(range(1, len(entries) + 1)):
            raise DeskError(f"expected entry {len(self.entries) + 1} next, got {recorded[0].seq}")
        try:
            held = _judged(parsed, _notes(entries, parsed), self.held)
        except LogError as error:
            raise DeskError(str(error)) from error
        return replace(self, version=self.version + 1, entries=entries, parsed=parsed, held=held)

    def foresee(self, drafts: Sequence[Draft]) -> Self:
        """The desk as it will be once entries are written down; refuses what the game could not take."""
        first = len(self.entries) + 1
        return self.take([Stored(seq, "", draft) for seq, draft in enumerate(drafts, first)])

    def settle(self, stored: Sequence[Stored]) -> Self:
        """A foreseen desk, its latest entries as they were written down."""
        return replace(self, entries=(*self.entries[: len(self.entries) - len(stored)], *stored))

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The desk with seats called by other names."""
        unknown = sorted(set(names) - set(self.game.seats))
        if unknown:
            raise DeskError(no_seat(", ".join(unknown), self.game.seats))
        return replace(self, version=self.version + 1, names={**self.names, **names})

    def answered(self, answer: FlagAnswer) -> Self:
        """The desk with a flag answered."""
        if not any(each.seq == answer.seq and _has(each, answer.code) for each in self.held):
            raise DeskError(Saying("error.no_flag", {"seq": answer.seq, "code": answer.code}))
        return replace(self, version=self.version + 1, answers=(*self.answers, answer))

    def drafts(self, command: LogCommand) -> tuple[Draft, ...]:  # noqa: C901, PLR0911 -- a case for each command
        """The entries that a command asks for."""
        match command:
            case Add(lines=lines):
                return tuple(Draft(str(_new_event(line))) for line in lines)
            case Insert(before_seq=seq, line=line):
                return (Draft(str(Inserted(seq, _new_event(line)))),)
            case Correct(seq=seq, line=line):
                return (Draft(str(Corrected(self._mendable(seq), _new_event(line)))),)
            case Confirm(seq=seq):
                return (Draft(str(Corrected(seq, self._event(seq)))),)
            case Retract(seq=seq):
                return (Draft(str(Retracted(self._mendable(seq)))),)
            case Undo():
                return tuple(Draft(str(Retracted(seq))) for seq in self._done_last())
            case Give(train=train, owner=owner):
                return self._given(TrainName(train), TrainName(owner))
            case StartRound():
                return self._round_start(command)
            case EndRound():
                return (*self._counted(), Draft("round ends"))
            case Reveal() | Score():
                return (Draft(str(_new_event(command.line))),)
            case _ as never:
                assert_never(never)

    def next_engine(self) -> Tile:
        """The engine tile that is due in the next round."""
        return next_engine(self.game.rules, len(self.game.scores) + 1, self.game.used_engines)

    def _given(self, train: TrainName, owner: TrainName) -> tuple[Draft, ...]:
        state = self.game.round
        if state is None:
            raise DeskError(Saying("error.no_trains"))
        there = [each.name for each in state.trains]
        if train not in there or owner not in there or owner.startswith("@"):
            name = owner if train in there else train
            raise DeskError(Saying("error.no_train", {"name": name, "trains": there}))
        told = [each for each in self.held if len(each.after.scores) == len(self.game.scores)]
        try:
            return tuple(Draft(str(each)) for each in given(told, state, train, owner))
        except OwnerError as error:
            raise DeskError(error.args[0]) from error

    def _round_start(self, command: StartRound) -> tuple[Draft, ...]:
        game = self.game
        if game.round is not None:
            raise DeskError(Saying("error.round_under_way", {"number": game.round.number}))
        tile = self.next_engine() if command.engine is None else tile_named(command.engine)
        starter = None if command.starter is None else Seat(command.starter)
        if starter is not None and starter not in game.seats:
            raise DeskError(no_seat(starter, game.seats))
        is_held = game.rules.engine_source != "set_aside"
        began = RoundStarted(
            len(game.scores) + 1,
            None if is_held else starter or expected_starter(game) or game.seats[0],
            tiles_each(game.rules, len(game.seats)),
        )
        return (Draft(str(began)), Draft(str(EngineLaid(tile, starter if is_held else None))))

    def _counted(self) -> tuple[Draft, ...]:
        """Points of hands that were shown while others wrote theirs down: the engine counts all or none."""
        game = self.game
        if game.round is None or not game.entered or game.rules.scoring != "penalty":
            return ()
        hands = dict(game.round.revealed)
        if game.round.over is not None and game.round.over.winner is not None:
            hands.setdefault(game.round.over.winner, ())
        written = dict(game.entered)
        values = {
            seat: hand_value(game.rules, hand) + (0 if hand else game.rules.going_out_bonus)
            for seat, hand in hands.items()
            if seat not in written
        }
        return (
            ()
            if len(hands) == len(game.seats)
            else tuple(Draft(str(ScoreEntered(seat, Fraction(points)))) for seat, points in values.items())
        )

    def _done_last(self) -> list[int]:
        """The numbers of the entries that `Undo` takes back."""
        last = done_last(self.entries, self.parsed)
        if not last:
            raise DeskError(Saying("error.nothing_to_undo"))
        return last

    def _mendable(self, seq: int) -> int:
        if seq == 1:
            raise DeskError(Saying("error.first_entry"))
        return seq

    def _event(self, seq: int) -> Event:
        for each in self.held:
            if each.seq == seq:
                return each.event
        raise DeskError(Saying("error.no_event", {"seq": seq}))


def opening(new: NewGame) -> tuple[tuple[Draft, ...], dict[str, str]]:
    """The first entry of a new game, and the names of its seats."""
    seats = [f"P{number}" for number in range(1, len(new.players) + 1)]
    draft = Draft(str(_parsed_event(f"game {new.rules} {' '.join(seats)}")))
    GameDesk(0).foresee([draft])
    return (draft,), {seat: name.strip() for seat, name in zip(seats, new.players, strict=True)}


def tile_named(text: str) -> Tile:
    """The tile of that notation; refuses what is none."""
    try:
        return parse_tile(text)
    except NotationError as error:
        raise DeskError(str(error)) from error


def _parsed(line: str) -> Entry:
    try:
        return parse_entry(line)
    except NotationError as error:
        raise DeskError(str(error)) from error


def _parsed_event(line: str) -> Event:
    try:
        return parse_event(line)
    except (NotationError, RuleError) as error:
        raise DeskError(str(error)) from error


def _new_event(line: str) -> Event:
    event = _parsed_event(line)
    if isinstance(event, GameStarted):
        raise DeskError(Saying("error.begun"))
    return event


def _notes(entries: Sequence[Stored], parsed: Sequence[Entry]) -> Mapping[int, Note]:
    """What is known of each entry now: a correction settles doubt."""
    notes: dict[int, Note] = {}
    for stored, entry in zip(entries, parsed, strict=True):
        draft = stored.draft
        notes[stored.seq] = Note(0.0, 0.0, draft.source, draft.doubtful, is_quiet=draft.quiet)
        if isinstance(entry, Corrected):
            notes[entry.seq] = replace(notes[entry.seq], doubtful=draft.doubtful)
    return notes


def _judged(parsed: Sequence[Entry], notes: Mapping[int, Note], known: tuple[Held, ...]) -> tuple[Held, ...]:
    """The events that hold with their verdicts; what comes before the first change is kept."""
    resolved = resolve(parsed)
    unchanged = tuple(_unchanged(resolved, notes, known))
    log = GameLog.after(unchanged)
    for seq, event in resolved[len(unchanged) :]:
        try:
            _check_seats(log.game, event)
            log.tell(seq, event, notes[seq])
        except (EventError, RuleError) as error:
            raise DeskError(
                Saying("error.no_place", {"seq": seq, "event": str(event), "reason": str(error)})
            ) from error
    return log.told


def _check_seats(state: GameState, event: Event) -> None:
    """Refuse an event of somebody who does not sit here: the engine looks for some of them without asking."""
    for name in ("seat", "by", "starter", "sector"):
        seat = getattr(event, name, None)
        if seat is not None and seat not in state.seats:
            raise EventError(f"{seat} does not sit at this table; there are {', '.join(state.seats)}")


def _unchanged(
    resolved: Sequence[tuple[int, Event]], notes: Mapping[int, Note], known: Sequence[Held]
) -> Iterator[Held]:
    for (seq, event), each in zip(resolved, known, strict=False):
        if (seq, event, notes[seq]) != (each.seq, each.event, each.note):
            return
        yield each


def _has(held: Held, code: str) -> bool:
    return any(each.code.value == code for each in held.problems)


def no_seat(name: str, seats: Sequence[str]) -> Saying:
    """Why a seat that does not sit here cannot be meant."""
    return Saying("error.no_seat", {"name": name, "seats": seats})
