"""What runs leave behind: log, registry, notes, provenance."""

import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hand_made_photos import small_set

from scenegen.generate import DatasetError
from training.provenance import UNKNOWN, current_commit, data_fingerprint
from training.registry import RegistryEntry, RegistryError, read_registry, write_registry
from training.run_file import Begun, Result, RunFileError, begin, begun_with, finish, finished
from training.run_log import RunRow, append_run

ROW = RunRow("2026-01-02", "abc", "pips: a", "f00", "wider | deeper\nnet", "60 min", "ends 0.99")
BEGUN = Begun("pips", "f00", "", None, 0.002, 0)
PIPS = RegistryEntry("pips", "12ab", (64, 64), ("0", "1"), "pips-a", "f00")


def test_the_first_run_begins_the_log(tmp_path: Path) -> None:
    append_run(tmp_path / "RUNS.md", ROW)

    lines = (tmp_path / "RUNS.md").read_text().splitlines()
    assert lines[0] == "# Training runs"
    assert lines[-3:] == [
        "| date | commit | run | data | idea | budget | numbers | verdict |",
        "|---|---|---|---|---|---|---|---|",
        "| 2026-01-02 | abc | pips: a | f00 | wider \\| deeper net | 60 min | ends 0.99 | open |",
    ]


def test_later_runs_are_added_below_and_nothing_else_changes(tmp_path: Path) -> None:
    append_run(tmp_path / "RUNS.md", ROW)
    before = (tmp_path / "RUNS.md").read_text()

    append_run(tmp_path / "RUNS.md", replace(ROW, verdict="dropped: no better"))

    after = (tmp_path / "RUNS.md").read_text()
    assert after.startswith(before)
    assert after.count("\n") == before.count("\n") + 1
    assert after.endswith("| dropped: no better |\n")


def test_what_is_written_below_the_table_stays_below(tmp_path: Path) -> None:
    log = tmp_path / "RUNS.md"
    append_run(log, ROW)
    log.write_text(log.read_text() + "\n## Where to go on\n", encoding="utf-8")

    append_run(log, replace(ROW, run="pips: b"))

    assert [line[:30] for line in log.read_text().splitlines()[-4:]] == [
        "| 2026-01-02 | abc | pips: a |",
        "| 2026-01-02 | abc | pips: b |",
        "",
        "## Where to go on",
    ]


def test_the_log_of_the_project_takes_a_row(root: Path, tmp_path: Path) -> None:
    log = tmp_path / "RUNS.md"
    log.write_text((root / "models" / "RUNS.md").read_text(encoding="utf-8"), encoding="utf-8")

    append_run(log, ROW)

    assert log.read_text(encoding="utf-8").count("| date | commit |") == 1


def test_the_registry_is_sorted_and_the_same_in_any_order(tmp_path: Path) -> None:
    corners = RegistryEntry("corners", "34cd", (104, 64), ("face", "back", "neither"), "corners-a", "f00")
    for name, entries in (("one.toml", [PIPS, corners]), ("two.toml", [corners, PIPS])):
        for entry in entries:
            write_registry(tmp_path / name, entry)

    text = (tmp_path / "one.toml").read_text()
    assert text == (tmp_path / "two.toml").read_text()
    assert list(tomllib.loads(text)) == ["corners", "pips"]
    assert tomllib.loads(text)["corners"] == {
        "classes": ["face", "back", "neither"],
        "data": "f00",
        "input_px": [104, 64],
        "run": "corners-a",
        "sha256": "34cd",
    }


def test_a_new_export_takes_the_place_of_the_models_former_entry(tmp_path: Path) -> None:
    write_registry(tmp_path / "r.toml", PIPS)

    write_registry(tmp_path / "r.toml", replace(PIPS, sha256="56ef", run="pips-b"))

    assert {name: entry["sha256"] for name, entry in read_registry(tmp_path / "r.toml").items()} == {
        "pips": "56ef"
    }


def test_a_registry_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text("[pips\n")

    with pytest.raises(RegistryError, match=r"r\.toml is not TOML"):
        write_registry(tmp_path / "r.toml", PIPS)


def test_a_run_goes_on_in_its_own_folder(tmp_path: Path) -> None:
    begin(tmp_path / "run", BEGUN)

    begin(tmp_path / "run", BEGUN)

    assert begun_with(tmp_path / "run") == BEGUN
    assert finished(tmp_path / "run") is None


def test_another_run_is_refused_and_told_what_differs(tmp_path: Path) -> None:
    begin(tmp_path, BEGUN)

    with pytest.raises(RunFileError, match=r"holds a run with data 'f00' \(not 'f11'\), seed 0 \(not 1\)"):
        begin(tmp_path, replace(BEGUN, data="f11", seed=1))


def test_damaged_notes_are_refused(tmp_path: Path) -> None:
    begin(tmp_path, BEGUN)
    (tmp_path / "run.json").write_text("{")

    with pytest.raises(RunFileError, match=r"run\.json is damaged"):
        begin(tmp_path, BEGUN)


def test_what_a_run_came_to_is_read_back(tmp_path: Path) -> None:
    finish(tmp_path, Result(1.5, "pips.state_dict.pt", "ends 0.9"))

    assert finished(tmp_path) == Result(1.5, "pips.state_dict.pt", "ends 0.9")


def test_the_fingerprint_is_that_of_the_data(tmp_path: Path) -> None:
    one, same, other = (
        small_set(tmp_path / name, photos=1, seed=seed) for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )

    assert data_fingerprint([one]) == data_fingerprint([same])
    assert data_fingerprint([one]) != data_fingerprint([other])
    assert data_fingerprint([one, other]) != data_fingerprint([other, one])


def test_a_folder_without_photos_has_no_fingerprint(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is no finished set of photos"):
        data_fingerprint([tmp_path])


def test_the_commit_says_whether_files_were_changed(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)  # noqa: S607

    git("init")
    (tmp_path / "a.txt").write_text("1")
    git("add", ".")
    git("commit", "-m", "one")
    clean = current_commit(tmp_path)
    (tmp_path / "a.txt").write_text("2")

    assert len(clean) == 10
    assert current_commit(tmp_path) == f"{clean}+"


def test_outside_git_the_commit_is_unknown(tmp_path: Path) -> None:
    assert current_commit(tmp_path) == UNKNOWN
