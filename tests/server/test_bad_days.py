"""A full disk, a taken port, a clock set back, a locked file: each is said, and the game is whole."""

import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from desk_apps import app_over, client_of, do, new_game
from watched_games import watched

from server.dashboard import store as store_module
from server.dashboard.serve import ServeOptions, serve
from server.dashboard.store import FILE_NAME, Store
from server.dashboard.store_thread import BUSY_MS

FILLS_UP = """
import sys
from pathlib import Path
from server.dashboard.store import Store
from server.dashboard.store_thread import StoreError
from server.dashboard.store_values import Draft

folder = Path(sys.argv[1])
filler = folder / "filler"
with Store(folder) as store:
    game = store.create([Draft("game house P1 P2")], {}).result()
    filler.write_bytes(bytes(400_000))
    kept = 1
    try:
        while True:
            store.append(game, [Draft("draw P1 # " + "x" * 5000), Draft("pass P1")]).result()
            kept += 2
    except StoreError as error:
        print(error)
    assert len(store.game(game).entries) == kept, "a half write was kept"
    filler.unlink()
    store.append(game, [Draft("draw P1"), Draft("pass P1")]).result()
with Store(folder) as store:
    print(len(store.game(game).entries) - kept, "more after room was made")
"""


@pytest.fixture
def namespace() -> str:
    """What gives a process a small disk of its own."""
    unshare = shutil.which("unshare")
    tried = unshare and subprocess.run([unshare, "-rm", "true"], check=False, capture_output=True).returncode
    if unshare is None or tried != 0:
        pytest.skip("no disk of a few kilobytes can be mounted here")
    return unshare


def test_a_disk_that_fills_up_is_said_and_loses_nothing_that_was_kept(tmp_path: Path, namespace: str) -> None:
    script = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" -c "$3" "$1"'
    done = subprocess.run(
        [namespace, "-rm", "sh", "-c", script, "sh", tmp_path, sys.executable, FILLS_UP],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    said, after = done.stdout.splitlines()
    disk = f"the disk of {tmp_path / FILE_NAME}"
    assert said == f"{disk} is full: nothing was recorded; make room and try again"
    assert after == "2 more after room was made"


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status = serve(ServeOptions(port, tmp_path))

    assert status == 1
    told = capsys.readouterr().err
    assert f"port {port} is taken: choose another with --port, or --port 0 for any" in told
    assert not (tmp_path / FILE_NAME).exists()


@pytest.mark.parametrize(
    ("camera", "says"),
    [
        (
            "ftp://127.0.0.1/game.mp4",
            "a camera's address begins with http://, https://, rtsp://, or rtsps://",
        ),
        ("file:///etc/passwd", "a camera's address begins with http://, https://, rtsp://, or rtsps://"),
        ("rtsp://", "a camera's address begins with http://, https://, rtsp://, or rtsps://"),
        ("no/such/game.mp4", "--camera: there is no film no/such/game.mp4"),
    ],
)
def test_a_camera_that_cannot_be_one_is_refused_before_anything_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], camera: str, says: str
) -> None:
    status = serve(ServeOptions(0, tmp_path, camera=camera))

    assert status == 1
    told = capsys.readouterr()
    assert told.out == ""
    [line] = told.err.splitlines()
    assert says in line
    assert not (tmp_path / FILE_NAME).exists()


def backwards() -> Iterator[str]:
    """A clock that goes back by an hour at each look."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    return ((noon - timedelta(hours=each)).isoformat(timespec="milliseconds") for each in count())


def test_a_clock_that_is_set_back_changes_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = backwards()
    monkeypatch.setattr(store_module, "utc_now", lambda: next(times))
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        game = new_game(client)
        do(client, game, "add", lines=["place 12-5 on P1 by P1"])
        do(client, game, "add", lines=["place 12-3 on P2 by P2"])
        view = do(client, game, "undo")

        assert [each["line"] for each in view["log"]][-1] == "place 12-5 on P1 by P1"
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        assert client.get(f"/api/games/{game}").json()["log"] == view["log"]


def test_a_file_that_another_program_holds_is_said_on_the_page_and_the_game_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path) as store, client_of(app_over(store)) as client:
        game = new_game(client)
        other = sqlite3.connect(store.path, isolation_level=None, timeout=BUSY_MS / 1000)
        other.execute("BEGIN IMMEDIATE")
        command = {"kind": "add", "lines": ["place 12-5 on P1 by P1"]}
        refused = client.post(f"/api/games/{game}/commands", json=command)
        other.close()

        assert refused.status_code == 503
        assert "another program has locked" in refused.json()["detail"]
        assert do(client, game, "add", lines=command["lines"])["log"][-1]["line"] == command["lines"][0]


def test_pictures_that_cannot_be_kept_are_said_and_kept_once_they_can(tmp_path: Path) -> None:
    in_the_way = tmp_path / "evidence"
    with watched(tmp_path) as scene:
        scene.begin()
        in_the_way.touch()
        scene.script.happen("place 4-1 on P1")
        scene.look()
        view = scene.until(lambda view: view["camera"]["note"] != "" and view["flags"] != [])
        assert view["camera"]["note"] == "pictures of flags cannot be kept: Not a directory"

        in_the_way.unlink()
        scene.tick()
        [flag] = scene.until(lambda view: view["camera"]["note"] == "")["flags"]
        picture = f"/api/games/{scene.game}/flags/{flag['seq']}/after"
        assert scene.client.get(picture).status_code == 200
