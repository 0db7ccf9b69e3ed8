"""A model that is surer than it is right is cooled down, and one that is too modest is warmed."""

import numpy as np
import pytest

pytest.importorskip("torch")

from training.temperature import fit_temperature, negative_log_likelihood


@pytest.mark.train
@pytest.mark.parametrize("true", [0.5, 1.0, 2.5])
def test_the_temperature_that_made_the_labels_is_found(true: float) -> None:
    rng = np.random.default_rng(3)
    logits = rng.normal(0, 3, (20000, 5))
    chances = np.exp(logits / true)
    chances /= chances.sum(axis=1, keepdims=True)
    labels = (chances.cumsum(axis=1) > rng.random((len(logits), 1))).argmax(axis=1)

    assert fit_temperature(logits, labels) == pytest.approx(true, rel=0.05)


@pytest.mark.train
def test_the_likelihood_of_even_odds_is_known_by_hand() -> None:
    assert negative_log_likelihood(np.zeros((3, 4)), np.array([0, 1, 2]), 1.7) == pytest.approx(np.log(4))
