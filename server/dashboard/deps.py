"""What routes ask for: the role of whoever asks, and numbers in bounds."""

from collections.abc import Callable
from typing import Annotated

from fastapi import HTTPException, Path, Request

from server.dashboard.access import Doorkeeper, Role
from server.words import Saying

COOKIE = "stationmaster"

GameId = Annotated[int, Path(ge=1, le=2**53)]
DeviceId = Annotated[int, Path(ge=1, le=2**53)]


def needs(doorkeeper: Doorkeeper, role: Role) -> Callable[[Request], None]:
    """A dependency that refuses whoever may not."""

    def check(request: Request) -> None:
        given = doorkeeper.role_of(request.cookies.get(COOKIE))
        if given is None:
            raise HTTPException(401, Saying("error.join_first"))
        if not given.may(role):
            raise HTTPException(403, Saying(f"error.only_a.{role}"))

    return check
