"""What is inside the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from vision import model_files


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory, root: Path) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("package", ["engine", "vision", "server", "scenegen", "training"])
def test_the_wheel_carries_each_package_under_its_import_name(wheel_names: set[str], package: str) -> None:
    assert f"{package}/__init__.py" in wheel_names


def test_the_wheel_carries_every_model_beside_the_code_that_loads_it(
    wheel_names: set[str], root: Path
) -> None:
    expected = {f"vision/weights/{file.name}" for file in (root / "models" / "weights").glob("*.onnx")}

    assert {name for name in wheel_names if name.endswith(".onnx")} == expected


def test_the_wheel_carries_no_tests_and_no_data(wheel_names: set[str]) -> None:
    packages = ("engine/", "vision/", "server/", "scenegen/", "training/", "stationmaster-")

    assert {name for name in wheel_names if not name.startswith(packages)} == set()


def test_an_installed_copy_finds_its_models_beside_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vision" / "weights").mkdir(parents=True)
    monkeypatch.setattr(model_files, "_HERE", tmp_path / "vision")

    assert model_files.weights_dir() == tmp_path / "vision" / "weights"
    assert model_files.registry_file() == tmp_path / "vision" / "weights" / "registry.toml"


def test_a_checkout_uses_the_models_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "_HERE", tmp_path / "vision")

    assert model_files.weights_dir() == tmp_path / "models" / "weights"
    assert model_files.registry_file() == tmp_path / "models" / "registry.toml"


def test_a_folder_without_the_models_is_told_what_belongs_there(tmp_path: Path) -> None:
    (tmp_path / "table.onnx").touch()

    with pytest.raises(model_files.ModelFileError, match=r"found no corners\.onnx and no pips\.onnx"):
        model_files.check_models(tmp_path)


def test_a_folder_with_all_models_is_fine(tmp_path: Path) -> None:
    for name in model_files.MODELS:
        (tmp_path / f"{name}.onnx").touch()

    model_files.check_models(tmp_path)
