"""A hand counted from the table camera: asked for by the page, read as a photo is, once hands lie open."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from desk_apps import do
from watched_games import Scene, watched

from engine.tiles import Tile
from server.dashboard.camera.messages import Still, StillAsked

Answer = Callable[[int], Still]


def ask(scene: Scene, seat: str, answer: Answer | None = None) -> Any:
    """What the page gets; the vision process gives the still that `answer` makes for a number."""
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(scene.client.post, f"/api/games/{scene.game}/hands/{seat}/still")
        if answer is not None:
            asked = scene.child.asked()
            assert isinstance(asked, StillAsked)
            scene.child.say(answer(asked.number))
        return asking.result(60)


@pytest.mark.model
def test_a_hand_is_read_from_the_table_camera_and_held_against_the_table(tmp_path: Path, demo: Path) -> None:
    picture = (demo / "dark.jpg").read_bytes()
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        do(scene.client, scene.game, "add", lines=["place 5-3 on P1"])
        do(scene.client, scene.game, "reveal", seat="P2", tiles=["0-0"])
        # All of the picture lies below the hub, where the first seat is.
        view = ask(scene, "P1", lambda number: Still(number, picture, hub=(0.5, 0.0))).json()
        shown = scene.client.get(view["picture"])

    tiles = [Tile.of(*(end["pips"] for end in each["ends"])) for each in view["tiles"]]
    assert len(tiles) == 15
    assert view["value"] == sum(tile.pips for tile in tiles) + 50, "the double blank counts 50 here"
    conflicts = {(each["tile"], each["reason"]) for each in view["check"]["conflicts"]}
    assert conflicts == {("3-5", "on_train"), ("0-0", "in_hand")}
    assert shown.headers["content-type"] == "image/jpeg"


def test_hands_are_private_until_the_round_is_at_its_end(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        came = ask(scene, "P1")

    assert came.status_code == 409
    assert came.json()["detail"].startswith("hands are private until the round is over")


def test_a_camera_that_gives_no_picture_or_dies_is_said_in_a_line(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        do(scene.client, scene.game, "reveal", seat="P2", tiles=[])
        none = ask(scene, "P1", lambda number: Still(number, None))
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(scene.client.post, f"/api/games/{scene.game}/hands/P1/still")
            scene.child.asked()
            scene.child.die()
            died = asking.result(60)
        scene.client.delete("/api/camera")
        left = ask(scene, "P1")

    assert (none.status_code, none.json()["detail"]) == (503, "the camera gives no picture now")
    assert (died.status_code, died.json()["detail"]) == (503, "the camera gave no picture in time; try again")
    assert (left.status_code, left.json()["detail"]) == (409, "the camera does not watch this game")


def test_a_seat_that_does_not_sit_here_has_no_hand(tmp_path: Path) -> None:
    with watched(tmp_path) as scene:
        scene.begin()

        assert ask(scene, "P9").status_code == 409
