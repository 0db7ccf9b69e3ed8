"""From two rendered photos to models that read one: a step of training each, export, and the reader."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hand_made_photos import small_set
from typer.testing import CliRunner, Result

from training.cli import app

pytestmark = [
    pytest.mark.train,
    # The trainers' libraries warn of their own future changes.
    pytest.mark.filterwarnings("default"),
]

pytest.importorskip("torch")
pytest.importorskip("ultralytics")

MODELS = ("table", "corners", "pips")
A_STEP = 0.01
"""Minutes: the loops stop after the step in which they are spent."""


def lab(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set of two photos with a few large tiles each."""
    folder = tmp_path_factory.mktemp("data") / "set"
    return small_set(folder, photos=2, size_px=256, arrangements={"hand_grid": 1.0}, scene={"empty": 0.0})


def train(model: str, photos: Path, out: Path, *more: object) -> Result:
    size = ["--image-px", 64] if model == "table" else []
    common = ["--data", photos, "--valid", photos, "-o", out, "--log", out.parent / "RUNS.md"]
    return lab("train", model, *common, "--budget", A_STEP, *size, *more)


@pytest.fixture(scope="module")
def runs(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a trained run of each model and the log."""
    folder = tmp_path_factory.mktemp("runs")
    for model in MODELS:
        done = train(model, photos, folder / model, "--idea", "a step")
        assert done.exit_code == 0, done.output
    return folder


@pytest.fixture(scope="module")
def weights(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported trio; its registry lies beside the folder."""
    folder = tmp_path_factory.mktemp("models") / "weights"
    for model in MODELS:
        done = lab("export", model, runs / model / f"{model}.state_dict.pt", "-o", folder)
        assert done.exit_code == 0, done.output
    return folder


def test_each_run_leaves_its_state_and_its_row(runs: Path) -> None:
    log = (runs / "RUNS.md").read_text(encoding="utf-8")

    for model in MODELS:
        assert (runs / model / f"{model}.state_dict.pt").stat().st_size > 10_000
        [row] = [line for line in log.splitlines() if f"| {model}: {model} |" in line]
        assert "a step" in row
        assert row.endswith("| open |")


def test_a_run_that_is_over_is_left_alone(runs: Path, photos: Path) -> None:
    before = (runs / "RUNS.md").read_text(encoding="utf-8")

    done = train("pips", photos, runs / "pips", "--idea", "again")

    assert done.exit_code == 0
    assert "has had its 0.01 minutes" in done.stdout
    assert (runs / "RUNS.md").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("model", "more", "problem"),
    [
        pytest.param("corners", (), "holds a run with model 'pips'", id="another model"),
        pytest.param("pips", ("--seed", 5), "seed 0 (not 5)", id="another seed"),
        pytest.param(
            "pips", ("--image-px", 128), "--image-px is for the table model", id="size of a fixed model"
        ),
        pytest.param("pips", ("--start", "none.pt"), "no state to start from at none.pt", id="no start"),
    ],
)
def test_an_order_that_cannot_be_is_refused_in_one_line(
    runs: Path, photos: Path, model: str, more: tuple[object, ...], problem: str
) -> None:
    done = train(model, photos, runs / "pips", *more)

    assert done.exit_code == 1
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_run_begins_with_the_state_of_another(runs: Path, photos: Path, tmp_path: Path) -> None:
    done = train("pips", photos, tmp_path / "next", "--start", runs / "pips" / "pips.state_dict.pt")

    assert done.exit_code == 0, done.output
    taken, _, total = done.stdout.partition("took ")[2].split()[:3]
    assert taken == total


def test_the_registry_has_an_entry_per_model(weights: Path) -> None:
    entries = tomllib.loads((weights.parent / "registry.toml").read_text(encoding="utf-8"))

    assert list(entries) == sorted(MODELS)
    assert {name: entry["run"] for name, entry in entries.items()} == {name: name for name in MODELS}
    assert [len(entries[name]["classes"]) for name in MODELS] == [5, 3, 20]
    assert len({entry["data"] for entry in entries.values()}) == 1


def test_a_state_of_another_model_is_not_exported(runs: Path, tmp_path: Path) -> None:
    stray = tmp_path / "stray.pt"
    stray.write_bytes((runs / "pips" / "pips.state_dict.pt").read_bytes())

    done = lab("export", "corners", stray, "-o", tmp_path / "weights")

    assert done.exit_code == 1
    assert "it is of another architecture" in done.stderr
    assert not (tmp_path / "registry.toml").exists()


def apart(program: str, *words: object) -> str:
    """What a program prints in a process of its own.

    OpenVINO beside torch in one process crashes now and then, each with a thread library of its own;
    the running app never loads torch.
    """
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_exported_trio_reads_a_photo(weights: Path) -> None:
    program = """
import sys
from pathlib import Path
import numpy as np
from vision.photo import PhotoReader
photo = np.full((300, 400, 3), (60, 140, 60), np.uint8)
photo[100:200, 100:300] = 240
reading = PhotoReader.load(Path(sys.argv[1])).read(photo)
assert all(t.reading.corners_px.shape == (4, 2) and t.reading.probs.shape == (2, 20) for t in reading.tiles)
print("set", reading.set_size)
"""

    assert apart(program, weights).startswith("set ")


@pytest.mark.parametrize(
    ("model", "size", "shapes"),
    [
        ("corners", (64, 104), [(3, 4, 2), (3, 2), (3, 3)]),
        ("pips", (64, 64), [(3, 20)]),
        # Anchors of 64 × 96 px at strides 8, 16 and 32: 96 + 24 + 6.
        ("table", (64, 96), [(3, 10, 126)]),
    ],
)
def test_an_exported_model_answers_in_the_shapes_that_vision_expects(
    weights: Path, model: str, size: tuple[int, int], shapes: list[tuple[int, ...]]
) -> None:
    count = 1 if model == "table" else 3
    program = """
import sys
from pathlib import Path
import numpy as np
from vision import runtime
count, height, width = map(int, sys.argv[3:])
batch = np.zeros((count, 3, height, width), np.float32)
outputs = getattr(runtime, sys.argv[1])(Path(sys.argv[2]), 1)(batch)
print([out.shape for out in outputs])
"""

    for runtime in ("OnnxModel", "OpenVinoModel"):
        printed = apart(program, runtime, weights / f"{model}.onnx", count, *size)
        assert printed.strip() == str([(count, *shape[1:]) for shape in shapes])
