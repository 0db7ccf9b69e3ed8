"""From the bytes of a photo to its upright pixels, or one clear line that says why not."""

import struct
from collections.abc import Callable
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin
from pillow_heif.as_plugin import HeifImageFile

from vision.photo_header import JpegHeader, exif_orientation, other_kind, photo_kind

MIN_SIDE_PX = 32
MAX_PIXELS = 150_000_000
"""Phones reach 108 megapixels; 150 million pixels are 450 MB once decoded."""

_WHITE = (255, 255, 255, 255)
_EXPECTED = "expected a JPEG, PNG, WebP or HEIC photo"
# The format classes are made directly: Image.open would need its limit for decompression bombs
# changed for the whole process, and a registered HEIC opener is global as well.
_OPENERS: dict[str, Callable[[BytesIO], Image.Image]] = {
    "JPEG": JpegImagePlugin.JpegImageFile,
    "PNG": PngImagePlugin.PngImageFile,
    "WebP": WebPImagePlugin.WebPImageFile,
    "HEIC": HeifImageFile,
}
# What the format classes raise over damaged data.
_DAMAGE = (OSError, SyntaxError, ValueError, RuntimeError, EOFError, IndexError, KeyError, struct.error)


class PhotoError(ValueError):
    """The bytes are no photo that can be read; the message is one line for the person who sent them."""


def decode_photo(data: bytes) -> NDArray[np.uint8]:
    """Decode a photo to (H, W, 3) BGR, turned as its EXIF orientation says.

    Raises PhotoError, before anything large is decoded where the header already tells.
    """
    kind = photo_kind(data)
    if kind is None:
        raise PhotoError(f"{_EXPECTED}, got {other_kind(data)}")
    if kind == "JPEG":
        return _decode_jpeg(data)
    image = _opened(kind, data)
    _check_size(*image.size)
    bgr = _pixels(kind, image)
    # libheif has turned the picture already; its EXIF orientation only repeats what was done.
    return bgr if kind == "HEIC" else _upright(bgr, exif_orientation(image.info.get("exif", b"")))


def _check_size(width: int, height: int) -> None:
    if min(width, height) < MIN_SIDE_PX:
        raise PhotoError(f"expected a photo of at least {MIN_SIDE_PX} px a side, got {width} × {height} px")
    if width * height > MAX_PIXELS:
        raise PhotoError(
            f"expected a photo of at most {MAX_PIXELS // 1_000_000} megapixels, "
            f"got {width} × {height} px ({width * height / 1e6:.0f} megapixels)"
        )


def _decode_jpeg(data: bytes) -> NDArray[np.uint8]:
    try:
        header = JpegHeader.of(data)
    except ValueError as error:
        raise PhotoError(f"{_EXPECTED}, got a JPEG file with a damaged header ({error})") from error
    _check_size(header.width, header.height)
    if header.channels == 4:
        # Only Pillow knows that CMYK in a JPEG is stored inverted.
        bgr = _pixels("JPEG", _opened("JPEG", data))
    else:
        # 95 ms for 12 megapixels where Pillow takes 160, and as strict about missing data.
        flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        if decoded is None:
            raise PhotoError("expected a whole JPEG photo, got one that is cut short or damaged")
        bgr = np.asarray(decoded, np.uint8)
    return _upright(bgr, exif_orientation(header.exif))


def _opened(kind: str, data: bytes) -> Image.Image:
    """Read the header only."""
    try:
        return _OPENERS[kind](BytesIO(data))
    except _DAMAGE as error:
        raise PhotoError(
            f"{_EXPECTED}, got a {kind} file with a damaged header ({_one_line(error)})"
        ) from error


def _pixels(kind: str, image: Image.Image) -> NDArray[np.uint8]:
    try:
        image.load()
        rgb = np.asarray(_flattened(image), np.uint8)
    except _DAMAGE as error:
        raise PhotoError(
            f"expected a whole {kind} photo, got one that is cut short or damaged ({_one_line(error)})"
        ) from error
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _flattened(image: Image.Image) -> Image.Image:
    """RGB with eight bits, what is transparent shown on white."""
    if image.mode.startswith("I"):
        # Pillow clips sixteen bits at 255 instead of scaling them.
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", image.size, _WHITE), rgba).convert("RGB")
    return image.convert("RGB")


def _upright(bgr: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Undo what the camera's orientation did: 2, 4, 5, 7 are mirrored, 3, 6, 8 turned."""
    match orientation:
        case 2:
            turned = cv2.flip(bgr, 1)
        case 3:
            turned = cv2.rotate(bgr, cv2.ROTATE_180)
        case 4:
            turned = cv2.flip(bgr, 0)
        case 5:
            turned = cv2.transpose(bgr)
        case 6:
            turned = cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE)
        case 7:
            turned = cv2.flip(cv2.transpose(bgr), -1)
        case 8:
            turned = cv2.rotate(bgr, cv2.ROTATE_90_COUNTERCLOCKWISE)
        case _:
            return bgr
    return np.asarray(turned, np.uint8)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
