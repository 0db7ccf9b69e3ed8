"""Routes for the best train: of a hand that its player photographed, told to nobody else, kept nowhere."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from engine.best_train import best_train, playable
from engine.rules import MAX_PIP
from server.dashboard.access import Doorkeeper, Role
from server.dashboard.commands import Command, TileText
from server.dashboard.deps import GameId, needs
from server.dashboard.desk import DeskError, tile_named
from server.dashboard.tables import Tables
from server.dashboard.view import Shown
from server.words import Saying

MOST_TILES = 24
"""Nobody is dealt more; the search takes up to a second for twenty."""


class OwnHand(Command):
    """A hand, and the ends that a train may begin at."""

    tiles: Annotated[list[TileText], Field(max_length=MOST_TILES)]
    ends: Annotated[list[Annotated[int, Field(ge=0, le=MAX_PIP)]], Field(max_length=MAX_PIP + 1)]


class BestTrainView(Shown):
    """The longest train, its end towards the hub first in each tile, and what fits now."""

    train: list[str]
    playable: list[str]


class BestTrainSwitch(Command):
    """Whether this table lets its players ask."""

    allowed: bool


def best_train_routes(tables: Tables, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes."""
    router = APIRouter()
    host, player = ([Depends(needs(doorkeeper, role))] for role in (Role.HOST, Role.PLAYER))

    @router.post("/games/{game_id}/best-train", dependencies=player)
    async def best(game_id: GameId, hand: OwnHand) -> BestTrainView:
        if not tables.view(game_id).best_train:
            raise DeskError(Saying("error.best_train_off"))
        tiles = [tile_named(each) for each in hand.tiles]
        train = await run_in_threadpool(best_train, tiles, hand.ends)
        return BestTrainView(train=list(map(str, train)), playable=list(map(str, playable(tiles, hand.ends))))

    @router.put("/games/{game_id}/best-train", dependencies=host, status_code=204)
    async def switch(game_id: GameId, wanted: BestTrainSwitch) -> None:
        tables.allow_best_train(game_id, allowed=wanted.allowed)

    return router
