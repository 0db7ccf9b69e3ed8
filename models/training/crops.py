"""Cuts training examples out of rendered photos: ends for the pip model, loose boxes for the corner model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.generate import read_truths
from scenegen.textures import as_image
from scenegen.truth import PhotoTruth, Quad, ThingTruth
from training.found_boxes import POOR, overlap, read_found_boxes
from training.table_labels import is_strip
from vision.corners import CORNER_PAD, CORNER_SIZE
from vision.geometry import Pyramid, end_region, padded_box, short_side_first
from vision.pips import END_MARGIN, END_PX
from vision.readings import UNREADABLE

FOUND = "found"
"""Kind of a thing that a table model took for a tile: there is none, or it lies otherwise."""

Rng = np.random.Generator
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo, perhaps shrunk and recoloured, with its quads to match.

    tiles: (n, 4, 2) float32, end a first. ends: (n, 2) int64. visible: (n, 2). backs: (m, 4, 2).
    false: (k, 4, 2), boxes that hold no tile. found: (l, 4, 2), boxes of a table model that fit no tile well.
    """

    picture: Pyramid
    tiles: NDArray[np.float32]
    ends: NDArray[np.int64]
    visible: NDArray[np.float32]
    backs: NDArray[np.float32]
    false: NDArray[np.float32]
    found: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class EndExample:
    """(END_PX, END_PX, 3) uint8 BGR and its class 0..19."""

    picture: Image
    label: int


@dataclass(frozen=True, slots=True, eq=False)
class CornerExample:
    """A loose box cut out, and what it holds.

    picture: (height, width, 3) of CORNER_SIZE. corners: (4, 2) float32 as shares of the cut, in the order
    bottom-left, top-left, top-right, bottom-right; only for kind 0 and 1. along: whether the tile's long axis
    lies along the cut. kind: 0 face, 1 back, 2 neither.
    """

    picture: Image
    corners: NDArray[np.float32]
    along: int
    kind: int


def _decoded(data: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("expected a JPEG, got bytes that cannot be decoded")
    return as_image(image)


def recoloured(rng: Rng, image: Image) -> Image:
    """Another exposure, colour balance, and sometimes blur or compression of the same picture."""
    gamma = rng.uniform(0.7, 1.45)
    ramp = (np.arange(256) / 255.0) ** gamma * 255
    gains = np.clip(rng.normal(1, 0.08, 3) * rng.uniform(0.75, 1.2), 0.5, 1.5)
    table = np.clip(ramp[:, None] * gains[None], 0, 255).astype(np.uint8)[None]
    image = as_image(cv2.LUT(image, table))
    roll = rng.random()
    if roll < 0.12:
        image = as_image(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 1.3))))
    elif roll < 0.3:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))])
        image = _decoded(data.tobytes())
    elif roll < 0.4:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = float(rng.uniform(0, 0.6))
        image = as_image(cv2.addWeighted(image, share, grey, 1 - share, 0))
    return image


def _photo(image: Image, truth: PhotoTruth, factor: float) -> Photo:
    """A picture that was shrunk by `factor`, with its quads to match."""

    def quads(rows: Sequence[Quad]) -> NDArray[np.float32]:
        return np.array(rows, dtype=np.float32).reshape(-1, 4, 2) * np.float32(factor)

    faces = [t for t in truth.tiles if not is_strip(t)]
    strips = [t.corners_px for t in truth.tiles if is_strip(t)]
    return Photo(
        Pyramid(image),
        quads([t.corners_px for t in faces]),
        np.array([(t.a, t.b) for t in faces], dtype=np.int64).reshape(-1, 2),
        np.array([t.visible for t in faces], dtype=np.float32).reshape(-1, 2),
        quads([t.corners_px for t in truth.things if t.kind == "back" and t.visible > 0.7]),
        quads(strips),
        quads([t.corners_px for t in truth.things if t.kind == FOUND]),
    )


def unchanged(data: bytes, truth: PhotoTruth) -> Photo:
    """A photo as it is."""
    return _photo(_decoded(data), truth, 1.0)


def augmented(rng: Rng, data: bytes, truth: PhotoTruth) -> Photo:
    """A photo shrunk and recoloured by lot."""
    image, factor = _decoded(data), 1.0
    if rng.random() < 0.35:
        factor = float(rng.uniform(0.4, 0.95))
        image = as_image(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
    return _photo(recoloured(rng, image), truth, factor)


def _loose(rng: Rng, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad as a corner model that errs gives it: each corner a little off, the whole a little shifted."""
    width = float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])) / 2
    reach = width * (0.07 if rng.random() < 0.12 else 0.025)
    middle = quad.mean(axis=0)
    scaled = (quad - middle) * rng.normal(1, 0.025) + middle
    moved = scaled + rng.normal(0, reach, 2) + rng.normal(0, reach, (4, 2))
    return np.asarray(moved, dtype=np.float32)


def end_examples(rng: Rng, photo: Photo, *, change: bool) -> Iterator[EndExample]:
    """The readable ends of a photo, and some that are covered or are no ends at all."""
    for quad, ends, shares in zip(photo.tiles, photo.ends, photo.visible, strict=True):
        if cv2.contourArea(quad) < 2 * 7 * 7:
            continue
        loose = _loose(rng, quad) if change else quad
        for end in (0, 1):
            label = int(ends[end]) if shares[end] > 0.86 else UNREADABLE
            if shares[end] <= 0.86 and (shares[end] > 0.55 or (change and rng.random() < 0.5)):
                continue
            # Small values fill every set; the reader need not see them more often than the rare high ones.
            if change and label <= 6 and rng.random() < 0.4:
                continue
            region = end_region(loose, end, END_MARGIN)
            if change and rng.random() < 0.5:
                region = np.roll(region, 2, axis=0)
            yield EndExample(photo.picture.cut(region, (END_PX, END_PX)), label)


def _box(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The smallest rectangle around a quad, clockwise, short side first."""
    box = cv2.boxPoints(cv2.minAreaRect(quad)).astype(np.float32)
    if cv2.contourArea(box, oriented=True) < 0:
        box = box[::-1].copy()
    first: NDArray[np.float32] = short_side_first(box[None])[0]
    return first


def _jittered_box(rng: Rng, box: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rectangle as a detector that errs would give it."""
    middle, along, across = box.mean(axis=0), (box[2] - box[1]) / 2, (box[0] - box[1]) / 2
    wild = 2.2 if rng.random() < 0.25 else 1.0
    turn = np.radians(rng.normal(0, 3.0 * wild))
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, s], [-s, c]])
    along, across = (along @ spin) * rng.normal(1, 0.06 * wild), (across @ spin) * rng.normal(1, 0.07 * wild)
    middle = middle + along * rng.normal(0, 0.06 * wild) + across * rng.normal(0, 0.1 * wild)
    corners = [
        middle - along + across,
        middle - along - across,
        middle + along - across,
        middle + along + across,
    ]
    moved = np.stack(corners)
    if rng.random() < 0.5:
        moved = np.roll(moved, 2, axis=0)
    return np.asarray(moved, dtype=np.float32)


def _corner_example(
    photo: Photo, box: NDArray[np.float32], quad: NDArray[np.float32] | None, kind: int
) -> CornerExample:
    width, height = CORNER_SIZE
    region = padded_box(box[None], CORNER_PAD)[0]
    picture = photo.picture.cut(region, CORNER_SIZE)
    if quad is None:
        return CornerExample(picture, np.zeros((4, 2), np.float32), 0, kind)
    flat = np.array([[0, 1], [0, 0], [1, 0], [1, 1]], dtype=np.float32)
    to_cut = cv2.getPerspectiveTransform(region, flat)
    inside = cv2.perspectiveTransform(quad[None], to_cut)[0]
    turns = [np.roll(inside, -k, axis=0) for k in range(4)]
    best = int(np.argmin([np.abs((turn - flat) * (width, height)).sum() for turn in turns]))
    return CornerExample(picture, turns[best].astype(np.float32), int(best % 2 == 0), kind)


def _beside(rng: Rng, everything: NDArray[np.float32]) -> NDArray[np.float32]:
    """A box half on a tile, between two or across one."""
    box = _box(everything[int(rng.integers(0, len(everything)))])
    along, across = box[2] - box[1], box[0] - box[1]
    if rng.random() < 0.5:
        # What costs most at the table: one end of this tile and one of its neighbour, or of nothing.
        half_off = rng.uniform(0.38, 0.62) * rng.choice((-1, 1))
        return np.asarray(box + along * half_off + across * rng.normal(0, 0.06), dtype=np.float32)
    box = box + along * rng.uniform(-0.8, 0.8) + across * rng.uniform(-1.2, 1.2)
    if rng.random() < 0.4:
        middle = box.mean(axis=0)
        offset = box - middle
        box = middle + np.stack([-offset[:, 1], offset[:, 0]], axis=1)
    scaled = (box - box.mean(axis=0)) * rng.uniform(0.5, 1.6) + box.mean(axis=0)
    return np.asarray(scaled, dtype=np.float32)


def _anywhere(rng: Rng, size: tuple[int, int]) -> NDArray[np.float64]:
    """A box in a picture of `size` (width, height)."""
    side = float(np.exp(rng.uniform(np.log(12), np.log(160))))
    turn = rng.uniform(0, np.pi)
    along = side * np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]]) / 2
    middle = rng.uniform((0, 0), size)
    corners = [-along + across, -along - across, along - across, along + across]
    return middle + np.stack(corners) / 2


def _nowhere(rng: Rng, photo: Photo, everything: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """A tile-like box that is on no tile: between two of them, half on one, or on the bare table."""
    h, w = photo.picture.full.shape[:2]
    near = bool(len(everything)) and rng.random() < 0.75
    box = (_beside(rng, everything) if near else _anywhere(rng, (w, h))).astype(np.float32)
    if cv2.contourArea(box, oriented=True) < 0:
        box = box[[1, 0, 3, 2]]
    area = cv2.contourArea(box)
    for quad in everything:
        shared, _ = cv2.intersectConvexConvex(box, quad)
        if shared > 0.45 * (area + cv2.contourArea(quad) - shared):
            return None
    return box


def corner_examples(rng: Rng, photo: Photo) -> Iterator[CornerExample]:
    """Tiles and backs in loose boxes, as a detector that errs gives them, and boxes that hold neither."""
    whole = photo.visible.mean(axis=1) > 0.75 if len(photo.visible) else np.zeros(0, bool)
    kinds = [(quad, 0) for quad in photo.tiles[whole]] + [(quad, 1) for quad in photo.backs]
    everything = np.concatenate([photo.tiles, photo.backs])
    for quad, kind in kinds:
        if cv2.contourArea(quad) < 2 * 7 * 7:
            continue
        yield _corner_example(photo, _jittered_box(rng, _box(quad)), quad, kind)
        if rng.random() < 0.5 and (box := _nowhere(rng, photo, everything)) is not None:
            yield _corner_example(photo, box, None, 2)
    if rng.random() < 0.5 and (box := _nowhere(rng, photo, everything)) is not None:
        yield _corner_example(photo, box, None, 2)

    for box in photo.false:
        yield _corner_example(photo, _jittered_box(rng, _box(box)), None, 2)
    yield from _found_examples(rng, photo, kinds)


def _found_examples(
    rng: Rng, photo: Photo, kinds: list[tuple[NDArray[np.float32], int]]
) -> Iterator[CornerExample]:
    """Boxes of a table model with the tile that they mean; those on tiles in part covered say nothing."""
    everything = np.concatenate([photo.tiles, photo.backs])
    for found in photo.found:
        box = _box(found)
        shared = [overlap(box, quad) for quad, _ in kinds]
        box = np.roll(box, 2, axis=0) if rng.random() < 0.5 else box
        if shared and max(shared) >= POOR:
            quad, kind = kinds[int(np.argmax(shared))]
            yield _corner_example(photo, box, quad, kind)
        elif all(overlap(_box(found), quad) < POOR for quad in everything):
            yield _corner_example(photo, box, None, 2)


def photo_bytes(folder: Path) -> list[tuple[bytes, PhotoTruth]]:
    """All photos of a finished set, still compressed, with their truth and the boxes noted there."""
    noted = read_found_boxes(folder)
    pairs = []
    for truth in read_truths(folder):
        found = tuple(ThingTruth(FOUND, box, 1.0) for box in noted.get(truth.file, ()))
        known = replace(truth, things=truth.things + found)
        pairs.append(((folder / "photos" / truth.file).read_bytes(), known))
    return pairs


def with_found_boxes(pairs: list[tuple[bytes, PhotoTruth]]) -> list[tuple[bytes, PhotoTruth]]:
    """The photos in which a table model saw tiles where there are none, or not quite."""
    return [pair for pair in pairs if any(t.kind == FOUND for t in pair[1].things)]
