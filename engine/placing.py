"""Judging a tile that was laid, and laying it."""

from typing import NamedTuple, assert_never

from engine.access import duties_of, foreign, misfit, refusal, too_many_doubles
from engine.attribution import Entry, candidates, enter, settle
from engine.doubles import is_dead, pips_of
from engine.events import TilePlaced
from engine.laying import goes_out, lay, lay_aside
from engine.observation import Pose
from engine.problems import Code, Problem, Severity, problem
from engine.state import Ending, RoundState, Turn
from engine.trains import Link, Seat, TrainName, own_train

Judged = tuple[RoundState, tuple[Problem, ...]]

GRAVE = (Severity.ERROR, Severity.WARNING)


class Attempt(NamedTuple):
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
            return lay_aside(state, event, train), (ended, *looks)
        # Somebody can move after all.
        state = state.but(over=None)
    state, undone = settle(state, event.by)
    found = _attribute(state, event, train)
    entry = found.best.entry
    what = _what(entry, event, train)
    laid = lay(entry, event, train, is_grave=_has_error(*found.said, *what))
    if found.others and not event.link.is_double and laid.over is None:
        laid = _with_rivals(laid, found.others)
    problems = (*undone, *found.said, *what, *looks)
    return laid, (*problems, *_released(entry.state, laid), *_hand_notes(entry.seat, event.link, laid))


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


class Attribution(NamedTuple):
    """Who played, what to say about that, and who else it may have been."""

    best: Attempt
    said: tuple[Problem, ...]
    others: tuple[Attempt, ...] = ()
    """Explanations that need no more breaches than the best one."""


def _attribute(state: RoundState, event: TilePlaced, train: TrainName) -> Attribution:
    """Who played: the seat that was seen, or the one that needs the fewest breaches."""
    if event.by is not None:
        seen = _attempt(event, train, enter(state, event.by))
        return Attribution(seen, seen.problems)
    attempts = [_attempt(event, train, enter(state, seat, is_seen=False)) for seat in candidates(state)]
    # Of two breaches, somebody passing unseen is likelier than a tile on another's closed train.
    best = min(attempts, key=lambda each: (each.cost, each.cost and own_train(each.entry.seat) != train))
    rivals = tuple(each for each in attempts if each is not best and each.cost == best.cost)
    return Attribution(best, _doubted(best, attempts) if best.cost else best.problems, rivals)


def _doubted(best: Attempt, attempts: list[Attempt]) -> tuple[Problem, ...]:
    """The best explanation's problems; those that another explanation lacks become questions."""
    codes = [[p.code for p in each.problems] for each in attempts]
    common = set.intersection(*map(set, codes))

    def rival_of(code: Code) -> Code | None:
        return next((p for each in codes if code not in each for p in each if p not in common), None)

    return tuple(
        # What needs no assumption is certain from the table, whoever it was.
        each if each.code in common or each.assumption is None else each.as_warning(rival_of(each.code))
        for each in best.problems
    )


def _with_rivals(laid: RoundState, others: tuple[Attempt, ...]) -> RoundState:
    """The round with the turns that it may be if somebody else played."""
    known = {laid.turn.seat, *(each.seat for each in laid.rivals)}
    seats = (laid.after(each.entry.seat) for each in others if not each.entry.is_extra)
    turns = tuple(Turn(seat) for seat in seats if seat not in known)
    return laid.but(rivals=(*laid.rivals, *turns))


def _what(entry: Entry, event: TilePlaced, train: TrainName) -> tuple[Problem, ...]:
    """What is wrong with the tile itself, whoever laid it."""
    state = entry.state
    found = [foreign(state, event.link)]
    if not event.is_branch:
        found.append(misfit(state, event.link, train))
    elif not state.rules.branching_doubles:
        found.append(problem(Code.BRANCH_NOT_ALLOWED, tile=str(event.link), train=train))
    if event.link.is_double and not entry.is_extra:
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


def _hand_notes(seat: Seat, link: Link, after: RoundState) -> tuple[Problem, ...]:
    match after.hands[after.index(seat)]:
        case 0 if goes_out(after, seat, link):
            return (problem(Code.ROUND_OUT_SEEN, seat=seat),)
        case 1 if after.rules.announce_last != "off":
            return (problem(Code.LAST_TILE, seat=seat),)
        case _:
            return ()
