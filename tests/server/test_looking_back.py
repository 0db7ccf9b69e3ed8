"""What shown hands tell of passes: said to all at once, and never as a foul."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_apps import app_over, client_of, do, new_game
from fastapi.testclient import TestClient

from server.dashboard.store import Store


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with Store(tmp_path) as store, client_of(app_over(store)) as opened:
        yield opened


def said(view: dict[str, Any]) -> list[str]:
    """The codes that the view says about passes, wherever it says them."""
    lines = [problem["code"] for line in view["log"] for problem in line["problems"]]
    return [code for code in (*lines, *(flag["code"] for flag in view["flags"])) if "must_play" in code]


def test_a_pass_with_a_fitting_tile_is_told_once_all_hands_lie_open(client: TestClient) -> None:
    game = new_game(client)
    do(client, game, "add", lines=["pass P1", "marker on P1", "place 12-5 on P2 by P2"])

    first = do(client, game, "reveal", seat="P1", tiles=["3-12", "1-2"])
    assert first["looking_back"] == []
    assert said(first) == []

    second = do(client, game, "reveal", seat="P2", tiles=["0-1"])
    assert second["looking_back"] == [
        {"code": "must_play_violation", "seat": "Anna", "nth": "1", "tile": "3-12"}
    ]
    assert [flag for flag in second["flags"] if "must_play" in flag["code"]] == []
    assert said(second) == ["must_play_violation"]


def test_what_was_told_stays_after_the_round_and_goes_with_the_next(client: TestClient) -> None:
    game = new_game(client)
    do(client, game, "add", lines=["pass P1", "marker on P1"])
    do(client, game, "reveal", seat="P1", tiles=["3-12"])
    do(client, game, "score", seat="P2", points="9")

    over = do(client, game, "end_round")
    assert [each["seat"] for each in over["looking_back"]] == ["Anna"]
    assert do(client, game, "start_round")["looking_back"] == []
