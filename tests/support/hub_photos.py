"""Photos of a printed hub whose every millimetre is known."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.camera import View, look_at
from vision.tags import CELLS, HUB_RADIUS_MM, HubSeen, HubTag, hub_tags, tag_corners_mm

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

SIZE_PX = (960, 720)
_FINE = 3
PAGE_MM = np.stack(np.meshgrid(np.linspace(-105, 105, 9), np.linspace(-105, 185, 12)), axis=-1).reshape(-1, 2)
"""Places all over a page of A4, the hub's middle as origin."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A picture (h, w) of something printed, with its own (3, 3) from millimetres to its pixels."""

    picture: Image
    mm_to_px: Matrix


@dataclass(frozen=True, slots=True)
class Shot:
    """How a photo of a print is taken. blur_px: sigma. noise: sigma in grey levels."""

    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    px_per_mm: float = 2.0
    blur_px: float = 0.0
    noise: float = 0.0


def drawn_hub(tags: tuple[HubTag, ...] | int, px_per_mm: float = 6.0) -> Print:
    """A white disc with tags as OpenCV draws them, square by square where the table of tags wants them."""
    middle = round((HUB_RADIUS_MM + 5) * px_per_mm)
    mm_to_px = np.array([[px_per_mm, 0, middle], [0, px_per_mm, middle], [0, 0, 1]])
    picture = np.full((2 * middle + 1, 2 * middle + 1), 255, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    square = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32) - np.float32(0.5)
    for tag in hub_tags(tags) if isinstance(tags, int) else tags:
        corners = cv2.perspectiveTransform(tag_corners_mm(tag)[:, None], mm_to_px).astype(np.float32)
        marker = cv2.aruco.generateImageMarker(family, tag.tag_id, CELLS)
        to_px = cv2.getPerspectiveTransform(square, corners)
        size = picture.shape[1], picture.shape[0]
        cv2.warpPerspective(marker, to_px, size, picture, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT)
    return Print(picture, mm_to_px)


def photo_of(printed: Print, shot: Shot) -> tuple[Image, Matrix]:
    """The print on a grey table, as a camera sees it: (h, w) and the (3, 3) from millimetres to pixels."""
    view = View(shot.tilt_deg, shot.roll_deg, shot.px_per_mm, 1.2 * SIZE_PX[0], SIZE_PX)
    mm_to_px = look_at(np.zeros(2), view).table_to_px()
    # Drawn three times as large and averaged, as a sensor does; pixel middles are whole numbers.
    finer = np.array([[_FINE, 0, 1], [0, _FINE, 1], [0, 0, 1]], np.float64)
    warp = finer @ mm_to_px @ np.linalg.inv(printed.mm_to_px)
    large = (SIZE_PX[0] * _FINE, SIZE_PX[1] * _FINE)
    flags = (cv2.INTER_LINEAR, cv2.BORDER_CONSTANT, 110)
    fine = cv2.warpPerspective(printed.picture, warp, large, None, *flags)
    photo = cv2.resize(fine, SIZE_PX, interpolation=cv2.INTER_AREA)
    if shot.blur_px:
        photo = cv2.GaussianBlur(photo, (0, 0), shot.blur_px)
    noise = np.random.default_rng(5).normal(0, 1, photo.shape) * shot.noise
    return np.clip(photo + noise, 0, 255).astype(np.uint8), mm_to_px


def worst_mm(hub: HubSeen, mm_to_px: Matrix, points_mm: NDArray[np.float64] = PAGE_MM) -> float:
    """The largest error of a hub's transform over places (n, 2) on the print, in the print's orientation."""
    px = cv2.perspectiveTransform(points_mm[:, None], mm_to_px)[:, 0]
    turn = np.radians(hub.turn_deg)
    back = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    off = hub.transform.to_mm(px) @ back - points_mm
    return cast("float", np.linalg.norm(off, axis=1).max())
