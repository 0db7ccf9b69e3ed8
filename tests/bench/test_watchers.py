"""Thirty pages that watch cost no growth in memory or threads.

`STATIONMASTER_WATCH_S` says for how long: a minute if not said, 600 for the bar of ten minutes.
"""

import os
import time
from pathlib import Path

import pytest
from e2e_serving import Serving
from page_watchers import Watcher, watchers
from playwright.sync_api import APIRequestContext, sync_playwright

WATCH_S = float(os.environ.get("STATIONMASTER_WATCH_S", "60"))
WARM_S = 15.0
"""Until then buffers and pools grow to what they need."""
PAGES = 30
CHANGE_S = 0.2
MOST_KB = 4096
"""A leak of one picture of 60 kB a second would show in a minute; an allocator that breathes would not."""

pytestmark = [pytest.mark.bench, pytest.mark.model]


def facts(process_id: int) -> tuple[int, int]:
    """Kilobytes of memory that are the process's own, and its threads."""
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    found = dict(line.split(":", 1) for line in lines)
    return int(found["RssAnon"].split()[0]), int(found["Threads"])


def keep_busy(request: APIRequestContext, serving: Serving, game: int, seconds: float) -> int:
    """Change the game for so long, without its log growing; pages come and go. Gives how often."""
    end_s, changes = time.monotonic() + seconds, 0
    while time.monotonic() < end_s:
        changes += 1
        names = {"P1": f"Anna {changes % 10}"}
        told = request.post(f"/api/games/{game}/commands", data={"kind": "rename", "names": names})
        assert told.ok, told.text()
        with Watcher(serving, f"/live?game={game}").watching():
            time.sleep(CHANGE_S)
    return changes


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="memory is read from /proc")
def test_thirty_pages_cost_no_growth_in_memory_or_threads(tmp_path: Path, root: Path) -> None:
    film = root / "datasets" / "demo" / "game.mp4"
    with (
        Serving.running(tmp_path / "data", "--camera", str(film)) as serving,
        sync_playwright() as playwright,
    ):
        assert serving.process is not None
        request = playwright.request.new_context(
            base_url=serving.address, extra_http_headers={"Origin": serving.address}
        )
        body = {"rules": "gamerules", "players": ["Anna", "Ben"]}
        game = request.post("/api/games", data=body).json()["id"]
        with (
            watchers(serving, f"/live?game={game}", PAGES) as tables,
            watchers(serving, "/camera/picture", PAGES) as pictures,
        ):
            keep_busy(request, serving, game, WARM_S)
            warm_kb, warm_threads = facts(serving.process.pid)
            changes = keep_busy(request, serving, game, WATCH_S)
            last_kb, last_threads = facts(serving.process.pid)
        shown = [min(len(each.came_s) for each in kind) for kind in (tables, pictures)]

    print(  # noqa: T201 -- the figure is the point
        f"{PAGES} pages for {WATCH_S:.0f} s, {changes} changes, {shown[0]} views and {shown[1]} pictures "
        f"or more on each: memory {warm_kb} -> {last_kb} kB, threads {warm_threads} -> {last_threads}"
    )
    assert min(shown) > 0
    assert last_threads <= warm_threads
    assert last_kb - warm_kb <= MOST_KB
