"""Where a look differs from the log, by tile, marker and engine tile."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from engine.aligning import Came, Changed, Gone, Wedged, align
from engine.observation import Joint, SeenTrain
from engine.tiles import Tile
from engine.trains import Link, Train
from server.session_looks import Seen, best_of, takes_known, takes_seen
from vision.layout import Chain, Layout


@dataclass(frozen=True, slots=True)
class Misread:
    """A tile that shows something else than the log says."""

    track_id: int
    said: Link


@dataclass(frozen=True, slots=True)
class Untold:
    """A tile that lies there and is not in the log."""

    track_id: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """A tile of the log that is not to be seen."""

    slot: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Marked:
    """A marker that lies there, or does not, against the log."""

    slot: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine tile that starts no round."""

    tile: Tile


Difference = Misread | Untold | Unseen | Marked | Engine


def subject_of(found: Difference) -> Hashable:
    """What a difference is about: a tile's track, else a slot and what is there."""
    match found:
        case Misread(track_id, _) | Untold(track_id):
            return track_id
        case Unseen(slot, tile):
            return ("unseen", slot, tile)
        case Marked(slot, _):
            return ("marker", slot)
        case Engine(tile):
            return ("engine", tile)


def differences_in(train: SeenTrain, chain: Chain, known: Train) -> Iterator[Difference]:
    """How a train that is seen differs from the known one."""
    tracks = [
        at.track_id for tile, at in zip(train.tiles, chain.tiles, strict=True) if tile.joint is not Joint.SIDE
    ]
    at = place = 0
    for step in align(train, known):
        match step:
            case Came() | Wedged() if at < len(tracks):
                yield Untold(tracks[at])
            case Changed(old, _) if at < len(tracks):
                yield Misread(tracks[at], known.links[place] if place < len(known.links) else old)
            case Gone(link):
                yield Unseen(train.slot, link.tile)
            case _:
                pass
        at, place = at + takes_seen(step), place + takes_known(step)


def engine_shown(seen: Seen) -> Tile | None:
    """The engine tile as it is read."""
    best = max(seen.observation.engine or (), key=lambda each: each.weight, default=None)
    return None if best is None else best.tile


def chain_in(layout: Layout, slot: int) -> Chain | None:
    """The train of a slot in the layout."""
    return next((each for each in layout.chains if each.slot == slot), None)


def slots_in(seen: Seen) -> Iterator[int]:
    """The slots in view."""
    return (each.slot for each in seen.observation.trains)


def tile_shown(seen: Seen, track_id: int) -> Tile | None:
    """What the tile with a track is read as."""
    for train in seen.observation.trains:
        chain = chain_in(seen.layout, train.slot)
        if chain is None or len(chain.tiles) != len(train.tiles):
            continue
        for tile, at in zip(train.tiles, chain.tiles, strict=True):
            if at.track_id == track_id:
                best = best_of(tile)
                return None if best is None else best.link.tile
    return None
