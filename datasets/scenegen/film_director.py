"""Turns the events of a round into acts, at the tempo and with the habits that the recipe wants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.events import (
    Drawn,
    EngineLaid,
    Event,
    FaceDownSeen,
    GameEnded,
    HandCounted,
    HandRevealed,
    LooseSeen,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    RoundEnded,
    TakenBack,
    TilePlaced,
)
from engine.trains import Seat, TrainName, own_train
from scenegen.film_acts import Play, kind_of, lay_engine, lay_tiles, linger
from scenegen.film_acts_changes import move, replace_tile, swap_engine, take_back
from scenegen.film_acts_markers import put_marker, take_marker
from scenegen.film_clearing import clear
from scenegen.film_disturbances import Disturbances
from scenegen.film_reach import draw
from scenegen.film_record import FilmError, Game, Told
from scenegen.film_rounds import middle_box, reveal, round_end, shown_boxes
from scenegen.film_script import TrueEvent
from scenegen.film_stage import Stage
from scenegen.film_time import Act, Draft, Timeline
from scenegen.film_ways import Kind

_OVERLAP_S = 0.8
"""How long before the last arm is gone the next one may come in."""
_DRAW_AND_GO_ON = 0.8
"""Share of draws after which the arm stays over the table for what comes next."""


@dataclass
class Director:
    """Plays rounds on a stage, act by act."""

    game: Game
    stage: Stage
    time: Timeline
    disturbances: Disturbances
    _reveals: list[Told] = field(default_factory=list)

    def play(self, events: Sequence[Told]) -> None:
        """Play the events of one round."""
        self._reveals = []
        _refuse_unknown_trains(events, self.stage)
        for act, pause in self._acts(events):
            if not act.reaches:
                continue
            self.disturbances.before(self.stage, self.time, is_play=_is_play(act))
            if self.stage.rng.random() < self.stage.recipe.acts.linger:
                start = self.time.released_s + float(self.stage.rng.uniform(0, 1))
                self.time.add(linger(self.stage, self._anybody()), start)
            self.time.add(act, self._earliest(act, pause))

    def _anybody(self) -> Seat:
        return self.game.seats[int(self.stage.rng.integers(0, len(self.game.seats)))]

    def _earliest(self, act: Act, pause: float) -> float:
        """When an act may begin at the film's tempo."""
        rng, acts = self.stage.rng, self.stage.recipe.acts
        if rng.random() < acts.idle:
            pause += float(rng.uniform(3, 8))
        overlap = _OVERLAP_S if rng.random() < acts.together else -0.05
        return max(self.time.released_s + pause - act.release_s, self.time.free_s - overlap)

    def _acts(self, events: Sequence[Told]) -> Iterator[tuple[Act, float]]:
        """The acts of the events, and how long after the last one's end each is due to have ended."""
        rng = self.stage.rng
        at = 0
        while at < len(events):
            draws = self._draws(events, at)
            at += len(draws)
            told = events[at]
            match told.event:
                case TilePlaced():
                    run = self._run(events, at)
                    yield (
                        lay_tiles(self.stage, run, draws),
                        float(rng.uniform(*self.stage.recipe.acts.play_s)),
                    )
                    at += len(run)
                    continue
                case MarkerPlaced(train) as event:
                    hand = self._marker_hand(told, train)
                    yield put_marker(self.stage, told, event, hand, draws), float(rng.uniform(1.0, 2.0))
                case event:
                    yield self._act(events[at:], event), float(rng.uniform(0.8, 1.6))
            at += 1

    def _draws(self, events: Sequence[Told], at: int) -> list[Drawn]:
        """Draws that go into one reach with the play or the marker that follows."""
        draws: list[Drawn] = []
        while at + len(draws) < len(events) and isinstance(event := events[at + len(draws)].event, Drawn):
            draws.append(event)
        if not draws or at + len(draws) == len(events):
            return []
        told = events[at + len(draws)]
        match told.event:
            case TilePlaced():
                actor: Seat | None = self._as_play(events, at + len(draws)).by
            case MarkerPlaced(train):
                actor = self._marker_hand(told, train)
            case _:
                actor = None
        same = all(draw.seat == actor for draw in draws)
        return draws if same and self.stage.rng.random() < _DRAW_AND_GO_ON else []

    def _act(self, rest: Sequence[Told], event: Event) -> Act:  # noqa: C901, PLR0911 -- a case for each event
        stage, told = self.stage, rest[0]
        someone = told.turn or self.game.seats[0]
        match event:
            case Drawn():
                return draw(stage, event)
            case EngineLaid() if stage.engine is not None:
                return swap_engine(stage, told, event, someone)
            case EngineLaid():
                return lay_engine(stage, told, event, event.by or someone)
            case MarkerTaken(train):
                return take_marker(stage, told, event, stage.marked_by.get(train, someone))
            case TakenBack():
                return take_back(stage, told, event, self._taker(rest) or stage.mover or someone)
            case Moved():
                kinds = (kind_of(event.link, None), *_coming(rest[1:], event.train))
                return move(stage, told, event, (someone, kinds))
            case Replaced():
                return replace_tile(stage, told, event, someone)
            case HandRevealed():
                self._reveals.append(told)
            case RoundEnded():
                return self._end(told)
            case GameEnded():
                return self._game_end(told)
            case FaceDownSeen() | LooseSeen():
                raise FilmError(f"nobody knows how to film {event}")
            case _:
                pass
        return Act()

    def _taker(self, rest: Sequence[Told]) -> Seat | None:
        """Whose hand is counted after a tile has gone."""
        event = rest[1].event if len(rest) > 1 else None
        return event.seat if isinstance(event, HandCounted) else None

    def _end(self, told: Told) -> Act:
        """The end of a round: hands turned up, or the trains cleared away at once."""
        reveals = [each.event for each in self._reveals if isinstance(each.event, HandRevealed)]
        code = next((each.code for each in self._reveals if each.code), None)
        if self.stage.recipe.table.reveals and any(each.tiles for each in reveals):
            act = reveal(self.stage, reveals)
            act.drafts.append(round_end(told, shown_boxes(self.stage), act.release_s, code))
            return act
        act = clear(self.stage)
        act.drafts.append(round_end(told, (middle_box(self.stage),), act.release_s, None))
        return act

    def _game_end(self, told: Told) -> Act:
        """Nothing moves: the game is over once its last round is."""
        self.time.drafts.append(Draft(TrueEvent(0.0, "game_end", line=str(told.event)), self.time.seen_s()))
        return Act()

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
            and self.stage.rng.random() < self.stage.recipe.acts.quick_double
        ):
            run.append(self._as_play(events, at + len(run)))
        return run

    def _as_play(self, events: Sequence[Told], at: int) -> Play:
        event = events[at].event
        if not isinstance(event, TilePlaced):
            raise TypeError(f"{event} lays no tile")
        by = event.by or events[at].turn or self._owner(event.train) or self.game.seats[0]
        kinds = (kind_of(event.link, event.pose), *_coming(events[at + 1 :], event.train))
        return Play(events[at], event, by, kinds)


def _refuse_unknown_trains(events: Sequence[Told], stage: Stage) -> None:
    """Only trains of seats and the Mexican train have a place at the hub."""
    for told in events:
        match told.event:
            case TilePlaced(_, train) | Moved(_, _, train) | MarkerPlaced(train):
                if train not in stage.ground.trains:
                    raise FilmError(f"nobody knows where {train} lies: {told.event}")
            case _:
                pass


def _is_play(act: Act) -> bool:
    return any(draft.event.kind == "place" for draft in act.drafts)


def _coming(events: Sequence[Told], train: TrainName) -> Iterator[Kind]:
    """The tiles that a train will get."""
    for told in events:
        event = told.event
        if isinstance(event, TilePlaced) and event.train == train and not event.is_branch:
            yield kind_of(event.link, event.pose)
