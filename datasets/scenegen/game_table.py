"""The hidden side of a simulated game: what every seat holds and what is left to draw."""

import random
from dataclasses import dataclass, field

from engine.dealing import engine_may_be_lower, next_engine, tiles_each
from engine.events import (
    BoneyardCounted,
    Drawn,
    EngineLaid,
    Event,
    HandCounted,
    TakenBack,
    TilePlaced,
    TrainAssigned,
)
from engine.game import NO_GAME, GameState, judge
from engine.problems import Code, Problem
from engine.state import RoundState
from engine.tiles import Tile, double_set
from engine.trains import MEXICAN, Seat, own_train


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a simulated game, what the engine said, and what it has to say."""

    event: Event
    problems: tuple[Problem, ...]
    truth: Code | None = None
    """The code of the violation that was played on purpose."""
    state: GameState = NO_GAME
    """The game after the event."""


@dataclass
class Table:
    """A game being played: the engine's view and the tiles that it cannot see."""

    rng: random.Random
    game: GameState = NO_GAME
    hands: dict[Seat, list[Tile]] = field(default_factory=dict)
    boneyard: list[Tile] = field(default_factory=list)
    log: list[Happened] = field(default_factory=list)
    held_back: set[Seat] = field(default_factory=set)
    """Seats that passed with a playable tile in this round, where the hand will prove it."""
    overdrawn: set[Seat] = field(default_factory=set)
    """Seats that drew with playable tiles in this round, where the hand will prove it."""

    @property
    def round(self) -> RoundState:
        """The round under way."""
        if self.game.round is None:
            raise RuntimeError("no round is under way")
        return self.game.round

    def tell(self, event: Event, truth: Code | None = None, mover: Seat | None = None) -> None:
        """Let an event happen: hands and boneyard follow, the engine judges.

        mover: who did it, where the event does not say so because nobody saw it.
        """
        match event:
            case TilePlaced(link, _, by) if (hand := by or mover) is not None:
                self.hands[hand].remove(link.tile)
            case Drawn(seat):
                self.hands[seat].append(self.boneyard.pop())
            case TakenBack(tile) if (last := self.round.last) is not None and last.link.tile == tile:
                self.hands[last.mover].append(tile)
            case _:
                pass
        self.game, problems = judge(self.game, event)
        self.log.append(Happened(event, problems, truth, self.game))

    def deal(self, number: int) -> None:
        """Give every train a slot, shuffle, deal, and lay the engine tile as the rules have it."""
        rules, seats = self.game.rules, self.game.seats
        for slot, train in enumerate((*map(own_train, seats), MEXICAN), start=1):
            self.tell(TrainAssigned(slot, train))
        due = next_engine(rules, number, self.game.used_engines)
        stock = list(double_set(rules.max_pip))
        set_aside = rules.engine_source == "set_aside"
        if set_aside:
            stock.remove(due)
        self.rng.shuffle(stock)
        each = tiles_each(rules, len(seats))
        self.hands = {seat: [stock.pop() for _ in range(each)] for seat in seats}
        self.boneyard = stock
        self.held_back, self.overdrawn = set(), set()
        if set_aside:
            self.tell(EngineLaid(due))
        else:
            self._lay_held_engine(due)

    def _lay_held_engine(self, due: Tile) -> None:
        rules = self.game.rules
        order = self.game.seats
        if engine_may_be_lower(rules):
            held = [
                tile
                for hand in self.hands.values()
                for tile in hand
                if tile.is_double and tile <= due and tile.low not in self.game.used_engines
            ]
            due = max(held, default=due)
        turn = 0
        while (holder := self._holder(due)) is None:
            self._search(order[turn % len(order)])
            turn += 1
        self.hands[holder].remove(due)
        self.tell(EngineLaid(due, holder))

    def _search(self, seat: Seat) -> None:
        """A draw in search of the engine tile."""
        if self.game.rules.engine_search_tiles == "keep":
            self.tell(Drawn(seat))
            return
        # Turned up, not the one, turned down again: nothing changes but the order.
        self.boneyard.insert(0, self.boneyard.pop())
        due = next_engine(self.game.rules, self.round.number, self.game.used_engines)
        if self.boneyard[-1] == due:
            self.tell(Drawn(seat))

    def _holder(self, tile: Tile) -> Seat | None:
        return next((seat for seat, hand in self.hands.items() if tile in hand), None)

    def counts(self) -> tuple[Event, ...]:
        """What a look at all hands and the boneyard tells."""
        hands = (HandCounted(seat, len(hand)) for seat, hand in self.hands.items())
        return (*hands, BoneyardCounted(len(self.boneyard)))
