"""Which photos a command line names."""

from pathlib import Path

import pytest

from server import photo_files
from server.photo_files import PhotoFile, PhotoFileError, find_photos


def names(*arguments: str) -> list[str]:
    return [photo.name for photo in find_photos(arguments)]


@pytest.fixture
def album(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of photos of all kinds among other files, and the working directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.JPG", "a.png", "c/d.heic", "c/e.webp", "notes.txt", ".hidden.jpg", "film.mp4"):
        path = tmp_path / "album" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    return tmp_path


@pytest.mark.usefixtures("album")
def test_a_folder_gives_its_photos_by_name_and_those_below() -> None:
    assert names("album") == ["album/a.png", "album/b.JPG", "album/c/d.heic", "album/c/e.webp"]


@pytest.mark.usefixtures("album")
def test_a_file_named_outright_is_tried_whatever_its_suffix() -> None:
    assert names("album/notes.txt", "-", "missing.jpg") == ["album/notes.txt", "-", "missing.jpg"]


@pytest.mark.usefixtures("album")
def test_a_photo_named_twice_is_counted_once() -> None:
    assert names("album/a.png", "album/c", "album/c/d.heic", "album/a.png") == [
        "album/a.png",
        "album/c/d.heic",
        "album/c/e.webp",
    ]


def test_a_missing_file_is_named_as_missing() -> None:
    with pytest.raises(PhotoFileError, match="no such file or folder"):
        PhotoFile("missing.jpg").read()


def test_a_folder_without_photos_says_so(tmp_path: Path) -> None:
    [photo] = find_photos([str(tmp_path)])

    with pytest.raises(PhotoFileError, match="expected photos in this folder, found none"):
        photo.read()


def test_a_file_larger_than_any_photo_is_not_taken_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_files, "MAX_BYTES", 1024**2)
    (tmp_path / "disk.jpg").write_bytes(bytes(1024**2 + 1))

    with pytest.raises(PhotoFileError, match="expected a photo of at most 1 MB, got a larger file"):
        PhotoFile(str(tmp_path / "disk.jpg")).read()


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(PhotoFileError, match="cannot be read: File name too long"):
        PhotoFile("x" * 300).read()
