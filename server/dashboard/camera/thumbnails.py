"""Thumbnails of webcams, each taken in a process that can be killed: opening a camera may hang for ever."""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection

from server.dashboard.camera.showing import thumbnail
from server.dashboard.camera.supervisor import Child
from vision.sources import SourceError, SourceOptions, frames

QUICK = SourceOptions(open_timeout_s=3.0, read_timeout_s=3.0, patience_s=0.5)
WARM_UP = 6
"""A webcam's first pictures are dark, until it has found its exposure."""
JOIN_S = 2.0


@dataclass(frozen=True, slots=True)
class ThumbnailLimits:
    """Seconds.

    start_s, take_s: for the process to start, and for one camera. fresh_s, none_s: how long a thumbnail, and
    none, is good for. idle_s: after so long without a question the process ends.
    """

    start_s: float = 20.0
    take_s: float = 5.0
    fresh_s: float = 2.0
    none_s: float = 10.0
    idle_s: float = 20.0


class ThumbnailProcess:
    """A process that takes one thumbnail after another."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=run, args=(theirs,), name="thumbnails", daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        """Kill it and let go of everything."""
        self._process.kill()
        self._process.join(JOIN_S)
        self.pipe.close()


def run(pipe: Connection) -> None:
    """The whole life of the process: it ends when the server hangs up."""
    # Ctrl+C in a terminal reaches all its processes: the server says when this one is to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(None)
        while True:
            pipe.send(taken(pipe.recv()))


def taken(source: str) -> bytes | None:
    """A thumbnail as JPEG of what a camera sees now; None where it gives no picture."""
    try:
        with frames(source, QUICK) as opened:
            newest = None
            for frame in islice(opened, WARM_UP):
                newest = frame
            return None if newest is None else thumbnail(newest)
    except SourceError:
        return None


@dataclass(frozen=True, slots=True)
class _Kept:
    until_s: float
    picture: bytes | None


class Thumbnails:
    """One camera at a time, and none longer than it may take; belongs to the event loop."""

    def __init__(
        self, start: Callable[[], Child] = ThumbnailProcess, limits: ThumbnailLimits | None = None
    ) -> None:
        self._start = start
        self._limits = limits or ThumbnailLimits()
        self._turn = asyncio.Lock()
        self._kept: dict[str, _Kept] = {}
        self._child: Child | None = None
        self._ending: asyncio.TimerHandle | None = None

    async def of(self, source: str) -> bytes | None:
        """A thumbnail of a camera; None where it gives none in time."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            kept = self._kept.get(source)
            if kept is not None and loop.time() < kept.until_s:
                return kept.picture
            if self._ending is not None:
                self._ending.cancel()
            picture = await asyncio.to_thread(self._take, source)
            good_s = self._limits.none_s if picture is None else self._limits.fresh_s
            self._kept[source] = _Kept(loop.time() + good_s, picture)
            self._ending = loop.call_later(self._limits.idle_s, self.close)
            return picture

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._ending is not None:
            self._ending.cancel()
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _take(self, source: str) -> bytes | None:
        """Ask the process, and kill it when it hangs or has died."""
        try:
            child = self._child or self._started()
            child.pipe.send(source)
            if child.pipe.poll(self._limits.take_s):
                picture: bytes | None = child.pipe.recv()
                return picture
        except (EOFError, OSError):
            # It has died, or does not start: this camera has no thumbnail now.
            pass
        gone, self._child = self._child, None
        if gone is not None:
            gone.end()
        return None

    def _started(self) -> Child:
        self._child = child = self._start()
        if not child.pipe.poll(self._limits.start_s):
            raise OSError("the process that takes thumbnails does not start")
        child.pipe.recv()
        return child
