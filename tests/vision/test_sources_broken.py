"""A source that is none gives one line that says what was expected and what came."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from small_films import write_empty, write_film, write_sound

from vision.sources import SourceError, frames


def make_missing(path: Path) -> Path:
    return path


def make_empty_file(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def make_text(path: Path) -> Path:
    path.write_text("no video\n" * 50)
    return path


def make_rubbish(path: Path) -> Path:
    path.write_bytes(np.random.default_rng(1).bytes(50_000))
    return path


def make_picture(path: Path) -> Path:
    cv2.imwrite(str(path), np.zeros((40, 40, 3), np.uint8))
    return path


def make_headless(path: Path) -> Path:
    """A film whose index was to be written last, and was not."""
    data = write_film(path.with_name("whole.mp4"), 30).read_bytes()
    ftyp = data[: int.from_bytes(data[:4], "big")]
    path.write_bytes(ftyp + data[data.index(b"mdat") - 4 :])
    return path


BROKEN = [
    pytest.param("a.mp4", make_missing, "got no such file", id="missing"),
    pytest.param("a.mp4", make_empty_file, "got an empty file", id="empty file"),
    pytest.param("a.txt", make_text, "got a text", id="text"),
    pytest.param("a.mp4", make_text, "got data that are no video", id="text called mp4"),
    pytest.param("a.mp4", make_rubbish, "got data that are no video", id="rubbish"),
    pytest.param("a.png", make_picture, "got a single picture", id="picture"),
    pytest.param("a.jpg", make_picture, "got a single picture", id="photo"),
    pytest.param("a.m4a", write_sound, "got sound only (aac)", id="sound"),
    pytest.param("a.mp4", write_empty, "got no pictures", id="no frames"),
    pytest.param("a.mkv", write_empty, "got no frames", id="no frames, but a stream"),
    pytest.param("a.mp4", make_headless, "cut short: its index is missing", id="index missing"),
]


@pytest.mark.parametrize(("name", "make", "says"), BROKEN)
def test_a_broken_film_gives_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, make: Callable[[Path], Path], says: str
) -> None:
    path = make(tmp_path / name)
    capfd.readouterr()

    with pytest.raises(SourceError) as raised, frames(path):
        pass

    assert str(raised.value).startswith(f"{path}: expected a video")
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_a_colon_in_a_name_is_no_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_film(tmp_path / "12:30.mp4", 3)

    with frames("12:30.mp4") as source:
        assert sum(1 for _ in source) == 3


def test_a_playlist_that_names_a_url_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.m3u8"
    path.write_text("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n")

    with pytest.raises(SourceError), frames(path):
        pass
