"""The settled table of a film: what lies there, painted once, and repainted only where something changes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import Placed
from scenegen.camera import Camera
from scenegen.compose import Canvas, Light, Prop, TilePainter, cast_shadows, paint_prop, prop_warp
from scenegen.film_look import FilmLook
from scenegen.film_paint_box import Box, around, merged, whole
from scenegen.film_paint_table import bare_table
from scenegen.film_script import FilmProp, FilmThing, FilmTile, Put, Shift, Spot, Step, Take
from scenegen.props import Sprite, render_prop
from scenegen.textures import as_image

Image = NDArray[np.uint8]

_SPRITE_PX_PER_MM = 2.0
_LOOKS = 7919
"""Tells the chance that wears a tile from the chance that draws the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A thing as it lies, seen by a camera.

    corners_px: (4, 2) of the face in view, or of the sprite. outline_px: (n, 2) around thing and shadow.
    shadow_px: (n, 2), of tiles. layer: 0 below the tiles, 1 tiles, 2 above. nearness: far things come first.
    """

    thing: FilmThing
    prop: Prop | None
    corners_px: NDArray[np.float32]
    outline_px: NDArray[np.float32]
    shadow_px: NDArray[np.float32] | None
    layer: int
    nearness: float


def shifted(thing: FilmThing, step: Shift) -> FilmThing:
    """The thing where a step leaves it."""
    if isinstance(thing, FilmProp):
        return replace(thing, spot=step.spot)
    spot = step.spot
    placed = replace(thing.placed, x=spot.x, y=spot.y, angle=spot.angle, face_up=step.face_up)
    return replace(thing, placed=placed)


def place_of(thing: FilmThing) -> Spot:
    """Where a thing lies."""
    if isinstance(thing, FilmProp):
        return thing.spot
    return Spot(thing.placed.x, thing.placed.y, thing.placed.angle)


class Wardrobe:
    """The looks of all things in a film, each by a chance of its own: it looks the same in all frames."""

    def __init__(self, look: FilmLook) -> None:
        self.look = look
        self.tiles = TilePainter(look.style)
        self._sprites: dict[tuple[str, int], Sprite] = {}

    def wear(self, key: int) -> np.random.Generator:
        """The chance that wears the tile of that key."""
        return np.random.default_rng([self.look.seed, _LOOKS, key])

    def prop(self, thing: FilmProp) -> Prop:
        """The thing as it lies."""
        named = (str(thing.kind), thing.seed)
        if named not in self._sprites:
            scale = min(_SPRITE_PX_PER_MM, self.look.view.px_per_mm * 1.3)
            self._sprites[named] = render_prop(np.random.default_rng(thing.seed), thing.kind, scale)
        spot = thing.spot
        return Prop(self._sprites[named], spot.x, spot.y, spot.angle, thing.counts_as)

    def lying(self, thing: FilmThing, camera: Camera, light: Light) -> Lying:
        """The thing as a camera sees it."""
        if isinstance(thing, FilmTile):
            return self._tile(thing, thing.placed, camera, light)
        prop = self.prop(thing)
        _, corners = prop_warp(prop, camera, np.zeros(2))
        cast = -light.slant * prop.sprite.height_mm * np.array([np.cos(light.azimuth), np.sin(light.azimuth)])
        outline = np.concatenate([corners, prop_warp(prop, camera, cast)[1]])
        layer = 2 if thing.counts_as == "marker" else 0
        return Lying(thing, prop, corners, outline, None, layer, 0.0)

    def _tile(self, thing: FilmTile, placed: Placed, camera: Camera, light: Light) -> Lying:
        face, hull = self.tiles.surfaces(placed, camera)
        shadow = self.tiles.shadow(placed, camera, light)
        away = np.array([placed.x, placed.y, 0.0]) - camera.position_mm
        nearness = float(away @ -camera.axes[2]) + 1e6 * (placed.lifted > 0)
        return Lying(thing, None, face, np.concatenate([hull, shadow]), shadow, 1, nearness)


def seen_from(camera: Camera, box: Box) -> Camera:
    """The camera of a part of the picture."""
    return replace(camera, centre_px=camera.centre_px - (box.x0, box.y0))


def shadow_reach_px(light: Light, camera: Camera) -> int:
    """How far from its polygon a shadow still darkens the table."""
    sigma = light.softness_mm * camera.focal_px / max(float(camera.position_mm[2]), 1.0)
    return int(np.ceil(3 * max(sigma, 1.0) / 16)) * 16 + 16


class SettledTable:
    """The table with all that lies on it, without anybody's arms.

    canvas: the picture (h, w, 3) BGR before light falls on it; its owners are the things' keys.
    """

    def __init__(self, look: FilmLook, things: Iterable[FilmThing]) -> None:
        self.look = look
        self.wardrobe = Wardrobe(look)
        self._things = {thing.key: thing for thing in things}
        self.look_from(look.camera())

    def look_from(self, camera: Camera) -> None:
        """Paint everything anew, seen by another camera."""
        self.camera = camera
        self._bare = bare_table(self.look, camera)
        self.canvas = Canvas(self._bare.copy())
        self._place_all()
        self._repaint(whole(self.look.size_px))
        self._exact = (camera, self.canvas.image)

    def _place_all(self) -> None:
        light = self.look.light
        things = self._things.items()
        self.lying = {key: self.wardrobe.lying(thing, self.camera, light) for key, thing in things}

    def swing_to(self, camera: Camera) -> None:
        """Show roughly what a swinging camera sees: the last exact picture, moved as the table's plane moves.

        Owners stay as they were, and nothing may be repainted before the next `look_from`.
        """
        self.camera = camera
        self._place_all()
        before, picture = self._exact
        moved = camera.table_to_px() @ np.linalg.inv(before.table_to_px())
        size, border = self.look.size_px, cv2.BORDER_REFLECT_101
        swung = cv2.warpPerspective(picture, moved, size, flags=cv2.INTER_LINEAR, borderMode=border)
        self.canvas.image = as_image(swung)

    def enter(self, steps: Iterable[Step]) -> None:
        """Take, put and shift things without painting."""
        for step in steps:
            self._changed(step)

    def apply(self, steps: Iterable[Step]) -> list[Box]:
        """Take, put and shift things; returns what was repainted."""
        margin = shadow_reach_px(self.look.light, self.camera)
        changed: list[Box | None] = []
        for step in steps:
            outlines = self._changed(step)
            changed += [around(outline, self.look.size_px, margin) for outline in outlines]
        boxes = merged(box for box in changed if box is not None)
        for box in boxes:
            self._repaint(box)
        return boxes

    def _changed(self, step: Step) -> list[NDArray[np.float32]]:
        """Enter a step; returns the outlines of the thing before and after."""
        outlines = []
        key = step.thing.key if isinstance(step, Put) else step.key
        if key in self.lying:
            outlines.append(self.lying[key].outline_px)
        match step:
            case Put(_, thing):
                self._things[key] = thing
            case Take():
                del self._things[key], self.lying[key]
                return outlines
            case Shift():
                self._things[key] = shifted(self._things[key], step)
        self.lying[key] = self.wardrobe.lying(self._things[key], self.camera, self.look.light)
        return [*outlines, self.lying[key].outline_px]

    def _repaint(self, box: Box) -> None:
        """Paint a part of the picture anew, shadows that fall into it from outside included."""
        size = self.look.size_px
        wide = box.grown(shadow_reach_px(self.look.light, self.camera), size)
        here = [each for each in self.lying.values() if self._reaches(each, wide)]
        here.sort(key=lambda each: (each.layer, each.nearness))
        part, keys = self._painted(wide, here)
        inner = box.within(wide)
        box.of(self.canvas.image)[:] = inner.of(part.image)
        box.of(self.canvas.owner)[:] = keys[inner.of(part.owner)]

    def _reaches(self, each: Lying, box: Box) -> bool:
        met = around(each.outline_px, self.look.size_px)
        return met is not None and met.touches(box)

    def _painted(self, box: Box, here: list[Lying]) -> tuple[Canvas, NDArray[np.int16]]:
        """A canvas of that part, and the key of each of its object numbers."""
        camera, light = seen_from(self.camera, box), self.look.light
        under = [each.prop for each in here if each.prop and each.layer == 0]
        over = [each.prop for each in here if each.prop and each.layer == 2]
        ground = Canvas(cast_shadows(box.of(self._bare), [], under, camera, light))
        for prop in under:
            paint_prop(ground, prop, camera)
        shadows = [each.shadow_px - box.corner for each in here if each.shadow_px is not None]
        canvas = Canvas(cast_shadows(ground.image, shadows, over, camera, light))
        canvas.owner[:] = ground.owner
        for each in here:
            if isinstance(each.thing, FilmTile):
                rng = self.wardrobe.wear(each.thing.key)
                self.wardrobe.tiles.paint(canvas, each.thing.placed, camera, light, rng)
            elif each.layer == 0:
                canvas.next_id()
            elif each.prop:
                paint_prop(canvas, each.prop, camera)
        return canvas, np.array([0, *(each.thing.key for each in here)], np.int16)
