"""The photo worker: a process of its own that decodes and reads what people upload, within limits.

Decoders are large C libraries that strangers' bytes go through. Here a bomb meets a limit of memory, a
hang is killed from outside, and whatever goes wrong takes nothing along but this process.
"""

import contextlib
import os
import signal
import sys
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from server.dashboard.photo_facts import Ask, EndFacts, Fault, Read, Ready, Refused, TileFacts
from server.dashboard.photo_frames import FrameError, receive, send
from server.dashboard.photo_size import check_size
from vision.decode import PhotoError, decode_photo
from vision.photo import PhotoReader
from vision.readings import PhotoReading, PhotoTile

MOST_DATA = 2 * 1024**3
"""Bytes of its own: models and libraries take 0.5 GB, the largest photo 1.2 GB more for a moment."""
MOST_ADDRESSES = 6 * 1024**3
"""Bytes of address space, for systems that do not count the former; libraries alone map 1.6 GB."""
CPU_S = 60
"""Seconds of processor time for a photo, should nobody be left to kill the process."""
READ_PIXELS = 24_000_000
"""Larger photos are shrunk before they are read: it shows no more of a tile, and takes seconds."""
SHOWN_PX = 1600
"""Longest side of the picture that is sent back: sharp on a phone, some 300 kB."""
QUALITY = 85


def main() -> None:
    """Answer photos until the other side is gone."""
    # Ctrl+C reaches the whole group; the server ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stream, out = sys.stdin.buffer, _private_output()
    limit_memory()
    try:
        reader = PhotoReader.load()
    except (OSError, RuntimeError, ValueError) as error:
        send(out, _fault(error))
        return
    send(out, Ready().model_dump_json().encode())
    while True:
        try:
            fields, data = receive(stream)
        except FrameError:
            # Nothing is left to tidy up, and the libraries' own tidying takes seconds.
            os._exit(0)
        limit_processor()
        send(out, *answer(reader, Ask.model_validate_json(fields), data))


def answer(reader: PhotoReader, ask: Ask, data: bytes) -> tuple[bytes, bytes]:
    """The frame that answers a photo."""
    try:
        check_size(data)
        bgr = decode_photo(data)
        bgr = _shrunk(bgr, (READ_PIXELS / (bgr.shape[0] * bgr.shape[1])) ** 0.5)
        shown = _shrunk(bgr, SHOWN_PX / max(bgr.shape[:2]))
        facts = read_facts(reader.read(bgr, set_size=ask.set_size), bgr.shape, shown.shape)
        _, jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    except PhotoError as error:
        return Refused(why=str(error)[:500]).model_dump_json().encode(), b""
    except MemoryError:
        return Refused(why="this photo needs more memory than there is").model_dump_json().encode(), b""
    except Exception as error:  # noqa: BLE001 -- whatever strange bytes do is told, and this photo's alone
        return _fault(error), b""
    return facts.model_dump_json().encode(), jpeg.tobytes()


def read_facts(reading: PhotoReading, read: tuple[int, ...], shown: tuple[int, ...]) -> Read:
    """A reading as facts; shapes are those of the photo as read and of the picture that is sent back."""
    return Read(
        width=shown[1],
        height=shown[0],
        set_size=reading.set_size,
        tiles=[_tile_facts(each, (read[1], read[0])) for each in reading.tiles],
        notes=[each.kind.value for each in reading.notes],
    )


def _tile_facts(tile: PhotoTile, size: tuple[int, int]) -> TileFacts:
    shares = np.clip(tile.reading.corners_px / np.asarray(size, np.float32), 0, 1)
    probs = tile.reading.probs
    return TileFacts(
        corners=[(round(float(x), 5), round(float(y), 5)) for x, y in shares],
        ends=[
            EndFacts(pips=pips, confidence=_share(probs[end, pips]))
            for end, pips in enumerate((tile.a, tile.b))
        ],
        confidence=_share(tile.confidence),
        is_doubtful=bool(tile.doubtful),
        rivals=[str(each) for each in tile.rivals],
    )


def _share(value: float) -> float:
    return round(min(max(float(value), 0.0), 1.0), 4)


def _shrunk(bgr: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    height, width = bgr.shape[:2]
    if scale >= 1:
        return bgr
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def _fault(error: Exception) -> bytes:
    return Fault(what=f"{type(error).__name__}: {error}"[:2000]).model_dump_json().encode()


def _private_output() -> BinaryIO:
    """Standard output for frames alone: libraries that print would speak between them."""
    own = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(own, "wb")


def limit_memory() -> None:
    """No more than so much memory, no files written, no core left behind."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 -- Windows has none

        for what, most in (
            (resource.RLIMIT_AS, MOST_ADDRESSES),
            (resource.RLIMIT_DATA, MOST_DATA),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(what)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            # macOS refuses limits that it does not keep.
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(what, (least, least))


def limit_processor() -> None:
    """No more than so much processor time from now on."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 -- Windows has none

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + CPU_S, hard))
