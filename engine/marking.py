"""Judging markers, draws and passes."""

from dataclasses import replace

from engine.attribution import enter, may_be_on_turn, settle
from engine.claims import ClaimKind, claims_after_draw
from engine.offers import claim
from engine.passing import block_noted, draw_missing, end_turn, in_opening_run, pass_turn
from engine.problems import Code, Problem, problem
from engine.state import RoundState, at_index
from engine.trains import Seat, TrainName, own_train

Judged = tuple[RoundState, tuple[Problem, ...]]


def judge_drawn(state: RoundState, seat: Seat) -> Judged:
    """The round after a draw."""
    boneyard = None if state.boneyard is None else max(0, state.boneyard - 1)
    taken = state.but(
        boneyard=boneyard,
        hands=at_index(state.hands, state.index(seat), 1),
        claims=claims_after_draw(state.claims, seat),
    )
    # Until the engine tile lies there, players draw in search of it.
    if state.over is not None or state.engine is None:
        return taken, ()
    taken, undone = settle(taken, seat)
    entry = enter(taken, seat)
    if entry.is_extra:
        return taken, (*undone, problem(Code.OUT_OF_TURN, seat=taken.turn.seat, came=seat))
    return _draw_on_turn(entry.state, (*undone, *entry.problems))


def _draw_on_turn(state: RoundState, problems: tuple[Problem, ...]) -> Judged:
    turn = state.turn
    limit = state.rules.draw_limit
    if limit is not None and turn.draws >= limit:
        problems = (*problems, problem(Code.TOO_MANY_DRAWS, seat=turn.seat, n=limit))
    # The tile just drawn was not held when the draw began: it counts itself.
    made = claims_after_draw(claim(state, ClaimKind.DRAW, is_seen=True), turn.seat)
    claims = (*state.claims, *made)
    return state.but(claims=claims, turn=replace(turn, draws=turn.draws + 1), last=None), problems


def judge_passed(state: RoundState, seat: Seat) -> Judged:
    """The round after a seat gave up its turn."""
    if state.over is not None:
        return state, ()
    settled, undone = settle(state, seat)
    entry = enter(settled, seat)
    if entry.is_extra or (entry.problems and _has_just_passed(settled, seat)):
        # Saying so once more after one's turn changes nothing.
        return settled, undone
    said = (*undone, *entry.problems, *draw_missing(entry.state))
    after = pass_turn(entry.state).but(last=None)
    return after, (*said, *block_noted(entry.state, after))


def _has_just_passed(state: RoundState, seat: Seat) -> bool:
    """Whether the turn before the one that has hardly begun was a pass of `seat`."""
    turn = state.turn
    is_last = state.previous is None and state.after(seat) == turn.seat and not (turn.played or turn.draws)
    return is_last and state.train(own_train(seat)).is_open


def judge_turn_ended(state: RoundState, seat: Seat) -> Judged:
    """The round after a seat said that its opening run, or its turn, is over."""
    turn = state.turn
    if turn.seat == seat and turn.played and in_opening_run(state, turn):
        return end_turn(state, with_tile=True).but(last=None), ()
    return judge_passed(state, seat)


def judge_marker_placed(state: RoundState, name: TrainName) -> Judged:
    """The round with a marker on a train: a pass, a debt paid, or a mistake."""
    seat = state.owner(name)
    train = state.train(name)
    marked = state.with_train(replace(train, marker_seen=True))
    if seat is None or state.over is not None:
        return marked, ()
    if state.awaiting == seat:
        return marked.but(awaiting=None), ()
    if (blamed := _wrong_train_for(state, seat)) is not None:
        return _on_wrong_train(state, blamed, name)
    if may_be_on_turn(state, seat):
        return _pass_by_marker(state, seat)
    if train.is_open or train.marker_seen:
        return marked, ()
    return marked, (problem(Code.MARKER_NOT_DUE, seat=seat, train=name),)


def _wrong_train_for(state: RoundState, seat: Seat) -> Seat | None:
    """The seat that has passed and whose marker has just gone to the train of `seat`."""
    turn = state.turn
    if turn.seat != seat:
        # An open train may get its marker back while another seat thinks.
        if state.train(own_train(seat)).is_open:
            return None
        return turn.seat if turn.draws else state.awaiting
    # With nothing to draw it may pass itself; once it has drawn or played, no marker is awaited any more.
    return None if state.boneyard == 0 else state.awaiting


def _on_wrong_train(state: RoundState, blamed: Seat, name: TrainName) -> Judged:
    said = (problem(Code.MARKER_WRONG_TRAIN, seat=blamed, expected=blamed, came=name),)
    # The pass comes first: the marker that went astray opened no train to the one who passed.
    passed = state if state.turn.seat != blamed else pass_turn(state).but(last=None)
    marked = passed.with_train(replace(passed.train(name), marker_seen=True))
    # It has been spoken of; it is not missed a second time.
    return marked.but(awaiting=None), (*said, *block_noted(state, passed))


def _pass_by_marker(state: RoundState, seat: Seat) -> Judged:
    """The seat on turn gives up by putting its marker down."""
    settled, undone = settle(state, seat)
    entered = enter(settled, seat).state
    turn = entered.turn
    said: tuple[Problem, ...] = draw_missing(entered)
    if in_opening_run(entered, turn) and turn.played and not turn.draws:
        said = (problem(Code.MARKER_NOT_DUE, seat=seat, train=own_train(seat)),)
    train = entered.train(own_train(seat))
    marked = entered.with_train(replace(train, marker_seen=True))
    after = pass_turn(marked).but(last=None)
    return after, (*undone, *said, *block_noted(marked, after))


def judge_marker_taken(state: RoundState, name: TrainName) -> Judged:
    """The round with a marker gone. Taken off too early, the train stays open by the rules."""
    train = state.train(name)
    gone = replace(train, marker_seen=False)
    if state.owner(name) is None or not train.is_open or not train.marker_seen:
        return state.with_train(gone), ()
    if train.is_released:
        return state.with_train(replace(gone, is_open=False, is_released=False)), ()
    return state.with_train(gone), (problem(Code.MARKER_REMOVED_EARLY, seat=name, train=name),)
