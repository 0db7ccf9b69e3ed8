"""The command `stationmaster replay`: a source of frames in, the game's record and its flags out."""

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from server.count_photos import complain
from server.evidence import Evidence
from server.film_drawing import FilmDrawing
from server.film_score import FilmScore, Telling, score
from server.film_score_table import score_json, score_table
from server.film_truths import Truth, TruthError, read_truth
from server.film_writer import FilmWriter
from server.replay import Replayed, ReplaySettings, Sink, Watching, replay, summary
from server.replay_doubles import standing_doubles
from server.replay_files import OutputError, forget, prepare, write_whole
from server.replay_lines import Json, json_lines, record_text
from server.replay_options import OptionError, table_setup
from server.replay_progress import ReplayProgress
from server.session import Session
from server.session_rounds import TableSetup
from server.words import SOURCE, Saying, Words, words_in
from vision.looks import Looker
from vision.seats import Seating
from vision.sources import Source, SourceError, frames
from vision.survey import WatcherSettings
from vision.watcher import Watcher

BROKEN, INCOMPLETE, DONE = 2, 1, 0
STDOUT = Path("-")


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What the command line asked for."""

    source: str
    rules: str | None = None
    players: str | None = None
    set_size: int | None = None
    truth: Path | None = None
    out: Path | None = None
    record: Path | None = None
    as_json: Path | None = None
    evidence: Path | None = None
    real_time: bool = False
    words: Words = field(default_factory=partial(words_in, SOURCE))


class LoadError(Exception):
    """The models cannot be loaded, in one line."""


def run_replay(request: ReplayRequest, load_looker: Callable[[], Looker]) -> int:
    """Replay a source; 0 when all of it was watched, 1 when not or no game was seen, 2 when it is broken."""
    outputs = [path for path in (request.record, request.as_json) if path is not None and path != STDOUT]
    try:
        table = table_setup(request.rules, request.players, request.set_size)
        truth = None if request.truth is None else read_truth(request.truth)
        for path in outputs:
            prepare(path)
        with frames(request.source) as source:
            return _watch(request, table, truth, source, load_looker)
    except (OptionError, TruthError, OutputError, SourceError, LoadError) as error:
        complain(request.words.reason(error))
        return BROKEN
    finally:
        for path in outputs:
            with suppress(OSError):
                forget(path)


def _watch(
    request: ReplayRequest,
    table: TableSetup,
    truth: Truth | None,
    source: Source,
    load_looker: Callable[[], Looker],
) -> int:
    # Only now: what is wrong with the source is answered at once.
    looker = load(load_looker)
    seating = None if table.seats is None else Seating.even(table.seats)

    def make_watcher(set_size: int) -> Watching:
        return Watcher(looker, WatcherSettings(set_size, seating, source.facts.is_stills))

    settings = ReplaySettings(table.rules.max_pip if table.is_set_known else None, request.real_time)
    session = Session(table)
    with ExitStack() as stack:
        sinks: list[Sink] = [stack.enter_context(ReplayProgress(source.facts.duration_s))]
        if request.out is not None:
            sinks.append(stack.enter_context(FilmDrawing(FilmWriter(request.out), session)))
        if request.evidence is not None:
            sinks.append(Evidence(request.evidence, session))
        result = replay(iter(source), make_watcher, session, sinks, settings)
    result.shortfall = result.shortfall or source.shortfall
    scored = None if truth is None else score(truth, telling_of(result))
    _write(request, source.facts.name, result, scored)
    return _verdict(request, result)


def load(load_looker: Callable[[], Looker]) -> Looker:
    """The models; raises LoadError."""
    try:
        return load_looker()
    except (OSError, ValueError, RuntimeError) as error:
        raise LoadError(Saying("error.models", {"reason": " ".join(str(error).split())})) from error


def telling_of(result: Replayed) -> Telling:
    """What was told, for holding it against the truth."""
    doubles = tuple(standing_doubles(result.session.log.told))
    return Telling(result.lines, doubles, result.end_s, result.wall_s)


def _write(request: ReplayRequest, name: str, result: Replayed, scored: FilmScore | None) -> None:
    headers = [("Source", name), ("Program", f"stationmaster {version('stationmaster')}")]
    if result.shortfall is not None:
        headers.append(("Incomplete", " ".join(result.shortfall.split())))
    record = record_text(result.session.log.told, headers, request.words)
    last: dict[str, object] = dict(summary(result))
    if scored is not None:
        last["score"] = score_json(scored)
    lines: Sequence[Json] = [*(line.as_json(request.words) for line in result.lines), last]
    if request.record is not None and request.record != STDOUT:
        write_whole(request.record, record)
    if request.as_json == STDOUT:
        sys.stdout.write(json_lines(lines))
    else:
        sys.stdout.write(record)
        if request.as_json is not None:
            write_whole(request.as_json, json_lines(lines))
    sys.stdout.flush()
    if scored is not None:
        Console(stderr=True).print(score_table(scored, name))


def _verdict(request: ReplayRequest, result: Replayed) -> int:
    words = request.words
    rate = result.frames / result.wall_s if result.wall_s > 0 else 0.0
    took = {"frames": result.frames, "seconds": round(result.wall_s, 1), "rate": round(rate)}
    sys.stderr.write(words.say("replay.done", flags=len(result.flags()), **took) + "\n")
    if result.shortfall is not None:
        complain(f"{request.source}: {result.shortfall}")
        return INCOMPLETE
    if not result.session.log.told:
        complain(f"{request.source}: {words.say('replay.no_game')}")
        return INCOMPLETE
    return DONE
