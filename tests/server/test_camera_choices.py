"""Choosing a camera: what is offered, what is refused, what is shown as open."""

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from desk_apps import OWN, Camera, app_over, client_of
from fake_children import FakeChildren
from fastapi.testclient import TestClient
from patience import until, within
from watched_games import JPEG

from server.dashboard.access import Role
from server.dashboard.camera.choices import FEW, Open, listed, webcams
from server.dashboard.camera.messages import Check, Checked, Opened, Order, Pictured
from server.dashboard.serve import FirstGame
from server.dashboard.store import Store


@pytest.fixture
def children() -> FakeChildren:
    return FakeChildren()


@contextmanager
def open_app(folder: Path, camera: Camera) -> Iterator[TestClient]:
    with Store(folder / "data") as store, client_of(app_over(store, camera=camera)) as client:
        yield client


def test_a_camera_is_tried_out_and_its_picture_checked(tmp_path: Path, children: FakeChildren) -> None:
    with open_app(tmp_path, Camera(children.start)) as client:
        chosen = client.put("/api/camera", json={"kind": "webcam", "index": 2})
        assert chosen.json()["camera"]["state"] == "starting"
        child = children.wait_for(1)
        order = child.order()
        assert order == Order(1, "2", 18, is_trial=True)
        pictures = f"{OWN.replace('http', 'ws')}/api/camera/picture"
        with client.websocket_connect(pictures) as page:
            child.say(
                Opened(1, "camera 2", (640, 360), is_live=True),
                Checked(1, Check(7, 33.0, 40.0, 0.4, ("too_far",))),
                Pictured(1, JPEG),
            )
            assert within(page.receive_bytes) == JPEG
        until(lambda: client.get("/api/camera").json()["check"] is not None)
        assert client.get("/api/camera").json()["check"] == {
            "tiles": 7,
            "tile_px": 33.0,
            "needed_px": 40.0,
            "light": 0.4,
            "troubles": ["too_far"],
            "hub": None,
        }


def test_a_game_named_at_the_start_is_begun_once_and_goes_on_later(tmp_path: Path) -> None:
    begin = FirstGame("Ann,Ben", "house", 9).command()
    for start in (1, 2):
        children = FakeChildren()
        with open_app(tmp_path, Camera(children.start, "0", begin=begin)) as client:
            [game] = client.get("/api/games").json()
            assert (game["players"], game["rules"]) == (["Ann", "Ben"], "house(max_pip=9)"), start
            assert client.get("/api/camera").json()["game"] == game["id"]
            order = children.wait_for(1).order()
            while order is not None and order.is_trial:
                order = children.wait_for(1).order()
            assert order is not None
            assert (order.source, order.set_size) == ("0", 9)


@pytest.mark.parametrize(
    ("choice", "status"),
    [
        pytest.param({"kind": "address", "url": "file:///etc/passwd"}, 422, id="a file by its address"),
        pytest.param({"kind": "address", "url": "concat:a|b"}, 422, id="another protocol"),
        pytest.param({"kind": "address", "url": "http://"}, 422, id="no computer named"),
        pytest.param({"kind": "film", "id": "0" * 16}, 422, id="a film that is not there"),
        pytest.param({"kind": "film", "id": "../../etc/passwd"}, 422, id="a path for an id"),
        pytest.param({"kind": "given"}, 409, id="none was given"),
        pytest.param({"kind": "webcam", "index": -1}, 422, id="no index"),
    ],
)
def test_what_is_no_camera_is_refused(tmp_path: Path, choice: dict[str, object], status: int) -> None:
    with open_app(tmp_path, Camera()) as client:
        assert client.put("/api/camera", json=choice).status_code == status


def test_films_are_chosen_by_id_and_only_from_below_the_folder(
    tmp_path: Path, children: FakeChildren
) -> None:
    films = tmp_path / "films"
    (films / "june").mkdir(parents=True)
    (films / "june" / "game.mp4").touch()
    (films / "notes.txt").touch()
    (tmp_path / "secret.mp4").touch()
    (films / "link.mp4").symlink_to(tmp_path / "secret.mp4")
    with open_app(tmp_path, Camera(children.start, folder=films)) as client:
        [film] = client.get("/api/camera/choices").json()["films"]
        assert film["name"] == "june/game.mp4"
        assert client.put("/api/camera", json={"kind": "film", "id": film["id"]}).status_code == 200
        order = children.wait_for(1).order()
        assert order is not None
        assert order.source == str((films / "june" / "game.mp4").resolve())


def test_only_the_host_names_a_camera(tmp_path: Path) -> None:
    codes = {role: f"{role.value.upper():A<8}"[:8] for role in Role}
    with Store(tmp_path) as store, client_of(app_over(store, codes)) as client:
        for role in (Role.WATCHER, Role.PLAYER):
            client.cookies.clear()
            client.post("/api/join", json={"code": codes[role], "name": "x"})
            assert client.get("/api/camera").status_code == 200
            assert client.get("/api/camera/choices").status_code == 403
            assert client.put("/api/camera", json={"kind": "webcam", "index": 0}).status_code == 403
            assert client.delete("/api/camera").status_code == 403
        client.cookies.clear()
        assert client.get("/api/camera").status_code == 401


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        pytest.param("0", Open("given", "0"), id="the one named at the start"),
        pytest.param("3", Open("webcam", "3", index=3), id="a webcam"),
        pytest.param("rtsp://me:pw@cam/live", Open("address", "rtsp://cam/live"), id="without a password"),
        pytest.param("/films/game.mp4", Open("other", "game.mp4"), id="a film that the folder does not hold"),
    ],
)
def test_a_camera_is_known_by_its_place_in_the_list(tmp_path: Path, source: str, shown: Open) -> None:
    assert listed(source, "0", tmp_path) == shown


def test_the_camera_that_is_open_is_shown_and_none_after_it_was_closed(
    tmp_path: Path, children: FakeChildren
) -> None:
    (tmp_path / "game.mp4").touch()
    with open_app(tmp_path, Camera(children.start, "0", tmp_path)) as client:
        [film] = client.get("/api/camera/choices").json()["films"]
        first = client.get("/api/camera").json()["open"]
        chosen = client.put("/api/camera", json={"kind": "film", "id": film["id"]}).json()["open"]
        client.delete("/api/camera")

        assert (first["kind"], chosen["kind"], chosen["id"]) == ("given", "film", film["id"])
        assert client.get("/api/camera").json()["open"] is None


def test_webcams_are_listed_as_the_system_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (10, 2):
        (tmp_path / f"video{number}").mkdir()
    (tmp_path / "video2" / "name").write_text("Lid\n")
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    listed = [(each.index, each.name, each.opens) for each in webcams(tmp_path)]
    none = list(webcams(tmp_path / "none"))
    monkeypatch.setattr(platform, "system", lambda: "Darwin")

    assert (listed, none) == ([(2, "Lid", "2"), (10, "", "10")], [])
    assert [each.index for each in webcams(tmp_path / "none")] == list(range(FEW))
