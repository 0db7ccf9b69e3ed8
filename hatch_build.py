"""Puts the models into the wheel, so that an installed copy reads photos without the repository."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ModelFilesHook(BuildHookInterface[Any]):
    """Copies the weights and their registry beside the code that loads them.

    A static `force-include` would also copy them into editable installs, where the folder left in
    site-packages hides the package of the same name and a retrained model would not be seen.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the extra files of a standard wheel."""
        if version != "standard":
            return
        models = Path(self.root) / "models"
        for source in (*sorted((models / "weights").glob("*.onnx")), models / "registry.toml"):
            if source.is_file():
                build_data["force_include"][str(source)] = f"vision/weights/{source.name}"
