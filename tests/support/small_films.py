"""Small real video files, made with PyAV in the test that reads them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from vision.frames import Image


def pictures(count: int, size: tuple[int, int] = (64, 48)) -> Iterator[Image]:
    """RGB pictures (h, w, 3) of noise that wanders, red in the top-left quarter."""
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 160, (size[1], size[0], 3)).astype(np.uint8)
    for index in range(count):
        picture = np.roll(noise, index, axis=1)
        picture[: size[1] // 2, : size[0] // 2] = (250, 0, 0)
        yield picture


def write_film(
    path: Path,
    count: int = 10,
    *,
    size: tuple[int, int] = (64, 48),
    times_ms: Sequence[int] | None = None,
    turned_deg: int = 0,
) -> Path:
    """Write an H.264 film of 25 frames/s, or of frames at `times_ms`; the index comes first in the file."""
    with av.open(path, "w", options={"movflags": "faststart"} if path.suffix == ".mp4" else {}) as film:
        stream = film.add_stream("libx264", rate=25)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        # Once a second comes a picture that needs none before it.
        stream.codec_context.gop_size = 25
        if turned_deg:
            stream.set_display_rotation(turned_deg)
        for index, picture in enumerate(pictures(count, size)):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.time_base = Fraction(1, 1000)
            frame.pts = times_ms[index] if times_ms else index * 40
            film.mux(stream.encode(frame))
        film.mux(stream.encode(None))
    return path


def write_sound(path: Path) -> Path:
    """Write a second of a tone."""
    with av.open(path, "w") as film:
        stream = film.add_stream("aac", rate=8000)
        tone = np.sin(np.arange(8000, dtype=np.float32) / 5)[None]
        frame = av.AudioFrame.from_ndarray(tone, format="fltp", layout="mono")
        frame.sample_rate = 8000
        frame.pts = 0
        film.mux(stream.encode(frame))
        film.mux(stream.encode(None))
    return path


def write_empty(path: Path) -> Path:
    """Write a film that has a stream of pictures and not one picture."""
    with av.open(path, "w") as film:
        stream = film.add_stream("libx264", rate=25)
        stream.width, stream.height = 64, 48
        stream.pix_fmt = "yuv420p"
        film.start_encoding()
    return path


def write_cut(path: Path, whole: Path, share: float) -> Path:
    """Write the first part of a file."""
    data = whole.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path
