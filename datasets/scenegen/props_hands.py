"""Hands that reach in over the table, seen from above: palm, fingers, nails, forearm, sleeve."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.sprites import Pad, Sprite, circle_points, cloud, soften
from scenegen.textures import Color, Field, Image, as_field, as_image, blend, hsv, mix, scale, shade

# From very light to very dark, BGR, judged from photos in indoor light.
SKINS: tuple[Color, ...] = (
    (186, 203, 240),
    (160, 182, 228),
    (135, 162, 214),
    (110, 140, 198),
    (85, 115, 175),
    (62, 88, 140),
    (48, 66, 105),
    (36, 48, 76),
)


@dataclass(frozen=True, slots=True)
class Finger:
    """One finger: where it begins on the hand, its way, and how far it is bent.

    base_mm: (x, y), the hand's middle is the origin and fingers point to -y; angle_deg: clockwise
    from straight ahead; length_mm, radius_mm: stretched; curl: 0 straight to 1 folded under;
    bend_deg: how much the way turns at each joint.
    """

    base_mm: tuple[float, float]
    angle_deg: float
    length_mm: float
    radius_mm: float
    curl: float
    bend_deg: float = 0.0


LONGEST_ARM_MM = 210.0
"""Of hands by lot, and of what a sleeve leaves bare twice over."""

# Base, angle when spread, length and radius of index, middle, ring and little finger (mm), right hand.
FINGERS = (
    ((-29.0, -42.0), -9.0, 76.0, 9.2),
    ((-9.5, -47.0), -1.0, 84.0, 9.6),
    ((10.0, -44.0), 6.0, 77.0, 9.0),
    ((27.5, -35.0), 15.0, 61.0, 7.8),
)
# Circles (x, y, radius) whose hull is the back of the hand: two knuckle corners, top, two at the wrist.
PALM = ((-26, -38, 12), (25, -32, 11), (0, -42, 14), (-22, 26, 15), (20, 28, 14))
# Per pose: spread factor, curls of the four fingers, thumb (angle, curl, bend).
POSES: dict[str, tuple[float, tuple[float, float, float, float], tuple[float, float, float]]] = {
    "flat": (1.0, (0.05, 0.05, 0.05, 0.05), (-52.0, 0.05, 12.0)),
    "spread": (2.2, (0.05, 0.05, 0.05, 0.08), (-70.0, 0.0, 8.0)),
    "closed": (0.25, (0.1, 0.08, 0.1, 0.15), (-32.0, 0.15, 16.0)),
    "pointing": (0.6, (0.02, 0.8, 0.85, 0.88), (-28.0, 0.35, 22.0)),
    "pinching": (0.7, (0.42, 0.5, 0.62, 0.7), (-30.0, 0.05, 16.0)),
    "grasping": (0.8, (0.4, 0.4, 0.45, 0.5), (-42.0, 0.2, 22.0)),
    "two_fingers": (0.9, (0.08, 0.08, 0.8, 0.85), (-26.0, 0.4, 24.0)),
    "fist": (0.5, (0.85, 0.85, 0.87, 0.9), (-24.0, 0.5, 30.0)),
}


def _fingers(rng: np.random.Generator, pose: str | None) -> list[Finger]:
    drawn = str(rng.choice(list(POSES)))
    spread, curls, (thumb_angle, thumb_curl, thumb_bend) = POSES[pose or drawn]
    sway = rng.normal(0, 3)
    fingers = []
    for (base, angle, length, radius), curl in zip(FINGERS, curls, strict=True):
        bent = float(np.clip(curl + rng.normal(0, 0.06), 0, 0.92))
        way = angle * spread + sway + rng.normal(0, 2)
        bend = rng.normal(0, 2) - angle * 0.25
        fingers.append(Finger(base, way, length, radius, bent, bend))
    thumb_way = thumb_angle + rng.normal(0, 5)
    fingers.append(Finger((-31.0, 8.0), thumb_way, 72.0, 11.0, thumb_curl, thumb_bend))
    return fingers


def _joints(finger: Finger) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres (4, 2) and radii (4,) of knuckle, two joints and tip, seen from above."""
    # A bent finger turns down out of sight: its outer segments shorten more than the first.
    shares = np.array([0.46, 0.3, 0.24])
    seen = np.cos(np.array([0.55, 1.35, 1.75]) * finger.curl * np.pi / 2)
    lengths = finger.length_mm * shares * np.maximum(seen, 0.06)
    angles = np.radians(finger.angle_deg + finger.bend_deg * np.arange(3))
    steps = np.stack([np.sin(angles), -np.cos(angles)], axis=1) * lengths[:, None]
    points = np.vstack([[0.0, 0.0], np.cumsum(steps, axis=0)]) + finger.base_mm
    return points, finger.radius_mm * np.array([1.08, 1.0, 0.9, 0.76])


def _capsule(start: NDArray[np.float64], end: NDArray[np.float64], radii: tuple[float, float]) -> Field:
    circles = [circle_points(start, radii[0], 20), circle_points(end, radii[1], 20)]
    hull = cv2.convexHull(np.concatenate(circles))
    return as_field(hull.reshape(-1, 2))


class _Relief:
    """The hand's height over the table, raised part by part, in pixels of the pad."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.height: Field = np.zeros(pad.alpha.shape, np.float32)

    def raise_part(self, mask: Image, top_mm: float, lift_mm: float) -> None:
        """Lay a rounded part of the given thickness on top of what is there."""
        x, y, width, height = cv2.boundingRect(mask)
        if width == 0 or height == 0:
            return
        part = np.s_[y : y + height, x : x + width]
        # The arm is cut by the lower edge, not rounded off there.
        below = 0 if y + height == mask.shape[0] else 1
        padded = cv2.copyMakeBorder(mask[part], 1, below, 1, 1, cv2.BORDER_CONSTANT, value=0)
        far = as_field(cv2.distanceTransform(padded, cv2.DIST_L2, 3))[1 : height + 1, 1:-1]
        thick_px = np.float32(top_mm * self.pad.px_per_mm)
        inside = np.clip(far / thick_px, 0, 1)
        dome = np.sqrt(1 - (1 - inside) ** 2) * thick_px
        raised = np.where(far > 0, dome + np.float32(lift_mm * self.pad.px_per_mm), np.float32(0))
        self.height[part] = np.maximum(self.height[part], raised)

    def gain(self, light_rad: float) -> Field:
        """Shading around 1: slopes toward the light are bright, gaps between parts are dark."""
        # Skin rounds off where two parts meet; without this each capsule shows as a tube.
        # The arm goes on below the lower edge, so the blur must not see an end there.
        rows = self.height.shape[0]
        longer = cv2.copyMakeBorder(self.height, 0, round(9 * self.pad.px_per_mm), 0, 0, cv2.BORDER_REPLICATE)
        soft = soften(as_field(longer), max(1.7 * self.pad.px_per_mm, 0.7))
        across = as_field(cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)) / 8
        down = as_field(cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)) / 8
        slope = across * np.float32(np.cos(light_rad)) + down * np.float32(np.sin(light_rad))
        upright = 1 / np.sqrt(1 + across**2 + down**2 + (0.6 * slope) ** 2)
        wide = soften(soft, max(4 * self.pad.px_per_mm, 1))
        hollow = np.clip((wide - soft) / np.float32(6 * self.pad.px_per_mm), 0, 0.6)
        return as_field(0.42 + 0.62 * upright + 0.24 * slope * upright - 0.9 * hollow)[:rows]


def _arm(rng: np.random.Generator, length_mm: float) -> tuple[Field, Field]:
    """Outline of wrist and forearm from the hand to the lower edge, and of the sleeve over it."""
    wrist, elbow = rng.uniform(24, 29), rng.uniform(34, 46)
    lean = rng.normal(0, 14)
    far = 46 + length_mm
    arm = [(-36, 20), (36, 20), (wrist, 58), (elbow + lean, far), (-elbow + lean, far), (-wrist, 58)]
    cuff = rng.uniform(52, 60 + 0.5 * min(length_mm, LONGEST_ARM_MM))
    share = (cuff - 58) / max(far - 58, 1)
    half = wrist + (elbow - wrist) * max(share, 0) + rng.uniform(4, 10)
    middle = lean * max(share, 0)
    sleeve = [(middle - half, cuff), (middle + half, cuff + rng.normal(0, 3))]
    sleeve += [(lean + elbow + 9, far + 5), (lean - elbow - 9, far + 5)]
    return as_field(np.array(arm)), as_field(np.array(sleeve))


def _nail(pad: Pad, finger: Finger, color: Color) -> None:
    points, radii = _joints(finger)
    way = points[3] - points[2]
    reach = float(np.hypot(*way))
    if reach < 0.5 * radii[3]:
        return
    way = way / reach
    side = np.array([way[1], -way[0]])
    oval = circle_points((0, 0), 1.0, 20)
    centre = points[3] + way * radii[3] * 0.12
    shape = oval[:, :1] * side * radii[3] * 0.62 + oval[:, 1:] * way * radii[3] * 0.8 + centre
    pad.fill(shape, color)
    pad.line(shape[11:20], 0.25, scale(color, 0.85))


def _creases(rng: np.random.Generator, pad: Pad, finger: Finger, skin: Color) -> None:
    """Wrinkles over the joints of a stretched finger, and a redder knuckle."""
    points, radii = _joints(finger)
    for joint in (1, 2):
        way = points[joint] - points[joint - 1]
        reach = float(np.hypot(*way))
        if reach < radii[joint]:
            continue
        way = way / reach
        side = np.array([way[1], -way[0]])
        for offset in (-1.6, 0.0, 1.6):
            half = radii[joint] * rng.uniform(0.35, 0.6)
            middle = points[joint] + way * (offset + rng.normal(0, 0.3))
            bow = middle + way * 0.6 * np.sign(offset)
            pad.line(np.array([middle - side * half, bow, middle + side * half]), 0.3, scale(skin, 0.85))


def _sleeve_color(rng: np.random.Generator) -> Color:
    return hsv(rng.random(), rng.uniform(0.0, 0.8), rng.uniform(0.06, 0.95))


def _dress(rng: np.random.Generator, pad: Pad, sleeve: Field) -> None:
    """Pull a sleeve over the forearm: folds across, a cuff, sometimes stripes."""
    mask = pad.mask(sleeve)
    top = cv2.boundingRect(mask)[1]
    color = _sleeve_color(rng)
    cloth = np.empty_like(pad.bgr[top:])
    cloth[:] = color
    bare, pad.bgr[top:] = pad.bgr[top:].copy(), cloth
    if rng.random() < 0.25:
        stripe = _sleeve_color(rng)
        for y in np.arange(sleeve[0, 1], sleeve[2, 1], rng.uniform(8, 20)):
            pad.line([(-130, y), (130, y + 4)], 3, stripe)
    pad.line(sleeve[:2] + np.array([0.0, 5.0]), 0.5, scale(color, 0.7))
    inside = mask[top:]
    folds = 0.6 * cloud(rng, inside.shape, 6) + 0.4 * cloud(rng, inside.shape, 14)
    far = as_field(cv2.distanceTransform(mask, cv2.DIST_L2, 3))[top:]
    rounded = np.sqrt(np.minimum(far / np.float32(22 * pad.px_per_mm), 1))
    gain = as_field((0.6 + 0.8 * folds) * (0.6 + 0.45 * rounded))
    pad.bgr[top:] = blend(bare, shade(pad.bgr[top:], gain), inside)
    pad.alpha = np.maximum(pad.alpha, mask)


def _paint_skin(rng: np.random.Generator, pad: Pad, fingers: list[Finger], skin: Color) -> None:
    for finger in fingers:
        points, radii = _joints(finger)
        red = mix(skin, scale((70, 70, 190), max(skin) / 230), 0.18)
        for joint in range(4):
            pad.disc(points[joint], radii[joint] * 0.8, mix(skin, red, 0.6))
    side_px = round(5 * pad.px_per_mm) | 1
    pad.bgr = as_image(cv2.blur(cv2.blur(pad.bgr, (side_px, side_px)), (side_px, side_px)))
    longest_mm = max(pad.size_mm)
    mottle = 0.6 * cloud(rng, pad.alpha.shape, longest_mm / 14) + 0.4 * cloud(
        rng, pad.alpha.shape, longest_mm / 2
    )
    pad.tint(as_field(0.96 + 0.08 * mottle))
    for finger in fingers:
        _creases(rng, pad, finger, skin)
    nail = mix(skin, (215, 205, 245), rng.uniform(0.25, 0.5))
    if rng.random() < 0.15:
        nail = hsv(rng.uniform(0.85, 1.1), 0.8, rng.uniform(0.4, 0.9))
    for finger in fingers:
        if finger.curl < 0.5:
            _nail(pad, finger, nail)


def _model(pad: Pad, fingers: list[Finger], arm: Field) -> _Relief:
    """Build the hand's outline on the pad, and its height."""
    relief = _Relief(pad)
    circles = [circle_points((x, y), radius, 24) for x, y, radius in PALM]
    palm = as_field(cv2.convexHull(np.concatenate(circles)).reshape(-1, 2))
    for part, thick_mm, lift_mm in ((arm, 17, 0), (palm, 13, 4)):
        mask = pad.mask(part)
        pad.alpha = np.maximum(pad.alpha, mask)
        relief.raise_part(mask, thick_mm, lift_mm)
    for finger in fingers:
        points, radii = _joints(finger)
        mask = np.zeros_like(pad.alpha)
        for joint in range(3):
            part = _capsule(points[joint], points[joint + 1], (radii[joint], radii[joint + 1]))
            cv2.fillPoly(mask, [pad.px(part)], 255, cv2.LINE_AA, 4)
        pad.alpha = np.maximum(pad.alpha, mask)
        relief.raise_part(mask, finger.radius_mm, 6 + 8 * finger.curl)
        if finger.base_mm[1] < 0:
            # The tendon behind each knuckle shows as a faint ridge over the back of the hand.
            wrist = np.array([0.25 * finger.base_mm[0], 30.0])
            relief.raise_part(pad.mask(_capsule(points[0], wrist, (7.0, 3.0))), 4, 13.5)
    return relief


def _trimmed(sprite: Sprite, px_per_mm: float) -> Sprite:
    """Cut off empty columns and rows, but for one pixel; the arm still ends at the lower edge."""
    x, y, width, _ = cv2.boundingRect(sprite.rgba[..., 3])
    left, top = max(x - 1, 0), max(y - 1, 0)
    rgba = sprite.rgba[top:, left : x + width + 1]
    size_mm = (rgba.shape[1] / px_per_mm, rgba.shape[0] / px_per_mm)
    return Sprite(np.ascontiguousarray(rgba), size_mm, sprite.height_mm)


def hand(
    rng: np.random.Generator, px_per_mm: float, arm_mm: float | None = None, pose: str | None = None
) -> Sprite:
    """A left or right hand with its arm, which leaves through the sprite's lower edge.

    arm_mm: from the wrist on. pose: of `POSES`. Both by lot where they are not given.
    """
    drawn_mm, wrist_mm, room_mm = rng.uniform(40, LONGEST_ARM_MM), 45.0, 150.0
    arm_mm = drawn_mm if arm_mm is None else arm_mm
    size_mm = (260.0, room_mm + wrist_mm + arm_mm)
    # Skin is soft, so two thirds of the pixels are enough and cost less than half.
    oversample = 0.65 if px_per_mm > 1 else 1.0
    pad = Pad(size_mm, px_per_mm, oversample, (0.0, (room_mm - wrist_mm - arm_mm) / 2))
    skin = mix(SKINS[rng.integers(len(SKINS))], SKINS[rng.integers(len(SKINS))], rng.uniform(0, 0.3))
    pad.bgr[:] = skin
    fingers = _fingers(rng, pose)
    arm, sleeve = _arm(rng, arm_mm)
    relief = _model(pad, fingers, arm)
    _paint_skin(rng, pad, fingers, skin)
    pad.tint(relief.gain(rng.uniform(0, 2 * np.pi)))
    if rng.random() < 0.75:
        _dress(rng, pad, sleeve)
    if rng.random() < 0.5:
        pad.bgr, pad.alpha = pad.bgr[:, ::-1].copy(), pad.alpha[:, ::-1].copy()
    return _trimmed(pad.sprite(rng.uniform(20, 60)), px_per_mm)
