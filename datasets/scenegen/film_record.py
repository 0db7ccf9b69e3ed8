"""The game that a film shows: played for it, cut to length, read back with its violations."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import Event, GameStarted, RoundStarted, TakenBack, TilePlaced
from engine.game import NO_GAME, judge
from engine.legal import legal_moves
from engine.log import LogError, resolve
from engine.notation import NotationError
from engine.problems import Code
from engine.record import parse_record
from engine.rules import RuleSet, parse_rules
from engine.state import EventError
from engine.trains import Seat
from scenegen.film_recipe import FilmGame, FilmRecipe
from scenegen.game_simulator import Simulator, record_of
from scenegen.game_table import Table
from scenegen.game_violations import Tempter

FILMED = (
    Code.MISMATCHED_END,
    Code.TRAIN_START_MISMATCH,
    Code.PLAY_ON_CLOSED_TRAIN,
    Code.UNSATISFIED_DOUBLE_IGNORED,
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER,
    Code.FOLLOW_UP_NOT_ON_DOUBLE,
    Code.TOO_MANY_DOUBLES,
    Code.MEXICAN_TRAIN_TOO_EARLY,
    Code.FIRST_TURN_OWN_TRAIN_ONLY,
    Code.OWN_TRAIN_FIRST,
    Code.EXTRA_TILE_IN_TURN,
    Code.OUT_OF_TURN,
    Code.BRANCH_NOT_ALLOWED,
    Code.DOUBLE_NOT_SIDEWAYS,
    Code.SINGLE_SIDEWAYS,
    Code.MARKER_MISSING,
    Code.MARKER_NOT_DUE,
    Code.MARKER_WRONG_TRAIN,
    Code.MARKER_REMOVED_EARLY,
    Code.WRONG_ENGINE,
    Code.ENGINE_NOT_DOUBLE,
    Code.TILE_MOVED,
    Code.TILE_SWAPPED,
)
"""Violations that a film shows if its recipe names none: those that lie in tiles and markers on the table."""


class FilmError(ValueError):
    """A game that cannot be filmed: what is in the way."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the record: the code of the violation that it is, and whose turn it was before."""

    event: Event
    code: str | None = None
    turn: Seat | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The events of a round, its start first."""

    start: RoundStarted
    events: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole record; what follows the last round stands in it."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]


@dataclass(frozen=True)
class Waverer:
    """Lets players lay a tile and take it back now and then, and breaks rules at other times."""

    share: float
    tempter: Tempter | None

    def __call__(self, table: Table) -> bool:
        """Play a change of mind or a violation, if the dice and the moment allow one."""
        if table.rng.random() < self.share and self._wavers(table):
            return True
        return self.tempter is not None and self.tempter(table)

    def _wavers(self, table: Table) -> bool:
        state, seat = table.round, table.round.turn.seat
        moves = [] if state.awaiting or state.over else list(legal_moves(state, table.hands[seat]))
        singles = [move for move in moves if not move.link.is_double]
        if not singles or len(table.hands[seat]) < 2:
            return False
        move = table.rng.choice(singles)
        table.tell(TilePlaced(move.link, move.train, seat))
        table.tell(TakenBack(move.link.tile, move.train))
        return True


def _tempt(game: FilmGame) -> Waverer:
    codes = tuple(map(Code, game.codes)) or FILMED
    return Waverer(game.take_back, Tempter(game.violations, codes) if game.violations else None)


def film_record(recipe: FilmRecipe) -> str:
    """The record of the game that the film shows, no longer than the recipe wants."""
    game = recipe.game
    simulator = Simulator(parse_rules(game.rules), recipe.seed, game.players, tempt=_tempt(game))
    simulator.play_game(game.rounds)
    return "\n".join(_cut(record_of(simulator).split("\n"), game.plays))


def _cut(lines: list[str], plays: int) -> Iterator[str]:
    """The lines up to the last of so many tiles laid, and what goes with it."""
    laid = 0
    for line in lines:
        is_play = line.startswith("place ")
        if laid == plays and (is_play or line.startswith("draw ")):
            yield ""
            return
        laid += is_play
        yield line


def _remarks(text: str) -> dict[int, str]:
    """What stands behind the entries, by their numbers from 1."""
    entries = [line for line in text.split("\n") if line.split("#", 1)[0].strip() and line[:1] != "["]
    split = ((number, line.partition("#")[2].strip()) for number, line in enumerate(entries, 1))
    known = {code.value for code in Code}
    return {number: remark for number, remark in split if remark in known}


def _told(text: str) -> list[Told]:
    """The events that hold, each with its code and with whose turn it was before."""
    codes = _remarks(text)
    told = []
    state = NO_GAME
    try:
        for seq, event in resolve(parse_record(text).entries):
            turn = state.round.turn.seat if state.round and state.round.engine else None
            told.append(Told(event, codes.get(seq), turn))
            state, _ = judge(state, event)
    except (NotationError, LogError, EventError) as error:
        raise FilmError(str(error)) from error
    return told


def read_game(text: str) -> Game:
    """The game that a record tells; violations played on purpose stand behind a #."""
    told = _told(text)
    starts = [each.event for each in told if isinstance(each.event, GameStarted)]
    if len(starts) != 1:
        raise FilmError(f"a film needs a record with one game, got {len(starts)}")
    rounds: list[tuple[RoundStarted, list[Told]]] = []
    for each in told:
        if isinstance(each.event, RoundStarted):
            rounds.append((each.event, [each]))
        elif rounds:
            rounds[-1][1].append(each)
    if not rounds:
        raise FilmError("a film needs a record with a round")
    return Game(
        starts[0].rules, starts[0].seats, tuple(Round(start, tuple(events)) for start, events in rounds)
    )
