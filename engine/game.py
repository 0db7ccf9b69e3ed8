"""A game: its rounds, scores and rules, built by replaying events."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.audit import audit_scores, unsatisfied_by
from engine.dealing import boneyard_after_deal, next_starter, round_count, tiles_each
from engine.events import (
    EngineLaid,
    Event,
    GameEnded,
    GameStarted,
    RoundEnded,
    RoundStarted,
    RulesChanged,
    ScoreEntered,
    TableEvent,
)
from engine.judge import judge_engine, judge_round
from engine.problems import Code, Problem, problem
from engine.rules import DEFAULT, RuleSet
from engine.scoring import Standings, round_scores, round_winners, standings
from engine.state import Ending, EventError, RoundState
from engine.text_forms import format_game
from engine.trains import Seat


@dataclass(frozen=True, slots=True)
class RoundScore:
    """How a round came out: who started and won it, points by seat where known."""

    number: int
    engine: int | None
    starter: Seat | None
    winner: Seat | None
    points: tuple[tuple[Seat, Fraction], ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that follows from the events so far."""

    rules: RuleSet = DEFAULT
    seats: tuple[Seat, ...] = ()
    scores: tuple[RoundScore, ...] = ()
    entered: tuple[tuple[Seat, Fraction], ...] = ()
    """Scores written down for the round under way."""
    round: RoundState | None = None
    is_over: bool = False

    def __str__(self) -> str:
        return format_game(self)

    @property
    def used_engines(self) -> tuple[int, ...]:
        """The values of earlier engine tiles."""
        return tuple(each.engine for each in self.scores if each.engine is not None)


NO_GAME = GameState()

JudgedGame = tuple[GameState, tuple[Problem, ...]]


def judge(state: GameState, event: Event) -> JudgedGame:  # noqa: PLR0911 -- a case for each event
    """The game after `event`, and what was wrong or worth saying about it."""
    match event:
        case GameStarted(rules, seats):
            tiles_each(rules, len(seats))
            return GameState(rules, seats), ()
        case RulesChanged(rules):
            return replace(state, rules=rules), ()
        case RoundStarted():
            return _start_round(state, event)
        case ScoreEntered():
            return _enter_score(state, event)
        case RoundEnded():
            return _end_round(state)
        case GameEnded():
            return replace(state, is_over=True), (_game_over(state),)
        case _:
            return _judge_table(state, event)


def _judge_table(state: GameState, event: TableEvent) -> JudgedGame:
    if state.round is None:
        raise EventError(f"{type(event).__name__} needs a round under way; start one first")
    if isinstance(event, EngineLaid):
        after, found = judge_engine(state.round, event, state.used_engines)
    else:
        after, found = judge_round(state.round, event)
    return GameState(state.rules, state.seats, state.scores, state.entered, after, state.is_over), found


def _start_round(state: GameState, event: RoundStarted) -> JudgedGame:
    if not state.seats:
        raise EventError("a round needs a game with seats; start one first")
    if event.starter is not None:
        _check_seated(state, event.starter)
    found: list[Problem] = []
    number = len(state.scores) + 1
    if event.number != number:
        skipped = problem(Code.ROUND_SKIPPED, n=event.number, m=round_count(state.rules), expected=number)
        found.append(skipped)
    expected = expected_starter(state)
    if event.starter and expected and event.starter != expected:
        found.append(problem(Code.WRONG_STARTER, expected=expected, came=event.starter))
    started = RoundState.new(state.rules, state.seats, number=event.number, starter=event.starter or expected)
    if event.dealt is not None:
        count = len(state.seats)
        due = tiles_each(state.rules, count)
        if event.dealt != due:
            found.append(problem(Code.WRONG_DEAL, expected=due, came=event.dealt))
        rest = boneyard_after_deal(state.rules, count)
        spare = (due - event.dealt) * count
        started = started.but(hands=(event.dealt,) * count, boneyard=max(0, rest + spare))
    return replace(state, round=started, entered=(), is_over=False), tuple(found)


def expected_starter(state: GameState) -> Seat | None:
    """Who should start the next round, as far as the rules and the last round say."""
    last = state.scores[-1] if state.scores else None
    if state.rules.engine_source != "set_aside":
        # Whoever turns out to hold the engine tile starts.
        return None
    return next_starter(
        state.rules,
        state.seats,
        last_starter=last.starter if last else None,
        last_winner=last.winner if last else None,
        engine_holder=None,
    )


def _check_seated(state: GameState, seat: Seat) -> None:
    if seat not in state.seats:
        raise EventError(f"{seat} does not sit at this table; there are {', '.join(state.seats)}")


def _enter_score(state: GameState, event: ScoreEntered) -> JudgedGame:
    _check_seated(state, event.seat)
    kept = tuple(each for each in state.entered if each[0] != event.seat)
    entered = (*kept, (event.seat, event.points))
    found = () if state.round is None else audit_scores(state.round, {event.seat: event.points})
    return replace(state, entered=entered), found


def _end_round(state: GameState) -> JudgedGame:
    if state.round is None:
        raise EventError("no round is under way that could end")
    ended = state.round
    hands = dict(ended.revealed)
    points: dict[Seat, Fraction] = {}
    winner = ended.over.winner if ended.over and ended.over.ending is Ending.OUT else None
    if winner is not None:
        hands.setdefault(winner, ())
    if set(hands) == set(state.seats):
        points = round_scores(state.rules, hands, unsatisfied_by(ended))
        winners = round_winners(state.rules, hands)
        winner = winner or (winners[0] if len(winners) == 1 else None)
    points |= dict(state.entered)
    number = len(state.scores) + 1
    engine = ended.engine.low if ended.engine is not None else None
    score = RoundScore(number, engine, ended.starter or ended.turn.seat, winner, tuple(points.items()))
    after = replace(state, scores=(*state.scores, score), entered=(), round=None)
    found = [problem(Code.ROUND_SKIPPED, n=number, m=round_count(state.rules))]
    if number >= round_count(state.rules) and not game_standings(after).needs_extra_round:
        after = replace(after, is_over=True)
        found.append(_game_over(after))
    return after, tuple(found)


def _game_over(state: GameState) -> Problem:
    winners = game_standings(state).winners if state.scores else ()
    return problem(Code.GAME_OVER, n=len(state.scores), winners="+".join(winners) or "-")


def game_standings(state: GameState) -> Standings:
    """Totals and winners of the rounds so far."""
    return standings(state.rules, [dict(each.points) for each in state.scores], state.seats)


def replay(events: Iterable[Event]) -> GameState:
    """The game that `events` lead to."""
    state = NO_GAME
    for event in events:
        state, _ = judge(state, event)
    return state


def judge_all(events: Iterable[Event]) -> tuple[GameState, list[tuple[Problem, ...]]]:
    """The game that `events` lead to, with the problems of each."""
    state, verdicts = NO_GAME, []
    for event in events:
        state, found = judge(state, event)
        verdicts.append(found)
    return state, verdicts
