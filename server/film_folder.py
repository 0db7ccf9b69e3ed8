"""The command `stationmaster films`: replay films whose truth lies beside them and add up the figures."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from engine.rules import parse_rules
from engine.trains import check_seat
from server.count_photos import complain
from server.film_report import FilmRow, write_report
from server.film_score import FilmScore, score
from server.film_score_table import score_json, score_table
from server.film_truths import Truth, TruthError, read_truth
from server.replay import Replayed, ReplaySettings, Sink, Watching, replay
from server.replay_command import LoadError, load, telling_of
from server.replay_files import write_whole
from server.replay_lines import json_lines, record_text
from server.replay_progress import ReplayProgress
from server.session import Session
from server.session_rounds import TableSetup
from server.words import SOURCE, words_in
from vision.looks import Looker
from vision.seats import Seating
from vision.sources import SourceError, frames
from vision.survey import WatcherSettings
from vision.watcher import Watcher

BROKEN, DONE = 2, 0
TRUTH = ".truth.json"


@dataclass(frozen=True, slots=True)
class FilmsRequest:
    """Which films, and where to write.

    records: a folder for what was told of each film. report: Markdown with the figures.
    """

    films: Sequence[Path]
    records: Path | None = None
    report: Path | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A film with what was told of it."""

    name: str
    truth: Truth
    result: Replayed
    score: FilmScore


def run_films(request: FilmsRequest, load_looker: Callable[[], Looker]) -> int:
    """Replay all films, each as its players would; 0 when all could be watched to their end, 2 if not."""
    console = Console(stderr=True)
    scored: list[Scored] = []
    try:
        paths = list(films_with_truth(request.films))
        looker = load(load_looker)
        for path in paths:
            scored.append(_film(path, looker))
            if request.records is not None:
                _write(request.records, scored[-1])
            console.print(score_table(scored[-1].score, scored[-1].name))
    except (TruthError, SourceError, LoadError, OSError) as error:
        complain(str(error))
        return BROKEN
    total = sum((each.score for each in scored[1:]), scored[0].score)
    console.print(score_table(total, f"{len(scored)} films"))
    print(json.dumps(score_json(total)))  # noqa: T201 -- the answer
    if request.report is not None:
        rows = [FilmRow(each.name, each.truth, each.score) for each in scored]
        write_report(request.report, rows, total)
    return DONE


def films_with_truth(paths: Sequence[Path]) -> Iterator[Path]:
    """The films among files and in folders; each has its truth beside it."""
    for path in paths:
        found = sorted(path.glob("*.mp4")) if path.is_dir() else [path]
        if not found:
            raise TruthError(f"{path}: expected films (.mp4) with their truth, found none")
        yield from found


def _film(path: Path, looker: Looker) -> Scored:
    """One film, watched knowing what players know: rules, set, and who sits where."""
    truth = read_truth(path.with_name(path.stem + TRUTH))
    seats = tuple(map(check_seat, truth.seats))
    rules = parse_rules(truth.rules)
    session = Session(TableSetup(rules, seats, is_set_known=True))
    seating = Seating.even(seats)

    def make_watcher(set_size: int) -> Watching:
        return Watcher(looker, WatcherSettings(set_size, seating))

    with frames(str(path)) as source, ReplayProgress(source.facts.duration_s) as progress:
        sinks: list[Sink] = [progress]
        result = replay(iter(source), make_watcher, session, sinks, ReplaySettings(rules.max_pip))
        result.shortfall = result.shortfall or source.shortfall
    return Scored(path.stem, truth, result, score(truth, telling_of(result)))


def _write(folder: Path, film: Scored) -> None:
    """What was told of a film: its record and its lines with their times."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [*(line.as_json(words_in(SOURCE)) for line in film.result.lines), score_json(film.score)]
    write_whole(
        folder / f"{film.name}.txt", record_text(film.result.session.log.told, [("Source", film.name)])
    )
    write_whole(folder / f"{film.name}.jsonl", json_lines(lines))
