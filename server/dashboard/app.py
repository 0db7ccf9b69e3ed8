"""The web application, built from what it is given."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from server.dashboard.access import Doorkeeper, TooManyTriesError
from server.dashboard.camera.choices import ChoiceError
from server.dashboard.camera.stills import NoStillError
from server.dashboard.desk import DeskError
from server.dashboard.front_end import front_end
from server.dashboard.live import Broadcaster, TooManyWatchersError
from server.dashboard.photo_desk import PhotoDesk, PhotosBusyError, SlowUploadError
from server.dashboard.photo_process import NoPhotoWorkerError, PhotoRefusedError
from server.dashboard.routes_access import access_routes
from server.dashboard.routes_best import best_train_routes
from server.dashboard.routes_camera import CameraWiring, camera_routes
from server.dashboard.routes_games import game_routes
from server.dashboard.routes_language import language_routes
from server.dashboard.routes_live import live_routes
from server.dashboard.routes_photos import photo_routes
from server.dashboard.routes_pictures import picture_routes
from server.dashboard.safety import Hosts, Safety
from server.dashboard.store import DeviceMissingError, GameMissingError
from server.dashboard.store_thread import StoreError
from server.dashboard.tables import Tables
from server.words import Language, Saying, best_language, words_in

STATIC = Path(__file__).parents[1] / "static"

STATUS: Mapping[type[Exception], int] = {
    DeskError: 409,
    ChoiceError: 422,
    GameMissingError: 404,
    DeviceMissingError: 404,
    StoreError: 503,
    TooManyTriesError: 429,
    TooManyWatchersError: 503,
    PhotoRefusedError: 422,
    SlowUploadError: 408,
    PhotosBusyError: 503,
    NoPhotoWorkerError: 503,
    NoStillError: 503,
}
"""How what is expected to go wrong is answered."""
SAID: Mapping[type[Exception], Saying] = {
    GameMissingError: Saying("error.no_game"),
    DeviceMissingError: Saying("error.no_device"),
    TooManyTriesError: Saying("error.too_many_tries"),
}


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the application is built from. language: the page's, None for each browser's own."""

    tables: Tables
    broadcaster: Broadcaster
    doorkeeper: Doorkeeper
    hosts: Hosts
    photos: PhotoDesk
    camera: CameraWiring
    language: Language | None = None


class Told(BaseModel):
    """Why something was not done, in a sentence."""

    detail: str


def create_app(wiring: Wiring) -> Safety:
    """The application for these tables, door and names; the camera runs for as long as it does."""

    @asynccontextmanager
    async def watching(_: FastAPI) -> AsyncIterator[None]:
        await wiring.camera.start(wiring.tables)
        try:
            yield
        finally:
            await wiring.camera.close()

    app = FastAPI(
        lifespan=watching,
        title="Stationmaster",
        version=version("stationmaster"),
        openapi_url="/api/openapi.json",
        # Their pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        responses={each: {"model": Told} for each in ("4XX", 422, 503)},
    )
    for kind in STATUS:
        app.add_exception_handler(kind, _expected)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.include_router(access_routes(wiring.doorkeeper), prefix="/api")
    app.include_router(best_train_routes(wiring.tables, wiring.doorkeeper), prefix="/api")
    app.include_router(language_routes(wiring.language), prefix="/api")
    app.include_router(game_routes(wiring.tables, wiring.doorkeeper), prefix="/api")
    app.include_router(live_routes(wiring.tables, wiring.broadcaster, wiring.doorkeeper), prefix="/api")
    app.include_router(
        photo_routes(wiring.tables, wiring.photos, wiring.camera.desk, wiring.doorkeeper), prefix="/api"
    )
    app.include_router(camera_routes(wiring.camera, wiring.doorkeeper), prefix="/api")
    app.include_router(picture_routes(wiring.tables, wiring.camera, wiring.doorkeeper), prefix="/api")
    app.mount("/", front_end(STATIC))
    return Safety(app, wiring.hosts)


def _expected(request: Request, error: Exception) -> JSONResponse:
    why = SAID.get(type(error)) or (error.args[0] if error.args else "")
    return JSONResponse({"detail": _in_words(request, why)}, STATUS[type(error)])


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException), "registered for nothing else"  # noqa: S101
    detail = {"detail": _in_words(request, error.detail)}
    return JSONResponse(detail, error.status_code, headers=error.headers)


def _in_words(request: Request, why: object) -> str:
    """Why something was refused, in the language of whoever asked."""
    if not isinstance(why, Saying):
        return str(why)
    return words_in(best_language(request.headers.get("accept-language", ""))).text(why)


def _invalid(_: Request, error: Exception) -> JSONResponse:
    # What came is not sent back: it may hold what no answer can carry.
    assert isinstance(error, RequestValidationError), "registered for nothing else"  # noqa: S101
    first = error.errors()[0]
    where = ".".join(str(each) for each in first["loc"] if isinstance(each, str | int))
    detail = f"{where}: {first['msg']}".encode("ascii", "backslashreplace").decode()
    return JSONResponse({"detail": detail}, 422)
