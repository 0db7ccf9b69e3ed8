"""From a still look at the table to the events that lead there.

Touching ends are never used to choose between readings: an illegal play is not talked into a legal
one. Where only a close second reading would make it legal, both are named.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.aligning import KEEPS
from engine.differing import Arrival, Counted, Departure, Differences, counted, differences
from engine.events import EngineLaid, Moved, Replaced, TableEvent, TakenBack, TilePlaced
from engine.observation import LooseCandidate, Observation, Pose, SeenTile
from engine.ordering import Story, likeliest_order
from engine.problems import Code, Problem, problem
from engine.reading import Choices, close_seconds, possible, read_jointly
from engine.reconciliation import Ambiguous, Contradicted, Explained, Reconciliation, Unchanged
from engine.remarking import remarks_on
from engine.state import RoundState
from engine.trains import Link, TrainName

MOST_CHANGES = 3
"""More tiles gone or changed at once are a bumped table or camera, not play."""
MOVED = 0.5
"""A tile that came is one that went elsewhere if that reading has this part of the best one's weight."""


def reconcile(state: RoundState, seen: Observation) -> Reconciliation:
    """What happened between the round as known and the look."""
    found = differences(state, seen)
    remarks = remarks_on(state, seen)
    conflicts = (*_engine_conflict(state, seen), *_conflicts(found))
    if conflicts:
        return Contradicted(conflicts, _where(found), remarks)
    change = _change(state, seen, found)
    options = _options(state, found, change)
    chosen = read_jointly(options)
    cost, story = change.told(state, chosen)
    if not story:
        return Unchanged(remarks)
    others = tuple(_other_stories(state, change, options, chosen, cost))
    if others:
        return Ambiguous((story, *others), remarks)
    return Explained(story, remarks)


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that changed but for the readings of new tiles, which are still to be chosen."""

    engine: Story
    moves: Story
    found: Differences
    departures: tuple[Departure, ...]
    arrivals: tuple[Arrival, ...]
    numbers: Counted

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """The tiles to be read, arrivals first."""
        return (*(each.tile for each in self.arrivals), *(each.tile for each in self.found.swaps))

    def told(self, state: RoundState, chosen: Choices) -> tuple[int, Story]:
        """The story with these readings, and how many breaches it has."""
        links = [each.link for each in chosen]
        here, swapped = links[: len(self.arrivals)], links[len(self.arrivals) :]
        gone = [TakenBack(each.link.tile, each.train) for each in self.departures]
        changed = [
            Replaced(swap.old.tile, link, swap.train)
            for swap, link in zip(self.found.swaps, swapped, strict=True)
        ]
        single = [(event,) for event in (*self.found.markers, *self.numbers.corrections)]
        first = (*self.engine, *gone, *self.moves, *changed)
        chains = [first, *self.numbers.draws, *self._placed(here), *single]
        return likeliest_order(state, chains)

    def _placed(self, links: Iterable[Link]) -> list[Story]:
        """The new tiles as chains, one for each train."""
        chains: dict[TrainName, list[TableEvent]] = {}
        for arrival, link, mover in zip(self.arrivals, links, self.numbers.movers, strict=False):
            usual = Pose.CROSSWISE if link.is_double else Pose.INLINE
            pose = None if arrival.tile.pose is usual else arrival.tile.pose
            placed = TilePlaced(link, arrival.train, mover, arrival.is_branch, pose)
            chains.setdefault(arrival.train, []).append(placed)
        return [tuple(chain) for chain in chains.values()]


def _change(state: RoundState, seen: Observation, found: Differences) -> Change:
    moves: list[TableEvent] = []
    departures = list(found.departures)
    arrivals: list[Arrival] = []
    for arrival in found.arrivals:
        source = next((each for each in departures if _is_move(each, arrival)), None)
        if source is None:
            arrivals.append(arrival)
            continue
        departures.remove(source)
        link = next(c.link for c in arrival.tile.candidates if c.link.tile == source.link.tile)
        moves.append(Moved(link, source.train, arrival.train))
    engine = _new_engine(state, seen)
    from_hand = engine is not None and engine.by is not None
    return Change(
        () if engine is None else (engine,),
        tuple(moves),
        found,
        tuple(departures),
        tuple(arrivals),
        counted(state, seen, len(arrivals) + from_hand, len(departures)),
    )


def _is_move(departure: Departure, arrival: Arrival) -> bool:
    """Whether the tile that came is the one that went."""
    best = max(each.weight for each in arrival.tile.candidates)
    return departure.train != arrival.train and any(
        each.link.tile == departure.link.tile and each.weight >= MOVED * best
        for each in arrival.tile.candidates
    )


def _options(state: RoundState, found: Differences, change: Change) -> list[Choices]:
    """For each tile to be read, the readings that the tiles lying still leave."""
    if not change.tiles:
        return []
    free = {each.link.tile for each in found.departures} | {each.old.tile for each in found.swaps}
    free -= {event.link.tile for event in change.moves if isinstance(event, Moved)}
    return [possible(tile, state, free) for tile in change.tiles]


def _other_stories(
    state: RoundState, change: Change, options: list[Choices], chosen: Choices, cost: int
) -> Iterator[Story]:
    """Stories that rest on a close second reading and are worth a question."""
    for is_toss, choices in close_seconds(options, chosen):
        other_cost, story = change.told(state, choices)
        if is_toss or (cost and not other_cost):
            yield story


def _where(found: Differences) -> tuple[TrainName, ...]:
    """The trains that differ in more than a new tail."""
    trains = [
        *(each.train for each in found.wedged),
        *(each.train for each in found.departures),
        *(each.train for each in found.swaps),
    ]
    return tuple(dict.fromkeys(trains))


def _is_known(state: RoundState, hub: Iterable[LooseCandidate]) -> bool:
    """Whether the tile on the hub can be the engine tile that is known."""
    return any(each.tile == state.engine and each.weight >= KEEPS for each in hub)


def _engine_conflict(state: RoundState, seen: Observation) -> Iterator[Problem]:
    # Before anybody plays, another tile on the hub is the engine tile put right.
    if state.engine is None or not seen.engine or state.is_fresh or _is_known(state, seen.engine):
        return
    best = max(seen.engine, key=lambda each: each.weight)
    yield problem(Code.WRONG_ENGINE, r=state.number, expected=str(state.engine), came=str(best.tile))


def _new_engine(state: RoundState, seen: Observation) -> EngineLaid | None:
    """The engine tile, if it is new, with the seat whose hand lacks it now."""
    if not seen.engine or _is_known(state, seen.engine):
        return None
    tile = max(seen.engine, key=lambda each: each.weight).tile
    known = dict(zip(state.seats, state.hands, strict=True))
    givers = [seat for seat, count in seen.hands if known[seat] == count + 1]
    return EngineLaid(tile, givers[0] if len(givers) == 1 else None)


def _conflicts(found: Differences) -> Iterator[Problem]:
    """Differences that no play explains."""
    for each in found.wedged:
        best = max(each.tile.candidates, key=lambda candidate: candidate.weight)
        yield problem(Code.BRANCH_NOT_ALLOWED, tile=str(best.link), train=each.train)
    if len(found.departures) + len(found.swaps) <= MOST_CHANGES:
        return
    for gone in found.departures:
        yield problem(Code.TILE_REMOVED, tile=str(gone.link.tile), train=gone.train)
    for swap in found.swaps:
        best = max(swap.tile.candidates, key=lambda candidate: candidate.weight)
        yield problem(
            Code.TILE_SWAPPED,
            tile=str(swap.old.tile),
            train=swap.train,
            expected=str(swap.old.tile),
            came=str(best.link.tile),
        )
