"""From a game record to a film script: who moves what, when, and from when on it can be seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from engine.events import Drawn, EngineLaid, TilePlaced
from scenegen.film_acts import lay_engine_at_once
from scenegen.film_arms import Eye
from scenegen.film_clearing import clear, deal, shuffle
from scenegen.film_dealing import dealt_each, is_aside, lay_out, name_tiles, need_of
from scenegen.film_director import Director
from scenegen.film_disturbances import Disturbances, drift, lamp_switches
from scenegen.film_plan_trains import new_ground
from scenegen.film_recipe import FilmRecipe
from scenegen.film_record import Game, Round, Told, read_game
from scenegen.film_script import FilmScript, FilmThing
from scenegen.film_stage import Stage, make_people, set_table
from scenegen.film_table import NoRoomError, TablePlan, plan_table
from scenegen.film_time import Timeline
from scenegen.styles import SetStyle, StyleChances, sample_style

Rng = np.random.Generator

_ATTEMPTS = 8
_GROWTH = 1.07


def film_style(recipe: FilmRecipe) -> SetStyle:
    """The looks of the film's tiles."""
    return sample_style(np.random.default_rng(recipe.view.style_seed), StyleChances())


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


def _eye(recipe: FilmRecipe) -> Eye:
    """Where the camera stands before anybody knocks it."""
    far, tilt = recipe.view.height_mm, radians(recipe.view.tilt_deg)
    return Eye(0.0, far * sin(tilt), far * cos(tilt))


@dataclass
class _Planner:
    """Plans one film."""

    rng: Rng
    game: Game
    recipe: FilmRecipe

    def __post_init__(self) -> None:
        style = film_style(self.recipe)
        self.plan: TablePlan = plan_table(self.rng, self.recipe.table, style, need_of(self.game))
        people = make_people(self.rng, self.game.seats)
        self.stage = Stage(self.rng, self.recipe, self.plan, new_ground(self.plan), people)
        self.time = Timeline(_eye(self.recipe))
        events = [told.event for each in self.game.rounds for told in each.events]
        plays = sum(isinstance(event, TilePlaced) for event in events)
        self.disturbances = Disturbances(self.rng, self.recipe.acts, plays)

    def script(self) -> FilmScript:
        """The whole film."""
        set_table(self.stage)
        director = Director(self.game, self.stage, self.time, self.disturbances)
        first, *later = self.game.rounds
        events = self._open(first)
        start = tuple(self.stage.things.values())
        self.time.free_s = self.time.released_s = float(self.rng.uniform(0.8, 2.0))
        director.play(events)
        for each in later:
            self._between(each)
            director.play(each.events)
        return self._written(start)

    def _open(self, first: Round) -> Sequence[Told]:
        """Lay out the first round as the film finds it; returns what is still to happen."""
        lay_out(self.stage, self.game, first)
        if not self.recipe.table.engine_lies:
            return first.events
        for at, told in enumerate(first.events):
            match told.event:
                case Drawn(seat):
                    if (tile := self.stage.from_yard()) is not None:
                        self.stage.into_hand(seat, tile.key, self.stage.next_ends(seat))
                case EngineLaid() as event:
                    self.time.drafts += lay_engine_at_once(self.stage, told, event)
                    return first.events[at + 1 :]
                case _:
                    pass
        return first.events

    def _between(self, each: Round) -> None:
        """Clear the table, shuffle and deal."""
        stage, time = self.stage, self.time
        if stage.engine is not None:
            time.add(clear(stage), max(time.free_s, time.seen_s()) + float(self.rng.uniform(0.8, 2)))
        time.add(shuffle(stage), time.free_s - 0.3)
        name_tiles(stage, self.game, each)
        dealt = dict.fromkeys(self.game.seats, dealt_each(self.game, each))
        act, stage.aside = deal(stage, dealt, int(is_aside(each)))
        time.add(act, time.free_s - 0.2)

    def _written(self, start: tuple[FilmThing, ...]) -> FilmScript:
        plan, time = self.plan, self.time
        lasts = round(max(time.free_s, time.seen_s()) + float(self.rng.uniform(1.5, 2.5)), 3)
        return FilmScript(
            rules=str(self.game.rules),
            set_size=self.game.rules.max_pip,
            seats=self.game.seats,
            seat_mm=tuple(seat.edge for seat in plan.seats.values()),
            table_mm=plan.table.size_mm,
            hub_mm=plan.hub.at,
            slots={name: float(np.degrees(slot.direction)) % 360 for name, slot in plan.slots.items()},
            lasts_s=lasts,
            start=start,
            steps=tuple(sorted(time.steps, key=lambda step: step.at_s)),
            reaches=tuple(sorted(time.reaches, key=lambda reach: reach.path[0].at_s)),
            leans=tuple(time.leans),
            bumps=tuple(self.disturbances.bumps),
            lamps=lamp_switches(self.rng, self.recipe.acts, lasts),
            drift=drift(self.rng, self.recipe.acts),
            events=time.events(),
            tile_mm=(*plan.tile_mm, plan.style.thickness_mm),
            is_round=plan.table.is_round,
        )
