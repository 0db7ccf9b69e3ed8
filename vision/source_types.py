"""What every source of frames has in common: what is asked of it, what came, how it fails."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.frames import Frame


class SourceError(ValueError):
    """No frames can be had; the message is one line: what was expected and what came."""


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """What is asked of a source; each kind of source reads only what concerns it.

    size_px, fps: width, height and rate asked of a camera, which may give something else.
    still_s: seconds from one photo of a folder to the next.
    open_timeout_s, read_timeout_s: how long a URL may keep silent when opened and later.
    patience_s: a live source that has been gone for so long has ended.
    backoff_s: the pause before a live source is opened again; doubled each time, 8 s at most.
    limit_s: a live source ends after so many seconds; None for never.
    from_s: a film begins with the last key picture up to then, so that what was watched is not decoded again.
    """

    size_px: tuple[int, int] = (1920, 1080)
    fps: float = 30.0
    still_s: float = 2.0
    open_timeout_s: float = 10.0
    read_timeout_s: float = 10.0
    patience_s: float = 60.0
    backoff_s: float = 0.5
    limit_s: float | None = None
    from_s: float = 0.0

    def __post_init__(self) -> None:
        positive = {
            "fps": self.fps,
            "still_s": self.still_s,
            "open_timeout_s": self.open_timeout_s,
            "read_timeout_s": self.read_timeout_s,
            "patience_s": self.patience_s,
            "backoff_s": self.backoff_s,
        }
        for name, value in positive.items():
            if not value > 0:
                raise ValueError(f"expected {name} above 0, got {value}")
        if min(self.size_px) <= 0:
            raise ValueError(f"expected size_px above 0, got {self.size_px}")


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What came.

    size_px: width and height of the upright frames; of a folder, those of its first photo.
    fps: frames in a second as the source states it, None when it states none.
    duration_s: length as the source states it, None for live sources and where it is unknown.
    is_live: frames are dropped when they come faster than they are taken.
    coding: how the pictures come, such as `h264, yuv420p` or `MJPG`.
    is_stills: each frame is a photo of a settled table.
    """

    name: str
    size_px: tuple[int, int]
    fps: float | None
    duration_s: float | None
    is_live: bool
    coding: str
    is_stills: bool = False


class Source(Protocol):
    """Frames with their times; iterate once."""

    @property
    def facts(self) -> SourceFacts:
        """What came when the source was opened."""
        ...

    @property
    def shortfall(self) -> str | None:
        """After the last frame: one line that says what is missing, or None when the source was whole."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """The frames in order of time."""
        ...

    def close(self) -> None:
        """Let go of everything; a loop over the frames in another thread ends soon after."""
        ...
