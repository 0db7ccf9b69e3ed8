"""What lies on a table beside the tiles, drawn by lot: hub, clutter, markers, hands."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenegen.arrange import Arrangement
from scenegen.camera import Camera
from scenegen.compose import Prop
from scenegen.props import CLUTTER_KINDS, HUB_KINDS, MARKER_KINDS, PropKind, Sprite, render_prop
from scenegen.recipe import SceneChances

Rng = np.random.Generator

_PROP_PX_PER_MM = 2.0
_PALM_MM = 70.0
"""From the fingertips to the middle of a hand."""
_PUSH_MM = 12.0
_BEYOND_PX = 3.0
_TRIES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What the camera sees of the table. reach_mm: from the picture's middle to its border."""

    camera: Camera
    size_px: tuple[int, int]
    reach_mm: float


@dataclass(frozen=True, slots=True)
class SceneProps:
    """Things under, beside and above the tiles, in painting order."""

    under: tuple[Prop, ...]
    beside: tuple[Prop, ...]
    above: tuple[Prop, ...]


def _thing(rng: Rng, kind: PropKind, at: tuple[float, float], counts_as: str | None) -> Prop:
    sprite = render_prop(rng, kind, _PROP_PX_PER_MM)
    return Prop(sprite, at[0], at[1], float(rng.uniform(0, 2 * np.pi)), counts_as)


def _choose(rng: Rng, kinds: tuple[PropKind, ...]) -> PropKind:
    return kinds[int(rng.integers(0, len(kinds)))]


def _spot(rng: Rng, reach_mm: float) -> tuple[float, float]:
    x, y = rng.uniform(-reach_mm, reach_mm, 2)
    return (float(x), float(y))


def _under(rng: Rng, chances: SceneChances, arrangement: Arrangement, reach_mm: float) -> list[Prop]:
    """The hub, and clutter that tiles may lie on."""
    things = []
    if arrangement.hub and rng.random() < 0.75:
        things.append(_thing(rng, _choose(rng, HUB_KINDS), arrangement.hub, "hub"))
    if rng.random() < chances.clutter:
        for _ in range(int(rng.integers(1, 7))):
            spot = _spot(rng, reach_mm)
            things.append(_thing(rng, _choose(rng, CLUTTER_KINDS), spot, None))
    return things


def _markers(rng: Rng, chances: SceneChances, arrangement: Arrangement, reach_mm: float) -> list[Prop]:
    """Markers where trains want them, and some anywhere; mostly one kind on a table."""
    spots = list(arrangement.marker_spots)
    if rng.random() < chances.markers:
        spots += [_spot(rng, reach_mm) for _ in range(int(rng.integers(1, 6)))]
    if not spots:
        return []
    kind = _choose(rng, MARKER_KINDS)
    things = []
    for spot in spots:
        kind = _choose(rng, MARKER_KINDS) if rng.random() < 0.4 else kind
        things.append(_thing(rng, kind, spot, "marker"))
    return things


def _borders(frame: Frame) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """For each border of the picture: two pixels on it, and the direction (x, y) px that leads out there."""
    w, h = frame.size_px
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float64)
    outward = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], dtype=np.float64)
    for i in range(4):
        yield corners[[i, (i + 1) % 4]], outward[i]


def _is_outside(frame: Frame, arm_end: NDArray[np.float64], border: int) -> bool:
    """Whether both corners (2, 2) mm of an arm's cut end lie beyond a border of the picture."""
    (start, _), out = list(_borders(frame))[border]
    px = frame.camera.project(np.concatenate([arm_end, np.zeros((2, 1))], axis=1))
    return bool((((px - start) @ out) > _BEYOND_PX).all())


def _border_for(
    rng: Rng, frame: Frame, spot_px: tuple[float, float]
) -> tuple[int, NDArray[np.float64]] | None:
    """A border, mostly the nearest, and the table point (mm) where an arm from a spot crosses it."""
    borders = list(_borders(frame))
    gaps = [float((ends[0] - spot_px) @ out) for ends, out in borders]
    border = int(np.argmin(gaps)) if rng.random() < 0.6 else int(rng.integers(0, 4))
    ends, out = borders[border]
    straight = np.array(spot_px) + out * gaps[border]
    along = ends[0] + (ends[1] - ends[0]) * rng.uniform(0.1, 0.9)
    crossing = straight + (along - straight) * rng.uniform(0, 0.6)
    point = frame.camera.on_table((float(crossing[0]), float(crossing[1])))
    return None if point is None else (border, point)


def reaching_hand(rng: Rng, frame: Frame, sprite: Sprite) -> Prop | None:
    """A hand whose arm comes in across a border of the picture, its cut end outside; None where none fits."""
    w, h = frame.size_px
    spot_px = (float(rng.uniform(0, w)), float(rng.uniform(0, h)))
    spot, aim = frame.camera.on_table(spot_px), _border_for(rng, frame, spot_px)
    if spot is None or aim is None:
        return None
    border, crossing = aim
    way = (crossing - spot) / max(float(np.linalg.norm(crossing - spot)), 1.0)
    if not way.any():
        return None
    width, length = sprite.size_mm
    side = np.array([way[1], -way[0]]) * width / 2
    middle = spot + way * (length / 2 - _PALM_MM)
    # An arm that is too short is pushed out until it is cut off by the border.
    for _ in range(int(length / _PUSH_MM)):
        end = middle + way * length / 2
        if _is_outside(frame, np.stack([end - side, end + side]), border):
            angle = float(np.arctan2(-way[0], way[1]))
            return Prop(sprite, float(middle[0]), float(middle[1]), angle, "hand")
        middle = middle + way * _PUSH_MM
    return None


def _hands(rng: Rng, chances: SceneChances, frame: Frame) -> list[Prop]:
    if rng.random() >= chances.hand:
        return []
    things = []
    for _ in range(int(rng.integers(1, 3))):
        sprite = render_prop(rng, PropKind.HAND, _PROP_PX_PER_MM)
        tries = (reaching_hand(rng, frame, sprite) for _ in range(_TRIES))
        hand = next((hand for hand in tries if hand is not None), None)
        things += [] if hand is None else [hand]
    return things


def draw_props(rng: Rng, chances: SceneChances, arrangement: Arrangement, frame: Frame) -> SceneProps:
    """Draw the things around an arrangement."""
    under = _under(rng, chances, arrangement, frame.reach_mm)
    beside = _markers(rng, chances, arrangement, frame.reach_mm)
    return SceneProps(tuple(under), tuple(beside), tuple(_hands(rng, chances, frame)))
