"""Where uploaded photos come in: so many at once, so many bytes, so long to send; then they are read."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool

from engine.tiles import SET_SIZES
from server.dashboard.photo_facts import Read
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.words import Saying

MOST_AT_ONCE = 4
"""Uploads that may be on their way or waiting, each with its bytes in memory."""
RECEIVE_S = 60.0


class PhotosBusyError(RuntimeError):
    """More photos than can be taken at once."""


class SlowUploadError(RuntimeError):
    """A photo that did not arrive in time."""


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """A photo that was read, and the name of its picture."""

    name: str
    facts: Read


class PhotoDesk:
    """Takes photos, has them read, keeps their pictures. Belongs to the event loop."""

    def __init__(self, process: PhotoProcess, pictures: Pictures, receive_s: float = RECEIVE_S) -> None:
        self._process = process
        self._receive_s = receive_s
        self._under_way = 0
        self.pictures = pictures

    async def take(self, chunks: AsyncIterator[bytes], set_size: int | None) -> ReadPhoto:
        """Take a photo's bytes and read it."""
        with self._slot():
            return await self._read(await self._whole(chunks), set_size)

    async def read(self, data: bytes, set_size: int | None) -> ReadPhoto:
        """Read a photo that is here already."""
        with self._slot():
            return await self._read(data, set_size)

    async def _read(self, data: bytes, set_size: int | None) -> ReadPhoto:
        known = set_size if set_size in SET_SIZES else None
        facts, jpeg = await run_in_threadpool(self._process.read, data, known)
        return ReadPhoto(self.pictures.keep(jpeg), facts)

    async def _whole(self, chunks: AsyncIterator[bytes]) -> bytes:
        data = bytearray()
        try:
            async with asyncio.timeout(self._receive_s):
                async for chunk in chunks:
                    data += chunk
        except TimeoutError as error:
            raise SlowUploadError(Saying("error.slow_photo", {"seconds": self._receive_s})) from error
        return bytes(data)

    @contextlib.contextmanager
    def _slot(self) -> Iterator[None]:
        if self._under_way >= MOST_AT_ONCE:
            raise PhotosBusyError(Saying("error.photos_busy"))
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
