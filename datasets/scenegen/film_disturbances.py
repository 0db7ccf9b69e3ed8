"""What disturbs a film: somebody leans in, the camera is knocked, a lamp goes on, exposure drifts."""

from dataclasses import dataclass, field
from math import pi

import numpy as np

from scenegen.film_recipe import FilmActs
from scenegen.film_script import Bump, Drift, LampSwitch, Lean, TrueEvent
from scenegen.film_stage import Stage
from scenegen.film_time import Draft, Timeline

Rng = np.random.Generator


@dataclass
class Disturbances:
    """Disturbances of one film, each due before some play."""

    rng: Rng
    acts: FilmActs
    plays: int
    bumps: list[Bump] = field(default_factory=list)
    _played: int = 0

    def __post_init__(self) -> None:
        # In the middle of the film, so that there is something to be disturbed.
        at = self.rng.integers(self.plays // 5, max(self.plays * 4 // 5, self.plays // 5 + 1), 2)
        self._bump_at = int(at[0]) if self.acts.is_bumped else -1
        self._lean_at = int(at[1]) if self.acts.leans else -1

    def before(self, stage: Stage, time: Timeline, *, is_play: bool) -> None:
        """Let happen what is due before an act."""
        if not is_play:
            return
        if self._played == self._bump_at:
            self._knock(time)
        if self._played == self._lean_at:
            self._lean(stage, time)
        self._played += 1

    def _knock(self, time: Timeline) -> None:
        """The camera moves while nobody reaches in; then people wait a moment."""
        at_s = max(time.free_s, time.seen_s()) + float(self.rng.uniform(0.5, 1.2))
        far, way = float(self.rng.uniform(15, 95)), float(self.rng.uniform(0, 2 * pi))
        turn = float(self.rng.uniform(1, 9.5)) * (1 if self.rng.random() < 0.5 else -1)
        shift = (far * float(np.cos(way)), far * float(np.sin(way)))
        bump = Bump(at_s, float(self.rng.uniform(0.25, 0.9)), shift, turn)
        self.bumps.append(bump)
        still = bump.at_s + bump.lasts_s
        time.drafts.append(Draft(TrueEvent(0.0, "bump"), still))
        time.free_s = time.released_s = still + float(self.rng.uniform(1.5, 2.5))

    def _lean(self, stage: Stage, time: Timeline) -> None:
        """Somebody leans in from a seat, seldom so far that nothing can be seen."""
        seats = list(stage.plan.seats.values())
        seat = seats[int(self.rng.integers(0, len(seats)))]
        begin = time.seen_s() + float(self.rng.uniform(0.4, 1.0))
        lean = Lean(
            int(self.rng.integers(0, 2**31)),
            begin,
            begin + float(self.rng.uniform(8, 12)),
            seat.at(0, -40.0),
            float(self.rng.uniform(180, 420)),
        )
        time.leans.append(lean)
        if self.rng.random() < 0.4:
            time.free_s = time.released_s = lean.to_s


def lamp_switches(rng: Rng, acts: FilmActs, lasts_s: float) -> tuple[LampSwitch, ...]:
    """A lamp goes on or off once, or on and off again."""
    if not acts.lamp:
        return ()
    gain = float(rng.uniform(1.15, 1.6) if rng.random() < 0.6 else rng.uniform(0.62, 0.88))
    first = LampSwitch(
        float(rng.uniform(0.2, 0.6)) * lasts_s,
        float(rng.uniform(0.1, 0.9)),
        gain,
        int(rng.integers(0, 2**31)),
    )
    if rng.random() < 0.5:
        return (first,)
    back = LampSwitch(
        float(rng.uniform(0.65, 0.9)) * lasts_s, float(rng.uniform(0.1, 0.9)), 1 / gain, first.seed
    )
    return (first, back)


def drift(rng: Rng, acts: FilmActs) -> Drift | None:
    """The camera's own exposure, slow."""
    if not acts.drifts:
        return None
    return Drift(float(rng.uniform(0.04, 0.18)), float(rng.uniform(6, 25)))
