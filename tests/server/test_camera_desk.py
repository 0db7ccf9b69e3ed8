"""The camera on the page: what a vision process says becomes the game, and people's words stand."""

from collections.abc import Callable
from pathlib import Path

import pytest
from desk_apps import OWN, do
from patience import within
from scripted_looks import Script, read_as
from starlette.websockets import WebSocketDisconnect
from watched_games import BEGUN, JPEG, again, watched

from server.dashboard.camera.camera_desk import SILENCE_S
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.camera.messages import (
    Ended,
    Failed,
    Lost,
    Opened,
    Pictured,
    Tick,
)
from server.dashboard.store import Store
from server.dashboard.store_thread import StoreError
from server.session_log import Source


def test_what_the_camera_sees_is_told_on_the_page_and_kept(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        view = scene.play("place 12-3 on P2")
        game = scene.game

    assert scene.told() == ["place 12-5 on P1", "place 12-3 on P2"]
    trains = {each["name"]: each for each in view["round"]["trains"]}
    assert [tile["seq"] is not None for tile in trains["P2"]["tiles"]] == [True]
    with Store(tmp_path) as store:
        sources = {each.draft.line.split()[0]: each.draft.source for each in store.game(game).entries}
    assert (sources["game"], sources["round"], sources["place"]) == (
        Source.PERSON,
        Source.CAMERA,
        Source.CAMERA,
    )


def test_a_child_that_dies_is_said_and_the_page_goes_on_by_hand(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.child.die()
        scene.until_state("restarting")
        do(scene.client, scene.game, "add", lines=["place 12-3 on P2 by P2"])

        scene.open(2)
        scene.until_state("watching")
        scene.script.happen("place 12-3 on P2")
        scene.look()
        scene.play("place 5-1 on P1")
        assert scene.told() == ["place 12-5 on P1", "place 12-3 on P2", "place 5-1 on P1"]


@pytest.mark.parametrize(
    ("message", "state", "note"),
    [
        (lambda number: Lost(number, "camera 0: expected a picture, got none"), "lost", "expected a picture"),
        (lambda _: Failed("the models cannot be loaded: no"), "failed", "cannot be loaded"),
    ],
)
def test_what_is_wrong_with_the_camera_is_a_state_with_its_reason(
    tmp_path: Path, message: Callable[[int], Lost | Failed], state: str, note: str
) -> None:
    with watched(tmp_path) as scene:
        scene.child.say(message(scene.order.number))
        assert note in scene.until_state(state)["camera"]["note"]


def test_a_camera_that_is_silent_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.dashboard.camera.camera_desk.SILENCE_S", SILENCE_S / 100)
    with watched(tmp_path) as scene:
        scene.until_state("waiting")
        scene.child.say(Tick(scene.order.number, 1.0))
        scene.until_state("watching")


def test_a_foul_has_pictures_of_before_and_after(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.script.happen("place 4-1 on P2")
        scene.look()
        view = scene.until(lambda view: any(flag["has_pictures"] for flag in view["flags"]))

        [flag] = view["flags"]
        before, after = (
            scene.client.get(f"/api/games/{scene.game}/flags/{flag['seq']}/{which}")
            for which in ("before", "after")
        )
        assert (before.status_code, after.headers["content-type"]) == (200, "image/jpeg")
        assert before.content != after.content
        assert scene.client.get(f"/api/games/{scene.game}/flags/1/before").status_code == 404
        assert scene.client.get(f"/api/games/{scene.game}/flags/1/sideways").status_code == 422


def test_a_correction_is_judged_anew_and_stands_against_the_same_sight(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.script.happen("place 11-5 on P1")
        scene.look()
        view = scene.until(lambda view: view["flags"] != [])
        do(scene.client, scene.game, "correct", seq=view["flags"][0]["seq"], line="place 12-5 on P1")
        scene.until(lambda view: view["flags"] == [])

        scene.look()
        scene.look()
        scene.play("place 12-3 on P2")
        assert scene.told() == ["place 12-5 on P1", "place 12-3 on P2"]


def test_a_line_of_an_earlier_round_is_put_right_with_the_trains_of_that_round(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        first = scene.view["log"][-1]["seq"]
        do(scene.client, scene.game, "end_round")
        other = Script({1: 270.0, 2: 90.0}, scene.script.at_s)
        other.happen(*BEGUN, "round ends", "round 2", "engine 11-11", "assign @1 P2", "assign @2 P1")
        scene.script = other
        scene.look()
        scene.look()
        scene.until(lambda view: view["round"] is not None and view["round"]["number"] == 2)
        scene.play("place 11-4 on P2")

        do(scene.client, scene.game, "correct", seq=first, line="place 12-6 on P1")
        lines = scene.client.get(f"/api/games/{scene.game}/log?round=1").json()
        assert [each["line"] for each in lines][-2:] == ["place 12-6 on P1", "round ends"]


def test_what_was_undone_is_not_told_again(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.play("place 12-3 on P2")
        scene.play("place 5-1 on P1")
        do(scene.client, scene.game, "undo")
        scene.until(lambda view: scene.told(view) == ["place 12-5 on P1", "place 12-3 on P2"])

        scene.look()
        scene.play("place 12-7 on MX")
        assert scene.told() == ["place 12-5 on P1", "place 12-3 on P2", "place 12-7 on MX"]


def test_a_reading_in_doubt_is_asked_about_and_the_game_goes_on(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.script.happen("place 12-5 on P1")
        unsure = read_as(scene.script.observation(), 1, 0, t12_5=0.5, t12_6=0.45)
        scene.look(scene.script.shown(unsure))
        question = scene.until(lambda view: view["question"] is not None)["question"]

        assert question["kind"] == "place"
        do(scene.client, scene.game, "confirm", seq=question["seq"])
        assert scene.until(lambda view: view["question"] is None)["flags"] == []


def test_after_a_restart_the_camera_goes_on_and_tells_nothing_twice(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.play("place 12-3 on P2")
        before = scene.client.get(f"/api/games/{scene.game}").json()

    with again(tmp_path, scene.game, scene.script) as later:
        assert later.view["log"] == before["log"]
        later.look()
        later.play("place 5-1 on P1")
        assert later.told() == ["place 12-5 on P1", "place 12-3 on P2", "place 5-1 on P1"]


def test_a_watcher_that_numbers_the_trains_anew_is_understood(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.play("place 12-3 on P2")

    other = Script({1: 270.0, 2: 90.0})
    other.happen(*BEGUN, "assign @2 P1", "assign @1 P2", "place 12-5 on P1", "place 12-3 on P2")
    with again(tmp_path, scene.game, other) as later:
        later.look()
        later.play("place 5-1 on P1")
        assert later.told() == ["place 12-5 on P1", "place 12-3 on P2", "place 5-1 on P1"]
        assert later.view["flags"] == []


def test_a_film_goes_on_where_it_was_and_its_end_is_said(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.child.say(Opened(scene.order.number, "game.mp4", (640, 360), is_live=False))
        scene.begin()
        scene.play("place 12-5 on P1")
    with again(tmp_path, scene.game, scene.script) as later:
        assert 0 < later.order.from_s <= scene.script.at_s
        later.child.say(Ended(later.order.number, 99.0, None))
        later.until_state("ended")


def test_what_could_not_be_kept_is_told_once_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", _locked)
            scene.script.happen("place 4-1 on P1")
            scene.look()
            scene.until(lambda view: "is locked" in view["camera"]["note"])
        scene.child.say(Tick(scene.order.number, scene.script.at_s))
        view = scene.until(lambda view: view["flags"] != [])
        assert scene.told() == ["place 4-1 on P1"]
        assert view["flags"][0]["code"] == "train_start_mismatch"


def _locked(*_: object) -> None:
    raise StoreError("it is locked")


def test_pages_get_the_newest_picture(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        url = f"{OWN.replace('http', 'ws')}/api/games/{scene.game}/camera/picture"
        with scene.client.websocket_connect(url) as page:
            scene.child.say(Pictured(scene.order.number - 1, b"of another order"))
            scene.child.say(Pictured(scene.order.number, JPEG))
            assert within(page.receive_bytes) == JPEG
        other = f"{OWN.replace('http', 'ws')}/api/games/{scene.game + 1}/camera/picture"
        with scene.client.websocket_connect(other) as page, pytest.raises(WebSocketDisconnect):
            within(page.receive_bytes)


def test_a_game_that_is_deleted_or_left_is_watched_no_more(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        assert scene.client.delete("/api/camera").status_code == 204
        scene.until_state("none")
        assert scene.child.ended.is_set()
        assert scene.client.get("/api/camera").json()["game"] is None


def test_old_pictures_make_room_and_strange_names_are_none(tmp_path: Path) -> None:
    evidence = EvidenceFiles(tmp_path / "evidence", most_bytes=40)
    for seq in (1, 2, 3):
        evidence.keep(7, seq, b"x" * 10, b"y" * 10)

    assert evidence.path(7, 1, "before") is None
    assert evidence.entries(7) == {2, 3}
    assert evidence.games() == {7}
    evidence.forget(7)
    assert evidence.games() == frozenset()
