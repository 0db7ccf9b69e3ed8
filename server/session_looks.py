"""What the session asks of a look, and looks with a part left out."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engine.aligning import Changed, Gone, Stayed, Step, align
from engine.events import Event, Moved, Replaced, TilePlaced
from engine.observation import Candidate, Joint, Observation, Pose, SeenTile, SeenTrain
from engine.trains import Link, Train
from vision.layout import Layout
from vision.scene import Scene


class Seen(Protocol):
    """A settled look at the table, as whoever watches hands it over."""

    @property
    def at_s(self) -> float:
        """Time of the frame."""

    @property
    def settled_s(self) -> float:
        """Since when the newest change lies still."""

    @property
    def observation(self) -> Observation:
        """What can be vouched for."""

    @property
    def headings(self) -> Mapping[int, float]:
        """For each slot the direction of its train, degrees clockwise from x; 90 is the picture's bottom."""

    @property
    def scene(self) -> Scene:
        """The table in pixels."""

    @property
    def layout(self) -> Layout:
        """The table in millimetres."""

    @property
    def bumped(self) -> bool:
        """Whether the camera was knocked since the last look."""

    @property
    def is_end(self) -> bool:
        """Whether nothing follows."""

    @property
    def reach_deg(self) -> float | None:
        """From where, seen from the hub, the hand came that made the newest change; None if unknown."""

    @property
    def reaches(self) -> Mapping[int, float]:
        """The same for each tile that came while somebody watched, by its track."""


def without(
    seen: Observation, slots: Collection[int], unmarked: Collection[int], *, engine: bool = True
) -> Observation:
    """The look as if some trains, some trains' markers or the engine tile could not be seen.

    Counts are left out, as they are never sure; who acted is for the session to say, from where people sit.
    """
    trains = tuple(
        replace(each, marker=None) if each.slot in unmarked else each
        for each in seen.trains
        if each.slot not in slots
    )
    shown = seen.engine if engine else None
    return replace(seen, trains=trains, engine=shown, hands=(), boneyard=None, reached_from=())


def seen_train(seen: Observation, slot: int) -> SeenTrain | None:
    """The train in a slot, if it could be seen."""
    return next((each for each in seen.trains if each.slot == slot), None)


def lying_tiles(seen: Observation) -> int:
    """How many tiles lie in trains, hidden ones too."""
    return sum(tile.joint is not Joint.SIDE for each in seen.trains for tile in each.tiles)


def tracks(layout: Layout, slot: int) -> tuple[int, ...]:
    """The track ids of a train's tiles, hub outward, without those at its side."""
    chain = next((each for each in layout.chains if each.slot == slot), None)
    return () if chain is None else tuple(t.track_id for t in chain.tiles if t.joint is not Joint.SIDE)


@dataclass(frozen=True, slots=True)
class Facing:
    """A known tile with what is seen in its place; `track_id` None when nobody can say."""

    place: int
    link: Link
    tile: SeenTile
    track_id: int | None
    is_same: bool
    """Whether the seen tile can be the known one."""


def facing(seen: SeenTrain, train: Train, ids: tuple[int, ...]) -> Iterator[Facing]:
    """The known tiles of a train beside what lies in their places now."""
    inline = tuple(tile for tile in seen.tiles if tile.joint is not Joint.SIDE)
    known_ids = ids if len(ids) == len(inline) else (None,) * len(inline)
    at = place = 0
    for step in align(seen, train):
        if isinstance(step, (Stayed, Changed)):
            is_same = isinstance(step, Stayed)
            yield Facing(place, train.links[place], inline[at], known_ids[at], is_same)
        at += takes_seen(step)
        place += takes_known(step)


def takes_seen(step: Step) -> bool:
    """Whether the step uses up a seen tile."""
    return not isinstance(step, Gone)


def takes_known(step: Step) -> bool:
    """Whether the step uses up a known tile."""
    return isinstance(step, (Stayed, Changed, Gone))


def weight_of(tile: SeenTile, link: Link) -> float:
    """How likely the seen tile is that one, whichever way round."""
    return max((each.weight for each in tile.candidates if each.link.is_same_tile(link)), default=0.0)


def best_of(tile: SeenTile) -> Candidate | None:
    """The likeliest reading, if the tile can be read."""
    return max(tile.candidates, key=lambda each: each.weight, default=None)


def relinked(event: Event, link: Link, pose: Pose | None) -> Event:
    """The event with the tile that it really was."""
    usual = Pose.CROSSWISE if link.is_double else Pose.INLINE
    match event:
        case TilePlaced():
            return replace(event, link=link, pose=None if pose is usual else pose)
        case Moved() | Replaced():
            return replace(event, link=link)
        case _:
            return event
