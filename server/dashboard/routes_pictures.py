"""Routes for pictures: the camera's, as it watches, and those of the table before and after a flag."""

from fastapi import APIRouter, Depends, HTTPException, WebSocket
from fastapi.responses import FileResponse

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.camera.camera_desk import CameraDesk
from server.dashboard.camera.evidence import Which
from server.dashboard.deps import COOKIE, GameId, needs
from server.dashboard.live import TooManyWatchersError
from server.dashboard.routes_camera import CameraWiring
from server.dashboard.routes_live import FULL, MISSING, STRANGER, Line, keep_up
from server.dashboard.tables import Tables
from server.words import Saying


def picture_routes(tables: Tables, wiring: CameraWiring, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes; the live picture is a websocket of JPEGs: browsers allow few other lasting connections."""
    router = APIRouter()
    desk = wiring.desk

    @router.get(
        "/games/{game_id}/flags/{seq}/{which}",
        dependencies=[Depends(needs(doorkeeper, Role.WATCHER))],
        response_class=FileResponse,
    )
    async def evidence(game_id: GameId, seq: GameId, which: Which) -> FileResponse:
        tables.desk(game_id)
        path = wiring.evidence.path(game_id, seq, which)
        if path is None:
            raise HTTPException(404, Saying("error.no_picture"))
        return FileResponse(path, media_type="image/jpeg")

    @router.websocket("/camera/picture")
    async def tried(socket: WebSocket) -> None:
        await _send_pictures(socket, desk, doorkeeper, Role.HOST)

    @router.websocket("/games/{game_id}/camera/picture")
    async def picture(socket: WebSocket, game_id: GameId) -> None:
        if desk.game_id == game_id:
            await _send_pictures(socket, desk, doorkeeper, Role.WATCHER)
        else:
            await socket.accept()
            await socket.close(MISSING)

    return router


async def _send_pictures(socket: WebSocket, desk: CameraDesk, doorkeeper: Doorkeeper, role: Role) -> None:
    """Pictures until the page goes, may not see them any more, or the camera watches something else."""
    await socket.accept()
    key, game_id = socket.cookies.get(COOKIE), desk.game_id

    def is_welcome() -> bool:
        has = doorkeeper.role_of(key)
        return has is not None and has.may(role) and (role is Role.HOST or desk.game_id == game_id)

    if not is_welcome():
        await socket.close(STRANGER)
        return
    try:
        page = desk.pictures.join()
    except TooManyWatchersError:
        await socket.close(FULL)
        return
    try:
        await keep_up(socket, Line(page, socket.send_bytes, is_welcome))
    finally:
        desk.pictures.leave(page)
