"""Webcams: what is asked for and what came, without a camera."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from vision.sources import SourceError, SourceOptions, frames

MJPG = cv2.VideoWriter.fourcc(*"MJPG")
YUYV = cv2.VideoWriter.fourcc(*"YUYV")


class FakeCapture:
    """A camera that gives 640 × 480 whatever is asked, and no MJPG unless it can."""

    can_mjpg = True
    pictures = 10
    """How many it gives each time before it is unplugged."""

    def __init__(self, device: int | str, backend: int) -> None:
        self.device = device
        self.backend = backend
        self.asked: dict[int, float] = {}
        self.left = self.pictures
        self.is_open = True
        made.append(self)

    def isOpened(self) -> bool:  # noqa: N802 -- OpenCV's name
        return self.is_open

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        code = MJPG if self.can_mjpg else YUYV
        return {cv2.CAP_PROP_FOURCC: float(code), cv2.CAP_PROP_FPS: 25.0}[what]

    def read(self) -> tuple[bool, np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None]:
        self.left -= 1
        return (True, np.full((480, 640, 3), 50, np.uint8)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.is_open = False


made: list[FakeCapture] = []
HASTY = SourceOptions(patience_s=0.3, backoff_s=0.05, size_px=(1280, 720), fps=60)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeCapture]]:
    """OpenCV with a fake camera."""
    made.clear()
    kind = type("Capture", (FakeCapture,), {})
    monkeypatch.setattr(cv2, "VideoCapture", kind)
    yield kind
    made.clear()


@pytest.mark.parametrize("spec", [57, "57", "/dev/video57"])
def test_a_camera_that_does_not_exist_gives_one_line(
    spec: int | str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SourceError) as raised, frames(spec):
        pass

    assert str(raised.value) == f"camera {spec}: expected a camera, got none there, or one in use elsewhere"
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("camera")
def test_motion_jpeg_and_a_size_are_asked_for() -> None:
    with frames(0, HASTY):
        asked = made[0].asked

    assert asked[cv2.CAP_PROP_FOURCC] == MJPG
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1280, 720)
    assert asked[cv2.CAP_PROP_FPS] == 60


@pytest.mark.parametrize(("can_mjpg", "coding"), [(True, "MJPG"), (False, "YUYV")])
def test_what_came_is_read_back(camera: type[FakeCapture], *, can_mjpg: bool, coding: str) -> None:
    camera.can_mjpg = can_mjpg
    with frames("0", HASTY) as source:
        facts = source.facts

    assert (facts.size_px, facts.fps, facts.coding) == ((640, 480), 25.0, coding)


@pytest.mark.usefixtures("camera")
def test_a_device_is_opened_by_its_path() -> None:
    with frames("/dev/video7", HASTY):
        assert made[0].device == "/dev/video7"


@pytest.mark.usefixtures("camera")
def test_a_frame_has_luma_and_colours() -> None:
    with frames(0, HASTY) as source:
        frame = next(iter(source))

    assert (frame.luma.shape, frame.bgr().shape) == ((480, 640), (480, 640, 3))
    assert int(frame.luma[0, 0]) == 50


@pytest.mark.usefixtures("camera")
def test_a_camera_that_was_unplugged_is_opened_again() -> None:
    options = SourceOptions(patience_s=5, backoff_s=0.01, limit_s=0.5)
    with frames(0, options) as source:
        count = sum(1 for _ in source)

    assert count > 1
    assert len(made) > 1
    assert not any(each.is_open for each in made)


def test_a_camera_that_gives_no_picture_at_all_gives_one_line(camera: type[FakeCapture]) -> None:
    camera.pictures = 0
    with pytest.raises(SourceError, match="camera 0: expected a picture, got none"), frames(0, HASTY):
        pass

    assert not made[0].is_open


def test_leaving_lets_the_camera_go(camera: type[FakeCapture]) -> None:
    camera.pictures = 10**9
    with frames(0, HASTY):
        assert made[0].is_open

    assert not made[0].is_open
