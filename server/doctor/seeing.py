"""How the camera does, and how long the models take for a frame."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np

from server.dashboard.camera.choices import Webcam, named
from server.doctor.findings import Finding, Part, State, faulty, fine
from vision.frames import Frame, Image
from vision.looks import Looker
from vision.sources import SourceError, SourceOptions, frames

ANSWER_S = 12.0
"""A camera that gives no picture for so long is taken to hang."""
SMALLEST_PX = 1280
"""Frames less wide make tiles of a whole table too small to read."""
SLOW_S = 1.5
"""A whole look may take so long; usual looks see only what has changed."""
GRID = (6, 4)
_OPTIONS = SourceOptions(open_timeout_s=8, read_timeout_s=8)
_FRAME_PX = (1920, 1080)


def check_camera(webcams: Sequence[Webcam], source: str | None) -> Iterator[Finding]:
    """Whether the camera that was named, else each that is plugged in, gives pictures."""
    if source is not None:
        yield _camera(named(source), in_time(partial(_size_of, source), ANSWER_S))
        return
    found = [
        (each, _camera(_label(each), in_time(partial(_size_of, str(each.index)), ANSWER_S)))
        for each in webcams
    ]
    working = {each.name for each, finding in found if finding.state is not State.WRONG}
    # Where the system lists none, numbers are tried that may be nobody's; and a camera often has a second
    # entry of the same name that gives no pictures.
    told = [
        finding
        for each, finding in found
        if finding.state is not State.WRONG or each.name not in working | {""}
    ]
    yield from told or [Finding(Part.CAMERA, State.ABSENT, fine(Part.CAMERA, "none").found)]


def _label(webcam: Webcam) -> str:
    return f"{webcam.index} {webcam.name}".strip()


def _camera(name: str, came: tuple[int, int] | str | None) -> Finding:
    if came is None:
        return faulty(Part.CAMERA, State.WRONG, "hangs", name=name)
    if isinstance(came, str):
        return faulty(Part.CAMERA, State.WRONG, "refuses", name=name, reason=came)
    size = {"name": name, "width": str(came[0]), "height": str(came[1])}
    if came[0] < SMALLEST_PX:
        return faulty(Part.CAMERA, State.POOR, "small", **size, needed=str(SMALLEST_PX))
    return fine(Part.CAMERA, "fine", **size)


def _size_of(source: str) -> tuple[int, int] | str:
    """How large the source's first frame is, or why there is none."""
    try:
        with frames(source, _OPTIONS) as opened:
            first = next(iter(opened), None)
    except SourceError as error:
        return str(error)
    if first is None:
        return "no frame came"
    height, width = first.luma.shape
    return width, height


def in_time(call: Callable[[], tuple[int, int] | str], limit_s: float) -> tuple[int, int] | str | None:
    """What the call gives, None when it takes longer: a read of a broken camera never comes back."""
    answers: queue.Queue[tuple[int, int] | str] = queue.Queue()
    threading.Thread(target=lambda: answers.put(call()), daemon=True).start()
    try:
        return answers.get(timeout=limit_s)
    except queue.Empty:
        return None


def check_speed(load: Callable[[], Looker]) -> Finding:
    """How long a look at a whole frame full of tiles takes."""
    try:
        looker = load()
    except (OSError, ValueError, RuntimeError) as error:
        return faulty(Part.SPEED, State.WRONG, "broken", reason=" ".join(str(error).split()))
    luma, bgr = full_table()
    took_s = []
    # The first look is slower: the models meet the size of the picture for the first time.
    for index in range(3):
        begun_s = time.perf_counter()
        looker.look(Frame(luma, index, float(index), "doctor", lambda: bgr))
        took_s.append(time.perf_counter() - begun_s)
    whole_s = round(min(took_s[1:]), 2)
    if whole_s > SLOW_S:
        return faulty(Part.SPEED, State.POOR, "slow", seconds=whole_s, most=SLOW_S)
    return fine(Part.SPEED, "fine", seconds=whole_s)


def full_table() -> tuple[Image, Image]:
    """A drawn table in grey and in colour, with as many tiles as a round has after some turns."""
    width, height = _FRAME_PX
    picture = np.full((height, width, 3), (60, 90, 40), np.uint8)
    columns, rows = GRID
    for column in range(columns):
        for row in range(rows):
            x, y = 180 + column * width // columns, 60 + row * height // rows
            cv2.rectangle(picture, (x, y), (x + 60, y + 120), (235, 240, 240), cv2.FILLED)
            cv2.line(picture, (x, y + 60), (x + 60, y + 60), (120, 120, 120), 2)
            for pip_y in (y + 15, y + 45, y + 75, y + 105):
                cv2.circle(picture, (x + 30, pip_y), 6, (30, 30, 30), cv2.FILLED)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), picture
