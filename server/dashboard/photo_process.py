"""Keeps the photo worker: starts it when it is needed, kills it when it takes too long, replaces it."""

import contextlib
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from server.dashboard.photo_facts import Ask, Fault, Read, Ready, Refused, said
from server.dashboard.photo_frames import FrameError, receive, send
from server.words import Saying

COMMAND = (sys.executable, "-P", "-c", "from server.dashboard.photo_worker import main; main()")
"""-P: what lies in the folder that one happens to be in is not imported."""
START_S = 60.0
READ_S = 30.0
"""A laptop reads 12 megapixels in half a second; small computers take ten times that."""

LOG = logging.getLogger(__name__)


class PhotoRefusedError(ValueError):
    """This photo cannot be read: says why, to whoever sent it."""


class NoPhotoWorkerError(RuntimeError):
    """No photo can be read now."""


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """How long the worker may take to load its models, and for a photo."""

    start_s: float = START_S
    read_s: float = READ_S


class PhotoProcess:
    """One worker at a time, for one photo at a time; callers wait in their own threads."""

    def __init__(self, command: Sequence[str] = COMMAND, limits: PhotoLimits | None = None) -> None:
        self._command = tuple(command)
        self._limits = limits or PhotoLimits()
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The worker's process, if one is running."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def close(self) -> None:
        """End the worker, though it be reading: whoever waits for it is told."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._end()

    def read(self, data: bytes, set_size: int | None) -> tuple[Read, bytes]:
        """Read a photo; gives what was read and the upright picture as JPEG."""
        with self._turn:
            process = self._started()
            try:
                with _killed_after(process, self._limits.read_s) as is_late:
                    fields, jpeg = self._exchange(process, Ask(set_size=set_size), data)
                    answer = said(fields)
                if is_late.is_set():
                    self._end()
            except (FrameError, OSError, ValidationError) as error:
                self._end()
                raise self._lost(process, error, is_late=is_late.is_set()) from error
        match answer:
            case Read():
                return answer, jpeg
            case Refused(why=why):
                raise PhotoRefusedError(why)
            case Fault(what=what):
                LOG.warning("a photo met a fault of the reader: %s", what)
                raise PhotoRefusedError(Saying("error.strange_photo"))
            case Ready():
                raise NoPhotoWorkerError(Saying("error.reader_out_of_step"))

    def _exchange(self, process: "subprocess.Popen[bytes]", ask: Ask, data: bytes) -> tuple[bytes, bytes]:
        assert process.stdin is not None, "opened with pipes"  # noqa: S101
        assert process.stdout is not None, "opened with pipes"  # noqa: S101
        send(process.stdin, ask.model_dump_json().encode(), data)
        return receive(process.stdout)

    def _lost(self, process: "subprocess.Popen[bytes]", error: Exception, *, is_late: bool) -> Exception:
        if self._is_closed:
            return NoPhotoWorkerError(Saying("error.closing"))
        if is_late:
            return PhotoRefusedError(
                f"this photo took longer than {self._limits.read_s:g} s to read; try a smaller one"
            )
        LOG.warning("the photo worker ended with %s: %s", process.returncode, error)
        return PhotoRefusedError("this photo could not be read: it asks for too much, or is damaged")

    def _started(self) -> "subprocess.Popen[bytes]":
        """The worker, ready to read."""
        if self.pid is None:
            self._end()
            self._process = self._start()
        assert self._process is not None, "just started"  # noqa: S101
        return self._process

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._is_closed:
            raise NoPhotoWorkerError(Saying("error.closing"))
        try:
            process = subprocess.Popen(  # noqa: S603 -- our own code in our own interpreter
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise NoPhotoWorkerError(does_not_start(error.strerror or str(error))) from error
        self._process = process
        assert process.stdout is not None, "opened with pipes"  # noqa: S101
        try:
            with _killed_after(process, self._limits.start_s):
                first = said(receive(process.stdout)[0])
        except (FrameError, OSError, ValidationError) as error:
            self._end()
            raise NoPhotoWorkerError(does_not_start("–")) from error
        if not isinstance(first, Ready):
            self._end()
            what = first.what if isinstance(first, Fault) else "it is out of step"
            raise NoPhotoWorkerError(does_not_start(what))
        return process

    def _end(self) -> None:
        """Let go of the worker and of its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was not written yet goes to nobody
                    pipe.close()


@contextlib.contextmanager
def _killed_after(process: "subprocess.Popen[bytes]", seconds: float) -> Iterator[threading.Event]:
    """Kill a process unless the block ends in time; the event says whether that was so."""
    is_late = threading.Event()

    def kill() -> None:
        is_late.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield is_late
    finally:
        timer.cancel()
        # A timer that has just gone off ends its kill before anybody goes on.
        timer.join()


def does_not_start(reason: str) -> Saying:
    """Why no photo can be read."""
    return Saying("error.reader_dead", {"reason": reason})
