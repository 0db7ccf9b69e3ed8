"""Every kind of file that people call a photo."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageOps
from pillow_heif import from_pillow

from vision.decode import MAX_PIXELS, PhotoError, decode_photo

RED, GREEN, BLUE, GREY = (220, 30, 30), (30, 200, 30), (30, 30, 220), (128, 128, 128)


def quarters(width: int = 80, height: int = 48) -> Image.Image:
    """Four plain quarters: red and green above, blue and grey below."""
    image = Image.new("RGB", (width, height), GREY)
    image.paste(RED, (0, 0, width // 2, height // 2))
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    return image


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def heic(image: Image.Image) -> bytes:
    out = BytesIO()
    from_pillow(image).save(out, quality=95)
    return out.getvalue()


def middles(bgr: NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """RGB in the middle of each quarter, row by row."""
    height, width = bgr.shape[:2]
    at = [(y, x) for y in (height // 4, 3 * height // 4) for x in (width // 4, 3 * width // 4)]
    return [tuple(int(value) for value in bgr[y, x][::-1]) for y, x in at]


def close(found: list[tuple[int, ...]], expected: Sequence[tuple[int, ...]]) -> bool:
    """Whether the colours agree, but for what compression does to them."""
    return bool(np.abs(np.array(found) - np.array(expected)).max() <= 12)


def exif(orientation: int) -> Image.Exif:
    data = Image.Exif()
    data[0x0112] = orientation
    return data


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(encoded(quarters(), "JPEG", quality=95), id="JPEG"),
        pytest.param(encoded(quarters(), "JPEG", quality=95, progressive=True), id="progressive JPEG"),
        pytest.param(encoded(quarters(), "PNG"), id="PNG"),
        pytest.param(encoded(quarters().convert("RGBA"), "PNG"), id="PNG with alpha"),
        pytest.param(encoded(quarters().quantize(16), "PNG"), id="PNG with a palette"),
        pytest.param(encoded(quarters(), "WEBP", lossless=True), id="WebP"),
        pytest.param(heic(quarters()), id="HEIC"),
    ],
)
def test_a_photo_of_each_kind_becomes_bgr(data: bytes) -> None:
    bgr = decode_photo(data)

    assert bgr.shape == (48, 80, 3)
    assert bgr.dtype == np.uint8
    assert close(middles(bgr), [RED, GREEN, BLUE, GREY])


def test_bytes_after_the_end_of_a_jpeg_do_no_harm() -> None:
    motion_photo = encoded(quarters(), "JPEG", quality=95) + b"\0\0\0\x18ftypmp42" + bytes(2000)

    assert close(middles(decode_photo(motion_photo)), [RED, GREEN, BLUE, GREY])


def test_a_grey_jpeg_becomes_three_equal_channels() -> None:
    bgr = decode_photo(encoded(Image.new("L", (64, 64), 77), "JPEG"))

    assert bgr.shape == (64, 64, 3)
    assert set(bgr.reshape(-1)) == {77}


def test_a_cmyk_jpeg_keeps_its_colours() -> None:
    bgr = decode_photo(encoded(quarters().convert("CMYK"), "JPEG", quality=95))

    assert close(middles(bgr), [RED, GREEN, BLUE, GREY])


@pytest.mark.parametrize("level", [0, 1000, 30_000, 65_535])
def test_sixteen_bits_of_grey_are_scaled_not_clipped(level: int) -> None:
    image = Image.fromarray(np.full((40, 40), level, np.uint16))

    assert set(decode_photo(encoded(image, "PNG")).reshape(-1)) == {level // 256}


def test_sixteen_bits_of_colour_are_scaled_not_clipped() -> None:
    row = b"\0" + struct.pack(">3H", 60_000, 30_000, 1_000) * 40
    bgr = decode_photo(png_file(40, 40, zlib.compress(row * 40), depth=16))

    assert bgr[20, 20].tolist() == [3, 117, 234]


def test_what_is_transparent_shows_white() -> None:
    image = Image.new("RGBA", (64, 40), (0, 0, 0, 0))
    image.paste((200, 0, 0, 128), (32, 0, 64, 40))

    bgr = decode_photo(encoded(image, "PNG"))

    assert bgr[20, 10].tolist() == [255, 255, 255]
    assert bgr[20, 50].tolist() == [127, 127, 227]


# How each orientation is stored, seen from the upright picture: EXIF 2.32, table 6.
STORED = {
    1: [RED, GREEN, BLUE, GREY],
    2: [GREEN, RED, GREY, BLUE],
    3: [GREY, BLUE, GREEN, RED],
    4: [BLUE, GREY, RED, GREEN],
    5: [RED, BLUE, GREEN, GREY],
    6: [GREEN, GREY, RED, BLUE],
    7: [GREY, GREEN, BLUE, RED],
    8: [BLUE, RED, GREY, GREEN],
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_is_applied_exactly_once(kind: str, orientation: int) -> None:
    size = (80, 48) if orientation <= 4 else (48, 80)
    stored = Image.new("RGB", size)
    for colour, at in zip(STORED[orientation], [(0, 0), (1, 0), (0, 1), (1, 1)], strict=True):
        half = (size[0] // 2, size[1] // 2)
        stored.paste(colour, (at[0] * half[0], at[1] * half[1], (at[0] + 1) * half[0], (at[1] + 1) * half[1]))

    bgr = decode_photo(encoded(stored, kind, exif=exif(orientation), quality=95))

    assert bgr.shape == (48, 80, 3)
    assert close(middles(bgr), [RED, GREEN, BLUE, GREY])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_of_a_heic_photo_is_applied_exactly_once(orientation: int) -> None:
    with_exif = quarters()
    with_exif.getexif()[0x0112] = orientation
    upright = ImageOps.exif_transpose(with_exif)
    out = BytesIO()
    # The encoder writes the orientation twice, as phones do: as a turn of the picture and in EXIF.
    from_pillow(quarters()).save(out, quality=95, exif=exif(orientation).tobytes())

    bgr = decode_photo(out.getvalue())

    assert bgr.shape[:2] == (upright.height, upright.width)
    assert close(middles(bgr), middles(np.asarray(upright)[..., ::-1]))


def test_an_orientation_that_makes_no_sense_is_none() -> None:
    assert decode_photo(encoded(quarters(), "JPEG", exif=exif(77))).shape == (48, 80, 3)


def test_damaged_exif_data_do_not_hide_the_photo() -> None:
    data = encoded(quarters(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff\0\1")

    assert decode_photo(data).shape == (48, 80, 3)


JPEG = encoded(quarters(640, 480), "JPEG", quality=95)
NOISE = Image.fromarray(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8))


def png_file(width: int, height: int, pixels: bytes, depth: int = 8) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


BOMB = png_file(20_000, 10_000, zlib.compress(bytes(1000)))
KINDS = "expected a JPEG, PNG, WebP or HEIC photo, got "


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", KINDS + "an empty file", id="empty"),
        pytest.param("Zug für Zug\n".encode() * 100, KINDS + "text", id="text named .jpg"),
        pytest.param(b"\0\1\2\3" * 50, KINDS + "data of another kind", id="binary"),
        pytest.param(b"\xfe\xfa\xfb" * 50, KINDS + "data of another kind", id="no UTF-8"),
        pytest.param(encoded(quarters(), "GIF"), KINDS + "a GIF picture", id="GIF"),
        pytest.param(encoded(quarters(), "TIFF"), KINDS + "a TIFF picture or a raw photo", id="TIFF"),
        pytest.param(b"%PDF-1.7 ...", KINDS + "a PDF document", id="PDF"),
        pytest.param(b"\0\0\0\x18ftypmp42" + bytes(20), KINDS + "a video", id="video"),
        pytest.param(b"\0\0\0\x18ftypavif" + bytes(20), KINDS + "an AVIF picture", id="AVIF"),
        pytest.param(JPEG[:20], KINDS + "a JPEG file with a damaged header", id="JPEG, header cut"),
        pytest.param(JPEG[: len(JPEG) // 2], "expected a whole JPEG photo, got one that", id="JPEG, half"),
        pytest.param(JPEG[:-2], "expected a whole JPEG photo, got one that", id="JPEG without its end"),
        pytest.param(
            encoded(NOISE, "PNG")[:60_000], "expected a whole PNG photo, got one that is", id="PNG, half"
        ),
        pytest.param(b"\x89PNG\r\n\x1a\n", KINDS + "a PNG file with a damaged header", id="PNG, header cut"),
        pytest.param(encoded(NOISE, "WEBP")[:5000], "WebP", id="WebP, half"),
        pytest.param(heic(NOISE)[:5000], "HEIC", id="HEIC, half"),
        pytest.param(
            encoded(Image.new("RGB", (1, 1)), "JPEG"), "at least 32 px a side, got 1 × 1 px", id="one pixel"
        ),
        pytest.param(encoded(Image.new("RGB", (900, 31)), "PNG"), "got 900 × 31 px", id="a strip"),
        pytest.param(BOMB, "at most 150 megapixels, got 20000 × 10000 px (200 megapixels)", id="bomb"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_clear_line(data: bytes, message: str) -> None:
    with pytest.raises(PhotoError) as caught:
        decode_photo(data)

    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_largest_photo_is_still_looked_at() -> None:
    just_fits = png_file(15_000, MAX_PIXELS // 15_000, zlib.compress(bytes(1000)))

    with pytest.raises(PhotoError, match="cut short"):
        decode_photo(just_fits)


def test_a_bomb_is_refused_without_memory_for_its_pixels() -> None:
    """200 megapixels of JPEG, decoded, are 600 MB."""
    program = (
        "import resource, sys; from vision.decode import PhotoError, decode_photo\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "data = sys.stdin.buffer.read(); before = peak()\n"
        "try: decode_photo(data)\n"
        "except PhotoError: print((peak() - before) // 1024)\n"
    )
    out = BytesIO()
    Image.new("L", (20_000, 10_000)).save(out, "JPEG")

    done = subprocess.run(
        [sys.executable, "-c", program], input=out.getvalue(), capture_output=True, check=True
    )

    assert int(done.stdout) < 20


@given(st.binary(max_size=300), st.sampled_from([b"", JPEG[:300], BOMB[:60], b"RIFF\0\0\1\0WEBPVP8 "]))
def test_no_bytes_end_in_anything_but_a_photo_error(tail: bytes, head: bytes) -> None:
    with pytest.raises(PhotoError):
        decode_photo(head + tail)


@given(st.integers(0, len(JPEG) - 3))
def test_no_cut_of_a_jpeg_is_read_as_a_whole_one(length: int) -> None:
    with pytest.raises(PhotoError):
        decode_photo(JPEG[:length])


@given(st.lists(st.tuples(st.integers(0, len(JPEG) - 1), st.integers(0, 255)), max_size=8))
def test_flipped_bytes_give_a_picture_or_a_photo_error(changes: list[tuple[int, int]]) -> None:
    data = bytearray(JPEG)
    for at, value in changes:
        data[at] = value

    try:
        bgr = decode_photo(bytes(data))
    except PhotoError:
        return

    assert bgr.ndim == 3
