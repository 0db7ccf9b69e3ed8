"""The websocket that keeps a page up to date."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from server.dashboard.access import Doorkeeper
from server.dashboard.deps import COOKIE
from server.dashboard.live import SEND_S, Broadcaster, TooManyWatchersError, Watcher
from server.dashboard.store import GameMissingError
from server.dashboard.tables import Tables

STRANGER, MISSING, FULL = 4401, 4404, 4503
"""Why a page is refused, as it reads it from the close code."""


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
            await _keep_up(socket, watcher, lambda: doorkeeper.role_of(key) is not None)
        finally:
            broadcaster.leave(game, watcher)

    return router


async def _keep_up(socket: WebSocket, watcher: Watcher, is_welcome: Callable[[], bool]) -> None:
    """Send views until the page goes, is sent away, or cannot follow."""
    tasks = [
        asyncio.create_task(_send(socket, watcher, is_welcome)),
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


async def _send(socket: WebSocket, watcher: Watcher, is_welcome: Callable[[], bool]) -> None:
    while True:
        text = await watcher.next()
        if not is_welcome():
            await socket.close(STRANGER)
            return
        async with asyncio.timeout(SEND_S):
            await socket.send_text(text)


async def _until_gone(socket: WebSocket) -> None:
    """Pages have nothing to say here: commands go by POST. Whatever comes is thrown away."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError):
        return
