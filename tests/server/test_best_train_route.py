"""The best train of one's own hand: who may ask, what comes, and the host's switch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_apps import OWN, app_over, client_of, new_game
from fastapi.testclient import TestClient

from server.dashboard.access import Role
from server.dashboard.store import Store

CODES = {Role.HOST: "HHHHHHHH", Role.PLAYER: "PPPPPPPP", Role.WATCHER: "WWWWWWWW"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with Store(tmp_path) as store, client_of(app_over(store)) as opened:
        yield opened


def asked(client: TestClient, game: int, tiles: str, *ends: int) -> tuple[int, dict[str, object]]:
    body = {"tiles": tiles.split(), "ends": list(ends)}
    answer = client.post(f"/api/games/{game}/best-train", json=body)
    return answer.status_code, answer.json()


def test_the_longest_train_comes_as_it_would_lie(client: TestClient) -> None:
    game = new_game(client)

    assert asked(client, game, "4-12 3-4 4-4 5-6", 12) == (
        200,
        {"train": ["12-4", "4-4", "4-3"], "playable": ["4-12"]},
    )


def test_the_host_turns_it_off_and_everybody_sees_that(client: TestClient) -> None:
    game = new_game(client)
    switch = f"/api/games/{game}/best-train"

    assert client.put(switch, json={"allowed": False}).status_code == 204
    assert client.get(f"/api/games/{game}").json()["best_train"] is False
    status, answer = asked(client, game, "4-12", 12)
    assert (status, answer["detail"]) == (409, "this table plays without the best train")

    client.put(switch, json={"allowed": True})
    assert asked(client, game, "4-12", 12)[0] == 200


@pytest.mark.parametrize("tiles", ["3-4 " * 25, "x"])
def test_what_is_no_hand_is_refused(client: TestClient, tiles: str) -> None:
    assert asked(client, new_game(client), tiles, 12)[0] in (409, 422)


@pytest.mark.parametrize(
    ("role", "ask", "switch"), [(Role.WATCHER, 403, 403), (Role.PLAYER, 404, 403), (Role.HOST, 404, 404)]
)
def test_players_ask_and_the_host_alone_switches(tmp_path: Path, role: Role, ask: int, switch: int) -> None:
    with Store(tmp_path) as store, client_of(app_over(store, CODES)) as client:
        client.post("/api/join", json={"code": CODES[role], "name": "me"}, headers={"Origin": OWN})

        assert asked(client, 7, "3-4", 12)[0] == ask
        assert client.put("/api/games/7/best-train", json={"allowed": False}).status_code == switch
