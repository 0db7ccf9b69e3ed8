"""A long film out of a short one, played over and over without being painted again."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av

from scenegen.film_truth import (
    FilmHeader,
    FilmTruth,
    KeyFrame,
    difference,
    film_truth_from_json,
    film_truth_to_json,
    read_film_truth,
    truth_path,
)

Spans = tuple[tuple[float, float], ...]


def _repeated(spans: Spans, times: int, lap_s: float) -> Spans:
    return tuple((lap * lap_s + a, lap * lap_s + b) for lap in range(times) for a, b in spans)


def _looped(truth: FilmTruth, name: str, times: int, lap_s: float) -> FilmTruth:
    """The truth of a film shown `times` times; at each start all that lay there is gone at once."""
    frames: list[KeyFrame] = []
    last = truth.state_at(truth.header.duration_s)
    for lap in range(times):
        for frame in truth.keyframes:
            at_s = lap * lap_s + frame.at_s
            again = lap > 0 and frame is truth.keyframes[0]
            state = {thing.key: thing for thing in frame.things}
            frames.append(difference(last, state, at_s) if again else replace(frame, at_s=at_s))
    events = tuple(
        replace(event, at_s=lap * lap_s + event.at_s) for lap in range(times) for event in truth.events
    )
    head = truth.header
    header: FilmHeader = replace(
        head,
        film=name,
        frames=head.frames * times,
        duration_s=(times - 1) * lap_s + head.duration_s,
        fingerprint=f"{head.fingerprint}x{times}",
        arms=_repeated(head.arms, times, lap_s),
        leans=_repeated(head.leans, times, lap_s),
        bumps=_repeated(head.bumps, times, lap_s),
        lamps=_repeated(head.lamps, times, lap_s),
    )
    return FilmTruth(header, events, tuple(frames))


def _copy(source: Path, target: Path, times: int, lap_s: float) -> None:
    """Put the film's packets behind each other."""
    with av.open(str(target), "w", format="mp4") as output:
        stream = None
        for lap in range(times):
            with av.open(str(source)) as film:
                video = film.streams.video[0]
                if stream is None:
                    stream = output.add_stream_from_template(video)
                base = video.time_base or Fraction(1, 90_000)
                ahead = round(lap * lap_s / base)
                for packet in film.demux(video):
                    if packet.dts is None or packet.pts is None:
                        continue
                    packet.dts, packet.pts = packet.dts + ahead, packet.pts + ahead
                    packet.stream = stream
                    output.mux(packet)


def loop_film(source: Path, target: Path, lasts_s: float) -> FilmTruth:
    """Show a film again and again until `lasts_s` have passed; its truth lies beside it."""
    truth = read_film_truth(truth_path(source))
    head = truth.header
    # The truth knows times to the millisecond only; laps of even frames are known exactly.
    lap_s = head.duration_s + 1 / head.fps
    lap_s = head.frames / head.fps if abs(lap_s - head.frames / head.fps) < 0.002 else lap_s
    times = max(1, -int(-lasts_s // lap_s))
    part = target.with_name(target.name + ".part")
    _copy(source, part, times, lap_s)
    looped = _looped(truth, target.name, times, lap_s)
    truth_path(target).unlink(missing_ok=True)
    part.replace(target)
    text = film_truth_to_json(looped)
    truth_path(target).write_text(text, encoding="utf-8")
    return film_truth_from_json(text)
