"""The camera desk: one camera, the game that it watches, and how it does."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.trains import Seat
from server.dashboard.camera.choices import named
from server.dashboard.camera.drawing import Drawing
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.camera.keeping import FlagPictures
from server.dashboard.camera.messages import (
    Beat,
    Check,
    Checked,
    Ended,
    Failed,
    Looked,
    Lost,
    Opened,
    Order,
    Pictured,
    Shifted,
    Still,
    Tick,
)
from server.dashboard.camera.pictures import LivePictures
from server.dashboard.camera.stills import Stills
from server.dashboard.camera.supervisor import Child, Gone, Heard, Limits, Supervisor
from server.dashboard.camera.waits import came_within, stopped
from server.dashboard.desk import DeskError
from server.dashboard.store import GameMissingError, Store
from server.dashboard.store_thread import StoreError
from server.dashboard.store_values import Post
from server.dashboard.tables import NO_CAMERA, Tables
from server.dashboard.view import CameraView
from server.replay import UNKNOWN_SET
from server.words import Saying

LOG = logging.getLogger(__name__)
SILENCE_S = 6.0
"""A camera that gave no picture for so long is waited for."""


@dataclass(frozen=True, slots=True)
class CameraParts:
    """What the camera desk works with. start: gives a vision process."""

    tables: Tables
    store: Store
    evidence: EvidenceFiles
    start: Callable[[], Child]
    limits: Limits | None = None


class CameraDesk:
    """Hands what the vision process says to game and pages; belongs to the event loop."""

    def __init__(self, parts: CameraParts) -> None:
        self._parts = parts
        self.pictures = LivePictures()
        self.view = NO_CAMERA
        self.check: Check | None = None
        self._supervisor = Supervisor(parts.start, self._hear, parts.limits)
        self._heard: deque[Heard] = deque()
        self._news = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None
        self._orders = 0
        self._source: str | None = None
        self._post: Post | None = None
        self._is_live = True
        self._frame_s = 0.0
        self._eye: int | None = None
        self._unkept: Looked | None = None
        self._flag_pictures = FlagPictures(parts.tables, parts.evidence)
        self._stills = Stills()
        self.drawing = Drawing(parts.store, self._supervisor)

    @property
    def source(self) -> str | None:
        """What is watched, as it was chosen."""
        return self._source

    @property
    def game_id(self) -> int | None:
        """The game that is watched."""
        return None if self._post is None else self._post.game_id

    async def start(self, given: str | None) -> None:
        """Go on with the game that was watched last; `given` is the camera named at the start."""
        self._listener = asyncio.create_task(self._listen(), name="camera desk")
        for each in self._parts.evidence.games() - {row.id for row in self._parts.store.games()}:
            self._parts.evidence.forget(each)
        post = self._parts.store.post()
        if post is not None and given in (None, post.source) and self._can_go_on(post):
            await self._watch(post)
        elif given is not None:
            await self.try_out(given)

    async def close(self) -> None:
        """Let go of the camera."""
        listener, self._listener = self._listener, None
        if listener is not None:
            await stopped(listener)
        await self._supervisor.rest()

    async def try_out(self, source: str) -> None:
        """Open a camera; a game that is being watched is watched with this one from now on."""
        if self._post is not None:
            await self._take_post(replace(self._post, source=source, at_s=0.0))
            return
        self._source = source
        await self.drawing.begin(source)
        self._order(source, UNKNOWN_SET, is_trial=True)

    async def take_post(self, game_id: int, seats: tuple[Seat, ...]) -> None:
        """Watch a game with the camera that is open. seats: clockwise as the picture shows them."""
        if self._source is None:
            raise DeskError(Saying("error.no_camera"))
        at_table = self._parts.tables.desk(game_id).game.seats
        if sorted(seats) != sorted(at_table):
            raise DeskError(Saying("error.other_seats", {"expected": at_table, "came": seats}))
        await self._take_post(Post(game_id, self._source, seats))

    async def still(self, game_id: int) -> Still:
        """The picture of the game that is watched, sharp and whole; raises NoStillError."""
        if self.game_id != game_id:
            raise DeskError(Saying("error.not_watched"))
        return await self._stills.ask(self._supervisor.tell)

    async def leave(self) -> None:
        """Close the camera; the game goes on by hand."""
        post, self._post, self._source = self._post, None, None
        await self._supervisor.rest()
        self.pictures.clear()
        self.drawing.end()
        self.check = None
        self._show(NO_CAMERA)
        if post is not None:
            await self._stand_down(post)

    async def _take_post(self, post: Post) -> None:
        before = self._post
        await asyncio.wrap_future(self._parts.store.take_post(post))
        if before is not None and before.game_id != post.game_id:
            await self._stand_down(before)
        await self._watch(post)

    async def _stand_down(self, post: Post) -> None:
        await asyncio.wrap_future(self._parts.store.leave_post(post.game_id))
        try:
            self._parts.tables.set_camera(post.game_id, NO_CAMERA)
            await self._parts.tables.watch(post.game_id, None)
        except GameMissingError:
            # The game was deleted, which may be why it is watched no more.
            return

    async def _watch(self, post: Post) -> None:
        desk = self._parts.tables.desk(post.game_id)
        self._post, self._source = post, post.source
        self._eye = self._unkept = self.check = None
        self._flag_pictures.begin(post.game_id)
        await self.drawing.begin(post.source, post.game_id)
        self._order(post.source, desk.game.rules.max_pip, from_s=post.at_s)

    def _can_go_on(self, post: Post) -> bool:
        try:
            return not self._parts.tables.desk(post.game_id).game.is_over
        except (GameMissingError, DeskError):
            return False

    def _order(self, source: str, set_size: int, *, from_s: float = 0.0, is_trial: bool = False) -> None:
        self._orders += 1
        self.pictures.clear()
        self._show(CameraView(state="starting"))
        self._supervisor.watch(Order(self._orders, source, set_size, from_s, is_trial, self.drawing.sketch))

    def _show(self, view: CameraView) -> None:
        self.view = view
        if self._post is not None:
            try:
                self._parts.tables.set_camera(self._post.game_id, view)
            except GameMissingError:
                self._post = None

    def _hear(self, message: Heard) -> None:
        """Take what the vision process says; pictures go on at once, the rest in order."""
        if isinstance(message, Pictured):
            if message.order == self._orders:
                self.pictures.publish(message.picture)
            return
        if isinstance(message, Still):
            self._stills.take(message)
            return
        if isinstance(message, Gone):
            self._stills.drop()
        if isinstance(message, Tick) and self._heard and isinstance(self._heard[-1], Tick):
            self._heard.pop()
        if not isinstance(message, Beat):
            self._heard.append(message)
            self._news.set()

    async def _listen(self) -> None:
        while True:
            await came_within(self._news, SILENCE_S / 3)
            self._news.clear()
            while self._heard:
                await self._take_safely(self._heard.popleft())
            self._note_silence()

    async def _take_safely(self, message: Heard) -> None:
        """The boundary of the loop: what one message breaks, the next must not find broken."""
        try:
            await self._take(message)
        except GameMissingError:
            self._post = None
            await self.leave()
        except (StoreError, OSError) as error:
            LOG.warning("what the camera tells is not kept: %s", error)
            self._unkept = message if isinstance(message, Looked) else self._unkept
            self._show(self.view.model_copy(update={"note": str(error)}))
        except Exception:
            LOG.exception("the session could not take %s", type(message).__name__)

    def _note_silence(self) -> None:
        is_silent = asyncio.get_running_loop().time() - self._frame_s > SILENCE_S
        if self.view.state == "watching" and is_silent:
            self._show(self.view.model_copy(update={"state": "waiting"}))

    async def _take(self, message: Heard) -> None:
        if not isinstance(message, Gone | Beat | Failed | Still) and message.order != self._orders:
            return
        match message:
            case Opened(_, name, _, is_live):
                self._is_live, self._frame_s = is_live, asyncio.get_running_loop().time()
                self._show(CameraView(state="watching", name=named(name)))
            case Tick(_, at_s):
                await self._tick(at_s)
            case Looked():
                await self._look(message)
            case Checked(_, check):
                self.check = check
            case Shifted():
                await self.drawing.shift(message)
            case Lost(reason=reason) | Failed(reason=reason):
                name = named(source := self._source or "")
                note = reason.replace(source, name)
                is_lost = isinstance(message, Lost)
                self._show(CameraView(state="lost" if is_lost else "failed", note=note, name=name))
            case Gone():
                self._eye = None
                self._show(CameraView(state="restarting", name=self.view.name))
            case Ended(_, at_s, shortfall):
                await self._end(at_s, shortfall)
            case _:
                pass

    async def _tick(self, at_s: float) -> None:
        self._frame_s = asyncio.get_running_loop().time()
        if self.view.state == "waiting":
            self._show(self.view.model_copy(update={"state": "watching"}))
        if not self._is_live:
            self._supervisor.go_on_from(at_s)
        if self._unkept is not None:
            await self._look(self._unkept)
            self._unkept = None
        if self._post is not None:
            await self._parts.tables.follow(self._post.game_id, lambda each: each.wait(at_s))
            await self._keep_evidence()
        if self.view.note and self.view.state == "watching":
            # All is kept by now.
            self._show(self.view.model_copy(update={"note": ""}))

    async def _look(self, looked: Looked) -> None:
        post = self._post
        if post is None:
            return
        if looked.eye != self._eye:
            # Another watcher knows nothing of the tiles that the one before has followed.
            self._eye = looked.eye
            await self._parts.tables.watch(post.game_id, tuple(map(Seat, post.seats)))
        if not self._is_live:
            await asyncio.wrap_future(self._parts.store.watched_until(post.game_id, looked.seen.at_s))
        self._flag_pictures.show(looked.picture)
        await self._parts.tables.follow(post.game_id, lambda each: each.look(looked.seen))
        await self._keep_evidence()

    async def _end(self, at_s: float, shortfall: str | None) -> None:
        if self._post is not None:
            await asyncio.wrap_future(self._parts.store.watched_until(self._post.game_id, at_s))
            await self._parts.tables.follow(self._post.game_id, lambda each: each.finish(at_s))
            await self._keep_evidence()
        self._show(CameraView(state="ended", note=shortfall or "", name=self.view.name))

    async def _keep_evidence(self) -> None:
        if self._post is not None:
            await self._flag_pictures.keep(self._post.game_id)
