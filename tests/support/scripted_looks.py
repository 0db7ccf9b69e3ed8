"""Looks at a table as a script tells them, for whoever takes looks: no picture, no model."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from engine.event_notation import parse_event
from engine.expecting import observe
from engine.game import NO_GAME, GameState, judge
from engine.observation import Candidate, LooseCandidate, Observation, SeenTrain
from engine.state import RoundState
from engine.trains import parse_link
from vision.layout import Chain, ChainTile, Layout
from vision.scene import Covered, Scene

EMPTY_TABLE = Observation(())


@dataclass(frozen=True, slots=True, eq=False)
class ScriptedLook:
    """A look as a watcher would give it."""

    at_s: float
    settled_s: float
    observation: Observation
    headings: Mapping[int, float]
    scene: Scene
    layout: Layout
    bumped: bool = False
    is_end: bool = False
    reach_deg: float | None = None
    reaches: Mapping[int, float] = field(default_factory=dict)


def bare_scene(at_s: float) -> Scene:
    """A table without anything that a session asks for."""
    return Scene(at_s, (640, 360), (), (), None, Covered(np.zeros((9, 16), np.bool_), 1 / 40))


def laid_out(seen: Observation, tracks: Mapping[tuple[int, int], int]) -> Layout:
    """A layout with a track for every tile: by slot and place, else one that never changes."""
    chains = tuple(
        Chain(
            train.slot,
            0.0,
            tuple(
                ChainTile(tracks.get((train.slot, at), 100 * train.slot + at), 0, tile.pose, tile.joint, 0.0)
                for at, tile in enumerate(train.tiles)
                if tile.pose is not None
            ),
            train.marker,
            train.is_tail_visible,
        )
        for train in seen.trains
    )
    engine = None if not seen.engine else 1
    return Layout(None, engine, chains, (), np.zeros((0, 2)))


@dataclass
class Script:
    """A table that changes line by line, and looks at it."""

    headings: Mapping[int, float]
    at_s: float = 0.0
    game: GameState = NO_GAME
    tracks: dict[tuple[int, int], int] = field(default_factory=dict)
    reach_deg: float | None = None
    reaches: dict[int, float | None] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)

    @property
    def round(self) -> RoundState:
        """The round under way."""
        assert self.game.round is not None
        return self.game.round

    def happen(self, *lines: str) -> "Script":
        """Let events happen, in the engine's notation."""
        for line in lines:
            self.game, _ = judge(self.game, parse_event(line))
        return self

    def observation(self) -> Observation:
        """What a perfect witness sees now; slots in which nothing ever lay are not listed."""
        if self.game.round is None:
            return EMPTY_TABLE
        seen = observe(self.round)
        self.begun |= {each.slot for each in seen.trains if each.tiles or each.marker}
        trains = tuple(each for each in seen.trains if each.slot in self.begun)
        return replace(seen, trains=trains)

    def look(self, after_s: float = 1.0, *, bumped: bool = False) -> ScriptedLook:
        """The table so many seconds later."""
        return self.shown(self.observation(), after_s, bumped=bumped)

    def shown(self, seen: Observation, after_s: float = 1.0, *, bumped: bool = False) -> ScriptedLook:
        """A look that shows something else than the table."""
        self.at_s += after_s
        layout = laid_out(seen, self.tracks)
        for track_id in (tile.track_id for chain in layout.chains for tile in chain.tiles):
            self.reaches.setdefault(track_id, self.reach_deg)
        return ScriptedLook(
            self.at_s,
            self.at_s - 0.2,
            seen,
            self.headings,
            bare_scene(self.at_s),
            layout,
            bumped=bumped,
            reach_deg=self.reach_deg,
            reaches={each: reach for each, reach in self.reaches.items() if reach is not None},
        )


def read_as(seen: Observation, slot: int, place: int, **weights: float) -> Observation:
    """The look with a tile read so: `t12_5=0.6` for 12-5 with weight 0.6."""
    candidates = tuple(
        Candidate(parse_link(name[1:].replace("_", "-")), weight) for name, weight in weights.items()
    )
    return _with_tile(seen, slot, place, candidates)


def _with_tile(seen: Observation, slot: int, place: int, candidates: tuple[Candidate, ...]) -> Observation:
    def changed(train: SeenTrain) -> SeenTrain:
        if train.slot != slot:
            return train
        tile = replace(train.tiles[place], candidates=candidates)
        return replace(train, tiles=(*train.tiles[:place], tile, *train.tiles[place + 1 :]))

    return replace(seen, trains=tuple(map(changed, seen.trains)))


def short_of(seen: Observation, slot: int, tiles: int = 1) -> Observation:
    """The look without a train's last tiles."""
    trains = tuple(
        replace(each, tiles=each.tiles[: len(each.tiles) - tiles]) if each.slot == slot else each
        for each in seen.trains
    )
    return replace(seen, trains=trains)


def engine_read_as(seen: Observation, link: str, weight: float = 1.0) -> Observation:
    """The look with another engine tile."""
    return replace(seen, engine=(LooseCandidate(parse_link(link).tile, weight),))
