"""How a set of dominoes looks: body, pips, divider, colours; sampled once per set."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scenegen.layouts import HIGHEST, variant_count

Colour = tuple[int, int, int]
"""Blue, green, red; 0..255."""


class Divider(StrEnum):
    """What separates the two ends of a tile."""

    BAR = "bar"
    GROOVE = "groove"
    LINE = "line"
    NONE = "none"


class PipKind(StrEnum):
    """How an end shows its value."""

    PRINTED = "printed"
    DRILLED = "drilled"
    RAISED = "raised"
    NUMERAL = "numeral"


class BackKind(StrEnum):
    """What the back of a tile shows."""

    PLAIN = "plain"
    COLOURED = "coloured"
    LOGO = "logo"


@dataclass(frozen=True, slots=True, eq=False)
class SetStyle:
    """Everything that the tiles of one set share.

    length_mm, width_mm, thickness_mm, corner_mm: of one tile (corner: radius seen from above).
    body, side, back: BGR of face, side and back.
    pip_colours: (19, 3) uint8 BGR, a row per value.
    pip_mm: pip diameter for ends of up to nine pips; larger values use smaller pips when they must.
    spread: (19, 2) share of an end's half side at which the outermost pips lie, across and along the tile.
    variant, turned: (19,) the layout that the maker uses for each value.
    wrapped: share of the set's tiles whose film mirrors the lamp.
    """

    length_mm: float
    width_mm: float
    thickness_mm: float
    corner_mm: float
    bevel: float
    gloss: float
    body: Colour
    side: Colour
    back: Colour
    back_kind: BackKind
    divider: Divider
    divider_colour: Colour
    divider_mm: float
    divider_share: float
    spinner: bool
    pip_kind: PipKind
    pip_colours: NDArray[np.uint8]
    pip_mm: float
    pip_rim: float
    spread: NDArray[np.float64]
    variant: NDArray[np.int64]
    turned: NDArray[np.bool_]
    numeral_font: int
    numeral_turned: bool
    wear: float
    mottle: float
    wrapped: float = 0.0


# Approximate hues of sets on sale, one row per maker, values 0..12 (OpenCV HSV: 0..179, 0..255, 0..255).
_MAKERS_HSV: tuple[tuple[tuple[int, int, int], ...], ...] = (
    (
        (0, 0, 30), (98, 190, 200), (60, 200, 150), (0, 210, 210), (8, 150, 130), (110, 220, 180),
        (20, 220, 240), (160, 200, 180), (85, 200, 160), (135, 170, 120), (10, 230, 240), (172, 190, 110),
        (0, 5, 150),
    ),
    (
        (0, 0, 30), (0, 0, 35), (75, 150, 70), (24, 230, 240), (15, 60, 120), (85, 130, 70), (125, 160, 90),
        (160, 210, 170), (65, 190, 110), (120, 60, 60), (60, 200, 110), (112, 210, 180), (176, 220, 190),
    ),
    (
        (0, 0, 20), (105, 180, 190), (55, 190, 120), (174, 170, 150), (0, 10, 80), (118, 170, 120),
        (18, 210, 240), (130, 120, 120), (45, 160, 130), (140, 190, 120), (12, 200, 200), (90, 160, 120),
        (0, 0, 60),
    ),
)  # fmt: skip


_LEAST_CONTRAST = 48.0
"""By how much of 255 pips differ from the body in brightness: yellow ones on white have little more."""


def _bgr(hsv: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(n, 3) OpenCV HSV to BGR without loading an image library for a few rows."""
    hue, sat, val = hsv[:, 0] / 30.0, hsv[:, 1] / 255.0, hsv[:, 2]
    sector = np.array([5.0, 3.0, 1.0])
    k = (sector[None] + hue[:, None]) % 6
    rgb: NDArray[np.float64] = val[:, None] * (1 - sat[:, None] * np.clip(np.minimum(k, 4 - k), 0, 1))
    bgr: NDArray[np.uint8] = np.clip(rgb[:, ::-1], 0, 255).astype(np.uint8)
    return bgr


def _one_bgr(hue: float, sat: float, val: float) -> Colour:
    row = _bgr(np.array([[hue, sat, val]], dtype=np.float64))[0]
    return (int(row[0]), int(row[1]), int(row[2]))


@dataclass(frozen=True, slots=True)
class StyleChances:
    """Shares that a recipe may change; each is a probability."""

    dark_body: float = 0.16
    coloured_body: float = 0.10
    single_colour_pips: float = 0.38
    numerals: float = 0.06
    drilled: float = 0.5
    no_divider: float = 0.06
    wrapped: float = 0.06


def _body_colour(rng: np.random.Generator, chances: StyleChances) -> tuple[Colour, bool]:
    """Colour of the face and whether it is dark (so that pips must be light)."""
    roll = rng.random()
    if roll < chances.dark_body:
        return _one_bgr(rng.uniform(0, 179), rng.uniform(0, 90), rng.uniform(12, 50)), True
    if roll < chances.dark_body + chances.coloured_body:
        value = rng.uniform(50, 170)
        return _one_bgr(rng.uniform(0, 179), rng.uniform(120, 255), value), True
    if rng.random() < 0.35:
        return _one_bgr(rng.uniform(15, 30), rng.uniform(15, 85), rng.uniform(215, 250)), False
    return _one_bgr(rng.uniform(0, 179), rng.uniform(0, 14), rng.uniform(215, 255)), False


def _single_colour(rng: np.random.Generator, *, dark: bool) -> Colour:
    if dark:
        if rng.random() < 0.8:
            return _one_bgr(rng.uniform(10, 35), rng.uniform(0, 50), rng.uniform(205, 255))
        return _one_bgr(rng.uniform(15, 35), rng.uniform(80, 220), rng.uniform(190, 250))
    if rng.random() < 0.75:
        return _one_bgr(rng.uniform(0, 179), rng.uniform(0, 60), rng.uniform(5, 60))
    return _one_bgr(rng.uniform(0, 179), rng.uniform(150, 255), rng.uniform(60, 170))


def _set_off(colours: NDArray[np.uint8], body: Colour, *, dark: bool) -> NDArray[np.uint8]:
    """Colours (n, 3) that stand out from the body in brightness: no maker sells pips that nobody can see."""
    luma = np.array([0.114, 0.587, 0.299])
    ground, target = float(luma @ body), 255.0 if dark else 0.0
    wanted = min(ground + _LEAST_CONTRAST, 255.0) if dark else max(ground - _LEAST_CONTRAST, 0.0)
    own = colours @ luma
    short = (wanted - own) / np.where(own == target, 1.0, target - own)
    share = np.clip(short, 0.0, 1.0)[:, None]
    return np.asarray(np.round(colours * (1 - share) + target * share), np.uint8)


def _pip_colours(rng: np.random.Generator, chances: StyleChances, *, dark: bool) -> NDArray[np.uint8]:
    if rng.random() < chances.single_colour_pips or (dark and rng.random() < 0.7):
        return np.tile(np.array(_single_colour(rng, dark=dark), dtype=np.uint8), (HIGHEST + 1, 1))
    random_hsv = np.stack(
        [rng.uniform(low, high, HIGHEST + 1) for low, high in ((0, 179), (90, 255), (40, 230))], axis=1
    )
    grey = rng.random(HIGHEST + 1) < 0.15
    random_hsv[grey, 1] = 10
    random_hsv[grey, 2] = np.minimum(random_hsv[grey, 2], 165)
    pick = int(rng.integers(0, len(_MAKERS_HSV) + 2))
    if pick < len(_MAKERS_HSV):
        maker = np.array(_MAKERS_HSV[pick], dtype=np.float64)
        random_hsv[: len(maker)] = maker + rng.normal(0, (4, 12, 12), maker.shape)
    random_hsv[:, 1:] = np.clip(random_hsv[:, 1:], 0, 255)
    if dark:
        random_hsv[:, 2] = np.clip(random_hsv[:, 2] + 90, 170, 255)
    return _bgr(random_hsv)


def _side_colour(rng: np.random.Generator, body: Colour) -> Colour:
    """Mostly the body, sometimes two-tone tiles with another core."""
    if rng.random() < 0.8:
        shade = rng.uniform(0.75, 1.0)
        return (int(body[0] * shade), int(body[1] * shade), int(body[2] * shade))
    return _one_bgr(rng.uniform(0, 179), rng.uniform(30, 220), rng.uniform(30, 200))


def _back(rng: np.random.Generator, body: Colour) -> tuple[Colour, BackKind]:
    roll = rng.random()
    if roll < 0.5:
        return body, BackKind.PLAIN
    colour = _one_bgr(rng.uniform(0, 179), rng.uniform(60, 240), rng.uniform(30, 200))
    if roll < 0.75:
        return colour, BackKind.COLOURED
    return (body if rng.random() < 0.6 else colour), BackKind.LOGO


def _pip_kind(rng: np.random.Generator, chances: StyleChances) -> PipKind:
    roll = rng.random()
    if roll < chances.numerals:
        return PipKind.NUMERAL
    if rng.random() < chances.drilled:
        return PipKind.DRILLED
    return PipKind.RAISED if rng.random() < 0.15 else PipKind.PRINTED


def _divider(rng: np.random.Generator, chances: StyleChances) -> Divider:
    if rng.random() < chances.no_divider:
        return Divider.NONE
    return (Divider.BAR, Divider.GROOVE, Divider.LINE)[int(rng.choice(3, p=(0.5, 0.25, 0.25)))]


def _contrast(rng: np.random.Generator, *, dark: bool) -> Colour:
    """Colour of a bar or printed line: usually near black on light bodies, near white on dark ones."""
    if rng.random() < 0.85:
        level = int(rng.uniform(190, 250) if dark else rng.uniform(5, 70))
        return (level, level, level)
    return _one_bgr(rng.uniform(10, 35), rng.uniform(60, 220), rng.uniform(120, 230))


def _thickness(rng: np.random.Generator) -> float:
    """Thin travel sets, usual ones, thick club sets."""
    kinds = (rng.uniform(5, 9), rng.uniform(8, 13), rng.uniform(12, 20))
    return float(rng.choice(kinds, p=(0.3, 0.5, 0.2)))


def sample_style(rng: np.random.Generator, chances: StyleChances) -> SetStyle:
    """Draw the looks of one set."""
    body, dark = _body_colour(rng, chances)
    back, back_kind = _back(rng, body)
    length = rng.uniform(46, 57)
    width = length * rng.uniform(0.465, 0.53)
    # Outermost pip centres lie 8-25 % of an end's side from its edge: 0.50-0.84 of the half side.
    spread = np.clip(rng.uniform(0.50, 0.82, (1, 2)) + rng.normal(0, 0.025, (HIGHEST + 1, 2)), 0.48, 0.86)
    low = np.arange(HIGHEST + 1) <= 5
    spread[low] *= rng.uniform(0.85, 1.0)
    return SetStyle(
        length_mm=length,
        width_mm=width,
        thickness_mm=_thickness(rng),
        corner_mm=float(rng.choice((rng.uniform(0.2, 1.2), rng.uniform(1.2, 5.0)), p=(0.3, 0.7))),
        bevel=rng.uniform(0.1, 1.0),
        gloss=rng.uniform(0.0, 1.0),
        body=body,
        side=_side_colour(rng, body),
        back=back,
        back_kind=back_kind,
        divider=_divider(rng, chances),
        divider_colour=_contrast(rng, dark=dark),
        divider_mm=rng.uniform(0.5, 2.2),
        divider_share=rng.uniform(0.6, 0.98),
        spinner=bool(rng.random() < 0.15),
        pip_kind=_pip_kind(rng, chances),
        pip_colours=_set_off(_pip_colours(rng, chances, dark=dark), body, dark=dark),
        pip_mm=width * rng.uniform(0.095, 0.215),
        pip_rim=float(rng.random() < 0.2) * rng.uniform(0.1, 0.3),
        spread=spread,
        variant=np.array([_pick_variant(rng, v) for v in range(HIGHEST + 1)]),
        turned=_turns(rng),
        numeral_font=int(rng.integers(0, 6)),
        numeral_turned=bool(rng.random() < 0.4),
        wear=float(rng.random() < 0.3) * rng.uniform(0.1, 1.0),
        mottle=float(rng.random() < 0.4) * rng.uniform(0.1, 1.0),
        wrapped=float(rng.random() < chances.wrapped) * rng.uniform(0.3, 1.0),
    )


def _pick_variant(rng: np.random.Generator, value: int) -> int:
    """The commonest layout with a good half of the chance, the others alike."""
    count = variant_count(value)
    return 0 if rng.random() < 0.55 else int(rng.integers(0, count))


def _turns(rng: np.random.Generator) -> NDArray[np.bool_]:
    """Most makers turn all layouts alike; some mix."""
    base = bool(rng.random() < 0.5)
    mixed = rng.random(HIGHEST + 1) < 0.12
    return np.where(mixed, not base, base)
