"""From a decoder's planes to an upright frame; most frames never need their colours."""

from functools import lru_cache, partial

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image

_EIGHT_BIT_LUMA = {
    "gray", "nv12", "nv21", "nv16",
    "yuv410p", "yuv411p", "yuv420p", "yuv422p", "yuv440p", "yuv444p",
    "yuvj411p", "yuvj420p", "yuvj422p", "yuvj440p", "yuvj444p",
    "yuva420p", "yuva422p", "yuva444p",
}  # fmt: skip
"""Pixel formats whose first plane is the luma, a byte a pixel."""
_DEEP = "yuv420p10le"
_PQ, _HLG = 16, 18
"""Transfer characteristics of ITU-T H.273."""
_TURNS = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}
_WHITE_NITS = 203.0
"""Diffuse white of HDR pictures (ITU-R BT.2408); what is brighter is pressed together above it."""
_BT2020_TO_BT709 = np.array(
    [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]], np.float32
)
"""Linear light (ITU-R BT.2087), rows and columns red, green, blue."""


def quarter_turns(video: av.VideoFrame) -> int:
    """How many quarter turns counterclockwise bring the picture upright, as its metadata say."""
    return round(video.rotation / 90) % 4


def to_frame(video: av.VideoFrame, index: int, at_s: float, source: str) -> Frame:
    """A decoded picture as a frame; its colours are converted when asked for."""
    turns = quarter_turns(video)
    return Frame(_turned(_luma(video), turns), index, at_s, source, partial(_bgr, video, turns))


def _turned(picture: Image, turns: int) -> Image:
    return np.asarray(cv2.rotate(picture, _TURNS[turns]), np.uint8) if turns else picture


def _luma(video: av.VideoFrame) -> Image:
    if video.format.name in _EIGHT_BIT_LUMA:
        return _plane(video)[:, : video.width]
    if _is_deep(video):
        deep = video if video.format.name == _DEEP else video.reformat(format=_DEEP)
        codes = _plane(deep).view(np.uint16)[:, : video.width]
        return np.asarray(_luma_curve(video.color_trc)[codes & 1023], np.uint8)
    return _plane(video.reformat(format="gray"))[:, : video.width]


def _plane(video: av.VideoFrame) -> Image:
    """The bytes of the first plane, a line a row; they share the decoder's memory and keep it alive."""
    plane = video.planes[0]
    return np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)[: video.height]


def _is_deep(video: av.VideoFrame) -> bool:
    return not video.format.is_rgb and video.format.components[0].bits > 8


def _bgr(video: av.VideoFrame, turns: int) -> Image:
    if _is_deep(video) and video.color_trc in (_PQ, _HLG):
        return _turned(_mapped_from_hdr(video), turns)
    return _turned(np.asarray(video.to_ndarray(format="bgr24"), np.uint8), turns)


@lru_cache(maxsize=3)
def _luma_curve(transfer: int) -> Image:
    """(1024,) uint8 for each ten-bit code of limited range."""
    codes = np.arange(1024, dtype=np.float32)
    if transfer not in (_PQ, _HLG):
        return np.asarray(codes / 4, np.uint8)
    signal = np.clip((codes - 64) / (940 - 64), 0, 1).astype(np.float32)
    return _display(_light(signal, transfer))


def _mapped_from_hdr(video: av.VideoFrame) -> Image:
    """A PQ or HLG picture for an ordinary screen: white at 203 nits, highlights pressed together."""
    codes = np.asarray(video.to_ndarray(format="rgb48le"), np.uint16)
    rgb = _light_curve(video.color_trc)[codes >> 6]
    rgb = np.maximum(cv2.transform(rgb, _BT2020_TO_BT709), 0).astype(np.float32)
    return np.ascontiguousarray(_display(rgb)[..., ::-1])


@lru_cache(maxsize=2)
def _light_curve(transfer: int) -> NDArray[np.float32]:
    """(1024,) linear light for each ten-bit code of full range, 1 = diffuse white."""
    return _light(np.linspace(0, 1, 1024, dtype=np.float32), transfer)


def _light(signal: NDArray[np.float32], transfer: int) -> NDArray[np.float32]:
    """Linear light, 1 = diffuse white, of a signal 0..1 (ITU-R BT.2100)."""
    if transfer == _PQ:
        root = signal ** (1 / 78.84375)
        nits = 10_000 * (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (
            1 / 0.1593017578125
        )
        return np.asarray(nits / _WHITE_NITS, np.float32)
    scene = np.where(
        signal <= 0.5, signal**2 / 3, (np.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
    )
    # A signal of .75 is diffuse white; the display's gamma of 1.2 is taken for each channel alone.
    return np.asarray((scene / 0.26496) ** 1.2, np.float32)


def _display(light: NDArray[np.float32]) -> Image:
    """uint8 for an ordinary screen of linear light: straight below, an arc above .8 of diffuse white."""
    knee, room = 0.8, 0.2
    above = np.maximum(light - knee, 0)
    pressed = np.where(light <= knee, light, knee + room * above / (above + room))
    return np.asarray(np.clip(pressed, 0, 1) ** (1 / 2.2) * 255 + 0.5, np.uint8)
