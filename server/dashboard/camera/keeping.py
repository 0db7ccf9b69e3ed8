"""Keeps the pictures of the table before and after what is flagged."""

import asyncio
from collections import deque

from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.camera.narrator import flagged
from server.dashboard.tables import Tables


class FlagPictures:
    """The latest pictures of the game that is watched, and the flags that have theirs; for the event loop."""

    def __init__(self, tables: Tables, files: EvidenceFiles) -> None:
        self._tables = tables
        self._files = files
        self._shown: deque[bytes] = deque(maxlen=2)
        self._flags: set[int] = set()

    def begin(self, game_id: int) -> None:
        """Another game is watched from now on, or the same one anew."""
        self._flags = set(flagged(self._tables.desk(game_id)))
        self._shown.clear()
        self._tables.set_pictured(game_id, self._files.entries(game_id))

    def show(self, picture: bytes) -> None:
        """The table looks so now."""
        if not self._shown or self._shown[-1] is not picture:
            self._shown.append(picture)

    async def keep(self, game_id: int) -> None:
        """Keep pictures of what is flagged now and was not before."""
        if not self._shown:
            return
        flags = set(flagged(self._tables.desk(game_id)))
        new = flags - self._flags
        for seq in sorted(new):
            await asyncio.to_thread(self._files.keep, game_id, seq, self._shown[0], self._shown[-1])
        self._flags = flags
        if new:
            self._tables.set_pictured(game_id, self._files.entries(game_id))
