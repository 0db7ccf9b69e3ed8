"""The page in each language: switched by hand, found by the browser, and nothing on it left in English."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_serving import Serving
from playwright.sync_api import Browser, Page, Route, expect

from server.words import CATALOGUES, LANGUAGES, Language, catalogue, words_in

pytestmark = pytest.mark.e2e

OTHERS = [each for each in LANGUAGES if each != "en"]
PLAYERS = ("Ildikó", "Ștefan", "Ane")
PAGES = ("", "#/games/new", "#/count", "#/devices", "#/join", "table", "scores")
SLOT = re.compile(r"\\{\w+(?::\w+)?\\}")
DATE = re.compile(r"\d{4}|\d:\d\d")
OPEN, CLOSE = "⟦", "⟧"
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const inside = walker.currentNode.parentElement;
    if (!inside.closest("script, noscript, kbd, select.language")) found.push(walker.currentNode.textContent);
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      found.push(each.getAttribute(name) ?? "");
    }
  }
  return found.map((each) => each.trim()).filter((each) => /\\p{L}/u.test(each));
}"""
"""Every text that a person can see or hear, but for keys and the names of languages."""


@pytest.fixture(scope="module")
def game(serving: Serving, browser: Browser) -> str:
    """A game with a foul, a pass, a doubtful question about nothing, a counted round; gives its number."""
    page = browser.new_page()
    post, api = page.request.post, f"{serving.address}/api/games"
    number = str(post(api, data={"rules": "gamerules", "players": list(PLAYERS)}).json()["id"])
    lines = ["place 12-5 on P1 by P1", "pass P2", "marker on P2", "place 3-4 on MX by P3", "boneyard 50"]
    lines += ["place 5-5 on P1 by P1", "loose 0-1", "hand P2 1", "facedown on MX"]
    steps: tuple[tuple[str, dict[str, object]], ...] = (
        ("start_round", {}),
        ("reveal", {"seat": "P1", "tiles": []}),
        ("score", {"seat": "P2", "points": "21"}),
        ("score", {"seat": "P3", "points": "1234"}),
        ("end_round", {}),
        ("start_round", {}),
        ("add", {"lines": [line.replace("12-5", "11-5") for line in lines[:5]]}),
        ("add", {"lines": lines[5:]}),
        ("reveal", {"seat": "P3", "tiles": ["1-2"]}),
    )
    for kind, fields in steps:
        done = post(f"{api}/{number}/commands", data={"kind": kind, **fields})
        assert done.ok, done.text()
    page.close()
    return number


def opened(page: Page, serving: Serving, game: str) -> Iterator[str]:
    """Open the main pages one after another, with what unfolds unfolded; gives the name of each."""
    for name in PAGES:
        page.goto("about:blank")
        page.goto(f"{serving.address}/{name if '#' in name or not name else f'#/games/{game}/{name}'}")
        expect(page.locator("main h1, main h2").first).to_be_visible()
        if name == "#/games/new":
            expect(page.locator("details li").first).to_be_attached()
        if name == "table":
            expect(page.locator(".flag").first).to_be_visible()
            page.locator(".log .entry").first.click()
        yield name.rpartition("/")[2] or "start"


def english_ones(language: Language) -> list[re.Pattern[str]]:
    """What the English sentences look like that another language says in other words."""
    own = catalogue(language)
    found = []
    for key, text in catalogue("en").items():
        parts = [text] if isinstance(text, str) else list(text.values())
        theirs = own[key]
        others = [theirs] if isinstance(theirs, str) else list(theirs.values())
        for each in parts:
            letters = re.sub(r"\{.*?\}|[^A-Za-z]", "", each)
            if each not in others and len(letters) > 3:
                found.append(re.compile(SLOT.sub("(.+)", re.escape(each))))
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(
    page: Page, serving: Serving, game: str, pictures: Path, language: Language
) -> None:
    page.goto(serving.address)
    page.locator("select.language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    english = english_ones(language)

    left = []
    for name in opened(page, serving, game):
        texts = page.evaluate(TEXTS)
        left += [(name, text) for text in texts for each in english if each.fullmatch(text)]
        page.screenshot(path=pictures / f"{language}_{name}.png", full_page=True)
    assert left == []


def test_every_text_comes_from_the_catalogue(page: Page, serving: Serving, game: str) -> None:
    """With each sentence in brackets, what stands outside of them was written into the page itself."""

    def bracketed(route: Route) -> None:
        words = json.loads((CATALOGUES / "en.json").read_text(encoding="utf-8"))
        wrap = {key: f"{OPEN}{text}{CLOSE}" if isinstance(text, str) else text for key, text in words.items()}
        route.fulfill(json=wrap)

    page.route("**/words/en.json", bracketed)
    known = {*PLAYERS, ", ".join(PLAYERS), "rtsp://192.168.1.20/live"}

    outside = [
        (name, text)
        for name in opened(page, serving, game)
        for text in page.evaluate(TEXTS)
        if not text.startswith(OPEN) and text not in known and not DATE.search(text)
    ]
    assert outside == []


@pytest.mark.parametrize(("locale", "language"), [("hu-HU", "hu"), ("de-AT", "en"), ("eu-ES", "eu")])
def test_the_page_begins_in_the_browser_s_language(
    browser: Browser, serving: Serving, locale: str, language: Language
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()

    page.goto(serving.address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(words_in(language).say("games.title"))
    context.close()


def test_a_choice_stays_and_keeps_what_was_typed(page: Page, serving: Serving) -> None:
    page.goto(f"{serving.address}/#/games/new")
    page.get_by_label("Player 1", exact=True).fill("Zoltán")

    page.get_by_label("Language").select_option("es")
    expect(page.get_by_label("Jugador 1", exact=True)).to_have_value("Zoltán")
    page.reload()
    expect(page.get_by_label("Jugador 1", exact=True)).to_be_visible()


def test_numbers_and_dates_are_written_as_the_language_writes_them(
    page: Page, serving: Serving, game: str
) -> None:
    page.goto(f"{serving.address}/#/games/{game}/scores")
    cell = page.locator("tfoot td").nth(2)

    for language, text in (("en", "1,234"), ("ro", "1.234"), ("es", "1234")):
        page.locator("select.language").select_option(language)
        expect(cell).to_have_text(text)
