"""What a page has to fetch stays small, and is served from memory."""

import gzip
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from desk_apps import OWN, app_over, client_of
from e2e_serving import Serving
from starlette.websockets import WebSocketDisconnect

from server.dashboard.app import STATIC
from server.dashboard.store import Store

MOST_BYTES = 200_000
NEVER_FETCHED = {".md", ".txt"}
"""Licences and where the libraries come from."""


def test_the_front_end_is_small() -> None:
    fetched = [each for each in STATIC.rglob("*") if each.is_file() and each.suffix not in NEVER_FETCHED]

    assert len(fetched) > 40
    assert sum(len(gzip.compress(each.read_bytes(), 6)) for each in fetched) <= MOST_BYTES


@pytest.mark.parametrize(
    ("path", "file", "kind"),
    [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/js/main.js", "js/main.js", "text/javascript; charset=utf-8"),
        ("/css/board.css", "css/board.css", "text/css; charset=utf-8"),
        ("/words/en.json", "words/en.json", "application/json"),
        ("/icon.svg", "icon.svg", "image/svg+xml"),
    ],
)
@pytest.mark.parametrize("encoding", ["gzip, br", "identity"])
def test_a_file_comes_as_it_is_and_once(
    tmp_path: Path, path: str, file: str, kind: str, encoding: str
) -> None:
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        came = client.get(path, headers={"Accept-Encoding": encoding})
        again = client.get(path, headers={"If-None-Match": came.headers["etag"]})

    assert came.content == (STATIC / file).read_bytes()
    assert came.headers["content-type"] == kind
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/js", "/js/none.js", "/../app.py", "/%2e%2e/app.py", "/js/../index.html/"])
def test_what_is_no_file_of_the_front_end_is_not_there(tmp_path: Path, path: str) -> None:
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        assert client.get(path).status_code == 404
        assert client.post("/js/main.js").status_code == 405


def test_a_line_to_where_nobody_speaks_is_closed(tmp_path: Path) -> None:
    with (
        Store(tmp_path) as store,
        client_of(app_over(store)) as client,
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{OWN.replace('http', 'ws')}/api/nothing"),
    ):
        pass


def test_answers_do_not_wait_for_the_other_side_to_say_that_it_has_read(tmp_path: Path) -> None:
    took_s = []
    with (
        Serving.running(tmp_path) as serving,
        closing(HTTPConnection("127.0.0.1", serving.port, timeout=10)) as line,
    ):
        for _ in range(9):
            begun_s = time.perf_counter()
            line.request("GET", "/js/main.js")
            line.getresponse().read()
            took_s.append(time.perf_counter() - begun_s)

    # A side that has read waits 40 ms before it says so.
    assert min(took_s[1:]) < 0.03
