"""The web application: games, commands, views, files to take away."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_apps import LIVE, app_over, client_of, do, new_game
from fastapi.testclient import TestClient
from patience import within

from engine.record import parse_record
from server.dashboard.store import Store
from server.words import Language


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with Store(tmp_path) as store, client_of(app_over(store)) as opened:
        yield opened


def test_the_server_says_that_it_is_up(client: TestClient) -> None:
    assert client.get("/api/health").json()["status"] == "ok"


def test_a_game_is_begun_listed_and_deleted(client: TestClient) -> None:
    game = new_game(client)

    [listed] = client.get("/api/games").json()
    assert (listed["id"], listed["players"], listed["rounds_played"]) == (game, ["Anna", "Ben"], 0)
    assert client.delete(f"/api/games/{game}").status_code == 204
    assert client.get("/api/games").json() == []
    assert client.get(f"/api/games/{game}").status_code == 404


def test_a_command_answers_with_the_view_after_it(client: TestClient) -> None:
    game = new_game(client)
    before = client.get(f"/api/games/{game}").json()["version"]

    view = do(client, game, "add", lines=["place 12-5 on P1 by P1"])
    assert view["version"] > before
    assert [each["kind"] for each in view["round"]["turn"]["duties"]] == ["play"]
    assert view == client.get(f"/api/games/{game}").json()


def test_a_refused_command_says_why_and_changes_nothing(client: TestClient) -> None:
    game = new_game(client)
    before = client.get(f"/api/games/{game}").json()

    refused = client.post(f"/api/games/{game}/commands", json={"kind": "add", "lines": ["place 12-5 on P7"]})
    assert refused.status_code == 409
    assert "no train P7" in refused.json()["detail"]
    assert client.get(f"/api/games/{game}").json() == before


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="half a document"),
        pytest.param(b'{"kind": "dance"}', id="a command that is none"),
        pytest.param(b'{"kind": "add", "lines": []}', id="nothing to add"),
        pytest.param(b'{"kind": "add", "lines": ["draw P1\\nround ends"]}', id="two lines in one"),
        pytest.param(b'{"kind": "rename", "names": {"P1": "\\ud800"}}', id="half a character"),
        pytest.param(b'{"kind": "retract", "seq": 1e400}', id="more than any number"),
        pytest.param(b'{"kind": "undo", "more": 1}', id="a field that nobody knows"),
    ],
)
def test_a_malformed_command_is_refused(client: TestClient, body: bytes) -> None:
    game = new_game(client)

    refused = client.post(
        f"/api/games/{game}/commands", content=body, headers={"Content-Type": "application/json"}
    )
    assert refused.status_code == 422
    assert isinstance(refused.json()["detail"], str)


def test_a_game_goes_on_after_a_restart_where_it_stood(tmp_path: Path) -> None:
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        game = new_game(client)
        do(client, game, "rename", names={"P2": "Bea"})
        do(client, game, "add", lines=["place 11-5 on P1 by P1"])
        before = do(client, game, "answer", seq=4, code="train_start_mismatch", answer="so")

    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        assert client.get(f"/api/games/{game}").json() == before


def test_a_page_gets_the_whole_view_at_once_and_after_each_change(client: TestClient) -> None:
    game = new_game(client)

    with client.websocket_connect(f"{LIVE}{game}") as live:
        first = json.loads(within(live.receive_text))
        after = do(client, game, "add", lines=["place 12-5 on P1 by P1"])
        second = json.loads(within(live.receive_text))
    assert first["round"]["trains"][0]["tiles"] == []
    assert second == after


def test_a_page_of_a_game_that_is_not_there_is_told_so(client: TestClient) -> None:
    with client.websocket_connect(f"{LIVE}99") as live:
        assert within(live.receive)["code"] == 4404


def finished_round(client: TestClient) -> int:
    game = new_game(client)
    do(client, game, "rename", names={"P1": "=Anna"})
    do(client, game, "reveal", seat="P1", tiles=[])
    do(client, game, "reveal", seat="P2", tiles=["3-4", "0-0"])
    do(client, game, "end_round")
    return game


def test_the_score_sheet_is_a_table_that_runs_no_formula(client: TestClient) -> None:
    game = finished_round(client)
    sheet = client.get(f"/api/games/{game}/export/csv")

    assert "attachment" in sheet.headers["content-disposition"]
    assert list(csv.reader(sheet.text.splitlines())) == [
        ["round", "engine", "'=Anna", "Ben"],
        ["1", "12-12", "0", "57"],
        ["total", "", "0", "57"],
    ]


def test_the_record_reads_back(client: TestClient) -> None:
    game = finished_round(client)
    record = parse_record(client.get(f"/api/games/{game}/export/record").text)

    assert [str(each) for each in record.entries][1:3] == ["round 1 starts P1 dealt 16", "engine 12-12"]
    assert ("Name_P2", "Ben") in record.headers


def test_the_whole_game_has_every_entry_and_the_log_of_all_rounds(client: TestClient) -> None:
    game = finished_round(client)
    do(client, game, "start_round")
    whole = client.get(f"/api/games/{game}/export/json").json()

    assert [each["seq"] for each in whole["entries"]] == list(range(1, 9))
    assert {each["round"] for each in whole["log"]} == {1, 2}
    assert {each["round"] for each in client.get(f"/api/games/{game}").json()["log"]} == {2}
    assert {each["round"] for each in client.get(f"/api/games/{game}/log?round=1").json()} == {1}


def test_the_presets_come_in_sayings(client: TestClient) -> None:
    presets = {each["name"]: each["sentences"] for each in client.get("/api/presets").json()}

    assert "house" in presets
    assert {"key": "rule.must_play", "slots": {}} in presets["house"]


@pytest.mark.parametrize(
    ("accepted", "detail"),
    [("en-GB,en;q=0.9", "nothing is left to undo"), ("hu", "nincs mit visszavonni")],
)
def test_what_is_refused_is_said_in_the_language_of_whoever_asked(
    client: TestClient, accepted: str, detail: str
) -> None:
    game = new_game(client)
    undo, headers = f"/api/games/{game}/commands", {"Accept-Language": accepted}
    answers = [client.post(undo, json={"kind": "undo"}, headers=headers) for _ in range(5)]

    refused = answers[-1]
    assert (refused.status_code, refused.json()["detail"]) == (409, detail)


@pytest.mark.parametrize(("given", "language"), [(None, "ro"), ("eu", "eu")])
def test_lang_at_the_start_goes_before_the_browser_s_language(
    tmp_path: Path, given: Language | None, language: Language
) -> None:
    with Store(tmp_path) as store, client_of(app_over(store, language=given)) as client:
        answer = client.get("/api/language", headers={"Accept-Language": "de, ro;q=0.5"})

    assert answer.json() == {"language": language}


def test_the_document_of_the_interface_names_every_command(client: TestClient) -> None:
    kinds = client.get("/api/openapi.json").json()["components"]["schemas"]

    assert {"Add", "Insert", "Correct", "Retract", "Undo", "Rename", "Reveal", "Score"} <= set(kinds)


def test_the_page_itself_is_served(client: TestClient) -> None:
    page = client.get("/")

    assert page.headers["content-type"].startswith("text/html")
    assert "Stationmaster" in page.text
