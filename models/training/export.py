"""Exports trained state dicts to ONNX files that the program runs without torch."""

import hashlib
import shutil
from pathlib import Path

import torch
from torch import Tensor, nn
from ultralytics import YOLO

from training.corners import CornerModel
from training.pips import make_pips_model
from training.states import load_whole_state
from training.table import ARCHITECTURE, NAMES, make_table_model
from vision.corners import CORNER_SIZE
from vision.pips import END_PX


class _Logits(nn.Module):
    """The pip model without its softmax but divided by its temperature: the two turns are averaged later."""

    def __init__(self, model: nn.Module, temperature: float) -> None:
        super().__init__()
        self.model = model
        self.temperature = temperature

    def forward(self, pictures: Tensor) -> Tensor:
        """(n, 20) logits."""
        logits: Tensor = self.model(pictures)[1]
        return logits / self.temperature


def _export(model: nn.Module, example: Tensor, target: Path, outputs: list[str]) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model,
        (example,),
        str(target),
        input_names=["pictures"],
        output_names=outputs,
        dynamic_axes={name: {0: "n"} for name in ["pictures", *outputs]},
        opset_version=17,
        dynamo=False,
    )
    return target


def export_pips(state: Path, target: Path, temperature: float = 1.0) -> Path:
    """Write the pip model: (n, 3, 64, 64) RGB in 0..1 to (n, 20) logits."""
    model = load_whole_state(make_pips_model(), state)
    return _export(_Logits(model, temperature).eval(), torch.zeros(2, 3, END_PX, END_PX), target, ["logits"])


def export_corners(state: Path, target: Path) -> Path:
    """Write the corner model: (n, 3, 64, 104) RGB in 0..1 to corners, along, kind."""
    model = load_whole_state(CornerModel(), state)
    example = torch.zeros(2, 3, CORNER_SIZE[1], CORNER_SIZE[0])
    return _export(model, example, target, ["corners", "along", "kind"])


def export_table(state: Path, target: Path) -> Path:
    """Write the table model: (1, 3, h, w) RGB in 0..1, h and w multiples of 32, to (1, 10, anchors) boxes.

    A column is centre x, centre y, width, height, five class scores, angle (radians); overlaps stay.
    """
    model = make_table_model()
    load_whole_state(model, state)
    model.names = NAMES
    model.args = {"task": "obb", "imgsz": 640, "data": ""}
    model.task = "obb"
    wrapped = YOLO(str(ARCHITECTURE), task="obb")
    wrapped.model = model
    written = wrapped.export(format="onnx", imgsz=640, dynamic=True, simplify=True, opset=17, verbose=False)
    path = Path(written)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(path, target)
    return target


def sha256(path: Path) -> str:
    """Hash of a file, as the registry keeps it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
