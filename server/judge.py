"""`stationmaster judge`: scenario files and game records, verdict by verdict."""

import json
from collections.abc import Iterator
from pathlib import Path

import typer

from engine.game import game_standings
from engine.notation import NotationError
from engine.record import MisfitError, judge_record, parse_record
from server.count_photos import complain
from server.sayings import Names
from server.scenario_files import ScenarioError, read_cases
from server.scenarios import Verdict, run_case
from server.words import Words

SCENARIO_SUFFIXES = (".yaml", ".yml")


def judge_file(path: Path, words: Words, *, as_json: bool) -> int:
    """Print the verdicts of a file; 0 when all is as it should be, 1 when not, 2 when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix.lower() in SCENARIO_SUFFIXES:
            return _print_scenarios(text, path, words, as_json=as_json)
        return _print_record(text, words, as_json=as_json)
    except OSError as error:
        return _complain(path, error.strerror or str(error))
    except UnicodeDecodeError as error:
        return _complain(path, f"no UTF-8 text: {error.reason} at byte {error.start}")
    except (ScenarioError, NotationError, MisfitError) as error:
        return _complain(path, str(error))


def _complain(path: Path, reason: str) -> int:
    complain(f"{path}: {reason}")
    return 2


def _print_scenarios(text: str, path: Path, words: Words, *, as_json: bool) -> int:
    """Run all cases; a broken one is named and the others run all the same."""
    checks = failed = broken = 0
    seen: set[str] = set()
    for case in read_cases(text):
        try:
            verdicts = list(run_case(case, seen))
        except ScenarioError as error:
            broken += 1
            _complain(path, str(error))
            continue
        checks += len(verdicts)
        failed += sum(not verdict.ok for verdict in verdicts)
        for verdict in verdicts:
            for line in [_as_json(verdict)] if as_json else _as_text(verdict):
                typer.echo(line)
    if not as_json:
        typer.echo(words.say("judge.checks", passed=checks - failed, checks=checks))
    return 2 if broken else 1 if failed else 0


def _as_json(verdict: Verdict) -> str:
    return json.dumps(
        {
            "id": verdict.case,
            "preset": verdict.preset,
            "ok": verdict.ok,
            "got": verdict.got,
            "want": verdict.want,
        }
    )


def _as_text(verdict: Verdict) -> Iterator[str]:
    yield f"{'ok  ' if verdict.ok else 'FAIL'} {verdict.case} {verdict.preset}"
    if verdict.ok:
        return
    for key, want in verdict.want.items():
        got = verdict.got.get(key)
        if got != want:
            yield f"     {key}: got {json.dumps(got)}, want {json.dumps(want)}"


def _print_record(text: str, words: Words, *, as_json: bool) -> int:
    game, verdicts = judge_record(parse_record(text))
    for each in verdicts:
        if as_json:
            problems = [str(found) for found in each.problems]
            typer.echo(json.dumps({"seq": each.seq, "event": each.event, "problems": problems}))
            continue
        typer.echo(f"{each.seq:>5}  {each.event}")
        for found in each.problems:
            said = words.sentence(Names().problem(found))
            typer.echo(f"       {found.severity.value}: {said} ({found.code}, {found.rule})")
    if game.scores and not as_json:
        totals = ", ".join(f"{seat} {points}" for seat, points in game_standings(game).totals)
        typer.echo(words.say("judge.totals", totals=totals))
    return 0
