"""Fan-out of the live picture: each page gets the newest, slow ones skip what lies between."""

from server.dashboard.live import TooManyWatchersError, Watcher

MOST_PAGES = 60
"""At eight pictures of 150 kB a second, more would fill a home's network."""


class LivePictures:
    """The pages that look at the camera's picture; belongs to the event loop."""

    def __init__(self) -> None:
        self._pages: set[Watcher[bytes]] = set()
        self._newest: bytes | None = None

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def newest(self) -> bytes | None:
        """The picture that was published last."""
        return self._newest

    def join(self) -> Watcher[bytes]:
        """Begin to look; the newest picture comes at once."""
        if len(self._pages) >= MOST_PAGES:
            raise TooManyWatchersError
        page: Watcher[bytes] = Watcher()
        self._pages.add(page)
        if self._newest is not None:
            page.offer(self._newest)
        return page

    def leave(self, page: Watcher[bytes]) -> None:
        """Look no more."""
        self._pages.discard(page)

    def publish(self, picture: bytes) -> None:
        """Offer a picture to all pages."""
        self._newest = picture
        for each in self._pages:
            each.offer(picture)

    def clear(self) -> None:
        """Show none: what was shown is of another camera or game."""
        self._newest = None
