"""What people do, act by act, and how acts are set in time so that each one can be seen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scenegen.film_arms import STRAIGHT_ABOVE, Eye, Overhead, clear_from
from scenegen.film_geometry import Box
from scenegen.film_script import Carried, Lean, Put, Reach, Shift, Step, Take, TrueEvent, Waypoint

_DELAY_S = 0.3
_SEEN_S = 0.35
"""How long a thing lies in view before the next one comes, at least."""
_MOST_DELAYS = 120


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """An event whose time is not known yet: when the thing lay still, and what must be clear of arms."""

    event: TrueEvent
    done_s: float
    rects: tuple[Box, ...] = ()


@dataclass
class Act:
    """Something that people do at a stretch; times count from its start.

    changes_s: when it first changes what lies in play. release_s: when its main thing lies.
    ends_s: when the last arm is off the table.
    """

    reaches: list[Reach] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    changes_s: float = 0.0
    release_s: float = 0.0

    @property
    def ends_s(self) -> float:
        """When the last arm is off the table."""
        return max((reach.path[-1].at_s for reach in self.reaches), default=self.release_s)


def later_reach(reach: Reach, by_s: float) -> Reach:
    """The same reach at another time."""
    path = tuple(Waypoint(way.at_s + by_s, way.x, way.y) for way in reach.path)
    carried = tuple(Carried(each.from_s + by_s, each.to_s + by_s, each.thing) for each in reach.carried)
    return Reach(reach.seed, reach.shoulder_mm, path, carried)


def later_step(step: Step, by_s: float) -> Step:
    """The same change at another time."""
    match step:
        case Put():
            return replace(step, at_s=step.at_s + by_s)
        case Take():
            return replace(step, at_s=step.at_s + by_s)
        case Shift():
            return replace(step, at_s=step.at_s + by_s)


def key_of(step: Step) -> int:
    """The thing that a change is about."""
    return step.thing.key if isinstance(step, Put) else step.key


def _in_turn(drafts: Sequence[Draft]) -> list[Draft]:
    """The events of one act: each can be understood only once those before it can be seen too."""
    before = [tuple(rect for each in drafts[:at] for rect in each.rects) for at in range(len(drafts))]
    return [replace(each, rects=(*rects, *each.rects)) for each, rects in zip(drafts, before, strict=True)]


class Timeline:
    """Acts in time. An act waits until the events before it have been in view."""

    def __init__(self, eye: Eye = STRAIGHT_ABOVE) -> None:
        self.eye = eye
        self.reaches: list[Reach] = []
        self.leans: list[Lean] = []
        self.steps: list[Step] = []
        self.drafts: list[Draft] = []
        self.released_s = 0.0
        self.free_s = 0.0
        """When the last arm has left."""
        self._open: list[Draft] = []
        self._touched_s: dict[int, float] = {}
        """When each thing was last taken, put or shifted."""

    def add(self, act: Act, earliest_s: float) -> float:
        """Set an act in time, at `earliest_s` or as soon after as the events before it have been in view."""
        start = max(earliest_s, 0.0)
        for _ in range(_MOST_DELAYS):
            if self._is_in_reach(act, start) and self._fits(act, start):
                break
            start += _DELAY_S
        else:
            raise AssertionError("an act waits for ever")
        self.reaches += [later_reach(reach, start) for reach in act.reaches]
        for step in act.steps:
            self.steps.append(later_step(step, start))
            self._touched_s[key_of(step)] = start + step.at_s
        fresh = _in_turn([replace(each, done_s=each.done_s + start) for each in act.drafts])
        self.drafts += fresh
        if fresh:
            self._open = fresh
        self.released_s = max(self.released_s, start + act.release_s)
        self.free_s = max(self.free_s, start + act.ends_s)
        return start

    def _is_in_reach(self, act: Act, start: float) -> bool:
        """Whether nobody else still has in hand what the act takes up."""
        return all(start + step.at_s > self._touched_s.get(key_of(step), -1.0) for step in act.steps)

    def _fits(self, act: Act, start: float) -> bool:
        """Whether what is still to be seen can be seen before the act changes anything."""
        if not self._open:
            return True
        reaches = [*self._recent(), *(later_reach(reach, start) for reach in act.reaches)]
        seen = self._settled(self._open, reaches)
        later = _in_turn([replace(each, done_s=each.done_s + start) for each in act.drafts])
        own = self._settled(later[:1], reaches)
        if not act.changes_s and not act.drafts:
            # Nobody waits for somebody who does nothing, but events must not be hidden for long.
            return seen <= self._settled(self._open, self._recent()) + 2.0
        return seen + _SEEN_S <= start + act.changes_s and (not act.drafts or seen < own)

    def _recent(self) -> list[Reach]:
        oldest = min((each.done_s for each in self._open), default=0.0)
        return [reach for reach in self.reaches if reach.path[-1].at_s >= oldest]

    def _settled(self, drafts: Iterable[Draft], reaches: Sequence[Reach]) -> float:
        above = Overhead(reaches, self.leans, self.eye)
        times = [clear_from(each.done_s, each.rects, above) for each in drafts if each.rects]
        return max(times, default=0.0)

    def seen_s(self) -> float:
        """When the latest events can be seen, as far as arms are known."""
        latest = max((each.done_s for each in self._open), default=0.0)
        return max(self._settled(self._open, self._recent()), latest)

    def events(self) -> tuple[TrueEvent, ...]:
        """All events with their times."""
        found = []
        for each in self.drafts:
            near = [reach for reach in self.reaches if reach.path[-1].at_s >= each.done_s]
            above = Overhead(near, self.leans, self.eye)
            at_s = clear_from(each.done_s, each.rects, above) if each.rects else each.done_s
            found.append(replace(each.event, at_s=round(at_s, 3)))
        return tuple(sorted(found, key=lambda event: event.at_s))
