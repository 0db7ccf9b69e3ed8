"""A pinhole camera above a table: millimetres to pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_LEAST_DESCENT = 0.08
"""Sine of the angle below the horizon at which the table is taken to end."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Projects table points (x right, y towards the viewer, z up, in mm) to pixels.

    axes: (3, 3) rows right, down, forward of the camera in table coordinates.
    position_mm: (3,) the optical centre. focal_px: focal length. centre_px: (2,) principal point.
    bulge: first radial distortion term, relative to the focal length; negative for barrel.
    """

    axes: NDArray[np.float64]
    position_mm: NDArray[np.float64]
    focal_px: float
    centre_px: NDArray[np.float64]
    bulge: float = 0.0

    def project(self, points_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """(n, 3) table points to (n, 2) pixels."""
        seen = (points_mm - self.position_mm) @ self.axes.T
        depth = np.maximum(seen[:, 2:], 1.0)
        flat = seen[:, :2] / depth
        flat = flat * (1.0 + self.bulge * np.sum(flat * flat, axis=1, keepdims=True))
        pixels: NDArray[np.float32] = (flat * self.focal_px + self.centre_px).astype(np.float32)
        return pixels

    def on_table(self, pixel: tuple[float, float]) -> NDArray[np.float64] | None:
        """The table point (x, y) mm at a pixel, lens distortion apart; None near and above the horizon."""
        across, down = (np.array(pixel) - self.centre_px) / self.focal_px
        ray = np.array([across, down, 1.0]) @ self.axes
        if ray[2] > -_LEAST_DESCENT * float(np.linalg.norm(ray)):
            return None
        point: NDArray[np.float64] = (self.position_mm - ray * (self.position_mm[2] / ray[2]))[:2]
        return point

    def table_to_px(self) -> NDArray[np.float64]:
        """(3, 3) homography of the table plane (z = 0), without lens distortion."""
        (x, y), focal = self.centre_px, self.focal_px
        k = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]])
        plane = np.stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.position_mm], axis=1)
        homography: NDArray[np.float64] = k @ plane
        return homography


@dataclass(frozen=True, slots=True)
class View:
    """How a camera looks at its target.

    tilt_deg: 0 looks straight down, 60 far to the side. px_per_mm: at the target. size_px: (width, height).
    """

    tilt_deg: float
    roll_deg: float
    px_per_mm: float
    focal_px: float
    size_px: tuple[int, int]
    bulge: float = 0.0


def look_at(target_mm: NDArray[np.float64], view: View) -> Camera:
    """A camera that sees `target_mm` (x, y) in the middle of the picture."""
    tilt, roll = np.radians(view.tilt_deg), np.radians(view.roll_deg)
    forward = np.array([0.0, -np.sin(tilt), -np.cos(tilt)])
    down = np.array([0.0, np.cos(tilt), -np.sin(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    turned_right = np.cos(roll) * right + np.sin(roll) * down
    turned_down = -np.sin(roll) * right + np.cos(roll) * down
    distance = view.focal_px / view.px_per_mm
    position = np.array([target_mm[0], target_mm[1], 0.0]) - distance * forward
    centre = np.array([view.size_px[0] / 2, view.size_px[1] / 2])
    axes = np.stack([turned_right, turned_down, forward])
    return Camera(axes, position, view.focal_px, centre, view.bulge)
