"""How the server and its photo worker talk: a length, fields as JSON, then bytes. Nothing is unpickled."""

import struct
from typing import IO

_LENGTHS = struct.Struct(">II")
MOST_FIELDS = 1024 * 1024
MOST_BYTES = 64 * 1024 * 1024


class FrameError(ValueError):
    """The other side said something that is no frame, or nothing more."""


def send(stream: IO[bytes], fields: bytes, data: bytes = b"") -> None:
    """Write a frame at once."""
    stream.write(_LENGTHS.pack(len(fields), len(data)))
    stream.write(fields)
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Wait for a frame; FrameError when the other side is gone or lies about lengths."""
    fields, data = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if fields > MOST_FIELDS or data > MOST_BYTES:
        raise FrameError(f"expected at most {MOST_FIELDS} and {MOST_BYTES} bytes, got {fields} and {data}")
    return _exactly(stream, fields), _exactly(stream, data)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise FrameError(f"expected {count} bytes, got {len(data)} before the end")
    return data
