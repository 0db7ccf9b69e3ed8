"""An evening from the set-up to the score sheet, all steps in one go.

The real server on the local network with the demo film as its camera, and three real browsers: the host's
laptop, a player's phone, somebody who looks on. Each step leaves a screenshot, in its order.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from e2e_serving import Serving
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.slow]

LONG = 240_000
"""Milliseconds for what the film takes to show, on a machine that has other things to do."""
WHOLE_FILM = 300_000
"""The same for all of it: no frame is left out where a machine cannot keep up."""
USUAL = 5000
"""What Playwright waits for an expectation."""
MORE = re.compile(r"^\d+ more$")
"""What opens the whole of the log."""
PHONE = {"width": 390, "height": 844}


@dataclass
class Evening:
    """The server, its pages, and where screenshots go."""

    serving: Serving
    browser: Browser
    folder: Path
    demo: Path
    host: Page
    errors: list[str] = field(default_factory=list)
    steps: int = 0

    def join(self, role: str, *, phone: bool = False, tries: tuple[str, ...] = ()) -> Page:
        """A page in a browser of its own that joins with a role's code, after some wrong ones."""
        context = self.browser.new_context(
            viewport=PHONE if phone else {"width": 1920, "height": 1080},  # type: ignore[arg-type]
            is_mobile=phone,
            has_touch=phone,
            color_scheme="dark" if phone else "light",
        )
        context.set_default_timeout(LONG)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.serving.address)
        for code in tries:
            page.get_by_label("Code").fill(code)
            page.get_by_role("button", name="Join").click()
            expect(page.get_by_role("alert")).to_have_text("That code is wrong")
            self.picture(page, f"wrong code for a {role}")
        page.get_by_label("Code").fill(self.serving.code(role))
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name="Games")).to_be_visible()
        return page

    def picture(self, page: Page, step: str) -> None:
        """Keep how a step looks."""
        self.steps += 1
        name = f"{self.steps:02d}_{re.sub('[^a-z0-9]+', '_', step.lower())}.png"
        page.screenshot(path=self.folder / name, full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{step} is too wide"

    @property
    def log(self) -> Locator:
        return self.host.locator(".log")

    def foul(self, text: str) -> Locator:
        return self.host.get_by_role("article", name="A foul").filter(has_text=text)


@pytest.fixture
def evening(page: Page, browser: Browser, root: Path, tmp_path: Path, pictures: Path) -> Iterator[Evening]:
    """The table on the local network, the demo film as its camera."""
    demo, folder = root / "datasets" / "demo", pictures / "all_steps"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    page.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    with Serving.running(tmp_path / "data", "--lan", "--camera", str(demo / "game.mp4")) as serving:
        running = Evening(serving, browser, folder, demo, page)
        yield running
        assert running.errors == []
    expect.set_options(timeout=USUAL)


def set_up(evening: Evening) -> None:
    """The host opens the printed link and fills in the set-up page."""
    page, serving = evening.host, evening.serving
    link = next(word for line in serving.said for word in line.split() if "#/join/" in word)
    page.goto(link)
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    evening.picture(page, "start")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_text(re.compile(r"\d+ tiles?, \d+ pixels long"))).to_be_visible()
    for number, name in ((1, "Ann"), (2, "Ben"), (3, "Cem")):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("Remove player 4").click()
    page.get_by_role("combobox", name="Which rules").select_option("house")
    page.get_by_role("combobox", name="Set", exact=True).select_option("9")
    evening.picture(page, "set up")
    page.get_by_role("button", name="Begin").click()


def see_a_foul(evening: Evening) -> None:
    """The camera sees a play that leaves a double unsatisfied, and keeps the pictures."""
    expect(evening.log).to_contain_text("lays 9-4 on the Mexican train")
    foul = evening.foul("The double 8 is unsatisfied")
    for which in ("before", "after"):
        picture = foul.get_by_role("img", name=f"The table {which}")
        expect(picture).to_be_visible()
        picture.evaluate("each => each.decode()")
    evening.picture(evening.host, "a foul")


def cut_the_power(evening: Evening) -> None:
    """The server dies in the middle of the film, and goes on at the same address with the same game."""
    page, serving = evening.host, evening.serving
    before = page.url
    serving.kill()
    expect(page.get_by_text("No connection, trying again")).to_be_visible()
    evening.picture(page, "no connection")
    serving.start()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    page.reload()
    assert page.url == before
    expect(evening.foul("The double 8 is unsatisfied")).to_be_visible()
    expect(page.locator(".camera-state")).to_contain_text("game.mp4 watches")
    evening.picture(page, "after a power cut")


def let_the_film_end(evening: Evening) -> None:
    """All of the film is told, and nothing of it twice."""
    over = "The film is over"
    expect(evening.host.locator(".camera-state")).to_contain_text(over, timeout=WHOLE_FILM)
    evening.log.get_by_role("button", name=MORE).click()
    for text in ("lays 9-8 on Ann's train", "lays 9-4 on the Mexican train", "lays 3-7 on Ben's train"):
        expect(evening.log.locator(".entry", has_text=text)).to_have_count(1)
    evening.picture(evening.host, "the film is over")


def fix_a_misread(evening: Evening) -> None:
    """A tile that was misread is tapped on the board, and the foul that it made is gone."""
    page, misfit = evening.host, evening.foul("4-5 doesn't fit")
    expect(misfit).to_be_visible()
    page.get_by_role("group", name="The board").get_by_role("button", name="Tile 4 5").click()
    page.locator(".mending").get_by_role("textbox", name="Tile").fill("2-5")
    evening.picture(page, "a misread is fixed")
    page.get_by_role("button", name="Save").click()
    expect(misfit).to_have_count(0)
    expect(evening.log).to_contain_text("Ann lays 2-5 on Ann's train")


def correct_an_entry(evening: Evening) -> None:
    """What came before a foul was really something else: the foul is judged anew, and again after Undo."""
    page, foul = evening.host, evening.foul("The double 8 is unsatisfied")
    evening.log.locator(".entry", has_text="lays 8-8 on Ann's train").click()
    evening.picture(page, "an entry is open")
    page.get_by_role("button", name="Fix", exact=True).click()
    page.locator(".mending").get_by_role("textbox", name="Tile").fill("8-6")
    page.get_by_role("button", name="Save").click()
    expect(foul).to_have_count(0)
    evening.picture(page, "judged anew")
    page.locator("body").press("u")
    expect(foul).to_be_visible()


def give_a_train_away(evening: Evening) -> None:
    """Two trains change their owners with a tap, and back with Undo."""
    page = evening.host
    page.get_by_role("group", name="The board").get_by_role(
        "button", name="Another owner for Cem's train"
    ).click()
    evening.picture(page, "whose train is this")
    page.get_by_role("region", name="Whose train is this?").get_by_role("button", name="Ben").click()
    expect(evening.log).to_contain_text("lays 9-1 on Ben's train")
    expect(evening.log).to_contain_text("lays 9-3 on Cem's train")
    evening.picture(page, "another owner")
    page.get_by_role("button", name="Undo").click()
    expect(evening.log).to_contain_text("lays 9-1 on Cem's train")


def count_on_a_phone(evening: Evening, phone: Page) -> None:
    """A hand is photographed, a misread put right by tap, and the round closed."""
    phone.goto(evening.host.url.replace("/table", "/scores"))
    hands = phone.locator(".hand")
    expect(hands).to_have_count(3)
    evening.picture(phone, "phone hands")
    hands.nth(0).get_by_role("button", name="Nothing left").tap()
    phone.get_by_label("Photo of Ben's hand", exact=True).set_input_files(evening.demo / "dark.jpg")
    ben = hands.nth(1)
    expect(ben.get_by_role("status")).to_have_text("15 tiles, 131 points")
    evening.picture(phone, "phone photo")
    # A tile that lies on Cem's train, which the camera saw, cannot be in a hand.
    phone.locator(".photo").get_by_role("button", name="Tile 5 5").tap()
    form = phone.get_by_role("region", name="One tile")
    ends = [form.get_by_role("radiogroup", name=name) for name in ("One end", "The other end")]
    for end, pips in zip(ends, ("1", "9"), strict=True):
        end.get_by_role("radio", name=pips, exact=True).tap()
    expect(ben.get_by_label("Please have a look")).to_contain_text("1-9 lies on Cem's train already.")
    evening.picture(phone, "phone one tile")
    ends[0].get_by_role("radio", name="6", exact=True).tap()
    form.get_by_role("button", name="Done").tap()
    expect(ben.get_by_role("status")).to_have_text("15 tiles, 136 points")
    ben.get_by_role("button", name="That is the hand").tap()
    expect(ben.locator(".value")).to_have_text("136")
    look_from_the_table(evening, phone)
    hands.nth(2).get_by_label("Points of Cem").fill("21")
    hands.nth(2).get_by_role("button", name="Write").tap()
    evening.picture(phone, "phone counted")
    phone.get_by_role("button", name="Close round 1").tap()
    expect(phone.locator("tfoot td")).to_have_text([re.compile("0"), "136", "21"])
    evening.picture(phone, "phone scores")


def look_from_the_table(evening: Evening, phone: Page) -> None:
    """The table camera shows a hand: what lies before Cem, and nothing that is in play."""
    cem = phone.locator(".hand").nth(2)
    cem.get_by_role("button", name="Cem's hand from the table camera").tap()
    expect(cem.locator(".photo")).to_be_visible()
    for lying in ("9 9", "9 1", "9 8", "9 4"):
        expect(cem.locator(".photo").get_by_role("button", name=f"Tile {lying}")).to_have_count(0)
    evening.picture(phone, "phone hand from the table camera")
    cem.get_by_role("button", name="Cancel").tap()


def test_an_evening_from_the_set_up_to_the_score_sheet(evening: Evening) -> None:
    set_up(evening)
    see_a_foul(evening)
    cut_the_power(evening)
    watcher = evening.join("watcher", tries=("WRONG234",))
    watcher.goto(evening.host.url)
    expect(watcher.get_by_role("article", name="A foul")).to_be_visible()
    evening.picture(watcher, "a watcher")
    let_the_film_end(evening)
    fix_a_misread(evening)
    correct_an_entry(evening)
    give_a_train_away(evening)
    expect(watcher.locator(".log")).to_contain_text("Ann lays 2-5 on Ann's train")
    expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)

    phone = evening.join("player", phone=True)
    count_on_a_phone(evening, phone)
    for page in (evening.host, watcher):
        page.reload()
        page.get_by_role("link", name="Scores").click()
        expect(page.locator("tfoot td").nth(2)).to_have_text("21")
        evening.picture(page, "the score sheet")
        page.get_by_role("link", name="Table").click()
        evening.picture(page, "the next round")
