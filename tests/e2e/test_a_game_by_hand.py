"""A game played on the page by hand, against the real server, in a real browser."""

import re
from pathlib import Path

import pytest
from e2e_serving import Serving
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e


def begin(page: Page, serving: Serving) -> None:
    """A new game of Anna and Ben, its first round begun."""
    page.goto(serving.address)
    page.get_by_role("link", name="New game").click()
    for number, name in ((1, "Anna"), (2, "Ben")):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    for number in (4, 3):
        page.get_by_label(f"Remove player {number}").click()
    page.get_by_role("combobox", name="Which rules").select_option("gamerules")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator(".turn")).to_have_text("Anna plays a tile, or draws one.")


def lay(page: Page, tile: str) -> None:
    """Lay a tile on the train that is chosen, by typing it."""
    page.get_by_label("Type a tile").fill(tile)
    page.get_by_role("button", name="Put").click()


def fix(page: Page, tile: str) -> None:
    page.get_by_role("button", name="Misread, fix it").first.click()
    page.locator(".mending").get_by_role("textbox", name="Tile").fill(tile)
    page.get_by_role("button", name="Save").click()


def test_a_foul_is_flagged_put_right_undone_and_kept_through_a_power_cut(
    page: Page, browser: Browser, serving: Serving, pictures: Path
) -> None:
    begin(page, serving)
    page.get_by_role("button", name="Tile 5 12").click()
    expect(page.locator(".turn")).to_have_text("Ben plays a tile, or draws one.")

    page.get_by_role("radio", name="Ben").click()
    lay(page, "3-4")
    flag = page.get_by_role("article", name="A foul")
    expect(flag).to_contain_text("A train must start with a 12.")
    page.screenshot(path=pictures / "table_foul.png")

    fix(page, "3-12")
    expect(flag).to_have_count(0)
    expect(page.get_by_label("Tile 12 3")).to_be_visible()
    page.locator("body").press("u")
    expect(flag).to_be_visible()
    fix(page, "3-12")
    expect(flag).to_have_count(0)

    other = browser.new_page()
    other.goto(page.url)
    expect(other.get_by_label("Tile 12 3")).to_be_visible()
    serving.kill()
    expect(page.get_by_text("No connection, trying again")).to_be_visible()
    serving.start()
    expect(page.get_by_text("Live", exact=True)).to_be_visible(timeout=15_000)

    page.locator("body").press("d")
    expect(page.locator(".log")).to_contain_text("Anna draws")
    expect(other.locator(".log")).to_contain_text("Anna draws", timeout=15_000)
    other.close()
    page.reload()
    expect(page.get_by_label("Tile 12 3")).to_be_visible()
    expect(page.locator(".log .entry").first).to_contain_text("Anna draws")


def test_a_missed_tile_is_inserted_and_a_wrong_line_removed(page: Page, serving: Serving) -> None:
    begin(page, serving)
    page.get_by_role("button", name="Tile 5 12").click()
    page.get_by_role("radio", name="Anna").click()
    page.get_by_role("combobox", name="Who").select_option("Anna")
    lay(page, "5-6")
    expect(page.locator(".flag").first).to_contain_text("already played")

    page.locator(".entry", has_text="lays 5-6").click()
    page.get_by_role("button", name="Insert before").click()
    form = page.locator(".mending")
    form.get_by_role("textbox", name="Tile").fill("12 1")
    form.get_by_role("combobox", name="Train").select_option("the Mexican train")
    form.get_by_role("combobox", name="By").select_option("Ben")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".flag")).to_have_count(0)
    expect(page.locator(".log .entry").nth(1)).to_contain_text("Ben lays 12-1 on the Mexican train")

    page.locator(".entry", has_text="lays 5-6").click()
    page.get_by_role("button", name="Never happened").click()
    expect(page.locator(".entry", has_text="lays 5-6")).to_have_count(0)


def test_a_pass_puts_the_marker_down_and_opens_the_train(page: Page, serving: Serving) -> None:
    begin(page, serving)
    page.get_by_role("button", name="Draw and pass").click()

    expect(page.locator(".turn")).to_have_text("Ben plays a tile, or draws one.")
    expect(page.locator("svg [aria-label='A marker lies here']")).to_be_visible()
    page.locator("body").press("u")
    expect(page.locator(".turn")).to_have_text("Anna plays a tile, or draws one.")


def test_a_round_is_counted_on_a_phone(
    browser: Browser, page: Page, serving: Serving, pictures: Path
) -> None:
    begin(page, serving)
    phone = browser.new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    phone.goto(page.url.replace("/table", "/scores"))
    anna, ben = phone.locator(".hand").nth(0), phone.locator(".hand").nth(1)
    anna.get_by_role("button", name="Nothing left").tap()
    expect(anna.locator(".value")).to_have_text("0")
    ben.get_by_role("button", name="Tap tiles").tap()
    ben.get_by_role("button", name="Tile 3 4", exact=True).tap()
    ben.get_by_role("button", name="Tile 10 11", exact=True).tap()
    phone.screenshot(path=pictures / "phone_hands.png")
    ben.get_by_role("button", name="That is the hand").tap()
    expect(ben.locator(".value")).to_have_text("28")

    phone.get_by_role("button", name="Close round 1").tap()
    expect(phone.locator("tfoot td")).to_have_text([re.compile("0"), "28"])
    expect(phone.locator(".banner")).to_contain_text("Round 2 of 13")
    phone.screenshot(path=pictures / "phone_scores.png", full_page=True)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    phone.close()
    expect(page.locator(".turn")).to_have_text("Round 2 of 13")


def test_a_device_with_a_wrong_code_stays_outside_and_a_watcher_only_looks(
    page: Page, tmp_path: Path, pictures: Path
) -> None:
    with Serving.running(tmp_path / "network", "--lan") as network:
        page.goto(network.address)
        page.get_by_label("Code").fill("WRONG234")
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("alert")).to_have_text("That code is wrong")
        page.screenshot(path=pictures / "join.png")

        page.get_by_label("Code").fill(network.code("watcher"))
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name="Games")).to_be_visible()
        expect(page.get_by_role("link", name="New game")).to_have_count(0)
        assert network.stop() == 0


def test_nothing_is_fetched_from_elsewhere_and_the_first_paint_is_quick(page: Page, serving: Serving) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(serving.address)
    expect(page.get_by_role("heading", name="Games")).to_be_visible()

    assert {re.match(r"[a-z]+://[^/]+", url)[0] for url in asked if not url.startswith("data:")} == {  # type: ignore[index]
        serving.address
    }
