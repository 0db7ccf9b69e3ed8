"""A photo worker and pages that send it photos."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_apps import app_over, client_of
from fastapi.testclient import TestClient

from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.store import Store


@pytest.fixture(scope="module")
def photo_process() -> Iterator[PhotoProcess]:
    """One worker for a whole file: loading its models takes seconds."""
    worker = PhotoProcess()
    yield worker
    worker.close()


@pytest.fixture
def photo_client(tmp_path: Path, photo_process: PhotoProcess) -> Iterator[TestClient]:
    """A page whose photos are read."""
    photos = PhotoDesk(photo_process, Pictures())
    with Store(tmp_path) as store, client_of(app_over(store, photos=photos)) as opened:
        yield opened


@pytest.fixture
def demo(root: Path) -> Path:
    """The folder of the demo photos."""
    return root / "datasets" / "demo"
