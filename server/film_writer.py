"""Writes pictures to an mp4 at their own times; the file takes its name when it is whole."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream
from numpy.typing import NDArray

from server.replay_files import forget, part_path, prepare, put_in_place

_TICKS = 90_000
_CRF = "24"


class FilmWriter:
    """An mp4 being written; its size is that of the first picture."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._container: OutputContainer | None = None
        self._stream: VideoStream | None = None
        self._last = -1

    def open(self) -> None:
        """Make sure that the file can be written.

        Raises:
            OutputError: it cannot.
        """
        prepare(self._path)
        self._container = av.open(str(part_path(self._path)), "w", format="mp4")

    def write(self, bgr: NDArray[np.uint8], at_s: float) -> None:
        """Add a (h, w, 3) picture; times that do not go on are moved to the next tick."""
        if self._container is None:
            raise RuntimeError("a film is opened before it is written")
        stream = self._stream or self._started(self._container, bgr)
        frame = av.VideoFrame.from_ndarray(bgr[: stream.height, : stream.width], format="bgr24")
        frame.pts = self._last = max(round(at_s * _TICKS), self._last + 1)
        frame.time_base = Fraction(1, _TICKS)
        self._container.mux(stream.encode(frame))

    def close(self, *, keep: bool) -> None:
        """End the film; without `keep`, or without a picture, nothing is left of it."""
        if self._container is not None:
            if self._stream is not None:
                self._container.mux(self._stream.encode())
            self._container.close()
        if keep and self._stream is not None:
            put_in_place(self._path)
        else:
            forget(self._path)
        self._container = self._stream = None

    def _started(self, container: OutputContainer, bgr: NDArray[np.uint8]) -> VideoStream:
        stream: VideoStream = container.add_stream("libx264", rate=30)
        # The codec's colours come in blocks of two by two.
        stream.height, stream.width = (side - side % 2 for side in bgr.shape[:2])
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, _TICKS)
        stream.options = {"preset": "veryfast", "crf": _CRF}
        self._stream = stream
        return stream
