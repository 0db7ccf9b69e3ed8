"""Cuts windows out of large photos as a set of its own, for the scale that the table model is asked at."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scenegen.generate import MANIFEST, read_manifest, read_truths
from scenegen.truth import PhotoTruth, Quad, ThingTruth, TileTruth, to_json
from training.provenance import data_fingerprint
from vision.decode import decode_photo

_QUALITY = 92
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Windows:
    """How to cut: so many per photo, square, of a side between (least, most) px.

    at_markers: the share of windows that are laid around a marker, where there is one: markers are few and
    small, and a model that hardly meets them does not dare to name them.
    """

    per_photo: int = 2
    at_markers: float = 0.0
    side_px: tuple[int, int] = (320, 640)
    seed: int = 0


def _end(quad: Quad, end: int) -> NDArray[np.float32]:
    """The half of a tile's quad that is end a or end b."""
    a, b, c, d = np.array(quad, dtype=np.float32)
    near, far = (b + c) / 2, (a + d) / 2
    return np.stack([a, b, near, far] if end == 0 else [far, near, c, d])


def _inside(part: NDArray[np.float32], width: int, height: int) -> float:
    """Share of a quad's area that lies in a picture."""
    border = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    shared, _ = cv2.intersectConvexConvex(part, border)
    return float(min(shared / max(cv2.contourArea(part), 1e-6), 1.0))


def _moved(quad: Quad, left: int, top: int) -> Quad:
    return tuple((x - left, y - top) for x, y in quad)


def in_window(truth: PhotoTruth, file: str, box: tuple[int, int, int, int]) -> PhotoTruth:
    """The truth of a window (left, top, width, height) of a photo; what lies outside is left out."""
    left, top, width, height = box

    def tile(whole: TileTruth) -> TileTruth:
        quad = _moved(whole.corners_px, left, top)
        a, b = (whole.visible[end] * _inside(_end(quad, end), width, height) for end in (0, 1))
        return replace(whole, corners_px=quad, visible=(a, b))

    def thing(whole: ThingTruth) -> ThingTruth:
        quad = _moved(whole.corners_px, left, top)
        shown = _inside(np.array(quad, dtype=np.float32), width, height)
        return replace(whole, corners_px=quad, visible=whole.visible * shown)

    tiles = tuple(t for t in map(tile, truth.tiles) if max(t.visible) > 0.05)
    things = tuple(t for t in map(thing, truth.things) if t.visible > 0.05)
    return PhotoTruth(file, width, height, tiles, things, truth.traits)


def _boxes(rng: Rng, truth: PhotoTruth, how: Windows) -> Iterator[tuple[int, int, int, int]]:
    """Windows around flat tiles or markers drawn by lot; anywhere in a photo without any."""
    flat = [np.mean(t.corners_px, axis=0) for t in truth.tiles if not t.standing]
    markers = [np.mean(t.corners_px, axis=0) for t in truth.things if t.kind == "marker"]
    for _ in range(how.per_photo):
        side = min(int(rng.integers(how.side_px[0], how.side_px[1] + 1)), truth.width, truth.height)
        size = np.array([truth.width, truth.height])
        targets = markers if markers and rng.random() < how.at_markers else flat
        middle = targets[int(rng.integers(0, len(targets)))] if targets else rng.uniform((0, 0), size)
        corner = np.clip(middle - side / 2 + rng.uniform(-side / 3, side / 3, 2), 0, size - side)
        yield int(corner[0]), int(corner[1]), side, side


def cut_windows(source: Path, target: Path, how: Windows) -> int:
    """Write windows of a finished set as another one; returns how many."""
    rng = np.random.default_rng([how.seed, read_manifest(source)["recipe"].get("seed", 0)])
    (target / "photos").mkdir(parents=True, exist_ok=True)
    (target / "truth").mkdir(exist_ok=True)
    lines: list[str] = []
    for truth in read_truths(source):
        picture = decode_photo((source / "photos" / truth.file).read_bytes())
        for box in _boxes(rng, truth, how):
            left, top, width, height = box
            file = f"{len(lines):06d}.jpg"
            window = picture[top : top + height, left : left + width]
            _, data = cv2.imencode(".jpg", window, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            (target / "photos" / file).write_bytes(data.tobytes())
            digest = hashlib.sha256(data.tobytes()).hexdigest()
            lines.append(f"{digest} {to_json(in_window(truth, file, box))}")
    body = ("\n".join(lines) + "\n").encode()
    (target / "truth" / "00000.jsonl").write_bytes(body)
    digest = hashlib.sha256(body).hexdigest()
    recipe = {"name": f"windows of {source.name}", "of": data_fingerprint([source]), "seed": how.seed}
    manifest = {"recipe": recipe, "commit": "", "sha256": digest, "shards": {"00000.jsonl": digest}}
    (target / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return len(lines)
