"""What shown hands tell of passes and draws: no flag, and unsaid until all hands lie open."""

from collections.abc import Iterator, Sequence

from engine.problems import Code, Problem
from engine.state import RoundState
from server.dashboard.desk import GameDesk, Held
from server.dashboard.view import LookBackView
from server.sayings import Names

AUDIT = frozenset({Code.MUST_PLAY_VIOLATION, Code.MUST_PLAY_POSSIBLE, Code.UNNEEDED_DRAW})


def looking_back(desk: GameDesk, held: Sequence[Held]) -> Iterator[LookBackView]:
    """What the hands of a round tell, once all of them lie open."""
    names = Names(desk.names)
    for each in held:
        for found in told(desk, each):
            if found.code in AUDIT:
                slots = dict(found.slots)
                yield LookBackView(
                    code=found.code.value,
                    seat=names.seat(str(slots["seat"])),
                    nth=str(slots["nth"]),
                    tile=str(slots["tile"]),
                )


def told(desk: GameDesk, held: Held) -> tuple[Problem, ...]:
    """The problems of an event that may be said now: nobody's passes are judged while others count."""
    if _is_open(desk, held):
        return held.problems
    return tuple(each for each in held.problems if each.code not in AUDIT)


def _is_open(desk: GameDesk, held: Held) -> bool:
    """Whether all hands of the event's round lie open."""
    under_way, then = desk.game.round, held.after.round
    if under_way is None or then is None or then.number != under_way.number:
        return True
    return _all_shown(under_way)


def _all_shown(state: RoundState) -> bool:
    shown = {seat for seat, _ in state.revealed}
    out = None if state.over is None else state.over.winner
    return all(seat in shown or seat == out for seat in state.seats)
