"""Films: every frame with the time at which it is to be shown."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import av
import av.logging
from av.container import InputContainer
from av.stream import Disposition
from av.video.stream import VideoStream

from vision.frames import Frame
from vision.source_planes import quarter_turns, to_frame
from vision.source_types import SourceError, SourceFacts, SourceOptions

_NO_FILMS = {"tty", "bin", "xbin", "idf", "adf", "image2"}
"""What FFmpeg takes for moving pictures: text shown as on a terminal, and single pictures."""
_EXPECTED = "expected a video"
_SILENCE = "silence until the time was up"
_SLACK_S = 0.2
"""A film's stated length and the end of its last frame may differ so much, or three frames."""
_BACK_S = (0.0, 10.0, 60.0, float("inf"))
"""Files without an index are wound to somewhere near: so much earlier it is tried again."""
_ERRORS = (av.FFmpegError, OSError, ValueError)


def open_container(
    url: str, name: str, options: dict[str, str], timeouts_s: tuple[float, float]
) -> InputContainer:
    """Open a URL or `file:` path for reading; raises SourceError."""
    # FFmpeg's own lines would mix with ours; what matters of them comes back as an error.
    av.logging.set_level(None)
    av.logging.set_libav_level(av.logging.PANIC)
    began_s = time.monotonic()
    try:
        container = av.open(url, mode="r", options=options, timeout=timeouts_s)
    except _ERRORS as error:
        # Some protocols report an opening that ran out of time as bad data.
        is_late = time.monotonic() - began_s >= timeouts_s[0]
        came = _SILENCE if is_late else why(error)
        raise SourceError(f"{name}: {_EXPECTED}, got {came}") from error
    if container.format.name in _NO_FILMS or container.format.name.endswith("_pipe"):
        kind = container.format.name
        container.close()
        raise SourceError(
            f"{name}: {_EXPECTED}, got {'a text' if kind == 'tty' else 'a single picture'} ({kind})"
        )
    return container


def why(error: Exception) -> str:
    """What FFmpeg says, in words for the person who named the source."""
    known: tuple[tuple[type[Exception], str], ...] = (
        (av.error.ExitError, _SILENCE),
        (FileNotFoundError, "no such file"),
        (EOFError, "no frames"),
        (av.error.InvalidDataError, "data that are no video, or one that is not whole"),
        (ConnectionRefusedError, "a refused connection"),
    )
    for kind, words in known:
        if isinstance(error, kind):
            return words
    said = (error.strerror or str(error)).lower() if isinstance(error, av.FFmpegError) else str(error)
    return " ".join(said.split())


def video_stream(container: InputContainer, name: str) -> VideoStream:
    """The stream with the moving pictures; closes the container and raises SourceError if there is none."""
    for stream in container.streams.video:
        if not stream.disposition & Disposition.attached_pic:
            stream.thread_type = "AUTO"
            return stream
    sound = [each.codec_context.name for each in container.streams.audio]
    container.close()
    raise SourceError(f"{name}: {_EXPECTED}, got {f'sound only ({sound[0]})' if sound else 'no pictures'}")


class Decoder:
    """Pictures of one stream; damaged ones are counted and left out."""

    def __init__(self, container: InputContainer, stream: VideoStream) -> None:
        self._container = container
        self._stream = stream
        self.damaged = 0
        self.broke_off: str | None = None

    def __iter__(self) -> Iterator[av.VideoFrame]:
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets)
            except StopIteration:
                return
            except _ERRORS as error:
                self.broke_off = why(error)
                return
            try:
                pictures = packet.decode()
            except av.error.InvalidDataError:
                self.damaged += 1
                continue
            except _ERRORS as error:
                self.broke_off = why(error)
                return
            for picture in pictures:
                if isinstance(picture, av.VideoFrame):
                    yield picture


class FilmSource:
    """A film, opened and its first frame decoded; raises SourceError when there is none."""

    def __init__(self, container: InputContainer, name: str, from_s: float = 0.0) -> None:
        self._container = container
        self._stream = video_stream(container, name)
        self._decoder = Decoder(container, self._stream)
        self._pictures = iter(self._decoder)
        first = next(self._pictures, None)
        if first is None:
            container.close()
            reason = self._decoder.broke_off or "none"
            if self._decoder.damaged:
                reason = f"{self._decoder.damaged} damaged ones"
            raise SourceError(f"{name}: {_EXPECTED} with frames, got {reason}")
        self._first = first
        self._end_s = 0.0
        self._count = 0
        self._is_closed = False
        self.facts = self._facts(first, name)
        self.shortfall: str | None = None
        self._from_s = from_s

    def _facts(self, first: av.VideoFrame, name: str) -> SourceFacts:
        size = (first.width, first.height)
        rate = self._stream.average_rate
        return SourceFacts(
            name=name,
            size_px=size[::-1] if quarter_turns(first) % 2 else size,
            fps=float(rate) if rate else None,
            duration_s=stated_duration_s(self._container, self._stream),
            is_live=False,
            coding=f"{self._stream.codec_context.name}, {first.format.name}",
        )

    def __iter__(self) -> Iterator[Frame]:
        step_s = 1 / self.facts.fps if self.facts.fps else 1 / 30
        start_s = self._first.time or 0.0
        picture = self._sought(start_s) if self._from_s > 0 else self._first
        at_s = 0.0
        while picture is not None:
            if picture is not self._first:
                stated = None if picture.pts is None else picture.time - start_s
                # Times that are missing or run back would stop every clock downstream.
                at_s = stated if stated is not None and stated > at_s else at_s + step_s
            yield to_frame(picture, self._count, at_s, self.facts.name)
            self._count += 1
            self._end_s = at_s + step_s
            picture = None if self._is_closed else next(self._pictures, None)
        if not self._is_closed:
            self.shortfall = self._missing(step_s)
            self.close()

    def _sought(self, start_s: float) -> av.VideoFrame | None:
        """The key picture before which nothing is wanted; the first one where a film cannot be wound on."""
        unit_s = float(self._stream.time_base or 0)
        picture: av.VideoFrame | None = self._first
        for back_s in _BACK_S if unit_s else ():
            try:
                at_s = start_s + max(self._from_s - back_s, 0.0)
                self._container.seek(round(at_s / unit_s), stream=self._stream)
            except _ERRORS:
                return picture
            self._end_s = self._from_s
            self._decoder = Decoder(self._container, self._stream)
            self._pictures = iter(self._decoder)
            picture = next(self._pictures, None)
            if picture is not None and (picture.time or 0.0) - start_s <= self._from_s:
                break
        return picture

    def _missing(self, step_s: float) -> str | None:
        stated_s = self.facts.duration_s
        name, damaged = self.facts.name, self._decoder.damaged
        read = f"read {self._count} frames up to {self._end_s:.1f} s"
        if stated_s is not None and self._end_s < stated_s - max(_SLACK_S, 3 * step_s):
            return f"{name}: expected a video of {stated_s:.1f} s, got one that is cut short: {read}"
        if self._decoder.broke_off:
            return f"{name}: expected a whole video, got {self._decoder.broke_off}: {read}"
        if damaged:
            return f"{name}: expected a whole video, got one with {damaged} damaged packets: {read}"
        return None

    def close(self) -> None:
        """Close the file."""
        self._is_closed = True
        with suppress(av.FFmpegError):
            self._container.close()


def stated_duration_s(container: InputContainer, stream: VideoStream) -> float | None:
    """The length of the pictures in seconds, None when it is not stated (live)."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    return container.duration / 1e6 if container.duration else None


def open_film(path: Path, options: SourceOptions) -> FilmSource:
    """Open a video file; raises SourceError."""
    if not path.exists():
        raise SourceError(f"{path}: {_EXPECTED}, got no such file")
    if path.stat().st_size == 0:
        raise SourceError(f"{path}: {_EXPECTED}, got an empty file")
    # `file:` keeps a colon in a name from being taken for a protocol, and no playlist may name a URL.
    timeouts_s = (options.open_timeout_s, options.read_timeout_s)
    try:
        container = open_container(f"file:{path}", str(path), {"protocol_whitelist": "file"}, timeouts_s)
    except SourceError as error:
        with path.open("rb") as file:
            is_mp4 = file.read(8)[4:] == b"ftyp"
        if not is_mp4:
            raise
        raise SourceError(f"{path}: {_EXPECTED}, got one that is cut short: its index is missing") from error
    return FilmSource(container, str(path), options.from_s)
