"""Network cameras: the latest frame, back after a loss, and never a wait without end."""

import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest
from little_servers import free_port, hang, motion_jpeg, not_found, rubbish, sending, serving, silence
from small_films import write_film

from vision.sources import SourceError, SourceOptions, frames

HASTY = SourceOptions(open_timeout_s=0.6, read_timeout_s=0.6, patience_s=0.8, backoff_s=0.05)


def refuse(url: str) -> None:
    """Open a source that is expected to fail."""
    with frames(url, HASTY):
        pass


@pytest.mark.parametrize("scheme", ["http", "rtsp", "tcp"])
def test_a_url_that_refuses_gives_one_line(scheme: str, capfd: pytest.CaptureFixture[str]) -> None:
    url = f"{scheme}://127.0.0.1:{free_port()}/cam"

    with pytest.raises(SourceError) as raised, frames(url, HASTY):
        pass
    assert str(raised.value) == f"{url}: expected a video, got a refused connection"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("scheme", ["http", "rtsp", "tcp"])
def test_a_url_that_hangs_gives_one_line_in_time(scheme: str, capfd: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    with serving(hang) as place:
        with pytest.raises(SourceError, match="got silence until the time was up"):
            refuse(f"{scheme}://{place}/cam")
        took = time.monotonic() - began

    assert took < 5
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("scheme", ["http", "rtsp", "tcp"])
def test_a_url_that_sends_rubbish_gives_one_line(scheme: str, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(rubbish) as place, pytest.raises(SourceError) as raised:
        refuse(f"{scheme}://{place}/cam")

    assert "expected a video, got" in str(raised.value)
    assert "\n" not in str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_a_page_that_is_not_there_gives_one_line() -> None:
    with serving(not_found) as place, pytest.raises(SourceError, match="404 not found"):
        refuse(f"http://{place}/cam")


def test_an_unknown_kind_of_url_gives_one_line() -> None:
    with pytest.raises(SourceError, match="expected an address such as rtsp:// or http://, got gopher://"):
        refuse("gopher://127.0.0.1/cam")


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(SourceError) as raised, frames(f"http://me:secret@127.0.0.1:{free_port()}/", HASTY):
        pass

    assert "secret" not in str(raised.value)


def test_a_network_camera_gives_its_pictures() -> None:
    with serving(motion_jpeg(200, 0.02)) as place, frames(f"http://{place}/cam", HASTY) as source:
        seen = [frame for frame, _ in zip(source, range(10), strict=False)]

        assert source.facts.is_live
        assert source.facts.size_px == (64, 48)
    assert all(a.at_s < b.at_s and a.index < b.index for a, b in pairwise(seen))
    assert seen[0].bgr().shape == (48, 64, 3)


def test_who_is_slow_gets_the_latest_picture() -> None:
    with serving(motion_jpeg(400, 0.01)) as place, frames(f"http://{place}/cam", HASTY) as source:
        pictures = iter(source)
        first = next(pictures)
        time.sleep(0.5)
        next(pictures)
        later = next(pictures)

    assert later.index - first.index > 10


def test_a_camera_that_hangs_up_is_called_again() -> None:
    with serving(motion_jpeg(8, 0.02)) as place, frames(f"http://{place}/cam", HASTY) as source:
        seen = [frame.at_s for frame, _ in zip(source, range(20), strict=False)]

    assert len(seen) == 20
    assert seen == sorted(seen)


def test_a_camera_that_stays_away_ends_the_source_with_a_line() -> None:
    with serving(motion_jpeg(5, 0.05)) as place:
        opened = frames(f"http://{place}/cam", HASTY)
        source = opened.__enter__()
    began = time.monotonic()
    seen = list(source)
    took = time.monotonic() - began
    opened.__exit__(None, None, None)

    assert seen
    assert took < 8
    assert source.shortfall is not None
    assert source.shortfall.endswith("gone for 1 s")


def test_a_camera_that_falls_silent_is_given_up_in_time() -> None:
    with serving(motion_jpeg(5, 0.02, then=silence)) as place:
        began = time.monotonic()
        with frames(f"http://{place}/cam", HASTY) as source:
            list(source)
        took = time.monotonic() - began

    assert took < 8
    assert source.shortfall is not None


def test_a_live_source_ends_when_its_time_is_up() -> None:
    options = SourceOptions(read_timeout_s=1, limit_s=0.3)
    with serving(motion_jpeg(400, 0.02)) as place, frames(f"http://{place}/cam", options) as source:
        last = max(frame.at_s for frame in source)

    assert last <= 0.3
    assert source.shortfall is None


def test_closing_from_another_thread_ends_the_loop() -> None:
    with serving(motion_jpeg(400, 0.02)) as place, frames(f"http://{place}/cam", HASTY) as source:
        threading.Timer(0.2, source.close).start()
        count = sum(1 for _ in source)

    assert count < 100
    assert source.shortfall is None


def test_a_film_on_a_server_gives_every_frame(tmp_path: Path) -> None:
    data = write_film(tmp_path / "a.mp4", 50).read_bytes()

    with serving(sending(data)) as place, frames(f"http://{place}/a.mp4", HASTY) as source:
        assert not source.facts.is_live
        assert sum(1 for _ in source) == 50
