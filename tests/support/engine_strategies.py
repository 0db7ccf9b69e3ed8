"""Hypothesis strategies for the values of the engine."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from engine.events import (
    BoneyardCounted,
    Drawn,
    EngineLaid,
    Event,
    FaceDownSeen,
    GameEnded,
    GameStarted,
    HandCounted,
    HandRevealed,
    LooseSeen,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Passed,
    Replaced,
    RoundEnded,
    RoundStarted,
    RulesChanged,
    ScoreEntered,
    TakenBack,
    TilePlaced,
    TrainAssigned,
    TurnEnded,
)
from engine.game import GameState
from engine.knobs import RuleError, choices, kind
from engine.log import Corrected, Entry, Inserted, Retracted
from engine.observation import Pose
from engine.problems import Assumption, Code, Problem, Severity
from engine.rules import PRESETS, RuleSet, hints
from engine.state import RoundState
from engine.tiles import Tile
from engine.trains import MEXICAN, Link, Seat, Train, TrainName, slot_train
from scenegen.game_players import Style
from scenegen.game_simulator import Simulator
from scenegen.game_violations import Tempter

pips = st.integers(0, 18)
tiles = st.builds(Tile.of, pips, pips)
links = st.builds(Link, pips, pips)
numbers = st.integers(0, 999_999_999)
counts = st.integers(0, 99)
# Words of the grammar are names like any other.
seats = st.sampled_from(["P1", "P2", "Anna", "by", "on", "side", "ends", "turn", "claim", "none"]).map(Seat)
names = st.one_of(seats.map(TrainName), st.just(MEXICAN), counts.map(slot_train))
trains = st.builds(
    Train,
    names,
    st.lists(links, max_size=6).map(tuple),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
maybe_seats = st.none() | seats
points = st.fractions(-9999, 9999, max_denominator=99)

DEAL_ROWS = [(12, 4, 15), (9, 2, 13), (6, 3, 6)]


def knob_values(knob: str) -> st.SearchStrategy[Any]:
    """Values that a knob can stand on."""
    hint = hints()[knob]
    if knob == "deal":
        return st.lists(st.sampled_from(DEAL_ROWS), max_size=2, unique=True).map(tuple)
    if choices(hint):
        return st.sampled_from(choices(hint))
    if kind(hint) == "bool":
        return st.booleans()
    whole = st.integers(1, 18)
    return whole if kind(hint) == "int" else st.none() | whole


@st.composite
def rule_sets(draw: st.DrawFn, sizes: tuple[int, ...] = (6, 9, 12, 15, 18)) -> RuleSet:
    """Presets with some knobs turned, as long as the knobs go together."""
    base = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    turned = draw(
        st.lists(st.sampled_from(sorted(set(hints()) - {"name", "max_pip"})), max_size=5, unique=True)
    )
    knobs = {knob: draw(knob_values(knob)) for knob in turned}
    knobs["max_pip"] = draw(st.sampled_from(sizes))
    try:
        return base.with_knobs(knobs)
    except RuleError:
        return base


table_events: st.SearchStrategy[Event] = st.one_of(
    st.builds(EngineLaid, tiles, maybe_seats),
    st.builds(TrainAssigned, counts, names, maybe_seats),
    st.builds(TilePlaced, links, names, maybe_seats, st.booleans(), st.none() | st.sampled_from(Pose)),
    st.builds(Drawn, seats),
    st.builds(Passed, seats),
    st.builds(TurnEnded, seats),
    st.builds(MarkerPlaced, names),
    st.builds(MarkerTaken, names),
    st.builds(TakenBack, tiles, names),
    st.builds(Moved, links, names, names),
    st.builds(Replaced, tiles, links, names),
    st.builds(FaceDownSeen, names),
    st.builds(LooseSeen, tiles),
    st.builds(HandCounted, seats, counts),
    st.builds(BoneyardCounted, counts),
    st.builds(HandRevealed, seats, st.lists(tiles, max_size=5).map(tuple)),
)
events: st.SearchStrategy[Event] = st.one_of(
    table_events,
    st.builds(
        GameStarted,
        rule_sets(),
        st.lists(seats, min_size=1, max_size=5, unique=True).map(tuple).filter(lambda s: s != ("ends",)),
    ),
    st.builds(RulesChanged, rule_sets()),
    st.builds(RoundStarted, counts, maybe_seats, st.none() | counts),
    st.builds(ScoreEntered, seats, points.map(Fraction)),
    st.just(RoundEnded()),
    st.just(GameEnded()),
)
entries: st.SearchStrategy[Entry] = st.one_of(
    events,
    st.builds(Retracted, numbers),
    st.builds(Corrected, numbers, events),
    st.builds(Inserted, numbers, events),
)
problems = st.builds(
    Problem,
    st.sampled_from(Code),
    st.sampled_from(Severity),
    st.sampled_from(["A-T1", "own_train_first", "B-G1"]),
    st.lists(
        st.tuples(
            st.sampled_from(["expected", "came", "v", "assuming", "rival"]),
            st.integers(-99, 999) | st.sampled_from(["12-5", "P1", "MX", "-", "05", "P1+P2", "21/2"]),
        ),
        max_size=4,
    ).map(tuple),
    st.none() | st.sampled_from(Assumption),
    st.none() | st.sampled_from(Code),
)


@st.composite
def games(draw: st.DrawFn) -> GameState:
    """States of simulated games, with violations, at any moment."""
    log = Simulator(
        draw(rule_sets(sizes=(6, 9))),
        draw(st.integers(0, 9999)),
        draw(st.integers(2, 5)),
        styles=draw(st.permutations(list(Style))),
        tempt=Tempter(0.2),
    ).play_game(rounds=1)
    return draw(st.sampled_from(log)).state


def rounds() -> st.SearchStrategy[RoundState]:
    """Rounds of simulated games at any moment."""
    return games().map(lambda game: game.round).filter(bool).map(_known)


def _known(state: RoundState | None) -> RoundState:
    assert state is not None
    return state
