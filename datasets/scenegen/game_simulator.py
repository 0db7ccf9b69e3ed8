"""Seeded games of Mexican Train, legal or with violations played on purpose."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.dealing import round_count, tiles_each
from engine.events import (
    Drawn,
    GameStarted,
    HandRevealed,
    MarkerPlaced,
    MarkerTaken,
    Passed,
    RoundEnded,
    RoundStarted,
    TilePlaced,
    TurnEnded,
)
from engine.game import expected_starter
from engine.legal import legal_moves
from engine.passing import in_opening_run
from engine.problems import Code
from engine.rules import RuleSet, parse_rules
from engine.trains import Seat, check_seat, own_train
from scenegen.game_players import Style, choose
from scenegen.game_table import Happened, Table
from scenegen.game_violations import Tempter

LONGEST_ROUND = 5_000
"""Events; a round that takes more does not terminate."""

Tempt = Callable[[Table], bool]
"""Plays a violation if the moment allows one, and says whether it did."""


@dataclass
class Simulator:
    """Plays games; the same seed plays the same game."""

    rules: RuleSet
    seed: int
    players: int = 4
    styles: Sequence[Style] = tuple(Style)
    tempt: Tempt | None = None
    """Asked before every act."""
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = Table(random.Random(self.seed))  # noqa: S311 -- a game, no secret
        seats = tuple(check_seat(f"P{at + 1}") for at in range(self.players))
        self.table.tell(GameStarted(self.rules, seats))

    def play_game(self, rounds: int | None = None) -> tuple[Happened, ...]:
        """Play a game, or its first rounds, and tell everything that happened."""
        for number in range(1, (rounds or round_count(self.rules)) + 1):
            self.play_round(number)
        return tuple(self.table.log)

    def play_round(self, number: int) -> None:
        """Play one round to its end and count it."""
        table = self.table
        expected = expected_starter(table.game)
        holder_starts = self.rules.engine_source != "set_aside"
        starter = None if holder_starts else expected or table.rng.choice(table.game.seats)
        table.tell(RoundStarted(number, starter, tiles_each(self.rules, self.players)))
        table.deal(number)
        started = len(table.log)
        while table.round.over is None:
            if len(table.log) - started > LONGEST_ROUND:
                raise RuntimeError(f"round {number} of seed {self.seed} does not end")
            if table.round.awaiting is not None:
                table.tell(MarkerPlaced(own_train(table.round.awaiting)))
                continue
            if self.tempt is None or not self.tempt(table):
                self._act()
                continue
            for seat in table.game.seats:
                self._tidy(seat)
        self._count()

    def _count(self) -> None:
        """Show all hands and end the round."""
        table = self.table
        if self.tempt is not None:
            self.tempt(table)
        for seat, hand in table.hands.items():
            truth = Code.MUST_PLAY_VIOLATION if seat in table.held_back else None
            truth = Code.UNNEEDED_DRAW if seat in table.overdrawn else truth
            table.tell(HandRevealed(seat, tuple(hand)), truth)
        if self.tempt is not None:
            self.tempt(table)
        table.tell(RoundEnded())

    def _act(self) -> None:
        """The seat on turn does what it has to."""
        table, state = self.table, self.table.round
        seat = state.turn.seat
        moves = list(legal_moves(state, table.hands[seat]))
        if moves:
            style = self.styles[state.index(seat) % len(self.styles)]
            move = choose(table.rng, style, moves)
            table.tell(TilePlaced(move.link, move.train, seat))
            self._tidy(seat)
        elif in_opening_run(state, state.turn) and state.turn.played:
            table.tell(TurnEnded(seat))
        elif self._may_draw():
            table.tell(Drawn(seat))
        elif state.train(own_train(seat)).marker_seen:
            table.tell(Passed(seat))
        else:
            table.tell(MarkerPlaced(own_train(seat)))

    def _may_draw(self) -> bool:
        limit = self.rules.draw_limit
        draws = self.table.round.turn.draws
        return bool(self.table.boneyard) and (limit is None or draws < limit)

    def _tidy(self, seat: Seat) -> None:
        """Take the marker off as soon as it may come off; put one down if a double asks for it."""
        state = self.table.round
        train = state.train(own_train(seat))
        if train.marker_seen and train.is_released:
            self.table.tell(MarkerTaken(own_train(seat)))
        if state.awaiting == seat:
            self.table.tell(MarkerPlaced(own_train(seat)))


def record_of(simulator: Simulator) -> str:
    """The game so far as a record; each violation played on purpose stands behind its event."""
    rules = simulator.rules
    head = [f'[Rules "{rules}"]', f'[Seed "{simulator.seed}"]', f'[Players "{simulator.players}"]', ""]
    lines = [f"{each.event}{f'  # {each.truth}' if each.truth else ''}" for each in simulator.table.log]
    return "\n".join([*head, *lines, ""])


def play_record(rules: str, *, seed: int, players: int, rounds: int | None, violations: float) -> str:
    """A game played by the rule set of that text, as a record."""
    tempt = Tempter(violations) if violations else None
    simulator = Simulator(parse_rules(rules), seed, players, tempt=tempt)
    simulator.play_game(rounds)
    return record_of(simulator)
