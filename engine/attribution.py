"""Whose act is it: the turn as a small ranked set of explanations."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from engine.passing import in_opening_run, pass_turn
from engine.problems import Code, Problem, problem
from engine.state import RoundState, Turn
from engine.trains import Seat, own_train


class Entry(NamedTuple):
    """A seat about to act: the round as it then stands, and what is odd about it.

    is_extra: the seat has had its turn already; the turn stays with the next one.
    """

    state: RoundState
    seat: Seat
    problems: tuple[Problem, ...] = ()
    is_extra: bool = False


def enter(state: RoundState, seat: Seat, *, is_seen: bool = True) -> Entry:
    """The round with `seat` on turn, by the likeliest way that leads there."""
    if state.turn.seat == seat and not state.rivals:
        return Entry(state, seat)
    for turn in (state.turn, *state.rivals):
        if turn.seat == seat:
            return Entry(state.but(turn=turn, rivals=()), seat)
    if state.is_fresh:
        expected = state.turn.seat
        notes = () if state.starter is None else (_said(Code.WRONG_STARTER, expected, seat),)
        return Entry(state.but(turn=Turn(seat)), seat, notes)
    if seat == state.previous and not _has_come_round(state, seat):
        return _enter_again(state, seat)
    return _enter_past_others(state, seat, is_seen=is_seen)


def may_be_on_turn(state: RoundState, seat: Seat) -> bool:
    """Whether it is, or may by unseen passes have become, that seat's turn."""
    if any(turn.seat == seat for turn in (state.turn, *state.rivals)):
        return True
    if state.is_fresh:
        return state.starter is None
    turn = state.turn
    # A draw or a single tells that the seat on turn has acted; counted tiles would show every pass.
    acted = turn.draws or (turn.played and not turn.doubles and not _has_run(state, turn.seat))
    if state.boneyard is not None or acted or state.train(own_train(seat)).is_open:
        return False
    return all(_marker_lies(state, each) or _has_run(state, each) for each in _skipped(state, seat))


def _said(code: Code, expected: Seat, came: Seat) -> Problem:
    return problem(code, seat=expected, expected=expected, came=came)


def _enter_again(state: RoundState, seat: Seat) -> Entry:
    """The seat that has just finished acts once more."""
    if _has_acted(state.turn):
        return Entry(state, seat, (_said(Code.OUT_OF_TURN, state.turn.seat, seat),), is_extra=True)
    return Entry(state, seat, (problem(Code.EXTRA_TILE_IN_TURN, seat=seat),), is_extra=True)


def _has_come_round(state: RoundState, seat: Seat) -> bool:
    """Whether it can be the turn of `seat` again, which was the last to finish one."""
    turn = state.turn
    return _others_have_passed(state) or (_has_acted(turn) and state.after(turn.seat) == seat)


def _has_acted(turn: Turn) -> bool:
    return bool(turn.draws or turn.played)


def _others_have_passed(state: RoundState) -> bool:
    """Whether everybody else can have passed without a trace since `previous` played."""
    # With a counted boneyard a pass leaves a trace: the tile drawn before it.
    if state.boneyard and state.rules.draw_limit != 0:
        return False
    turn = state.turn
    others = [each for each in state.seats if each != state.previous]
    return not turn.played and all(_marker_lies(state, each) for each in others)


def _marker_lies(state: RoundState, seat: Seat) -> bool:
    return state.train(own_train(seat)).marker_seen


def _skipped(state: RoundState, seat: Seat) -> tuple[Seat, ...]:
    """The seats from the one on turn up to `seat`."""
    start, count = state.index(state.turn.seat), len(state.seats)
    steps = (state.index(seat) - start) % count
    return tuple(state.seats[(start + step) % count] for step in range(steps))


def _has_run(state: RoundState, seat: Seat) -> bool:
    """Whether the seat is in an opening run that may be over."""
    is_current = seat == state.turn.seat
    return is_current and state.turn.played > 0 and in_opening_run(state, state.turn)


def _enter_past_others(state: RoundState, seat: Seat, *, is_seen: bool) -> Entry:
    # A run ends at the next seat's tile: the seat after it was due.
    skipped = tuple(each for each in _skipped(state, seat) if not _has_run(state, each))
    loud = tuple(each for each in skipped if not _marker_lies(state, each))
    if not loud or len(skipped) == 1:
        return _enter_after_passes(state, seat, loud)
    expected = state.turn
    turn = Turn(seat)
    rivals = tuple(each for each in (expected, *state.rivals) if each.seat != seat)
    code = Code.OUT_OF_TURN if is_seen else Code.TURN_SKIPPED
    said = replace(_said(code, expected.seat, seat), rival=Code.MARKER_MISSING)
    return Entry(state.but(turn=turn, rivals=rivals), seat, (said,))


def _enter_after_passes(state: RoundState, seat: Seat, loud: tuple[Seat, ...]) -> Entry:
    problems = tuple(problem(Code.MARKER_MISSING, seat=each) for each in loud)
    state = state.but(rivals=())
    while state.turn.seat != seat:
        state = pass_turn(state, is_seen=False)
    awaiting = None if state.awaiting in loud else state.awaiting
    # The seat acts, so the round was not over after all.
    return Entry(state.but(awaiting=awaiting, over=None), seat, problems)


def candidates(state: RoundState) -> Iterator[Seat]:
    """Who may have acted when nobody saw it, the likeliest first."""
    likely = chain(
        (turn.seat for turn in (state.turn, *state.rivals)),
        _clockwise(state),
    )
    return iter(dict.fromkeys(likely))


def _clockwise(state: RoundState) -> Iterator[Seat]:
    seat = state.turn.seat
    for _ in state.seats:
        seat = state.after(seat)
        yield seat


def settle(state: RoundState, seat: Seat | None) -> tuple[RoundState, tuple[Problem, ...]]:
    """What the latest turn left undone, said once when somebody else acts."""
    problems: list[Problem] = []
    if state.awaiting is not None and state.awaiting != seat:
        problems.append(problem(Code.MARKER_MISSING, seat=state.awaiting))
        state = state.but(awaiting=None)
    previous, turn = state.previous, state.turn
    if previous in (None, seat) or turn.played or turn.draws:
        return state, tuple(problems)
    train = state.train(own_train(previous))
    if train.marker_seen and train.is_released:
        left = problem(Code.MARKER_LEFT_ON, seat=previous)
        problems.append(left.as_duty() if state.rules.marker_off_is_duty else left)
    return state, tuple(problems)
