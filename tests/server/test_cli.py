"""The real command, as a process."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

COMMAND = Path(sys.executable).with_name("stationmaster")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the command in an empty folder."""

    def run_in_folder(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [COMMAND, *arguments], cwd=tmp_path, input=stdin, capture_output=True, check=False, timeout=120
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run_in_folder


def jpeg(width: int, height: int) -> bytes:
    noise = np.random.default_rng(3).integers(0, 255, (height, width), np.uint8)
    out = BytesIO()
    Image.fromarray(noise).save(out, "JPEG")
    return out.getvalue()


def bomb() -> bytes:
    out = BytesIO()
    Image.new("L", (20_000, 10_000)).save(out, "JPEG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("gone.jpg", None, "no such file or folder"),
        ("empty.jpg", b"", "expected a JPEG, PNG, WebP or HEIC photo, got an empty file"),
        ("text.jpg", b"Dear diary\n", "expected a JPEG, PNG, WebP or HEIC photo, got text"),
        (
            "cut.jpg",
            jpeg(640, 480)[:20_000],
            "expected a whole JPEG photo, got one that is cut short or damaged",
        ),
        ("dot.jpg", jpeg(1, 1), "expected a photo of at least 32 px a side, got 1 × 1 px"),
        (
            "bomb.jpg",
            bomb(),
            "expected a photo of at most 150 megapixels, got 20000 × 10000 px (200 megapixels)",
        ),
    ],
)
def test_a_bad_photo_gives_one_clear_line_and_status_1(
    run: Run, tmp_path: Path, name: str, content: bytes | None, problem: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    done = run("count", name)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"stationmaster: {name}: {problem}\n"


def test_bad_standard_input_is_named_by_its_dash(run: Run) -> None:
    done = run("count", "-", "--json", stdin=b"GIF89a...")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "stationmaster: -: expected a JPEG, PNG, WebP or HEIC photo, got a GIF picture\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["count"], "Missing argument"),
        (["count", "a.jpg", "--set", "7"], "Invalid value for '--set'"),
        (["count", "a.jpg", "--double-blank", "-1"], "Invalid value for '--double-blank'"),
        (["count", "a.jpg", "--double-blank", "many"], "Invalid value for '--double-blank'"),
        (["count", "a.jpg", "--model-dir", "nowhere"], "Invalid value for '--model-dir'"),
        (["count", "a.jpg", "--sets", "9"], "No such option"),
        (["conut", "a.jpg"], "No such command"),
    ],
)
def test_wrong_usage_is_explained_with_status_2(run: Run, arguments: list[str], complaint: str) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert complaint in done.stderr


def test_a_folder_without_models_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hand.jpg").write_bytes(jpeg(640, 480))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "corners.onnx").write_bytes(b"")

    done = run("count", "hand.jpg", "--model-dir", "models")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "stationmaster: the models cannot be loaded: expected table.onnx, corners.onnx, pips.onnx in models, "
        "found no table.onnx and no pips.onnx\n"
    )


def test_a_damaged_model_ends_in_one_line_of_ours(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hand.jpg").write_bytes(jpeg(640, 480))
    for name in ("table", "corners", "pips"):
        (tmp_path / f"{name}.onnx").write_bytes(b"no model")

    done = run("count", "hand.jpg", "--model-dir", ".")

    # The runtime logs lines of its own before.
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("stationmaster: the models cannot be loaded: ")
    assert "Traceback" not in done.stderr


def test_the_version_is_the_installed_one(run: Run) -> None:
    assert run("--version").stdout == f"stationmaster {version('stationmaster')}\n"


def test_help_loads_no_vision_library() -> None:
    program = (
        "import sys; from typer.testing import CliRunner; from server.cli import app\n"
        "assert CliRunner().invoke(app, ['count', '--help']).exit_code == 0\n"
        "print(sorted({'cv2', 'numpy', 'openvino', 'onnxruntime', 'fastapi'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


@pytest.mark.model
def test_a_photo_without_tiles_is_said_and_the_others_are_still_read(
    run: Run, tmp_path: Path, root: Path
) -> None:
    demo = sorted((root / "datasets" / "demo").glob("*.jpg"))
    if not demo or not list((root / "models" / "weights").glob("*.onnx")):
        pytest.skip("no demo photos or no models yet")
    Image.new("RGB", (640, 480), (90, 120, 90)).save(tmp_path / "cloth.png")

    done = run("count", "cloth.png", "gone.jpg", str(demo[0]), "--json", "--save", "out")

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [bool(line["tiles"]) for line in lines] == [False, True]
    assert done.stderr.splitlines() == [
        "stationmaster: cloth.png: no tile found",
        "stationmaster: gone.jpg: no such file or folder",
    ]
    assert [path.name for path in (tmp_path / "out").iterdir()] == [f"{demo[0].stem}_counted.jpg"]
