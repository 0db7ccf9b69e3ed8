"""A game that a fake vision process watches, and a page that looks on."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desk_apps import LIVE, Camera, app_over, client_of
from fake_children import FakeChild, FakeChildren
from fastapi.testclient import TestClient
from patience import within
from scripted_looks import Script, ScriptedLook

from server.dashboard.camera.messages import Looked, Opened, Order, Tick
from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.store import Store

HEADINGS = {1: 90.0, 2: 270.0, 3: 0.0}
BEGUN = ("game gamerules P1 P2", "round 1", "engine 12-12")
OWNERS = ("assign @1 P1", "assign @2 P2", "assign @3 MX")
JPEG = b"\xff\xd8 a picture"
View = dict[str, Any]


@dataclass
class Scene:
    """A game that a fake child watches, and a page that looks on."""

    client: TestClient
    children: FakeChildren
    game: int
    live: Any
    script: Script = field(default_factory=lambda: Script(HEADINGS))
    child: FakeChild = field(init=False)
    order: Order = field(init=False)
    view: View = field(default_factory=dict)

    def open(self, number: int, *, is_live: bool = True) -> None:
        """The child with that number takes its order and finds the camera."""
        self.child = self.children.wait_for(number)
        order = self.child.order()
        while order is not None and order.is_trial:
            order = self.child.order()
        assert order is not None
        self.order = order
        self.child.say(Opened(order.number, "a camera", (640, 360), is_live))

    def until(self, is_so: Callable[[View], bool]) -> View:
        """The first view of which something holds."""
        while not (self.view and is_so(self.view)):
            try:
                self.view = json.loads(within(self.live.receive_text))
            except AssertionError as error:
                raise AssertionError(f"{error}: still {self.view['camera']}, {self.told()}") from None
        return self.view

    def until_state(self, state: str) -> View:
        return self.until(lambda view: view["camera"]["state"] == state)

    def look(self, seen: ScriptedLook | None = None, eye: int = 1) -> None:
        """The child takes a look, and time goes by."""
        look = self.script.look() if seen is None else seen
        picture = JPEG + str(look.at_s).encode()
        self.child.say(Looked(self.order.number, eye, look, picture))  # type: ignore[arg-type]
        self.tick()

    def tick(self) -> None:
        """Time goes by, long enough to believe what was seen."""
        self.script.at_s += 6.0
        self.child.say(Tick(self.order.number, self.script.at_s))

    def play(self, *lines: str) -> View:
        """Something happens at the table and is seen; gives the view that tells the last of it."""
        self.script.happen(*lines)
        self.look()
        return self.until(lambda view: self.told(view)[-1:] == [lines[-1]])

    def told(self, view: View | None = None) -> list[str]:
        """What the log tells, assignments apart and without who did it."""
        lines = [each["line"].partition(" by ")[0] for each in (view or self.view)["log"]]
        return [line for line in lines if not line.startswith(("assign", "game", "round", "engine"))]

    def begin(self) -> None:
        """The engine tile lies there."""
        self.script.happen(*BEGUN, *OWNERS)
        self.look()
        self.look()
        self.until(lambda view: view["round"] is not None)


@contextmanager
def watched(folder: Path, *, given: str | None = "0") -> Iterator[Scene]:
    """A new game of two that a camera watches."""
    children = FakeChildren()
    with (
        Store(folder) as store,
        # Hands on stills of the table are read by it, and whoever starts it ends it.
        closing(PhotoProcess()) as reading,
        client_of(
            app_over(store, photos=PhotoDesk(reading, Pictures()), camera=Camera(children.start, given))
        ) as client,
    ):
        begun = client.post("/api/games", json={"rules": "gamerules", "players": ["Anna", "Ben"]})
        game = begun.json()["id"]
        with client.websocket_connect(f"{LIVE}{game}") as live:
            scene = Scene(client, children, game, live)
            watch = client.put(f"/api/games/{game}/camera", json={"seats": ["P1", "P2"]})
            assert watch.status_code == 200, watch.text
            scene.open(1)
            scene.until_state("watching")
            yield scene


@contextmanager
def again(folder: Path, game: int, script: Script) -> Iterator[Scene]:
    """The same game after a restart, with the same table."""
    children = FakeChildren()
    with (
        Store(folder) as store,
        client_of(app_over(store, camera=Camera(children.start, "0"))) as client,
        client.websocket_connect(f"{LIVE}{game}") as live,
    ):
        scene = Scene(client, children, game, live, script)
        scene.open(1)
        scene.until_state("watching")
        yield scene
