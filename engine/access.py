"""Where a turn may play: the one reason why not, if there is one."""

from typing import NamedTuple

from engine.doubles import due_first, inherited, laid_this_turn, pips_of
from engine.problems import Code, Problem, problem
from engine.state import RoundState, Turn, Unsatisfied
from engine.trains import MEXICAN, Link, Train, TrainName, own_train


class Duties(NamedTuple):
    """What binds a turn, worked out once for all trains."""

    inherited: tuple[Unsatisfied, ...]
    mine: tuple[Unsatisfied, ...]
    due: tuple[Unsatisfied, ...]
    """The ones that may be satisfied now: of the inherited, else of the turn's own."""
    own: Train
    """The seat's own train."""
    is_first_turn: bool


def duties_of(state: RoundState, turn: Turn) -> Duties:
    """The duties that `turn` is under."""
    old = inherited(state, turn)
    mine = laid_this_turn(state, turn)
    own = state.train(own_train(turn.seat))
    return Duties(old, mine, due_first(state, old or mine), own, state.completed[state.index(turn.seat)] == 0)


def _has(doubles: tuple[Unsatisfied, ...], train: TrainName) -> bool:
    return any(each.train == train for each in doubles)


def refusal(
    state: RoundState, turn: Turn, duties: Duties, train: TrainName, *, is_double: bool
) -> Problem | None:
    """Why `turn` may not play on `train`; None when it may. Matching ends are not looked at."""
    if duties.inherited:
        return _inherited_refusal(state, duties, train)
    if not is_double and (reason := _follow_up_refusal(state, turn, duties, train)) is not None:
        return reason
    if train == duties.own.name:
        return None
    return _first_turns_refusal(state, duties, train) or _closed_refusal(state, turn, train)


def too_many_doubles(state: RoundState, turn: Turn) -> Problem | None:
    """Why `turn` may lay no further double."""
    cap = state.rules.max_doubles_per_turn
    if cap is None or len(turn.doubles) < cap:
        return None
    return problem(Code.TOO_MANY_DOUBLES, n=cap, seat=turn.seat)


def _inherited_refusal(state: RoundState, duties: Duties, train: TrainName) -> Problem | None:
    if _has(duties.due, train):
        return None
    due = duties.due[0]
    if _has(duties.inherited, train):
        return _out_of_order(state, due, train)
    return problem(Code.UNSATISFIED_DOUBLE_IGNORED, v=pips_of(state, due), expected=due.train, came=train)


def _out_of_order(state: RoundState, due: Unsatisfied, train: TrainName) -> Problem:
    return problem(
        Code.DOUBLE_SATISFIED_OUT_OF_ORDER,
        v1=pips_of(state, due),
        v2=state.train(train).free_end or 0,
        expected=due.train,
        came=train,
    )


def _follow_up_refusal(state: RoundState, turn: Turn, duties: Duties, train: TrainName) -> Problem | None:
    """What the tile after this turn's own doubles is bound to."""
    if not duties.mine:
        return None
    has_several = len(turn.doubles) > 1 and state.rules.follow_multi != "anywhere"
    if _has(duties.mine, train):
        is_first = _has(duties.due, train)
        return None if is_first or not has_several else _out_of_order(state, duties.due[0], train)
    only_first = has_several and state.rules.follow_multi == "first_open_only"
    if not only_first and state.rules.follow_up != "on_double":
        return None
    due = duties.due[0]
    return problem(Code.FOLLOW_UP_NOT_ON_DOUBLE, v=pips_of(state, due), expected=due.train, came=train)


def _first_turns_refusal(state: RoundState, duties: Duties, train: TrainName) -> Problem | None:
    """The limits of a seat's first turn, and those of a seat without a train."""
    rules, seat = state.rules, duties.own.name
    has_own = bool(duties.own.links)
    if train == MEXICAN and not state.train(MEXICAN).links:
        waits_for_lap = rules.mexican_from == "second_turn" and duties.is_first_turn
        waits_for_own = rules.mexican_from == "after_own_started" and not has_own
        if waits_for_lap or waits_for_own:
            return problem(Code.MEXICAN_TRAIN_TOO_EARLY, seat=seat)
    if duties.is_first_turn:
        if rules.opening_targets == "own_only":
            return problem(Code.FIRST_TURN_OWN_TRAIN_ONLY, seat=seat, expected=seat, came=train)
    elif rules.own_train_first == "until_started" and not has_own:
        return problem(Code.OWN_TRAIN_FIRST, seat=seat, expected=seat, came=train)
    return None


def is_closed(state: RoundState, there: Train) -> bool:
    """Whether the train, if it is another seat's, tells nobody to play on it."""
    # A marker that ought not to lie there still told everybody to come and play.
    if there.is_open or there.marker_seen or state.rules.all_trains_public:
        return False
    return state.owner(there.name) is not None and not _has(state.unsatisfied, there.name)


def _closed_refusal(state: RoundState, turn: Turn, train: TrainName) -> Problem | None:
    if not is_closed(state, state.train(train)):
        return None
    return problem(Code.PLAY_ON_CLOSED_TRAIN, owner=train, train=train, seat=turn.seat)


def misfit(state: RoundState, link: Link, train: TrainName) -> Problem | None:
    """Why the touching ends do not match, if they do not."""
    end = state.train(train).free_end
    code = Code.MISMATCHED_END
    if end is None:
        if state.engine is None or not state.engine.is_double:
            return None
        end, code = state.engine.low, Code.TRAIN_START_MISMATCH
    if link.inner == end:
        return None
    return problem(code, tile=str(link), train=train, expected=end, came=link.inner)


def foreign(state: RoundState, link: Link) -> Problem | None:
    """Why the tile cannot be there at all: not of this set, or on the table already."""
    tile = link.tile
    if tile.high > state.rules.max_pip:
        return problem(Code.TILE_NOT_IN_SET, tile=str(tile), max=state.rules.max_pip)
    if state.is_laid(tile):
        return problem(Code.DUPLICATE_TILE, tile=str(tile))
    return None
