"""Who gets in: codes, roles, foreign pages, foreign names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_apps import LIVE, OWN, Clock, app_over, client_of, new_game
from fastapi.testclient import TestClient
from patience import within
from starlette.websockets import WebSocketDisconnect

from server.dashboard.access import CODE_LENGTH, Role, new_codes
from server.dashboard.safety import MOST_BODY, Hosts, Safety
from server.dashboard.store import Store

CODES = {Role.HOST: "HHHH2222", Role.PLAYER: "PPPP2222", Role.WATCHER: "WWWW2222"}
NEW = {"rules": "house", "players": ["Anna", "Ben"]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


@pytest.fixture
def alone(store: Store) -> TestClient:
    """A page on this computer."""
    return client_of(app_over(store))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def network(store: Store, clock: Clock) -> Safety:
    """An application that the local network can reach."""
    return app_over(store, CODES, clock)


def joined(app: Safety, role: Role) -> TestClient:
    client = client_of(app)
    assert client.post("/api/join", json={"code": CODES[role]}).json() == {"role": role.value}
    return client


def test_on_this_computer_everybody_is_the_host(alone: TestClient) -> None:
    assert alone.get("/api/me").json() == {"role": "host"}
    assert alone.post("/api/join", json={"code": "x"}).json() == {"role": "host"}


def test_a_stranger_on_the_network_sees_nothing_but_the_door(network: Safety) -> None:
    stranger = client_of(network)

    assert stranger.get("/api/me").json() == {"role": None}
    assert stranger.get("/api/games").status_code == 401
    assert stranger.post("/api/games", json=NEW).status_code == 401
    with stranger.websocket_connect(f"{LIVE}1") as live:
        assert within(live.receive)["code"] == 4401


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        pytest.param(Role.WATCHER, [200, 403, 403, 403], id="a watcher looks on"),
        pytest.param(Role.PLAYER, [200, 200, 403, 403], id="a player plays"),
        pytest.param(Role.HOST, [200, 200, 201, 200], id="a host does everything"),
    ],
)
def test_a_role_may_what_belongs_to_it(network: Safety, role: Role, expected: list[int]) -> None:
    game = new_game(joined(network, Role.HOST))
    client = joined(network, role)

    answers = [
        client.get("/api/games"),
        client.post(f"/api/games/{game}/commands", json={"kind": "rename", "names": {"P1": "Zoe"}}),
        client.post("/api/games", json=NEW),
        client.get("/api/devices"),
    ]
    assert [each.status_code for each in answers] == expected


def test_a_code_may_be_typed_as_people_do(network: Safety) -> None:
    assert client_of(network).post("/api/join", json={"code": " pppp-2222 "}).json() == {"role": "player"}


def test_five_wrong_codes_close_the_door_for_a_minute(network: Safety, clock: Clock) -> None:
    client = client_of(network)

    answers = [client.post("/api/join", json={"code": "WRONG"}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]
    assert client.post("/api/join", json={"code": CODES[Role.HOST]}).status_code == 429
    clock.now_s = 61
    assert client.post("/api/join", json={"code": CODES[Role.HOST]}).status_code == 200


def test_wrong_codes_from_many_addresses_close_the_door_as_well(network: Safety) -> None:
    answers = [
        TestClient(network, base_url=OWN, client=(f"10.0.0.{at}", 1)).post("/api/join", json={"code": "X"})
        for at in range(31)
    ]

    assert [each.status_code for each in answers] == [403] * 30 + [429]


def test_a_device_that_was_sent_away_is_a_stranger(network: Safety) -> None:
    host, player = joined(network, Role.HOST), joined(network, Role.PLAYER)
    [number] = [each["id"] for each in host.get("/api/devices").json() if each["role"] == "player"]

    assert host.delete(f"/api/devices/{number}").status_code == 204
    assert player.get("/api/games").status_code == 401
    assert host.delete("/api/devices/99").status_code == 404


def test_only_the_hash_of_a_key_is_kept(network: Safety, store: Store) -> None:
    client = joined(network, Role.PLAYER)
    key = client.cookies["stationmaster"]

    assert len(key) >= 43
    assert key.encode() not in store.path.read_bytes() + Path(f"{store.path}-wal").read_bytes()


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(network: Safety) -> None:
    answer = client_of(network).post("/api/join", json={"code": CODES[Role.PLAYER]})

    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_codes_are_fresh_and_long() -> None:
    first, second = new_codes(), new_codes()

    assert set(first) == set(Role)
    assert {len(each) for each in first.values()} == {CODE_LENGTH}
    assert not set(first.values()) & set(second.values())


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "http://evil.example"}, id="a page from elsewhere"),
        pytest.param({"Origin": "null"}, id="a page from nowhere"),
        pytest.param({"Origin": "http://127.0.0.1:9999"}, id="another server on this computer"),
        pytest.param({"Origin": "", "Sec-Fetch-Site": "cross-site"}, id="a browser that hides its origin"),
    ],
)
def test_a_foreign_page_can_change_nothing_and_watch_nothing(store: Store, headers: dict[str, str]) -> None:
    page = TestClient(app_over(store), base_url=OWN, headers={k: v for k, v in headers.items() if v})

    assert page.post("/api/games", json=NEW).status_code == 403
    assert store.games() == ()
    with pytest.raises(WebSocketDisconnect), page.websocket_connect(f"{LIVE}1"):
        pass


def test_a_form_of_a_foreign_page_is_no_command(alone: TestClient) -> None:
    body = '{"rules": "house", "players": ["Anna", "Ben"]}'

    assert alone.post("/api/games", content=body, headers={"Content-Type": "text/plain"}).status_code == 422


@pytest.mark.parametrize("path", ["/api/games", "/api/games/1/commands", "/api/join"])
def test_nothing_is_changed_by_looking(alone: TestClient, store: Store, path: str) -> None:
    new_game(alone)
    before = store.games()

    alone.get(path, params={"kind": "undo"})
    assert store.games() == before


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "192.168.1.5:8000"])
def test_a_name_that_is_not_ours_gets_nothing(alone: TestClient, host: str) -> None:
    assert alone.get("/api/health", headers={"Host": host}).status_code == 421
    with (
        pytest.raises(WebSocketDisconnect),
        alone.websocket_connect(f"{LIVE}1", headers={"Host": host}),
    ):
        pass


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        pytest.param("192.168.1.5:8000", True, id="an address"),
        pytest.param("[fe80::1]:8000", True, id="a long address"),
        pytest.param("table:8000", True, id="the computer's name"),
        pytest.param("TABLE.local", True, id="its name on the network"),
        pytest.param("evil.example:8000", False, id="a foreign name"),
        pytest.param("1.2.3.4.example", False, id="a name that looks like an address"),
        pytest.param("", False, id="no name"),
    ],
)
def test_on_the_network_addresses_and_own_names_are_ours(host: str, allowed: bool) -> None:
    assert Hosts.on_network(["table"]).allow(host) is allowed


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/games/99", "/nothing", "/api/me"])
def test_every_answer_carries_the_safe_headers(alone: TestClient, path: str) -> None:
    headers = alone.get(path).headers

    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_a_refusal_carries_the_safe_headers_too(alone: TestClient) -> None:
    assert "content-security-policy" in alone.get("/", headers={"Host": "x"}).headers


def test_a_body_that_is_too_long_is_refused_before_it_is_read(alone: TestClient) -> None:
    assert alone.post("/api/games", content=b"x" * (MOST_BODY + 1)).status_code == 413


def test_a_body_without_a_length_is_cut_off(alone: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 4096

    headers = {"Content-Type": "application/json"}
    assert alone.post("/api/games", content=endless(), headers=headers).status_code == 413
