"""`stationmaster judge` and `stationmaster rules`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.cli import app

OWN = Path(__file__).parents[1] / "scenarios" / "every_code.yaml"

GAME = """game house P1 P2
round 1 starts P1 dealt 16
engine 12-12
place 12-5 on P1 by P1
place 5-4 on P1 by P2
round ends
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def judged(tmp_path: Path, name: str, text: str, *options: str) -> Result:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return run("judge", str(tmp_path / name), *options)


def test_scenarios_that_pass_end_well() -> None:
    done = run("judge", str(OWN))

    assert done.exit_code == 0
    assert "ok   mismatched_end gamerules" in done.output
    checks = done.output.splitlines()[-1].split()
    assert checks[0] == checks[2]


CASE = """- id: A
  presets: [gamerules, house]
  state: {engine: 12, turn: P1, trains: {P1: {tiles: [12-5]}}}
  observe: [{place: [P1, 4-1, P1]}]
  expect: {verdicts: [[]], turn: P2}
"""


def test_a_failing_case_ends_in_one_and_says_what_came(tmp_path: Path) -> None:
    done = judged(tmp_path, "case.yaml", CASE)

    assert done.exit_code == 1
    assert "FAIL A house" in done.output
    assert 'verdicts: got [["mismatched_end"]], want [[]]' in done.output
    assert "turn:" not in done.output
    assert done.output.endswith("0 of 2 checks pass\n")


def test_a_broken_case_does_not_keep_the_others_from_running(tmp_path: Path) -> None:
    done = judged(tmp_path, "case.yaml", f"- id: B\n  kind: chess\n{CASE}")

    assert done.exit_code == 2
    assert "case.yaml: line 2: unknown kind" in done.stderr
    assert "FAIL A house" in done.stdout


def test_json_gives_one_line_for_each_case_and_preset(tmp_path: Path) -> None:
    done = judged(tmp_path, "case.yml", CASE, "--json")
    rows = [json.loads(line) for line in done.output.splitlines()]

    assert done.exit_code == 1
    assert [row["preset"] for row in rows] == ["gamerules", "house"]
    assert rows[0] == {
        "id": "A",
        "preset": "gamerules",
        "ok": False,
        "got": {"verdicts": [["mismatched_end"]], "turn": "P2"},
        "want": {"verdicts": [[]], "turn": "P2"},
    }


def test_a_record_is_told_move_by_move(tmp_path: Path) -> None:
    done = judged(tmp_path, "game.txt", GAME)

    assert done.exit_code == 0
    assert "    5  place 5-4 on P1 by P2\n" in done.output
    assert "       error: First turn: own train only. (first_turn_own_train_only, B-T8)" in done.output
    assert done.output.endswith("totals: P1 0, P2 0\n")


def test_a_record_gives_one_json_line_for_each_event(tmp_path: Path) -> None:
    done = judged(tmp_path, "game.txt", GAME, "--json")
    rows = [json.loads(line) for line in done.output.splitlines()]

    assert [row["seq"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[4]["problems"] == [
        "error first_turn_own_train_only B-T8 seat=P2 expected=P2 came=P1 assuming:lap_count_right"
    ]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("case.yaml", "- id: A\n  kind: chess\n", "line 2: unknown kind"),
        ("game.txt", "game house P1 P2\nplay 5-3\n", "line 2: expected an event at column 1"),
        ("game.txt", "draw P1\n", "Drawn needs a round under way"),
        ("game.txt", "game house P1\n", "2 to 12 seats"),
        ("game.txt", "retract 4\n", "entry 1 amends entry 4"),
        ("game.txt", "game house P1 P2\nround 1\nhand P3 4\n", "P3 does not sit at this table"),
    ],
)
def test_a_broken_file_names_line_and_reason(tmp_path: Path, name: str, text: str, reason: str) -> None:
    done = judged(tmp_path, name, text)

    assert done.exit_code == 2
    assert reason in done.stderr


def test_a_file_that_is_not_there_is_named() -> None:
    done = run("judge", "nowhere.yaml")

    assert done.exit_code == 2
    assert "nowhere.yaml" in done.stderr


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe\x00")

    assert run("judge", str(tmp_path / "game.txt")).exit_code == 2


def test_rules_are_read_aloud() -> None:
    done = run("rules")

    assert done.exit_code == 0
    assert done.output.startswith(
        "Rules: gamerules\n 1. We play 13 rounds with a double-12 set of 91 tiles.\n"
    )
    assert "After two or more doubles the next tile goes on the first of them." in done.output


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ("wikihow", "Whoever holds the engine tile lays it and then plays."),
        ("pagat", "In the first turn everybody lays as long a train as they can."),
        ("pagat(engine_search_tiles=return)", "Tiles drawn in search of it are put back."),
        ("house(engine_sequence=highest_unused)", "Each round starts from the highest double"),
        ("house(own_train_first=until_started)", "whoever has no train yet starts it"),
        ("house(all_trains_public=true)", "A turn is one tile on any train"),
        ("house(must_play=false,draw_limit=none)", "draws until a tile fits"),
        ("house(draw_limit=0)", "passes without drawing"),
        ("house(go_out_on_double=false)", "A double as the last tile does not end the round"),
        ("gamerules(announce_penalty=2)", "Forgetting to say so costs 2 tiles."),
        ("house(follow_up=none)", "A double ends the turn like any other tile."),
        ("house(max_doubles_per_turn=1)", "Not more than 1 double may be played in a turn."),
        ("house(unsatisfied_double_lock=false)", "A double left unsatisfied binds nobody."),
        ("house(branching_doubles=true)", "Tiles may branch off a double."),
        ("house(marker_trigger=double_left_too)", "So does whoever leaves a double unsatisfied."),
        (
            "house(marker_off=any_play,marker_off_is_duty=true)",
            "must come off once they have played",
        ),
        ("house(scoring=positive,positive_split=floor)", "joint winners share in whole points."),
        ("house(going_out_bonus=-5)", "Going out counts -5."),
        ("house(unsatisfied_double_penalty=5)", "at the end costs 5 points."),
        ("house(closing_order=lifo,dead_release=false)", "in reverse order, the newest first."),
        ("house(tie=rounds_won)", "A tie goes to whoever has won more rounds."),
    ],
)
def test_each_knob_changes_a_sentence(chosen: str, sentence: str) -> None:
    assert sentence in run("rules", chosen).output
    assert sentence not in run("rules", "house").output


def test_presets_and_knobs_are_listed() -> None:
    assert run("rules", "--presets").output == "gamerules (default)\nwikihow\npagat\nhouse\n"
    knobs = run("rules", "house", "--knobs").output
    assert "follow_up = any  (any, on_double, none)\n" in knobs
    assert "dead_release = true  (true, false)\n" in knobs
    assert "rounds = none  (int or none)\n" in knobs


@pytest.mark.parametrize("chosen", ["nowhere", "house(colour=red)", "house("])
def test_rules_that_cannot_be_are_refused(chosen: str) -> None:
    done = run("rules", chosen)

    assert done.exit_code == 1
    assert done.stderr
