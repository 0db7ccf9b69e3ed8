"""How a turn ends: with a tile, or by passing."""

from engine.claims import ClaimKind
from engine.doubles import laid_this_turn
from engine.offers import claim
from engine.problems import Code, Problem, problem
from engine.state import Ending, Over, RoundState, Turn, trains_with
from engine.trains import Seat, Train, own_train


def in_opening_run(state: RoundState, turn: Turn) -> bool:
    """Whether `turn` is the one in which its seat lays out as much as it can."""
    return state.rules.opening == "run" and state.completed[state.index(turn.seat)] == 0


def end_turn(state: RoundState, *, with_tile: bool) -> RoundState:
    """The round with the turn over and the next seat on turn."""
    seat = state.turn.seat
    if _leaves_double(state):
        state = owe_marker(state, seat)
    index = state.index(seat)
    completed = (*state.completed[:index], state.completed[index] + 1, *state.completed[index + 1 :])
    state = state.but(
        completed=completed,
        turn=Turn(state.after(seat)),
        # Whoever was due when this seat acted out of turn may still come.
        rivals=tuple(each for each in state.rivals if each.seat != state.after(seat)),
        previous=seat if with_tile else None,
    )
    return finish_lap(state)


def _leaves_double(state: RoundState) -> bool:
    """Whether the turn leaves a double behind for which this table wants a marker."""
    if state.rules.marker_trigger == "no_play" or in_opening_run(state, state.turn):
        return False
    return bool(laid_this_turn(state, state.turn))


def finish_lap(state: RoundState) -> RoundState:
    """The round over, if somebody went out in an opening lap that had to be finished."""
    if state.rules.opening_out != "finish_lap" or 0 not in state.hands or state.over:
        return state
    if not state.lap_is_complete:
        return state
    # Going out twice in one lap: the one who played first wins.
    first = 0 if state.starter is None else state.index(state.starter)
    order = (*range(first, len(state.seats)), *range(first))
    winner = next(state.seats[at] for at in order if state.hands[at] == 0)
    return state.but(over=Over(Ending.OUT, winner))


def owe_marker(state: RoundState, seat: Seat) -> RoundState:
    """The round with the seat's train open; its marker is awaited unless it lies there."""
    train = state.train(own_train(seat))
    opened = Train(train.name, train.links, is_open=True, marker_seen=train.marker_seen)
    awaiting = state.awaiting if train.marker_seen else seat
    return state.but(trains=trains_with(state.trains, opened), awaiting=awaiting)


def pass_turn(state: RoundState, *, is_seen: bool = True) -> RoundState:
    """The round after the seat on turn could not play, or ended its opening run."""
    if in_opening_run(state, state.turn) and state.turn.played:
        return end_turn(state, with_tile=True)
    cannot_draw = state.boneyard == 0 or state.rules.draw_limit == 0
    passes = state.passes + 1 if cannot_draw else 0
    claims = (*state.claims, *claim(state, ClaimKind.PASS, is_seen=is_seen))
    state = owe_marker(state.but(claims=claims, passes=passes), state.turn.seat)
    state = end_turn(state, with_tile=False)
    if state.over is None and passes >= len(state.seats):
        return state.but(over=Over(Ending.BLOCKED))
    return state


def draw_missing(state: RoundState) -> tuple[Problem, ...]:
    """What to say when the seat on turn passes without having drawn."""
    can_draw = bool(state.boneyard) and state.rules.draw_limit != 0
    if not can_draw or state.turn.draws or (in_opening_run(state, state.turn) and state.turn.played):
        return ()
    return (problem(Code.DRAW_NOT_SEEN, seat=state.turn.seat),)


def block_noted(before: RoundState, after: RoundState) -> tuple[Problem, ...]:
    """What to say when nobody can move any more."""
    blocked = Over(Ending.BLOCKED)
    if after.over == blocked and before.over != blocked:
        return (problem(Code.ROUND_BLOCKED),)
    return ()
