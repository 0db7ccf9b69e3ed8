"""How fast the motion gate is; the bar stands beside the measurement.

The limit is the bar times `STATIONMASTER_SLOWNESS` (1 unless the machine is known to be busy).
"""

import os
import time
from statistics import median

import numpy as np
import pytest
from painted_tables import Film, PaintedTable, reaching

from vision.frames import Frame
from vision.motion import MotionGate
from vision.register import register

SLOWNESS = float(os.environ.get("STATIONMASTER_SLOWNESS", "1"))

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """A table at 1080p with eight tiles."""
    tiles = [(400.0 + 84 * i, 540.0, 0.0) for i in range(8)]
    return PaintedTable(width=1920, height=1080, tiles=tiles)


@pytest.fixture
def gate(table: PaintedTable) -> MotionGate:
    """A gate that has seen the table and has been told that it was looked at."""
    table.arms = []
    gate = MotionGate(every_s=0)
    for frame in Film(table).run(1):
        gate.accept(None, gate.see(frame))
    return gate


def cpu_ms(gate: MotionGate, frames: list[Frame]) -> list[float]:
    """CPU milliseconds of this thread for each frame."""
    times = []
    for frame in frames:
        start = time.thread_time()
        gate.see(frame)
        times.append((time.thread_time() - start) * 1000)
    return times


def test_a_still_table_takes_two_milliseconds_a_frame(table: PaintedTable, gate: MotionGate) -> None:
    frames = list(Film(table).run(3))
    for frame in frames:
        frame.at_s += 2

    took = np.mean(cpu_ms(gate, frames))

    print(f"motion gate, still table at 1080p: {took:.2f} ms a frame (bar 2)")  # noqa: T201 -- the point
    assert took <= 2 * SLOWNESS


def test_an_arm_takes_no_longer_than_a_video_frame_lasts(table: PaintedTable, gate: MotionGate) -> None:
    frames = []
    for step in range(30):
        table.arms = [reaching(1000 + 4 * step, 500, height=1080)]
        frames.append(Film(table).frame())
        frames[-1].at_s = 2 + step / 20

    took = median(cpu_ms(gate, frames))

    print(f"motion gate, arm over a table at 1080p: {took:.2f} ms a frame (no bar)")  # noqa: T201 -- the point
    assert took <= 16 * SLOWNESS


def test_registering_after_a_bump_takes_less_than_a_second(table: PaintedTable) -> None:
    table.arms = []
    luma = table.luma()
    start = time.process_time()
    register(luma, table.luma())
    took = time.process_time() - start

    print(f"registering a 1080p picture: {took:.2f} s (bar 1: back within 2)")  # noqa: T201 -- the point
    assert took <= SLOWNESS
