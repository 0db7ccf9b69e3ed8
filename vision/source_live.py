"""Live sources: a thread reads all the time, and who asks gets the latest frame."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from vision.frames import Frame
from vision.source_types import SourceError, SourceFacts, SourceOptions

_LONGEST_PAUSE_S = 8.0
_JOIN_S = 2.0
"""How long closing waits for the reader; a reader that hangs is a daemon and does not keep the process."""


class Camera(Protocol):
    """A connection to something that gives pictures as they are made."""

    name: str

    @property
    def fps(self) -> float | None:
        """Frames in a second, as stated."""
        ...

    @property
    def coding(self) -> str:
        """How the pictures come."""
        ...

    def read(self) -> "partial[Frame]":
        """Wait for the next picture; call the result with index, at_s and source. Raises SourceError."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class LiveSource:
    """The latest frame of a camera; opens it again when it is lost, for `patience_s` at most."""

    def __init__(self, connect: Callable[[], Camera], options: SourceOptions) -> None:
        self._connect = connect
        self._options = options
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._latest: partial[Frame] | None = None
        self._stamp = (0, 0.0)
        self._has_ended = False
        self.shortfall: str | None = None
        camera = connect()
        try:
            first = camera.read()
        except SourceError:
            camera.close()
            raise
        self._began_s = time.monotonic()
        self._put(first, 0)
        self.facts = self._facts(first(0, 0.0, camera.name), camera)
        self._reader = threading.Thread(target=self._run, args=(camera,), name=camera.name, daemon=True)
        self._reader.start()

    def _facts(self, first: Frame, camera: Camera) -> SourceFacts:
        height, width = first.luma.shape
        return SourceFacts(camera.name, (width, height), camera.fps, None, is_live=True, coding=camera.coding)

    def _put(self, picture: "partial[Frame]", index: int) -> None:
        with self._news:
            self._latest = picture
            self._stamp = (index, time.monotonic() - self._began_s)
            self._news.notify_all()

    def _run(self, camera: Camera) -> None:
        """The reader's thread: pictures until closed, or until the camera stays away."""
        current: Camera | None = camera
        index = 0
        reason = ""
        while current is not None and not self._stop.is_set():
            try:
                index += 1
                self._put(current.read(), index)
            except SourceError as error:
                reason = str(error)
                current.close()
                current = self._again()
        if current is not None:
            current.close()
        with self._news:
            self._has_ended = True
            if not self._stop.is_set():
                self.shortfall = f"{reason}; gone for {self._options.patience_s:.0f} s"
            self._news.notify_all()

    def _again(self) -> Camera | None:
        """Open the camera anew, with longer and longer pauses; None when patience or time is up."""
        until_s = time.monotonic() + self._options.patience_s
        pause_s = self._options.backoff_s
        while not self._stop.wait(min(pause_s, max(until_s - time.monotonic(), 0.0))):
            if time.monotonic() >= until_s:
                return None
            try:
                return self._connect()
            except SourceError:
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        return None

    def __iter__(self) -> Iterator[Frame]:
        limit_s = self._options.limit_s
        while (came := self._take()) is not None:
            picture, (index, at_s) = came
            if limit_s is not None and at_s > limit_s:
                break
            yield picture(index, at_s, self.facts.name)
        self.close()

    def _take(self) -> "tuple[partial[Frame], tuple[int, float]] | None":
        """Wait for a picture that was not taken yet; None at the end."""
        # A read or an opening that hangs in a driver must not hang the caller.
        patience_s = self._options.patience_s + self._options.open_timeout_s + self._options.read_timeout_s
        with self._news:
            if not self._news.wait_for(lambda: self._latest is not None or self._has_ended, patience_s):
                self.shortfall = f"{self.facts.name}: expected a picture, got none for {patience_s:.0f} s"
                return None
            if self._latest is None or self._stop.is_set():
                return None
            picture, self._latest = self._latest, None
            return picture, self._stamp

    def close(self) -> None:
        """Stop the reader and let the camera go."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._reader is not threading.current_thread():
            self._reader.join(_JOIN_S)
