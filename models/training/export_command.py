"""The command `stationmaster-lab export`: a state dict to an ONNX file and its entry in the registry."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from training.export import export_corners, export_pips, export_table, sha256
from training.provenance import UNKNOWN
from training.registry import RegistryEntry, RegistryError, write_registry
from training.run_file import Begun, RunFileError, begun_with
from training.states import StateError
from training.table import NAMES
from training.temperature import pips_temperature
from vision.corners import CORNER_SIZE
from vision.pips import END_PX
from vision.readings import CLASSES, UNREADABLE

_KINDS = ("face", "back", "neither")


class ExportError(ValueError):
    """A state dict that cannot be exported, in one line."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to export and where to. run, data: for the registry; None asks the state's own folder.

    valid: a set on which the pip model's temperature is fitted; None leaves it as it was trained.
    """

    model: str
    state: Path
    out: Path
    registry: Path
    run: str | None = None
    data: str | None = None
    valid: Path | None = None


EXPORTS: dict[str, Callable[[Path, Path], Path]] = {"table": export_table, "corners": export_corners}


def _export(order: Order) -> Path:
    target = order.out / f"{order.model}.onnx"
    if order.model != "pips":
        return EXPORTS[order.model](order.state, target)
    return export_pips(
        order.state, target, pips_temperature(order.state, order.valid) if order.valid else 1.0
    )


def _classes(model: str) -> tuple[str, ...]:
    if model == "table":
        return tuple(NAMES[number] for number in sorted(NAMES))
    if model == "corners":
        return _KINDS
    return tuple("unreadable" if value == UNREADABLE else str(value) for value in range(CLASSES))


def _input_px(model: str) -> tuple[int, int]:
    return {"table": (640, 640), "corners": CORNER_SIZE, "pips": (END_PX, END_PX)}[model]


def _entry(order: Order, begun: Begun | None, weights: Path) -> RegistryEntry:
    return RegistryEntry(
        name=order.model,
        sha256=sha256(weights),
        input_px=_input_px(order.model),
        classes=_classes(order.model),
        run=order.run or order.state.absolute().parent.name,
        data=order.data or (begun.data if begun else UNKNOWN),
    )


def export_model(order: Order) -> Path:
    """Write NAME.onnx and its registry entry; returns the file of weights."""
    if not order.state.is_file():
        raise ExportError(f"no state dict at {order.state}")
    try:
        begun = begun_with(order.state.parent)
        if begun is not None and begun.model != order.model:
            raise ExportError(f"{order.state} is of a run of the {begun.model} model, not of {order.model}")
        weights = _export(order)
        write_registry(order.registry, _entry(order, begun, weights))
    except (RegistryError, RunFileError, StateError, OSError) as error:
        raise ExportError(str(error)) from error
    return weights
