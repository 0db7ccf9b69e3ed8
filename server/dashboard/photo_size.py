"""How many pixels an uploaded photo says it has: from its header, before anything is decoded."""

import struct
from collections.abc import Callable
from io import BytesIO

from PIL import Image
from pillow_heif.as_plugin import HeifImageFile

from vision.decode import PhotoError
from vision.photo_header import JpegHeader, photo_kind

MOST_PIXELS = 64_000_000
"""Phones take 12 to 50 megapixels; decoded and read, 64 need 1.2 GB for a moment."""
_OPEN_HEIC: Callable[[BytesIO], Image.Image] = HeifImageFile
_DAMAGE = (OSError, SyntaxError, ValueError, RuntimeError, EOFError, IndexError, KeyError, struct.error)


def check_size(data: bytes) -> None:
    """Refuse a photo whose header promises too many pixels; a broken header is left to decoding."""
    try:
        size = _size(data)
    except _DAMAGE:
        return
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PhotoError(
            f"expected a photo of at most {MOST_PIXELS // 1_000_000} megapixels, "
            f"got {size[0]} × {size[1]} px ({size[0] * size[1] / 1e6:.0f} megapixels)"
        )


def _size(data: bytes) -> tuple[int, int] | None:
    match photo_kind(data):
        case "JPEG":
            header = JpegHeader.of(data)
            return header.width, header.height
        case "PNG":
            # The first chunk has to be IHDR, and begins with the size.
            return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" else None
        case "WebP":
            return _webp_size(data)
        case "HEIC":
            return _OPEN_HEIC(BytesIO(data)).size
        case _:
            return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """The canvas of the first chunk: lossy, lossless or extended (RFC 9649, chapter 2)."""
    body = data[20:]
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", body[6:10])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(body[1:5], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
        case _:
            return None
