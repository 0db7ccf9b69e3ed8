"""The vision process: it is started, watched over, killed when it hangs, and says what it sees."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from event_loops import run_alone
from fake_children import FakeChildren, load_dying, load_failing, load_nothing
from small_films import write_film

from server.dashboard.camera.messages import (
    Beat,
    Ended,
    Failed,
    Lost,
    Opened,
    Order,
    Pictured,
    Tick,
)
from server.dashboard.camera.pictures import MOST_PAGES, LivePictures
from server.dashboard.camera.playing import Timer, in_real_time
from server.dashboard.camera.showing import shown, tried
from server.dashboard.camera.supervisor import Gone, Heard, Limits, Supervisor, VisionProcess
from server.dashboard.live import TooManyWatchersError
from vision.frames import Frame, Image

QUICK = Limits(start_s=30.0, silent_s=30.0, first_pause_s=0.01, look_every_s=0.01)


class Ears:
    """Whoever hears a supervisor; waits for what is to come."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self._news = asyncio.Event()

    def hear(self, message: Heard) -> None:
        self.heard.append(message)
        self._news.set()

    async def until(self, is_it: Callable[[Heard], bool]) -> Heard:
        async with asyncio.timeout(60):
            while True:
                for each in self.heard:
                    if is_it(each):
                        return each
                self._news.clear()
                await self._news.wait()

    async def until_a(self, kind: type) -> Heard:
        return await self.until(lambda each: isinstance(each, kind))


def order(source: object = "0", number: int = 1, from_s: float = 0.0) -> Order:
    return Order(number, str(source), 9, from_s)


def test_a_child_that_dies_is_replaced_and_given_the_same_order() -> None:
    async def scene() -> None:
        ears, children = Ears(), FakeChildren()
        supervisor = Supervisor(children.start, ears.hear, QUICK)
        supervisor.watch(order())
        first = await asyncio.to_thread(children.wait_for, 1)
        assert await asyncio.to_thread(first.order) == order()
        first.say(Beat())
        await ears.until_a(Beat)
        supervisor.go_on_from(12.5)
        first.die()

        assert await ears.until_a(Gone) == Gone(is_hung=False)
        second = await asyncio.to_thread(children.wait_for, 2)
        assert await asyncio.to_thread(second.order) == order(from_s=12.5)
        assert first.ended.is_set()
        await supervisor.rest()
        assert second.ended.is_set()

    run_alone(scene())


def test_a_child_that_says_nothing_more_is_killed_and_replaced() -> None:
    async def scene() -> None:
        ears, children = Ears(), FakeChildren()
        supervisor = Supervisor(
            children.start, ears.hear, Limits(silent_s=0.05, first_pause_s=0.01, look_every_s=0.01)
        )
        supervisor.watch(order())
        first = await asyncio.to_thread(children.wait_for, 1)
        first.say(Beat())

        assert await ears.until_a(Gone) == Gone(is_hung=True)
        await asyncio.to_thread(children.wait_for, 2)
        assert first.ended.is_set()
        await supervisor.rest()

    run_alone(scene())


def test_a_child_that_cannot_work_is_not_started_again_until_another_order() -> None:
    async def scene() -> None:
        ears, children = Ears(), FakeChildren()
        supervisor = Supervisor(children.start, ears.hear, QUICK)
        supervisor.watch(order())
        first = await asyncio.to_thread(children.wait_for, 1)
        first.say(Failed("no models"))
        await ears.until_a(Failed)
        first.die()
        await asyncio.to_thread(first.ended.wait, 10)
        assert len(children.born) == 1

        supervisor.watch(order(number=2))
        second = await asyncio.to_thread(children.wait_for, 2)
        assert await asyncio.to_thread(second.order) == order(number=2)
        await supervisor.rest()

    run_alone(scene())


def test_a_real_process_plays_a_film_to_its_end_and_takes_another_order(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 12)

    async def scene() -> None:
        ears = Ears()
        supervisor = Supervisor(lambda: VisionProcess(load_nothing), ears.hear)
        supervisor.watch(order(film))
        await ears.until_a(Ended)
        kinds = {type(each) for each in ears.heard}
        assert {Opened, Tick, Pictured, Ended} <= kinds
        [picture, *_] = [each.picture for each in ears.heard if isinstance(each, Pictured)]
        assert picture.startswith(b"\xff\xd8")

        supervisor.watch(order(tmp_path / "missing.mp4", 2))
        lost = await ears.until_a(Lost)
        assert isinstance(lost, Lost)
        assert "no such file" in lost.reason
        await supervisor.rest()

    run_alone(scene())


def test_a_real_process_that_is_killed_is_started_again_and_goes_on(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 200)

    async def scene() -> None:
        ears = Ears()
        supervisor = Supervisor(lambda: VisionProcess(load_nothing), ears.hear, QUICK)
        supervisor.watch(order(film))
        await ears.until_a(Tick)
        assert supervisor.child is not None
        supervisor.go_on_from(7.5)
        supervisor.child.end()

        await ears.until_a(Gone)
        ended = await ears.until_a(Ended)
        assert isinstance(ended, Ended)
        assert (round(ended.at_s, 2), ended.shortfall) == (7.96, None)
        await supervisor.rest()

    run_alone(scene())


def test_a_real_process_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 400)

    async def scene() -> None:
        ears = Ears()
        limits = Limits(start_s=60.0, silent_s=3.0, first_pause_s=0.01, look_every_s=0.01)
        supervisor = Supervisor(lambda: VisionProcess(load_nothing), ears.hear, limits)
        supervisor.watch(order(film))
        await ears.until_a(Tick)
        hung = supervisor.child
        assert isinstance(hung, VisionProcess)
        assert hung.pid is not None
        os.kill(hung.pid, signal.SIGSTOP)

        assert await ears.until_a(Gone) == Gone(is_hung=True)
        ears.heard.clear()
        await ears.until_a(Tick)
        assert supervisor.child is not hung
        await supervisor.rest()

    run_alone(scene())


def test_a_page_that_is_slow_gets_the_newest_picture_and_too_many_are_refused() -> None:
    async def scene() -> None:
        pictures = LivePictures()
        page = pictures.join()
        for number in range(100):
            pictures.publish(str(number).encode())
        assert await page.next() == b"99"

        late = pictures.join()
        assert await late.next() == b"99"
        for _ in range(MOST_PAGES - 2):
            pictures.join()
        with pytest.raises(TooManyWatchersError):
            pictures.join()
        pictures.leave(page)
        pictures.join()
        assert len(pictures) == MOST_PAGES

    run_alone(scene())


@pytest.mark.parametrize(
    ("load", "heard"),
    [
        (load_failing, Failed("the models cannot be loaded: no such models")),
        (load_dying, Gone(is_hung=False)),
    ],
)
def test_a_process_without_models_says_so_and_one_that_dies_at_once_is_noticed(
    load: Callable[[], object], heard: Heard
) -> None:
    async def scene() -> None:
        ears = Ears()
        supervisor = Supervisor(lambda: VisionProcess(load), ears.hear, QUICK)  # type: ignore[arg-type]
        supervisor.watch(order())
        assert await ears.until(lambda each: not isinstance(each, Beat)) == heard
        await supervisor.rest()

    run_alone(scene())


def frames(count: int, step_s: float = 0.1) -> Iterator[Frame]:
    for index in range(count):
        yield Frame(None, index, index * step_s, "film", lambda: None)  # type: ignore[arg-type,return-value]


def nothing() -> None:
    """No heart that beats."""


class SlowTime:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def now(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_a_film_is_played_no_faster_than_it_happened() -> None:
    time = SlowTime()
    played = [
        (each.at_s, time.now_s) for each in in_real_time(frames(5), 0.0, Timer(time.now, time.sleep), nothing)
    ]

    assert [round(now_s - at_s, 6) for at_s, now_s in played] == [100.0] * 5


def test_frames_that_come_too_late_are_left_out() -> None:
    time, played = SlowTime(), []
    for each in in_real_time(frames(40), 0.0, Timer(time.now, time.sleep), nothing):
        played.append(each.index)
        time.now_s += 0.35

    assert len(played) < 20
    assert max(b - a for a, b in pairwise(played)) <= 5


def test_a_film_that_goes_on_begins_where_it_stopped() -> None:
    time, beats = SlowTime(), []
    timer = Timer(time.now, time.sleep)
    played = [each.at_s for each in in_real_time(frames(5), 0.25, timer, lambda: beats.append(1))]

    assert played == pytest.approx([0.3, 0.4])
    assert len(beats) == 3


def test_pictures_hide_everything_until_the_table_is_found() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (180, 320, 3)).astype(np.uint8)
    frame = Frame(noise[..., 0], 0, 0.0, "film", lambda: noise)

    hidden = _decoded(shown(frame, None))
    assert float(hidden.std()) < 0.35 * float(noise.std())


def test_a_camera_that_is_tried_out_shows_its_middle_alone() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (180, 320, 3)).astype(np.uint8)
    frame = Frame(noise[..., 0], 0, 0.0, "film", lambda: noise)

    picture = _decoded(tried(frame, None))
    assert float(picture[60:120, 100:220].std()) > 2 * float(picture[:15].std())


def _decoded(jpeg: bytes) -> Image:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)
