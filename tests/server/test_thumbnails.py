"""Thumbnails of webcams: small, one at a time, and a camera that hangs costs nobody anything but a wait."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from desk_apps import Camera, app_over, client_of
from event_loops import run_alone
from fake_children import FakeChild, FakeChildren
from small_films import write_film
from watched_games import JPEG

from server.dashboard.access import Role
from server.dashboard.camera.choices import Webcam
from server.dashboard.camera.messages import Opened, Pictured
from server.dashboard.camera.showing import THUMBNAIL_PX
from server.dashboard.camera.supervisor import Child
from server.dashboard.camera.thumbnails import ThumbnailLimits, Thumbnails, taken
from server.dashboard.routes_thumbnails import Webcams
from server.dashboard.store import Store

QUICK = ThumbnailLimits(start_s=10.0, take_s=0.2, fresh_s=60.0, none_s=0.0)


class ReadyChildren(FakeChildren):
    """Children that have started; what they answer lies in their pipe before they are asked."""

    def __init__(self, *answers: bytes | None) -> None:
        super().__init__()
        self._answers = answers

    def start(self) -> FakeChild:
        child = super().start()
        for each in (None, *self._answers):
            child.inside.send(each)
        return child


def test_a_thumbnail_is_small_and_good_for_a_while() -> None:
    async def scene() -> None:
        children = ReadyChildren(b"one", b"another")
        thumbnails = Thumbnails(children.start, QUICK)
        assert await thumbnails.of("0") == b"one"
        assert await thumbnails.of("0") == b"one"
        assert await thumbnails.of("1") == b"another"
        assert len(children.born) == 1
        thumbnails.close()
        assert children.born[0].ended.is_set()

    run_alone(scene())


def test_a_camera_that_hangs_has_no_thumbnail_and_its_process_is_killed() -> None:
    async def scene() -> None:
        children = ReadyChildren()
        thumbnails = Thumbnails(children.start, QUICK)
        assert await thumbnails.of("0") is None
        assert children.born[0].ended.is_set()
        assert await thumbnails.of("0") is None
        assert len(children.born) == 2
        thumbnails.close()

    run_alone(scene())


def dying() -> Child:
    child = FakeChild.new()
    child.die()
    return child


def refusing() -> Child:
    raise OSError("no process can be started")


@pytest.mark.parametrize("start", [dying, refusing])
def test_a_process_that_dies_or_does_not_start_gives_no_thumbnail(start: Callable[[], Child]) -> None:
    async def scene() -> None:
        thumbnails = Thumbnails(start, QUICK)
        assert await thumbnails.of("0") is None
        thumbnails.close()

    run_alone(scene())


def test_a_process_that_nobody_asks_ends() -> None:
    async def scene() -> None:
        children = ReadyChildren(b"one")
        thumbnails = Thumbnails(children.start, ThumbnailLimits(idle_s=0.01))
        await thumbnails.of("0")
        assert await asyncio.to_thread(children.born[0].ended.wait, 10)

    run_alone(scene())


def test_a_real_process_takes_a_thumbnail_and_says_where_there_is_none(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 12)

    async def scene() -> None:
        thumbnails = Thumbnails(limits=ThumbnailLimits(start_s=60.0, take_s=60.0))
        picture = await thumbnails.of(str(film))
        assert await thumbnails.of(str(tmp_path / "none.mp4")) is None
        thumbnails.close()
        assert picture is not None
        shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
        assert shown is not None
        assert max(shown.shape) <= THUMBNAIL_PX

    run_alone(scene())


def test_what_is_no_film_gives_no_thumbnail(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("no film")

    assert taken(str(tmp_path / "text.mp4")) is None


def test_the_page_gets_thumbnails_and_the_open_camera_is_not_opened_twice(tmp_path: Path) -> None:
    children, takers = FakeChildren(), ReadyChildren(b"\xff\xd8 small")
    listed = (Webcam(0, "Left", "/films/a.mp4"), Webcam(1, "Right"))
    webcams = Webcams(lambda: listed, Thumbnails(takers.start, QUICK))
    camera = Camera(children.start, webcams=webcams)
    with Store(tmp_path) as store, client_of(app_over(store, camera=camera)) as client:
        assert client.get("/api/camera/choices").json()["webcams"][0] == {"index": 0, "name": "Left"}
        small = client.post("/api/camera/webcams/0/thumbnail")
        assert (small.content, small.headers["content-type"]) == (b"\xff\xd8 small", "image/jpeg")
        assert client.post("/api/camera/webcams/1/thumbnail").status_code == 404
        assert client.post("/api/camera/webcams/64/thumbnail").status_code == 422

        chosen = client.put("/api/camera", json={"kind": "webcam", "index": 0}).json()
        assert (chosen["open"]["kind"], chosen["open"]["index"]) == ("webcam", 0)
        child = children.wait_for(1)
        order = child.order()
        assert order is not None
        assert order.source == "/films/a.mp4"
        child.say(Opened(1, "a.mp4", (640, 360), is_live=True), Pictured(1, JPEG))
        answers = iter(lambda: client.post("/api/camera/webcams/0/thumbnail"), None)
        assert next(each for each in answers if each.status_code == 200).content == JPEG


def test_only_the_host_lets_webcams_be_opened(tmp_path: Path) -> None:
    codes = {role: f"{role.value.upper():A<8}"[:8] for role in Role}
    with Store(tmp_path) as store, client_of(app_over(store, codes)) as client:
        client.post("/api/join", json={"code": codes[Role.PLAYER], "name": "x"})
        assert client.post("/api/camera/webcams/0/thumbnail").status_code == 403
