"""Scenario files with anything in any place end in verdicts or in a line and a reason."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from server.cli import app
from server.scenario_files import ScenarioError, read_cases
from server.scenarios import run_scenarios

OWN = Path(__file__).parents[1] / "scenarios" / "every_code.yaml"
CASES: list[Any] = [case.plain for case in read_cases(OWN.read_text(encoding="utf-8"))]
OTHER_KINDS: list[Any] = [
    {
        "id": "S",
        "kind": "score",
        "cases": [{"preset": "wikihow", "hands": {"P1": [], "P2": ["1-2"]}, "scores": {"P1": 0}}],
    },
    {"id": "D", "kind": "deal", "cases": [{"preset": "house", "max_pip": 9, "players": 3, "deal": 13}]},
    {
        "id": "G",
        "kind": "game",
        "presets": ["house"],
        "rounds": {"P1": [0, 3], "P2": [4, 10.5]},
        "expect": {"winners": ["P1"]},
    },
    {
        "id": "E",
        "kind": "engine",
        "state": {"round": 3, "engine_tile": "9-9"},
        "expect": {"verdicts": ["wrong_engine"]},
    },
]
WORDS = [
    "",
    "P1",
    "MX",
    "@1",
    "12-5",
    "99-99",
    "1e999999999",
    "1/0",
    "place 5-1 on P1",
    "gamerules",
    "on",
    "\x00",
    "-",
    "🁡",
]
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=4,
)


def damaged(value: Any, data: st.DataObject) -> Any:
    """The value with something else somewhere in it."""
    where = data.draw(st.sampled_from([None, *value]) if isinstance(value, dict) else st.just(None))
    if isinstance(value, dict) and where is not None:
        return {**value, where: damaged(value[where], data)}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], damaged(value[at], data), *value[at + 1 :]]
    return data.draw(junk)


def run_or_refuse(text: str) -> None:
    try:
        verdicts = list(run_scenarios(text))
    except ScenarioError as error:
        assert error.line >= 1  # noqa: PT017 -- either outcome is right
        assert "\n" not in str(error)  # noqa: PT017 -- the same
    else:
        assert all(isinstance(each.ok, bool) for each in verdicts)


@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_case_ends_in_a_verdict_or_a_reason(data: st.DataObject) -> None:
    case = damaged(data.draw(st.sampled_from([*CASES, *OTHER_KINDS])), data)

    # JSON is YAML.
    run_or_refuse(json.dumps([case]))


@settings(max_examples=100)
@given(text=st.text(max_size=60) | st.text("-[]{}:&*!?|>'\"#, \n\tidPMX150", max_size=40))
@example(text="\x1f")
@example(text="- &a [*a]")
@example(text="- {id: A, state: &a {turn: *a}}")
@example(text="- id: A\n  kind: score\n  cases: [{hands: {}, scores: {}}]")
@example(text="- !!python/object:os.system x")
def test_any_text_ends_in_verdicts_or_a_reason(text: str) -> None:
    run_or_refuse(text)


BOMB = "\n".join(
    ["- &a0 [x, x, x, x, x, x, x, x, x]"]
    + [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("bytes.yaml", bytes(range(256)), "no UTF-8 text: invalid start byte at byte 128"),
        ("bytes.game", b"\xff\xfe", "no UTF-8 text: invalid start byte at byte 0"),
        ("deep.yaml", b"[" * 100_000, "line 1: nested too deeply"),
        ("bomb.yaml", BOMB.encode(), "more than 500000 values"),
        ("two.yaml", b"- {id: A}\n---\n- {id: B}\n", "line 2: but found another document"),
        ("word.yaml", b"hello", "line 1: expected a list, got 'hello'"),
        (
            "score.yaml",
            b"- {id: A, kind: score, cases: [{hands: {P1: []}, scores: {P1: 1/0}}]}",
            "line 1: Fraction(1, 0)",
        ),
        (
            "engine.yaml",
            b"- {id: A, state: {engine: 99999999999, turn: P1}}",
            "line 1: an engine tile has 0 to 18 pips",
        ),
        (
            "counts.yaml",
            b"- {id: A,\n  state: {turn: P1, boneyard: -1}}",
            "line 2: expected a number from 0 to",
        ),
        (
            "seats.yaml",
            b"- {id: A, state: {turn: P1, players: [P1, P1]}}",
            "line 1: a game needs 2 to 12 seats",
        ),
        ("games.yaml", b"- {id: A, kind: game, rounds: {}}", "line 1: nobody has played"),
        (
            "hands.yaml",
            b"- {id: A, kind: score, cases: [{hands: {}, scores: {}}]}",
            "line 1: nobody has a hand",
        ),
        (
            "first.yaml",
            b"- {id: A, kind: engine, state: {round: 0, engine_tile: 9-9}}",
            "line 1: rounds are counted",
        ),
        ("knobs.yaml", b"- {id: A, overrides: [1]}", "line 1: expected a mapping, got [1]"),
        ("lap.yaml", b"- {id: A, overrides: {rounds: 99999}}", "line 1: rounds must be 1000 or less"),
        ("early.game", b"\ndraw P1\n", "line 2: Drawn needs a round under way"),
        (
            "seat.game",
            b"game house P1 P2\nround 1\n# who?\ndraw P9\n",
            "line 4: P9 does not sit at this table",
        ),
        ("one.game", b"game house P1\n", "line 1: a game needs 2 to 12 seats, got 1"),
        ("amend.game", b"game house P1 P2\nretract 5\n", "line 2: entry 2 amends entry 5"),
        (
            "tile.game",
            b"game house P1 P2\nround 1\nplace 99999999-5 on P1\n",
            "line 3: expected '-' at column 9",
        ),
        (
            "long.game",
            b"reveal P1" + b" 1-2" * 9999 + b"x",
            "line 1: expected a tile such as 5-3 at column 40006",
        ),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    result = CliRunner().invoke(app, ["judge", str(path)])

    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert reason in line
    assert name in line
    assert len(line) < 500 + len(str(path))


@pytest.mark.parametrize("name", ["empty.yaml", "empty.game"])
def test_an_empty_file_is_in_order(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()

    assert CliRunner().invoke(app, ["judge", str(tmp_path / name)]).exit_code == 0
