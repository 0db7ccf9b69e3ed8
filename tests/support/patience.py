"""Waiting that ends: what does not come in time fails a test and hangs nothing."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")

WITHIN_S = 20.0
"""Long for anything on a busy machine."""


def within(act: Callable[[], Result], seconds: float = WITHIN_S) -> Result:
    """What a call gives that may block; AssertionError when it gives nothing in that time."""
    came: Future[Result] = Future()

    def run() -> None:
        try:
            came.set_result(act())
        except BaseException as error:  # noqa: BLE001 -- handed on to whoever waits
            came.set_exception(error)

    # A daemon: whoever blocks for ever must not keep the interpreter from ending.
    threading.Thread(target=run, name="patience", daemon=True).start()
    try:
        return came.result(seconds)
    except TimeoutError:
        raise AssertionError(f"nothing came within {seconds:.0f} s") from None


def until(is_so: Callable[[], bool], seconds: float = WITHIN_S) -> None:
    """Wait until something holds."""
    end_s = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end_s, f"it did not come to hold within {seconds:.0f} s"
        time.sleep(0.01)
