"""Routes for thumbnails: what each webcam of this computer sees, to choose one by."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Response

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.camera.camera_desk import CameraDesk
from server.dashboard.camera.choices import Webcam, webcams
from server.dashboard.camera.thumbnails import Thumbnails
from server.dashboard.deps import needs
from server.words import Saying

WebcamIndex = Annotated[int, Path(ge=0, le=63)]


@dataclass(frozen=True, slots=True)
class Webcams:
    """The cameras of this computer. listed: asks the system for them."""

    listed: Callable[[], Iterable[Webcam]] = webcams
    thumbnails: Thumbnails = field(default_factory=Thumbnails)

    def source(self, index: int) -> str:
        """What opens the camera of that index; one that is not listed may be there all the same."""
        return next((each.opens for each in self.listed() if each.index == index), str(index))


def thumbnail_routes(wiring: Webcams, desk: CameraDesk, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes. Not GET: a camera is opened, and its lamp goes on."""
    router = APIRouter()

    @router.post(
        "/camera/webcams/{index}/thumbnail",
        dependencies=[Depends(needs(doorkeeper, Role.HOST))],
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}},
    )
    async def thumbnail(index: WebcamIndex) -> Response:
        source = wiring.source(index)
        # A camera opens once: the one that is open is seen through whoever has it.
        picture = desk.pictures.newest if desk.source == source else await wiring.thumbnails.of(source)
        if picture is None:
            raise HTTPException(404, Saying("error.no_picture"))
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    return router
