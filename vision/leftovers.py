"""Things that came to lie on the table and that no model knows: sweets, toys, whatever marks a train."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene import Scene, SmallThing

_DIFFERS = (16.0, 7.0)
"""Grey levels by which a thing differs from how its place was, besides having changed for the gate: without
its shadow if that leaves something, else a thing that hardly differs at all."""
_DIFFERS_ON_TILE = 60.0
_ANOTHER = 30.0
"""A spot that differs by more from how it looked with the thing shows something else by now."""
_SIZES = (0.15, 0.9)
"""Least and most longer side of a marker, in tile lengths."""
_MARKERS_AT_MOST = 0.7
"""What is longer, its shadow included, is hardly a marker unless it lies at a train."""
_COMPACT = 0.45
"""A thing fills this much of its box; the rim of a nudged tile does not."""
_NARROWEST = 0.1
"""Least shorter side in tile lengths."""
_BESIDE_TILES = (0.27, 0.6, 0.2)
"""The same three where a tile came or went as well: least longer side, compactness, least shorter side."""
_AROUND_TILES = 0.16
"""So many tile lengths around a tile differ when it comes: its side, its shadow."""
_MOVED = 0.08
_LESS = 1.5
"""Where something went, what is seen now stands out from around it so many times less than what was there."""
_RING = 3
_SQUARE = np.array([[-1, 1], [-1, -1], [1, -1], [1, 1]], np.float32)
_FIRST_ID = 1_000_000
"""Numbers from here on are no tracks of the models."""

Box = NDArray[np.float32]
Grey = NDArray[np.float32]
Quads = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Leftover:
    """A thing at row and column `at` of the grid: the picture of its place without and with it."""

    thing: SmallThing
    at: tuple[int, int]
    bare: Grey
    laid: Grey

    def is_gone(self, now: Grey) -> bool:
        """Whether its place looks rather as it did before it came, or like something else."""
        bare, laid = (_unlike(each, now, self.at) for each in (self.bare, self.laid))
        return bare < laid or laid > _ANOTHER

    def erase(self, picture: Grey) -> None:
        """Show its place without it."""
        (y, x), (h, w) = self.at, self.bare.shape
        here = picture[y : y + h, x : x + w]
        here[_inner(here)] = (self.bare * _gain(self.bare, here))[_inner(here)]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A changed place on the small grid, which has `scale` cells per pixel.

    box: (4,) px. before, now: (h, w) all of the picture as it was when last looked at, in the present light,
    and as it is. changed: (h, w) cells that differ by more than noise. tiles: (n, 4, 2) px quads that
    came, went or moved there. lying: (m, 4, 2) px quads that lie there as before. tile_px: length of a tile.
    """

    box: Box
    before: Grey
    now: Grey
    changed: NDArray[np.bool_]
    scale: float
    tiles: Quads
    lying: Quads
    tile_px: float


class Leftovers:
    """Keeps what changes cannot be explained by tiles or known markers."""

    def __init__(self) -> None:
        self._kept: list[_Leftover] = []
        self._next = _FIRST_ID

    def forget(self) -> None:
        """The camera stands elsewhere, or watching begins: nothing has come yet."""
        self._kept = []

    def move(self, registration: NDArray[np.float64], now: Grey, scale: float) -> None:
        """The camera was knocked: a (3, 3) homography of pixels takes each to where `now` shows it."""
        self._kept = [moved for each in self._kept if (moved := _moved(each, registration, now, scale))]

    def beside(self, known: Sequence[SmallThing]) -> tuple[SmallThing, ...]:
        """All that lies there now and is none of the things that a model knows."""
        return tuple(each.thing for each in self._kept if not any(_is_same(each.thing, k) for k in known))

    def settle(self, place: Place, *, is_explained: bool) -> None:
        """A changed place has been looked at; explained if a tile or known thing came, went or moved."""
        inside = [each for each in self._kept if _is_in(each.thing, place.box)]
        gone = [each for each in inside if each.is_gone(place.now)]
        self._kept = [each for each in self._kept if each not in gone]
        before = place.before.copy()
        for each in gone:
            each.erase(before)
        for each in inside:
            if each not in gone:
                # It lies there still, and is nothing new.
                y, x = each.at
                h, w = each.laid.shape
                before[y : y + h, x : x + w] = place.now[y : y + h, x : x + w]
        self._add(place, before, is_explained=is_explained)

    def _add(self, place: Place, before: Grey, *, is_explained: bool) -> None:
        """Keep the largest thing that has come to a place."""
        for limit in _DIFFERS:
            patch = _patch(place, np.abs(place.now - before), limit, is_explained=is_explained)
            if patch is None:
                continue
            (x, y), (wide, high) = patch.at, patch.size
            at = (y - _RING, x - _RING)
            spot = np.s_[max(at[0], 0) : y + high + _RING, max(at[1], 0) : x + wide + _RING]
            if before[spot].shape != (high + 2 * _RING, wide + 2 * _RING):
                return
            if _stands_out(before[spot]) <= _LESS * _stands_out(place.now[spot]):
                px = max(patch.size) / place.scale
                thing = SmallThing(self._next, patch.centre_px, px, px <= _MARKERS_AT_MOST * place.tile_px)
                self._kept.append(_Leftover(thing, at, before[spot].copy(), place.now[spot].copy()))
                self._next += 1
            return


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """What differs at a place: at, size: column and row, width and height in cells. centre_px: (2,)."""

    at: tuple[int, int]
    size: tuple[int, int]
    centre_px: NDArray[np.float32]


def _patch(place: Place, apart: Grey, limit: float, *, is_explained: bool) -> _Patch | None:
    """The largest patch that differs by more than a limit, if it has a marker's size and shape."""
    h, w = place.now.shape
    x0, y0, x1, y1 = np.clip(np.round(place.box * place.scale), 0, (w, h, w, h)).astype(int).tolist()
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    differs = place.changed & (apart > limit) & ~_under(place.tiles, place, _AROUND_TILES)
    # A tile's own edges and pips differ when it is nudged by less than anybody would notice.
    differs &= ~_under(place.lying, place, 0.0) | (apart > _DIFFERS_ON_TILE)
    count, _, stats, centres = cv2.connectedComponentsWithStats(differs[y0:y1, x0:x1].astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    x, y, wide, high, area = (int(v) for v in stats[largest])
    longer, shorter = (side / place.scale / place.tile_px for side in (max(wide, high), min(wide, high)))
    least, compact, narrowest = _BESIDE_TILES if is_explained else (_SIZES[0], _COMPACT, _NARROWEST)
    if not least <= longer <= _SIZES[1] or shorter < narrowest or area < compact * wide * high:
        return None
    centre = (centres[largest] + (x0, y0) + 0.5) / place.scale
    return _Patch((x0 + x, y0 + y), (wide, high), centre.astype(np.float32))


def _moved(
    leftover: _Leftover, registration: NDArray[np.float64], now: Grey, scale: float
) -> _Leftover | None:
    """The thing at its new place; None if that is out of the picture."""
    centre = cv2.perspectiveTransform(
        leftover.thing.centre_px.reshape(1, 1, 2).astype(np.float64), registration
    ).reshape(2)
    step = np.round((centre - leftover.thing.centre_px) * scale).astype(int)
    y, x = leftover.at[0] + int(step[1]), leftover.at[1] + int(step[0])
    h, w = leftover.laid.shape
    if min(y, x) < 0 or now[y : y + h, x : x + w].shape != (h, w):
        return None
    thing = replace(leftover.thing, centre_px=centre.astype(np.float32))
    return _Leftover(thing, (y, x), leftover.bare, now[y : y + h, x : x + w].copy())


def _under(tiles: Quads, place: Place, around: float) -> NDArray[np.bool_]:
    """(h, w) the cells of tiles and of what is so many tile lengths around them."""
    mask = np.zeros(place.now.shape, np.uint8)
    for quad in np.round(tiles * place.scale).astype(np.int32):
        # One by one: of quads that overlap, the shared part would count as outside.
        cv2.fillConvexPoly(mask, quad, (1,))
    reach = round(around * place.tile_px * place.scale)
    if reach and len(tiles):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
        mask = np.asarray(cv2.dilate(mask, kernel), np.uint8)
    return mask > 0


def _unlike(known: Grey, now: Grey, at: tuple[int, int]) -> float:
    """Grey levels by which a place differs from how it was, once what is around it is made alike."""
    (y, x), (h, w) = at, known.shape
    here = now[y : y + h, x : x + w]
    return float(np.median(np.abs(here - known * _gain(known, here))[_inner(here)]))


def _gain(known: Grey, here: Grey) -> float:
    """How much brighter it is around a place than it was."""
    ring = ~_inner(here)
    return (float(np.median(here[ring])) + 1) / (float(np.median(known[ring])) + 1)


def _stands_out(patch: Grey) -> float:
    """Grey levels by which a place differs from what is around it."""
    inner = _inner(patch)
    return float(np.abs(patch[inner] - np.median(patch[~inner])).mean())


def _inner(patch: Grey) -> NDArray[np.bool_]:
    """(h, w) a patch without its rim."""
    inner = np.zeros(patch.shape, np.bool_)
    inner[_RING:-_RING, _RING:-_RING] = True
    return inner


def _is_same(one: SmallThing, other: SmallThing) -> bool:
    apart = float(np.linalg.norm(one.centre_px - other.centre_px))
    return apart <= max(one.size_px, other.size_px) / 2


def _is_in(thing: SmallThing, box: Box) -> bool:
    return bool((thing.centre_px >= box[:2]).all() and (thing.centre_px <= box[2:]).all())


def known_in(before: Scene | None, now: Scene, box: Box, tile_px: float) -> tuple[Quads, Quads]:
    """(n, 4, 2) quads in a box (4,) px of what models found: what came, went or moved, and what did not."""
    known = {} if before is None else _quads(before)
    here = _quads(now)
    still = {
        each
        for each in known.keys() & here.keys()
        if float(np.linalg.norm((known[each] - here[each]).mean(axis=0))) <= _MOVED * tile_px
    }
    changed = [quads[each] for quads in (known, here) for each in quads if each not in still]
    return _quads_in(changed, box), _quads_in([here[each] for each in sorted(still)], box)


def _quads(scene: Scene) -> dict[int, Quads]:
    """Tiles and small things by their numbers; of a thing its square."""
    squares = {
        each.thing_id: each.centre_px + _SQUARE * np.float32(each.size_px / 2) for each in scene.things
    }
    return {tile.track_id: tile.corners_px for tile in scene.tiles} | squares


def _quads_in(quads: Iterable[Quads], box: Box) -> Quads:
    """(n, 4, 2) those quads that touch a box (4,)."""
    near = [q for q in quads if (q.min(axis=0) <= box[2:]).all() and (q.max(axis=0) >= box[:2]).all()]
    return np.stack(near) if near else np.zeros((0, 4, 2), np.float32)


def explains(before: Scene | None, now: Scene, box: Box, tile_px: float) -> bool:
    """Whether a tile or thing came, went, moved or turned over in a box (4,) px between two scenes."""
    known = {} if before is None else _places(before, box)
    here = _places(now, box)
    if known.keys() != here.keys():
        return True
    return any(float(np.linalg.norm(here[key] - known[key])) > _MOVED * tile_px for key in here)


def _places(scene: Scene, box: Box) -> dict[tuple[int, bool], NDArray[np.float32]]:
    """Middles of what lies in a box, by its number and whether it is a tile face up."""
    places = {(t.track_id, t.is_face_up): t.corners_px.mean(axis=0) for t in scene.tiles}
    places |= {(t.thing_id, False): t.centre_px for t in scene.things}
    lo, hi = box[:2], box[2:]
    return {key: at for key, at in places.items() if (at >= lo).all() and (at <= hi).all()}
