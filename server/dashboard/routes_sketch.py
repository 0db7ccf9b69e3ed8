"""Routes for what a person draws over the camera's picture: the hub, and where hands lie."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.camera.camera_desk import CameraDesk
from server.dashboard.commands import SeatId
from server.dashboard.deps import needs
from server.dashboard.sketches import Drawn, drawn, proposal


def sketch_routes(desk: CameraDesk, doorkeeper: Doorkeeper) -> APIRouter:
    """The routes; only the host draws."""
    host = [Depends(needs(doorkeeper, Role.HOST))]
    router = APIRouter()

    @router.get("/camera/sketch", dependencies=host)
    async def sketch() -> Drawn:
        return drawn(desk.drawing.sketch)

    @router.put("/camera/sketch", dependencies=host)
    async def draw(body: Drawn) -> Drawn:
        await desk.drawing.change(body.sketch())
        return drawn(desk.drawing.sketch)

    @router.get("/camera/proposal", dependencies=host)
    async def propose(seat: Annotated[list[SeatId], Query(min_length=2, max_length=12)]) -> Drawn:
        """Where hub and hands probably are; seats clockwise as the picture shows them."""
        check = desk.check
        return drawn(proposal(seat) if check is None else proposal(seat, check.hub, check.lying))

    return router
