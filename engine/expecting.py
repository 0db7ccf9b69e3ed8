"""The look that a round should give if everything could be seen."""

from engine.observation import (
    Candidate,
    Joint,
    LooseCandidate,
    Observation,
    Pose,
    SeenTile,
    SeenTrain,
)
from engine.state import RoundState
from engine.tiles import Tile
from engine.trains import Link, Train, TrainName


def observe(state: RoundState) -> Observation:
    """The round as a perfect witness sees it."""
    engine = None if state.engine is None else (LooseCandidate(state.engine, 1.0),)
    return Observation(
        trains=tuple(_seen(state, slot, state.train(name)) for slot, name in slots_of(state)),
        engine=engine,
        hands=tuple(
            (seat, count) for seat, count in zip(state.seats, state.hands, strict=True) if count is not None
        ),
        boneyard=state.boneyard,
    )


def slots_of(state: RoundState) -> tuple[tuple[int, TrainName], ...]:
    """All slots with the trains that lie in them, those without an owner too."""
    unowned = ((int(each.name[1:]), each.name) for each in state.trains if each.name.startswith("@"))
    return (*state.slots, *unowned)


def _seen(state: RoundState, slot: int, train: Train) -> SeenTrain:
    tiles = [_sure(link) for link in train.links]
    tiles += [_sure(_as_link(stray.tile), Joint.SIDE) for stray in state.strays if stray.train == train.name]
    return SeenTrain(slot, tuple(tiles), marker=train.marker_seen)


def _as_link(tile: Tile) -> Link:
    return Link(tile.low, tile.high)


def _sure(link: Link, joint: Joint = Joint.TAIL) -> SeenTile:
    pose = Pose.CROSSWISE if link.is_double else Pose.INLINE
    return SeenTile((Candidate(link, 1.0),), pose=pose, joint=joint)
