"""Routes for joining, for devices, and for whoever asks whether we are there."""

from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from pydantic import Field

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.commands import Command, SeatName
from server.dashboard.deps import COOKIE, DeviceId, needs
from server.dashboard.view import Shown
from server.words import Saying

YEAR_S = 365 * 24 * 3600


class Health(Shown):
    """The server is up."""

    status: str
    version: str


class Me(Shown):
    """What this device may do; no role before it has joined."""

    role: Role | None


class Join(Command):
    """A device that wants in, and what it calls itself."""

    code: Annotated[str, Field(min_length=1, max_length=32)]
    name: SeatName = "device"


class DeviceView(Shown):
    """A device that joined."""

    id: int
    role: Role
    name: str
    joined_at: str
    is_revoked: bool


def access_routes(doorkeeper: Doorkeeper) -> APIRouter:
    """The routes."""
    router = APIRouter()
    host = [Depends(needs(doorkeeper, Role.HOST))]

    @router.get("/health")
    def health() -> Health:
        return Health(status="ok", version=version("stationmaster"))

    @router.get("/me")
    def me(request: Request) -> Me:
        return Me(role=doorkeeper.role_of(request.cookies.get(COOKIE)))

    @router.post("/join")
    def join(body: Join, request: Request, response: Response) -> Me:
        if not doorkeeper.asks:
            return Me(role=Role.HOST)
        address = request.client.host if request.client else ""
        joined = doorkeeper.join(body.code, body.name, address)
        if joined is None:
            raise HTTPException(403, Saying("error.wrong_code"))
        # Not `secure`: on a local network there is no certificate, so that it would never be sent.
        response.set_cookie(COOKIE, joined.key, max_age=YEAR_S, httponly=True, samesite="strict", path="/api")
        return Me(role=Role(joined.device.role))

    @router.get("/devices", dependencies=host)
    def devices() -> list[DeviceView]:
        return [
            DeviceView(
                id=each.id,
                role=Role(each.role),
                name=each.name,
                joined_at=each.joined_at,
                is_revoked=each.is_revoked,
            )
            for each in doorkeeper.devices()
        ]

    @router.delete("/devices/{device_id}", dependencies=host, status_code=204)
    def send_away(device_id: DeviceId) -> None:
        doorkeeper.send_away(device_id)

    return router
