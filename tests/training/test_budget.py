"""The training loop: bound by minutes, resumable, with a rate that follows the time spent."""

from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.train

torch = pytest.importorskip("torch")

from training.budget import Budget, Task, rate_at, train_for  # noqa: E402 (needs torch)
from training.states import StateError, load_state, load_whole_state, save_state  # noqa: E402

PEAK = 0.1


def clock(step_s: float) -> Callable[[], float]:
    """A clock that is asked once per step and goes on by so many seconds each time."""
    ticks = count(0.0, step_s)
    return lambda: next(ticks)


def line() -> Any:
    """A model of one weight and one bias."""
    torch.manual_seed(0)
    return torch.nn.Linear(1, 1)


def points() -> Iterator[Any]:
    """Points of y = 3 x + 1 without end."""
    drawn = torch.Generator().manual_seed(1)
    while True:
        x = torch.rand(16, 1, generator=drawn)
        yield x, 3 * x + 1


def miss(model: Any, batch: Any) -> Any:
    x, y = batch
    return torch.nn.functional.mse_loss(model(x), y)


def quiet(_: str) -> None:
    """Say nothing."""


def budget(folder: Path, minutes: float) -> Budget:
    return Budget(minutes, PEAK, folder / "last.pt", decay=0.0, average=0.9, report_every=10)


@pytest.mark.parametrize(
    ("share", "rate"),
    [
        pytest.param(0.0, 0.005, id="begins at a twentieth"),
        pytest.param(0.01, 0.05, id="half warm"),
        pytest.param(0.02, 0.1, id="warm"),
        # Halfway down the cosine: 1 % + 99 % / 2.
        pytest.param(0.51, 0.0505, id="halfway"),
        pytest.param(1.0, 0.001, id="ends at a hundredth"),
    ],
)
def test_the_rate_follows_the_share_of_time_spent(share: float, rate: float) -> None:
    assert rate_at(share, PEAK) == pytest.approx(rate)


def test_training_stops_when_the_minutes_are_spent(tmp_path: Path) -> None:
    lines: list[str] = []

    # A step takes 3 s, so a minute holds 20.
    train_for(budget(tmp_path, 1), Task(line(), points(), miss), log=lines.append, clock=clock(3))

    assert lines[-1].startswith("done: step 20 1.0 min")
    assert len(lines) == 3


def test_a_line_is_learnt(tmp_path: Path) -> None:
    trained = train_for(budget(tmp_path, 20), Task(line(), points(), miss), log=quiet, clock=clock(3))

    assert not trained.training
    assert float(trained.weight) == pytest.approx(3, abs=0.2)
    assert float(trained.bias) == pytest.approx(1, abs=0.1)


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    killed = islice(points(), 12)
    train_for(budget(tmp_path, 1), Task(line(), killed, miss), log=quiet, clock=clock(3))
    lines: list[str] = []

    train_for(budget(tmp_path, 1), Task(line(), points(), miss), log=lines.append, clock=clock(3))

    assert lines[0].startswith("going on at step 12 0.6 min")
    assert lines[-1].startswith("done: step 20 1.0 min")


def test_a_run_that_is_over_learns_nothing_more(tmp_path: Path) -> None:
    first = train_for(budget(tmp_path, 1), Task(line(), points(), miss), log=quiet, clock=clock(3))

    again = train_for(budget(tmp_path, 1), Task(line(), points(), miss), log=quiet, clock=clock(3))

    assert torch.equal(first.weight, again.weight)


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    train_for(budget(tmp_path, 1), Task(line(), points(), miss), log=quiet, clock=clock(3))

    assert [path.name for path in tmp_path.iterdir()] == ["last.pt"]


def test_a_state_is_kept_in_half_precision_and_loaded_where_it_fits(tmp_path: Path) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))
    save_state(model, tmp_path / "s.pt")
    wider = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 5))

    assert {value.dtype for value in torch.load(tmp_path / "s.pt").values()} == {torch.float16}
    assert load_state(wider, tmp_path / "s.pt") == (2, 4)
    assert torch.equal(wider[0].weight, model[0].weight.half().float())
    with pytest.raises(StateError, match=r"fits 2 of the model's 4 tensors"):
        load_whole_state(wider, tmp_path / "s.pt")
