"""The command `stationmaster-lab train`: one resumable run of one model, with its row in the log of runs."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scenegen.generate import DatasetError, read_manifest
from training.budget import say
from training.corners import CORNERS
from training.crop_run import CropModel, CropRun, train_on_crops
from training.pips import PIPS
from training.provenance import current_commit, data_fingerprint
from training.run_file import Begun, Result, RunFileError, begin, finish, finished
from training.run_log import RunRow, append_run
from training.table import TableRun, train_table
from training.validate import VALIDATIONS

TABLE_PX = 416
RATES = {"table": 0.001, "corners": 0.002, "pips": 0.002}
"""Peak learning rates, where none is given."""


class TrainError(ValueError):
    """A run that cannot be begun or gone on with, in one line."""


@dataclass(frozen=True, slots=True)
class Order:
    """One training run of `model`, and where its row goes.

    start: a state dict to begin with. image_px: the table model's alone. rate: None takes the model's own.
    """

    model: str
    data: tuple[Path, ...]
    valid: Path
    out: Path
    minutes: float
    log: Path
    start: Path | None = None
    image_px: int | None = None
    threads: int = 1
    rate: float | None = None
    seed: int = 0
    idea: str = ""

    @property
    def peak_rate(self) -> float:
        """The learning rate at its highest."""
        return RATES[self.model] if self.rate is None else self.rate


def _train_table(order: Order) -> Path:
    run = TableRun(
        order.data,
        order.valid,
        order.out,
        order.start,
        order.minutes,
        image_px=order.image_px or TABLE_PX,
        rate=order.peak_rate,
        threads=order.threads,
        seed=order.seed,
    )
    return train_table(run)


def _train_on_crops(kind: CropModel[Any]) -> Callable[[Order], Path]:
    def train(order: Order) -> Path:
        run = CropRun(
            order.data,
            order.out,
            order.start,
            order.minutes,
            rate=order.peak_rate,
            threads=order.threads,
            seed=order.seed,
        )
        return train_on_crops(kind, run)

    return train


TRAINERS: dict[str, Callable[[Order], Path]] = {
    "table": _train_table,
    "corners": _train_on_crops(CORNERS),
    "pips": _train_on_crops(PIPS),
}


def _begun(order: Order) -> Begun:
    """What this order says of a run; refuses at once what would only fail after hours."""
    if order.image_px is not None and order.model != "table":
        raise TrainError(f"--image-px is for the table model, the {order.model} model has a fixed size")
    for folder in (*order.data, order.valid):
        read_manifest(folder)
    if order.start is not None and not order.start.is_file():
        raise TrainError(f"no state to start from at {order.start}")
    if not order.log.parent.is_dir():
        raise TrainError(f"the log of runs belongs into {order.log.parent}, but there is no such folder")
    size = (order.image_px or TABLE_PX) if order.model == "table" else None
    start = str(order.start.absolute()) if order.start else ""
    return Begun(order.model, data_fingerprint(order.data), start, size, order.peak_rate, order.seed)


def train_model(order: Order) -> Path:
    """Train, or go on, until the budget is spent; validate; log. Returns the half-precision state dict."""
    try:
        begun = _begun(order)
        begin(order.out, begun)
        former = finished(order.out)
        if former is not None:
            return _again(order, former)
        state = TRAINERS[order.model](order)
        numbers = VALIDATIONS[order.model](state, order.valid)
        say(numbers)
        append_run(order.log, _row(order, begun, numbers))
        finish(order.out, Result(order.minutes, state.name, numbers))
    except (DatasetError, RunFileError, OSError) as error:
        raise TrainError(str(error)) from error
    return state


def _again(order: Order, former: Result) -> Path:
    """The result of a run that is over; its schedule ended with it and cannot be stretched."""
    state = order.out / former.state
    if former.minutes != order.minutes:
        raise TrainError(
            f"{order.out} has had its {former.minutes:g} minutes: begin another run with --start {state}"
        )
    say(f"{order.out} has had its {former.minutes:g} minutes: {former.numbers}")
    return state


def _row(order: Order, begun: Begun, numbers: str) -> RunRow:
    given = {
        key: value for key, value in asdict(begun).items() if key in {"start", "image_px", "rate", "seed"}
    }
    settings = ", ".join(f"{key} {Path(str(value)).name}" for key, value in given.items() if value)
    return RunRow(
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        commit=current_commit(Path(__file__).parent),
        run=f"{order.model}: {order.out.name}",
        data=begun.data,
        idea=f"{order.idea or 'none given'} ({settings})",
        budget=f"{order.minutes:g} min, {order.threads} thread{'s' if order.threads > 1 else ''}",
        numbers=numbers,
    )
