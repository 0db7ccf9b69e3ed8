"""Where the camera stands at a time: knocked, it swings for a moment and stays where it ends up."""

from dataclasses import replace
from math import cos, exp, pi

import numpy as np

from scenegen.camera import Camera, look_at
from scenegen.film_look import FilmLook
from scenegen.film_script import Bump

_SWINGS = 2.0


def _moved(bump: Bump, at_s: float) -> float:
    """Share of a bump's way at a time; it overshoots and swings in."""
    share = (at_s - bump.at_s) / max(bump.lasts_s, 1e-3)
    if share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    return (1 - exp(-4 * share) * cos(_SWINGS * pi * share)) / (1 - exp(-4) * cos(_SWINGS * pi))


class ViewOverTime:
    """The camera of a film; between bumps it is one and the same object."""

    def __init__(self, look: FilmLook, bumps: tuple[Bump, ...]) -> None:
        self._look = look
        self._bumps = bumps
        self._shares = tuple(0.0 for _ in bumps)
        self._camera = look.camera()

    def is_steady(self, at_s: float) -> bool:
        """Whether the camera stands still."""
        return not any(bump.at_s < at_s < bump.at_s + bump.lasts_s for bump in self._bumps)

    def camera(self, at_s: float) -> Camera:
        """The camera at a time."""
        shares = tuple(_moved(bump, at_s) for bump in self._bumps)
        if shares != self._shares:
            self._shares = shares
            x, y = self._look.target_mm
            roll = self._look.view.roll_deg
            for share, bump in zip(shares, self._bumps, strict=True):
                x, y = x + share * bump.shift_mm[0], y + share * bump.shift_mm[1]
                roll += share * bump.turn_deg
            self._camera = look_at(np.array([x, y]), replace(self._look.view, roll_deg=roll))
        return self._camera
