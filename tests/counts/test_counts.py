"""Counts of lines of play, as perft is for chess: a file per house rule, positions with all hands open.

The first rows of `plain.counts` were counted by hand on a double-2 set; the others come from the slow
oracle and are frozen. A line is a run of acts: each legal tile, or a pass where there is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from oracles import Board, House
from round_texts import ts

from engine.events import MarkerPlaced, MarkerTaken, Passed, TilePlaced
from engine.judge import judge_round
from engine.legal import Play, legal_moves
from engine.rules import RuleSet
from engine.state import RoundState
from engine.state_notation import parse_state
from engine.tiles import Tile
from engine.trains import Seat, own_train

FILES = sorted(Path(__file__).parent.glob("*.counts"))
Hands = dict[Seat, tuple[Tile, ...]]


@dataclass(frozen=True)
class Position:
    """A block of a counts file."""

    name: str
    state: RoundState
    hands: Hands
    counts: tuple[tuple[int, int], ...]


def positions(path: Path) -> Iterator[Position]:
    """The blocks of a file: id, state, a hand for each seat, counts by depth."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split("#")[0].strip() for line in block.splitlines()]
        fields = [line.partition(" ")[::2] for line in lines if line]
        if not fields:
            continue
        given = {key: value for key, value in fields if key in ("id", "state")}
        hands = {Seat(v.split()[0]): ts(" ".join(v.split()[1:])) for key, v in fields if key == "hand"}
        counts = tuple(tuple(map(int, value.split())) for key, value in fields if key == "count")
        state = parse_state(given["state"])
        sizes = tuple(len(hands[seat]) for seat in state.seats)
        yield Position(
            f"{path.stem}-{given['id']}",
            state.but(hands=sizes, boneyard=0),
            hands,
            tuple((row[0], row[1]) for row in counts),
        )


POSITIONS = [each for path in FILES for each in positions(path)]


def moved(state: RoundState, move: Play) -> RoundState:
    seat = state.turn.seat
    state, problems = judge_round(state, TilePlaced(move.link, move.train, seat))
    assert not [each for each in problems if each.severity in ("error", "warning")], problems
    own = state.train(own_train(seat))
    if own.is_released and own.marker_seen:
        state, problems = judge_round(state, MarkerTaken(own.name))
        assert problems == ()
    return state


def passed(state: RoundState) -> RoundState:
    seat = state.turn.seat
    marked = state.train(own_train(seat)).marker_seen
    state, problems = judge_round(state, Passed(seat) if marked else MarkerPlaced(own_train(seat)))
    assert {each.code for each in problems} <= {"round_blocked"}
    return state


def without(hands: Hands, seat: Seat, tile: Tile) -> Hands:
    return hands | {seat: tuple(each for each in hands[seat] if each != tile)}


def count(state: RoundState, hands: Hands, depth: int) -> int:
    if depth == 0:
        return 1
    if state.over is not None:
        return 0
    moves = list(legal_moves(state, hands[state.turn.seat]))
    if not moves:
        return count(passed(state), hands, depth - 1)
    return sum(split(state, hands, depth, moves).values())


def split(state: RoundState, hands: Hands, depth: int, moves: list[Play]) -> dict[str, int]:
    """The count by first move, to be read when a count is wrong."""
    seat = state.turn.seat
    return {
        str(move): count(moved(state, move), without(hands, seat, move.link.tile), depth - 1)
        for move in moves
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_engine_counts_as_many_lines(position: Position) -> None:
    for depth, expected in position.counts:
        found = count(position.state, position.hands, depth)
        moves = list(legal_moves(position.state, position.hands[position.state.turn.seat]))
        assert found == expected, (depth, split(position.state, position.hands, depth, moves))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_oracle_counts_as_many_lines(position: Position) -> None:
    board = board_of(position)
    for depth, expected in position.counts:
        assert board.count(depth) == expected, depth


def house_of(rules: RuleSet) -> House:
    return House(
        max_pip=rules.max_pip,
        opening_targets=rules.opening_targets,
        own_train_first=rules.own_train_first,
        mexican_from=rules.mexican_from,
        follow_up=rules.follow_up,
        follow_multi=rules.follow_multi,
        max_doubles=rules.max_doubles_per_turn,
        lock=rules.unsatisfied_double_lock,
        closing_order=rules.closing_order,
        dead_release=rules.dead_release,
        all_public=rules.all_trains_public,
    )


def board_of(position: Position) -> Board:
    state = position.state
    assert state.engine is not None
    names = {own_train(seat): str(at) for at, seat in enumerate(state.seats)}
    return Board(
        house=house_of(state.rules),
        engine=state.engine.low,
        hands=[list(position.hands[seat]) for seat in state.seats],
        trains={
            names.get(train.name, str(train.name)): [(link.inner, link.outer) for link in train.links]
            for train in state.trains
        },
        turn=state.index(state.turn.seat),
        marked={names[train.name] for train in state.trains if train.is_open},
        doubles=[names.get(each.train, str(each.train)) for each in state.unsatisfied],
        turns=list(state.completed),
    )
