"""State dicts on disk: in half precision, written whole or not at all."""

from pathlib import Path

import torch
from torch import nn


class StateError(ValueError):
    """A state dict of another architecture."""


def load_state(model: nn.Module, path: Path) -> tuple[int, int]:
    """Load the tensors of a state dict that match; returns (taken, of)."""
    saved = torch.load(path, weights_only=True, map_location="cpu")
    own = model.state_dict()
    fitting = {k: v.float() for k, v in saved.items() if k in own and own[k].shape == v.shape}
    model.load_state_dict(fitting, strict=False)
    return len(fitting), len(own)


def load_whole_state(model: nn.Module, path: Path) -> nn.Module:
    """Load a state dict that must fit in every tensor; returns the model in eval mode."""
    taken, total = load_state(model, path)
    if taken != total:
        raise StateError(f"{path} fits {taken} of the model's {total} tensors: it is of another architecture")
    return model.eval()


def save_state(model: nn.Module, path: Path) -> None:
    """Write a model's weights in half precision, whole or not at all."""
    state = {k: v.half() if v.is_floating_point() else v for k, v in model.state_dict().items()}
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)
