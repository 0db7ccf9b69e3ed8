"""Uploads: whatever comes, the server stays, says why, and keeps its memory."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from desk_apps import app_over, client_of, new_game
from event_loops import run_alone
from fastapi.testclient import TestClient
from odd_photos import Odd, bombs, damaged, noise, others, picture

from server.dashboard.access import Role
from server.dashboard.photo_desk import MOST_AT_ONCE, PhotoDesk, PhotosBusyError, SlowUploadError
from server.dashboard.photo_facts import Ready, said
from server.dashboard.photo_frames import receive
from server.dashboard.photo_process import COMMAND, PhotoLimits, PhotoProcess
from server.dashboard.photo_worker import MOST_DATA
from server.dashboard.pictures import Pictures
from server.dashboard.safety import MOST_PHOTO
from server.dashboard.store import Store

BYTES = {"Content-Type": "application/octet-stream"}
SEED = 5
UPLOADS = 1_000


def peak_of(pid: int) -> int:
    """The most memory that a process has used, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def uploads() -> Iterator[Odd]:
    chance = random.Random(SEED)  # noqa: S311 -- the same uploads each time
    yield from others()
    yield from noise(300, chance)
    yield from damaged(UPLOADS - 300 - len(list(others())), chance)


@pytest.mark.model
def test_a_thousand_malformed_uploads_do_no_harm(tmp_path: Path) -> None:
    process, answers = PhotoProcess(), Counter[int]()
    photos = PhotoDesk(process, Pictures())
    with Store(tmp_path) as store, client_of(app_over(store, photos=photos)) as client:
        for each in uploads():
            answer = client.post("/api/photos", content=each.data, headers=BYTES)
            assert answer.status_code in (200, 422), f"{each.what}: {answer.status_code} {answer.text}"
            assert answer.status_code == 200 or isinstance(answer.json()["detail"], str)
            answers[answer.status_code] += 1
    pid = process.pid
    peak = peak_of(pid) if pid is not None and sys.platform == "linux" else 0
    process.close()

    assert answers.total() == UPLOADS
    assert answers[422] > UPLOADS * 0.7, "most of them are no photos"
    assert pid is not None, "the worker is there for the next photo"
    assert peak < 1024**3


@pytest.mark.model
@pytest.mark.parametrize("bomb", bombs())
def test_a_bomb_is_refused_within_the_limits(
    photo_client: TestClient, photo_process: PhotoProcess, bomb: str
) -> None:
    answer = photo_client.post("/api/photos", content=bombs()[bomb](), headers=BYTES)

    assert answer.status_code in (200, 413, 422), answer.text
    if sys.platform == "linux" and photo_process.pid is not None:
        assert peak_of(photo_process.pid) < MOST_DATA + 512 * 1024**2
    assert photo_client.post("/api/photos", content=picture("JPEG"), headers=BYTES).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Content-Type": "multipart/form-data; boundary=x"}, 415, id="a form with files"),
        pytest.param({"Content-Type": "application/x-www-form-urlencoded"}, 415, id="a form"),
        pytest.param({"Content-Type": "text/plain"}, 415, id="text"),
        pytest.param({"Content-Type": ""}, 415, id="an empty type"),
        pytest.param({"Content-Type": "image/svg+xml"}, 415, id="a drawing that may hold scripts"),
        pytest.param({**BYTES, "Content-Length": str(MOST_PHOTO + 1)}, 413, id="more than is taken"),
        pytest.param({**BYTES, "Content-Length": "9" * 5_000}, 413, id="a length of 5000 digits"),
        pytest.param({**BYTES, "Content-Length": "-1"}, 413, id="a length below nothing"),
        pytest.param({**BYTES, "Content-Length": "²"}, 413, id="a length that is no number"),
        pytest.param({**BYTES, "Origin": "http://elsewhere.example"}, 403, id="from a foreign page"),
    ],
)
def test_an_upload_that_is_announced_wrongly_never_reaches_the_worker(
    photo_client: TestClient, headers: dict[str, str], status: int
) -> None:
    encoded = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    answer = photo_client.post("/api/photos", content=b"x", headers=encoded)

    assert answer.status_code == status


def test_an_upload_that_hides_its_length_is_cut_off(photo_client: TestClient) -> None:
    megabyte = bytes(1024 * 1024)
    answer = photo_client.post("/api/photos", content=(megabyte for _ in range(40)), headers=BYTES)

    assert answer.status_code == 413


def test_a_huge_header_is_refused_or_ignored(photo_client: TestClient) -> None:
    answer = photo_client.post(
        "/api/photos", content=b"", headers={**BYTES, "X-Much": "x" * 1_000_000, "Content-Type": "y"}
    )

    assert answer.status_code in (415, 431)


def test_a_hand_of_nobody_or_of_no_round_is_refused_before_its_photo_is_taken(
    photo_client: TestClient,
) -> None:
    game = new_game(photo_client)

    assert (
        photo_client.post(f"/api/games/{game}/photos?seat=P9", content=b"", headers=BYTES).status_code == 409
    )
    assert photo_client.post(f"/api/games/{game}/photos", content=b"", headers=BYTES).status_code == 422
    assert photo_client.post("/api/games/99/photos?seat=P1", content=b"", headers=BYTES).status_code == 404


def test_a_watcher_counts_no_photo_and_sees_none(tmp_path: Path) -> None:
    codes = {Role.HOST: "HOSTHOST", Role.PLAYER: "PLAYPLAY", Role.WATCHER: "WATCHWAT"}
    with Store(tmp_path) as store, client_of(app_over(store, codes)) as client:
        assert client.post("/api/photos", content=b"", headers=BYTES).status_code == 401
        client.post("/api/join", json={"code": "WATCHWAT"})
        assert client.post("/api/photos", content=b"", headers=BYTES).status_code == 403
        assert client.get("/api/photos/0123456789abcdefghijkl").status_code == 403


def test_a_picture_has_a_random_name_and_makes_room_for_others() -> None:
    pictures = Pictures(most_bytes=100)
    first, second = pictures.keep(b"x" * 60), pictures.keep(b"y" * 60)

    assert len({first, second}) == 2
    assert pictures.get(first) is None
    assert pictures.get(second) == b"y" * 60


# A worker that stands in for the real one, so that it can do what should not happen.

ACTS = {
    "hangs": "import time; time.sleep(600)",
    "dies": "import os; os._exit(1)",
    "talks nonsense": "sys.stdout.buffer.write(b'x' * 100); sys.stdout.flush()",
    "lies about lengths": "sys.stdout.buffer.write(struct.pack('>II', 2**31, 2**31)); sys.stdout.flush()",
    "says something unknown": 'say(b\'{"kind": "dance"}\')',
    "meets a fault": 'say(b\'{"kind": "fault", "what": "KeyError: x"}\')',
    "refuses": 'say(b\'{"kind": "refused", "why": "no photo"}\')',
}


def stand_in(act: str) -> tuple[str, ...]:
    """A worker that is ready and then acts so at each photo."""
    script = f"""
import struct, sys
def say(fields):
    sys.stdout.buffer.write(struct.pack(">II", len(fields), 0) + fields)
    sys.stdout.flush()
say(b'{{"kind": "ready"}}')
while len(head := sys.stdin.buffer.read(8)) == 8:
    sys.stdin.buffer.read(sum(struct.unpack(">II", head)))
    {act}
"""
    return (sys.executable, "-c", script)


@pytest.mark.parametrize("act", [pytest.param(act, id=name) for name, act in ACTS.items()])
def test_a_worker_that_goes_wrong_is_replaced_and_the_photo_refused(tmp_path: Path, act: str) -> None:
    process = PhotoProcess(stand_in(act), PhotoLimits(start_s=20, read_s=0.5))
    photos = PhotoDesk(process, Pictures())
    with Store(tmp_path) as store, client_of(app_over(store, photos=photos)) as client:
        answers = [client.post("/api/photos", content=b"x", headers=BYTES) for _ in range(2)]
    process.close()

    assert [each.status_code for each in answers] == [422, 422]
    assert process.pid is None


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("/nowhere/to/be/found",), id="is not there"),
        pytest.param((sys.executable, "-c", "raise SystemExit(3)"), id="ends at once"),
        pytest.param((sys.executable, "-c", "import time; time.sleep(60)"), id="is never ready"),
    ],
)
def test_a_worker_that_does_not_start_is_a_stated_state(tmp_path: Path, command: tuple[str, ...]) -> None:
    process = PhotoProcess(command, PhotoLimits(start_s=0.5, read_s=0.5))
    photos = PhotoDesk(process, Pictures())
    with Store(tmp_path) as store, client_of(app_over(store, photos=photos)) as client:
        answer = client.post("/api/photos", content=b"x", headers=BYTES)
        assert client.get("/api/health").status_code == 200
    process.close()

    assert answer.status_code == 503
    assert "does not start" in answer.json()["detail"]


def test_a_worker_that_was_killed_from_outside_is_replaced() -> None:
    process = PhotoProcess(stand_in(ACTS["refuses"]), PhotoLimits(start_s=20, read_s=5))
    pids = set()
    for _ in range(3):
        with pytest.raises(ValueError, match="no photo"):
            process.read(b"x", None)
        pids.add(process.pid)
        assert process._process is not None  # noqa: SLF001 -- nothing else could end it so
        process._process.kill()  # noqa: SLF001
        process._process.wait()  # noqa: SLF001
    process.close()

    assert len(pids) == 3


async def one_chunk() -> AsyncIterator[bytes]:
    yield b"x"


async def nothing_ever() -> AsyncIterator[bytes]:
    yield b"x"
    await asyncio.sleep(600)


def test_a_photo_that_never_arrives_is_given_up() -> None:
    desk = PhotoDesk(PhotoProcess(stand_in(ACTS["refuses"])), Pictures(), receive_s=0.05)

    with pytest.raises(SlowUploadError, match="did not arrive"):
        run_alone(desk.take(nothing_ever(), None))


def test_more_photos_than_can_be_taken_at_once_are_told_to_wait() -> None:
    desk = PhotoDesk(PhotoProcess(stand_in(ACTS["refuses"])), Pictures(), receive_s=600)

    async def crowd() -> None:
        waiting = [asyncio.create_task(desk.take(nothing_ever(), None)) for _ in range(MOST_AT_ONCE)]
        await asyncio.sleep(0.05)
        with pytest.raises(PhotosBusyError, match="try again"):
            await desk.take(one_chunk(), None)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run_alone(crowd())


@pytest.mark.model
def test_a_worker_ends_with_the_server_though_that_was_killed() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert said(receive(worker.stdout)[0]) == Ready()

        worker.stdin.close()
        assert worker.wait(timeout=20) == 0
