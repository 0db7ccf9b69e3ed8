"""Hands counted by photo on a phone, and a photo counted without a game, in a real browser."""

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e_serving import Serving
from PIL import Image
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.model]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page as wide as a phone's, which is touched."""
    opened = browser.new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    # The first photo waits for the models to be loaded.
    opened.set_default_timeout(30_000)
    yield opened
    opened.close()


@pytest.fixture
def demo(root: Path) -> Path:
    return root / "datasets" / "demo"


def ask(serving: Serving, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask the server as a program would."""
    request = urllib.request.Request(  # noqa: S310 -- our own server
        f"{serving.address}/api{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        told: dict[str, Any] = json.load(answer)
        return told


def a_round(serving: Serving) -> int:
    """A game of Anna and Ben in which Anna has laid the 12-9."""
    game: int = ask(serving, "/games", {"rules": "gamerules", "players": ["Anna", "Ben"]})["id"]
    ask(serving, f"/games/{game}/commands", {"kind": "start_round"})
    ask(serving, f"/games/{game}/commands", {"kind": "add", "lines": ["place 12-9 on P1 by P1"]})
    return game


def tile(page: Page, text: str) -> Any:
    """A tile's box on the photo."""
    return page.locator(".photo").get_by_role("button", name=re.compile(rf"^Tile {text}\b"))


def test_a_round_is_counted_by_photo_on_a_phone_and_a_misread_is_mended_by_tap(
    phone: Page, serving: Serving, demo: Path, pictures: Path
) -> None:
    game = a_round(serving)
    phone.goto(f"{serving.address}/#/games/{game}/scores")
    phone.locator(".hand").nth(0).get_by_role("button", name="Nothing left").tap()
    phone.get_by_label("Photo of Ben's hand", exact=True).set_input_files(demo / "hand.jpg")

    ben = phone.locator(".hand").nth(1)
    expect(ben.get_by_role("status")).to_have_text("9 tiles, 103 points", timeout=60_000)
    expect(ben.get_by_label("Please have a look")).to_contain_text("9-12 lies on Anna's train already.")
    phone.screenshot(path=pictures / "phone_photo.png", full_page=True)

    tile(phone, "9 12").tap()
    form = phone.get_by_role("region", name="One tile")
    form.get_by_role("radiogroup", name="The other end").get_by_role("radio", name="11").tap()
    phone.screenshot(path=pictures / "phone_photo_tile.png")
    form.get_by_role("button", name="Done").tap()
    expect(ben.get_by_role("status")).to_have_text("9 tiles, 102 points")
    expect(ben.get_by_label("Please have a look")).not_to_contain_text("9-11 lies")

    phone.locator(".photo image").tap(position={"x": 20, "y": 20})
    for end, pips in (("One end", "3"), ("The other end", "4")):
        form.get_by_role("radiogroup", name=end).get_by_role("radio", name=pips, exact=True).tap()
    form.get_by_role("button", name="Done").tap()
    expect(ben.get_by_role("status")).to_have_text("10 tiles, 109 points")
    tile(phone, "0 4").tap()
    form.get_by_role("button", name="No tile here").tap()
    expect(ben.get_by_role("status")).to_have_text("9 tiles, 105 points")

    ben.get_by_role("button", name="That is the hand").tap()
    expect(ben.locator(".value")).to_have_text("105")
    phone.get_by_role("button", name="Close round 1").tap()
    expect(phone.locator("tfoot td")).to_have_text([re.compile("0"), "105"])
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"


def test_a_photo_is_counted_without_a_game(phone: Page, serving: Serving, demo: Path, pictures: Path) -> None:
    phone.goto(serving.address)
    phone.get_by_role("link", name="Just count a photo").tap()
    phone.get_by_label("The double blank counts").fill("50")
    phone.get_by_label("Choose a picture").set_input_files(demo / "scattered.jpg")

    expect(phone.get_by_text("18 tiles, 215 points")).to_be_visible(timeout=60_000)
    phone.screenshot(path=pictures / "phone_count.png", full_page=True)
    phone.get_by_label("The double blank counts").fill("0")
    expect(phone.get_by_text("18 tiles, 165 points")).to_be_visible()


def test_what_is_no_photo_is_said_so_and_the_page_goes_on(phone: Page, serving: Serving, demo: Path) -> None:
    phone.goto(f"{serving.address}/#/count")
    chooser = phone.get_by_label("Choose a picture")
    chooser.set_input_files({"name": "../../etc/x.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    expect(phone.get_by_role("alert")).to_contain_text(
        "Expected a JPEG, PNG, WebP or HEIC photo, got text", timeout=60_000
    )

    chooser.set_input_files(demo / "dark.jpg")
    expect(phone.get_by_text("15 tiles, 81 points")).to_be_visible(timeout=60_000)


def test_the_score_sheet_is_saved_as_a_picture(page: Page, serving: Serving, pictures: Path) -> None:
    game = a_round(serving)
    for seat, points in (("P1", "0"), ("P2", "57")):
        body = {"kind": "score", "seat": seat, "points": points}
        ask(serving, f"/games/{game}/commands", body)
    ask(serving, f"/games/{game}/commands", {"kind": "end_round"})
    page.goto(f"{serving.address}/#/games/{game}/scores")

    with page.expect_download() as saving:
        page.get_by_role("button", name="Picture to share").click()
    saving.value.save_as(pictures / "scores_to_share.png")
    with Image.open(pictures / "scores_to_share.png") as picture:
        assert picture.format == "PNG"
        assert picture.width == 1080


def test_a_tile_is_mended_by_keyboard_alone(page: Page, serving: Serving, demo: Path) -> None:
    page.goto(f"{serving.address}/#/count")
    page.get_by_label("Choose a picture").set_input_files(demo / "dark.jpg")
    tile(page, "6 4").press("Enter", timeout=60_000)
    form = page.get_by_role("region", name="One tile")
    expect(form.get_by_role("radiogroup", name="One end").get_by_role("radio", name="6")).to_be_focused()

    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("15 tiles, 80 points")).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    page.get_by_role("button", name="Add a tile").press("Enter")
    tile(page, "1 0").press("Enter")
    expect(form).to_contain_text("This is 1-0")
    expect(page.get_by_role("button", name="?-?")).to_have_count(0)
