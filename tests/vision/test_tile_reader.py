"""What may be a tile: found as surely as the others, or readable."""

import numpy as np
import pytest

from vision.readings import CLASSES
from vision.tile_reader import is_some_tile


def read(sure: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """(2, 20) both ends read with this probability."""
    probs = np.full((2, CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
    probs[:, 3] = sure
    return probs


@pytest.mark.parametrize(
    ("score", "sure", "is_one"),
    [(0.8, 0.1, True), (0.2, 0.9, True), (0.2, 0.5, True), (0.2, 0.3, False), (0.39, 0.4, False)],
)
def test_a_face_is_found_like_others_or_can_be_read(score: float, sure: float, *, is_one: bool) -> None:
    scores = np.array([0.8, 0.8, 0.9, score], np.float32)
    probs = np.stack([read(0.9), read(0.9), read(0.9), read(sure)])

    assert is_some_tile(scores, probs).tolist() == [True, True, True, is_one]


def test_a_photo_without_faces_has_none() -> None:
    assert is_some_tile(np.zeros(0, np.float32), np.zeros((0, 2, CLASSES), np.float32)).tolist() == []
