"""Things that lie on a table beside the tiles, each drawn as a sprite with its size in mm."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import numpy as np

from scenegen import props_clutter as clutter
from scenegen import props_hubs as hubs
from scenegen import props_markers as markers
from scenegen.props_hands import hand
from scenegen.props_hub_tags import hub_with_tags
from scenegen.sprites import Sprite

__all__ = ["CLUTTER_KINDS", "HUB_KINDS", "MARKER_KINDS", "PropKind", "Sprite", "render_prop"]


class PropKind(StrEnum):
    """What a thing on the table is."""

    COIN = "coin"
    CHIP = "chip"
    PAWN = "pawn"
    PLASTIC_TRAIN = "plastic_train"
    GLASS_BEAD = "glass_bead"
    CANDY = "candy"
    BUTTON = "button"
    BOTTLE_CAP = "bottle_cap"
    PEBBLE = "pebble"
    HUB_WOOD = "hub_wood"
    HUB_PLASTIC = "hub_plastic"
    HUB_CARD = "hub_card"
    HUB_PRINTED = "hub_printed"
    HUB_TAGS = "hub_tags"
    HAND = "hand"
    CUP = "cup"
    CARD = "card"
    PAPER = "paper"
    PEN = "pen"
    PHONE = "phone"
    BOX = "box"
    DIE = "die"
    GLASSES = "glasses"
    SNACK = "snack"
    CANDLE = "candle"


MARKER_KINDS = (
    PropKind.COIN,
    PropKind.CHIP,
    PropKind.PAWN,
    PropKind.PLASTIC_TRAIN,
    PropKind.GLASS_BEAD,
    PropKind.CANDY,
    PropKind.BUTTON,
    PropKind.BOTTLE_CAP,
    PropKind.PEBBLE,
)
HUB_KINDS = (PropKind.HUB_WOOD, PropKind.HUB_PLASTIC, PropKind.HUB_CARD, PropKind.HUB_PRINTED)
"""Hubs that a scene draws by lot; with HUB_TAGS among them every recipe would give other photos."""
CLUTTER_KINDS = (
    PropKind.CUP,
    PropKind.CARD,
    PropKind.PAPER,
    PropKind.PEN,
    PropKind.PHONE,
    PropKind.BOX,
    PropKind.DIE,
    PropKind.GLASSES,
    PropKind.SNACK,
    PropKind.CANDLE,
)

PAINTERS: dict[PropKind, Callable[[np.random.Generator, float], Sprite]] = {
    PropKind.COIN: markers.coin,
    PropKind.CHIP: markers.chip,
    PropKind.PAWN: markers.pawn,
    PropKind.PLASTIC_TRAIN: markers.plastic_train,
    PropKind.GLASS_BEAD: markers.glass_bead,
    PropKind.CANDY: markers.candy,
    PropKind.BUTTON: markers.button,
    PropKind.BOTTLE_CAP: markers.bottle_cap,
    PropKind.PEBBLE: markers.pebble,
    PropKind.HUB_WOOD: hubs.hub_wood,
    PropKind.HUB_PLASTIC: hubs.hub_plastic,
    PropKind.HUB_CARD: hubs.hub_card,
    PropKind.HUB_PRINTED: hubs.hub_printed,
    PropKind.HUB_TAGS: hub_with_tags,
    PropKind.HAND: hand,
    PropKind.CUP: clutter.cup,
    PropKind.CARD: clutter.card,
    PropKind.PAPER: clutter.paper,
    PropKind.PEN: clutter.pen,
    PropKind.PHONE: clutter.phone,
    PropKind.BOX: clutter.box,
    PropKind.DIE: clutter.die,
    PropKind.GLASSES: clutter.glasses,
    PropKind.SNACK: clutter.snack,
    PropKind.CANDLE: clutter.candle,
}


def render_prop(rng: np.random.Generator, kind: PropKind, px_per_mm: float) -> Sprite:
    """Draw one thing of a kind, with its own colours and size, at the given pixels per mm.

    A hand points to the top; its arm leaves through the lower edge of the sprite.
    """
    return PAINTERS[kind](rng, px_per_mm)
