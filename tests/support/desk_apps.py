"""An application over a store of its own, and a game in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.testclient import TestClient

from server.dashboard.access import Doorkeeper, Role
from server.dashboard.app import Wiring, create_app
from server.dashboard.live import Broadcaster
from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.safety import Hosts, Safety
from server.dashboard.store import Store
from server.dashboard.tables import Tables

OWN = "http://127.0.0.1:8000"
LIVE = "ws://127.0.0.1:8000/api/live?game="


@dataclass(slots=True)
class Clock:
    """A clock that a test sets."""

    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


def app_over(
    store: Store,
    codes: Mapping[Role, str] | None = None,
    clock: Clock | None = None,
    photos: PhotoDesk | None = None,
) -> Safety:
    """The application over a store; with codes, as on the local network. Photos have to be asked for."""
    broadcaster = Broadcaster()
    return create_app(
        Wiring(
            tables=Tables(store, broadcaster),
            broadcaster=broadcaster,
            doorkeeper=Doorkeeper(store, codes, clock or Clock()),
            hosts=Hosts() if codes is None else Hosts.on_network(["table"]),
            # A worker that is asked for nothing is never started.
            photos=photos or PhotoDesk(PhotoProcess(), Pictures()),
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
