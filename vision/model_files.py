"""Where the models lie: inside an installed copy, or in the repository."""

from pathlib import Path

_HERE = Path(__file__).parent


def weights_dir() -> Path:
    """The folder of the exported models (*.onnx)."""
    # hatch_build.py copies them here; an editable install has only the repository's own.
    installed = _HERE / "weights"
    return installed if installed.is_dir() else _HERE.parent / "models" / "weights"


def registry_file() -> Path:
    """The list of models with their checksums and input sizes."""
    installed = _HERE / "weights"
    return installed / "registry.toml" if installed.is_dir() else _HERE.parent / "models" / "registry.toml"
