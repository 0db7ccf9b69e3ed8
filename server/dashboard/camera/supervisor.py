"""Keeps the vision process: starts it, listens, kills it when it hangs, starts it again when it dies."""

import asyncio
import logging
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Protocol

from server.dashboard.camera.messages import Asked, Failed, Message, Order, Redraw, StillAsked
from server.dashboard.camera.process import LoadLooker, run
from server.dashboard.camera.waits import came_within, stopped
from vision.sketch import Sketch

JOIN_S = 2.0
LOG = logging.getLogger(__name__)


class Child(Protocol):
    """A vision process, or what stands in for one."""

    @property
    def pipe(self) -> Connection:
        """What it says, and where it takes orders."""
        ...

    def end(self) -> None:
        """Kill it and let go of everything; ending twice is fine."""
        ...


class VisionProcess:
    """A real one, in a fresh interpreter: nothing of the server's threads and locks goes along."""

    def __init__(self, load_looker: LoadLooker) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=run, args=(theirs, load_looker), name="vision", daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def end(self) -> None:
        """Kill it and let go of everything."""
        self._process.kill()
        self._process.join(JOIN_S)
        self.pipe.close()


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: how long a child may be silent when it starts and later, and the pauses between starts."""

    start_s: float = 60.0
    silent_s: float = 25.0
    first_pause_s: float = 0.5
    longest_pause_s: float = 15.0
    look_every_s: float = 0.25


@dataclass(frozen=True, slots=True)
class Gone:
    """The vision process has died or was killed; it is started again. is_hung: it had said nothing more."""

    is_hung: bool


Heard = Message | Gone


class Supervisor:
    """One child at a time, for as long as there is an order; belongs to the event loop."""

    def __init__(
        self, start: Callable[[], Child], hear: Callable[[Heard], None], limits: Limits | None = None
    ) -> None:
        self._start = start
        self._hear = hear
        self._limits = limits or Limits()
        self._order: Order | None = None
        self._has_order = asyncio.Event()
        self._child: Child | None = None
        self._gone = asyncio.Event()
        self._heard_s = 0.0
        self._has_spoken = False
        self._has_failed = False
        self._task: asyncio.Task[None] | None = None

    @property
    def child(self) -> Child | None:
        """The child, if one is running."""
        return self._child

    def watch(self, order: Order) -> None:
        """Let the child watch something else from now on."""
        self._order = order
        self._has_failed = False
        self._has_order.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="vision supervisor")
        elif self._child is not None:
            self._send(self._child, order)

    def go_on_from(self, at_s: float) -> None:
        """Should the child have to be started again, a film goes on from there."""
        if self._order is not None:
            self._order = replace(self._order, from_s=at_s)

    def note_sketch(self, sketch: Sketch) -> None:
        """Should the child have to be started again, the next one goes by this sketch."""
        if self._order is not None:
            self._order = replace(self._order, sketch=sketch)

    def redraw(self, sketch: Sketch) -> None:
        """Let the child go by another sketch."""
        self.note_sketch(sketch)
        if self._order is not None and self._child is not None:
            self._send(self._child, Redraw(self._order.number, sketch))

    def tell(self, asked: StillAsked) -> bool:
        """Ask the child for something beside its order; whether there is one to hear it."""
        if self._child is None:
            return False
        self._send(self._child, asked)
        return True

    async def rest(self) -> None:
        """Watch nothing any more."""
        self._order = None
        self._has_order.clear()
        task, self._task = self._task, None
        if task is not None:
            await stopped(task)

    async def _run(self) -> None:
        pause_s = self._limits.first_pause_s
        while True:
            await self._has_order.wait()
            is_hung = await self._attend()
            if self._has_failed:
                # What is wrong with the models is wrong at the next start too.
                self._has_order.clear()
                continue
            pause_s = self._limits.first_pause_s if self._has_spoken else pause_s
            self._hear(Gone(is_hung))
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, self._limits.longest_pause_s)

    async def _attend(self) -> bool:
        """One child from its start to its end; whether it had to be killed."""
        loop = asyncio.get_running_loop()
        self._gone, self._has_spoken, self._heard_s = asyncio.Event(), False, loop.time()
        child = await self._started()
        if child is None:
            return False
        reader = threading.Thread(
            target=_read, args=(child.pipe, partial(self._from_thread, loop, child)), name="vision reader"
        )
        reader.daemon = True
        self._child = child
        reader.start()
        if self._order is not None:
            self._send(child, self._order)
        try:
            return await self._until_gone(loop)
        finally:
            self._child = None
            await _at_an_end(child)

    async def _started(self) -> Child | None:
        """A new child; None when none can be started now."""
        starting = asyncio.ensure_future(asyncio.to_thread(self._start))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            (await starting).end()
            raise
        except OSError as error:
            LOG.warning("the vision process does not start: %s", error)
            return None

    async def _until_gone(self, loop: asyncio.AbstractEventLoop) -> bool:
        while not self._gone.is_set():
            allowed_s = self._limits.silent_s if self._has_spoken else self._limits.start_s
            if loop.time() - self._heard_s > allowed_s:
                return True
            await came_within(self._gone, self._limits.look_every_s)
        return False

    def _from_thread(self, loop: asyncio.AbstractEventLoop, child: Child, message: Message | None) -> None:
        try:
            loop.call_soon_threadsafe(self._take, child, message)
        except RuntimeError:
            # The loop has closed: nobody is there to hear it.
            return

    def _take(self, child: Child, message: Message | None) -> None:
        if child is not self._child:
            return
        if message is None:
            self._gone.set()
            return
        self._heard_s = asyncio.get_running_loop().time()
        self._has_spoken = True
        self._has_failed = self._has_failed or isinstance(message, Failed)
        self._hear(message)

    def _send(self, child: Child, asked: Asked) -> None:
        try:
            child.pipe.send(asked)
        except OSError:
            # It has died; its reader says so, and the next child gets the order.
            return


async def _at_an_end(child: Child) -> None:
    """End a child, to the end: the next one needs the camera that it holds."""
    ending = asyncio.ensure_future(asyncio.to_thread(child.end))
    try:
        await asyncio.shield(ending)
    except asyncio.CancelledError:
        await ending
        raise


def _read(pipe: Connection, hand_on: Callable[[Message | None], None]) -> None:
    """The reader's thread: what the child says until it says no more."""
    while True:
        try:
            message: Message = pipe.recv()
        except (EOFError, OSError):
            hand_on(None)
            return
        hand_on(message)
