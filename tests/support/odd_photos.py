"""Uploads that are no good photos: broken, huge, lying, or something else altogether."""

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pillow_heif
from PIL import Image

JPEG, PNG, WEBP, HEIC = "JPEG", "PNG", "WEBP", "HEIF"


@dataclass(frozen=True, slots=True)
class Odd:
    """An upload that should be refused, or at least do no harm."""

    what: str
    data: bytes


def picture(kind: str, size: tuple[int, int] = (160, 120)) -> bytes:
    """A whole photo of that kind, of nothing in particular."""
    width, height = size
    rows = np.add.outer(np.arange(height), np.arange(width)) % 256
    image = Image.fromarray(np.stack([rows, rows[::-1], 255 - rows], axis=2).astype(np.uint8))
    out = io.BytesIO()
    if kind == HEIC:
        pillow_heif.from_pillow(image).save(out, quality=60)
    else:
        image.save(out, kind)
    return out.getvalue()


def png_chunk(name: bytes, body: bytes) -> bytes:
    """A chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_of(width: int, height: int, *, colour: int = 2, depth: int = 8, body: bytes | None = None) -> bytes:
    """A PNG that says it has that size; its rows are as many zeros as it says, or `body`."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colour, 3)
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    if body is None:
        packer = zlib.compressobj(1)
        row = bytes(1 + (width * channels * depth + 7) // 8)
        parts = [packer.compress(row * min(height, 64)) for _ in range(0, height, 64)]
        body = b"".join(parts) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")
    )


def jpeg_saying(width: int, height: int) -> bytes:
    """A small JPEG whose header says that it has that size."""
    data = bytearray(picture(JPEG))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def webp_saying(width: int, height: int) -> bytes:
    """A WebP with an extended header that says that it has that size."""
    header = bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    rest = picture(WEBP)[12:]
    body = b"WEBPVP8X" + struct.pack("<I", 10) + header + rest
    return b"RIFF" + struct.pack("<I", len(body)) + body


def bombs() -> Mapping[str, Callable[[], bytes]]:
    """Small files that want much memory or time, made when they are asked for."""
    empty = zlib.compress(b"")
    return {
        "a PNG of 30000 x 30000 in a few bytes": lambda: png_of(30_000, 30_000, body=empty),
        "a PNG of the largest size there is": lambda: png_of(2**31 - 1, 2**31 - 1, body=empty),
        "a grey PNG of 900 megapixels that is whole": lambda: png_of(30_000, 30_000, colour=0, depth=1),
        "a PNG just below the limit, with alpha": lambda: png_of(7_900, 8_000, colour=6),
        "a line of 60 million pixels": lambda: png_of(60_000_000, 1),
        "a PNG whose comment unpacks to 200 MB": _png_with_comment,
        "a JPEG that says 65500 x 65500": lambda: jpeg_saying(65_500, 65_500),
        "a JPEG that says 8000 x 8000": lambda: jpeg_saying(8_000, 8_000),
        "a WebP that says 16000 x 16000": lambda: webp_saying(16_000, 16_000),
        "a JPEG with 20 MB of comments": _jpeg_with_comments,
        "a JPEG whose EXIF points at itself": lambda: _jpeg_with_exif(
            b"II*\0\x08\0\0\0\xff\xff" + bytes(600)
        ),
    }


def _png_with_comment() -> bytes:
    whole = png_of(64, 64)
    text = png_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(200_000_000), 9))
    return whole[:33] + text + whole[33:]


def _jpeg_with_comments() -> bytes:
    data = picture(JPEG)
    return data[:2] + (b"\xff\xfe\xff\xff" + bytes(65_533)) * 300 + data[2:]


def _jpeg_with_exif(tiff: bytes) -> bytes:
    data = picture(JPEG)
    body = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


def others() -> Iterator[Odd]:
    """What people send by mistake, and what others send on purpose."""
    yield Odd("nothing", b"")
    yield Odd("one byte", b"\xff")
    yield Odd("a page", b"<!doctype html><script>alert(1)</script>")
    yield Odd(
        "a drawing", b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    )
    yield Odd(
        "a form",
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="../../etc/x"\r\n\r\nhi\r\n--x--',
    )
    yield Odd("an archive", b"PK\x03\x04" + bytes(200))
    yield Odd("a document", b"%PDF-1.7\n" + bytes(200))
    yield Odd("an animation", b"GIF89a" + bytes(200))
    yield Odd("a raw photo", b"II*\0" + bytes(200))
    yield Odd("a program", b"\x7fELF" + bytes(200))
    yield Odd("a video", b"\0\0\0\x18ftypmp42" + bytes(200))
    yield Odd("zeros", bytes(100_000))
    yield Odd("a picture too small to show a tile", picture(PNG, (8, 8)))
    for kind in (JPEG, PNG, WEBP, HEIC):
        yield Odd(f"only the first bytes of a {kind}", picture(kind)[:16])


def damaged(count: int, chance: random.Random) -> Iterator[Odd]:
    """Photos that were cut short or overwritten, that lie, or go on as random bytes."""
    whole = {kind: picture(kind) for kind in (JPEG, PNG, WEBP, HEIC)}
    ways: tuple[tuple[str, Callable[[bytes, random.Random], bytes]], ...] = (
        ("cut short", _cut),
        ("overwritten", _overwritten),
        ("with a hole", _holed),
        ("with noise behind its beginning", _noise),
        ("with a length that lies", _lying),
    )
    for number in range(count):
        kind = chance.choice(tuple(whole))
        name, way = ways[number % len(ways)]
        yield Odd(f"{number}: a {kind} {name}", way(whole[kind], chance))


def noise(count: int, chance: random.Random) -> Iterator[Odd]:
    """Random bytes."""
    for number in range(count):
        yield Odd(f"{number}: random bytes", chance.randbytes(chance.randrange(0, 5_000)))


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(1, len(data))]


def _overwritten(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 30)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _holed(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.sample(range(len(data)), 2))
    return data[:start] + data[end:]


def _noise(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(12, 80)] + chance.randbytes(chance.randrange(0, 3_000))


def _lying(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(4, min(200, len(data) - 4))
    return data[:at] + chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff")) + data[at + 4 :]
