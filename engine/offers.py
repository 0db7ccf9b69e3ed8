"""The values that a turn can play on, and the claims that hang on them."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.access import duties_of, is_closed, refusal, too_many_doubles
from engine.claims import Claim, ClaimKind
from engine.state import RoundState, Turn
from engine.trains import Train, TrainName


class Offer(NamedTuple):
    """A train that a turn may play on, the end it offers, and to which tiles."""

    train: TrainName
    end: int
    takes_singles: bool
    takes_doubles: bool


def end_of(state: RoundState, train: Train) -> int | None:
    """What the train asks of its next tile; None while no engine tile says it."""
    if train.links:
        return train.links[-1].outer
    return state.engine.low if state.engine is not None and state.engine.is_double else None


def offers(state: RoundState, turn: Turn) -> Iterator[Offer]:
    """All trains that `turn` may play on."""
    duties = duties_of(state, turn)
    doubles_left = too_many_doubles(state, turn) is None
    for train in state.trains:
        end = end_of(state, train)
        # Most trains are closed to most seats: that is told without giving the reason.
        if end is None or (train is not duties.own and is_closed(state, train)):
            continue
        singles = refusal(state, turn, duties, train.name, is_double=False) is None
        # Only a turn's own doubles treat a further double differently from a single.
        doubles = refusal(state, turn, duties, train.name, is_double=True) is None if duties.mine else singles
        if singles or (doubles and doubles_left):
            yield Offer(train.name, end, singles, doubles and doubles_left)


def claim(state: RoundState, kind: ClaimKind, *, is_seen: bool) -> tuple[Claim, ...]:
    """The claim that the seat on turn makes now by passing or drawing; none where nobody has to play."""
    if not state.rules.must_play:
        return ()
    found = tuple(offers(state, state.turn))
    return (
        Claim(
            kind,
            state.turn.seat,
            ends=tuple(sorted({offer.end for offer in found if offer.takes_singles})),
            doubles=tuple(sorted({offer.end for offer in found if offer.takes_doubles})),
            draws=0,
            is_seen=is_seen,
        ),
    )
