"""Fan-out of views: each watcher gets the newest, slow ones skip what lies between."""

import asyncio
from typing import Generic, TypeVar

News = TypeVar("News")

MOST_WATCHERS = 200
"""More open pages than any table has; each costs a connection."""
SEND_S = 10.0
"""A watcher that takes longer for one view is let go."""


class TooManyWatchersError(RuntimeError):
    """No further page can be kept up to date."""


class Watcher(Generic[News]):
    """One page that is kept up to date."""

    def __init__(self) -> None:
        self._newest: News | None = None
        self._has_news = asyncio.Event()

    def offer(self, news: News) -> None:
        """Replace what has not been sent yet."""
        self._newest = news
        self._has_news.set()

    async def next(self) -> News:
        """The newest that has not been sent yet."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            if (news := self._newest) is not None:
                self._newest = None
                return news


class Broadcaster:
    """The watchers of all games; belongs to the event loop."""

    def __init__(self) -> None:
        self._watchers: dict[int, set[Watcher[str]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))

    def join(self, game_id: int) -> Watcher[str]:
        """Begin to watch a game."""
        if len(self) >= MOST_WATCHERS:
            raise TooManyWatchersError
        watcher: Watcher[str] = Watcher()
        self._watchers.setdefault(game_id, set()).add(watcher)
        return watcher

    def leave(self, game_id: int, watcher: Watcher[str]) -> None:
        """Watch no more."""
        there = self._watchers.get(game_id, set())
        there.discard(watcher)
        if not there:
            self._watchers.pop(game_id, None)

    def publish(self, game_id: int, text: str) -> None:
        """Offer a view to all that watch the game."""
        for each in self._watchers.get(game_id, ()):
            each.offer(text)
