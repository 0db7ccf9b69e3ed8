"""The environment that trains."""

from importlib.metadata import version

import pytest


@pytest.mark.train
def test_the_two_opencv_wheels_are_one_version() -> None:
    pytest.importorskip("ultralytics")

    assert version("opencv-python") == version("opencv-python-headless")


@pytest.mark.train
def test_the_trainers_libraries_can_be_imported_together() -> None:
    torch = pytest.importorskip("torch")
    ultralytics = pytest.importorskip("ultralytics")

    assert torch.__version__
    assert ultralytics.__version__
