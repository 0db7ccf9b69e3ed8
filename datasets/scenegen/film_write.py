"""Writes a painted film to a video file with its truth beside it: both whole, or neither."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.stream import VideoStream
from numpy.typing import NDArray

from scenegen.film_look import FilmLook
from scenegen.film_paint_frames import FilmPainter
from scenegen.film_paint_light import Planes, empty_planes
from scenegen.film_recipe import FilmRecipe
from scenegen.film_script import FilmScript
from scenegen.film_truth import (
    FilmHeader,
    FilmTruth,
    FilmTruthError,
    film_truth_from_json,
    film_truth_to_json,
    read_film_truth,
    truth_path,
)
from scenegen.film_truth_keeper import TruthKeeper
from scenegen.film_write_rotation import note_turn, turned_planes

PAINTED_AS = 1
"""Counts up when the same script and look come to be painted another way."""
_TICKS = 90_000
_BT601 = 6


@dataclass(frozen=True, slots=True)
class FilmFormat:
    """How a film is stored.

    varies: whether frames come at uneven times, as phones write them. crf: x264's quality, lower is better.
    keyframe_s: from one whole picture to the next. turn_deg: pictures are stored turned, with a note to turn
    them clockwise by so much (0, 90, 180, 270).
    """

    fps: int = 30
    varies: bool = False
    crf: int = 25
    preset: str = "ultrafast"
    keyframe_s: float = 1.5
    turn_deg: int = 0


def format_of(recipe: FilmRecipe) -> FilmFormat:
    """The format that a recipe asks for."""
    rng = np.random.default_rng([recipe.seed, 7])
    crf, keyframe_s = int(rng.integers(23, 29)), float(rng.uniform(1.0, 2.0))
    return FilmFormat(recipe.view.fps, recipe.view.varies_fps, crf, keyframe_s=keyframe_s)


@dataclass(frozen=True, slots=True, eq=False)
class FilmOrder:
    """A film to be made."""

    script: FilmScript
    look: FilmLook
    format: FilmFormat
    path: Path


def film_fingerprint(order: FilmOrder) -> str:
    """Short hash of everything that the film is made from; textures follow from the look's seed."""
    look = order.look
    parts = [PAINTED_AS, asdict(order.script), asdict(order.format), look.seed, asdict(look.view)]
    parts += [look.target_mm, asdict(look.light), asdict(look.sensor), look.table_mm, look.style.length_mm]
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def frame_times(form: FilmFormat, lasts_s: float, seed: int) -> NDArray[np.float64]:
    """When each frame is taken, seconds from the first one, in whole ticks of the file's clock.

    Phones take fewer frames in the dark and never at quite even times.
    """
    if not form.varies:
        times = np.arange(int(lasts_s * form.fps)) / form.fps
    else:
        rng = np.random.default_rng([seed, 5])
        count = int(lasts_s * form.fps * 1.3) + 2
        slow = 1 + 0.12 * (1 + np.sin(np.linspace(0, lasts_s / 3, count) + rng.uniform(0, 6)))
        gaps = slow / form.fps * rng.choice((1.0, 1.03, 0.97, 2.0), count, p=(0.6, 0.195, 0.195, 0.01))
        times = np.cumsum(gaps) - gaps[0]
        times = times[times < lasts_s]
    ticks: NDArray[np.float64] = np.round(times * _TICKS) / _TICKS
    return ticks


def _stored_size(order: FilmOrder) -> tuple[int, int]:
    w, h = order.look.size_px
    return (h, w) if order.format.turn_deg in (90, 270) else (w, h)


def _stream(container: av.container.OutputContainer, order: FilmOrder) -> VideoStream:
    form = order.format
    options = {"preset": form.preset, "crf": str(form.crf), "threads": "2"}
    stream = container.add_stream("libx264", rate=form.fps, options=options)
    stream.width, stream.height = _stored_size(order)
    stream.pix_fmt = "yuv420p"
    stream.codec_context.time_base = Fraction(1, _TICKS)
    stream.codec_context.gop_size = max(round(form.keyframe_s * form.fps), 1)
    stream.codec_context.colorspace = _BT601
    stream.codec_context.color_range = 1
    return stream


def planes_of(frame: av.VideoFrame) -> Planes:
    """The frame's memory as arrays."""
    views = []
    for plane in frame.planes:
        rows = np.frombuffer(memoryview(plane), np.uint8).reshape(plane.height, plane.line_size)
        views.append(rows[:, : plane.width])
    return views[0], views[1], views[2]


def _frames(order: FilmOrder, painter: FilmPainter, keeper: TruthKeeper) -> Iterator[av.VideoFrame]:
    w, h = _stored_size(order)
    upright = empty_planes(order.look.size_px)
    seen = -1
    for at_s in frame_times(order.format, order.script.lasts_s, order.look.seed):
        frame = av.VideoFrame(w, h, "yuv420p")
        if order.format.turn_deg:
            painter.frame(float(at_s), upright)
            turned_planes(upright, planes_of(frame), order.format.turn_deg)
        else:
            painter.frame(float(at_s), planes_of(frame))
        if painter.revision != seen:
            seen = painter.revision
            keeper.record(painter.changed_s, painter.table)
        frame.pts, frame.time_base = round(at_s * _TICKS), Fraction(1, _TICKS)
        yield frame


def _header(order: FilmOrder, times: NDArray[np.float64], fingerprint: str) -> FilmHeader:
    script, look = order.script, order.look
    return FilmHeader(
        film=order.path.name,
        width=look.size_px[0],
        height=look.size_px[1],
        fps=float(order.format.fps),
        frames=len(times),
        duration_s=float(times[-1]) if len(times) else 0.0,
        rules=script.rules,
        set_size=script.set_size,
        seats=script.seats,
        seat_mm=script.seat_mm,
        table_mm=script.table_mm,
        hub_mm=script.hub_mm,
        slots=script.slots,
        tilt_deg=look.view.tilt_deg,
        tile_mm=(look.style.length_mm, look.style.width_mm),
        seed=look.seed,
        fingerprint=fingerprint,
        arms=tuple((each.path[0].at_s, each.path[-1].at_s) for each in script.reaches),
        leans=tuple((each.from_s, each.to_s) for each in script.leans),
        bumps=tuple((each.at_s, each.at_s + each.lasts_s) for each in script.bumps),
        lamps=tuple((each.at_s, each.at_s + each.lasts_s) for each in script.lamps),
    )


def is_made(order: FilmOrder) -> bool:
    """Whether exactly this film lies there finished."""
    try:
        truth = read_film_truth(truth_path(order.path))
    except FilmTruthError:
        return False
    return order.path.exists() and truth.header.fingerprint == film_fingerprint(order)


def write_film(order: FilmOrder, progress: Callable[[int], None] | None = None) -> FilmTruth:
    """Paint and store the film unless it is there already; returns its truth.

    progress: called with the number of frames that were just written.
    """
    report = progress or (lambda _: None)
    times = frame_times(order.format, order.script.lasts_s, order.look.seed)
    beside = truth_path(order.path)
    if is_made(order):
        report(len(times))
        return read_film_truth(beside)
    order.path.parent.mkdir(parents=True, exist_ok=True)
    keeper = TruthKeeper(order.script)
    painter = FilmPainter(order.script, order.look)
    part = order.path.with_name(order.path.name + ".part")
    with av.open(str(part), "w", format="mp4") as container:
        stream = _stream(container, order)
        for frame in _frames(order, painter, keeper):
            container.mux(stream.encode(frame))
            report(1)
        container.mux(stream.encode())
    if order.format.turn_deg:
        note_turn(part, order.format.turn_deg)
    header = _header(order, times, film_fingerprint(order))
    truth = FilmTruth(header, order.script.events, tuple(keeper.keyframes))
    text = film_truth_to_json(truth)
    _put_in_place(order.path, part, text)
    return film_truth_from_json(text)


def _put_in_place(film: Path, part: Path, truth: str) -> None:
    """The truth comes last: a film without it is unfinished, and no old truth lies beside a new film."""
    beside = truth_path(film)
    beside.unlink(missing_ok=True)
    part.replace(film)
    pending = beside.with_name(beside.name + ".part")
    pending.write_text(truth, encoding="utf-8")
    pending.replace(beside)
