"""Turns the truth of rendered photos into the label files that the table model's trainer reads."""

from collections.abc import Iterable
from pathlib import Path

from scenegen.generate import read_truths
from scenegen.truth import PhotoTruth, Quad
from vision.detections import TableClass

LEAST_VISIBLE = 0.5
"""A tile of which less is in view is not asked of the table model."""

_THING_CLASSES = {
    "back": TableClass.TILE_BACK,
    "marker": TableClass.MARKER,
    "hub": TableClass.HUB,
    "hand": TableClass.HAND,
}
# Round things fill less of their square than tiles do, hands still less; trains cover most of a hub.
_THING_VISIBLE = {"back": 0.5, "marker": 0.35, "hub": 0.1, "hand": 0.1}


def _row(kind: TableClass, quad: Quad, truth: PhotoTruth) -> str:
    numbers = " ".join(f"{x / truth.width:.5f} {y / truth.height:.5f}" for x, y in quad)
    return f"{int(kind)} {numbers}"


def table_rows(truth: PhotoTruth) -> list[str]:
    """Lines of a YOLO oriented-box label file: class and four corners as shares of width and height."""
    rows = [
        _row(TableClass.TILE, tile.corners_px, truth)
        for tile in truth.tiles
        if sum(tile.visible) / 2 >= LEAST_VISIBLE
    ]
    rows += [
        _row(_THING_CLASSES[thing.kind], thing.corners_px, truth)
        for thing in truth.things
        if thing.visible >= _THING_VISIBLE[thing.kind]
    ]
    return rows


def write_table_labels(folder: Path) -> list[Path]:
    """Write `labels/` beside the photos of a finished set; returns the photos' paths under `images/`.

    ultralytics finds labels by replacing `images` with `labels` in a path, hence the link.
    """
    images, labels = folder / "images", folder / "labels"
    if not images.exists():
        images.symlink_to("photos", target_is_directory=True)
    labels.mkdir(exist_ok=True)
    paths = []
    for truth in read_truths(folder):
        (labels / truth.file).with_suffix(".txt").write_text("\n".join(table_rows(truth)) + "\n")
        paths.append(images / truth.file)
    return paths


def write_list(paths: Iterable[Path], target: Path) -> Path:
    """A text file with one absolute path a line, as ultralytics takes for a split; links are kept."""
    target.write_text("".join(f"{path.absolute()}\n" for path in paths))
    return target
