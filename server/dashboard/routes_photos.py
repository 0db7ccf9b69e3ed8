"""Routes for photos of leftover tiles: count one, look at its picture, hold a hand against the table."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from pydantic import Field
from starlette.requests import ClientDisconnect

from engine.rules import MAX_PIP
from engine.trains import Seat
from server.count import hand_total
from server.dashboard.access import Doorkeeper, Role
from server.dashboard.camera.camera_desk import CameraDesk
from server.dashboard.camera.stills import NoStillError
from server.dashboard.commands import Command, SeatId, TileText
from server.dashboard.deps import GameId, needs
from server.dashboard.desk import DeskError, tile_named
from server.dashboard.hand_check import HandCheck, check_hand, hands_lie_open
from server.dashboard.photo_desk import PhotoDesk, ReadPhoto
from server.dashboard.photo_facts import TileFacts
from server.dashboard.table_hands import of_hand
from server.dashboard.tables import Tables
from server.dashboard.view import Shown
from server.words import Saying

MEDIA_TYPES = (
    "application/octet-stream",
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/heic",
    "image/heif",
)
"""None of these can be sent by a foreign page's form."""
PictureName = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The photo itself: JPEG, PNG, WebP or HEIC. No form, no file name.",
        "content": {each: {"schema": {"type": "string", "format": "binary"}} for each in MEDIA_TYPES},
    }
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    408: {"description": "The photo did not arrive in time"},
    413: {"description": "The photo has too many bytes"},
    415: {"description": "The body is announced as something else than a photo"},
    422: {"description": "The bytes are no photo that can be read; `detail` says why"},
    503: {"description": "Photos cannot be read now"},
}


class PhotoView(Shown):
    """A photo that was counted. picture: the path of the upright picture; corners are shares of it."""

    picture: str
    width: int
    height: int
    set_size: int
    tiles: list[TileFacts]
    notes: list[str]
    value: int
    check: HandCheck | None = None
    """Beside a game: the hand held against the table."""


class Hand(Command):
    """The tiles of a hand that nobody has confirmed yet."""

    tiles: Annotated[list[TileText], Field(max_length=200)]


def photo_routes(tables: Tables, photos: PhotoDesk, camera: CameraDesk, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes: for those who may see a hand."""
    router = APIRouter(dependencies=[Depends(needs(doorkeeper, Role.PLAYER))])

    @router.post("/photos", responses=REFUSALS, openapi_extra=BODY)
    async def count(
        request: Request,
        double_blank: Annotated[int, Query(ge=0, le=1000)] = 0,
        max_pip: Annotated[int | None, Query(ge=1, le=MAX_PIP)] = None,
    ) -> PhotoView:
        read = await _taken(photos, request, max_pip)
        tiles = [each.tile for each in read.facts.tiles]
        return _view(read, hand_total(tiles, double_blank=double_blank))

    @router.post("/games/{game_id}/photos", responses=REFUSALS, openapi_extra=BODY)
    async def count_hand(game_id: GameId, request: Request, seat: Annotated[SeatId, Query()]) -> PhotoView:
        # Whether the hand can be counted at all is said before its photo is taken in.
        check_hand(tables.desk(game_id), Seat(seat), ())
        read = await _taken(photos, request, tables.desk(game_id).game.rules.max_pip)
        check = check_hand(tables.desk(game_id), Seat(seat), [each.tile for each in read.facts.tiles])
        return _view(read, check.value, check)

    @router.post("/games/{game_id}/hands/{seat}/check")
    async def check(game_id: GameId, seat: SeatId, hand: Hand) -> HandCheck:
        return check_hand(tables.desk(game_id), Seat(seat), [tile_named(each) for each in hand.tiles])

    @router.post("/games/{game_id}/hands/{seat}/still", responses={503: REFUSALS[503]})
    async def count_still(game_id: GameId, seat: SeatId) -> PhotoView:
        """The hand as the camera of the table sees it now, once hands lie open."""
        check_hand(tables.desk(game_id), Seat(seat), ())
        if not hands_lie_open(tables.desk(game_id)):
            raise DeskError(Saying("error.hands_hidden"))
        still = await camera.still(game_id)
        places = tables.places(game_id)
        if places is None or still.picture is None:
            raise NoStillError(Saying("error.no_still"))
        read = await photos.read(still.picture, tables.desk(game_id).game.rules.max_pip)
        facts = of_hand(read.facts, still, places, Seat(seat))
        check = check_hand(tables.desk(game_id), Seat(seat), [each.tile for each in facts.tiles])
        return _view(ReadPhoto(read.name, facts), check.value, check)

    @router.get("/photos/{name}", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    async def picture(name: PictureName) -> Response:
        jpeg = photos.pictures.get(name)
        if jpeg is None:
            raise HTTPException(404, Saying("error.picture_gone"))
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, no-store"})

    return router


async def _taken(photos: PhotoDesk, request: Request, set_size: int | None) -> ReadPhoto:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in MEDIA_TYPES:
        raise HTTPException(415, Saying("error.no_photo", {"types": MEDIA_TYPES}))
    try:
        return await photos.take(request.stream(), set_size)
    except ClientDisconnect as error:
        # Nobody is left to read it.
        raise HTTPException(400, Saying("error.photo_broke_off")) from error


def _view(read: ReadPhoto, value: int, check: HandCheck | None = None) -> PhotoView:
    facts = read.facts
    return PhotoView(
        picture=f"/api/photos/{read.name}",
        width=facts.width,
        height=facts.height,
        set_size=facts.set_size,
        tiles=facts.tiles,
        notes=facts.notes,
        value=value,
        check=check,
    )
