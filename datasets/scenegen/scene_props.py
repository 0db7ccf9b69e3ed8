"""What lies on a table beside the tiles, drawn by lot: hub, clutter, markers, hands."""

from dataclasses import dataclass

import numpy as np

from scenegen.arrange import Arrangement
from scenegen.compose import Prop
from scenegen.props import CLUTTER_KINDS, HUB_KINDS, MARKER_KINDS, PropKind, render_prop
from scenegen.recipe import SceneChances

Rng = np.random.Generator

_PROP_PX_PER_MM = 2.0


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


def _hands(rng: Rng, chances: SceneChances, reach_mm: float) -> list[Prop]:
    if rng.random() >= chances.hand:
        return []
    things = []
    for _ in range(int(rng.integers(1, 3))):
        x, y = rng.uniform(-1, 1, 2) * reach_mm * 1.1
        things.append(_thing(rng, PropKind.HAND, (float(x), float(y)), "hand"))
    return things


def draw_props(rng: Rng, chances: SceneChances, arrangement: Arrangement, reach_mm: float) -> SceneProps:
    """Draw the things around an arrangement. reach_mm: from the middle to the picture's border."""
    under = _under(rng, chances, arrangement, reach_mm)
    beside = _markers(rng, chances, arrangement, reach_mm)
    return SceneProps(tuple(under), tuple(beside), tuple(_hands(rng, chances, reach_mm)))
