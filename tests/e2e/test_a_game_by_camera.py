"""A game that a camera watches: the demo film, the real chain, the real server, a real browser."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_serving import Serving
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.slow]

LONG = 90_000
"""Milliseconds for what the film takes to show, on a machine that has other things to do."""
USUAL = 5000
"""What Playwright waits for an expectation."""


@pytest.fixture
def watching(root: Path, tmp_path: Path) -> Iterator[Serving]:
    """The server with the demo film as its camera."""
    film = root / "datasets" / "demo" / "game.mp4"
    with Serving.running(tmp_path / "data", "--camera", str(film)) as server:
        yield server


@pytest.fixture(autouse=True)
def patience(page: Page) -> Iterator[None]:
    """What a page shows may take as long as the film does."""
    page.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    yield
    expect.set_options(timeout=USUAL)


def set_up(page: Page, serving: Serving, pictures: Path) -> None:
    """The set-up page, as people with that table would fill it in."""
    page.goto(f"{serving.address}/#/live")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d+ tiles?, \d+ pixels long"))).to_be_visible()
    page.screenshot(path=pictures / "set_up.png", full_page=True)
    for number, name in ((1, "Ann"), (2, "Ben"), (3, "Cem")):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("Remove player 4").click()
    page.get_by_role("combobox", name="Which rules").select_option("house")
    page.get_by_role("combobox", name="Set", exact=True).select_option("9")
    page.get_by_role("button", name="Begin").click()


def vision_process(serving: Serving) -> int:
    """The number of the process that watches."""
    assert serving.process is not None
    listed = subprocess.run(
        ["ps", "-ww", "--ppid", str(serving.process.pid), "-o", "pid=", "-o", "args="],  # noqa: S607 -- wherever ps is
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    [found] = [line for line in listed.splitlines() if "spawn_main" in line]
    return int(found.split()[0])


def test_a_film_is_watched_through_a_crash_and_a_power_cut(
    page: Page, watching: Serving, pictures: Path
) -> None:
    set_up(page, watching, pictures)
    state, log = page.locator(".camera-state"), page.locator(".log")
    expect(state).to_contain_text("game.mp4 watches")
    expect(log).to_contain_text("lays 9-4 on the Mexican train")
    expect(page.locator(".camera-picture img")).to_be_visible()

    os.kill(vision_process(watching), signal.SIGKILL)
    expect(state).to_contain_text("is being started again")
    expect(state).to_contain_text("game.mp4 watches")
    foul = page.get_by_role("article", name="A foul")
    expect(foul).to_contain_text("The double 8 is unsatisfied")
    for which in ("before", "after"):
        picture = foul.get_by_role("img", name=f"The table {which}")
        expect(picture).to_be_visible()
        picture.evaluate("each => each.decode()")
    page.screenshot(path=pictures / "table_watched.jpg", quality=80)

    watching.kill()
    expect(page.get_by_text("No connection, trying again")).to_be_visible()
    watching.start()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    expect(state).to_contain_text("game.mp4 watches")
    page.reload()
    expect(foul).to_contain_text("The double 8 is unsatisfied")
    expect(log.locator(".entry", has_text="lays 9-8 on Ann's train")).to_have_count(1)

    misfit = page.get_by_role("article", name="A foul").filter(has_text="4-5 doesn't fit")
    expect(misfit).to_be_visible()
    misfit.get_by_role("button", name="Misread, fix it").click()
    page.locator(".mending").get_by_role("textbox", name="Tile").fill("2-5")
    page.get_by_role("button", name="Save").click()
    expect(misfit).to_have_count(0)
    expect(state).to_contain_text("The film is over")
    expect(log).to_contain_text("Ann lays 2-5 on Ann's train")
    expect(log.get_by_text("lays 4-5")).to_have_count(0)
    page.screenshot(path=pictures / "table_film_over.png")
    assert watching.stop() == 0


def test_a_camera_that_is_not_there_is_said_and_the_game_goes_on_by_hand(
    page: Page, tmp_path: Path, pictures: Path
) -> None:
    with Serving.running(
        tmp_path / "data", "--camera", "rtsp://127.0.0.1:9/none", "--players", "2"
    ) as serving:
        page.goto(f"{serving.address}/#/live")
        expect(page.locator(".camera-state")).to_contain_text("is lost")
        page.get_by_role("button", name="Start the round").click()
        page.get_by_role("button", name="Draw and pass").first.click()
        expect(page.locator(".log")).to_contain_text("P1 draws")
        page.screenshot(path=pictures / "table_camera_lost.png")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".camera-state")).to_have_count(0)
