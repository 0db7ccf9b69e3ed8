"""One door to every source of frames: webcam, network camera, video file, folder of photos."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.source_camera import Webcam
from vision.source_film import open_film
from vision.source_live import LiveSource
from vision.source_stills import StillsSource
from vision.source_stream import NetworkCamera
from vision.source_types import Source, SourceError, SourceFacts, SourceOptions

__all__ = ["Source", "SourceError", "SourceFacts", "SourceOptions", "frames"]


@contextmanager
def frames(spec: str | int | Path, options: SourceOptions | None = None) -> Iterator[Source]:
    """Open a source and close it again, whatever happens; raises SourceError when it gives no frame.

    spec: a camera's index or device path, a URL, a video file or a folder of photos.
    """
    source = _opened(spec, options or SourceOptions())
    try:
        yield source
    finally:
        source.close()


def _opened(spec: str | int | Path, options: SourceOptions) -> Source:
    text = str(spec)
    if text.isdecimal() and not Path(text).exists():
        return LiveSource(lambda: Webcam(int(text), options), options)
    if "://" in text and not text.startswith("file://"):
        return _over_network(text, options)
    path = Path(text.removeprefix("file://"))
    if path.is_char_device() or text.startswith("/dev/video"):
        return LiveSource(lambda: Webcam(text, options), options)
    return StillsSource(path, options) if path.is_dir() else open_film(path, options)


def _over_network(url: str, options: SourceOptions) -> Source:
    first = NetworkCamera(url, options)
    if first.is_finite:
        return first.as_film()
    return LiveSource(_first_then(first, lambda: NetworkCamera(url, options)), options)


def _first_then(first: NetworkCamera, later: Callable[[], NetworkCamera]) -> Callable[[], NetworkCamera]:
    """What gives the connection that is open already, then new ones."""
    waiting = [first]
    return lambda: waiting.pop() if waiting else later()
