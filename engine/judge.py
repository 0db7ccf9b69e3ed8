"""The referee: one event at a time, play going on whatever was wrong."""

from dataclasses import replace
from typing import assert_never

from engine.audit import audit_hand, audit_tiles
from engine.changes import judge_moved, judge_replaced, judge_taken_back
from engine.claims import claims_after_draw
from engine.dealing import boneyard_after_deal, engine_may_be_lower, next_engine, tiles_each
from engine.events import (
    BoneyardCounted,
    Drawn,
    EngineLaid,
    FaceDownSeen,
    HandCounted,
    HandRevealed,
    LooseSeen,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Passed,
    Replaced,
    TableEvent,
    TakenBack,
    TilePlaced,
    TrainAssigned,
    TurnEnded,
)
from engine.marking import (
    judge_drawn,
    judge_marker_placed,
    judge_marker_taken,
    judge_passed,
    judge_turn_ended,
)
from engine.passing import finish_lap
from engine.placing import judge_placed
from engine.problems import Code, Problem, problem
from engine.rules import RuleSet
from engine.state import Ending, Over, RoundState, at_index, trains_with
from engine.tiles import Tile
from engine.trains import MEXICAN, Seat, Train, TrainName, slot_train

Judged = tuple[RoundState, tuple[Problem, ...]]


def judge_round(state: RoundState, event: TableEvent) -> Judged:  # noqa: PLR0911 -- a case for each event
    """The round after `event`, and what was wrong or worth saying about it."""
    match event:
        case TilePlaced():
            return judge_placed(state, event)
        case Drawn(seat):
            return judge_drawn(state, seat)
        case Passed(seat):
            return judge_passed(state, seat)
        case TurnEnded(seat):
            return judge_turn_ended(state, seat)
        case MarkerPlaced(train):
            return judge_marker_placed(state, state.name_of(train))
        case MarkerTaken(train):
            return judge_marker_taken(state, state.name_of(train))
        case TakenBack():
            return judge_taken_back(state, event)
        case Moved():
            return judge_moved(state, event)
        case Replaced():
            return judge_replaced(state, event)
        case _:
            return _judge_seen(state, event)


def _judge_seen(  # noqa: PLR0911 -- a case for each event
    state: RoundState,
    event: EngineLaid
    | TrainAssigned
    | FaceDownSeen
    | LooseSeen
    | HandCounted
    | BoneyardCounted
    | HandRevealed,
) -> Judged:
    match event:
        case EngineLaid():
            return judge_engine(state, event)
        case TrainAssigned():
            return _judge_assigned(state, event)
        case FaceDownSeen(train):
            name = state.name_of(train)
            return state, (problem(Code.TILE_FACE_DOWN_ON_TRAIN, train=name),)
        case LooseSeen(tile):
            return state, (problem(Code.DETACHED_TILE, tile=str(tile)),)
        case HandCounted():
            return _judge_hand_counted(state, event)
        case BoneyardCounted():
            return _judge_boneyard_counted(state, event)
        case HandRevealed(seat, tiles):
            shown = tuple(each for each in state.revealed if each[0] != seat)
            found = audit_hand(state, seat, tiles)
            return state.but(revealed=(*shown, (seat, tiles))), found
        case _ as never:
            assert_never(never)


def engine_problems(
    rules: RuleSet, number: int, tile: Tile, used: tuple[int, ...] = ()
) -> tuple[Problem, ...]:
    """What is wrong with `tile` as the engine tile of a round."""
    if tile.high > rules.max_pip:
        return (problem(Code.TILE_NOT_IN_SET, tile=str(tile), max=rules.max_pip),)
    if not tile.is_double:
        return (problem(Code.ENGINE_NOT_DOUBLE, tile=str(tile)),)
    due = next_engine(rules, number, used)
    may_be_lower = engine_may_be_lower(rules) and tile < due and tile.low not in used
    if tile == due or may_be_lower:
        return ()
    return (problem(Code.WRONG_ENGINE, r=number, expected=str(due), came=str(tile)),)


def judge_engine(state: RoundState, event: EngineLaid, used: tuple[int, ...] = ()) -> Judged:
    """The round with its engine tile on the hub."""
    found = engine_problems(state.rules, state.number, event.tile, used)
    state = state.but(engine=event.tile).recounted()
    if event.by is not None:
        state = state.but(hands=at_index(state.hands, state.index(event.by), -1))
        if state.starter is None and state.is_fresh:
            holder_starts = "engine_holder" in (state.rules.first_starter, state.rules.next_starter)
            turn = replace(state.turn, seat=event.by) if holder_starts else state.turn
            state = state.but(turn=turn)
    return state, found


def _judge_assigned(state: RoundState, event: TrainAssigned) -> Judged:
    """The round with an owner for the train in a slot."""
    before = state.name_of(slot_train(event.slot))
    found: list[Problem] = []
    name = event.train if event.train.startswith("@") else state.name_of(event.train)
    taken = any(owner == name and slot != event.slot for slot, owner in state.slots)
    if event.sector is not None and name not in (MEXICAN, event.sector):
        found.append(problem(Code.WRONG_SLOT, seat=name, slot=event.slot, expected=event.sector))
    if taken and state.train(name).is_started:
        code = Code.SECOND_MEXICAN_TRAIN if name == MEXICAN else Code.SECOND_PERSONAL_TRAIN
        found.append(problem(code, train=name, slot=event.slot))
        # It stays a train of its own, nobody's: two trains cannot share a free end.
        return state, tuple(found)
    slots = tuple(each for each in state.slots if each[0] != event.slot and each[1] != name)
    state = state.but(slots=tuple(sorted((*slots, (event.slot, name)))))
    return _renamed(state, before, name), tuple(found)


def _renamed(state: RoundState, before: TrainName, name: TrainName) -> RoundState:
    """The round with the train that went by `before` going by `name`."""
    train = state.train(before)
    if before == name or not train.is_started or state.train(name).is_started:
        return state
    target = state.train(name)
    # The marker lies where the tiles lie: it was the new owner's all along.
    moved = Train(
        name,
        train.links,
        train.is_open or target.is_open,
        train.marker_seen or target.marker_seen,
        train.is_released or target.is_released,
    )
    keeps_place = before == MEXICAN or state.owner(before) is not None
    trains = tuple(t for t in state.trains if keeps_place or t.name != before)
    if keeps_place:
        trains = trains_with(trains, Train(before))
    unsatisfied = tuple(
        replace(each, train=name) if each.train == before else each for each in state.unsatisfied
    )
    return state.but(trains=trains_with(trains, moved), unsatisfied=unsatisfied, last=None)


def _judge_hand_counted(state: RoundState, event: HandCounted) -> Judged:
    """The round after somebody's hand was counted from outside."""
    index = state.index(event.seat)
    known = state.hands[index]
    hands = (*state.hands[:index], event.tiles, *state.hands[index + 1 :])
    # What came unseen proves nothing about earlier passes.
    came = max(0, event.tiles - known) if known is not None else 0
    state = state.but(hands=hands, claims=claims_after_draw(state.claims, event.seat, came))
    found: list[Problem] = []
    due = tiles_each(state.rules, len(state.seats))
    if state.is_fresh and known in (None, due) and event.tiles != due:
        found.append(problem(Code.WRONG_DEAL, expected=due, came=event.tiles))
    elif known is not None and known != event.tiles:
        found.append(problem(Code.HAND_COUNT_OFF, seat=event.seat, expected=known, came=event.tiles))
    if event.tiles == 1 and state.rules.announce_last != "off":
        found.append(problem(Code.LAST_TILE, seat=event.seat))
    if event.tiles == 0 and state.over is None and _may_be_out(state, event.seat):
        found.append(problem(Code.ROUND_OUT_SEEN, seat=event.seat))
        waits = state.rules.opening_out == "finish_lap"
        state = finish_lap(state) if waits else state.but(over=Over(Ending.OUT, event.seat))
    return state, tuple(found)


def _judge_boneyard_counted(state: RoundState, event: BoneyardCounted) -> Judged:
    """The round after the tiles left to draw were counted."""
    counted = state.but(boneyard=event.tiles)
    found = audit_tiles(counted)
    due = boneyard_after_deal(state.rules, len(state.seats))
    # Where the engine tile has to be searched for, tiles may have been drawn before the first turn.
    is_deal = state.is_fresh and state.boneyard in (None, due) and state.rules.engine_source == "set_aside"
    if not found and is_deal and event.tiles != due:
        found = (problem(Code.WRONG_DEAL, expected=due, came=event.tiles),)
    return counted, found


def _may_be_out(state: RoundState, seat: Seat) -> bool:
    """Whether an empty hand ends the round: not before the deal, nor with a double that has to be covered."""
    turn = state.turn
    owes_cover = turn.seat == seat and bool(turn.doubles) and not state.rules.go_out_on_double
    return not (state.is_fresh or owes_cover)
