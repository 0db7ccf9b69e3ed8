"""The websocket that keeps a page up to date."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from server.dashboard.access import Doorkeeper
from server.dashboard.deps import COOKIE
from server.dashboard.live import SEND_S, Broadcaster, TooManyWatchersError, Watcher
from server.dashboard.store import GameMissingError
from server.dashboard.tables import Tables

News = TypeVar("News")

STRANGER, MISSING, FULL = 4401, 4404, 4503
"""Why a page is refused, as it reads it from the close code."""


@dataclass(frozen=True, slots=True)
class Line(Generic[News]):
    """A page's line: what is new for it, how to send that, and whether the page may still have it."""

    watcher: Watcher[News]
    send: Callable[[News], Awaitable[None]]
    is_welcome: Callable[[], bool]


def live_routes(tables: Tables, broadcaster: Broadcaster, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes."""
    router = APIRouter()

    @router.websocket("/live")
    async def live(socket: WebSocket, game: Annotated[int, Query(ge=1, le=2**53)]) -> None:
        await socket.accept()
        key = socket.cookies.get(COOKIE)
        if doorkeeper.role_of(key) is None:
            await socket.close(STRANGER)
            return
        try:
            first = tables.view(game).model_dump_json()
            watcher = broadcaster.join(game)
        except GameMissingError:
            await socket.close(MISSING)
            return
        except TooManyWatchersError:
            await socket.close(FULL)
            return
        watcher.offer(first)
        try:
            line = Line(watcher, socket.send_text, lambda: doorkeeper.role_of(key) is not None)
            await keep_up(socket, line)
        finally:
            broadcaster.leave(game, watcher)

    return router


async def keep_up(socket: WebSocket, line: Line[News]) -> None:
    """Send what is new until the page goes, is sent away, or cannot follow."""
    tasks = [
        asyncio.create_task(_send(socket, line)),
        asyncio.create_task(_until_gone(socket)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    for task in done:
        error = task.exception()
        # A page that closed or could not follow is gone either way.
        if error is not None and not isinstance(error, WebSocketDisconnect | TimeoutError):
            raise error


async def _send(socket: WebSocket, line: Line[News]) -> None:
    while True:
        news = await line.watcher.next()
        if not line.is_welcome():
            await socket.close(STRANGER)
            return
        async with asyncio.timeout(SEND_S):
            await line.send(news)


async def _until_gone(socket: WebSocket) -> None:
    """Pages have nothing to say here: commands go by POST. Whatever comes is thrown away."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError):
        return
