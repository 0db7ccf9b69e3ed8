"""The real server in a process of its own, and a real browser that looks at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import chromium
from e2e_serving import Serving
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server, for all tests: each begins a game of its own."""
    with Serving.running(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, for all tests."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a laptop; what it logs as an error fails the test."""
    context = browser.new_context(viewport={"width": 1366, "height": 820}, color_scheme="light")
    context.set_default_timeout(10_000)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


@pytest.fixture
def pictures(root: Path) -> Path:
    """Where screenshots go."""
    folder = root / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
