"""Whoever closes the camera does not wait for ever, whatever comes at the same moment."""

import asyncio
from pathlib import Path

import pytest
from desk_apps import Camera, camera_over
from event_loops import run_alone
from fake_children import FakeChildren

from server.dashboard.camera import waits
from server.dashboard.camera.messages import Order, Tick
from server.dashboard.camera.supervisor import Limits, Supervisor
from server.dashboard.live import Broadcaster
from server.dashboard.store import Store
from server.dashboard.tables import Tables

STEPS = range(8)
"""So many rounds of the event loop lie between something that comes and the close, one after another."""


async def steps(count: int) -> None:
    """Let the event loop go round."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("between", STEPS)
def test_a_message_at_the_moment_of_the_close_does_not_keep_the_listener(
    tmp_path: Path, between: int
) -> None:
    async def scene(store: Store) -> None:
        desk = camera_over(store, Tables(store, Broadcaster()), Camera(FakeChildren().start)).desk
        await desk.start(None)
        await steps(8)
        desk._hear(Tick(0, 1.0))  # noqa: SLF001 -- the very moment is what matters
        await steps(between)

        async with asyncio.timeout(waits.LET_GO_S / 2):
            await desk.close()

    with Store(tmp_path) as store:
        run_alone(scene(store))


@pytest.mark.parametrize("between", STEPS)
def test_a_child_that_dies_at_the_moment_of_the_close_does_not_keep_the_supervisor(between: int) -> None:
    async def scene() -> None:
        children = FakeChildren()
        supervisor = Supervisor(children.start, lambda _: None, Limits())
        supervisor.watch(Order(1, "0", 9))
        child = await asyncio.to_thread(children.wait_for, 1)
        await asyncio.to_thread(child.order)
        supervisor._take(child, None)  # noqa: SLF001 -- the very moment is what matters
        await steps(between)

        async with asyncio.timeout(waits.LET_GO_S / 2):
            await supervisor.rest()
        assert child.ended.is_set()

    run_alone(scene())


def test_a_task_that_does_not_stop_is_left_behind_and_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(waits, "LET_GO_S", 0.05)

    async def scene() -> None:
        enough = asyncio.Event()

        async def deaf() -> None:
            while not enough.is_set():
                try:
                    await enough.wait()
                except asyncio.CancelledError:
                    continue

        task = asyncio.create_task(deaf(), name="deaf")
        await steps(1)
        await waits.stopped(task)
        enough.set()
        await task

    run_alone(scene())
    assert "deaf was told to stop" in caplog.text
