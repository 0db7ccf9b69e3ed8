"""How fast the engine is; the figures of the bars stand beside each measurement.

On a shared machine the least of several rounds is nearest to the truth. The limits below are the
bars times `STATIONMASTER_SLOWNESS` (1 unless the machine is known to be busy).
"""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import median

import pytest

from engine.events import Event, TilePlaced
from engine.expecting import observe
from engine.game import GameState, replay
from engine.legal import legal_moves
from engine.observation import Candidate, SeenTile
from engine.reconcile import reconcile
from engine.reconciliation import Explained
from engine.rules import GAMERULES
from engine.state import RoundState
from engine.tiles import Tile
from scenegen.game_players import Style
from scenegen.game_simulator import Simulator
from scenegen.game_table import Happened

SLOWNESS = float(os.environ.get("STATIONMASTER_SLOWNESS", "1"))

pytestmark = pytest.mark.bench


def cpu_ms(act: Callable[[], object], rounds: int) -> list[float]:
    """CPU milliseconds of each of some rounds: what other processes do does not count."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        act()
        times.append((time.process_time() - start) * 1000)
    return times


@pytest.fixture(scope="module")
def game() -> tuple[Happened, ...]:
    """A full game of 13 rounds with 8 players."""
    return Simulator(GAMERULES, seed=1, players=8).play_game()


@pytest.fixture(scope="module")
def full_table() -> tuple[RoundState, Happened]:
    """A round with 80 tiles or more on the table, and the tile that comes next."""
    for seed in range(200):
        log = Simulator(GAMERULES, seed, 2, styles=[Style.HOARDER]).play_game(rounds=1)
        for before, after in pairwise(log):
            state = before.state.round
            if state and isinstance(after.event, TilePlaced) and state.laid.bit_count() > 80:
                return state, after
    raise AssertionError("no simulated round fills the table")


def test_replaying_a_game_takes_a_tenth_of_a_second(game: tuple[Happened, ...]) -> None:
    events: list[Event] = [each.event for each in game]
    assert len(events) >= 1300

    per_1500 = min(cpu_ms(lambda: replay(events), 9)) * 1500 / len(events)

    print(f"replay of 1,500 events: {per_1500:.1f} ms (bar 100)")  # noqa: T201 -- the figure is the point
    assert isinstance(game[-1].state, GameState)
    assert per_1500 <= 100 * SLOWNESS


def test_reconciling_a_full_table_takes_a_fiftieth_of_a_second(
    full_table: tuple[RoundState, Happened],
) -> None:
    before, after = full_table
    assert after.state.round is not None
    seen = observe(after.state.round)
    # A real reader has doubts about every tile.
    seen = replace(
        seen,
        trains=tuple(replace(each, tiles=tuple(map(doubted, each.tiles))) for each in seen.trains),
    )
    assert isinstance(reconcile(before, seen), Explained)

    took = median(cpu_ms(lambda: reconcile(before, seen), 40))

    print(f"reconcile with {before.laid.bit_count()} tiles: {took:.2f} ms (bar 20)")  # noqa: T201
    assert took <= 20 * SLOWNESS


def doubted(tile: SeenTile) -> SeenTile:
    """The tile with two more readings, unlikely ones."""
    [first] = tile.candidates
    others = [replace(first.link, inner=(first.link.inner + step) % 13) for step in (1, 2)]
    return replace(tile, candidates=(first, *(Candidate(link, 0.05) for link in others)))


def test_listing_the_moves_of_a_hand_takes_a_fifth_of_a_millisecond(game: tuple[Happened, ...]) -> None:
    states = [each.state.round for each in game if each.state.round and each.state.round.engine]
    state = states[60]
    assert state is not None
    hand = tuple(Tile.of(n % 13, (n * 5 + 2) % 13) for n in range(15))

    took = median(
        each / 20 for each in cpu_ms(lambda: [list(legal_moves(state, hand)) for _ in range(20)], 50)
    )

    print(f"legal moves of 15 tiles: {took:.3f} ms (bar 0.2)")  # noqa: T201
    assert took <= 0.2 * SLOWNESS
