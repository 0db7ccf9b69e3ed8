"""axe-core looks at every page: no fault that is serious or critical."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e_serving import Serving
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e

HAND = Path(__file__).parents[2] / "datasets" / "demo" / "hand.jpg"
GRAVE = ("serious", "critical")
SCREENS: tuple[tuple[int, int, Literal["light", "dark"]], ...] = ((1366, 820, "light"), (390, 844, "dark"))


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


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_grave_fault(browser: Browser, serving: Serving, name: str) -> None:
    found = set()
    for width, height, scheme in SCREENS:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        PAGES[name](page, serving)
        found |= {f"{scheme} {width}: {each}" for each in faults(page)}
        page.close()

    assert found == set()
