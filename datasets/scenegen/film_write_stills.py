"""Single pictures out of films, with the truth that a rendered photo has: what a webcam sees of a game."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.compose import Canvas, thing_truth, tile_truth
from scenegen.film_look import FilmLook
from scenegen.film_paint import Lying
from scenegen.film_paint_frames import FilmPainter
from scenegen.film_paint_light import Planes, empty_planes
from scenegen.film_paint_overhead import CARRIED
from scenegen.film_script import FilmScript, FilmTile
from scenegen.film_write import planes_of
from scenegen.textures import as_image
from scenegen.truth import PhotoTruth, ThingTruth, TileTruth

Image = NDArray[np.uint8]
Rng = np.random.Generator

_LEAST_VISIBLE = 0.05


def as_bgr(planes: Planes) -> Image:
    """A frame's planes as a picture (h, w, 3)."""
    h, w = planes[0].shape
    packed = np.concatenate([plane.reshape(-1) for plane in planes]).reshape(h * 3 // 2, w)
    return as_image(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420))


def through_h264(planes: Planes, crf: int) -> Image:
    """The picture (h, w, 3) after it has been a frame of a film."""
    h, w = planes[0].shape
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = w, h, "yuv420p"
    encoder.time_base = Fraction(1, 30)
    encoder.options = {"preset": "ultrafast", "crf": str(crf), "tune": "zerolatency", "threads": "1"}
    frame = av.VideoFrame(w, h, "yuv420p")
    for source, target in zip(planes, planes_of(frame), strict=True):
        target[:] = source
    packets = [*encoder.encode(frame), *encoder.encode(None)]
    decoder = av.CodecContext.create("h264", "r")
    decoded = [each for packet in [*packets, None] for each in decoder.decode(packet)]
    return as_bgr(planes_of(decoded[0]))


def _truths(painter: FilmPainter, canvas: Canvas) -> tuple[tuple[TileTruth, ...], tuple[ThingTruth, ...]]:
    """Everything that is not all but covered; who leans over the table counts as a hand."""
    table, above = painter.table, painter.above
    lying: list[tuple[int, Lying]] = [*table.lying.items()]
    lying += [(CARRIED - index, each) for index, each in enumerate(above.carried)]
    tiles, things = [], []
    for number, each in lying:
        if isinstance(each.thing, FilmTile):
            placed = each.thing.placed
            if table.wardrobe.tiles.shows_face(placed, table.camera):
                tiles.append(tile_truth(canvas, placed, each.corners_px, number))
            else:
                things.append(thing_truth(canvas, "back", each.corners_px, number))
        elif each.thing.counts_as:
            things.append(thing_truth(canvas, each.thing.counts_as, each.corners_px, number))
    for index, figure in enumerate(above.figures, start=1):
        things.append(thing_truth(canvas, "hand", figure.corners_px, -index))
    return (
        tuple(tile for tile in tiles if max(tile.visible) > _LEAST_VISIBLE),
        # A long arm fills little of its box, most of which may lie outside the picture.
        tuple(t for t in things if t.visible > (0.002 if t.kind == "hand" else _LEAST_VISIBLE)),
    )


def _after_swing(script: FilmScript, at_s: float) -> float:
    """The time, or when the camera stands still again."""
    for bump in script.bumps:
        if bump.at_s < at_s < bump.at_s + bump.lasts_s:
            return bump.at_s + bump.lasts_s
    return at_s


def stills(script: FilmScript, look: FilmLook, times: Iterable[float]) -> Iterator[tuple[Image, PhotoTruth]]:
    """Pictures (h, w, 3) BGR of a film at times in ascending order; `file` is left empty."""
    painter = FilmPainter(script, look)
    w, h = look.size_px
    out, canvas = empty_planes((w, h)), Canvas(np.zeros((h, w, 3), np.uint8))
    rng = np.random.default_rng([look.seed, 8])
    traits: dict[str, str | float | int | bool] = {
        "arrangement": "film",
        "set_size": script.set_size,
        "tilt_deg": look.view.tilt_deg,
        "tile_px": look.view.px_per_mm * look.style.length_mm,
        "pips": str(look.style.pip_kind),
        "divider": str(look.style.divider),
    }
    for at_s in times:
        painter.frame(_after_swing(script, at_s), out, canvas.owner)
        tiles, things = _truths(painter, canvas)
        picture = through_h264(out, int(rng.integers(20, 34))) if rng.random() < 0.7 else as_bgr(out)
        yield picture, PhotoTruth("", w, h, tiles, things, {**traits, "at_s": at_s})


def still(script: FilmScript, look: FilmLook, at_s: float) -> tuple[Image, PhotoTruth]:
    """One picture of a film."""
    return next(stills(script, look, (at_s,)))
