"""The games under way: each desk in memory, changed only after the change is on the disk."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from engine.trains import Seat
from server.dashboard.camera.narrator import Asked, Narrator
from server.dashboard.commands import Answer, Give, LogCommand, NewGame, Rename
from server.dashboard.desk import DeskError, GameDesk, opening
from server.dashboard.live import Broadcaster
from server.dashboard.store import Store
from server.dashboard.store_values import Draft, FlagAnswer, Stored
from server.dashboard.view import CameraView, GameSummary, GameView
from server.dashboard.view_building import summary_of, view_of
from server.seatings import Places

Result = TypeVar("Result")

NO_CAMERA = CameraView(state="none")


@dataclass(slots=True)
class Table:
    """A game in memory; the lock keeps its changes in order."""

    desk: GameDesk
    camera: CameraView = NO_CAMERA
    narrator: Narrator | None = None
    pictured: frozenset[int] = frozenset()
    """The entries whose flags have pictures."""
    best_train: bool = True
    """Whether players may ask for the best train of their hands."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Listener(Protocol):
    """Who else hears how games stand; must not take long."""

    def changed(self, view: GameView) -> None:
        """A game stands so now."""

    def forgotten(self, game_id: int) -> None:
        """A game was deleted."""


class Tables:
    """All games of a store; belongs to the event loop."""

    def __init__(self, store: Store, broadcaster: Broadcaster, listener: Listener | None = None) -> None:
        self._store = store
        self._listener = listener
        self._broadcaster = broadcaster
        self._tables: dict[int, Table] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    def games(self) -> list[GameSummary]:
        """The list of games; one whose log cannot be read any more is left out."""
        summaries: list[GameSummary] = []
        for row in self._store.games():
            try:
                desk = self._table(row.id).desk
            except DeskError:
                continue
            summaries.append(summary_of(desk, row.created_at, row.changed_at))
        return summaries

    def desk(self, game_id: int) -> GameDesk:
        """A game as it stands."""
        return self._table(game_id).desk

    def view(self, game_id: int) -> GameView:
        """A game as the page shows it."""
        return _view(self._table(game_id))

    async def begin(self, new: NewGame) -> GameView:
        """Begin a game."""
        drafts, names = opening(new)
        return self.view(await asyncio.wrap_future(self._store.create(drafts, names)))

    async def delete(self, game_id: int) -> None:
        """Forget a game."""
        table = self._table(game_id)
        async with table.lock:
            await asyncio.wrap_future(self._store.delete(game_id))
            self._tables.pop(game_id, None)
            if self._listener is not None:
                self._listener.forgotten(game_id)

    async def carry_out(self, game_id: int, command: LogCommand | Rename | Answer) -> str:
        """Do what a person asks, durable before anybody sees it; gives the view after it as JSON."""
        return await self._to_its_end(self._carry_out(self._table(game_id), command))

    async def record(self, game_id: int, drafts: Sequence[Draft]) -> tuple[Stored, ...]:
        """Write down what a camera's session tells: the same door as a person's."""
        return await self._to_its_end(self._record(self._table(game_id), drafts))

    async def _carry_out(self, table: Table, command: LogCommand | Rename | Answer) -> str:
        game_id = table.desk.id
        async with table.lock:
            match command:
                case Rename(names=names):
                    after = table.desk.renamed(names)
                    await asyncio.wrap_future(self._store.rename(game_id, names))
                case Answer(seq=seq, code=code, answer=answer):
                    said = FlagAnswer(seq, code, answer)
                    after = table.desk.answered(said)
                    await asyncio.wrap_future(self._store.answer(game_id, said))
                case _:
                    after = await self._said(table, command)
            table.desk = after
            return self._tell(table)

    async def _said(self, table: Table, command: LogCommand) -> GameDesk:
        """Write down what a person says, and let the camera's session know."""
        drafts, narrator = table.desk.drafts(command), table.narrator
        if narrator is None:
            return (await self._written(table.desk, drafts))[0]
        # Whose a train is may change its name: what is given has the right ones already.
        named = drafts if isinstance(command, Give) else narrator.named(drafts)
        after, stored = await self._written(table.desk, named)
        await asyncio.to_thread(narrator.hear, stored)
        return after

    async def _record(self, table: Table, drafts: Sequence[Draft]) -> tuple[Stored, ...]:
        async with table.lock:
            table.desk, stored = await self._written(table.desk, drafts)
            self._tell(table)
            return stored

    async def watch(self, game_id: int, seats: Sequence[Seat] | None) -> None:
        """Let a camera's session tell the game from now on, or none any more."""
        table = self._table(game_id)
        async with table.lock:
            table.narrator = None if seats is None else Narrator(table.desk, seats)

    async def follow(self, game_id: int, asked: Asked) -> tuple[Stored, ...]:
        """Write down what the game's session tells; people's commands wait meanwhile, and it for them."""
        return await self._to_its_end(self._follow(self._table(game_id), asked))

    async def _follow(self, table: Table, asked: Asked) -> tuple[Stored, ...]:
        async with table.lock:
            narrator, stored = table.narrator, tuple[Stored, ...]()
            if narrator is None:
                return stored
            is_kept = False
            try:
                drafts = await asyncio.to_thread(asked, narrator)
                if drafts:
                    table.desk, stored = await self._written(table.desk, drafts)
                    self._tell(table)
                is_kept = True
            finally:
                if not is_kept:
                    # It has told what is not on the disk: one that knows what is takes its place.
                    table.narrator = narrator.anew(table.desk)
            return stored

    def places(self, game_id: int) -> Places | None:
        """In which direction from the hub each seat is, while a camera tells the game."""
        narrator = self._table(game_id).narrator
        return None if narrator is None else narrator.places

    def set_camera(self, game_id: int, camera: CameraView) -> None:
        """Show how the camera does."""
        table = self._table(game_id)
        if table.camera != camera:
            table.camera = camera
            self._tell(table)

    def allow_best_train(self, game_id: int, *, allowed: bool) -> None:
        """Let the players of a game ask for the best train of their hands, or not."""
        table = self._table(game_id)
        table.best_train = allowed
        self._tell(table)

    def set_pictured(self, game_id: int, pictured: frozenset[int]) -> None:
        """Show which flags have pictures."""
        table = self._table(game_id)
        if table.pictured != pictured:
            table.pictured = pictured
            self._tell(table)

    async def _written(self, desk: GameDesk, drafts: Sequence[Draft]) -> tuple[GameDesk, tuple[Stored, ...]]:
        after = desk.foresee(drafts)
        stored = await asyncio.wrap_future(self._store.append(desk.id, drafts))
        return after.settle(stored), stored

    async def _to_its_end(self, change: Coroutine[Any, Any, Result]) -> Result:
        """The result of a change that goes on though whoever asked hangs up: the desk follows the disk."""
        task = asyncio.ensure_future(change)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    def _table(self, game_id: int) -> Table:
        if game_id not in self._tables:
            self._tables[game_id] = Table(GameDesk.open(self._store.game(game_id)))
        return self._tables[game_id]

    def _tell(self, table: Table) -> str:
        """Show the game to all that watch it; gives its view as JSON, made once."""
        view = _view(table)
        text = view.model_dump_json()
        if self._listener is not None:
            self._listener.changed(view)
        self._broadcaster.publish(table.desk.id, text)
        return text


def _view(table: Table) -> GameView:
    view = view_of(table.desk, table.camera, table.pictured)
    return view.model_copy(update={"best_train": table.best_train})
