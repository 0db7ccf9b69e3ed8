"""Trains the corner model: from a loose box to four corners, the direction of the long axis, and the kind."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.crop_run import CropModel, as_pixels, as_shares
from training.crops import CornerExample, Photo, corner_examples
from vision.corners import CORNER_SIZE

STRIDE = 4


def _block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.SiLU(inplace=True)
    )


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(_block(width, width), _block(width, width))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = x + self.body(x)
        return out


class CornerModel(nn.Module):
    """Heat maps of the corners, read out as their centres of mass (integral regression, Sun et al. 2018).

    Input (n, 3, 64, 104) in 0..1; output corners (n, 4, 2) as shares of the cut, logits for the long axis
    (n, 2: across, along) and for the kind (n, 3: face, back, neither).
    """

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.fine = nn.Sequential(_block(3, 16, 2), _block(16, width, 2), _Residual(width))
        self.coarse = nn.Sequential(_block(width, 64, 2), _Residual(64), _block(64, 96, 2), _Residual(96))
        self.back = nn.Conv2d(96, width, 1)
        self.mixed = _Residual(width)
        self.heat = nn.Conv2d(width, 4, 1)
        self.offset = nn.Linear(96, 8)
        self.along = nn.Linear(96, 2)
        self.kind = nn.Linear(96, 3)
        w, h = CORNER_SIZE[0] // STRIDE, CORNER_SIZE[1] // STRIDE
        # Corners of tiles that are cut off may lie a little outside, hence a grid wider than the picture.
        xs, ys = (torch.arange(w) + 0.5) / w, (torch.arange(h) + 0.5) / h
        grid = torch.stack(torch.meshgrid(xs, ys, indexing="xy"), dim=-1)
        self.register_buffer("grid", grid.reshape(1, 1, -1, 2))

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Corners, axis logits, kind logits."""
        fine = self.fine(pictures * 2 - 1)
        coarse = self.coarse(fine)
        up = functional.interpolate(
            self.back(coarse), size=fine.shape[-2:], mode="bilinear", align_corners=False
        )
        # Where layers run in bfloat16, its eight bits are too coarse for places in the cut.
        heat = self.heat(self.mixed(fine + up)).float().flatten(2).softmax(dim=-1)
        pooled = coarse.mean(dim=(2, 3))
        offset = self.offset(pooled).float().reshape(-1, 4, 2)
        corners = (heat[..., None] * self.grid).sum(dim=2) + 0.05 * offset
        return corners, self.along(pooled), self.kind(pooled)


def cut_boxes(rng: np.random.Generator, photo: Photo) -> Iterator[CornerExample]:
    """The training examples of one photo."""
    return corner_examples(rng, photo)


Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def _batch(examples: list[CornerExample]) -> Batch:
    return (
        as_pixels([e.picture for e in examples]),
        torch.from_numpy(np.stack([e.corners for e in examples])),
        torch.tensor([e.along for e in examples]),
        torch.tensor([e.kind for e in examples]),
    )


def _loss(model: nn.Module, batch: Batch) -> Tensor:
    pictures, wanted, along, kind = batch
    corners, along_logits, kind_logits = model(as_shares(pictures))
    real = kind < 2
    # In units of the cut's height, so that both axes count alike.
    scale = corners.new_tensor([CORNER_SIZE[0] / CORNER_SIZE[1], 1.0])
    miss = functional.smooth_l1_loss(corners[real] * scale, wanted[real] * scale, beta=0.02)
    axis = functional.cross_entropy(along_logits.float()[real], along[real])
    return 30 * miss + 0.5 * axis + functional.cross_entropy(kind_logits.float(), kind, label_smoothing=0.02)


CORNERS = CropModel("corners", CornerModel, cut_boxes, _batch, _loss)
