"""Watch films once, then tell them again and again in a second each, to work on layout and session.

What the models saw (every `Sight`, knock and look for tags) is kept beside a film's truth; telling it goes
through a fresh surveyor and session, so it shows what a change there is worth. With --perfect the films are
watched with detections out of their truth: what is still told wrongly then is no fault of the models.

Run it from the root of the repository:
    .venv/bin/stationmaster-lab film --recipe datasets/recipes/films/dev.toml -o data/films-dev
    .venv/bin/python tests/rehearsal/rehearse.py watch data/films-dev/*.mp4 -o build/sights
    .venv/bin/python tests/rehearsal/rehearse.py watch data/films-dev/*.mp4 -o build/perfect \
        --perfect datasets/recipes/films/dev.toml
    .venv/bin/python tests/rehearsal/rehearse.py tell build/sights/*.sights [--lines]
"""

import pickle
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from truth_looker import TruthLooker, arms_of

from engine.rules import parse_rules
from engine.trains import check_seat
from scenegen.film_family import load_family
from scenegen.film_look import look_of
from scenegen.film_plan import make_script
from scenegen.film_recipe import draw_film
from scenegen.film_truth import read_film_truth, truth_path
from server.film_score import FilmScore, Telling, score
from server.film_truths import Truth, read_truth
from server.replay import ReplaySettings, replay
from server.replay_doubles import standing_doubles
from server.replay_lines import Line, event_lines
from server.replay_models import load_looker
from server.session import Session
from server.session_rounds import TableSetup
from vision.looks import Looker
from vision.seats import Seating
from vision.sources import frames
from vision.survey import Seen, Sight, Surveyor, WatcherSettings, at_the_end
from vision.tags import HubSeen
from vision.watcher import Watcher

TICK_S = 0.1


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera was knocked."""


@dataclass(frozen=True, slots=True)
class Tags:
    """What a look for printed tags found."""

    found: HubSeen | None


@dataclass(frozen=True, slots=True)
class Watched:
    """A film as the models saw it."""

    truth: Truth
    seen: tuple[Sight | Knock | Tags, ...]
    end_s: float


class NotingSurveyor(Surveyor):
    """Keeps what it is asked."""

    seen: list[Sight | Knock | Tags]

    def use_tags(self, tags: HubSeen | None) -> None:
        self.seen.append(Tags(tags))
        super().use_tags(tags)

    def knocked(self) -> None:
        self.seen.append(Knock())
        super().knocked()

    def survey(self, sight: Sight) -> Seen:
        self.seen.append(sight)
        return super().survey(sight)


def table_of(truth: Truth) -> tuple[Session, WatcherSettings]:
    """Whoever tells a film, knowing what its players know."""
    rules, seats = parse_rules(truth.rules), tuple(map(check_seat, truth.seats))
    session = Session(TableSetup(rules, seats, is_set_known=True))
    return session, WatcherSettings(rules.max_pip, Seating.even(seats))


def perfect_looker(film: Path, recipe: Path) -> Looker:
    """Sees what a film's truth says; the film is the one of that number in the recipe."""
    drawn = draw_film(load_family(recipe), int(film.stem.rpartition("-")[2]))
    script = make_script(film.with_suffix(".record.txt").read_text(encoding="utf-8"), drawn)
    return TruthLooker(read_film_truth(truth_path(film)), arms_of(script, look_of(drawn, script.table_mm)))


def watch(film: Path, looker: Looker) -> Watched:
    """Watch a film from its first frame to its last."""
    truth = read_truth(film.with_name(f"{film.stem}.truth.json"))
    session, settings = table_of(truth)
    NotingSurveyor.seen = []
    with patch("vision.watcher.Surveyor", NotingSurveyor), frames(str(film)) as source:
        told = replay(
            iter(source),
            lambda _: Watcher(looker, settings),
            session,
            [],
            ReplaySettings(settings.set_size),
        )
    return Watched(truth, tuple(NotingSurveyor.seen), told.end_s)


def tell(watched: Watched) -> tuple[FilmScore, tuple[Line, ...]]:
    """Tell a watched film with the surveyor and the session as they are now."""
    session, settings = table_of(watched.truth)
    surveyor, now_s = Surveyor(settings), 0.0
    last: Seen | None = None
    for each in watched.seen:
        match each:
            case Tags(found=found):
                surveyor.use_tags(found)
            case Knock():
                surveyor.knocked()
            case Sight():
                now_s = wait(session, now_s, each.scene.at_s)
                last = surveyor.survey(each)
                session.look(last)
    wait(session, now_s, watched.end_s)
    if last is not None:
        session.look(at_the_end(last))
    session.finish(watched.end_s)
    lines = tuple(event_lines(session.log.told, session.bumps_s))
    telling = Telling(lines, tuple(standing_doubles(session.log.told)), watched.end_s, wall_s=1.0)
    return score(watched.truth, telling), lines


def wait(session: Session, from_s: float, to_s: float) -> float:
    """Let time go by."""
    now_s = from_s + TICK_S
    while now_s < to_s:
        session.wait(now_s)
        now_s += TICK_S
    return to_s


def row(name: str, found: FilmScore) -> str:
    """The figures of a film in a line."""
    counts = {
        "plays": found.plays,
        "markers": found.markers,
        "removals": found.removals,
        "flags": found.flags,
    }
    told = "  ".join(f"{word} {count.hits}/{count.of}" for word, count in counts.items())
    wrong = f"wrong flags {found.wrong_flags.hits}/{found.wrong_flags.of}"
    return f"{name:12} {told}  {wrong}  misread {found.misread}  made up {found.made_up}"


def both(truth: Truth, lines: Sequence[Line]) -> Iterator[str]:
    """What happened and what was told, in the order of time."""
    happened = [(e.at_s, "    ", e.kind, e.by, e.train, e.tile, e.code or "") for e in truth.events]
    told = [
        (e.at_s, "told", e.kind, e.by, e.train, e.tile, " ".join(f.code.value for f in e.problems))
        for e in lines
    ]
    for at_s, who, kind, by, train, tile, codes in sorted([*happened, *told], key=lambda each: each[0]):
        yield f"{at_s:8.2f} {who} {kind:12} {by or '-':8} {train or '-':8} {tile or ''!s:9} {codes}"


def main(arguments: Sequence[str], say: Callable[[str], None]) -> int:
    """Watch films, or tell again what was watched."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("watch", "tell"))
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("-o", "--out", type=Path, default=Path("build/sights"))
    parser.add_argument("--perfect", type=Path, metavar="RECIPE.toml")
    parser.add_argument("--model-dir", type=Path, metavar="DIR")
    parser.add_argument("--lines", action="store_true")
    given = parser.parse_args(arguments)
    if given.what == "watch":
        given.out.mkdir(parents=True, exist_ok=True)
        for film in given.paths:
            looker = perfect_looker(film, given.perfect) if given.perfect else load_looker(given.model_dir, 1)
            (given.out / f"{film.stem}.sights").write_bytes(pickle.dumps(watch(film, looker)))
            say(f"{film.stem} watched")
        return 0
    total: FilmScore | None = None
    for path in given.paths:
        watched: Watched = pickle.loads(path.read_bytes())  # noqa: S301 -- written by ourselves
        found, lines = tell(watched)
        total = found if total is None else total + found
        for line in both(watched.truth, lines) if given.lines else ():
            say(line)
        say(row(path.stem, found))
    if total is not None:
        say(row("all", total))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], print))
