"""Feeds crops to a training loop: photos in random order, cut in a worker process, mixed in a buffer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from training.crops import Photo, augmented, photo_bytes, with_found_boxes

Example = TypeVar("Example")
_MISLEADING_SHARE = 0.4
Cut = Callable[[np.random.Generator, Photo], Iterator[Example]]


class Crops(IterableDataset[Example], Generic[Example]):
    """Endless examples from the photos of some sets; a buffer keeps neighbours from the same photo apart."""

    def __init__(
        self, folders: tuple[Path, ...], cut: Cut[Example], *, seed: int, buffer: int = 3000
    ) -> None:
        self._photos = [pair for folder in folders for pair in photo_bytes(folder)]
        self._misleading = with_found_boxes(self._photos)
        self._cut, self._seed, self._buffer = cut, seed, buffer

    def __iter__(self) -> Iterator[Example]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        info = get_worker_info()
        rng = np.random.default_rng([self._seed, info.id if info else 0])
        held: list[Example] = []
        while True:
            # Photos in which the table model went wrong come more often; they are few.
            often = bool(self._misleading) and rng.random() < _MISLEADING_SHARE
            photos = self._misleading if often else self._photos
            data, truth = photos[int(rng.integers(0, len(photos)))]
            for example in self._cut(rng, augmented(rng, data, truth)):
                if len(held) < self._buffer:
                    held.append(example)
                    continue
                at = int(rng.integers(0, self._buffer))
                ready, held[at] = held[at], example
                yield ready
