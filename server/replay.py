"""Watching a source of frames from its first to its last and telling the game that it shows."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.problems import Severity
from server.replay_doubles import standing_doubles
from server.replay_lines import Json, Line, event_lines
from server.session import Session
from server.session_log import Recorded
from server.session_looks import Seen
from vision.frames import Frame

UNKNOWN_SET = 18
"""The largest set that is sold: until the engine tile tells which one it is."""


class Watching(Protocol):
    """Whoever turns frames into settled looks."""

    def see(self, frame: Frame) -> Seen | None:
        """Take in the next frame; a look when one is due."""

    def finish(self) -> Seen | None:
        """Nothing follows: the last look once more."""


class Sink(Protocol):
    """Whoever follows the replay frame by frame: progress, the annotated film, evidence."""

    def take(self, frame: Frame, seen: Seen | None, new: Sequence[Recorded]) -> None:
        """A frame was watched; `seen` if it gave a look, `new` what was written down."""


MakeWatcher = Callable[[int], Watching]
"""A watcher for a set with so high a double."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock and how to wait, for tests to replace."""

    now: Callable[[], float] = time.perf_counter
    sleep: Callable[[float], None] = time.sleep


@dataclass(slots=True)
class Replayed:
    """A watched game. wall_s: how long it all took; of that decode_s for frames, watch_s for looking."""

    session: Session
    frames: int = 0
    end_s: float = 0.0
    wall_s: float = 0.0
    decode_s: float = 0.0
    watch_s: float = 0.0
    shortfall: str | None = None
    lines: tuple[Line, ...] = field(default=())

    def flags(self) -> tuple[Line, ...]:
        """The lines with something wrong in them."""
        return tuple(line for line in self.lines if is_flagged(line))


GRAVE = (Severity.ERROR, Severity.WARNING)


def is_flagged(line: Line) -> bool:
    """Whether a rule was broken, surely or probably."""
    return any(each.severity in GRAVE for each in line.problems)


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """set_size: None lets the first engine tile tell. real_time: watch no faster than it happened."""

    set_size: int | None = None
    real_time: bool = False
    timer: Timer = Timer()


def replay(
    frames: Iterator[Frame],
    make_watcher: MakeWatcher,
    session: Session,
    sinks: Sequence[Sink],
    settings: ReplaySettings,
) -> Replayed:
    """Watch all frames. An interruption (Ctrl-C) ends the watching early and loses nothing of it."""
    timer, result = settings.timer, Replayed(session)
    started = asked = timer.now()
    set_size = settings.set_size or UNKNOWN_SET
    watcher = make_watcher(set_size)
    try:
        for frame in frames:
            begun = timer.now()
            result.decode_s += begun - asked
            seen = watcher.see(frame)
            new = session.wait(frame.at_s) if seen is None else session.look(seen)
            result.watch_s += timer.now() - begun
            result.frames += 1
            result.end_s = frame.at_s
            for sink in sinks:
                sink.take(frame, seen, new)
            known = session.log.game.rules.max_pip
            if settings.set_size is None and session.log.told and known != set_size:
                # The set is known now: what no tile of it shows is not read any more.
                set_size, watcher = known, make_watcher(known)
            if settings.real_time:
                timer.sleep(max(0.0, frame.at_s - (timer.now() - started)))
            asked = timer.now()
    except KeyboardInterrupt:
        result.shortfall = "watching was interrupted"
    end = watcher.finish()
    if end is not None:
        session.look(end)
    session.finish(result.end_s)
    result.wall_s = timer.now() - started
    result.lines = tuple(event_lines(session.log.told, session.bumps_s))
    return result


def summary(result: Replayed) -> Json:
    """What the film came to, as the last line for programs."""
    log, lines = result.session.log, result.lines
    state = next((t.before.round for t in reversed(log.told) if t.before.round is not None), None)
    state = log.game.round or state
    severities = [each.severity.value for line in lines for each in line.problems]
    counts = {
        kind: sum(line.kind == kind for line in lines) for kind in sorted({line.kind for line in lines})
    }
    return {
        "kind": "summary",
        "t": round(result.end_s, 3),
        "rules": str(log.game.rules),
        "seats": list(log.game.seats),
        "rounds": sum(line.kind == "round_start" for line in lines),
        "engine": None if state is None or state.engine is None else [state.engine.low, state.engine.high],
        "trains": {}
        if state is None
        else {each.name: [[k.inner, k.outer] for k in each.links] for each in state.trains if each.links},
        "markers": [] if state is None else [each.name for each in state.trains if each.marker_seen],
        "turn": None if state is None or log.game.round is None else state.turn.seat,
        "unsatisfied": [each.as_json(result.end_s) for each in standing_doubles(log.told)],
        "counts": counts,
        "problems": {word: severities.count(word) for word in sorted(set(severities))},
        "flags": len(result.flags()),
        "doubtful": sum(line.doubtful for line in lines),
        "frames": result.frames,
        "fps": round(result.frames / result.wall_s, 2) if result.wall_s > 0 else None,
        "watch_ms_per_frame": _ms_each(result.watch_s, result.frames),
        "decode_ms_per_frame": _ms_each(result.decode_s, result.frames),
        "wall_s": round(result.wall_s, 3),
        "complete": result.shortfall is None,
    }


def _ms_each(seconds: float, frames: int) -> float | None:
    return round(1000 * seconds / frames, 3) if frames else None
