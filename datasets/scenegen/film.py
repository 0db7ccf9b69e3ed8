"""Streaks of light on tiles that are still wrapped in film."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.textures import as_field, as_image

Image = NDArray[np.uint8]


def _crease(rng: np.random.Generator, width: int, height: int) -> NDArray[np.int32]:
    """A wandering line (n, 2) across a picture, in sixteenths of a pixel."""
    count = int(rng.integers(3, 8))
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.35, count))
    steps = np.stack([np.cos(heading), np.sin(heading)], axis=1) * rng.uniform(0.1, 0.35, (count, 1)) * height
    points = rng.uniform(0, (width, height)) + np.cumsum(steps, axis=0)
    return np.round(points * 16).astype(np.int32)


def glint(rng: np.random.Generator, picture: Image) -> Image:
    """A tile's picture (h, w, 3) under film: thin bright creases, some of them soft, of uneven strength."""
    height, width = picture.shape[:2]
    light = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(2, 9))):
        streak = np.zeros_like(light)
        thick = max(1, round(height * rng.uniform(0.006, 0.03)))
        line = _crease(rng, width, height)
        cv2.polylines(
            streak, [line], isClosed=False, color=1.0, thickness=thick, lineType=cv2.LINE_AA, shift=4
        )
        soft = as_field(cv2.GaussianBlur(streak, (0, 0), max(height * rng.uniform(0.004, 0.02), 0.4)))
        light += soft * np.float32(rng.uniform(0.4, 1.5))
    uneven = cv2.resize(rng.uniform(0.2, 1.2, (3, 5)).astype(np.float32), (width, height))
    bright = picture + (light * uneven * 255)[..., None]
    return as_image(np.clip(bright, 0, 255))
