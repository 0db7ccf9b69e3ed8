"""Runs a test's coroutine where no other loop can be in its way."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def run_alone(scene: Coroutine[None, None, Result]) -> Result:
    """What `asyncio.run` gives, in a thread of its own: an open browser keeps a loop in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()
