"""axe-core looks at every page: no fault that is serious or critical."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e_serving import Serving
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e

DEMO = Path(__file__).parents[2] / "datasets" / "demo"
HAND, FILM = DEMO / "hand.jpg", DEMO / "game.mp4"
GONE = "rtsp://127.0.0.1:9/none"
LONG = 90_000
"""Milliseconds for what the vision process has to load or read first, on a busy machine."""
GRAVE = ("serious", "critical")
SCREENS: tuple[tuple[int, int, Literal["light", "dark"]], ...] = (
    (1280, 800, "light"),
    (390, 844, "dark"),
    (390, 844, "light"),
    (1920, 1080, "dark"),
)
"""A laptop, phones, a television."""


def faults(page: Page) -> list[str]:
    """What axe-core finds grave on the page as it is, a line each."""
    # Colours that are still changing would be measured halfway.
    page.wait_for_timeout(200)
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def a_game(page: Page, serving: Serving) -> str:
    """A game with a foul, a marker and a round that was counted; gives its address."""
    post = page.request.post
    api = f"{serving.address}/api/games"
    game = post(api, data={"rules": "gamerules", "players": ["Anna", "Ben", "Carla"]}).json()["id"]

    def do(kind: str, **fields: object) -> None:
        assert post(f"{api}/{game}/commands", data={"kind": kind, **fields}).ok

    do("start_round")
    do("reveal", seat="P1", tiles=[])
    for seat in ("P2", "P3"):
        do("score", seat=seat, points="21")
    do("end_round")
    do("start_round")
    do("add", lines=["place 11-5 on P1 by P1", "pass P2", "marker on P2", "place 3-4 on P3 by P3"])
    return f"{serving.address}/#/games/{game}"


def open_start(page: Page, serving: Serving) -> None:
    a_game(page, serving)
    page.goto(serving.address)
    expect(page.locator(".card").first).to_be_visible()


def open_new_game(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/games/new")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    page.locator("summary").click()


def open_table(page: Page, serving: Serving) -> None:
    page.goto(f"{a_game(page, serving)}/table")
    expect(page.locator(".flag").first).to_be_visible()
    page.locator(".log .entry").first.click()


def open_mending(page: Page, serving: Serving) -> None:
    page.goto(f"{a_game(page, serving)}/table")
    page.get_by_role("button", name="Misread, fix it").first.click()
    expect(page.locator(".mending")).to_be_visible()


def open_scores(page: Page, serving: Serving) -> None:
    page.goto(f"{a_game(page, serving)}/scores")
    expect(page.locator(".hand").first).to_be_visible()
    page.get_by_role("button", name="Tap tiles").first.click()


def open_counted_hand(page: Page, serving: Serving) -> None:
    page.goto(f"{a_game(page, serving)}/scores")
    page.get_by_label("Photo of Ben's hand", exact=True).set_input_files(HAND)
    expect(page.get_by_label("Please have a look")).to_be_visible(timeout=60_000)


def open_count(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/count")
    page.get_by_label("Choose a picture").set_input_files(HAND)
    page.locator(".photo .box.doubtful").first.click(timeout=60_000)
    expect(page.get_by_role("region", name="One tile")).to_be_visible()


def open_devices(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/devices")
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()


def open_join(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/join")
    expect(page.get_by_label("Code")).to_be_visible()


PAGES: dict[str, Callable[[Page, Serving], None]] = {
    "start": open_start,
    "new game": open_new_game,
    "table": open_table,
    "mending": open_mending,
    "scores": open_scores,
    "hand by photo": open_counted_hand,
    "count": open_count,
    "devices": open_devices,
    "join": open_join,
}


def open_set_up(page: Page, serving: Serving) -> None:
    page.request.delete(f"{serving.address}/api/camera", headers={"Origin": serving.address})
    page.goto(f"{serving.address}/#/games/new")
    picker = page.get_by_role("combobox", name="What watches the table")
    picker.select_option("given")
    expect(page.locator(".camera-picture img")).to_be_visible(timeout=LONG)
    expect(page.locator(".check-list li").first).to_be_visible(timeout=LONG)
    expect(picker).to_have_value("given")


def open_sketch(page: Page, serving: Serving) -> None:
    open_set_up(page, serving)
    page.get_by_role("button", name="Mark where hands lie").click()
    expect(page.locator(".sketch-shape.zone")).to_have_count(4)
    page.request.put(f"{serving.address}/api/camera/sketch", data={}, headers={"Origin": serving.address})


def open_address(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/games/new")
    picker = page.get_by_role("combobox", name="What watches the table")
    picker.select_option("address")
    page.get_by_label("The camera's address").fill(GONE)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(picker.locator("option:checked")).to_have_text(GONE)
    expect(page.locator(".camera-state.lost")).to_be_visible(timeout=LONG)
    picker.select_option("address")


def open_watched(page: Page, serving: Serving) -> None:
    """The table with the camera's picture beside the board."""
    own = {"Origin": serving.address}
    page.request.put(f"{serving.address}/api/camera", data={"kind": "given"}, headers=own)
    address = a_game(page, serving)
    seats = {"seats": ["P1", "P2", "P3"]}
    game = address.rpartition("/")[2]
    assert page.request.put(f"{serving.address}/api/games/{game}/camera", data=seats, headers=own).ok
    page.goto(f"{address}/table")
    expect(page.locator(".camera-picture img")).to_be_visible(timeout=LONG)


def open_watched_large(page: Page, serving: Serving) -> None:
    open_watched(page, serving)
    page.get_by_role("button", name="Larger").click()
    expect(page.locator(".camera.large")).to_be_visible()


def open_offer(page: Page, serving: Serving) -> None:
    """A game by hand while the camera watches another."""
    open_watched(page, serving)
    page.goto(f"{a_game(page, serving)}/table")
    expect(page.get_by_role("button", name="Watch with")).to_be_visible()


def open_lost(page: Page, serving: Serving) -> None:
    open_watched(page, serving)
    choice = {"kind": "address", "url": GONE}
    page.request.put(f"{serving.address}/api/camera", data=choice, headers={"Origin": serving.address})
    expect(page.locator(".camera-state.lost")).to_be_visible(timeout=LONG)


CAMERA_PAGES: dict[str, Callable[[Page, Serving], None]] = {
    "set-up": open_set_up,
    "sketch": open_sketch,
    "address": open_address,
    "watched": open_watched,
    "watched, large": open_watched_large,
    "offer": open_offer,
    "lost": open_lost,
}


@pytest.fixture(scope="module")
def filming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server with the demo film as its camera."""
    with Serving.running(tmp_path_factory.mktemp("filming"), "--camera", str(FILM)) as server:
        yield server


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_grave_fault(browser: Browser, serving: Serving, pictures: Path, name: str) -> None:
    assert faults_of(browser, serving, PAGES[name], pictures / "pages" / name) == set()


@pytest.mark.model
@pytest.mark.parametrize("name", CAMERA_PAGES)
def test_a_page_with_a_camera_has_no_grave_fault(
    browser: Browser, filming: Serving, pictures: Path, name: str
) -> None:
    assert faults_of(browser, filming, CAMERA_PAGES[name], pictures / "pages" / name) == set()


def faults_of(
    browser: Browser, serving: Serving, show: Callable[[Page, Serving], None], shots: Path
) -> set[str]:
    """What is grave on a page, on each screen; its pictures begin as `shots` does."""
    shots.parent.mkdir(exist_ok=True)
    found = set()
    for width, height, scheme in SCREENS:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        show(page, serving)
        page.screenshot(path=f"{shots}_{width}_{scheme}.png", full_page=True)
        found |= {f"{scheme} {width}: {each}" for each in faults(page)}
        page.close()
    return found
