"""What a person draws over the picture: taken, kept with the game, and handed to whoever watches."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from desk_apps import Camera, app_over, client_of
from fake_children import FakeChild, FakeChildren
from patience import until
from scripted_looks import Script
from watched_games import HEADINGS, again, watched

from engine.trains import Seat
from server.dashboard.access import Role
from server.dashboard.camera.messages import Check, Checked, Opened, Order, Redraw, Shifted
from server.dashboard.camera.showing import checked, shown, tried
from server.dashboard.sketches import from_text, proposal, to_text
from server.dashboard.store import Store
from vision.detections import Detections, TableClass
from vision.frames import Frame
from vision.looks import Look
from vision.sketch import NOTHING_DRAWN, HandZone, Sketch

HUB = [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]]
ZONE = [[0.3, 0.8], [0.7, 0.8], [0.7, 1.0], [0.3, 1.0]]
BODY = {"hub": HUB, "zones": [{"seat": "P1", "corners": ZONE}]}


def quad(corners: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in corners)


DRAWN = Sketch(quad(HUB), (HandZone(Seat("P1"), quad(ZONE)),))


def told(child: FakeChild, kind: type) -> object:
    """The next of that kind that a child is told."""
    while True:
        assert child.inside.poll(10), f"no {kind.__name__} came"
        said: object = child.inside.recv()
        if isinstance(said, kind):
            return said


def test_what_is_drawn_before_a_game_is_taken_along_into_it_and_through_a_restart(tmp_path: Path) -> None:
    children = FakeChildren()
    with Store(tmp_path) as store, client_of(app_over(store, camera=Camera(children.start, "0"))) as client:
        child = children.wait_for(1)
        assert client.put("/api/camera/sketch", json=BODY).json() == BODY
        assert told(child, Redraw) == Redraw(1, DRAWN)
        game = client.post("/api/games", json={"rules": "gamerules", "players": ["Anna", "Ben"]}).json()["id"]
        client.put(f"/api/games/{game}/camera", json={"seats": ["P1", "P2"]})
        assert told(child, Order) == Order(2, "0", 12, sketch=DRAWN)

    with again(tmp_path, game, Script(HEADINGS)) as later:
        assert later.order.sketch == DRAWN
        assert later.client.get("/api/camera/sketch").json() == BODY


def test_what_is_drawn_in_a_game_is_told_at_once_and_taken_back_as_well(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.client.put("/api/camera/sketch", json=BODY)
        assert told(scene.child, Redraw) == Redraw(scene.order.number, DRAWN)
        scene.client.put("/api/camera/sketch", json={})
        assert told(scene.child, Redraw) == Redraw(scene.order.number, NOTHING_DRAWN)


def test_a_child_that_is_started_again_goes_by_what_was_drawn(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.client.put("/api/camera/sketch", json=BODY)
        scene.child.die()
        assert scene.children.wait_for(2).order() == Order(scene.order.number, "0", 12, sketch=DRAWN)


def test_after_a_knock_the_sketch_goes_along_unless_a_person_has_drawn_since(tmp_path: Path) -> None:
    shifted = Sketch(None, DRAWN.zones)
    with watched(tmp_path) as scene:
        scene.client.put("/api/camera/sketch", json=BODY)
        scene.child.say(Shifted(scene.order.number, NOTHING_DRAWN, Sketch(quad(ZONE))))
        scene.child.say(Shifted(scene.order.number, DRAWN, shifted))
        until(lambda: scene.client.get("/api/camera/sketch").json()["hub"] is None)

    with again(tmp_path, scene.game, Script(HEADINGS)) as later:
        assert later.order.sketch == shifted


def test_another_camera_sees_everything_elsewhere(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.client.put("/api/camera/sketch", json=BODY)
        scene.client.put("/api/camera", json={"kind": "webcam", "index": 1})
        order = told(scene.child, Order)
        assert isinstance(order, Order)
        assert (order.source, order.sketch) == ("1", NOTHING_DRAWN)

    with Store(tmp_path) as store:
        assert from_text(store.sketch(scene.game)) == NOTHING_DRAWN
        assert store.sketch(scene.game + 1) is None


def test_a_camera_that_is_left_and_taken_again_finds_what_was_drawn_for_the_game(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.client.put("/api/camera/sketch", json=BODY)
        scene.client.delete("/api/camera")
        assert scene.client.put("/api/camera/sketch", json=BODY).status_code == 409
        scene.client.put("/api/camera", json={"kind": "webcam", "index": 0})
        scene.client.put(f"/api/games/{scene.game}/camera", json={"seats": ["P1", "P2"]})
        assert scene.client.get("/api/camera/sketch").json() == BODY


@pytest.mark.parametrize(
    "hub",
    [
        pytest.param([[0.4, 0.4], [0.6, 0.6], [0.6, 0.4], [0.4, 0.6]], id="crossed"),
        pytest.param([[0.4, 0.4], [0.4, 0.4], [0.4, 0.4], [0.4, 0.4]], id="a point"),
        pytest.param([[0.4, 0.4], [0.6, 0.4], [0.6, 0.6]], id="three corners"),
        pytest.param([[0.4, 0.4], [1.6, 0.4], [1.6, 0.6], [0.4, 0.6]], id="outside the picture"),
        pytest.param("middle", id="a word"),
    ],
)
def test_what_encloses_nothing_is_refused_in_a_line(tmp_path: Path, hub: object) -> None:
    with watched(tmp_path) as scene:
        answer = scene.client.put("/api/camera/sketch", json={"hub": hub})

    assert answer.status_code == 422
    assert "\n" not in answer.json()["detail"]


def test_only_the_host_draws(tmp_path: Path) -> None:
    codes = {role: f"{role.value.upper():A<8}"[:8] for role in Role}
    with Store(tmp_path) as store, client_of(app_over(store, codes)) as client:
        client.post("/api/join", json={"code": codes[Role.PLAYER], "name": "x"})
        assert client.put("/api/camera/sketch", json=BODY).status_code == 403
        assert client.get("/api/camera/sketch").status_code == 403
        assert client.get("/api/camera/proposal?seat=P1&seat=P2").status_code == 403


def test_a_proposal_has_a_zone_for_each_seat_around_the_hub_that_is_seen(tmp_path: Path) -> None:
    children = FakeChildren()
    asked = "/api/camera/proposal?seat=P2&seat=P1&seat=P3&seat=P4"
    with Store(tmp_path) as store, client_of(app_over(store, camera=Camera(children.start, "0"))) as client:
        first = client.get(asked).json()
        child = children.wait_for(1)
        child.say(
            Opened(1, "camera 0", (640, 360), is_live=True),
            Checked(1, Check(7, 33.0, 40.0, 0.4, (), quad(HUB))),
        )
        until(lambda: client.get("/api/camera").json()["check"] is not None)
        second = client.get(asked).json()

    assert (first["hub"], second["hub"]) == (None, HUB)
    assert [zone["seat"] for zone in second["zones"]] == ["P2", "P1", "P3", "P4"]


def test_a_sketch_is_kept_as_text_and_what_cannot_be_read_is_none() -> None:
    assert from_text(to_text(DRAWN)) == DRAWN
    assert from_text(to_text(NOTHING_DRAWN)) == NOTHING_DRAWN
    assert from_text("{}x") == from_text(None) == NOTHING_DRAWN
    assert len(proposal(["P1", "P2"]).zones) == 2


def test_a_hand_zone_is_never_shown_sharp() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (180, 320, 3)).astype(np.uint8)
    frame = Frame(noise[..., 0], 0, 0.0, "film", lambda: noise)
    zone = np.array([[100, 60], [220, 60], [220, 120], [100, 120]], np.float32)
    sharp, hidden = (
        cv2.imdecode(np.frombuffer(tried(frame, None, zones), np.uint8), cv2.IMREAD_COLOR)
        for zones in ((), (zone,))
    )

    assert sharp is not None
    assert hidden is not None
    assert float(hidden[65:115, 105:215].std()) < 0.35 * float(sharp[65:115, 105:215].std())
    assert shown(frame, None, (zone,))


def test_a_check_says_where_the_hub_and_the_tiles_are() -> None:
    grey = np.full((100, 200, 3), 128, np.uint8)
    frame = Frame(grey[..., 0], 0, 0.0, "film", lambda: grey)
    corners = np.array([[[80, 40], [120, 40], [120, 60], [80, 60]], [[0, 90], [20, 90], [20, 100], [0, 100]]])
    kinds = np.array([TableClass.HUB, TableClass.TILE_BACK])
    things = Detections(corners.astype(np.float32), np.array([0.9, 0.8], np.float32), kinds)

    check = checked(frame, Look(0.0, (), things))

    assert check.hub == ((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6))
    assert check.lying == ((0.05, 0.95),)
