"""Pictures of the table before and after each flag, as files in a folder."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from server.film_drawing import draw_trains, hide_all_but_play
from server.replay import GRAVE
from server.replay_files import OutputError
from server.session import Session
from server.session_log import Recorded
from server.session_looks import Seen
from vision.frames import Frame

Picture = NDArray[np.uint8]


class Evidence:
    """A sink that keeps two pictures for each flag; hands are blurred in them."""

    def __init__(self, folder: Path, session: Session) -> None:
        self._folder = folder
        self._session = session
        self._before: Picture | None = None
        self._told = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder} cannot be written: {error.strerror or error}") from error

    def take(self, frame: Frame, seen: Seen | None, new: Sequence[Recorded]) -> None:
        """Keep how the table looks now; write both pictures if something is flagged."""
        if seen is None and not new:
            return
        picture = self._before if seen is None else _drawn(frame, seen)
        if picture is None:
            return
        told = self._session.log.told
        for each in told[self._told :] if new else ():
            codes = [found.code.value for found in each.problems if found.severity in GRAVE]
            for code in codes:
                self._write(
                    f"{each.seq:04d}-{code}-before.jpg", picture if self._before is None else self._before
                )
                self._write(f"{each.seq:04d}-{code}-after.jpg", picture)
        self._told, self._before = len(told), picture

    def _write(self, name: str, picture: Picture) -> None:
        done, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 88))
        if not done:
            raise OutputError(f"{self._folder / name} cannot be made")
        try:
            (self._folder / name).write_bytes(data.tobytes())
        except OSError as error:
            raise OutputError(
                f"{self._folder / name} cannot be written: {error.strerror or error}"
            ) from error


def _drawn(frame: Frame, seen: Seen) -> Picture:
    picture = frame.bgr().copy()
    hide_all_but_play(picture, seen.scene, seen.layout)
    draw_trains(picture, seen.scene, seen.layout)
    return picture
