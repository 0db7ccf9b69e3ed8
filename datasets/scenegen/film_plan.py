"""From a game record to a film script: who moves what, when, and from when on it can be seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.dealing import tiles_each
from engine.events import (
    Drawn,
    EngineLaid,
    HandRevealed,
    MarkerPlaced,
    MarkerTaken,
    TilePlaced,
)
from engine.tiles import double_set
from engine.trains import Seat, TrainName, own_train
from scenegen.arrange import Placed
from scenegen.film_acts import Play, draw, kind_of, lay_engine, lay_tiles, linger
from scenegen.film_acts_markers import put_marker, take_marker
from scenegen.film_plan_trains import new_ground
from scenegen.film_recipe import FilmRecipe
from scenegen.film_record import Game, Round, Told, read_game
from scenegen.film_script import FilmScript, FilmThing, FilmTile, TrueEvent
from scenegen.film_stage import Stage, engine_place, make_people, set_table
from scenegen.film_table import Need, NoRoomError, plan_table
from scenegen.film_time import Act, Draft, Timeline
from scenegen.film_ways import Kind
from scenegen.styles import StyleChances, sample_style

Rng = np.random.Generator

_ATTEMPTS = 6
_GROWTH = 1.08


def make_script(record: str, recipe: FilmRecipe) -> FilmScript:
    """The film of a record. Raises FilmError where it cannot be filmed.

    If some train gets stuck, all is planned anew, at last on a larger table.
    """
    game = read_game(record)
    failure: NoRoomError | None = None
    for attempt in range(_ATTEMPTS):
        grown = _GROWTH ** max(attempt - 1, 0)
        width, depth = recipe.table.size_mm
        table = replace(recipe.table, size_mm=(width * grown, depth * grown))
        rng = np.random.default_rng([recipe.seed, attempt])
        try:
            return _Planner(rng, game, replace(recipe, table=table)).script()
        except NoRoomError as error:
            failure = error
    raise NoRoomError(f"{recipe.name} cannot be laid out: {failure}")


def _need(game: Game) -> Need:
    """The largest hands and the fullest boneyard of a game."""
    most = dict.fromkeys(game.seats, 0)
    yard = 0
    total = game.rules.tile_count
    for each in game.rounds:
        dealt = each.start.dealt or tiles_each(game.rules, len(game.seats))
        yard = max(yard, total - dealt * len(game.seats))
        hands = dict.fromkeys(game.seats, dealt)
        most = {seat: max(most[seat], hands[seat]) for seat in hands}
        for told in each.events:
            if isinstance(told.event, Drawn):
                hands[told.event.seat] += 1
                most[told.event.seat] = max(most[told.event.seat], hands[told.event.seat])
            elif isinstance(told.event, TilePlaced | EngineLaid) and told.event.by:
                hands[told.event.by] -= 1
    # Somebody may take a tile back into a full hand.
    return Need({seat: count + 1 for seat, count in most.items()}, yard)


@dataclass
class _Planner:
    """Plans one film."""

    rng: Rng
    game: Game
    recipe: FilmRecipe

    def __post_init__(self) -> None:
        style = sample_style(np.random.default_rng(self.recipe.view.style_seed), StyleChances())
        self.plan = plan_table(self.rng, self.recipe.table, style, _need(self.game))
        people = make_people(self.rng, self.game.seats)
        self.stage = Stage(self.rng, self.recipe, self.plan, new_ground(self.plan), people)
        self.time = Timeline()
        self.start: tuple[FilmThing, ...] = ()

    def script(self) -> FilmScript:
        """The whole film."""
        set_table(self.stage)
        first = self.game.rounds[0]
        events = self._open(first)
        self.start = tuple(self.stage.things.values())
        self.time.free_s = float(self.rng.uniform(0.8, 2.0))
        self._play(events)
        return self._written()

    def _open(self, first: Round) -> Sequence[Told]:
        """Deal the first round as it lies when the film begins; returns what is still to happen."""
        self._deal(first)
        if not self.recipe.table.engine_lies:
            return first.events
        for at, told in enumerate(first.events):
            match told.event:
                case Drawn(seat):
                    if (tile := self.stage.from_yard()) is not None:
                        self.stage.into_hand(seat, tile.key, self.stage.next_ends(seat))
                case EngineLaid() as event:
                    self._engine_lies(told, event)
                    return first.events[at + 1 :]
                case TilePlaced():
                    break
                case _:
                    pass
        return first.events

    def _engine_lies(self, told: Told, event: EngineLaid) -> None:
        ends = (event.tile.low, event.tile.high)
        key = self.stage.out_of_hand(event.by, ends).key if event.by else self.stage.new_key()
        thing = FilmTile(key, engine_place(self.stage, ends))
        self.stage.things[key], self.stage.engine = thing, key
        rect = self.stage.tile_box(thing.placed)
        start = TrueEvent(0.0, "round_start", event.by, None, None, None, None, key)
        laid = TrueEvent(0.0, "engine", event.by, None, ends, str(event), told.code, key)
        self.time.drafts += [Draft(start, 0.0, (rect,)), Draft(laid, 0.0, (rect,))]

    def _deal(self, each: Round) -> None:
        """Fill hands and boneyard."""
        stage, seats = self.stage, self.game.seats
        dealt = each.start.dealt or tiles_each(self.game.rules, len(seats))
        stage.to_come = _to_come(each, seats)
        engine = next((t.event.tile for t in each.events if isinstance(t.event, EngineLaid)), None)
        known = {tuple(sorted(ends)) for coming in stage.to_come.values() for ends in coming}
        spare = [(tile.low, tile.high) for tile in double_set(self.game.rules.max_pip) if tile != engine]
        spare = [ends for ends in spare if ends not in known]
        stage.fillers = [spare[int(i)] for i in self.rng.permutation(len(spare))]
        for seat in seats:
            stage.hands[seat] = {}
            for _ in range(dealt):
                stage.into_hand(seat, stage.new_key(), stage.next_ends(seat))
        aside = 1 if engine is not None and not _engine_by(each) else 0
        left = self.game.rules.tile_count - dealt * len(seats) - aside
        for place in self.plan.yard[:left]:
            key = stage.new_key()
            lifted = place.layer * self.plan.style.thickness_mm
            placed = Placed(place.x, place.y, place.angle, (0, 0), lifted, face_up=False)
            stage.things[key] = FilmTile(key, placed)
            stage.yard.append(key)

    def _play(self, events: Sequence[Told]) -> None:
        for number, act, pause in self._acts(events):
            del number
            if self.rng.random() < self.recipe.acts.linger:
                seat = self.game.seats[int(self.rng.integers(0, len(self.game.seats)))]
                self.time.add(linger(self.stage, seat), self.time.released_s + float(self.rng.uniform(0, 1)))
            self.time.add(act, self._earliest(act, pause))

    def _earliest(self, act: Act, pause: float) -> float:
        """When an act may begin at the film's tempo."""
        if self.rng.random() < self.recipe.acts.idle:
            pause += float(self.rng.uniform(3, 8))
        overlap = 0.7 if self.rng.random() < self.recipe.acts.together else -0.1
        return max(self.time.released_s + pause - act.release_s, self.time.free_s - overlap)

    def _acts(self, events: Sequence[Told]) -> Iterator[tuple[int, Act, float]]:
        """The acts of the events, and how long after the last one each is due."""
        at = 0
        while at < len(events):
            told = events[at]
            match told.event:
                case TilePlaced():
                    run = self._run(events, at)
                    yield at, lay_tiles(self.stage, run), float(self.rng.uniform(*self.recipe.acts.play_s))
                    at += len(run) - 1
                case Drawn() as event:
                    yield at, draw(self.stage, event), float(self.rng.uniform(1.5, 2.5))
                case EngineLaid() as event:
                    yield at, lay_engine(self.stage, told, event, event.by or self.game.seats[0]), 1.5
                case MarkerPlaced(train) as event:
                    act = put_marker(self.stage, told, event, self._marker_hand(told, train))
                    yield at, act, float(self.rng.uniform(1.5, 2.5))
                case MarkerTaken(train) as event:
                    act = take_marker(self.stage, told, event, self.stage.marked_by[train])
                    yield at, act, float(self.rng.uniform(1.5, 2.5))
                case _:
                    pass
            at += 1

    def _marker_hand(self, told: Told, train: TrainName) -> Seat:
        """Who lays a marker: the train's owner, or who mistakes another train for the own one."""
        if told.code == "marker_wrong_train" and told.turn:
            return told.turn
        return self._owner(train) or told.turn or self.game.seats[0]

    def _owner(self, train: TrainName) -> Seat | None:
        return next((seat for seat in self.game.seats if own_train(seat) == train), None)

    def _run(self, events: Sequence[Told], at: int) -> list[Play]:
        """The plays that are one reach: mostly one, a double with the tile on it now and then."""
        run = [self._as_play(events, at)]
        while (
            run[-1].event.link.is_double
            and at + len(run) < len(events)
            and isinstance(follow := events[at + len(run)].event, TilePlaced)
            and follow.by == run[-1].by
            and self.rng.random() < self.recipe.acts.quick_double
        ):
            run.append(self._as_play(events, at + len(run)))
        return run

    def _as_play(self, events: Sequence[Told], at: int) -> Play:
        event = events[at].event
        if not isinstance(event, TilePlaced):
            raise TypeError(f"{event} lays no tile")
        by = event.by or events[at].turn or self._owner(event.train) or self.game.seats[0]
        return Play(events[at], event, by, tuple(_coming(events[at:], event)))

    def _written(self) -> FilmScript:
        plan, time = self.plan, self.time
        lasts = max(time.free_s, time.seen_s()) + float(self.rng.uniform(1.5, 2.5))
        return FilmScript(
            rules=str(self.game.rules),
            set_size=self.game.rules.max_pip,
            seats=self.game.seats,
            seat_mm=tuple(seat.edge for seat in plan.seats.values()),
            table_mm=plan.table.size_mm,
            hub_mm=plan.hub.at,
            slots={name: float(np.degrees(slot.direction)) % 360 for name, slot in plan.slots.items()},
            lasts_s=round(lasts, 3),
            start=self.start,
            steps=tuple(sorted(time.steps, key=lambda step: step.at_s)),
            reaches=tuple(sorted(time.reaches, key=lambda reach: reach.path[0].at_s)),
            leans=tuple(time.leans),
            bumps=(),
            lamps=(),
            drift=None,
            events=time.events(),
        )


def _engine_by(each: Round) -> Seat | None:
    return next((t.event.by for t in each.events if isinstance(t.event, EngineLaid)), None)


def _to_come(each: Round, seats: Sequence[Seat]) -> dict[Seat, list[tuple[int, int]]]:
    """The tiles that each seat will show in a round."""
    coming: dict[Seat, list[tuple[int, int]]] = {seat: [] for seat in seats}
    for told in each.events:
        match told.event:
            case TilePlaced(link, _, by) if by is not None:
                coming[by].append((link.inner, link.outer))
            case EngineLaid(tile, by) if by is not None:
                coming[by].append((tile.low, tile.high))
            case HandRevealed(seat, tiles):
                coming[seat] += [(tile.low, tile.high) for tile in tiles]
            case _:
                pass
    return {
        seat: list({tuple(sorted(ends)): ends for ends in found}.values()) for seat, found in coming.items()
    }


def _coming(events: Sequence[Told], first: TilePlaced) -> Iterator[Kind]:
    """The tile and the ones that its train will get after it."""
    yield kind_of(first.link, first.pose)
    for told in events[1:]:
        event = told.event
        if isinstance(event, TilePlaced) and event.train == first.train and not event.is_branch:
            yield kind_of(event.link, event.pose)
