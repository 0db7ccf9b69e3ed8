"""Set-up: webcams are chosen by what they see. Films stand in for webcams, and one that gives no picture."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import uvicorn
from desk_apps import Camera, app_over
from fake_children import load_nothing
from patience import until
from playwright.sync_api import Page, expect
from small_films import write_film

from server.dashboard.camera.choices import Webcam
from server.dashboard.camera.supervisor import VisionProcess
from server.dashboard.routes_thumbnails import Webcams
from server.dashboard.store import Store

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

LONG = 90_000
"""Milliseconds for processes that have to start, on a busy machine."""


@pytest.fixture
def address(root: Path, tmp_path: Path) -> Iterator[str]:
    """A server with three cameras, in a thread: nobody can plug cameras into a process of its own."""
    listed = (
        Webcam(0, "Overhead", str(root / "datasets" / "demo" / "game.mp4")),
        Webcam(1, "Laptop", str(write_film(tmp_path / "film.mp4", 12))),
        Webcam(2, "Broken", str(tmp_path / "none.mp4")),
    )
    camera = Camera(partial(VisionProcess, load_nothing), webcams=Webcams(lambda: listed))
    with Store(tmp_path / "data") as store:
        config = uvicorn.Config(app_over(store, camera=camera), port=0, log_level="warning", lifespan="on")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        until(lambda: server.started, 60)
        [port] = {each.getsockname()[1] for one in server.servers for each in one.sockets}
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(30)


def test_a_webcam_is_chosen_by_its_thumbnail(page: Page, address: str, pictures: Path) -> None:
    page.goto(f"{address}/#/games/new")
    cameras = page.get_by_role("group", name="Cameras of this computer")
    overhead = cameras.get_by_role("button", name="Camera 0 Overhead")
    for each in (overhead, cameras.get_by_role("button", name="Camera 1 Laptop")):
        expect(each.locator("img")).to_be_visible(timeout=LONG)
        each.locator("img").evaluate("each => each.decode()")
    expect(cameras.get_by_role("button", name="Camera 2 Broken")).to_contain_text(
        "No picture: in use elsewhere?", timeout=LONG
    )
    page.screenshot(path=pictures / "set_up_thumbnails.png", full_page=True)

    overhead.click()
    expect(overhead).to_have_attribute("aria-pressed", "true", timeout=LONG)
    expect(page.get_by_role("combobox", name="What watches the table")).to_have_value("webcam 0")
    expect(page.locator(".camera-picture img")).to_be_visible(timeout=LONG)
    page.screenshot(path=pictures / "set_up_webcam.png", full_page=True)
