"""The pictures of photos that were counted: in memory only, a bounded number, each under a random name."""

import secrets
import threading
from collections import OrderedDict

MOST_PICTURES = 64
MOST_BYTES = 48 * 1024 * 1024
NAME_BYTES = 16


class Pictures:
    """The latest pictures; the oldest make room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def keep(self, jpeg: bytes) -> str:
        """Keep a picture; gives the name that it goes by."""
        name = secrets.token_urlsafe(NAME_BYTES)
        with self._lock:
            self._kept[name] = jpeg
            self._bytes += len(jpeg)
            while len(self._kept) > 1 and (len(self._kept) > MOST_PICTURES or self._bytes > self._most_bytes):
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone)
        return name

    def get(self, name: str) -> bytes | None:
        """A picture by its name; None when it made room, or never was."""
        with self._lock:
            return self._kept.get(name)
