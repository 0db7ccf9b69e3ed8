"""Stills: the camera's picture sharp and whole, asked for once a round's hands lie open."""

import asyncio
from collections.abc import Callable

from server.dashboard.camera.messages import Still, StillAsked
from server.words import Saying

STILL_S = 10.0
"""A vision process that looks at a large picture answers no sooner than it is done."""


class NoStillError(RuntimeError):
    """No still can be had now: says why."""


class Stills:
    """Who waits for a still; belongs to the event loop."""

    def __init__(self, wait_s: float = STILL_S) -> None:
        self._wait_s = wait_s
        self._asked = 0
        self._waiting: dict[int, asyncio.Future[Still]] = {}

    async def ask(self, tell: Callable[[StillAsked], bool]) -> Still:
        """Ask with `tell`, which says whether anybody heard it, and wait for the answer."""
        self._asked += 1
        number = self._asked
        waiting: asyncio.Future[Still] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        try:
            if not tell(StillAsked(number)):
                raise NoStillError(Saying("error.no_camera"))
            async with asyncio.timeout(self._wait_s):
                return await waiting
        except TimeoutError as error:
            raise NoStillError(Saying("error.still_late")) from error
        finally:
            del self._waiting[number]

    def take(self, still: Still) -> None:
        """Hand a still to whoever asked for it and waits for it yet."""
        waiting = self._waiting.get(still.number)
        if waiting is None or waiting.done():
            return
        if still.picture is None:
            waiting.set_exception(NoStillError(Saying("error.no_still")))
        else:
            waiting.set_result(still)

    def drop(self) -> None:
        """Whoever would answer is gone."""
        for each in self._waiting.values():
            if not each.done():
                each.set_exception(NoStillError(Saying("error.still_late")))
