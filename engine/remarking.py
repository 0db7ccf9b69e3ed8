"""Remarks on how the table lies: true for as long as it lies so, and no events."""

from collections.abc import Iterator

from engine.aligning import agrees, is_unreadable, likeliest
from engine.observation import Face, Joint, Observation, Pose, SeenTile, SeenTrain
from engine.problems import Code, Problem, problem
from engine.state import RoundState
from engine.trains import Link, TrainName, slot_train


def remarks_on(state: RoundState, seen: Observation) -> tuple[Problem, ...]:
    """What to tidy up or to check."""
    found: list[Problem] = []
    for train in seen.trains:
        found += _on_train(state, train)
    for candidates in seen.loose:
        best = max(candidates, key=lambda each: each.weight)
        found.append(problem(Code.DETACHED_TILE, tile=str(best.tile)))
    found += _on_counts(state, seen)
    return tuple(found)


def _on_train(state: RoundState, seen: SeenTrain) -> Iterator[Problem]:
    name = state.name_of(slot_train(seen.slot))
    links = state.train(name).links
    for at, tile in enumerate(seen.tiles):
        if tile.is_visible and tile.face is Face.BACK:
            yield problem(Code.TILE_FACE_DOWN_ON_TRAIN, train=name)
        if is_unreadable(tile):
            continue
        link = likeliest(tile.candidates).link
        if at < len(links) and agrees(tile, links[at]):
            link = links[at]
        yield from _on_tile(tile, link, name)


def _on_tile(tile: SeenTile, link: Link, train: TrainName) -> Iterator[Problem]:
    if tile.joint is Joint.DETACHED:
        yield problem(Code.DETACHED_TILE, tile=str(link.tile))
    if tile.pose is Pose.INLINE and link.is_double:
        yield problem(Code.DOUBLE_NOT_SIDEWAYS, tile=str(link), train=train)
    if tile.pose is Pose.CROSSWISE and not link.is_double:
        yield problem(Code.SINGLE_SIDEWAYS, tile=str(link), train=train)


def _on_counts(state: RoundState, seen: Observation) -> Iterator[Problem]:
    """Whether everything in view adds up to the set."""
    in_view = {train.slot for train in seen.trains if train.is_tail_visible}
    all_trains = {slot for slot, _ in state.slots} <= in_view and bool(state.slots)
    all_hands = len(seen.hands) == len(state.seats)
    if seen.engine is None or seen.boneyard is None or not all_hands or not all_trains:
        return
    on_table = 1 + sum(len(train.tiles) for train in seen.trains) + len(seen.loose)
    total = on_table + sum(count for _, count in seen.hands) + seen.boneyard
    if total != state.rules.tile_count:
        yield problem(Code.TILE_COUNT_MISMATCH, expected=state.rules.tile_count, came=total)
