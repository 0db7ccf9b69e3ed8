"""Where the whole picture has gone after a bump: a homography from the old picture to the new one."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

Homography = NDArray[np.float64]
"""(3, 3), from pixels of the old picture to pixels of the new one."""
Points = NDArray[np.float32]
"""(n, 2) px."""
Mask = NDArray[np.bool_]

_LONGEST = 1000
"""Pictures are registered at this size: a tenth of a cell there is less than half a pixel at 4K."""
_LEAST_MATCHES = 16
_FINE_PX = 12.0
_FAINT = 6.0
"""Grey values; texture that is much fainter is noise."""
_LEAST_SHARE = 0.2
_PLAIN = 0.95
_NO_POINTS = np.zeros((0, 2), np.float32)


def corners_moved(homography: Homography, size: tuple[int, int]) -> float:
    """How far the farthest corner of a picture (width, height) moves, in its own pixels."""
    w, h = size
    corners = np.array([[[0, 0]], [[w, 0]], [[w, h]], [[0, h]]], np.float64)
    moved = cv2.perspectiveTransform(corners, homography)
    return float(np.linalg.norm(moved - corners, axis=2).max())


def shift_between(before: Image, now: Image) -> Homography | None:
    """How most of a small grey picture moved as a whole from one frame to the next; None if it did not."""
    points = _corners(before, 160, 8.0, None)
    here, there = _followed(before, now, points, (15, 4))
    if len(here) < max(_LEAST_MATCHES, len(points) // 3):
        return None
    rigid, inliers = _rigid(here, there, 1.0)
    return rigid if inliers >= 0.5 * len(here) else None


def register(old: Image, new: Image, on_table: Mask | None = None) -> Homography | None:
    """The homography from an old full-size grey picture to a new one, within a pixel; None if not found.

    on_table: cells of a grid over the old picture that surely show the table: the floor below it and people
    move another way. Without, or if there is too little in it, the whole picture counts.
    """
    factor = min(_LONGEST / max(old.shape), 1.0)
    old, new = _resized(old, factor), _resized(new, factor)
    even_old, even_new = _evened(old), _evened(new)
    fine = None
    for mask in (on_table, None) if on_table is not None else (None,):
        where = _everywhere(old) if mask is None else _mask_of(mask, old)
        coarse = _match(old, new, where)
        fine = None if coarse is None else _refined(even_old, even_new, coarse, where)
        if fine is not None:
            break
    if fine is None:
        return None
    # Pixel centres: (x + .5) scales, not x.
    scale = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
    found = np.linalg.inv(scale) @ fine @ scale
    return np.asarray(found / found[2, 2], np.float64)


def _everywhere(picture: Image) -> Image:
    return np.full_like(picture, 255)


def _mask_of(on_table: Mask, picture: Image) -> Image:
    size = (picture.shape[1], picture.shape[0])
    mask = cv2.resize(on_table.astype(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(mask, np.uint8)


def _resized(picture: Image, factor: float) -> Image:
    if factor == 1.0:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _match(old: Image, new: Image, where: Image) -> Homography | None:
    """A first guess from features that look alike; where: in the old picture."""
    spots_old, looks_old = _features(old, where)
    spots_new, looks_new = _features(new, _everywhere(new))
    if min(len(spots_old), len(spots_new)) < _LEAST_MATCHES:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(looks_old, looks_new)
    from_px = spots_old[[pair.queryIdx for pair in pairs]]
    to_px = spots_new[[pair.trainIdx for pair in pairs]]
    # Four numbers instead of eight: far fewer wrong matches agree by chance.
    rigid, inliers = _rigid(from_px, to_px, 6.0)
    return rigid if inliers >= _LEAST_MATCHES else None


def _refined(old: Image, new: Image, guess: Homography, where: Image) -> Homography | None:
    """Follow many corners from the old picture, brought to where they should be, to the last fraction."""
    homography = guess
    h, w = new.shape
    for limit_px in (4.0, 1.0, 0.5):
        brought = np.asarray(cv2.warpPerspective(old, homography, (w, h)), np.uint8)
        # What comes in from beyond the old picture's border cannot be followed.
        seen = cv2.erode(
            cv2.warpPerspective(_everywhere(old), homography, (w, h)), np.ones((25, 25), np.uint8)
        )
        inside = np.asarray(cv2.min(seen, cv2.warpPerspective(where, homography, (w, h))), np.uint8)
        points = _corners(brought, 800, 12.0, inside)
        step, inliers = _step(*_followed(brought, new, points, (21, 2)), limit_px)
        if inliers < max(_LEAST_MATCHES, _LEAST_SHARE * len(points)):
            return None
        homography = step @ homography
    return homography


def _step(here: Points, there: Points, limit_px: float) -> tuple[Homography, int]:
    """The step that most points agree on: without perspective unless that explains clearly more of them."""
    rigid, agreeing = _rigid(here, there, limit_px)
    if agreeing < _LEAST_MATCHES:
        return rigid, 0
    full, inliers = cv2.findHomography(here, there, cv2.RANSAC, limit_px)
    count = int(np.count_nonzero(inliers))
    # Eight free numbers follow the noise of the outermost corners; four do not.
    return (rigid, agreeing) if agreeing >= _PLAIN * count else (np.asarray(full, np.float64), count)


def _evened(picture: Image) -> Image:
    """The picture without its light: corners are followed by grey values, and a lamp would drag them."""
    grey = np.asarray(picture, np.float32)
    fine = grey - _blurred(grey)
    # Faint texture has to count too: a homography that hangs on a few tiles swings wide at the corners.
    even = fine * (32 / (np.sqrt(_blurred(fine * fine)) + _FAINT))
    return np.asarray(np.clip(128 + even, 0, 255), np.uint8)


def _blurred(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _FINE_PX), np.float32)


# OpenCV gives None where it finds nothing, which its stubs do not say: hence `object` below.


def _corners(picture: Image, most: int, apart_px: float, mask: Image | None) -> Points:
    found: object = cv2.goodFeaturesToTrack(picture, most, 0.01, apart_px, mask=mask)
    return _NO_POINTS if found is None else np.asarray(found, np.float32).reshape(-1, 2)


def _followed(before: Image, now: Image, points: Points, window: tuple[int, int]) -> tuple[Points, Points]:
    """Those (n, 2) points that were found again, and where.

    window: its side, and how often the pictures are halved: each time the reach doubles, and points near the
    border are lost, where the window on the coarsest level reaches beyond it.
    """
    if len(points) == 0:
        return points, points
    side, levels = window
    there, status, _ = cv2.calcOpticalFlowPyrLK(
        before, now, points, points.copy(), winSize=(side, side), maxLevel=levels
    )
    good = np.asarray(status)[:, 0] > 0
    return points[good], np.asarray(there, np.float32)[good]


def _features(picture: Image, where: Image) -> tuple[Points, Image]:
    orb = cv2.ORB.create(nfeatures=2000, fastThreshold=8)
    spots, looks = orb.detectAndCompute(picture, where)
    if not spots:
        return _NO_POINTS, picture[:0]
    return np.array([spot.pt for spot in spots], np.float32).reshape(-1, 2), np.asarray(looks, np.uint8)


def _rigid(from_px: Points, to_px: Points, limit_px: float) -> tuple[Homography, int]:
    """The shift, turn and scale that most points agree on, and how many do."""
    if len(from_px) < _LEAST_MATCHES:
        return np.eye(3), 0
    found, inliers = cv2.estimateAffinePartial2D(
        from_px, to_px, ransacReprojThreshold=limit_px, maxIters=5000
    )
    some: object = found
    if some is None:
        return np.eye(3), 0
    return np.vstack([found, [0, 0, 1]]).astype(np.float64), int(np.count_nonzero(inliers))
