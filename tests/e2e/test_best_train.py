"""The best train on a player's own phone, from a photo of the hand; the host turns it off."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e_serving import Serving
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.model]

HAND = Path(__file__).parents[2] / "datasets" / "demo" / "hand.jpg"


def test_a_photo_of_the_hand_gives_the_best_train_until_the_host_turns_it_off(
    page: Page, browser: Browser, serving: Serving, pictures: Path
) -> None:
    api = f"{serving.address}/api/games"
    game = page.request.post(api, data={"rules": "house", "players": ["Anna", "Ben"]}).json()["id"]
    page.request.post(f"{api}/{game}/commands", data={"kind": "start_round"})
    phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()

    phone.goto(f"{serving.address}/#/games/{game}/best")
    phone.get_by_label("Choose a picture").set_input_files(HAND)
    longest = phone.get_by_role("region", name="The longest train")
    expect(longest).to_be_visible(timeout=90_000)
    expect(longest.locator("svg.face").first).to_be_visible()
    expect(phone.get_by_role("region", name="Fits now")).to_be_visible()
    phone.screenshot(path=pictures / "best_train_phone.png", full_page=True)
    grave = [
        each for each in Axe().run(phone).response["violations"] if each["impact"] in ("serious", "critical")
    ]
    assert grave == []

    page.goto(f"{serving.address}/#/games/{game}/best")
    page.get_by_label("Players may ask for their best train").uncheck()
    expect(phone.get_by_text("This table plays without the best train.")).to_be_visible()
    expect(longest).to_have_count(0)
    phone.context.close()
