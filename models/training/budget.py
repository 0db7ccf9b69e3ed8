"""A training loop bound by minutes: learning rate by share of time spent, averaged weights, resumable checkpoints."""

import copy
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class Budget:
    """How long and how fast to train. checkpoint: where to keep the state that a killed run goes on from."""

    minutes: float
    rate: float
    checkpoint: Path
    threads: int = 1
    decay: float = 0.02
    average: float = 0.999
    report_every: int = 200


def _rate_at(share: float, peak: float) -> float:
    """Warm up over 2 % of the time, then fall along a cosine to 1 % of the peak."""
    if share < 0.02:
        return peak * max(share / 0.02, 0.05)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (share - 0.02) / 0.98)))


@torch.no_grad()
def _follow(average: nn.Module, model: nn.Module, step: int, decay: float) -> None:
    keep = min(decay, (1 + step) / (10 + step))
    for mean, value in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.lerp_(value, 1 - keep)
        else:
            mean.copy_(value)


def _save(path: Path, state: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def train_for(
    budget: Budget,
    model: nn.Module,
    batches: Iterable[Any],
    loss_of: Callable[[nn.Module, Any], Tensor],
    log: Callable[[str], None] = print,
) -> nn.Module:
    """Train until the minutes are spent (counted over all resumed runs); returns the averaged model in eval mode."""
    torch.set_num_threads(budget.threads)
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=budget.rate, weight_decay=budget.decay)
    spent, step = 0.0, 0
    if budget.checkpoint.exists():
        state = torch.load(budget.checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        spent, step = state["spent"], state["step"]
        log(f"going on at step {step}, {spent / 60:.1f} min")
    last, running = time.monotonic(), 0.0
    for batch in batches:
        share = spent / (budget.minutes * 60)
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = _rate_at(share, budget.rate)
        loss = loss_of(model.train(), batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        step += 1
        _follow(average, model, step, budget.average)
        now = time.monotonic()
        spent, last = spent + now - last, now
        running += (float(loss.detach()) - running) / min(step, budget.report_every)
        if step % budget.report_every == 0:
            log(f"step {step} {spent / 60:.1f} min loss {running:.4f}")
            _save(
                budget.checkpoint,
                {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(),
                 "spent": spent, "step": step},
            )  # fmt: skip
    log(f"done after {step} steps, {spent / 60:.1f} min, loss {running:.4f}")
    return average.eval()
