"""The frames of a film, one after the other: only what changed since the last is painted."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from scenegen.camera import Camera
from scenegen.film_look import FilmLook
from scenegen.film_paint import SettledTable
from scenegen.film_paint_arms import Pose, poses
from scenegen.film_paint_box import Box, whole
from scenegen.film_paint_figures import Figures
from scenegen.film_paint_light import (
    Developer,
    Lighting,
    Planes,
    SensorNoise,
    copy_box,
    drift_gain,
    empty_planes,
)
from scenegen.film_paint_overhead import Above, OverheadPainter
from scenegen.film_paint_view import ViewOverTime
from scenegen.film_script import FilmScript, Step


class FilmPainter:
    """Paints a script's frames in order of time.

    table, above: what lies on it and what hangs over it as of the last frame. revision: counts the table's
    changes; changed_s: time of the last.
    """

    def __init__(self, script: FilmScript, look: FilmLook) -> None:
        self.script = script
        self.look = look
        self._views = ViewOverTime(look, script.bumps)
        self.table = SettledTable(look, script.start)
        self._lighting = Lighting(look, script.lamps)
        self.developer = Developer(look, self._lighting, self.table.canvas.image)
        figures = Figures(script, look, self.developer)
        self._over = OverheadPainter(look, figures, self.table, self.developer)
        self._noise = SensorNoise(look)
        self._settled = empty_planes(look.size_px)
        self._shown = empty_planes(look.size_px)
        self._poses: tuple[Pose, ...] = ()
        self.above = Above((), (), ())
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
        due = steps[first : self._step]
        if due:
            self._note(due[-1].at_s)
        changed = self._move_camera(at_s, due)
        if (light := self._lighting.state(at_s)) != self.developer.state:
            self.developer.relight(light)
            changed = [whole(self.look.size_px)]
        return changed

    def _move_camera(self, at_s: float, due: Sequence[Step]) -> list[Box]:
        """Carry out what is due, seen from where the camera stands."""
        camera = self._views.camera(at_s)
        if camera is self.table.camera:
            return self.table.apply(due)
        # While the camera swings nothing has a place that would be worth writing down.
        if not due and not self._views.is_steady(at_s):
            self.table.swing_to(camera)
        else:
            self.table.enter(due)
            self.table.look_from(camera)
        if self._views.is_steady(at_s):
            self._note(at_s)
        return [whole(self.look.size_px)]

    def _note(self, at_s: float) -> None:
        self.revision += 1
        self.changed_s = at_s

    def advance(self, at_s: float, owner: NDArray[np.int16] | None = None) -> Planes:
        """What the lens sees at a time not before the last one's; the planes change with the next call.

        owner: (h, w), gets the key of the thing that is on top, and below 0 the numbers of
        `OverheadPainter.compose`; not to be trusted while the camera swings.
        """
        changed = self._advance(at_s)
        now = poses(self.script, at_s)
        self._develop(changed)
        is_touched = any(box.touches(other) for box in changed for other in self.above.boxes)
        if now == self._poses and not is_touched and owner is None:
            return self._shown
        for box in self.above.boxes:
            copy_box(self._settled, self._shown, box)
        self._poses = now
        self.above = self._over.above(now)
        if owner is not None:
            owner[:] = self.table.canvas.owner
        self._over.compose(self._shown, self.above, owner)
        return self._shown

    @property
    def camera(self) -> Camera:
        """The camera as of the last frame."""
        return self.table.camera

    def frame(self, at_s: float, out: Planes, owner: NDArray[np.int16] | None = None) -> None:
        """Write the next frame, with the camera's drift and noise, into `out`; owner as in `advance`."""
        shown = self.advance(at_s, owner)
        self._noise.finish(shown, out, drift_gain(self.script.drift, at_s), self._index)
        self._index += 1
