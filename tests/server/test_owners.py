"""A train is given to another owner: the log is corrected, and everything after is judged anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_apps import app_over, client_of, do, new_game
from fastapi.testclient import TestClient
from watched_games import again, watched

from server.dashboard.store import Store

View = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A page over a store of its own."""
    with Store(tmp_path) as store, client_of(app_over(store)) as opened:
        yield opened


@pytest.fixture
def game(client: TestClient) -> int:
    """A game of Anna and Ben in its first round."""
    return new_game(client)


def lying(view: View) -> dict[str, list[str]]:
    """What lies on each train that has begun."""
    return {
        train["name"]: [f"{tile['inner']}-{tile['outer']}" for tile in train["tiles"]]
        for train in view["round"]["trains"]
        if train["tiles"]
    }


def codes(view: View) -> list[str]:
    return [each["code"] for line in view["log"] for each in line["problems"]]


def test_a_train_entered_for_the_wrong_seat_goes_to_the_right_one(client: TestClient, game: int) -> None:
    wrong = do(client, game, "add", lines=["place 12-5 on P2 by P1", "place 12-3 on MX by P2"])
    right = do(client, game, "give", train="P2", owner="P1")

    assert lying(wrong) == {"P2": ["12-5"], "MX": ["12-3"]}
    assert lying(right) == {"P1": ["12-5"], "MX": ["12-3"]}
    assert len(codes(right)) < len(codes(wrong)), "what was wrong is judged anew"
    assert [each["line"] for each in right["log"]][-2:] == [
        "place 12-5 on P1 by P1",
        "place 12-3 on MX by P2",
    ]


def test_two_trains_change_places_with_their_markers(client: TestClient, game: int) -> None:
    do(client, game, "add", lines=["place 12-5 on P1 by P1", "place 12-3 on MX by P2", "marker on P1"])
    view = do(client, game, "give", train="MX", owner="P1")

    assert lying(view) == {"P1": ["12-3"], "MX": ["12-5"]}
    assert "marker on MX" in [each["line"] for each in view["log"]]


def test_one_tap_is_undone_with_one(client: TestClient, game: int) -> None:
    before = do(client, game, "add", lines=["place 12-5 on P1 by P1", "place 12-3 on MX by P2"])
    do(client, game, "give", train="MX", owner="P1")
    after = do(client, game, "undo")

    assert lying(after) == lying(before)


def test_what_the_camera_calls_by_slots_is_reassigned(client: TestClient, game: int) -> None:
    lines = ["assign @1 P1 in P1", "place 12-5 on @1 by P1", "assign @2 MX", "place 12-3 on @2 by P2"]
    do(client, game, "add", lines=lines)
    view = do(client, game, "give", train="MX", owner="P1")

    assert lying(view) == {"P1": ["12-3"], "MX": ["12-5"]}
    assert [each["slot"] for each in view["round"]["trains"] if each["tiles"]] == [2, 1]


def test_a_train_that_is_nobodys_gets_an_owner(client: TestClient, game: int) -> None:
    lines = ["assign @1 P1", "place 12-5 on @1 by P1", "place 12-3 on @2 by P2"]
    before = do(client, game, "add", lines=lines)
    after = do(client, game, "give", train="@2", owner="P2")

    assert lying(before) == {"P1": ["12-5"], "@2": ["12-3"]}
    assert lying(after) == {"P1": ["12-5"], "P2": ["12-3"]}


def test_whose_train_is_taken_gets_its_slot_in_exchange(client: TestClient, game: int) -> None:
    lines = ["assign @1 P1", "place 12-5 on @1 by P1", "assign @2 P1", "place 12-3 on @2 by P2"]
    do(client, game, "add", lines=lines)
    view = do(client, game, "give", train="@2", owner="P1")

    assert lying(view) == {"P1": ["12-3"], "@1": ["12-5"]}


@pytest.mark.parametrize(
    ("train", "owner", "says"),
    [
        ("P1", "P9", "no train is called P9; there are P1, P2, and MX"),
        ("@4", "P1", "no train is called @4; there are P1, P2, and MX"),
        ("P1", "P1", "that train is theirs already"),
        ("P2", "P1", "nothing lies on that train yet"),
    ],
)
def test_what_cannot_be_given_is_refused_in_a_line(
    client: TestClient, game: int, train: str, owner: str, says: str
) -> None:
    asked = {"kind": "give", "train": train, "owner": owner}
    came = client.post(f"/api/games/{game}/commands", json=asked)

    assert (came.status_code, came.json()["detail"]) == (409, says)


def test_an_owner_that_a_person_named_stays_while_the_camera_goes_on_and_after_a_restart(
    tmp_path: Path,
) -> None:
    with watched(tmp_path) as scene:
        scene.begin()
        scene.play("place 12-5 on P1")
        scene.play("place 12-3 on P2")
        given = do(scene.client, scene.game, "give", train="P2", owner="MX")
        assert lying(given) == {"P1": ["12-5"], "MX": ["12-3"]}
        scene.play("place 5-6 on P1")
        assert lying(scene.view) == {"P1": ["12-5", "5-6"], "MX": ["12-3"]}
    with again(tmp_path, scene.game, scene.script) as scene:
        scene.look(eye=2)
        scene.script.happen("place 6-6 on P1")
        scene.look(eye=2)
        scene.until(lambda view: "6-6" in lying(view).get("P1", []))
        assert lying(scene.view) == {"P1": ["12-5", "5-6", "6-6"], "MX": ["12-3"]}
