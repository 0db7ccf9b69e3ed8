"""The command `stationmaster-lab evaluate`: from labels and photos to tables, page of crops and documents."""

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import Progress

from training.accuracy_report import Report, accuracy_page, with_figures
from training.accuracy_tables import (
    bars_table,
    condition_table,
    confidence_line,
    group_table,
    pips_table,
    rendered_table,
    speed_table,
)
from training.evaluate import Condition, Evaluation, Reader, evaluate, prediction_lines, read_from
from training.failing_crops import Picture, failing_page
from training.photo_labels import PhotoLabel, parse_labels
from training.scoring import PhotoScore
from vision.decode import decode_photo


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files to write, each only if asked for."""

    page: Path | None = None
    readme: Path | None = None
    crops: Path | None = None
    predictions: Path | None = None


@dataclass(frozen=True, slots=True)
class LabelledPhotos:
    """Labels and the folder that their photos' names are relative to."""

    labels: tuple[PhotoLabel, ...]
    folder: Path

    @classmethod
    def load(cls, labels_file: Path, folder: Path | None = None) -> "LabelledPhotos":
        """Read the labels; their photos lie beside them unless another folder is named."""
        return cls(parse_labels(labels_file.read_text(encoding="utf-8")), folder or labels_file.parent)


@dataclass(frozen=True, slots=True)
class Task:
    """What to evaluate: labelled photos under each condition, and rendered ones as they are."""

    photos: LabelledPhotos
    conditions: tuple[Condition, ...]
    rendered: Mapping[str, LabelledPhotos] = field(default_factory=dict)


def evaluate_readers(
    readers: Mapping[str, Reader], task: Task, outputs: Outputs, models: Mapping[str, str]
) -> None:
    """Evaluate each reader and print its tables; the files are about the first one."""
    for place, (name, reader) in enumerate(readers.items()):
        report = Report(
            evaluations=tuple(
                _watched(reader, task.photos, condition, f"{name}, {condition}")
                for condition in task.conditions
            ),
            models=models,
            rendered={
                title: _watched(reader, photos, Condition(), title) for title, photos in task.rendered.items()
            },
        )
        sys.stdout.write(f"{name}\n\n{_terminal_text(report)}\n")
        if place == 0:
            _write(report, task, outputs)


def _watched(reader: Reader, photos: LabelledPhotos, condition: Condition, title: str) -> Evaluation:
    """Evaluate behind a progress bar."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(title, total=len(photos.labels))
        return evaluate(
            reader,
            photos.labels,
            read_from(photos.folder),
            condition,
            on_photo=lambda _: progress.advance(bar),
        )


def _terminal_text(report: Report) -> str:
    base = report.evaluations[0]
    return "\n".join(
        [
            bars_table(base),
            group_table("source", base.scores, lambda label: label.source),
            group_table("view", base.scores, lambda label: label.view),
            pips_table(base.scores),
            condition_table(report.evaluations),
            *([rendered_table(report.rendered)] if report.rendered else []),
            f"{confidence_line(base)}\n",
            speed_table(base),
        ]
    )


def _write(report: Report, task: Task, outputs: Outputs) -> None:
    base = report.evaluations[0]
    if outputs.page:
        outputs.page.parent.mkdir(parents=True, exist_ok=True)
        outputs.page.write_text(accuracy_page(report), encoding="utf-8")
    if outputs.readme:
        readme = outputs.readme.read_text(encoding="utf-8")
        outputs.readme.write_text(with_figures(readme, report), encoding="utf-8")
    if outputs.predictions:
        outputs.predictions.write_text(prediction_lines(base), encoding="utf-8")
    if outputs.crops:
        _write_crops(base.scores, _photo_of(task.photos, base.condition), outputs.crops)
        for title, evaluation in report.rendered.items():
            page = outputs.crops.with_stem(f"{outputs.crops.stem}-{title}")
            _write_crops(evaluation.scores, _photo_of(task.rendered[title], Condition()), page)


def _photo_of(photos: LabelledPhotos, condition: Condition) -> Callable[[PhotoScore], Picture]:
    fetch = read_from(photos.folder)
    return lambda score: condition.picture(decode_photo(fetch(score.label)))


def _write_crops(scores: Sequence[PhotoScore], photo_of: Callable[[PhotoScore], Picture], path: Path) -> None:
    page = failing_page(scores, photo_of)
    if page is None:
        # A page of an earlier run must not be taken for this one's.
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    _, jpeg = cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, 88])
    path.write_bytes(np.asarray(jpeg, np.uint8).tobytes())


def model_checksums(folder: Path) -> dict[str, str]:
    """Name and the first twelve digits of the SHA-256 of each model in a folder."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        for file in sorted(folder.glob("*.onnx"))
    }
