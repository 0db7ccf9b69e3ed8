"""Lays arms, what they carry, people and their shadows over the settled table: only where they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.camera import Camera
from scenegen.compose import Canvas, paint_prop
from scenegen.film_look import FilmLook
from scenegen.film_paint import Lying, SettledTable, seen_from
from scenegen.film_paint_arms import Pose
from scenegen.film_paint_box import BLOCK, Box, Size, around, merged
from scenegen.film_paint_figures import Figures, Overhead
from scenegen.film_paint_light import Developer, Planes
from scenegen.film_script import FilmTile
from scenegen.textures import as_image

Image = NDArray[np.uint8]

_CELL = 96
_COARSE = 8
_DARKEST = 0.6
_CARRIED_MARGIN_PX = 16
CARRIED = -1000
"""The owner number of the first carried thing."""


def _cells(boxes: Iterable[Box], size: Size) -> tuple[Box, ...]:
    """Boxes on a grid that hold all the given ones and do not touch each other."""
    grid = np.zeros((-(-size[1] // _CELL), -(-size[0] // _CELL)), np.bool_)
    for box in boxes:
        rows = slice(box.y0 // _CELL, -(-box.y1 // _CELL))
        grid[rows, box.x0 // _CELL : -(-box.x1 // _CELL)] = True
    framed = np.pad(grid, ((0, 0), (1, 1))).astype(np.int8)
    found = []
    for row, start in np.argwhere(framed[:, 1:] > framed[:, :-1]) * _CELL:
        stop = start + _CELL
        while stop < size[0] and grid[row // _CELL, stop // _CELL]:
            stop += _CELL
        found.append(Box(int(start), int(row), min(int(stop), size[0]), min(int(row) + _CELL, size[1])))
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Above:
    """Everything above the table at a time. boxes: the parts of the picture where any of it is to be seen."""

    figures: tuple[Overhead, ...]
    carried: tuple[Lying, ...]
    boxes: tuple[Box, ...]


class OverheadPainter:
    """Composes frames from the settled table and what is above it."""

    def __init__(self, look: FilmLook, figures: Figures, table: SettledTable, developer: Developer) -> None:
        self.look = look
        self.figures = figures
        self.table = table
        self.developer = developer

    def above(self, poses: Iterable[Pose]) -> Above:
        """What is above the table."""
        wardrobe, camera, light = self.table.wardrobe, self.table.camera, self.look.light
        here = tuple(self.figures.seen(pose, camera, light) for pose in poses)
        things = (thing for each in here for thing in each.pose.carried)
        carried = tuple(wardrobe.lying(thing, camera, light) for thing in things)
        found: list[Box | None] = []
        for each in here:
            found += [*each.parts, *each.shadow_parts]
        size = self.look.size_px
        found += [around(thing.outline_px, size, _CARRIED_MARGIN_PX) for thing in carried]
        return Above(here, carried, _cells((box for box in found if box is not None), size))

    def compose(self, planes: Planes, above: Above, owner: NDArray[np.int16] | None) -> None:
        """Lay everything above the table over planes that show the settled table.

        owner: (h, w), gets the number of each figure, -1 and down, and of each carried thing, from
        `CARRIED` down, where it is on top.
        """
        if not above.boxes:
            return
        self._hang(planes, above.carried, owner)
        keep = self._shadows(above.figures)
        for box in above.boxes:
            _darken(planes, box, _upscaled(keep, box))
            for number, each in enumerate(above.figures, start=1):
                self._lay(planes, box, each, owner, -number)

    def _hang(self, planes: Planes, carried: Sequence[Lying], owner: NDArray[np.int16] | None) -> None:
        """Paint carried things under the finger tips."""
        size = self.look.size_px
        places = [around(each.outline_px, size, _CARRIED_MARGIN_PX) for each in carried]
        for box in merged(place for place in places if place is not None):
            wide = box.grown(BLOCK, size)
            canvas = Canvas(wide.of(self.table.canvas.image).copy())
            camera = seen_from(self.table.camera, wide)
            for index, (each, place) in enumerate(zip(carried, places, strict=True)):
                if place is None or not place.touches(box):
                    continue
                number = self._hold(canvas, each, wide, camera)
                if owner is not None:
                    wide.of(owner)[canvas.owner == number] = CARRIED - index
            self.developer.develop(canvas.image, box, planes, (wide.x0, wide.y0))

    def _hold(self, canvas: Canvas, each: Lying, box: Box, camera: Camera) -> int:
        """Paint one carried thing on the canvas of a part; returns its object number."""
        wardrobe, light = self.table.wardrobe, self.look.light
        if isinstance(each.thing, FilmTile) and each.shadow_px is not None:
            _darken_polygon(canvas.image, each.shadow_px - box.corner, light.strength)
            rng = wardrobe.wear(each.thing.key)
            return wardrobe.tiles.paint(canvas, each.thing.placed, camera, light, rng)[1]
        return paint_prop(canvas, each.prop, camera)[1] if each.prop else 0

    def _shadows(self, here: Sequence[Overhead]) -> Image:
        """How much light is left, (h / 8, w / 8), 255 is all."""
        w, h = self.look.size_px
        size = (-(-w // _COARSE), -(-h // _COARSE))
        keep = np.full(size[::-1], 255, np.uint8)
        shrink, quarter = np.diag([1 / _COARSE, 1 / _COARSE, 1.0]), np.diag([4.0, 4.0, 1.0])
        strength = min(self.look.light.strength, _DARKEST)
        for each in here:
            outline = each.figure.outline[: -(-each.rows // 4)]
            mask = cv2.warpPerspective(outline, shrink @ each.shadow_to_px @ quarter, size)
            sigma = max(each.blur_px / _COARSE, 0.5)
            soft = cv2.GaussianBlur(mask, (0, 0), sigma)
            left = cv2.bitwise_not(cv2.convertScaleAbs(soft, alpha=strength))
            keep = as_image(cv2.multiply(keep, left, scale=1 / 255))
        return keep

    def _lay(
        self, planes: Planes, box: Box, each: Overhead, owner: NDArray[np.int16] | None, number: int
    ) -> None:
        """Lay one figure over a part of the picture."""
        if not any(part.touches(box) for part in each.parts):
            return
        figure, half = each.figure, box.halved()
        warped = cv2.warpPerspective(figure.luma[: each.rows], box.to_own @ each.to_px, box.size)
        alpha = cv2.extractChannel(warped, 1)
        if not cv2.hasNonZero(alpha):
            return
        lit = self.developer.shade(as_image(cv2.extractChannel(warped, 0)), box)
        _over(box.of(planes[0]), lit, as_image(alpha))
        to_half = half.to_own @ np.diag([0.5, 0.5, 1.0]) @ each.to_px @ np.diag([2.0, 2.0, 1.0])
        colour = figure.colour[: -(-each.rows // 2)]
        blue, red, thin, _ = cv2.split(cv2.warpPerspective(colour, to_half, half.size))
        _over(half.of(planes[1]), as_image(blue), as_image(thin))
        _over(half.of(planes[2]), as_image(red), as_image(thin))
        if owner is not None:
            box.of(owner)[alpha > 127] = number


def _over(under: Image, over: Image, alpha: Image) -> None:
    """Lay a layer that is multiplied with its alpha over another, in place."""
    left = cv2.multiply(under, cv2.bitwise_not(alpha), scale=1 / 255)
    under[:] = cv2.add(left, over)


def _upscaled(coarse: Image, box: Box) -> Image:
    """The part of a coarse picture that belongs to a box, as large as the box."""
    x0, y0 = box.x0 // _COARSE, box.y0 // _COARSE
    x1, y1 = -(-box.x1 // _COARSE), -(-box.y1 // _COARSE)
    framed = cv2.copyMakeBorder(
        coarse[max(y0 - 1, 0) : y1 + 1, max(x0 - 1, 0) : x1 + 1],
        int(y0 == 0),
        int(y1 >= coarse.shape[0]),
        int(x0 == 0),
        int(x1 >= coarse.shape[1]),
        cv2.BORDER_REPLICATE,
    )
    wide = cv2.resize(framed, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
    w, h = box.size
    return as_image(wide[_COARSE : _COARSE + h, _COARSE : _COARSE + w])


def _darken(planes: Planes, box: Box, keep: Image) -> None:
    """Take light away from a part of the picture."""
    part, half = box.of(planes[0]), box.halved()
    part[:] = cv2.multiply(part, keep, scale=1 / 255)
    share = np.ascontiguousarray(keep[::2, ::2] >> 1).view(np.int8)
    for plane in (1, 2):
        colour = half.of(planes[plane])
        middle = (colour ^ 128).view(np.int8)
        less = np.asarray(cv2.multiply(middle, share, scale=1 / 127), np.int8)
        colour[:] = less.view(np.uint8) ^ 128


def _darken_polygon(image: Image, polygon: NDArray[np.float32], strength: float) -> None:
    """A soft dark patch."""
    h, w = image.shape[:2]
    box = around(polygon, (w, h), 12)
    if box is None:
        return
    mask = np.zeros(box.size[::-1], np.uint8)
    fixed = np.round((polygon - box.corner) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
    keep = cv2.bitwise_not(cv2.convertScaleAbs(cv2.GaussianBlur(mask, (0, 0), 3.0), alpha=min(strength, 0.8)))
    part = box.of(image)
    part[:] = cv2.multiply(part, cv2.merge([keep] * 3), scale=1 / 255)
