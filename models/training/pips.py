"""Trains the pip model: a YOLO classifier of one end, 0..18 pips or unreadable."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader
from ultralytics.nn.tasks import ClassificationModel

from training.budget import Budget, Task, say, train_for
from training.crops import EndExample, Photo, end_examples
from training.states import load_state, save_state
from training.stream import Crops

ARCHITECTURE = Path(__file__).parent / "pips.yaml"


@dataclass(frozen=True, slots=True)
class PipsRun:
    """One training run of the pip model."""

    data: tuple[Path, ...]
    out: Path
    start: Path | None
    minutes: float
    rate: float = 0.002
    batch: int = 96
    threads: int = 1
    seed: int = 0


def make_pips_model() -> nn.Module:
    """The untrained pip model; returns logits while training, (probabilities, logits) in eval mode."""
    return ClassificationModel(str(ARCHITECTURE), verbose=False)


def cut_ends(rng: np.random.Generator, photo: Photo) -> Iterator[EndExample]:
    """The training examples of one photo."""
    return end_examples(rng, photo, change=True)


def _batch(examples: list[EndExample]) -> tuple[Tensor, Tensor]:
    pictures = np.stack([e.picture for e in examples])[..., ::-1].transpose(0, 3, 1, 2)
    labels = torch.tensor([e.label for e in examples])
    return torch.from_numpy(np.ascontiguousarray(pictures)), labels


def _loss(model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    pictures, labels = batch
    shares = (pictures.float() / 255).contiguous(memory_format=torch.channels_last)
    return functional.cross_entropy(model(shares).float(), labels, label_smoothing=0.02)


def train_pips(run: PipsRun, log: Callable[[str], None] = say) -> Path:
    """Train for `run.minutes`, or go on with a run that was killed; returns the half-precision state dict."""
    run.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(run.seed)
    model = make_pips_model()
    if run.start is not None:
        log("took {} of {} tensors from {}".format(*load_state(model, run.start), run.start))
    crops = Crops(run.data, cut_ends, seed=run.seed)
    loader = DataLoader(crops, batch_size=run.batch, num_workers=1, collate_fn=_batch, prefetch_factor=8)
    budget = Budget(run.minutes, run.rate, run.out / "last.pt", run.threads)
    trained = train_for(budget, Task(model, loader, _loss), log=log)
    target = run.out / "pips.state_dict.pt"
    save_state(trained, target)
    return target
