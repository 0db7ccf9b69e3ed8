"""Simulated rounds held against what the referee says: the engine's long test."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from multiprocessing import Pool

from engine.events import (
    Drawn,
    EngineLaid,
    Event,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    TakenBack,
    TilePlaced,
)
from engine.expecting import observe
from engine.problems import Code, Severity
from engine.reconcile import reconcile
from engine.reconciliation import Explained
from engine.rules import PRESETS, RuleSet
from engine.state import RoundState
from engine.tiles import SET_SIZES
from engine.trains import Link
from scenegen.game_players import Style
from scenegen.game_simulator import Simulator
from scenegen.game_table import Happened
from scenegen.game_violations import VIOLATIONS, Tempter

GRAVE = (Severity.ERROR, Severity.WARNING)
ONLY_NOTED = {
    Code.DETACHED_TILE, Code.DOUBLE_NOT_SIDEWAYS, Code.MARKER_LEFT_ON, Code.SINGLE_SIDEWAYS,
    Code.TILE_FACE_DOWN_ON_TRAIN, Code.WRONG_DEAL, Code.WRONG_SLOT, Code.WRONG_STARTER,
}  # fmt: skip
"""Violations that are untidy and no more."""
UNBALANCED = {
    Code.DUPLICATE_TILE, Code.ENGINE_NOT_DOUBLE, Code.HAND_COUNT_OFF, Code.TILE_COUNT_MISMATCH,
    Code.TILE_REMOVED, Code.WRONG_DEAL, Code.WRONG_ENGINE,
}  # fmt: skip
"""Violations after which a tile is counted twice or not at all, until the next event puts it right."""
HOUSE_RULES: tuple[Mapping[str, object], ...] = (
    {"all_trains_public": True},
    {"branching_doubles": True},
    {"closing_order": "any"},
    {"closing_order": "lifo"},
    {"dead_release": False},
    {"draw_limit": 0},
    {"draw_limit": 2},
    {"draw_limit": None},
    {"engine_sequence": "highest_unused"},
    {"follow_multi": "anywhere"},
    {"follow_multi": "first_open_only"},
    {"follow_multi": "first_open_or_plain"},
    {"follow_up": "none"},
    {"follow_up": "on_double"},
    {"go_out_on_double": False},
    {"marker_off": "any_play"},
    {"marker_off_is_duty": True},
    {"marker_trigger": "double_left_too"},
    {"max_doubles_per_turn": 1},
    {"max_doubles_per_turn": 2},
    {"mexican_from": "after_own_started"},
    {"must_play": False},
    {"opening": "run"},
    {"opening_out": "finish_lap"},
    {"opening_targets": "own_only"},
    {"own_train_first": "until_started"},
    {"scoring": "positive"},
    {"unsatisfied_double_lock": False},
    {"unsatisfied_double_penalty": 10},
)
"""Knobs that tables turn; half of the rounds are played with two of them."""
VISIBLE = (TilePlaced, MarkerPlaced, MarkerTaken, Drawn, EngineLaid, Moved, Replaced, TakenBack)
"""Events that leave a trace on the table."""
TEMPTATION = 0.15
CHUNK = 50
"""Rounds that a process plays at a stretch."""


@dataclass
class Tally:
    """What came out of many rounds."""

    rounds: int = 0
    events: int = 0
    reconciled: int = 0
    violations: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in what came out of other rounds."""
        self.rounds += other.rounds
        self.events += other.events
        self.reconciled += other.reconciled
        self.violations += other.violations
        self.endings += other.endings
        self.failures += other.failures


def check_rounds(seeds: Sequence[int]) -> Tally:
    """Play a round for each seed, every other one with violations, and check every event."""
    tally = Tally()
    for seed in seeds:
        tally.add(check_round(seed))
    return tally


def check_round(seed: int) -> Tally:
    """Play and check one round over a table drawn from the seed."""
    rng = random.Random(seed)  # noqa: S311 -- a game, no secret
    rules = _rules(rng, seed)
    tempt = Tempter(TEMPTATION) if seed % 2 else None
    styles = rng.sample(list(Style), len(Style))
    players = rng.randint(2, 12)
    tally = Tally(rounds=1)
    try:
        simulator = Simulator(rules, seed, players, styles, tempt)
        log = simulator.play_game(rounds=1)
    except RuntimeError as error:
        tally.failures.append(f"seed {seed}: {error}")
        return tally
    tally.events = len(log)
    tally.violations.update(each.truth.value for each in log if each.truth is not None)
    over = simulator.table.log[-2].state.round
    tally.endings[over.over.ending.value if over and over.over else "none"] += 1
    where = f"seed {seed}, {rules}, {players} seats"
    found = [*misjudged(log), *_lost(log, rules), *_unexplained(log, rng, tally)]
    tally.failures += [f"{where}: {each}" for each in found]
    return tally


def _rules(rng: random.Random, seed: int) -> RuleSet:
    """A preset with a set drawn for it, in every other pair of rounds with house rules."""
    rules = PRESETS[rng.choice(sorted(PRESETS))].with_knobs({"max_pip": rng.choice(SET_SIZES)})
    turned = rng.sample(HOUSE_RULES, 2) if seed // 2 % 2 else []
    for knobs in turned:
        rules = rules.with_knobs(knobs)
    return rules


def misjudged(log: Sequence[Happened]) -> Iterator[str]:
    """Events about which the referee says too much or too little."""
    for each in log:
        said = {problem.code for problem in each.problems if problem.severity in GRAVE}
        want = set() if each.truth is None else {each.truth}
        if want & ONLY_NOTED:
            said |= {problem.code for problem in each.problems} & ONLY_NOTED
        if said != want:
            yield f"{each.event}: said {sorted(said)}, played {sorted(want)}"


def _lost(log: Sequence[Happened], rules: RuleSet) -> Iterator[str]:
    """The first event after which table, hands and boneyard are not the set."""
    for each in log:
        state = each.state.round
        if each.truth in UNBALANCED:
            continue
        if state is None or state.engine is None or state.boneyard is None or None in state.hands:
            continue
        hands = sum(count for count in state.hands if count is not None)
        total = state.laid.bit_count() + hands + state.boneyard
        if total != rules.tile_count:
            yield f"{each.event}: {total} tiles of {rules.tile_count}"
            return


def _unexplained(log: Sequence[Happened], rng: random.Random, tally: Tally) -> Iterator[str]:
    """Visible events that a look at the table does not lead to."""
    for before, each in pairwise(log):
        if not isinstance(each.event, VISIBLE) or before.state.round is None or each.state.round is None:
            continue
        tally.reconciled += 1
        counted = rng.random() < 0.5 or isinstance(each.event, Drawn)
        want, got = explained(before.state.round, each.event, each.state.round, counted=counted)
        if want != got:
            yield f"a look after {want} gave {got}"


def explained(
    before: RoundState, event: Event, after: RoundState, *, counted: bool
) -> tuple[Event, Event | str]:
    """The event that a perfect look has to lead to, and what it led to.

    Who did it can only be told where hands are counted; which end of a branching tile is the
    inner one, and how a tile lay when it came, the round does not keep.
    """
    if isinstance(event, TilePlaced):
        link = Link(event.link.tile.low, event.link.tile.high) if event.is_branch else event.link
        event = replace(event, link=link, pose=None)
    seen = observe(after)
    if not counted or (isinstance(event, TilePlaced) and event.by is None):
        seen = replace(seen, hands=(), boneyard=None)
        if isinstance(event, TilePlaced | EngineLaid):
            event = replace(event, by=None)
    result = reconcile(before, seen)
    if isinstance(result, Explained) and len(result.events) == 1:
        return event, result.events[0]
    return event, str(result)


def check_many(rounds: int, first_seed: int, jobs: int) -> Tally:
    """Check rounds in several processes."""
    chunk = 50
    seeds = [
        range(at, min(at + chunk, first_seed + rounds))
        for at in range(first_seed, first_seed + rounds, chunk)
    ]
    tally = Tally()
    with Pool(jobs) as pool:
        for part in pool.imap(check_rounds, seeds):
            tally.add(part)
    return tally


def report(tally: Tally) -> str:
    """The tally as lines to read."""
    never = sorted(set(VIOLATIONS) - set(tally.violations))
    lines = [
        f"{tally.rounds} rounds, {tally.events} events, {tally.reconciled} looks explained or not",
        "endings: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.endings.items())),
        "violations: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.violations.items())),
        f"violations never played: {', '.join(never) or 'none'}",
        f"failures: {len(tally.failures)}",
        *tally.failures[:20],
    ]
    return "\n".join(lines)
