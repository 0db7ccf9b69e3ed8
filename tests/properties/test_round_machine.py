"""Any acts in any order, legal or not: what must hold of a round holds after each of them."""

from engine_strategies import rule_sets
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from round_texts import grave

from engine.doubles import live_doubles
from engine.events import (
    Drawn,
    EngineLaid,
    Event,
    MarkerPlaced,
    MarkerTaken,
    Passed,
    RoundStarted,
    TakenBack,
    TilePlaced,
    TurnEnded,
)
from engine.events import GameStarted as Started
from engine.expecting import observe
from engine.game import NO_GAME, GameState, judge, replay
from engine.game_notation import parse_game
from engine.legal import Play, legal_moves, owed, why_not
from engine.reconcile import reconcile
from engine.reconciliation import Unchanged
from engine.rules import RuleSet
from engine.state import RoundState
from engine.tiles import double_set
from engine.trains import MEXICAN, Link, TrainName, check_seat, own_train

SEATS = tuple(check_seat(f"P{n}") for n in (1, 2, 3))
TRAINS: tuple[TrainName, ...] = (*map(own_train, SEATS), MEXICAN)
seats = st.sampled_from(SEATS)
trains = st.sampled_from(TRAINS)


class RoundMachine(RuleBasedStateMachine):
    """A round at a lively table."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.games: list[GameState] = [NO_GAME]

    @property
    def game(self) -> GameState:
        return self.games[-1]

    @property
    def state(self) -> RoundState:
        assert self.game.round is not None
        return self.game.round

    def happen(self, event: Event) -> set[str]:
        after, problems = judge(self.game, event)
        self.events.append(event)
        self.games.append(after)
        return grave(problems)

    @initialize(rules=rule_sets(sizes=(4, 6)), dealt=st.integers(1, 5), starter=st.none() | seats)
    def begin(self, rules: RuleSet, dealt: int, starter: str | None) -> None:
        self.happen(Started(rules, SEATS))
        self.happen(RoundStarted(1, None if starter is None else check_seat(starter), dealt))
        self.happen(EngineLaid(double_set(rules.max_pip)[-1]))

    @rule(data=st.data())
    def play_by_the_rules(self, data: st.DataObject) -> None:
        moves = list(legal_moves(self.state))
        if not moves:
            return
        move = data.draw(st.sampled_from(moves))

        said = self.happen(TilePlaced(move.link, move.train, self.state.turn.seat))

        # What an earlier turn left undone may be noticed now; the move itself is in order.
        assert said <= {"marker_missing", "marker_left_on"}

    @rule(tile=st.integers(0, 1000), turned=st.booleans(), train=trains, by=st.none() | seats)
    def lay_any_tile(self, tile: int, turned: bool, train: TrainName, by: str | None) -> None:
        tiles = double_set(self.state.rules.max_pip)
        link = Link(tiles[tile % len(tiles)].low, tiles[tile % len(tiles)].high)
        self.happen(
            TilePlaced(link.turned() if turned else link, train, None if by is None else check_seat(by))
        )

    @rule(seat=seats)
    def draw(self, seat: str) -> None:
        self.happen(Drawn(check_seat(seat)))

    @rule(seat=seats)
    def give_up(self, seat: str) -> None:
        self.happen(Passed(check_seat(seat)))

    @rule(seat=seats)
    def end_turn(self, seat: str) -> None:
        self.happen(TurnEnded(check_seat(seat)))

    @rule(train=trains)
    def put_marker(self, train: TrainName) -> None:
        self.happen(MarkerPlaced(train))

    @rule(train=trains)
    def take_marker(self, train: TrainName) -> None:
        self.happen(MarkerTaken(train))

    @precondition(lambda self: self.state.last is not None)
    @rule()
    def take_back_at_once(self) -> None:
        last = self.state.last
        assert last is not None

        assert self.happen(TakenBack(last.link.tile, last.train)) == set()
        assert self.state.turn == last.before

    @precondition(lambda self: len(self.games) > 4)
    @rule()
    def undo(self) -> None:
        """Always possible in time, so that no run ends for want of a rule."""
        self.games.pop()
        self.events.pop()

    @invariant()
    def the_state_is_what_its_events_lead_to(self) -> None:
        assert replay(self.events) == self.game

    @invariant()
    def the_state_is_one_line_that_parses_back(self) -> None:
        assert parse_game(str(self.game)) == self.game

    @precondition(lambda self: self.game.round is not None)
    @invariant()
    def a_look_without_change_explains_nothing(self) -> None:
        assert isinstance(reconcile(self.state, observe(self.state)), Unchanged)

    @precondition(lambda self: self.game.round is not None)
    @invariant()
    def unsatisfied_doubles_are_trains_that_end_in_a_double(self) -> None:
        for double in self.state.unsatisfied:
            assert self.state.train(double.train).links[-1].is_double
        assert set(live_doubles(self.state)) <= set(self.state.unsatisfied)

    @precondition(lambda self: self.game.round is not None)
    @invariant()
    def every_move_is_legal_or_has_a_reason(self) -> None:
        moves = legal_moves(self.state)
        listed = set(moves)
        for tile in double_set(self.state.rules.max_pip)[::5]:
            for train in TRAINS:
                for link in (Link(tile.low, tile.high), Link(tile.high, tile.low)):
                    move = Play(link, train)
                    assert (move in listed) == (why_not(self.state, move) is None) == (move in moves)

    @precondition(lambda self: self.game.round is not None)
    @invariant()
    def somebody_owes_something(self) -> None:
        assert owed(self.state)


RoundMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=15)
TestRoundMachine = RoundMachine.TestCase
