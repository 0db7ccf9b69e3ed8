"""What a hand would come to, and which of its tiles cannot be there: told before it is confirmed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from engine.scoring import hand_value
from engine.state import RoundState
from engine.tiles import Tile
from engine.trains import Seat
from server.dashboard.desk import DeskError, GameDesk, no_seat
from server.dashboard.view import Shown
from server.sayings import Names
from server.words import Saying

Reason = Literal["on_hub", "on_train", "in_hand", "twice", "not_in_set"]


class Conflict(Shown):
    """A tile that cannot be in this hand. where: the train or the seat that has it, by its name."""

    tile: str
    reason: Reason
    where: str | Saying = ""


class HandCheck(Shown):
    """A hand before it is shown: its value under the rules, and what cannot be."""

    value: int
    tiles: int
    expected: int | None
    """How many tiles the seat should hold, where that is known."""
    conflicts: list[Conflict]


def check_hand(desk: GameDesk, seat: Seat, tiles: Sequence[Tile]) -> HandCheck:
    """Hold a seat's tiles against table, other hands and set."""
    state = desk.game.round
    if state is None:
        raise DeskError(Saying("error.no_round"))
    if seat not in state.seats:
        raise DeskError(no_seat(seat, state.seats))
    return HandCheck(
        value=hand_value(desk.game.rules, tiles),
        tiles=len(tiles),
        expected=state.hands[state.index(seat)],
        conflicts=list(_conflicts(state, seat, tiles, Names(desk.names))),
    )


def hands_lie_open(desk: GameDesk) -> bool:
    """Whether the round is at its end, so that the camera may look at hands: else they are private."""
    state = desk.game.round
    return state is not None and bool(state.over or state.revealed or desk.game.entered)


def _conflicts(state: RoundState, seat: Seat, tiles: Sequence[Tile], names: Names) -> Iterator[Conflict]:
    others = {tile: other for other, hand in state.revealed if other != seat for tile in hand}
    lying = {link.tile: train.name for train in state.trains for link in train.links}
    # In the order of the hand, each tile once.
    for tile, times in Counter(tiles).items():
        text = str(tile)
        if tile.high > state.rules.max_pip:
            yield Conflict(tile=text, reason="not_in_set", where=str(state.rules.max_pip))
        elif tile == state.engine:
            yield Conflict(tile=text, reason="on_hub")
        elif tile in lying:
            yield Conflict(tile=text, reason="on_train", where=names.train(lying[tile]))
        elif tile in others:
            yield Conflict(tile=text, reason="in_hand", where=names.seat(others[tile]))
        elif times > 1:
            yield Conflict(tile=text, reason="twice")
