"""The table's perspective from the tiles themselves: each is known to be twice as long as wide."""

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import least_squares

from vision.table import Points, TableTransform

FEWEST = 3
"""With fewer tiles the camera is taken to look straight down."""
_STEEPEST = tan(radians(62))
_STARTS_DEG = (0, 20, 40)
_TRIED = 2
"""So many of the guesses are followed up."""
_REFITS = 3
_MISFIT = 0.2
"""A tile that comes out more than so much too long or narrow stands, or is none."""
_KEPT_AT_LEAST = 0.6
_NEARER_TOP = tan(radians(12))
"""The picture's top is the far side of the table, or hardly nearer than its bottom: who films stands upright.
Tiles standing in a hand lean the other way, and there are often more of them than of tiles that lie flat."""
_MISFITS_LITTLE = 0.12
"""Where the usual tile fits no better than this, the camera may hang upside down after all."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """Quads (n, 4, 2) in units of half the picture about its middle, and the sizes due."""

    quads: Points
    length_mm: float
    width_mm: float


def estimate_from_tiles(
    corners_px: ArrayLike, frame_px: tuple[int, int], tile_mm: tuple[float, float] = (50.0, 25.0)
) -> TableTransform:
    """The transform under which the tiles come out as rectangles of one size, twice as long as wide.

    corners_px: (n, 4, 2) quads, corners 0 and 1 bounding a short side. frame_px: width and height.
    Tiles that stand, or were found badly, have little say. The origin is the picture's middle; the
    height of tiles is ignored: it is their upper sides that lie in the plane.
    """
    quads = np.asarray(corners_px, np.float64).reshape(-1, 4, 2)
    middle = np.array(frame_px, np.float64) / 2
    unit = float(middle.max())
    tiles = _Tiles((quads - middle) / unit, *tile_mm)
    to_unit = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    if not len(quads):
        scale = tile_mm[0] * 20
        return TableTransform(np.diag([scale, scale, 1.0]) @ to_unit)
    start = np.log(tiles.length_mm / max(float(np.median(_lengths(tiles.quads))), 1e-6))
    if len(quads) < FEWEST:
        return TableTransform(np.diag([np.exp(start), np.exp(start), 1.0]) @ to_unit)
    return TableTransform(_homography(_fit_to_most(tiles, start)) @ to_unit)


def _fit_to_most(tiles: _Tiles, log_scale: float) -> NDArray[np.float64]:
    """(5,) the parameters under which most tiles look like some."""
    upright = _fit_again(tiles, log_scale, -_NEARER_TOP)
    usual = float(np.median(_misfit(upright, tiles)))
    if usual <= _MISFITS_LITTLE:
        return upright
    any_way = _fit_again(tiles, log_scale, -_STEEPEST)
    return any_way if 2 * float(np.median(_misfit(any_way, tiles))) < usual else upright


def _fit_again(tiles: _Tiles, log_scale: float, least_lean: float) -> NDArray[np.float64]:
    """(5,) the parameters, fitted again to those tiles that the fit before made look like tiles."""
    guesses = [each for each in _guesses(tiles, log_scale) if each[1] >= least_lean]
    found = _fit(tiles, guesses[:_TRIED], least_lean)
    for _ in range(_REFITS):
        misfit = _misfit(found, tiles)
        kept = misfit <= max(_MISFIT, float(np.quantile(misfit, _KEPT_AT_LEAST)))
        if kept.all() or kept.sum() < FEWEST:
            break
        tiles = _Tiles(tiles.quads[kept], tiles.length_mm, tiles.width_mm)
        found = _fit(tiles, [found], least_lean)
    return found


def _misfit(parameters: NDArray[np.float64], tiles: _Tiles) -> NDArray[np.float64]:
    """(n,) by how much of its length or width each tile is too long or too short, as a logarithm."""
    matrix = _homography(parameters)
    mapped = tiles.quads @ matrix[:, :2].T + matrix[:, 2]
    quads = mapped[..., :2] / np.maximum(mapped[..., 2:], 1e-3)
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    longer = np.exp(parameters[4])
    expected = np.array([tiles.width_mm, tiles.length_mm * longer] * 2)
    return np.asarray(np.abs(np.log(np.maximum(lengths, 1e-6) / expected)).max(axis=1))


def _lengths(quads: Points) -> NDArray[np.float64]:
    """(n,) the long side of each quad, the mean of both."""
    return np.asarray(np.linalg.norm(quads[:, [1, 3]] - quads[:, [2, 0]], axis=2).mean(axis=1))


def _guesses(tiles: _Tiles, log_scale: float) -> list[NDArray[np.float64]]:
    """Parameters (5,) to begin with, for tilts in every direction, the likeliest first."""
    leans = [(tan(radians(tilt)), turn) for tilt in _STARTS_DEG for turn in range(0, 360 if tilt else 1, 45)]
    guesses = [
        np.array([lean * cos(radians(turn)), lean * sin(radians(turn)), 0.0, log_scale, 0.0])
        for lean, turn in leans
    ]
    return sorted(guesses, key=lambda each: float(np.log1p(_residuals(each, tiles) ** 2).sum()))


def _fit(tiles: _Tiles, guesses: list[NDArray[np.float64]], least_lean: float) -> NDArray[np.float64]:
    """(5,) the best parameters that any of the guesses leads to; least_lean: of the normal towards y."""
    bounds = ([-_STEEPEST, least_lean, -1.2, -np.inf, -0.2], [_STEEPEST, _STEEPEST, 1.2, np.inf, 0.2])
    found = [
        least_squares(_residuals, guess, args=(tiles,), bounds=bounds, loss="soft_l1", f_scale=2.0)
        for guess in guesses
    ]
    return np.asarray(min(found, key=lambda each: float(each.cost)).x, np.float64)


def _homography(parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3) from unit picture coordinates to mm.

    parameters: lean of the table's normal towards x and y (tangents), log focal length in picture units
    relative to 1.6, log mm per unit in the middle, log of what tiles are longer than twice their width.
    """
    lean_x, lean_y, log_focal, log_scale, _ = parameters
    focal = 1.6 * np.exp(log_focal)
    normal = np.array([lean_x, lean_y, 1.0])
    normal /= np.linalg.norm(normal)
    across = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    across /= np.linalg.norm(across)
    down = np.cross(normal, across)
    to_ray = np.diag([1 / focal, 1 / focal, 1.0])
    # The middle of the picture stays the origin, and keeps its scale across the lean.
    flat = np.stack([across, down, normal]) @ to_ray
    shift = np.eye(3)
    shift[:2, 2] = -flat[:2, 2] / flat[2, 2]
    scaled = np.exp(log_scale) * focal * normal[2]
    return np.asarray(np.diag([scaled, scaled, 1.0]) @ shift @ flat)


def _residuals(parameters: NDArray[np.float64], tiles: _Tiles) -> NDArray[np.float64]:
    """How far each tile is from a rectangle of the right size, in parts of about a hundredth; and priors."""
    matrix = _homography(parameters)
    mapped = tiles.quads @ matrix[:, :2].T + matrix[:, 2]
    depth = np.maximum(mapped[..., 2:], 1e-3)
    quads = mapped[..., :2] / depth
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.maximum(np.linalg.norm(sides, axis=2), 1e-6)
    longer = np.exp(parameters[4])
    expected = np.array([tiles.width_mm, tiles.length_mm * longer] * 2)
    stretch = np.log(lengths / expected) / np.array([0.04, 0.02] * 2)
    turned = np.roll(sides, -1, axis=1)
    corner = np.sum(sides * turned, axis=2) / (lengths * np.roll(lengths, -1, axis=1)) / 0.04
    prior = np.array([parameters[0] / 0.8, parameters[1] / 0.8, parameters[2] / 0.35, parameters[4] / 0.04])
    return np.concatenate([stretch.ravel(), corner.ravel(), prior])
