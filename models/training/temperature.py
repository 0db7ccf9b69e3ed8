"""Temperature scaling (Guo et al. 2017): one number that makes a classifier as sure as it is right."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from training.crops import end_examples, photo_bytes, unchanged
from training.pips import make_pips_model
from training.states import load_whole_state
from vision.corners import to_batch

_BATCH = 128


def negative_log_likelihood(
    logits: NDArray[np.float64], labels: NDArray[np.int64], temperature: float
) -> float:
    """Mean over (n, k) logits divided by `temperature`."""
    scaled = logits / temperature
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    log_probs = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
    return float(-log_probs[np.arange(len(labels)), labels].mean())


def fit_temperature(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The temperature between 0.2 and 5 at which the labels are likeliest."""
    found = minimize_scalar(
        lambda t: negative_log_likelihood(logits, labels, float(np.exp(t))),
        bounds=(np.log(0.2), np.log(5.0)),
        method="bounded",
    )
    return float(np.exp(found.x))


def pips_temperature(state: Path, valid: Path) -> float:
    """The temperature of a trained pip model on a validation set, cut as loosely as in training."""
    model = load_whole_state(make_pips_model(), state)
    rng = np.random.default_rng(0)
    pictures, labels = [], []
    for data, truth in photo_bytes(valid):
        for example in end_examples(rng, unchanged(data, truth), change=True):
            pictures.append(example.picture)
            labels.append(example.label)
    with torch.no_grad():
        parts = [
            model(torch.from_numpy(to_batch(pictures[i : i + _BATCH])))[1].numpy()
            for i in range(0, len(pictures), _BATCH)
        ]
    return fit_temperature(np.concatenate(parts).astype(np.float64), np.array(labels, dtype=np.int64))
