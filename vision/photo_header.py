"""What the first bytes of a photo say: its kind, a JPEG's size, the orientation in its EXIF data.

Parsed here because Pillow refuses a JPEG whose EXIF data are damaged, though its pixels are whole.
"""

import struct
from dataclasses import dataclass
from typing import Self

_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_OTHER_KINDS = {
    b"GIF8": "a GIF picture",
    b"BM": "a BMP picture",
    b"II*\0": "a TIFF picture or a raw photo",
    b"MM\0*": "a TIFF picture or a raw photo",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
}
# SOF0..SOF15 without DHT, JPG and DAC, which share their range (ITU-T T.81, table B.1).
_START_OF_FRAME = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START_OF_SCAN, _APP1 = 0xDA, 0xE1
_EXIF_MARK = b"Exif\0\0"
_ORIENTATION_TAG, _SHORT = 0x0112, 3


def photo_kind(data: bytes) -> str | None:
    """Name the format (JPEG, PNG, WebP, HEIC), or None when it is none of these."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        return "HEIC"
    return None


def other_kind(data: bytes) -> str:
    """Say in words what bytes are that are no photo."""
    if not data:
        return "an empty file"
    if data[4:8] == b"ftyp":
        return "an AVIF picture" if data[8:12] in (b"avif", b"avis") else "a video"
    for magic, name in _OTHER_KINDS.items():
        if data.startswith(magic):
            return name
    try:
        # A character cut in two at the end of the sample is no reason to call a text binary.
        sample = data[:512].decode("utf-8", "ignore" if len(data) > 512 else "strict")
    except UnicodeDecodeError:
        return "data of another kind"
    is_text = all(character.isprintable() or character.isspace() for character in sample)
    return "text" if is_text else "data of another kind"


@dataclass(frozen=True, slots=True)
class JpegHeader:
    """A JPEG's size before it is turned upright, its colour channels and its EXIF data, if any."""

    width: int
    height: int
    channels: int
    exif: bytes

    @classmethod
    def of(cls, data: bytes) -> Self:
        """Walk the segments up to the picture's own; ValueError when there is none."""
        exif, at = b"", 2
        while at + 4 <= len(data):
            if data[at] != 0xFF:
                raise ValueError(f"no marker at byte {at}")
            marker = data[at + 1]
            if marker == 0xFF:  # fill byte
                at += 1
                continue
            if marker == _START_OF_SCAN:
                break
            body = data[at + 4 : at + 2 + int.from_bytes(data[at + 2 : at + 4])]
            if marker in _START_OF_FRAME and len(body) >= 6:
                _, height, width, channels = struct.unpack(">BHHB", body[:6])
                return cls(width, height, channels, exif)
            if marker == _APP1 and body.startswith(_EXIF_MARK) and not exif:
                exif = body
            at += 4 + len(body)
        raise ValueError("no size before the picture")


def exif_orientation(exif: bytes) -> int:
    """Find the orientation, 1..8; 1 (upright) when there is none or it makes no sense."""
    tiff = exif.removeprefix(_EXIF_MARK)
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return 1
    (directory,) = struct.unpack(f"{order}I", tiff[4:8])
    entries = tiff[directory + 2 :]
    (count,) = struct.unpack(f"{order}H", tiff[directory : directory + 2].ljust(2, b"\0"))
    for at in range(0, min(12 * count, len(entries) - 11), 12):
        tag, kind, _, value = struct.unpack(f"{order}HHIH", entries[at : at + 10])
        if (tag, kind) == (_ORIENTATION_TAG, _SHORT):
            return int(value) if 1 <= value <= 8 else 1
    return 1
