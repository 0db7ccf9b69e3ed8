"""Trains the table model: a YOLO detector of oriented boxes for tiles, backs, markers, hubs and hands."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import yaml
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

from training.budget import in_bfloat16, rate_at, say
from training.states import load_state, save_state
from training.table_labels import write_list, write_table_labels
from vision.detections import TableClass

ARCHITECTURE = Path(__file__).parent / "table.yaml"
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


def _whole(value: Any) -> Any:
    """The same nest of dicts, lists and tuples with its tensors in single precision."""
    match value:
        case dict():
            return {key: _whole(part) for key, part in value.items()}
        case list() | tuple():
            return type(value)(_whole(part) for part in value)
        case _:
            return value.float()


class TableModel(OBBModel):
    """Learns with its layers in bfloat16 where that is faster: by a fourth on one core with matrix units."""

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        """Loss and its parts, in single precision: coordinates need more than eight bits."""
        if preds is None:
            with in_bfloat16():
                preds = self.forward(batch["img"])
        return super().loss(batch, _whole(preds))


def make_table_model() -> OBBModel:
    """The untrained table model; in eval mode it returns (boxes, details)."""
    return OBBModel(str(ARCHITECTURE), nc=len(NAMES), verbose=False)


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

        def get_model(
            self,
            cfg: Any = None,
            weights: Any = None,
            verbose: bool = True,  # noqa: FBT001, FBT002 (the library's signature)
        ) -> OBBModel:
            """An untrained model, with the start state's tensors where they fit."""
            untrained = TableModel(cfg, nc=len(NAMES), verbose=verbose)
            model: OBBModel = self.set_model_names_for_load(untrained)
            if weights is not None:
                model.load(weights)
            elif run.start is not None:
                taken, total = load_state(model, run.start)
                say(f"took {taken} of {total} tensors from {run.start}")
            # Measured on two cores: a fifth faster than the default layout.
            return model.to(memory_format=torch.channels_last)

        def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
            """The batch in the model's memory layout."""
            ready: dict[str, Any] = super().preprocess_batch(batch)
            ready["img"] = ready["img"].contiguous(memory_format=torch.channels_last)
            return ready

        def validate(self) -> tuple[dict[str, float], float]:
            """No figures: `validate.py` takes them once, after the run, as the program will see."""
            return {}, 0.0

        def final_eval(self) -> None:
            """Nothing, for the same reason."""

    return Trainer


def _checkpoint(run: TableRun) -> Path:
    return run.out / "run" / "weights" / "last.pt"


def _settings(run: TableRun) -> dict[str, Any]:
    last = _checkpoint(run)
    return {
        "model": str(last if last.exists() else ARCHITECTURE),
        # True would take the newest checkpoint anywhere below the working folder.
        "resume": str(last) if last.exists() else False,
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
        "warmup_epochs": 0.0,
        "weight_decay": 0.0005,
        "seed": run.seed,
        "workers": 1,
        "device": "cpu",
        "val": False,
        "plots": False,
        "amp": False,
        "mosaic": 0.15,
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
        # Backs and tiles are some ten times as many as markers, which else are never called by their name.
        "cls_pw": 0.35,
        "cache": False,
    }


def _set_rate(trainer: OBBTrainer, run: TableRun) -> None:
    """The learning rate by share of time spent: the library changes it once an epoch, too seldom here."""
    spent = time.time() - trainer.train_time_start
    for group in trainer.optimizer.param_groups:
        group["lr"] = rate_at(min(spent / (run.minutes * 60), 1.0), run.rate)


def train_table(run: TableRun) -> Path:
    """Train for `run.minutes`, or go on with a killed run; returns the final half-precision state dict."""
    trainer = _trainer(run)(overrides=_settings(run))
    # ultralytics sets one thread on machines with few cores.
    trainer.add_callback("on_train_start", lambda _: torch.set_num_threads(run.threads))
    trainer.add_callback("on_train_batch_start", lambda t: _set_rate(t, run))
    trainer.train()
    model = (trainer.ema.ema if trainer.ema else trainer.model).float()
    target = run.out / "table.state_dict.pt"
    save_state(model, target)
    return target
