"""Trains the pip model: a YOLO classifier of one end, 0..18 pips or unreadable."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from ultralytics.nn.tasks import ClassificationModel

from training.crop_run import CropModel, as_pixels, as_shares
from training.crops import EndExample, Photo, end_examples

ARCHITECTURE = Path(__file__).parent / "pips.yaml"


def make_pips_model() -> nn.Module:
    """The untrained pip model; returns logits while training, (probabilities, logits) in eval mode."""
    return ClassificationModel(str(ARCHITECTURE), verbose=False)


def cut_ends(rng: np.random.Generator, photo: Photo) -> Iterator[EndExample]:
    """The training examples of one photo."""
    return end_examples(rng, photo, change=True)


def _batch(examples: list[EndExample]) -> tuple[Tensor, Tensor]:
    return as_pixels([e.picture for e in examples]), torch.tensor([e.label for e in examples])


def _loss(model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    pictures, labels = batch
    return functional.cross_entropy(model(as_shares(pictures)).float(), labels, label_smoothing=0.02)


PIPS = CropModel("pips", make_pips_model, cut_ends, _batch, _loss)
