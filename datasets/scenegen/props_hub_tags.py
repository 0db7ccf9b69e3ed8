"""The hub that `stationmaster hub` prints, as a thing on the table: its tags tell the camera where it is."""

from __future__ import annotations

import cv2
import numpy as np

from scenegen.props_hubs import HubShape
from scenegen.sprites import Pad, Sprite, box_points, circle_points, cloud, turned
from scenegen.textures import Color, as_field, as_image, hsv
from vision.tags import (
    CELLS,
    FEWEST_SEATS,
    HUB_RADIUS_MM,
    MOST_SEATS,
    RECESS_MM,
    HubTag,
    hub_tags,
    slot_headings_deg,
    tag_cells,
    tag_corners_mm,
)

_GREY: Color = (140, 140, 140)
_EDGE_MM = 1.0
_SLOT_MM = (28.0, 86.0)
"""A slot's width and where it begins."""


def hub_with_tags(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A printed hub for some number of trains, cut out along its circle."""
    return printed_hub(rng, px_per_mm, _seats(rng))


def hub_with_tags_shape(rng: np.random.Generator) -> HubShape:
    """The plan of the hub that `hub_with_tags` draws by the same chance."""
    near = _SLOT_MM[1]
    slot = (near, HUB_RADIUS_MM - near, _SLOT_MM[0])
    outline = circle_points((0, 0), HUB_RADIUS_MM, 240)
    # The plan counts its slots the other way round; where they are is the same, one at the top.
    return HubShape(outline, HUB_RADIUS_MM, RECESS_MM, _seats(rng) + 1, np.pi / 2, slot)


def _seats(rng: np.random.Generator) -> int:
    return int(rng.integers(FEWEST_SEATS, MOST_SEATS + 1))


def printed_hub(rng: np.random.Generator, px_per_mm: float, seats: int) -> Sprite:
    """A printed hub for `seats` trains: paper and ink as they come."""
    side = 2 * (HUB_RADIUS_MM + _EDGE_MM)
    # Four times as fine, because a tag's squares are to stay sharp.
    pad = Pad((side, side), px_per_mm, 4)
    paper = hsv(rng.uniform(0.08, 0.18), rng.uniform(0, 0.08), rng.uniform(0.88, 1.0))
    ink = hsv(0.0, 0.0, rng.uniform(0.04, 0.2))
    pad.base(circle_points((0, 0), HUB_RADIUS_MM, 240), paper)
    for slot, heading in enumerate(slot_headings_deg(seats)):
        _slot(pad, slot, heading, ink)
    for tag in hub_tags(seats):
        _tag(pad, tag, ink, paper)
    recess = box_points((0, 0), *RECESS_MM)
    pad.line(np.vstack([recess, recess[:1]]), 0.4, _GREY)
    pad.text("engine tile", (0, 0), 3.5, _GREY)
    pad.tint(as_field(0.97 + 0.06 * cloud(rng, pad.alpha.shape, 3)))
    return pad.sprite(rng.uniform(0.2, 2.5))


def _slot(pad: Pad, slot: int, heading_deg: float, ink: Color) -> None:
    wide, near = _SLOT_MM
    turn = float(np.radians(heading_deg))
    color = hsv((slot - 1) * 5 / MOST_SEATS, 0.45, 1.0) if slot else (225, 225, 225)
    far = HUB_RADIUS_MM + _EDGE_MM
    pad.fill(turned(box_points(((near + far) / 2, 0), far - near, wide), turn), color)
    reach = (near + HUB_RADIUS_MM) / 2
    [(x, y)] = turned([(reach, 0)], turn)
    pad.text(str(slot) if slot else "MX", (float(x), float(y)), 4.0, ink)


def _tag(pad: Pad, tag: HubTag, ink: Color, paper: Color) -> None:
    """Print a tag's squares, each edge where the table of tags has it."""
    picture = np.where(tag_cells(tag.tag_id)[..., None], ink, paper).astype(np.uint8)
    square = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS]], np.float32) - np.float32(0.5)
    corners = as_field(pad.px(tag_corners_mm(tag)[:3]) / 16)
    to_pad = cv2.getAffineTransform(square, corners)
    size = pad.bgr.shape[1], pad.bgr.shape[0]
    pad.bgr = as_image(
        cv2.warpAffine(picture, to_pad, size, pad.bgr, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT)
    )
