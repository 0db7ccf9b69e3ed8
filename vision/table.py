"""From pixels of the frame to millimetres on the table, with the perspective taken out."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TableTransform:
    """Maps frame pixels to table millimetres: x right, y down, as the picture shows it.

    px_to_mm: (3, 3) float64 homography.
    hub_radius_mm: of the hub whose middle is the origin; None when the origin is just some point.
    """

    px_to_mm: NDArray[np.float64]
    hub_radius_mm: float | None = None

    def __post_init__(self) -> None:
        matrix = np.array(self.px_to_mm, np.float64)
        if matrix.shape != (3, 3):
            raise ValueError(f"a table transform needs a (3, 3) matrix, got {matrix.shape}")
        if not np.isfinite(matrix).all() or np.linalg.matrix_rank(matrix) < 3:
            raise ValueError("a table transform needs a matrix that can be inverted")
        matrix.setflags(write=False)
        object.__setattr__(self, "px_to_mm", matrix)

    def to_mm(self, points_px: ArrayLike) -> Points:
        """Map (..., 2) pixels to (..., 2) float64 millimetres."""
        return _mapped(self.px_to_mm, points_px)

    def to_px(self, points_mm: ArrayLike) -> Points:
        """Map (..., 2) millimetres to (..., 2) float64 pixels."""
        return _mapped(np.linalg.inv(self.px_to_mm).astype(np.float64), points_mm)

    def upright(self, at_px: ArrayLike) -> Self:
        """The same table turned about its origin so that y is downward in the picture at a pixel (2,)."""
        here = np.asarray(at_px, np.float64)
        x, y = self.to_mm(here + np.array([0.0, 1.0])) - self.to_mm(here)
        c, s = np.array([y, x]) / np.hypot(x, y)
        return type(self)(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ self.px_to_mm, self.hub_radius_mm)

    def centred_at(self, origin_px: ArrayLike, hub_radius_mm: float | None = None) -> Self:
        """The same table with its origin under a pixel (2,)."""
        x, y = self.to_mm(origin_px)
        shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]])
        return type(self)(shift @ self.px_to_mm, hub_radius_mm)


def _mapped(matrix: NDArray[np.float64], points: ArrayLike) -> Points:
    """(..., 2) points through a homography."""
    flat = np.asarray(points, np.float64)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:], np.float64)


def from_corners(corners_px: ArrayLike, size_mm: tuple[float, float]) -> TableTransform:
    """The transform of a rectangle of known width and depth on the table, its middle as the origin.

    corners_px: (4, 2) top-left, top-right, bottom-right, bottom-left as the picture shows them.
    """
    corners = np.asarray(corners_px, np.float32)
    if corners.shape != (4, 2):
        raise ValueError(f"a rectangle needs (4, 2) corners, got {corners.shape}")
    width, depth = size_mm
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * (width / 2, depth / 2)
    return TableTransform(
        np.asarray(cv2.getPerspectiveTransform(corners, flat.astype(np.float32)), np.float64)
    )
