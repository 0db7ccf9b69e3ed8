"""Unsatisfied doubles: which still bind, and which comes first."""

from typing import assert_never

from engine.state import RoundState, Turn, Unsatisfied
from engine.tiles import pips_mask


def is_dead(state: RoundState, pips: int) -> bool:
    """Whether every tile that shows `pips` lies on hub or trains, so that none can come."""
    mask = pips_mask(pips, state.rules.max_pip)
    return state.laid & mask == mask


def dead_pips(state: RoundState) -> tuple[int, ...]:
    """All values of which no tile is left to play."""
    return tuple(pips for pips in range(state.rules.max_pip + 1) if is_dead(state, pips))


def pips_of(state: RoundState, double: Unsatisfied) -> int:
    """The value of an unsatisfied double."""
    pips = state.train(double.train).free_end
    assert pips is not None, "an unsatisfied double lies in a train"  # noqa: S101
    return pips


def live_doubles(state: RoundState) -> tuple[Unsatisfied, ...]:
    """Unsatisfied doubles, oldest first, without those that a dead number has released."""
    if not state.unsatisfied or not state.rules.dead_release:
        return state.unsatisfied
    return tuple(each for each in state.unsatisfied if not is_dead(state, pips_of(state, each)))


def lock_holds(state: RoundState) -> bool:
    """Whether unsatisfied doubles bind later turns at all just now."""
    # A double at the end of an opening run binds nobody until the first lap is over.
    waits = state.rules.opening == "run" and not state.lap_is_complete
    return state.rules.unsatisfied_double_lock and not waits


def inherited(state: RoundState, turn: Turn) -> tuple[Unsatisfied, ...]:
    """Live doubles of earlier turns, which `turn` has to satisfy before anything else."""
    if not state.unsatisfied or not lock_holds(state):
        return ()
    return tuple(each for each in live_doubles(state) if each.train not in turn.doubles)


def laid_this_turn(state: RoundState, turn: Turn) -> tuple[Unsatisfied, ...]:
    """Live doubles that `turn` itself has laid."""
    if not turn.doubles:
        return ()
    return tuple(each for each in live_doubles(state) if each.train in turn.doubles)


def due_first(state: RoundState, doubles: tuple[Unsatisfied, ...]) -> tuple[Unsatisfied, ...]:
    """Those of `doubles` that the closing order allows to be satisfied now."""
    match state.rules.closing_order:
        case "fifo":
            return doubles[:1]
        case "lifo":
            return doubles[-1:]
        case "any":
            return doubles
        case _ as never:
            assert_never(never)
