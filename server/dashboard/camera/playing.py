"""A film played as a camera gives pictures: no faster than it happened, and late frames are left out."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vision.frames import Frame

LATE_S = 0.15
"""A frame so late is left out."""
MOST_LEFT_OUT = 10
"""A machine too slow to keep up at all still sees a frame now and then."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock and how to wait, for tests to replace."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def in_real_time(
    frames: Iterable[Frame], from_s: float, timer: Timer, beat: Callable[[], None]
) -> Iterator[Frame]:
    """The frames from `from_s` on, each at its time. beat: called while frames are passed over."""
    began_s: float | None = None
    left_out = 0
    for frame in frames:
        if frame.at_s < from_s:
            beat()
            continue
        if began_s is None:
            began_s = timer.now() - frame.at_s
        early_s = frame.at_s - (timer.now() - began_s)
        if early_s < -LATE_S and left_out < MOST_LEFT_OUT:
            left_out += 1
            beat()
            continue
        left_out = 0
        if early_s > 0:
            timer.sleep(early_s)
        yield frame
