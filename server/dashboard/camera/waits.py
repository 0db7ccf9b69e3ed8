"""Waits that end: for an event within a time, and for a task that was told to stop."""

import asyncio
import logging

LOG = logging.getLogger(__name__)
LET_GO_S = 15.0
"""A task that was told to stop and has not by then is left behind: whoever closes must not hang for it."""


async def came_within(event: asyncio.Event, wait_s: float) -> bool:
    """Whether the event is set within that time.

    Not `asyncio.wait_for`: before Python 3.12 it forgets that it was cancelled when the event comes at the
    same moment, and whoever waits for the cancelled task then waits for ever.
    """
    try:
        async with asyncio.timeout(wait_s):
            await event.wait()
    except TimeoutError:
        return False
    return True


async def stopped(task: asyncio.Task[None]) -> None:
    """Tell a task to stop, and wait until it has, though not for ever."""
    task.cancel()
    _, left = await asyncio.wait([task], timeout=LET_GO_S)
    if left:
        LOG.error("%s was told to stop and has not within %.0f s", task.get_name(), LET_GO_S)
