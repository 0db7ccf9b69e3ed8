"""Asking ahead: what may be played, why not, and who owes what."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.access import duties_of, foreign, misfit, refusal, too_many_doubles
from engine.doubles import pips_of
from engine.notation import Reader
from engine.offers import offers
from engine.passing import in_opening_run
from engine.problems import Code, Problem, problem
from engine.state import RoundState
from engine.tiles import Tile, double_set, tile_bit
from engine.trains import Link, Seat, TrainName, own_train, read_link, read_train_name


@dataclass(frozen=True, slots=True, order=True)
class Play:
    """A move: a tile and the train to lay it on, hub-side end first."""

    link: Link
    train: TrainName

    def __str__(self) -> str:
        return f"{self.link} on {self.train}"


def parse_play(text: str) -> Play:
    """The move that `text` names."""
    reader = Reader(text)
    link = read_link(reader)
    reader.expect("on")
    return reader.finish(Play(link, read_train_name(reader)))


class LegalMoves:
    """The moves open to the seat on turn, worked out as they are asked for.

    Without a hand they are all moves that some tile not yet laid would allow.
    """

    def __init__(self, state: RoundState, hand: Iterable[Tile] | None = None) -> None:
        self._state = state
        self._hand = None if hand is None else tuple(dict.fromkeys(hand))

    def __iter__(self) -> Iterator[Play]:
        state = self._state
        if state.over is not None:
            return
        tiles = double_set(state.rules.max_pip) if self._hand is None else self._hand
        held = [tile for tile in tiles if not state.laid & tile_bit(tile)]
        for offer in offers(state, state.turn):
            end = offer.end
            for tile in held:
                if tile.low == tile.high == end:
                    if offer.takes_doubles:
                        yield Play(Link(end, end), offer.train)
                elif offer.takes_singles and end in (tile.low, tile.high):
                    yield Play(Link(end, tile.low + tile.high - end), offer.train)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Play):
            return False
        if self._hand is not None and move.link.tile not in self._hand:
            return False
        return why_not(self._state, move) is None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self))}>"


def legal_moves(state: RoundState, hand: Iterable[Tile] | None = None) -> LegalMoves:
    """The moves open to the seat on turn, as a lazy view."""
    return LegalMoves(state, hand)


def why_not(state: RoundState, move: Play) -> Problem | None:
    """Why the seat on turn may not make `move`; None when it may."""
    if state.over is not None:
        return problem(Code.PLAY_AFTER_ROUND_END, tile=str(move.link))
    train = state.name_of(move.train)
    turn = state.turn
    doubles = move.link.is_double
    reasons: tuple[Callable[[], Problem | None], ...] = (
        lambda: foreign(state, move.link),
        lambda: refusal(state, turn, duties_of(state, turn), train, is_double=doubles),
        lambda: too_many_doubles(state, turn) if doubles else None,
        lambda: misfit(state, move.link, train),
    )
    return next((found for reason in reasons if (found := reason()) is not None), None)


class DutyKind(StrEnum):
    """What a seat can owe."""

    SATISFY = "satisfy"
    """Play on an unsatisfied double."""
    FOLLOW_UP = "follow_up"
    """Play once more after a double."""
    PLAY = "play"
    """Play a tile, or draw and pass."""
    RUN_ON = "run_on"
    """Go on with the opening run, or say that it is over."""
    PUT_MARKER = "put_marker"
    """Put the marker on its own train."""
    COUNT = "count"
    """Show the hand: the round is over."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Who must do what now; `trains` are where, `pips` what the double asks for."""

    seat: Seat
    kind: DutyKind
    trains: tuple[TrainName, ...] = ()
    pips: tuple[int, ...] = ()
    may_draw: bool = False
    """Whether a tile may be drawn before giving up."""


def owed(state: RoundState) -> tuple[Duty, ...]:
    """What the table waits for, most urgent first."""
    if state.over is not None:
        return tuple(Duty(each, DutyKind.COUNT) for each in state.seats if each != state.over.winner)
    marker: tuple[Duty, ...] = ()
    if state.awaiting is not None:
        marker = (Duty(state.awaiting, DutyKind.PUT_MARKER, (own_train(state.awaiting),)),)
    return (*marker, _turn_duty(state))


def _turn_duty(state: RoundState) -> Duty:
    turn = state.turn
    duties = duties_of(state, turn)
    limit = state.rules.draw_limit
    may_draw = state.boneyard != 0 and (limit is None or turn.draws < limit)
    if duties.inherited:
        kind, due = DutyKind.SATISFY, duties.due
    elif in_opening_run(state, turn) and turn.played:
        return Duty(turn.seat, DutyKind.RUN_ON)
    elif turn.doubles:
        kind, due = DutyKind.FOLLOW_UP, duties.due
    else:
        return Duty(turn.seat, DutyKind.PLAY, may_draw=may_draw)
    pips = tuple(pips_of(state, each) for each in due)
    return Duty(turn.seat, kind, tuple(each.train for each in due), pips, may_draw)
