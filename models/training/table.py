"""Trains the table model: a YOLO detector of oriented boxes for tiles, backs, markers, hubs and hands."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import yaml
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

from training.table_labels import write_list, write_table_labels
from vision.detections import TableClass

ARCHITECTURE = "yolo26n-obb.yaml"
NAMES = {int(kind): kind.name.lower() for kind in TableClass}


@dataclass(frozen=True, slots=True)
class TableRun:
    """One training run. `start`: a state dict to begin with; layers whose shapes differ start afresh."""

    data: tuple[Path, ...]
    valid: Path
    out: Path
    start: Path | None
    minutes: float
    image_px: int = 416
    batch: int = 16
    rate: float = 0.001
    threads: int = 2
    seed: int = 0


def load_state(model: torch.nn.Module, path: Path) -> tuple[int, int]:
    """Load the matching tensors of a state dict; returns (taken, of)."""
    saved = torch.load(path, weights_only=True, map_location="cpu")
    own = model.state_dict()
    fitting = {k: v.float() for k, v in saved.items() if k in own and own[k].shape == v.shape}
    model.load_state_dict(fitting, strict=False)
    return len(fitting), len(own)


def save_state(model: torch.nn.Module, path: Path) -> None:
    """Write a model's weights in half precision, whole or not at all."""
    state = {k: v.half() if v.is_floating_point() else v for k, v in model.state_dict().items()}
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def _data_file(run: TableRun) -> Path:
    run.out.mkdir(parents=True, exist_ok=True)
    photos = [path for folder in run.data for path in write_table_labels(folder)]
    content = {
        "train": str(write_list(photos, run.out / "train.txt").absolute()),
        "val": str(write_list(write_table_labels(run.valid), run.out / "valid.txt").absolute()),
        "names": NAMES,
    }
    target = run.out / "data.yaml"
    target.write_text(yaml.safe_dump(content))
    return target


def _trainer(run: TableRun) -> type[OBBTrainer]:
    class Trainer(OBBTrainer):
        """Starts from a plain state dict instead of a pickled model."""

        def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> OBBModel:
            model = super().get_model(cfg, weights, verbose)
            if run.start is not None and weights is None:
                taken, total = load_state(model, run.start)
                print(f"took {taken} of {total} tensors from {run.start}")
            return model

    return Trainer


def train_table(run: TableRun) -> Path:
    """Train for `run.minutes`, or go on with a run that was killed; returns the final half-precision state dict."""
    last = run.out / "run" / "weights" / "last.pt"
    settings: dict[str, Any] = {
        "model": str(last) if last.exists() else ARCHITECTURE,
        "resume": last.exists(),
        "data": str(_data_file(run)),
        "project": str(run.out.absolute()),
        "name": "run",
        "exist_ok": True,
        "epochs": 300,
        "time": run.minutes / 60,
        "imgsz": run.image_px,
        "batch": run.batch,
        "optimizer": "AdamW",
        "lr0": run.rate,
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.3,
        "weight_decay": 0.0005,
        "seed": run.seed,
        "workers": 1,
        "device": "cpu",
        "val": False,
        "plots": False,
        "amp": False,
        "mosaic": 0.25,
        "close_mosaic": 0,
        "degrees": 0.0,
        "fliplr": 0.5,
        "flipud": 0.5,
        "scale": 0.4,
        "translate": 0.1,
        "hsv_h": 0.05,
        "hsv_s": 0.5,
        "hsv_v": 0.35,
        "erasing": 0.0,
        "cache": False,
    }
    trainer = _trainer(run)(overrides=settings)
    # ultralytics sets one thread on machines with few cores.
    trainer.add_callback("on_train_start", lambda _: torch.set_num_threads(run.threads))
    trainer.train()
    model = (trainer.ema.ema if trainer.ema else trainer.model).float()
    target = run.out / "table.state_dict.pt"
    save_state(model, target)
    return target
