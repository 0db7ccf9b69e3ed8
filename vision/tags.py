"""The printed hub: which tag means what, where each lies, and what the tags in a picture say of the table.

The family is AprilTag 36h11 as OpenCV draws it. On the sheet as it is read, x points right and y down from
the hub's middle, and degrees run clockwise from x. A hub may lie turned on the table: what is found in a
picture says by how much, and gives the millimetres as the picture shows them.
"""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table import TableTransform
from vision.tags_fit import laid_over

Image = NDArray[np.uint8]

FEWEST_SEATS, MOST_SEATS = 2, 12
HUB_RADIUS_MM = 93.0
"""Both A4 and Letter leave room for the disc and a printer's margins."""
RECESS_MM = (58.0, 30.0)
"""Room for the engine tile: sets have tiles of up to 56 × 28 mm."""
TAG_MM = 38.0
CELLS = 8
"""Squares along a tag: six of code within a black border."""
QUIET_MM = TAG_MM / CELLS
"""White that has to stay around a tag, or its border is lost."""
MARKER_TAG_MM = 20.0
TAGS_FOR_EXACT = 4

_TAGS_PER_HUB = 6
# As near to the middle as the recess allows; trains begin outside, so that no tile hides a tag.
_TAG_REACH_MM = 58.0
_FIRST_MARKER = 200
_MEXICAN_HEADING_DEG = 270.0
_SLACK_PX = 3.0
"""A corner farther than this from where the other tags want it belongs to a misread tag."""
_LEAST_WINDOW_PX = 13
"""A smaller window for the threshold finds no more tags, but every grain of a noisy picture."""
_CORRECTED_BITS = 0.4
"""Share of the code's correctable bits: three of 36 would let one quad in 30,000 pass for a tag of ours."""


@dataclass(frozen=True, slots=True)
class HubTag:
    """A tag of the hub: its number, its middle, how far its upper side is turned clockwise from up."""

    tag_id: int
    x_mm: float
    y_mm: float
    turn_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class HubSeen:
    """A printed hub in a picture.

    transform: the hub's middle as its origin, x right as the picture shows it.
    seats: how many it was printed for. turn_deg: how far it lies turned clockwise, 0 as it is read.
    tag_ids: the tags that agree. error_px: typical distance between a corner and where the transform puts it.
    """

    transform: TableTransform
    seats: int
    turn_deg: float
    tag_ids: tuple[int, ...]
    error_px: float

    @property
    def is_exact(self) -> bool:
        """Whether there are enough tags; with fewer, millimetres far from the hub are rough."""
        return len(self.tag_ids) >= TAGS_FOR_EXACT

    def slot_at(self, heading_deg: float) -> int:
        """The slot in a direction as the picture shows it: 0 is the Mexican train's, others seats from 1."""
        return nearest_slot(heading_deg - self.turn_deg, self.seats)


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSeen:
    """A printed marker. seat: from 1 up, as printed on it. corners_px: (4, 2) of its tag, clockwise."""

    seat: int
    corners_px: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TagsSeen:
    """What a picture's tags say; hub is None when no tag of one can be read."""

    hub: HubSeen | None
    markers: tuple[MarkerSeen, ...]


def hub_tags(seats: int) -> tuple[HubTag, ...]:
    """The tags of a hub for so many seats, clockwise from x, their upper sides outward."""
    _check_seats(seats)
    steps = np.arange(_TAGS_PER_HUB) * 360 / _TAGS_PER_HUB
    return tuple(
        HubTag(
            10 * seats + place,
            _TAG_REACH_MM * float(np.cos(np.radians(heading))),
            _TAG_REACH_MM * float(np.sin(np.radians(heading))),
            float(heading + 90) % 360,
        )
        for place, heading in enumerate(steps)
    )


def seats_of_hub_tag(tag_id: int) -> int | None:
    """How many seats the hub with this tag is for, or None for a tag of no hub."""
    seats, place = divmod(tag_id, 10)
    return seats if FEWEST_SEATS <= seats <= MOST_SEATS and place < _TAGS_PER_HUB else None


def marker_tag_id(seat: int) -> int:
    """The tag on the printed marker of a seat, counted from 1."""
    if not 1 <= seat <= MOST_SEATS:
        raise ValueError(f"a marker needs a seat from 1 to {MOST_SEATS}, got {seat}")
    return _FIRST_MARKER + seat


def seat_of_marker_tag(tag_id: int) -> int | None:
    """Whose printed marker bears this tag, or None for a tag of no marker."""
    seat = tag_id - _FIRST_MARKER
    return seat if 1 <= seat <= MOST_SEATS else None


def slot_headings_deg(seats: int) -> tuple[float, ...]:
    """Directions of a hub's slots, clockwise: first the Mexican train's at the top, then each seat's."""
    _check_seats(seats)
    return tuple((_MEXICAN_HEADING_DEG + slot * 360 / (seats + 1)) % 360 for slot in range(seats + 1))


def nearest_slot(heading_deg: float, seats: int) -> int:
    """The slot of a hub that lies in a direction: 0 is the Mexican train's, others are seats from 1."""
    headings = np.array(slot_headings_deg(seats))
    return int(np.argmin(np.abs((headings - heading_deg + 180) % 360 - 180)))


def tag_cells(tag_id: int) -> NDArray[np.bool_]:
    """(8, 8) the tag's squares, border included; black ones are set."""
    return np.asarray(cv2.aruco.generateImageMarker(_family(), tag_id, CELLS) == 0)


def tag_corners_mm(tag: HubTag) -> NDArray[np.float64]:
    """(4, 2) corners of a hub's tag, clockwise from its own upper left."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * TAG_MM / 2
    return turned_mm(half, tag)


def turned_mm(points_mm: NDArray[np.float64], tag: HubTag) -> NDArray[np.float64]:
    """(n, 2) points around a tag's upright middle to where they lie on the hub."""
    turn = np.radians(tag.turn_deg)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    placed: NDArray[np.float64] = points_mm @ matrix + (tag.x_mm, tag.y_mm)
    return placed


def find_tags(luma: Image) -> TagsSeen:
    """Read the hub and the markers in a grey picture (h, w)."""
    corners, ids = _detect(luma)
    markers = tuple(
        MarkerSeen(seat, quad)
        for tag_id, quad in zip(ids, corners, strict=True)
        if (seat := seat_of_marker_tag(tag_id)) is not None
    )
    return TagsSeen(_hub_from(luma, dict(zip(ids, corners, strict=True))), markers)


def _check_seats(seats: int) -> None:
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError(f"a hub needs {FEWEST_SEATS} to {MOST_SEATS} seats, got {seats}")


def _family() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def _detect(luma: Image) -> tuple[list[NDArray[np.float32]], list[int]]:
    """Corners (4, 2) px, clockwise from each tag's own upper left, and numbers of all tags."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = _CORRECTED_BITS
    parameters.adaptiveThreshWinSizeMin = _LEAST_WINDOW_PX
    quads, ids, _ = cv2.aruco.ArucoDetector(_family(), parameters).detectMarkers(luma)
    if not quads:
        return [], []
    return [np.asarray(quad, np.float32).reshape(4, 2) for quad in quads], [int(i) for i in ids.ravel()]


def _hub_from(luma: Image, found: dict[int, NDArray[np.float32]]) -> HubSeen | None:
    """The hub that most of the tags belong to."""
    votes = Counter(seats for tag_id in found if (seats := seats_of_hub_tag(tag_id)) is not None)
    if not votes:
        return None
    seats = votes.most_common(1)[0][0]
    tags = [tag for tag in hub_tags(seats) if tag.tag_id in found]
    seen_px = np.stack([found[tag.tag_id] for tag in tags]).astype(np.float64)
    fit = _fit(seen_px, np.stack([tag_corners_mm(tag) for tag in tags]))
    if fit is None:
        return None
    mm_to_px, agrees = fit
    tags = [tag for tag, good in zip(tags, agrees, strict=True) if good]
    corners_mm = np.stack([tag_corners_mm(tag) for tag in tags])
    better = laid_over(luma, mm_to_px, [tag_cells(tag.tag_id) for tag in tags], corners_mm)
    off_px = _distances(better, seen_px[agrees], corners_mm)
    if (off_px < _SLACK_PX).all():
        mm_to_px = better
    else:
        off_px = _distances(mm_to_px, seen_px[agrees], corners_mm)
    turn_deg = _turn_deg(mm_to_px)
    transform = TableTransform(_turned(turn_deg) @ np.linalg.inv(mm_to_px), HUB_RADIUS_MM)
    ids = tuple(tag.tag_id for tag in tags)
    return HubSeen(transform, seats, turn_deg, ids, float(np.sqrt(np.mean(off_px**2))))


def _fit(
    seen_px: NDArray[np.float64], printed_mm: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
    """mm_to_px (3, 3) from (n, 4, 2) corners of n tags, and which (n,) of the tags agree with it."""
    # Fitted from paper to picture, because it is in the picture that errors are alike.
    fitted, _ = cv2.findHomography(printed_mm.reshape(-1, 2), seen_px.reshape(-1, 2), cv2.RANSAC, _SLACK_PX)
    # Nothing comes of corners on one line; what is mirrored was misread.
    mm_to_px = np.asarray(fitted, np.float64)
    if mm_to_px.shape != (3, 3) or not np.linalg.det(mm_to_px) > 0:
        return None
    agrees = np.asarray((_distances(mm_to_px, seen_px, printed_mm) < _SLACK_PX).all(axis=1))
    return (mm_to_px, agrees) if agrees.any() else None


def _distances(
    mm_to_px: NDArray[np.float64], seen_px: NDArray[np.float64], printed_mm: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, 4) how far each corner is seen from where it ought to be."""
    wanted = cv2.perspectiveTransform(printed_mm.reshape(-1, 1, 2), mm_to_px).reshape(seen_px.shape)
    return np.asarray(np.linalg.norm(wanted - seen_px, axis=2))


def _turn_deg(mm_to_px: NDArray[np.float64]) -> float:
    """How far the hub lies turned clockwise in the picture, slant and size taken out."""
    x, y, w = mm_to_px[:, 2]
    slopes = (mm_to_px[:2, :2] - np.outer([x / w, y / w], mm_to_px[2, :2])) / w
    left, _, right = np.linalg.svd(slopes)
    turn = left @ right
    return float(np.degrees(np.arctan2(turn[1, 0], turn[0, 0]))) % 360


def _turned(turn_deg: float) -> NDArray[np.float64]:
    """(3, 3) that turns points clockwise, y down."""
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
