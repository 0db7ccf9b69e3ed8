"""The hub of a film and the directions in which trains leave it."""

from dataclasses import dataclass, replace
from math import cos, pi, radians, sin, tan

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from scenegen.film_geometry import Point, box, unit
from scenegen.props import PropKind
from scenegen.props_hub_tags import hub_with_tags_shape
from scenegen.props_hubs import HubShape, hub_shape
from scenegen.styles import SetStyle

Rng = np.random.Generator

_LEAST_RADIUS_MM = 46.0
_TRIES = 300


@dataclass(frozen=True, slots=True, eq=False)
class Hub:
    """What lies in the middle. outline: (n, 2) mm on the table, dense; of the engine tile where kind is None.

    angle: of the prop and of the engine tile, as it lies on the table. slots: directions, if it has any.
    """

    kind: PropKind | None
    seed: int
    at: Point
    angle: float
    outline: NDArray[np.float64]
    slots: tuple[float, ...]

    @property
    def radius(self) -> float:
        """From the middle to the farthest point of the outline."""
        return float(np.linalg.norm(self.outline - np.array(self.at), axis=1).max())

    def reach(self, direction: float, half_mm: float) -> float:
        """How far from the middle a strip that wide has left the outline behind."""
        way, side = unit(direction), unit(direction + pi / 2)
        rel = self.outline - np.array(self.at)
        along, across = rel @ way, rel @ side
        ahead = along[(np.abs(across) <= half_mm) & (along > 0)]
        return float(ahead.max(initial=0.0))


def _closed(outline: NDArray[np.float64]) -> NDArray[np.float64]:
    """An outline with points every few mm."""
    ends = np.roll(outline, -1, axis=0)
    longest = float(np.linalg.norm(ends - outline, axis=1).max())
    shares = np.linspace(0, 1, int(longest / 3) + 2)[:-1, None, None]
    dense: NDArray[np.float64] = (outline * (1 - shares) + ends * shares).reshape(-1, 2)
    return dense


def _shape(kind: PropKind, seed: int) -> HubShape:
    """The plan that the painter will draw for that kind and seed."""
    if kind == PropKind.HUB_TAGS:
        return hub_with_tags_shape(np.random.default_rng(seed))
    reach = (60.0, 100.0) if kind == PropKind.HUB_PRINTED else (46.0, 98.0)
    return hub_shape(np.random.default_rng(seed), reach)


def _turned(points: NDArray[np.float64], angle: float, at: Point) -> NDArray[np.float64]:
    c, s = cos(angle), sin(angle)
    moved: NDArray[np.float64] = points @ np.array([[c, s], [-s, c]]) + np.array(at)
    return moved


def choose_hub(rng: Rng, kind: PropKind | None, trains: int, style: SetStyle) -> Hub:
    """A hub of that kind on which so many trains have room."""
    at = (float(rng.normal(0, 10)), float(rng.normal(0, 8)))
    if kind is None:
        angle = float(rng.choice((0.0, pi / 2))) + radians(float(rng.normal(0, 4)))
        outline = _closed(box(at, angle, (style.length_mm, style.width_mm)))
        return Hub(None, 0, at, angle, outline, ())
    least = max(_LEAST_RADIUS_MM, (style.width_mm + 6) / (2 * tan(pi / trains)))
    best: tuple[float, int, HubShape] | None = None
    for _ in range(_TRIES):
        seed = int(rng.integers(0, 2**31))
        shape = _shape(kind, seed)
        lacks = max(trains - shape.slots, 0) + max(least - shape.radius_mm, 0) / 10
        if best is None or lacks < best[0]:
            best = (lacks, seed, shape)
        if lacks == 0:
            break
    if best is None:
        raise AssertionError("no hub was tried")
    _, seed, shape = best
    angle = float(rng.uniform(0, 2 * pi))
    slots = tuple(-shape.turn_rad - i * 2 * pi / shape.slots for i in range(shape.slots))
    outline = _closed(_turned(np.asarray(shape.outline, np.float64), angle, at))
    return Hub(kind, seed, at, angle, outline, tuple(slot + angle for slot in slots))


def _apart(a: float, b: float) -> float:
    """The angle between two directions, 0 to pi."""
    return abs((a - b + pi) % (2 * pi) - pi)


def _lined_up(rng: Rng, hub: Hub, wanted: list[float]) -> tuple[Hub, list[int]] | None:
    """The hub turned so that its slots point at the seats, and each seat's slot; None with too few slots."""
    if len(hub.slots) <= len(wanted):
        return None
    best: tuple[float, float, list[int]] | None = None
    for turn in rng.uniform(0, 2 * pi, 24):
        costs = np.array([[_apart(want, slot + turn) for slot in hub.slots] for want in wanted])
        rows, columns = linear_sum_assignment(costs**2)
        worst = float(costs[rows, columns].max())
        if best is None or worst < best[0]:
            best = (worst, float(turn), [int(c) for c in columns])
    if best is None or best[0] > 1.5 * pi / len(hub.slots):
        return None
    turn = best[1]
    c, s = cos(turn), sin(turn)
    outline = (hub.outline - np.array(hub.at)) @ np.array([[c, s], [-s, c]]) + np.array(hub.at)
    slots = tuple(slot + turn for slot in hub.slots)
    return replace(hub, angle=hub.angle + turn, outline=outline, slots=slots), best[2]


def assign_slots(rng: Rng, hub: Hub, seats: list[float], *, crowded: bool) -> tuple[Hub, list[float]]:
    """The hub as it lies, and the direction of each seat's train and then of the Mexican train.

    seats: directions from the hub. Crowded: the Mexican train goes next to somebody's.
    """
    lined = _lined_up(rng, hub, seats)
    if lined is not None:
        hub, taken = lined
        ways = [hub.slots[i] for i in taken]
        free = [slot for i, slot in enumerate(hub.slots) if i not in taken]
        nearest = [min(_apart(slot, way) for way in ways) for slot in free]
        pick = int(np.argmin(nearest) if crowded else np.argmax(nearest))
        return hub, [*ways, free[pick]]
    ways = [seat + radians(float(np.clip(rng.normal(0, 3), -5, 5))) for seat in seats]
    order = sorted(way % (2 * pi) for way in ways)
    gaps = [(b - a, a) for a, b in zip(order, [*order[1:], order[0] + 2 * pi], strict=True)]
    wide, start = max(gaps)
    return hub, [*ways, start + wide * float(rng.uniform(0.45, 0.55))]
