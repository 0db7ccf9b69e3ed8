"""A process killed at any moment loses nothing that it had acknowledged."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import within

from server.dashboard.store import Store

PICTURE = 100_000
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

CAMERA = """
import sys
from pathlib import Path
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.store import Store
from server.dashboard.store_values import Draft, Post
from server.session_log import Source

folder = Path(sys.argv[1])
store, evidence = Store(folder), EvidenceFiles(folder / "evidence")
game = store.games()[0].id if store.games() else store.create([Draft("game house P1 P2")], {}).result()
post = store.post()
if post is None:
    post = Post(game, "film.mp4", ("P1", "P2"))
    store.take_post(post).result()
seen = [Draft("draw P1", Source.CAMERA), Draft("pass P1", Source.INFERRED, doubtful=True, quiet=True)]
at_s = post.at_s
while True:
    at_s += 1
    store.watched_until(game, at_s).result()
    for each in store.append(game, seen).result():
        print(each.seq, flush=True)
    evidence.keep(game, each.seq, b"b" * SIZE, b"a" * SIZE)
""".replace("SIZE", str(PICTURE))
"""What the camera desk does at each look: how far the film was watched, what was told, its pictures."""


def killed_after(folder: Path, script: str, delay_s: float) -> int:
    """The number of the last entry that the process had acknowledged before it was killed."""
    with subprocess.Popen([sys.executable, "-c", script, str(folder)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        first = within(writer.stdout.readline)
        time.sleep(delay_s)
        writer.kill()
        said = writer.stdout.read().split(b"\n")
    # What follows the last line feed was not said in full.
    return int(said[-2] if len(said) > 1 else first)


def nothing_is_lost(folder: Path, script: str, times: int) -> None:
    rng = random.Random(times)  # noqa: S311 -- moments to kill at, no secret
    for _ in range(times):
        acknowledged = killed_after(folder, script, rng.uniform(0, 0.08))
        with Store(folder) as store:
            entries = store.game(store.games()[0].id).entries
            post = store.post()
        assert [each.seq for each in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= acknowledged
        assert (len(entries) - 1) % 2 == 0, "two entries of one write came apart"
        if script is CAMERA:
            assert post is not None
            # The place in the film is written first, so that it is never behind what was told.
            assert post.at_s * 2 >= len(entries) - 1
            pictures = list((folder / "evidence").glob("*/*.jpg"))
            assert {each.stat().st_size for each in pictures} <= {PICTURE}, "half a picture was kept"


@pytest.mark.parametrize("script", [pytest.param(WRITER, id="people"), pytest.param(CAMERA, id="camera")])
def test_ten_kills_lose_nothing(tmp_path: Path, script: str) -> None:
    nothing_is_lost(tmp_path, script, 10)


@pytest.mark.slow
@pytest.mark.parametrize("script", [pytest.param(WRITER, id="people"), pytest.param(CAMERA, id="camera")])
def test_a_hundred_kills_lose_nothing(tmp_path: Path, script: str) -> None:
    nothing_is_lost(tmp_path, script, 100)
