"""Everything that lies on the table while a film is planned, and whose it is."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import pi

import numpy as np

from engine.trains import Seat, TrainName
from scenegen.arrange import Placed
from scenegen.film_arms import Pace
from scenegen.film_geometry import Box, Point
from scenegen.film_plan_trains import Ground
from scenegen.film_recipe import FilmRecipe
from scenegen.film_script import FilmProp, FilmThing, FilmTile, Spot
from scenegen.film_table import NoRoomError, TablePlan
from scenegen.props import PropKind, render_prop

Rng = np.random.Generator
Ends = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: the seed of their looks, and how they move."""

    seed: int
    pace: Pace


@dataclass
class Stage:
    """The table at a moment of the plan.

    hands: by seat, the key of the tile in each taken place. to_come: what each seat will still show, so that
    tiles in hands are the ones played later. yard: keys, the next to draw last, with their places.
    markers: by seat, its own marker; marked: which marker lies on a train, and who put it there.
    aside: the tile kept for the middle. mover: who laid the latest tile. round_line: how the round began.
    """

    rng: Rng
    recipe: FilmRecipe
    plan: TablePlan
    ground: Ground
    people: dict[Seat, Person]
    things: dict[int, FilmThing] = field(default_factory=dict)
    hands: dict[Seat, dict[int, int]] = field(default_factory=dict)
    to_come: dict[Seat, list[Ends]] = field(default_factory=dict)
    fillers: list[Ends] = field(default_factory=list)
    yard: list[int] = field(default_factory=list)
    markers: dict[Seat, int] = field(default_factory=dict)
    marked: dict[TrainName, int] = field(default_factory=dict)
    marked_by: dict[TrainName, Seat] = field(default_factory=dict)
    engine: int | None = None
    aside: int | None = None
    mover: Seat | None = None
    round_line: str | None = None
    keys: int = 0

    def new_key(self) -> int:
        """A key that nothing had before."""
        self.keys += 1
        return self.keys

    def tile(self, key: int) -> FilmTile:
        """The tile with that key."""
        thing = self.things[key]
        if not isinstance(thing, FilmTile):
            raise TypeError(f"{key} is no tile")
        return thing

    def prop(self, key: int) -> FilmProp:
        """The prop with that key."""
        thing = self.things[key]
        if not isinstance(thing, FilmProp):
            raise TypeError(f"{key} is no prop")
        return thing

    def tile_box(self, placed: Placed) -> Box:
        """The corners of a tile that lies flat."""
        return self.ground.box(placed)

    def next_ends(self, seat: Seat) -> Ends:
        """What a tile that comes to a seat will turn out to be."""
        coming = self.to_come.get(seat, [])
        if coming:
            return coming.pop(int(self.rng.integers(0, len(coming))))
        return self.fillers.pop() if self.fillers else (0, 0)

    def free_place(self, seat: Seat) -> int:
        """The first free place of a hand."""
        taken = self.hands[seat]
        found = next((i for i in range(len(taken) + 1) if i not in taken), 0)
        where = self.plan.seats[seat]
        if found >= where.columns * where.rows:
            raise NoRoomError(f"the hand of {seat} has no room for {found + 1} tiles")
        return found

    def into_hand(self, seat: Seat, key: int, ends: Ends) -> FilmTile:
        """A tile comes to stand in a hand."""
        place = self.free_place(seat)
        self.hands[seat][place] = key
        thing = FilmTile(key, self.plan.seats[seat].held(self.rng, place, ends))
        self.things[key] = thing
        return thing

    def out_of_hand(self, seat: Seat, ends: Ends) -> FilmTile:
        """The tile with these ends leaves a hand; returns it as it stood."""
        wanted = tuple(sorted(ends))
        hand = self.hands[seat]
        if not hand:
            raise NoRoomError(f"the hand of {seat} is empty, so nobody can lay {ends[0]}-{ends[1]} from it")
        fits = [place for place, key in hand.items() if tuple(sorted(self.tile(key).placed.ends)) == wanted]
        place = fits[0] if fits else list(hand)[int(self.rng.integers(0, len(hand)))]
        thing = self.tile(hand.pop(place))
        if not fits:
            self._swap_ends(seat, thing.placed.ends, ends)
        del self.things[thing.key]
        return thing

    def _swap_ends(self, seat: Seat, given: Ends, played: Ends) -> None:
        """The tile that was to be another one: the other comes later."""
        coming = self.to_come.setdefault(seat, [])
        same = [each for each in coming if sorted(each) == sorted(played)]
        if same:
            coming.remove(same[0])
        coming.append(given)

    def from_yard(self) -> FilmTile | None:
        """The next tile of the boneyard, from the top of a pile; None when it is empty."""
        if not self.yard:
            return None
        top = max(self.tile(key).placed.lifted for key in self.yard)
        highest = [i for i, key in enumerate(self.yard) if self.tile(key).placed.lifted > top - 0.1]
        # People take what lies at the edge: the later places first, a few of them at random.
        at = highest[-1 - int(self.rng.integers(0, min(4, len(highest))))]
        thing = self.tile(self.yard.pop(at))
        del self.things[thing.key]
        return thing

    def spot_of(self, key: int) -> Point:
        """Where a thing lies."""
        thing = self.things[key]
        return (
            (thing.placed.x, thing.placed.y) if isinstance(thing, FilmTile) else (thing.spot.x, thing.spot.y)
        )

    def moved_prop(self, key: int, to: Point, angle: float) -> FilmProp:
        """A prop lies elsewhere now."""
        thing = replace(self.prop(key), spot=Spot(*to, angle))
        self.things[key] = thing
        return thing


def prop_radius(kind: PropKind, seed: int) -> float:
    """Half of the longer side of a prop in mm, as the painter will draw it."""
    return max(render_prop(np.random.default_rng(seed), kind, 1.0).size_mm) / 2


def make_people(rng: Rng, seats: Iterable[Seat]) -> dict[Seat, Person]:
    """Everybody moves a little differently."""
    return {
        seat: Person(
            int(rng.integers(0, 2**31)),
            Pace(float(rng.uniform(850, 1500)), float(rng.uniform(0.14, 0.28))),
        )
        for seat in seats
    }


def hub_prop(stage: Stage) -> FilmProp | None:
    """The hub as it lies on the table."""
    hub = stage.plan.hub
    if hub.kind is None:
        return None
    return FilmProp(stage.new_key(), hub.kind, hub.seed, Spot(*hub.at, hub.angle), "hub")


def engine_place(stage: Stage, ends: Ends) -> Placed:
    """The engine tile in the middle."""
    hub = stage.plan.hub
    angle = hub.angle if hub.kind is None else float(stage.rng.choice((0.0, pi / 2)))
    wobble = 0.0 if hub.kind is None else float(stage.rng.normal(0, 0.03))
    return Placed(*hub.at, angle + wobble, ends, lifted=0.0 if hub.kind is None else 1.0)


def set_table(stage: Stage) -> None:
    """Put hub and markers on the table."""
    hub = hub_prop(stage)
    if hub is not None:
        stage.things[hub.key] = hub
    kinds = stage.recipe.table.marker_kinds
    shared = int(stage.rng.integers(0, 2**31))
    for i, (name, seat) in enumerate(stage.plan.seats.items()):
        kind = kinds[i % len(kinds)]
        seed = shared if len(kinds) == 1 and stage.recipe.seed % 2 else int(stage.rng.integers(0, 2**31))
        key = stage.new_key()
        spot = Spot(*seat.park(), float(stage.rng.uniform(0, 2 * pi)))
        stage.things[key] = FilmProp(key, kind, seed, spot, "marker")
        stage.markers[name] = key
