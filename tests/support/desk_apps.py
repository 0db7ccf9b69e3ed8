"""An application over a store of its own, and a game in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.app import Wiring, create_app
from server.dashboard.camera.camera_desk import CameraDesk, CameraParts
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.camera.supervisor import Child, Limits
from server.dashboard.camera.thumbnails import Thumbnails
from server.dashboard.commands import NewGame
from server.dashboard.live import Broadcaster
from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.routes_camera import CameraWiring
from server.dashboard.routes_thumbnails import Webcams
from server.dashboard.safety import Hosts, Safety
from server.dashboard.store import Store
from server.dashboard.tables import Tables
from server.words import Language

OWN = "http://127.0.0.1:8000"
LIVE = "ws://127.0.0.1:8000/api/live?game="


@dataclass(slots=True)
class Clock:
    """A clock that a test sets."""

    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


def no_child() -> Child:
    """No vision process: nobody asks for a camera."""
    raise OSError("no camera in this test")


def no_webcams() -> Webcams:
    """Nothing is plugged in, and no process looks."""
    return Webcams(tuple, Thumbnails(no_child))


@dataclass(frozen=True, slots=True)
class Camera:
    """What a test's application has for a camera; see `CameraWiring`."""

    start: Callable[[], Child] = no_child
    given: str | None = None
    folder: Path | None = None
    begin: NewGame | None = None
    webcams: Webcams = field(default_factory=no_webcams)


def camera_over(store: Store, tables: Tables, camera: Camera) -> CameraWiring:
    """A camera desk over a store."""
    evidence = EvidenceFiles(store.path.parent / "evidence")
    limits = Limits(first_pause_s=0.01, look_every_s=0.01)
    desk = CameraDesk(CameraParts(tables, store, evidence, camera.start, limits))
    return CameraWiring(desk, evidence, camera.given, camera.folder, camera.begin, camera.webcams)


def app_over(  # noqa: PLR0913 -- an application is built from much
    store: Store,
    codes: Mapping[Role, str] | None = None,
    clock: Clock | None = None,
    photos: PhotoDesk | None = None,
    camera: Camera | None = None,
    language: Language | None = None,
) -> Safety:
    """The application over a store; with codes, as on the local network. Photos have to be asked for."""
    broadcaster = Broadcaster()
    tables = Tables(store, broadcaster)
    return create_app(
        Wiring(
            tables=tables,
            broadcaster=broadcaster,
            doorkeeper=Doorkeeper(store, codes, clock or Clock()),
            hosts=Hosts() if codes is None else Hosts.on_network(["table"]),
            # A worker that is asked for nothing is never started.
            photos=photos or PhotoDesk(PhotoProcess(), Pictures()),
            camera=camera_over(store, tables, camera or Camera()),
            language=language,
        )
    )


def client_of(app: Safety) -> TestClient:
    """A browser's page on this computer."""
    return TestClient(app, base_url=OWN, headers={"Origin": OWN})


def new_game(client: TestClient, *, rules: str = "gamerules") -> int:
    """A game of Anna and Ben with its first round begun."""
    body = {"rules": rules, "players": ["Anna", "Ben"]}
    game: int = client.post("/api/games", json=body).json()["id"]
    do(client, game, "start_round")
    return game


def do(client: TestClient, game: int, kind: str, **fields: object) -> dict[str, Any]:
    """Carry a command out; gives the view after it."""
    done = client.post(f"/api/games/{game}/commands", json={"kind": kind, **fields})
    assert done.status_code == 200, done.text
    view: dict[str, Any] = done.json()
    return view
