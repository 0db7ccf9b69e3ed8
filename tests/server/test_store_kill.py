"""A process killed at any moment loses nothing that it had acknowledged."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.dashboard.store import Store

WRITER = """
import sys
from pathlib import Path
from server.dashboard.store import Store
from server.dashboard.store_values import Draft

store = Store(Path(sys.argv[1]))
game = store.games()[0].id if store.games() else store.create([Draft("game house P1 P2")], {}).result()
while True:
    for each in store.append(game, [Draft("draw P1"), Draft("pass P1")]).result():
        print(each.seq, flush=True)
"""


def killed_after(folder: Path, delay_s: float) -> int:
    """The number of the last entry that the process had acknowledged before it was killed."""
    with subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(delay_s)
        writer.kill()
        said = writer.stdout.read().split(b"\n")
    # What follows the last line feed was not said in full.
    return int(said[-2] if len(said) > 1 else first)


def nothing_is_lost(folder: Path, times: int) -> None:
    rng = random.Random(times)  # noqa: S311 -- moments to kill at, no secret
    for _ in range(times):
        acknowledged = killed_after(folder, rng.uniform(0, 0.08))
        with Store(folder) as store:
            entries = store.game(store.games()[0].id).entries
        assert [each.seq for each in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= acknowledged
        assert (len(entries) - 1) % 2 == 0, "two entries of one write came apart"


def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    nothing_is_lost(tmp_path, 10)


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    nothing_is_lost(tmp_path, 100)
