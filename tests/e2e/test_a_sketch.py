"""Set-up: hub and hand zones are dragged over the camera's picture and kept with the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e_serving import Serving
from patience import until
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.slow]

LONG = 90_000
"""Milliseconds for what the vision process has to load first, on a busy machine."""


@pytest.fixture
def filming(root: Path, tmp_path: Path) -> Iterator[Serving]:
    """The server with the demo film as its camera."""
    film = root / "datasets" / "demo" / "game.mp4"
    with Serving.running(tmp_path / "data", "--camera", str(film)) as server:
        yield server


def drawn(page: Page, serving: Serving) -> dict[str, Any]:
    """What the server has of the sketch."""
    sketch: dict[str, Any] = page.request.get(f"{serving.address}/api/camera/sketch").json()
    return sketch


def middle(shape: Locator) -> tuple[float, float]:
    """The middle of a shape on the page."""
    box = shape.locator("polygon").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, shape: Locator, by_px: tuple[float, float]) -> None:
    x, y = middle(shape)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by_px[0] / 2, y + by_px[1] / 2)
    page.mouse.move(x + by_px[0], y + by_px[1])
    page.mouse.up()


def test_hub_and_hands_are_dragged_into_place_and_stay_there(
    page: Page, filming: Serving, pictures: Path
) -> None:
    page.goto(f"{filming.address}/#/games/new")
    expect(page.locator(".camera-picture img")).to_be_visible(timeout=LONG)
    expect(page.locator(".check-list li").first).to_be_visible(timeout=LONG)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_role("button", name="Mark where hands lie").click()
    expect(page.locator(".sketch-shape.zone")).to_have_count(4)
    page.get_by_label("Remove player 4").click()
    expect(page.locator(".sketch-shape.zone")).to_have_count(3)

    hand = page.get_by_role("button", name="Hand of Ann")
    until(lambda: len(drawn(page, filming)["zones"]) == 3)
    before = drawn(page, filming)["zones"][0]
    hand.focus()
    for key in ("ArrowUp", "ArrowUp", "Shift+ArrowRight"):
        page.keyboard.press(key)
    until(lambda: drawn(page, filming)["zones"][0] != before)
    after = drawn(page, filming)["zones"][0]
    assert (before["seat"], after["seat"]) == ("P1", "P1")
    assert after["corners"][0][1] == pytest.approx(before["corners"][0][1] - 0.02, abs=1e-3)
    assert after["corners"][1][0] == pytest.approx(before["corners"][1][0] + 0.01, abs=1e-3)

    if page.locator(".sketch-shape.found").count() == 0:
        page.get_by_role("button", name="Mark the hub").click()
    hub = page.locator(".sketch-shape.hub")
    seen = middle(hub)
    drag(page, hub, (40, -24))
    until(lambda: drawn(page, filming)["hub"] is not None)
    assert middle(hub) == pytest.approx((seen[0] + 40, seen[1] - 24), abs=2)
    page.screenshot(path=pictures / "set_up_sketch.png", full_page=True)

    kept = drawn(page, filming)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".log")).to_be_visible()
    filming.kill()
    filming.start()
    assert drawn(page, filming) == kept
