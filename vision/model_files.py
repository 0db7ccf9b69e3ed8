"""Where the models lie: inside an installed copy, or in the repository."""

from pathlib import Path

MODELS = ("table", "corners", "pips")
"""The three networks by name; each lies in NAME.onnx."""

_HERE = Path(__file__).parent


class ModelFileError(ValueError):
    """A folder does not hold the models."""


def weights_dir() -> Path:
    """The folder of the exported models (*.onnx)."""
    # hatch_build.py copies them here; an editable install has only the repository's own.
    installed = _HERE / "weights"
    return installed if installed.is_dir() else _HERE.parent / "models" / "weights"


def registry_file() -> Path:
    """The list of models with their checksums and input sizes."""
    installed = _HERE / "weights"
    return installed / "registry.toml" if installed.is_dir() else _HERE.parent / "models" / "registry.toml"


def check_models(folder: Path) -> None:
    """Raise ModelFileError when a model is missing, which the runtime would not say as clearly."""
    missing = [f"{name}.onnx" for name in MODELS if not (folder / f"{name}.onnx").is_file()]
    if missing:
        expected = ", ".join(f"{name}.onnx" for name in MODELS)
        raise ModelFileError(f"expected {expected} in {folder}, found no {' and no '.join(missing)}")
