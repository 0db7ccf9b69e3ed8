"""Runs a trained model over the photos of a validation set and puts its figures into one line."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training.corners import CornerModel
from training.crops import corner_examples, end_examples, photo_bytes, unchanged
from training.pips import make_pips_model
from training.states import load_whole_state
from training.table import make_table_model
from training.table_labels import LEAST_VISIBLE
from training.validation_figures import BoxCounts, CornerResults, box_counts, corner_figures, end_figures
from vision.corners import CORNER_SIZE, to_batch
from vision.detections import TableClass
from vision.table_model import find

BATCH = 128
LEAST_CONFIDENCE = 0.25
"""Boxes of the table model below this do not count as found."""

Floats = NDArray[np.float32]


def _outputs(model: nn.Module, pictures: list[NDArray[np.uint8]]) -> Iterator[tuple[torch.Tensor, ...]]:
    with torch.no_grad():
        for start in range(0, len(pictures), BATCH):
            yield model(torch.from_numpy(to_batch(pictures[start : start + BATCH])))


def validate_pips(state: Path, valid: Path) -> str:
    """Accuracy of ends by pip range."""
    model = load_whole_state(make_pips_model(), state)
    rng = np.random.default_rng(0)
    examples = [
        example
        for data, truth in photo_bytes(valid)
        for example in end_examples(rng, unchanged(data, truth), change=False)
    ]
    logits = [out[1] for out in _outputs(model, [e.picture for e in examples])]
    read = torch.cat(logits).argmax(dim=1).numpy() if logits else np.zeros(0, np.int64)
    return end_figures(np.array([e.label for e in examples], dtype=np.int64), read)


def validate_corners(state: Path, valid: Path) -> str:
    """Corner error, and how often axis and kind are right, on boxes that err as a detector does."""
    model = load_whole_state(CornerModel(), state)
    rng = np.random.default_rng(0)
    examples = [
        example
        for data, truth in photo_bytes(valid)
        for example in corner_examples(rng, unchanged(data, truth))
    ]
    if not examples:
        return "no examples"
    corners, along, kind = (
        torch.cat(part).numpy() for part in zip(*_outputs(model, [e.picture for e in examples]), strict=True)
    )
    size = np.array(CORNER_SIZE, dtype=np.float32)
    return corner_figures(
        CornerResults(
            np.stack([e.corners for e in examples]) * size,
            corners * size,
            np.array([e.along for e in examples]),
            along.argmax(axis=1),
            np.array([e.kind for e in examples]),
            kind.argmax(axis=1),
        )
    )


class _TorchModel:
    """A torch detector behind the call that the running app uses."""

    def __init__(self, model: nn.Module) -> None:
        self._model = model

    def __call__(self, batch: Floats) -> tuple[Floats, ...]:
        """Run on (n, 3, h, w) float32 in 0..1."""
        with torch.no_grad():
            return (self._model(torch.from_numpy(batch))[0].numpy(),)


def validate_table(state: Path, valid: Path) -> str:
    """Recall and precision of tiles whose face is in view."""
    model = _TorchModel(load_whole_state(make_table_model(), state))
    counts = BoxCounts()
    for data, truth in photo_bytes(valid):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        found = find(model, np.asarray(picture, dtype=np.uint8), LEAST_CONFIDENCE)
        tiles = found.corners_px[found.class_id == TableClass.TILE]
        quads = np.array([t.corners_px for t in truth.tiles], dtype=np.float32).reshape(-1, 4, 2)
        asked = np.array([sum(t.visible) / 2 >= LEAST_VISIBLE for t in truth.tiles], dtype=bool)
        counts += box_counts(tiles, quads[asked], quads[~asked])
    return str(counts)


VALIDATIONS: dict[str, Callable[[Path, Path], str]] = {
    "table": validate_table,
    "corners": validate_corners,
    "pips": validate_pips,
}
