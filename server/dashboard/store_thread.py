"""One thread that writes to the data file, fed by a queue; each write is a transaction of its own."""

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
Write = Callable[[sqlite3.Connection], Result]

BUSY_MS = 3000
"""So long another program may hold the data file before a write is given up."""


class StoreError(RuntimeError):
    """Something the data file cannot do now: says what and what helps."""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection without implied transactions: in write-ahead mode, synced at each commit."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA foreign_keys = ON")
    if read_only:
        connection.execute("PRAGMA query_only = ON")
    else:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    return connection


def explained(error: sqlite3.Error, path: Path) -> StoreError:
    """The error in words that help."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return StoreError(f"another program has locked {path}; close it and try again")
    if "full" in text:
        return StoreError(f"the disk of {path} is full: nothing was recorded; make room and try again")
    if "readonly" in text or "unable to open" in text:
        return StoreError(f"{path} cannot be written: {text}")
    return StoreError(f"{path}: {text}")


class WriterThread:
    """Runs writes in the order they came; a future tells when one is on the disk."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write[Result]) -> "Future[Result]":
        """Put a write into the queue; its future holds the result once it is durable."""
        future: Future[Result] = Future()
        with self._closing:
            if self._is_closed:
                raise StoreError(f"{self._path} is closed")
            self._queue.put(lambda: self._answer(write, future))
        return future

    def close(self) -> None:
        """Finish what is queued and stop; closing twice is fine."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (task := self._queue.get()) is not None:
            task()
        self._connection.close()

    def _answer(self, write: Write[Result], future: "Future[Result]") -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = self._in_transaction(write)
        except sqlite3.Error as error:
            future.set_exception(explained(error, self._path))
        except (ValueError, LookupError) as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    def _in_transaction(self, write: Write[Result]) -> Result:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = write(connection)
            connection.execute("COMMIT")
        finally:
            # After a commit there is nothing left to roll back; a full disk may have rolled back itself.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return result
