"""What happens to tiles, trains and slots without being a play."""

from engine.events import (
    EngineLaid,
    FaceDownSeen,
    HandCounted,
    LooseSeen,
    Moved,
    Replaced,
    TakenBack,
    TilePlaced,
    TrainAssigned,
)
from engine.problems import Code
from engine.tiles import Tile
from engine.trains import MEXICAN, Link, TrainName, own_train, slot_train
from scenegen import game_moments as moment
from scenegen.game_table import Table


def wrong_engine(table: Table) -> bool:
    """Another double on the hub before anybody plays; it is put right."""
    state = table.round
    if not state.is_fresh or state.engine is None or state.rules.engine_source != "set_aside":
        return False
    right = state.engine
    wrong = (right.low + 1) % (state.rules.max_pip + 1)
    table.tell(EngineLaid(Tile(wrong, wrong)), Code.WRONG_ENGINE)
    table.tell(EngineLaid(right))
    return True


def engine_not_double(table: Table) -> bool:
    """A single on the hub before anybody plays; it is put right."""
    state = table.round
    if not state.is_fresh or state.engine is None or state.rules.engine_source != "set_aside":
        return False
    right = state.engine
    table.tell(EngineLaid(Tile(0, 1)), Code.ENGINE_NOT_DOUBLE)
    table.tell(EngineLaid(right))
    return True


def tile_moved(table: Table) -> bool:
    """Somebody's tail laid on another train."""
    state = table.round
    trains = [t for t in state.trains if len(t.links) > 1 and not t.links[-1].is_double]
    if len(trains) < 2 or not moment.is_calm(state):
        return False
    origin, target = table.rng.sample(trains, 2)
    table.tell(Moved(origin.links[-1], origin.name, target.name), Code.TILE_MOVED)
    return True


def tile_swapped(table: Table) -> bool:
    """A tile of a train exchanged for one from the hand."""
    state, seat = table.round, table.round.turn.seat
    trains = [t for t in state.trains if t.links and not t.links[-1].is_double]
    hand = [tile for tile in table.hands[seat] if not tile.is_double]
    # Nobody sees whose hand the tile goes to: it could blur what hands have to prove.
    if not trains or not hand or not moment.proves_nothing(table) or not moment.is_calm(state):
        return False
    train, given = table.rng.choice(trains), table.rng.choice(hand)
    taken = train.links[-1].tile
    table.hands[seat].remove(given)
    table.hands[seat].append(taken)
    table.tell(Replaced(taken, Link(given.low, given.high), train.name), Code.TILE_SWAPPED)
    return True


def tile_removed(table: Table) -> bool:
    """A tail that goes into somebody's hand, where it is counted later."""
    state = table.round
    trains = [
        t for t in state.trains if len(t.links) > 1 and not any(link.is_double for link in t.links[-2:])
    ]
    last = None if state.last is None else state.last.train
    trains = [t for t in trains if t.name != last]
    if not trains or not moment.is_calm(state) or not moment.proves_nothing(table):
        return False
    train, taker = table.rng.choice(trains), table.rng.choice(state.seats)
    tile = train.links[-1].tile
    table.hands[taker].append(tile)
    table.tell(TakenBack(tile, train.name), Code.TILE_REMOVED)
    table.tell(HandCounted(taker, len(table.hands[taker])), Code.HAND_COUNT_OFF)
    return True


def second_mexican_train(table: Table) -> bool:
    """Another train from the hub that is said to be the Mexican train."""
    return moment.mexican_started(table.round) and _second(table, MEXICAN, Code.SECOND_MEXICAN_TRAIN)


def second_personal_train(table: Table) -> bool:
    """Another train from the hub that is said to be one's own."""
    return _second(table, own_train(table.round.turn.seat), Code.SECOND_PERSONAL_TRAIN)


def _second(table: Table, train: TrainName, code: Code) -> bool:
    state, seat = table.round, table.round.turn.seat
    # A new train begins as the Mexican train does.
    slot = 1 + len(state.trains)
    links = moment.fitting(table, seat, slot_train(slot))
    if not (links and moment.is_calm(state) and moment.started(state, seat)) or len(table.hands[seat]) < 2:
        return False
    table.tell(TilePlaced(links[0], slot_train(slot), seat))
    table.tell(TrainAssigned(slot, train), code)
    return True


def wrong_slot(table: Table) -> bool:
    """A train that lies in the next seat's part of the table."""
    state = table.round
    slot, train = table.rng.choice([each for each in state.slots if each[1] != MEXICAN])
    table.tell(TrainAssigned(slot, train, state.after(moment.owner(state, train))), Code.WRONG_SLOT)
    return True


def detached_tile(table: Table) -> bool:
    """A tile of the seat on turn lies face up beside all trains."""
    hand = table.hands[table.round.turn.seat]
    if not hand:
        return False
    table.tell(LooseSeen(table.rng.choice(hand)), Code.DETACHED_TILE)
    return True


def tile_face_down_on_train(table: Table) -> bool:
    """A tile of a train was turned over."""
    trains = [train.name for train in table.round.trains if train.links]
    if not trains:
        return False
    table.tell(FaceDownSeen(table.rng.choice(trains)), Code.TILE_FACE_DOWN_ON_TRAIN)
    return True
