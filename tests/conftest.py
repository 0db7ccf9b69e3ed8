"""Options and fixtures for every test; no logic."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A shared machine may pause any single example; only the result counts.
settings.register_profile("stationmaster", deadline=None)
settings.load_profile("stationmaster")

# What the program says is told from texts: whatever language this computer is set to, it is English here.
os.environ["LC_MESSAGES"] = "en_GB.UTF-8"

ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what was read beside each golden file (NAME.new) for a person to compare and commit",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written beside the present ones."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def real_photos(root: Path) -> Path:
    """The folder of real photos; the test is skipped where it is missing."""
    folder = Path(os.environ.get("STATIONMASTER_REAL", root / "../shared/real")).resolve()
    if not (folder / "labels.json").is_file():
        pytest.skip("no real photos: set STATIONMASTER_REAL")
    return folder
