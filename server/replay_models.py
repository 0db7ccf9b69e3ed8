"""Loads what looks at frames: the shipped models, or those of another folder."""

from pathlib import Path

from vision.looker import ModelLooker
from vision.model_files import MODELS, check_models, weights_dir
from vision.runtime import OpenVinoModel
from vision.tile_reader import Models


def load_looker(folder: Path | None, threads: int = 2) -> ModelLooker:
    """A looker with the models of a folder; raises OSError, ValueError or RuntimeError."""
    where = folder or weights_dir()
    check_models(where)
    table, corners, pips = (OpenVinoModel(where / f"{name}.onnx", threads) for name in MODELS)
    return ModelLooker(Models(table, corners, pips))
