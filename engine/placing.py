"""Judging a tile that was laid, and laying it."""

from dataclasses import dataclass, replace
from typing import assert_never

from engine.access import duties_of, foreign, misfit, refusal, too_many_doubles
from engine.attribution import Entry, candidates, enter, settle
from engine.doubles import is_dead, pips_of
from engine.events import Joint, Pose, TilePlaced
from engine.offers import claims_after_play
from engine.passing import end_turn, in_opening_run
from engine.problems import Code, Problem, Severity, problem
from engine.state import (
    Ending,
    LastPlay,
    Over,
    RoundState,
    Turn,
    Unsatisfied,
    at_index,
    tile_bit,
    trains_with,
)
from engine.trains import Link, Seat, Train, TrainName, own_train

Judged = tuple[RoundState, tuple[Problem, ...]]

GRAVE = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A play as one explanation has it: who, and what is then wrong with it."""

    entry: Entry
    where: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What this explanation has against the play."""
        return (*self.entry.problems, *self.where)

    @property
    def cost(self) -> int:
        """How many breaches the explanation needs."""
        return sum(each.severity in GRAVE for each in self.problems)


def judge_placed(state: RoundState, event: TilePlaced) -> Judged:
    """The round with the tile on the table, and what was wrong with that."""
    train = state.name_of(event.train)
    looks = _looks(event, train)
    if state.over is not None:
        if state.over.ending is Ending.OUT:
            ended = problem(Code.PLAY_AFTER_ROUND_END, tile=str(event.link))
            return _lay_aside(state, event.link, train, event.joint), (ended, *looks)
        # Somebody can move after all.
        state = state.but(over=None, passes=0)
    state, undone = settle(state, event.by)
    attempt, said = _attribute(state, event, train)
    what = _what(attempt, event, train)
    problems = (*undone, *said, *what, *looks)
    laid = _lay(attempt, event, train, is_grave=_has_error(*said, *what))
    return laid, (*problems, *_released(attempt.entry.state, laid), *_hand_notes(attempt, laid))


def _has_error(*problems: Problem) -> bool:
    return any(each.severity is Severity.ERROR for each in problems)


def _attempt(event: TilePlaced, train: TrainName, entry: Entry) -> Attempt:
    if entry.is_extra:
        return Attempt(entry, ())
    turn = entry.state.turn
    why = refusal(
        entry.state,
        turn,
        duties_of(entry.state, turn),
        train,
        is_double=event.link.is_double,
    )
    return Attempt(entry, () if why is None else (why,))


def _attribute(state: RoundState, event: TilePlaced, train: TrainName) -> tuple[Attempt, tuple[Problem, ...]]:
    """Who played: the seat that was seen, or the one that needs the fewest breaches."""
    if event.by is not None:
        seen = _attempt(event, train, enter(state, event.by))
        return seen, seen.problems
    attempts: list[Attempt] = []
    for seat in candidates(state):
        attempt = _attempt(event, train, enter(state, seat, is_seen=False))
        if not attempt.cost:
            return attempt, attempt.problems
        attempts.append(attempt)
    best = min(attempts, key=lambda each: each.cost)
    return best, _doubted(best, attempts)


def _doubted(best: Attempt, attempts: list[Attempt]) -> tuple[Problem, ...]:
    """The best explanation's problems; those that another explanation lacks become questions."""
    others = [each for each in attempts if each is not best]
    common = set.intersection(*({p.code for p in each.problems} for each in attempts))
    rival = next((p.code for each in others for p in each.problems if p.code not in common), None)
    return tuple(
        each if each.code in common else each.as_warning(rival if rival != each.code else None)
        for each in best.problems
    )


def _what(attempt: Attempt, event: TilePlaced, train: TrainName) -> tuple[Problem, ...]:
    """What is wrong with the tile itself, whoever laid it."""
    state = attempt.entry.state
    found = [foreign(state, event.link)]
    if event.joint is Joint.TAIL:
        found.append(misfit(state, event.link, train))
    elif not state.rules.branching_doubles:
        found.append(problem(Code.BRANCH_NOT_ALLOWED, tile=str(event.link), train=train))
    if event.link.is_double and not attempt.entry.is_extra:
        found.append(too_many_doubles(state, state.turn))
    return tuple(each for each in found if each is not None)


def _looks(event: TilePlaced, train: TrainName) -> tuple[Problem, ...]:
    """What is untidy about how the tile lies."""
    match event.pose:
        case Pose.INLINE if event.link.is_double:
            return (problem(Code.DOUBLE_NOT_SIDEWAYS, tile=str(event.link), train=train),)
        case Pose.CROSSWISE if not event.link.is_double:
            return (problem(Code.SINGLE_SIDEWAYS, tile=str(event.link), train=train),)
        case Pose.INLINE | Pose.CROSSWISE | None:
            return ()
        case _ as never:
            assert_never(never)


def _lay(attempt: Attempt, event: TilePlaced, train: TrainName, *, is_grave: bool) -> RoundState:
    """The round with the tile laid and the turn moved on."""
    entry = attempt.entry
    before, seat = entry.state, entry.seat
    state = _on_table(before, event.link, train, event.joint, seat)
    state = state.but(
        hands=at_index(state.hands, state.index(seat), -1),
        claims=claims_after_play(state.claims, seat, event.link.tile),
        passes=0,
    )
    if _lets_marker_off(state, train, seat):
        state = _release(state, seat)
    moved_on = state if entry.is_extra else _move_on(state, event, train, is_grave=is_grave)
    there, own = before.train(train), before.train(own_train(seat))
    covered = next((each for each in before.unsatisfied if each.train == train), None)
    return moved_on.but(
        last=LastPlay(
            mover=seat,
            train=train,
            link=event.link,
            before=before.turn,
            covered=covered if event.joint is Joint.TAIL and there.links else None,
            was_open=own.is_open,
            was_released=own.is_released,
            ended_turn=moved_on.completed != before.completed,
            previous=before.previous,
        ),
    )


def _lets_marker_off(state: RoundState, train: TrainName, seat: Seat) -> bool:
    """Whether this play lets the seat's marker come off."""
    own = own_train(seat)
    return state.train(own).is_open and (train == own or state.rules.marker_off == "any_play")


def _release(state: RoundState, seat: Seat) -> RoundState:
    train = state.train(own_train(seat))
    # Where no marker lies there is none to take off: the train closes at once.
    return state.with_train(replace(train, is_open=train.marker_seen, is_released=train.marker_seen))


def _on_table(state: RoundState, link: Link, name: TrainName, joint: Joint, by: Seat | None) -> RoundState:
    """The table with the tile on it, and the unsatisfied doubles that are left."""
    if joint is Joint.SIDE:
        return state.but(strays=(*state.strays, link.tile), laid=state.laid | tile_bit(link.tile))
    train = state.train(name)
    grown = Train(name, (*train.links, link), train.is_open, train.marker_seen, train.is_released)
    unsatisfied = state.unsatisfied
    if unsatisfied:
        unsatisfied = tuple(each for each in unsatisfied if each.train != name)
    if link.is_double:
        unsatisfied = (*unsatisfied, Unsatisfied(name, by, sum(state.completed)))
    return state.but(
        trains=trains_with(state.trains, grown),
        unsatisfied=unsatisfied,
        laid=state.laid | tile_bit(link.tile),
    )


def _lay_aside(state: RoundState, link: Link, train: TrainName, joint: Joint) -> RoundState:
    """The tile on the table without any effect on the turn."""
    return _on_table(state, link, train, joint, None).but(last=None)


def _move_on(state: RoundState, event: TilePlaced, train: TrainName, *, is_grave: bool) -> RoundState:
    """The turn after the tile: the same seat's, the next seat's, or nobody's."""
    turn, seat = state.turn, state.turn.seat
    doubles = (*turn.doubles, train) if event.link.is_double else turn.doubles
    draws = 0 if event.link.is_double else turn.draws
    state = state.but(turn=Turn(seat, turn.played + 1, doubles, draws), rivals=())
    if _goes_out(state, event.link):
        return _out(state)
    in_run = in_opening_run(state, state.turn)
    if in_run or (event.link.is_double and state.rules.follow_up != "none"):
        # After a breach the table may take the turn as used.
        rivals = (Turn(state.after(seat)),) if is_grave and not in_run else ()
        return state.but(rivals=rivals)
    return end_turn(state, with_tile=True)


def _goes_out(state: RoundState, link: Link) -> bool:
    is_empty = state.hands[state.index(state.turn.seat)] == 0
    return is_empty and (state.rules.go_out_on_double or not link.is_double)


def _out(state: RoundState) -> RoundState:
    if state.rules.opening_out == "finish_lap":
        return end_turn(state, with_tile=True)
    return state.but(over=Over(Ending.OUT, state.turn.seat))


def _released(before: RoundState, after: RoundState) -> tuple[Problem, ...]:
    """Doubles that this tile has released by being the last of their number."""
    if not after.unsatisfied or not after.rules.dead_release:
        return ()
    ends = {pips_of(after, each) for each in after.unsatisfied}
    return tuple(
        problem(Code.DEAD_NUMBER_RELEASED, v=pips)
        for pips in sorted(ends)
        if is_dead(after, pips) and not is_dead(before, pips)
    )


def _hand_notes(attempt: Attempt, after: RoundState) -> tuple[Problem, ...]:
    seat = attempt.entry.seat
    match after.hands[after.index(seat)]:
        case 0:
            return (problem(Code.ROUND_OUT_SEEN, seat=seat),)
        case 1 if after.rules.announce_last != "off":
            return (problem(Code.LAST_TILE, seat=seat),)
        case _:
            return ()
