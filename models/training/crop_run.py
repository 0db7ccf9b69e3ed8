"""Trains a model on cuts out of photos: what the corner model and the pip model have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader

from training.budget import Budget, Task, say, train_for
from training.states import load_state, save_state
from training.stream import Crops, Cut

Example = TypeVar("Example")


@dataclass(frozen=True, slots=True)
class CropModel(Generic[Example]):
    """A model that is trained on cuts.

    make: the untrained model. cut: the examples of one photo. batch: many examples as tensors.
    loss_of: what a batch costs.
    """

    name: str
    make: Callable[[], nn.Module]
    cut: Cut[Example]
    batch: Callable[[list[Example]], Any]
    loss_of: Callable[[nn.Module, Any], Tensor]


@dataclass(frozen=True, slots=True)
class CropRun:
    """One training run. `start`: a state dict to begin with; layers whose shapes differ start afresh."""

    data: tuple[Path, ...]
    out: Path
    start: Path | None
    minutes: float
    rate: float = 0.002
    batch: int = 96
    threads: int = 1
    seed: int = 0


def as_pixels(pictures: list[NDArray[np.uint8]]) -> Tensor:
    """(n, 3, h, w) uint8 RGB from BGR pictures of one size."""
    return torch.from_numpy(np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)))


def as_shares(pixels: Tensor) -> Tensor:
    """Pixels in 0..1, in the models' memory layout."""
    return (pixels.float() / 255).contiguous(memory_format=torch.channels_last)


def train_on_crops(kind: CropModel[Any], run: CropRun, log: Callable[[str], None] = say) -> Path:
    """Train for `run.minutes`, or go on with a run that was killed; returns the half-precision state dict."""
    run.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(run.seed)
    model = kind.make()
    if run.start is not None:
        log("took {} of {} tensors from {}".format(*load_state(model, run.start), run.start))
    crops = Crops(run.data, kind.cut, seed=run.seed)
    loader = DataLoader(crops, batch_size=run.batch, num_workers=1, collate_fn=kind.batch, prefetch_factor=8)
    budget = Budget(run.minutes, run.rate, run.out / "last.pt", run.threads)
    trained = train_for(budget, Task(model, loader, kind.loss_of), log=log)
    target = run.out / f"{kind.name}.state_dict.pt"
    save_state(trained, target)
    return target
