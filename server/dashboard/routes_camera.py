"""Routes for the camera: choose one, try it out, let it watch a game."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import Field

from engine.trains import Seat
from server.dashboard.access import Doorkeeper, Role
from server.dashboard.camera.camera_desk import CameraDesk
from server.dashboard.camera.choices import Open, address, film, films, listed, named
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.commands import Command, NewGame, SeatId
from server.dashboard.deps import GameId, needs
from server.dashboard.routes_sketch import sketch_routes
from server.dashboard.routes_thumbnails import Webcams, thumbnail_routes
from server.dashboard.tables import Tables
from server.dashboard.view import CameraView, Shown
from server.words import Saying


class ChooseWebcam(Command):
    """A camera of this computer."""

    kind: Literal["webcam"]
    index: Annotated[int, Field(ge=0, le=63)]


class ChooseAddress(Command):
    """A camera on the network."""

    kind: Literal["address"]
    url: Annotated[str, Field(min_length=8, max_length=500, pattern=r"^[^\x00-\x20\x7f]+$")]


class ChooseFilm(Command):
    """A film of the folder, by its id."""

    kind: Literal["film"]
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class ChooseGiven(Command):
    """The camera that was named when Stationmaster was started."""

    kind: Literal["given"]


Choice = Annotated[ChooseWebcam | ChooseAddress | ChooseFilm | ChooseGiven, Field(discriminator="kind")]


class Post(Command):
    """How people sit: clockwise as the picture shows them, the first one nearest to its lower edge."""

    seats: Annotated[list[SeatId], Field(min_length=2, max_length=12)]


class WebcamView(Shown):
    """A camera of this computer."""

    index: int
    name: str


class FilmView(Shown):
    """A film that can be played as a camera."""

    id: str
    name: str


class ChoicesView(Shown):
    """What there is to choose from."""

    given: str | None
    webcams: list[WebcamView]
    films: list[FilmView]


class OpenView(Shown):
    """The camera that is open, as the list of choices has it; "other" is in no list."""

    kind: Literal["given", "webcam", "film", "address", "other"]
    name: str
    index: int | None
    id: str | None


class CheckView(Shown):
    """How good the picture is for reading tiles; troubles by name. hub: corners, as shares of the picture."""

    tiles: int
    tile_px: float | None
    needed_px: float
    light: float
    troubles: list[str]
    hub: tuple[tuple[float, float], ...] | None


class CameraStatus(Shown):
    """The camera, the game that it watches, and how good its picture is."""

    camera: CameraView
    open: OpenView | None
    game: int | None
    check: CheckView | None


@dataclass(frozen=True, slots=True)
class CameraWiring:
    """What the routes work with.

    given: the camera named at the start. folder: of films. begin: a game to begin unless one goes on.
    webcams: what is plugged in.
    """

    desk: CameraDesk
    evidence: EvidenceFiles
    given: str | None = None
    folder: Path | None = None
    begin: NewGame | None = None
    webcams: Webcams = field(default_factory=Webcams)

    async def close(self) -> None:
        """Let go of all cameras."""
        self.webcams.thumbnails.close()
        await self.desk.close()

    async def start(self, tables: Tables) -> None:
        """Open the camera, and begin the game that was asked for."""
        await self.desk.start(self.given)
        if self.begin is None or self.desk.game_id is not None:
            return
        game = await tables.begin(self.begin)
        if self.given is not None:
            await self.desk.take_post(game.id, tuple(Seat(each.seat) for each in game.seats))


def camera_routes(wiring: CameraWiring, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes; only the host names a camera."""
    watcher, host = ([Depends(needs(doorkeeper, role))] for role in (Role.WATCHER, Role.HOST))
    router = APIRouter()
    desk = wiring.desk

    @router.get("/camera", dependencies=watcher)
    async def status() -> CameraStatus:
        return _status(wiring)

    @router.get("/camera/choices", dependencies=host)
    async def choices() -> ChoicesView:
        return await asyncio.to_thread(_choices, wiring)

    @router.put("/camera", dependencies=host)
    async def choose(choice: Choice) -> CameraStatus:
        await desk.try_out(await asyncio.to_thread(_source, choice, wiring))
        return _status(wiring)

    @router.delete("/camera", dependencies=host, status_code=204)
    async def leave() -> None:
        await desk.leave()

    @router.put("/games/{game_id}/camera", dependencies=host)
    async def watch(game_id: GameId, post: Post) -> CameraStatus:
        await desk.take_post(game_id, tuple(map(Seat, post.seats)))
        return _status(wiring)

    router.include_router(sketch_routes(desk, doorkeeper))
    router.include_router(thumbnail_routes(wiring.webcams, desk, doorkeeper))
    return router


def _status(wiring: CameraWiring) -> CameraStatus:
    desk, check = wiring.desk, wiring.desk.check
    shown = None
    if check is not None:
        shown = CheckView(
            tiles=check.tiles,
            tile_px=check.tile_px,
            needed_px=check.needed_px,
            light=check.light,
            troubles=list(check.troubles),
            hub=check.hub,
        )
    return CameraStatus(camera=desk.view, open=_open(wiring), game=desk.game_id, check=shown)


def _open(wiring: CameraWiring) -> OpenView | None:
    source = wiring.desk.source
    if source is None:
        return None
    webcam = next((each for each in wiring.webcams.listed() if each.source == source), None)
    found = listed(source, wiring.given, wiring.folder)
    if webcam is not None:
        found = Open("webcam", webcam.name, webcam.index)
    return OpenView(kind=found.kind, name=found.name, index=found.index, id=found.id)


def _choices(wiring: CameraWiring) -> ChoicesView:
    return ChoicesView(
        given=None if wiring.given is None else named(wiring.given),
        webcams=[WebcamView(index=each.index, name=each.name) for each in wiring.webcams.listed()],
        films=[FilmView(id=each.id, name=each.name) for each in films(wiring.folder)],
    )


def _source(choice: ChooseWebcam | ChooseAddress | ChooseFilm | ChooseGiven, wiring: CameraWiring) -> str:
    match choice:
        case ChooseWebcam(index=index):
            return wiring.webcams.source(index)
        case ChooseAddress(url=url):
            return address(url)
        case ChooseFilm(id=film_id):
            return film(wiring.folder, film_id)
        case ChooseGiven():
            if wiring.given is None:
                raise HTTPException(409, Saying("error.no_given_camera"))
            return wiring.given
