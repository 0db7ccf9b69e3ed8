"""Webcams through OpenCV: MJPG and a size are asked for, what came is read back."""

import sys
from functools import partial

import cv2
import numpy as np

from vision.frames import Frame, Image
from vision.source_types import SourceError, SourceOptions

_DEAD_AFTER = 5
"""So many failed reads in a row and the camera counts as unplugged."""


class Webcam:
    """One camera, opened; raises SourceError when it is not there or gives no picture."""

    is_finite = False

    def __init__(self, device: int | str, options: SourceOptions) -> None:
        self.name = f"camera {device}"
        # OpenCV reports a missing camera on stderr, in several lines.
        level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        try:
            self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        finally:
            cv2.utils.logging.setLogLevel(level)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(f"{self.name}: expected a camera, got none there, or one in use elsewhere")
        width, height = options.size_px
        # Without MJPG most webcams give only 5 frames/s at 1080p: raw pictures do not fit through USB 2.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_FPS, options.fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    @property
    def fps(self) -> float | None:
        """What the camera says its rate is."""
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        return fps if fps > 0 else None

    @property
    def coding(self) -> str:
        """The four letters of the format that came, such as MJPG or YUYV."""
        code = int(self._capture.get(cv2.CAP_PROP_FOURCC))
        letters = bytes(code >> shift & 0xFF for shift in (0, 8, 16, 24)).decode("latin-1")
        return letters if letters.isalnum() else "unknown"

    def read(self) -> "partial[Frame]":
        """Wait for the next picture; call the result with index, at_s and source. Raises SourceError."""
        for _ in range(_DEAD_AFTER):
            came, bgr = self._capture.read()
            if came:
                return partial(_frame, np.asarray(bgr, np.uint8))
        raise SourceError(f"{self.name}: expected a picture, got none")

    def close(self) -> None:
        """Let the camera go."""
        self._capture.release()


def _frame(bgr: Image, index: int, at_s: float, source: str) -> Frame:
    luma = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    return Frame(luma, index, at_s, source, lambda: bgr)
