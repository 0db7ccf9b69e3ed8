"""The frames of a film, one after the other: only what changed since the last is painted."""

from collections.abc import Iterable

from scenegen.camera import Camera
from scenegen.compose import Canvas
from scenegen.film_look import FilmLook
from scenegen.film_paint import SettledTable
from scenegen.film_paint_arms import Overhead, Overheads, Pose, poses
from scenegen.film_paint_box import BLOCK, Box, merged, whole
from scenegen.film_paint_light import (
    Developer,
    Lighting,
    Planes,
    SensorNoise,
    copy_box,
    drift_gain,
    empty_planes,
)
from scenegen.film_paint_view import ViewOverTime
from scenegen.film_script import FilmScript


class FilmPainter:
    """Paints a script's frames in order of time.

    table: the settled table as of the last frame. revision: counts its changes; changed_s: time of the last.
    """

    def __init__(self, script: FilmScript, look: FilmLook) -> None:
        self.script = script
        self.look = look
        self._views = ViewOverTime(look, script.bumps)
        self.table = SettledTable(look, script.start)
        self._overheads = Overheads(script, self.table.wardrobe)
        self._lighting = Lighting(look, script.lamps)
        self.developer = Developer(look, self._lighting, self.table.canvas.image)
        self._noise = SensorNoise(look)
        self._settled = empty_planes(look.size_px)
        self._shown = empty_planes(look.size_px)
        self._poses: tuple[Pose, ...] = ()
        self._covered: list[Box] = []
        self._step = 0
        self._index = 0
        self.revision = 0
        self.changed_s = 0.0
        self._develop([whole(look.size_px)])

    def _develop(self, boxes: Iterable[Box]) -> None:
        """Bring the settled picture, and what is shown of it, up to date."""
        for box in boxes:
            self.developer.develop(self.table.canvas.image, box, self._settled)
            copy_box(self._settled, self._shown, box)

    def _advance(self, at_s: float) -> list[Box]:
        """Steps, bumps and lamps up to a time; returns what they changed."""
        steps = self.script.steps
        first = self._step
        while self._step < len(steps) and steps[self._step].at_s <= at_s:
            self._step += 1
        changed = self.table.apply(steps[first : self._step])
        if first != self._step:
            self._note(steps[self._step - 1].at_s)
        everything = [whole(self.look.size_px)]
        if (camera := self._views.camera(at_s)) is not self.table.camera:
            self.table.look_from(camera)
            changed = everything
            # While the camera swings nothing has a place that would be worth writing down.
            if self._views.is_steady(at_s):
                self._note(at_s)
        if (light := self._lighting.state(at_s)) != self.developer.state:
            self.developer.relight(light)
            changed = everything
        return changed

    def _note(self, at_s: float) -> None:
        self.revision += 1
        self.changed_s = at_s

    def overheads(self, at_s: float) -> list[Overhead]:
        """Arms and people in view at a time."""
        camera, light = self.table.camera, self.look.light
        return [self._overheads.seen(pose, camera, light) for pose in poses(self.script, at_s)]

    def advance(self, at_s: float) -> Planes:
        """What the lens sees at a time not before the last one's; the planes change with the next call."""
        changed = self._advance(at_s)
        now = poses(self.script, at_s)
        self._develop(changed)
        if now == self._poses and not any(box.touches(other) for box in changed for other in self._covered):
            return self._shown
        for box in self._covered:
            copy_box(self._settled, self._shown, box)
        self._poses = now
        here = self.overheads(at_s)
        self._covered = merged(each.box for each in here if each.box is not None)
        for box in self._covered:
            wide = box.grown(BLOCK, self.look.size_px)
            canvas = self.painted(wide, here)
            self.developer.develop(canvas.image, box, self._shown, (wide.x0, wide.y0))
        return self._shown

    def painted(self, box: Box, here: list[Overhead]) -> Canvas:
        """A part of the picture with arms and people, before light falls on it; owners are the keys."""
        canvas = Canvas(box.of(self.table.canvas.image).copy())
        near = [each for each in here if each.box is not None and each.box.touches(box)]
        self._overheads.paint(canvas, box, near, self.table.camera, self.look.light)
        return canvas

    @property
    def camera(self) -> Camera:
        """The camera as of the last frame."""
        return self.table.camera

    def frame(self, at_s: float, out: Planes) -> None:
        """Write the next frame, with the camera's drift and noise, into `out`."""
        shown = self.advance(at_s)
        self._noise.finish(shown, out, drift_gain(self.script.drift, at_s), self._index)
        self._index += 1
