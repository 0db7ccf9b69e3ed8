"""Routes for games: the list, a game's view, commands, files to take away."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response

from engine.rules import PRESETS
from server.dashboard import exports
from server.dashboard.access import Doorkeeper, Role
from server.dashboard.commands import AnyCommand, NewGame
from server.dashboard.deps import GameId, needs
from server.dashboard.desk import GameDesk
from server.dashboard.tables import Tables
from server.dashboard.view import GameSummary, GameView, LogLine, Shown
from server.dashboard.view_building import held_in, log_lines
from server.rules_text import rule_sayings
from server.words import Saying

Format = Literal["csv", "json", "record"]
FORMATS: Mapping[Format, tuple[Callable[[GameDesk], str], str, str]] = {
    "csv": (exports.score_sheet, "text/csv; charset=utf-8", "csv"),
    "json": (exports.whole_game, "application/json", "json"),
    "record": (exports.record, "text/plain; charset=utf-8", "txt"),
}
FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {media_type.partition(";")[0]: {} for _, media_type, _ in FORMATS.values()}}
}


class PresetView(Shown):
    """A rule set to choose, in sayings."""

    name: str
    sentences: list[Saying]


def game_routes(tables: Tables, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes; all that touch a game run on the event loop, where the tables live."""
    router = APIRouter(dependencies=[Depends(needs(doorkeeper, Role.WATCHER))])
    host, player = ([Depends(needs(doorkeeper, role))] for role in (Role.HOST, Role.PLAYER))

    @router.get("/presets")
    async def presets() -> list[PresetView]:
        return [PresetView(name=name, sentences=list(rule_sayings(each))) for name, each in PRESETS.items()]

    @router.get("/games")
    async def games() -> list[GameSummary]:
        return tables.games()

    @router.post("/games", dependencies=host, status_code=201)
    async def begin(new: NewGame) -> GameView:
        return await tables.begin(new)

    @router.get("/games/{game_id}")
    async def view(game_id: GameId) -> GameView:
        return tables.view(game_id)

    @router.delete("/games/{game_id}", dependencies=host, status_code=204)
    async def delete(game_id: GameId) -> None:
        await tables.delete(game_id)

    @router.post("/games/{game_id}/commands", dependencies=player, response_model=GameView)
    async def carry_out(game_id: GameId, command: AnyCommand) -> Response:
        return Response(await tables.carry_out(game_id, command), media_type="application/json")

    @router.get("/games/{game_id}/log")
    async def log(
        game_id: GameId, number: Annotated[int | None, Query(alias="round", ge=1, le=1000)] = None
    ) -> list[LogLine]:
        desk = tables.desk(game_id)
        return list(log_lines(desk, desk.held if number is None else held_in(desk, number)))

    @router.get("/games/{game_id}/export/{kind}", response_class=Response, responses=FILES)
    async def export(game_id: GameId, kind: Format) -> Response:
        make, media_type, suffix = FORMATS[kind]
        headers = {"Content-Disposition": f'attachment; filename="game-{game_id}.{suffix}"'}
        return Response(make(tables.desk(game_id)), media_type=media_type, headers=headers)

    return router
