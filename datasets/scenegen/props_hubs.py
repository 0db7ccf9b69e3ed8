"""Hubs: the piece in the middle of the table, with a recess for the engine tile and slots around."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scenegen.sprites import Pad, Place, Sprite, box_points, circle_points, cloud, turned
from scenegen.textures import Color, Field, as_field, hsv, mix, paint, random_color, scale

DARK: Color = (25, 25, 28)
WOODS: tuple[tuple[Color, Color], ...] = (
    ((170, 205, 228), (120, 165, 200)),
    ((120, 170, 210), (75, 120, 165)),
    ((70, 105, 155), (40, 65, 105)),
    ((45, 65, 95), (25, 38, 58)),
)


@dataclass(frozen=True, slots=True)
class HubShape:
    """Plan of a hub, in mm and radians; the outline is around the origin.

    slot_mm: distance of a slot's inner end from the middle, its length and its width.
    """

    outline: Field
    radius_mm: float
    recess_mm: tuple[float, float]
    slots: int
    turn_rad: float
    slot_mm: tuple[float, float, float]

    def slot_points(self, index: int, grow_mm: float = 0.0) -> Field:
        """Outline of one slot, which may be drawn larger on all sides."""
        near, length, width = self.slot_mm
        box = box_points((near + length / 2, 0), length + 2 * grow_mm, width + 2 * grow_mm, 1.5)
        return turned(box, -self.turn_rad - index * 2 * np.pi / self.slots)

    def slots_lie_inside(self) -> bool:
        """Whether the slots can be cut out without the hub falling apart."""
        corners = np.concatenate([self.slot_points(index, 2.0) for index in range(self.slots)])
        return all(
            cv2.pointPolygonTest(self.outline, (float(x), float(y)), measureDist=False) > 0
            for x, y in corners
        )


def _outline(rng: np.random.Generator, radius: float, slots: int, turn: float) -> Field:
    kind = rng.choice(["round", "polygon", "scalloped", "star", "square"], p=[0.4, 0.3, 0.12, 0.1, 0.08])
    angle = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    if kind == "polygon":
        corners = slots if slots in {6, 8} else int(rng.choice([6, 8]))
        return turned(circle_points((0, 0), radius, corners), np.pi / corners - turn)
    if kind == "square":
        return box_points((0, 0), 1.7 * radius, 1.7 * radius, rng.uniform(0, 20))
    reach = np.full(240, radius)
    if kind == "scalloped":
        reach = radius * (0.93 + 0.07 * np.cos(slots * (angle - turn)))
    if kind == "star":
        reach = radius * (0.84 + 0.16 * np.clip(2.2 * np.cos(slots * (angle - turn)), -1, 1))
    return as_field(np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None])


def hub_shape(rng: np.random.Generator, radius_range_mm: tuple[float, float] = (46, 98)) -> HubShape:
    """Draw the plan of a hub: 4 to 10 slots, mostly 8, around a recess for one tile."""
    radius = rng.uniform(*radius_range_mm)
    slots = int(rng.choice([4, 6, 8, 8, 8, 9, 10]))
    turn = rng.uniform(0, 2 * np.pi / slots)
    recess = (rng.uniform(50, 58), rng.uniform(25, 30))
    near = max(np.hypot(*recess) / 2 + 2, radius * rng.uniform(0.5, 0.75))
    length = max((radius - near) * rng.uniform(0.6, 1.2), 4.0)
    widest = 2 * near * np.tan(np.pi / slots) * 0.9
    width = min(rng.choice([rng.uniform(24, 29), rng.uniform(3, 14)]), widest)
    return HubShape(_outline(rng, radius, slots, turn), radius, recess, slots, turn, (near, length, width))


def _board(px_per_mm: float, shape: HubShape) -> Pad:
    """Make a pad that the outline just fits on."""
    width, height = (2 * np.abs(shape.outline).max(axis=0) + 1).tolist()
    return Pad((float(width), float(height)), px_per_mm, 1)


def _recess(rng: np.random.Generator, shape: HubShape) -> Field:
    """Outline of the middle: a tile's shape, a round well or a tile with a finger hole."""
    long, wide = shape.recess_mm
    pick = rng.random()
    if pick < 0.75:
        return turned(box_points((0, 0), long, wide, 2), rng.choice([0, np.pi / 2, -shape.turn_rad]))
    if pick < 0.9:
        return circle_points((0, 0), min(long / 2 + 3, 0.6 * shape.radius_mm))
    return circle_points((0, 0), long / 2 + 2, 8)


def _hollow(pad: Pad, points: Field, color: Color, depth: float, light_rad: float) -> None:
    pad.fill(points, color)
    mask = pad.mask(points)
    pad.bevel(mask, 1.2, -depth, light_rad)


def _numbers(rng: np.random.Generator, pad: Pad, shape: HubShape, color: Color) -> None:
    near, length, _ = shape.slot_mm
    reach = near + length * rng.uniform(0.3, 0.7)
    for index in range(shape.slots):
        angle = shape.turn_rad + index * 2 * np.pi / shape.slots
        pad.text(str(index + 1), (reach * np.cos(angle), reach * np.sin(angle)), 5.0, color)


def hub_wood(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A wooden disc or polygon with milled grooves, lacquered or raw."""
    shape = hub_shape(rng)
    pad = _board(px_per_mm, shape)
    light_color, dark_color = WOODS[rng.integers(len(WOODS))]
    pad.base(shape.outline, light_color)
    height, width = pad.alpha.shape
    long_mm = pad.size_mm[1]
    streaks = cv2.resize(
        rng.random((max(int(long_mm / 1.2), 2), 6), dtype=np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    wave = cloud(rng, pad.alpha.shape, 4) * np.float32(rng.uniform(4, 14))
    rings = 0.5 + 0.5 * np.sin(wave * 3 + np.linspace(0, long_mm / 4, height, dtype=np.float32)[:, None])
    grain = as_field(0.6 * as_field(streaks) + 0.4 * rings.astype(np.float32))
    pad.bgr = paint(grain, [light_color, dark_color])
    light = rng.uniform(0, 2 * np.pi)
    groove = scale(dark_color, rng.uniform(0.5, 0.95))
    _hollow(pad, _recess(rng, shape), groove, rng.uniform(40, 100), light)
    for index in range(shape.slots):
        _hollow(pad, shape.slot_points(index), groove, rng.uniform(40, 100), light)
    pad.bevel(pad.alpha, 1.5, rng.uniform(50, 110), light)
    if rng.random() < 0.3:
        _numbers(rng, pad, shape, scale(dark_color, 0.4))
    return pad.sprite(rng.uniform(5, 18))


def hub_plastic(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A moulded hub, one colour or slots in several, glossy, sometimes with ribs."""
    shape = hub_shape(rng)
    pad = _board(px_per_mm, shape)
    color = hsv(rng.random(), rng.uniform(0.0, 1.0), rng.uniform(0.08, 0.95))
    pad.base(shape.outline, color)
    light = rng.uniform(0, 2 * np.pi)
    many = rng.random() < 0.3
    first = rng.random()
    for index in range(shape.slots):
        tone = (
            hsv(first + index / shape.slots, 0.8, 0.85)
            if many
            else scale(color, rng.choice([0.75, 0.9, 1.1]))
        )
        if rng.random() < 0.9:
            pad.fill(shape.slot_points(index), tone)
    slots = np.zeros_like(pad.alpha)
    for index in range(shape.slots):
        cv2.fillPoly(slots, [pad.px(shape.slot_points(index))], 255, cv2.LINE_AA, 4)
    pad.bevel(slots, 1.0, -rng.uniform(40, 100), light)
    recess = _recess(rng, shape)
    _hollow(pad, recess, scale(color, 0.8), rng.uniform(40, 100), light)
    pad.bevel(pad.alpha, 1.5, rng.uniform(40, 100), light)
    place = rng.uniform(-0.6, 0.6, 2) * shape.radius_mm
    pad.shine((place[0], place[1]), shape.radius_mm * rng.uniform(0.2, 0.6), rng.uniform(0, 110))
    if rng.random() < 0.3:
        _numbers(rng, pad, shape, mix(color, (255, 255, 255), 0.7))
    return pad.sprite(rng.uniform(5, 22))


def hub_card(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A cardboard hub: flat, with printed boxes or cut slots for the trains."""
    shape = hub_shape(rng)
    pad = _board(px_per_mm, shape)
    brown = rng.random() < 0.4
    color = hsv(0.09, 0.35, rng.uniform(0.55, 0.8)) if brown else random_color(rng, (0, 0.8), (0.3, 1))
    ink = scale(color, 0.35) if sum(color) > 300 else (225, 230, 230)
    pad.base(shape.outline, color)
    pad.tint(as_field(0.93 + 0.14 * cloud(rng, pad.alpha.shape, 30)))
    cut = rng.random() < 0.6 and shape.slots_lie_inside()
    for index in range(shape.slots):
        slot = shape.slot_points(index)
        if cut:
            pad.clear(slot, 0.0)
        else:
            pad.line(np.vstack([slot, slot[:1]]), 0.7, ink)
    recess = _recess(rng, shape)
    pad.line(np.vstack([recess, recess[:1]]), 0.8, ink)
    if rng.random() < 0.5:
        _numbers(rng, pad, shape, ink)
    pad.bevel(pad.alpha, 0.4, rng.uniform(20, 70), rng.uniform(0, 6.28))
    return pad.sprite(rng.uniform(0.3, 3))


def _rails(pad: Pad, shape: HubShape, index: int, ink: Color, sleepers: Color) -> None:
    """A piece of railway that leads from the middle outward."""
    near, _, _ = shape.slot_mm
    way = -shape.turn_rad - index * 2 * np.pi / shape.slots
    far = shape.radius_mm * 1.02
    for x in np.arange(near, far, 4.0):
        pad.fill(turned(box_points((x, 0), 1.6, 13), way), sleepers)
    for side in (-4, 4):
        pad.line(turned([(near, side), (far, side)], way), 0.9, ink)


def _engine(pad: Pad, place: Place, size: float, angle: float, color: Color) -> None:
    """A steam engine from the side, as printed on hubs and markers."""
    x, y = float(place[0]), float(place[1])
    parts = [
        box_points((0, 0), 1.2, 0.4),
        box_points((0.38, -0.2), 0.42, 0.7),
        box_points((-0.42, -0.35), 0.14, 0.4),
    ]
    for part in parts:
        pad.fill(turned(part * size, angle, x, y), color)
    for wheel in (-0.4, -0.05, 0.35):
        pad.disc(turned([(wheel * size, 0.3 * size)], angle, x, y)[0], 0.17 * size, scale(color, 0.5))


def hub_printed(rng: np.random.Generator, px_per_mm: float) -> Sprite:
    """A printed sheet or card with rails, engines, numbers and a ring of coloured fields."""
    shape = hub_shape(rng, (60, 100))
    pad = _board(px_per_mm, shape)
    paper = hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.8, 1.0))
    pad.base(shape.outline, paper)
    first = rng.random()
    near = shape.slot_mm[0]
    colors = [hsv(first + i / shape.slots, rng.uniform(0.4, 0.9), 0.85) for i in range(shape.slots)]
    if rng.random() < 0.6:
        half = np.pi / shape.slots
        for index, color in enumerate(colors):
            angles = shape.turn_rad + index * 2 * half + np.linspace(-half, half, 9)
            rim = np.stack([np.cos(angles), np.sin(angles)], axis=1) * shape.radius_mm * 1.5
            pad.fill(np.vstack([[0, 0], rim]), mix(color, paper, rng.uniform(0, 0.4)))
        pad.disc((0, 0), near * 0.95, paper)
    for index, color in enumerate(colors):
        angle = shape.turn_rad + index * 2 * np.pi / shape.slots
        reach = (near + shape.radius_mm) / 2
        pick = rng.random()
        if pick < 0.5:
            _rails(pad, shape, index, (60, 60, 65), (50, 80, 115))
        elif pick < 0.75:
            _engine(
                pad, (reach * np.cos(angle), reach * np.sin(angle)), 13, angle + np.pi / 2, scale(color, 0.55)
            )
    pad.ring((0, 0), near * 0.97, 1.0, DARK)
    recess = _recess(rng, shape)
    pad.line(np.vstack([recess, recess[:1]]), 0.7, DARK)
    if rng.random() < 0.5:
        pad.text(str(rng.choice(["STATION", "MEXICAN TRAIN", "HUB", "ALL ABOARD"])), (0, 0), 4.5, DARK)
    if rng.random() < 0.5:
        _numbers(rng, pad, shape, DARK)
    pad.tint(as_field(0.95 + 0.1 * cloud(rng, pad.alpha.shape, 3)))
    return pad.sprite(rng.uniform(0.2, 2))
