"""When a round begins and ends: an engine tile on an empty table, and a table being cleared."""

from dataclasses import dataclass

from engine.events import EngineLaid, GameStarted, MarkerPlaced, RoundEnded, RoundStarted, TilePlaced
from engine.log import Corrected
from engine.observation import LooseCandidate
from engine.rules import DEFAULT, RuleSet
from engine.state import RoundState
from engine.tiles import SET_SIZES, Tile
from engine.trains import Seat
from server.session_log import GameLog, Note, Told
from server.session_looks import Seen, lying_tiles
from server.session_waits import Patience, Waits

FEW_LEFT = 0.25
"""With so small a part of the round's tiles left in trains, the table is being cleared."""
FEWEST_TO_CLEAR = 3
SURE_ENGINE = 0.5


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What is known before the first look.

    seats: clockwise as seen in the picture, the first one at its bottom; None lets the trains tell.
    is_set_known: whether the rules' set size was asked for, or may follow from the first engine tile.
    is_begun: the game was begun by a person, who named its rules: no tile changes them or a round's number.
    """

    rules: RuleSet = DEFAULT
    seats: tuple[Seat, ...] | None = None
    is_set_known: bool = False
    is_begun: bool = False


class RoundKeeper:
    """Begins and ends rounds in the log."""

    def __init__(self, log: GameLog, table: TableSetup, waits: Waits, patience: Patience) -> None:
        self._log = log
        self._table = table
        self._waits = waits
        self._patience = patience

    def engine_in_view(self, seen: Seen, now_s: float) -> LooseCandidate | None:
        """The tile that starts a round, once it lies still."""
        best = max(seen.observation.engine or (), key=lambda each: each.weight, default=None)
        if best is None or best.weight < SURE_ENGINE:
            return None
        scores = self._log.game.scores
        if scores and best.tile == Tile(*(scores[-1].engine or 0,) * 2):
            # The last round's engine tile is still to be cleared away.
            return None
        is_ripe = self._waits.is_ripe("engine", str(best.tile), self._patience.engine_s, now_s)
        return best if is_ripe else None

    def begin(self, engine: LooseCandidate, note: Note) -> int:
        """Begin a game, if none is under way, and a round; the entry of its engine tile."""
        number = len(self._log.game.scores) + 1
        if not self._log.recorded:
            rules = self._rules(engine.tile)
            self._log.add(GameStarted(rules, self._table.seats or (Seat("P1"), Seat("P2"))), note)
            number = _first_number(rules, engine.tile)
        elif (first := self._first_number()) is not None:
            number += first - 1
        self._log.add(RoundStarted(number), note)
        laid = Note(note.at_s, note.settled_s, note.source, confidence=engine.weight)
        return self._log.add(EngineLaid(engine.tile), laid).seq

    def fit_set(self, engine: Tile, note: Note) -> None:
        """The first engine tile was another one: so may be the set and the round's number."""
        if self._table.is_begun:
            return
        game, begun, *_ = self._log.told
        if self._log.game.scores or not isinstance(game.event, GameStarted):
            return
        started = GameStarted(self._rules(engine), game.event.seats)
        number = RoundStarted(_first_number(started.rules, engine))
        amendments = [
            Corrected(told.seq, event)
            for told, event in ((game, started), (begun, number))
            if told.event != event
        ]
        if amendments:
            self._log.amend(amendments, note)

    def is_cleared(self, state: RoundState, seen: Seen, now_s: float) -> bool:
        """Whether what lay in the trains has gone for good."""
        if not self.looks_cleared(state, seen):
            return False
        return self._waits.is_ripe("cleared", "", self._patience.cleared_s, now_s)

    def looks_cleared(self, state: RoundState, seen: Seen) -> bool:
        """Whether what lay in the trains is not to be seen."""
        laid = sum(len(each.links) for each in state.trains)
        left = lying_tiles(seen.observation)
        is_bare = laid > 0 and left == 0 and seen.layout.engine is None
        return is_bare or (laid >= FEWEST_TO_CLEAR and left <= FEW_LEFT * laid)

    def end(self, note: Note) -> None:
        """End the round. Whoever acted first has started it: the next starter follows from that."""
        number = len(self._log.game.scores)
        told = [each for each in self._log.told if len(each.before.scores) == number]
        begun = next((each for each in told if isinstance(each.event, RoundStarted)), None)
        starter = next((seat for each in told if (seat := _actor(each)) is not None), None)
        if begun is not None and self._log.is_persons(begun.seq):
            starter = None
        if begun is not None and isinstance(begun.event, RoundStarted) and starter is not None:
            self._log.amend([Corrected(begun.seq, RoundStarted(begun.event.number, starter))], note)
        self._log.add(RoundEnded(), note)

    def _first_number(self) -> int | None:
        """The number of the first round that was watched."""
        numbers = (each.event.number for each in self._log.told if isinstance(each.event, RoundStarted))
        return next(numbers, None)

    def _rules(self, engine: Tile) -> RuleSet:
        """The rules, for the set that the engine tile speaks of."""
        rules = self._table.rules
        if self._table.is_set_known or not engine.is_double or engine.low not in SET_SIZES:
            return rules
        return rules.with_knobs({"max_pip": engine.low})


def _actor(told: Told) -> Seat | None:
    """Who acted, if the event is a tile laid or a marker put down."""
    after = told.after.round
    match told.event:
        case TilePlaced() if after is not None and after.last is not None:
            return after.last.mover
        case MarkerPlaced(train) if after is not None:
            return after.owner(after.name_of(train))
        case _:
            return None


def _first_number(rules: RuleSet, engine: Tile) -> int:
    """Which round an engine tile starts, where engines descend: a film may begin with any."""
    if not engine.is_double or rules.engine_sequence != "descending" or engine.low > rules.max_pip:
        return 1
    return rules.max_pip - engine.low + 1
