"""Draws the face and the back of a tile as a flat picture, lying with end a at the left."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.film import glint
from scenegen.layouts import closest_pair, pip_layout
from scenegen.styles import BackKind, Colour, Divider, PipKind, SetStyle
from scenegen.textures import as_field

_SHIFT = 4  # cv2 draws with positions in 1/16 px
_ONE = 1 << _SHIFT

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Blank:
    """A tile without pips at one scale: shared by all tiles of a set.

    alpha: (h, w) uint8, the rounded outline. slope: (2, h, w) float32, how the bevel tilts to x and y.
    """

    px_per_mm: float
    alpha: Image
    slope: NDArray[np.float32]


def make_blank(style: SetStyle, px_per_mm: float) -> Blank:
    """Outline and bevel of a tile of `style` at a scale."""
    width, height = max(8, round(style.length_mm * px_per_mm)), max(4, round(style.width_mm * px_per_mm))
    alpha = np.zeros((height, width), np.uint8)
    radius = min(style.corner_mm * px_per_mm, height / 2 - 1)
    inner = np.array([[radius, radius], [width - 1 - radius, height - 1 - radius]])
    if radius < 1:
        alpha[:] = 255
    else:
        lo, hi = inner.round().astype(int)
        alpha[lo[1] : hi[1] + 1, :] = 255
        alpha[:, lo[0] : hi[0] + 1] = 255
        for x in inner[:, 0]:
            for y in inner[:, 1]:
                _disc(alpha, (x, y), radius, (255, 255, 255))
    reach = max(1, round((0.4 + 1.6 * style.bevel) * px_per_mm)) | 1
    framed = cv2.copyMakeBorder(alpha, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    soft = cv2.blur(framed, (reach, reach)).astype(np.float32)
    gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)[reach:-reach, reach:-reach]
    gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)[reach:-reach, reach:-reach]
    slope = np.stack([gx, gy]) * (reach / 1020.0)
    return Blank(px_per_mm, alpha, slope.astype(np.float32))


def _disc(image: Image, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    at = (round(centre[0] * _ONE), round(centre[1] * _ONE))
    cv2.circle(image, at, max(round(radius * _ONE), 4), colour, -1, cv2.LINE_AA, _SHIFT)


def _shade(colour: Colour | NDArray[np.uint8], factor: float) -> Colour:
    b, g, r = (min(255, max(0, int(float(c) * factor))) for c in colour)
    return (b, g, r)


def _mix(a: Colour, b: Colour, share: float) -> Colour:
    return (
        int(a[0] + (b[0] - a[0]) * share),
        int(a[1] + (b[1] - a[1]) * share),
        int(a[2] + (b[2] - a[2]) * share),
    )


def pip_radius_mm(style: SetStyle, value: int) -> float:
    """Radius that fits: pips of crowded values are drawn smaller, as makers do."""
    half = style.width_mm / 2
    points = pip_layout(value, int(style.variant[value]), turned=bool(style.turned[value]))
    spread = style.spread[value]
    room = closest_pair(points * spread[None]) * half * 0.44
    edge = (1 - float(spread.max())) * half * 0.85 if value > 1 else half
    return min(style.pip_mm / 2 * (1.25 if value == 1 else 1.0), room, edge)


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """A face being drawn. light: (2,) direction that light comes from, in the picture of the face."""

    face: Image
    style: SetStyle
    px_per_mm: float
    light: NDArray[np.float64]


def _draw_pip(board: _Board, at: tuple[float, float], radius: float, colour: Colour) -> None:
    """One pip, `radius` px wide to each side."""
    face, style, light = board.face, board.style, board.light
    towards = (at[0] + light[0] * radius * 0.28, at[1] + light[1] * radius * 0.28)
    away = (at[0] - light[0] * radius * 0.22, at[1] - light[1] * radius * 0.22)
    if style.pip_kind is PipKind.PRINTED:
        _disc(face, at, radius, colour)
        if style.pip_rim:
            _disc(face, at, radius * (1 - style.pip_rim), _mix(colour, style.body, 0.85))
            _disc(face, at, radius * (1 - 2.2 * style.pip_rim), colour)
        return
    if style.pip_kind is PipKind.RAISED:
        _disc(face, away, radius * 1.08, _shade(style.body, 0.72))
        _disc(face, at, radius, colour)
        _disc(face, towards, radius * 0.5, _mix(colour, (255, 255, 255), 0.25 + 0.3 * style.gloss))
        return
    # A drilled pip is dark at the wall that faces the light and bright at the other.
    _disc(face, at, radius * 1.06, _shade(style.body, 0.85))
    _disc(face, at, radius, _shade(colour, 0.62))
    _disc(face, away, radius * 0.78, colour)
    if style.gloss > 0.3 and radius > 1.5:
        _disc(face, away, radius * 0.3, _mix(colour, (255, 255, 255), 0.75 * style.gloss))


def _draw_pips(board: _Board, value: int, left_px: float, *, flip: bool) -> None:
    style, px_per_mm = board.style, board.px_per_mm
    half = style.width_mm / 2
    layout = pip_layout(value, int(style.variant[value]), turned=bool(style.turned[value]))
    points = layout * style.spread[value][None]
    if flip:
        points = -points
    end_mm = style.length_mm / 2
    centres = (points * half + np.array([end_mm / 2, half])) * px_per_mm + np.array([left_px, 0.0])
    radius = pip_radius_mm(style, value) * px_per_mm
    b, g, r = (int(c) for c in style.pip_colours[value])
    for x, y in centres:
        _draw_pip(board, (float(x), float(y)), radius, (b, g, r))


# OpenCV 5 draws these names with two weights of one typeface; recipes keep their six, and so their photos.
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
_NUMERAL_SHARE = (0.62, 0.5)
"""How wide and how high a numeral may be, as a share of the tile's width."""


def _numeral_stamp(text: str, side: int, font: int) -> NDArray[np.uint8]:
    """(side, side) the ink of a numeral, in the middle: it lies elsewhere than the font's measures say."""
    thickness = max(1, side // 14)
    draft = np.zeros((4 * side, 4 * side), np.uint8)
    (w, h), _ = cv2.getTextSize(text, font, 1.0, thickness)
    scale = side / max(w, h, 1)
    cv2.putText(draft, text, (side, 2 * side), font, scale, 255, thickness, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(draft)
    ink = draft[y : y + h, x : x + w]
    shrink = min(side * _NUMERAL_SHARE[0] / w, side * _NUMERAL_SHARE[1] / h)
    size = (max(1, round(w * shrink)), max(1, round(h * shrink)))
    ink = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)
    stamp = np.zeros((side, side), np.uint8)
    top, left = (side - size[1]) // 2, (side - size[0]) // 2
    stamp[top : top + size[1], left : left + size[0]] = ink
    return stamp


def _draw_numeral(board: _Board, value: int, left_px: float, *, flip: bool) -> None:
    """An Arabic numeral, upright along or across the tile; each end is read from its outer side."""
    face, style, px_per_mm = board.face, board.style, board.px_per_mm
    side = round(style.width_mm * px_per_mm)
    turns = (1 if style.numeral_turned else 0) + (2 if flip else 0)
    stamp = np.rot90(_numeral_stamp(str(value), side, _FONTS[style.numeral_font]), turns)
    left = round(left_px + (style.length_mm / 2 - style.width_mm) / 2 * px_per_mm)
    left = max(0, min(left, face.shape[1] - side))
    region = face[:side, left : left + side]
    weight = (stamp[: region.shape[0], : region.shape[1], None] / 255.0).astype(np.float32)
    region[:] = (region * (1 - weight) + style.pip_colours[value] * weight).astype(np.uint8)


def _draw_divider(board: _Board) -> None:
    face, style, px_per_mm, light = board.face, board.style, board.px_per_mm, board.light
    h, w = face.shape[:2]
    middle, reach = w / 2, h / 2 * style.divider_share
    half = max(style.divider_mm * px_per_mm / 2, 0.35)

    def bar(shift: float, width: float, colour: Colour) -> None:
        corners = [(middle + shift - width, h / 2 - reach), (middle + shift + width, h / 2 + reach)]
        lo, hi = ((round(x * _ONE), round(y * _ONE)) for x, y in corners)
        cv2.rectangle(face, lo, hi, colour, -1, cv2.LINE_AA, _SHIFT)

    if style.divider is Divider.BAR:
        bar(0, half, style.divider_colour)
    elif style.divider is Divider.LINE:
        bar(0, half * 0.45, style.divider_colour)
    elif style.divider is Divider.GROOVE:
        bar(0, half, _shade(style.body, 0.6))
        bar(-light[0] * half * 0.6, half * 0.4, _shade(style.body, 1.15))
    if style.spinner:
        brass: Colour = (90, 170, 205)
        _disc(face, (middle, h / 2), 1.9 * px_per_mm, _shade(brass, 0.55))
        _disc(face, (middle + light[0], h / 2 + light[1]), 1.5 * px_per_mm, brass)


def _body(
    style: SetStyle, blank: Blank, colour: Colour, light: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Plain surface: colour, mottling of marbled plastic, bevel lit from `light`."""
    h, w = blank.alpha.shape
    surface = np.empty((h, w, 3), np.float32)
    surface[:] = colour
    if style.mottle:
        coarse = rng.normal(0, 9 * style.mottle, (4, 7)).astype(np.float32)
        blotch = as_field(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC))
        surface += blotch[..., None]
    shading = (blank.slope[0] * light[0] + blank.slope[1] * light[1]) * (0.25 + 0.45 * style.bevel)
    # The slope points inward, so a bevel that faces the light has a negative product.
    surface *= np.clip(1.0 - shading, 0.45, 1.5)[..., None]
    return surface


def _wear(face: Image, style: SetStyle, rng: np.random.Generator) -> None:
    h, w = face.shape[:2]
    for _ in range(int(style.wear * 6)):
        start, end = rng.uniform(0, (w, h)), rng.uniform(-1, 1, 2) * w * 0.25
        shade = _shade(style.body, rng.uniform(0.7, 0.95))
        x, y = (int(v) for v in start)
        dx, dy = (int(v) for v in start + end)
        cv2.line(face, (x, y), (dx, dy), shade, 1, cv2.LINE_AA)


def _wrapped(picture: Image, style: SetStyle, rng: np.random.Generator) -> Image:
    return glint(rng, picture) if style.wrapped and rng.random() < style.wrapped else picture


def draw_face(
    style: SetStyle, blank: Blank, ends: tuple[int, int], light: NDArray[np.float64], rng: np.random.Generator
) -> Image:
    """(h, w, 4) BGRA picture of a tile with `ends` (left, right).

    light: (2,) direction that light comes from, in the picture of the face.
    """
    face = np.clip(_body(style, blank, style.body, light, rng), 0, 255).astype(np.uint8)
    board = _Board(face, style, blank.px_per_mm, light)
    half_px = blank.alpha.shape[1] / 2
    flip = bool(rng.random() < 0.5)
    for value, left, turned in ((ends[0], 0.0, flip), (ends[1], half_px, not flip)):
        if style.pip_kind is PipKind.NUMERAL:
            if value:
                _draw_numeral(board, value, left, flip=turned)
        else:
            _draw_pips(board, value, left, flip=turned)
    _draw_divider(board)
    _wear(face, style, rng)
    face = _wrapped(face, style, rng)
    return np.dstack([face, blank.alpha])


def draw_back(style: SetStyle, blank: Blank, light: NDArray[np.float64], rng: np.random.Generator) -> Image:
    """(h, w, 4) BGRA picture of a tile's back: no pips, no divider."""
    back = np.clip(_body(style, blank, style.back, light, rng), 0, 255).astype(np.uint8)
    h, w = back.shape[:2]
    if style.back_kind is BackKind.LOGO:
        ink = style.divider_colour
        axes = (round(w * 0.3), round(h * 0.3))
        cv2.ellipse(back, (w // 2, h // 2), axes, 0, 0, 360, ink, max(1, h // 24), cv2.LINE_AA)
        scale = h / 60
        place, thickness = (round(w * 0.36), round(h * 0.6)), max(1, h // 30)
        cv2.putText(back, "M T", place, _FONTS[3], scale, ink, thickness, cv2.LINE_AA)
    _wear(back, style, rng)
    back = _wrapped(back, style, rng)
    return np.dstack([back, blank.alpha])
