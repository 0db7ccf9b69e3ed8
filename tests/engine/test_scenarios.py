"""Worked cases: every code raised once and narrowly missed once, and the public cases where they lie."""

import os
from pathlib import Path

import pytest

from engine.problems import STANDING, Code
from server.scenario_files import Item, ScenarioError, read_cases
from server.scenarios import Verdict, run_case, run_scenarios

OWN = Path(__file__).parents[1] / "scenarios" / "every_code.yaml"
ROWS = OWN.with_name("row_by_row.yaml")
PUBLIC = Path(os.environ.get("STATIONMASTER_RULES", Path(__file__).parents[2] / "../shared/rules"))
PUBLIC_FILE = PUBLIC / "scenarios.yaml"


def cases(path: Path) -> list[Item]:
    return read_cases(path.read_text(encoding="utf-8")) if path.is_file() else []


def name_of(case: Item) -> str:
    return case.need("id").text


def failed(case: Item) -> list[Verdict]:
    """The verdicts of the case, under whichever of its presets, that are not what it wants."""
    return [verdict for verdict in run_case(case, set()) if not verdict.ok]


@pytest.mark.parametrize("case", [*cases(OWN), *cases(ROWS)], ids=name_of)
def test_own_case(case: Item) -> None:
    assert failed(case) == []


@pytest.mark.parametrize("case", cases(PUBLIC_FILE), ids=name_of)
def test_public_case(case: Item) -> None:
    assert failed(case) == []


@pytest.fixture(scope="module")
def raised() -> dict[str, set[str]]:
    """The codes that each of our own cases expects."""
    return {
        item.need("id").text: {found for row in _rows(item.need("expect").plain) for found in row}
        for item in read_cases(OWN.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("code", Code)
def test_each_code_has_a_case_that_raises_it_and_a_near_miss(raised: dict[str, set[str]], code: Code) -> None:
    assert code in raised[code]
    assert code not in raised[f"{code}-near"] or code is Code.TILE_REMOVED or code is Code.ROUND_SKIPPED


def _rows(expect: dict[str, list[list[str] | str]]) -> list[list[str]]:
    rows = [*expect.get("notes", []), *expect.get("verdicts", [])]
    return [list(row) if not isinstance(row, str) else [row] for row in rows]


@pytest.mark.parametrize("code", Code)
def test_each_code_has_a_standing(code: Code) -> None:
    assert STANDING[code].rule


CASE = "- {id: A, state: {engine: 12, turn: P1}, observe: [{place: [P1, 12-5, P1]}], expect: {}}"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("- id: A\n  kind: play\n  state: {turn: P1}\n  observe: []\n", 1, "expect is missing"),
        ("- id: A\n  kind: chess\n", 2, "unknown kind"),
        ("- id: A\n  state: {engine: 12}\n  observe: []\n", 2, "turn is missing"),
        ("- id: A\n  state: {engine: 12, turn: P9}\n", 2, "P9 does not sit"),
        ("- id: A\n  state: {engine: x, turn: P1}\n", 2, "whole number"),
        ("- id: A\n  state: {turn: P1,\n    trains: {Q: {}}}\n", 3, "no train Q"),
        ("- id: A\n  state: {turn: P1, trains: {P1: {tiles: [1-2-3]}}}\n", 2, "end of the line"),
        ("- id: A\n  state: {turn: P1, trains: {P1: {tyles: []}}}\n", 2, "unknown key 'tyles'"),
        ("- id: A\n  state: {turn: P1, trains: {P1: {marker: 1}}}\n", 2, "true or false"),
        ("- id: A\n  state: {turn: P1, unsatisfied: [P1]}\n", 2, "does not end in a double"),
        ("- id: A\n  state: {turn: P1}\n  observe: [{jump: P1}]\n", 3, "unknown observation"),
        ("- id: A\n  state: {turn: P1}\n  observe: [{}]\n", 3, "one key"),
        ("- id: A\n  state: {turn: P1}\n  observe: [{place: [P1]}]\n", 3, "mover, tile and train"),
        ("- id: A\n  state: {turn: P1}\n  observe: [{reveal: [P1]}]\n", 3, "a seat and its hand"),
        ("- id: A\n  state: {turn: P1}\n  observe: [jump]\n", 3, "expected an event"),
        ("- id: A\n  state: {turn: P1}\n  observe: [hand P9 3]\n", 3, "P9"),
        ("- id: A\n  presets: [nowhere]\n", 2, "unknown preset"),
        ("- id: A\n  overrides: {colour: red}\n", 2, "unknown knobs: colour"),
        (f"{CASE}\n{CASE}\n", 2, "already"),
        ("- id: A\n  id: B\n", 2, "given twice"),
        ("- id: A\n  size: 3\n", 2, "unknown key 'size'"),
        ("- [1\n- 2", 2, "expected ',' or ']'"),
        ("id: A", 1, "expected a list"),
        ("- A", 1, "expected a mapping"),
        ("- {id: [1]}", 1, "expected a word"),
        ("- id: A\n  kind: deal\n  cases:\n  - {preset: house, players: 1}\n", 4, "2 to 12 seats"),
        ("- id: A\n  kind: game\n  rounds: {P1: [1], P2: [1, 2]}\n  expect: {}\n", 3, "different numbers"),
        (
            "- id: A\n  kind: score\n  cases: [{preset: house, hands: {MX: []}, scores: {}}]\n",
            3,
            "other than MX",
        ),
        ("\x01", 1, "no YAML"),
        ("- !!timestamp x", 1, "no YAML"),
    ],
)
def test_a_broken_file_names_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        list(run_scenarios(text))

    assert caught.value.line == line
    assert reason in caught.value.reason


def test_an_empty_file_has_no_cases() -> None:
    assert list(run_scenarios("# nothing yet\n")) == []


def test_a_failing_case_says_what_came() -> None:
    [verdict] = run_scenarios(CASE.replace("expect: {}", "expect: {turn: P4, ends: {P1: 5, P2: null}}"))

    assert not verdict.ok
    assert verdict.got["turn"] == "P2"
    assert verdict.got["ends"] == {"P1": 5, "P2": None}


def test_hands_may_be_counts_or_tiles() -> None:
    case = CASE.replace("turn: P1}", "turn: P1, hands: {P1: [12-5], P2: 3}}")
    [verdict] = run_scenarios(case.replace("expect: {}", "expect: {over: out, winner: P1}"))

    assert verdict.ok


def test_a_share_that_is_no_half_is_given_as_a_fraction() -> None:
    text = (
        "- {id: A, kind: score, cases: [{preset: wikihow, overrides: {scoring: positive},"
        " hands: {P1: [1-2], P2: [0-3], P3: [3-0], P4: [5-5]}, scores: {P1: 10/3}}]}"
    )
    [verdict] = run_scenarios(text)

    assert verdict.ok
    assert verdict.got["scores"] == {"P1": "10/3", "P2": "10/3", "P3": "10/3", "P4": 0}
