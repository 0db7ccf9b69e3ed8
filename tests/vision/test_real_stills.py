"""A real game filmed still by still: every new tile has to be seen in its own frame."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from server.replay_models import load_looker
from vision.geometry import side_lengths
from vision.scene import Scene, TrackedTile
from vision.sources import frames
from vision.survey import WatcherSettings
from vision.watcher import Watcher

SEQUENCE = "hsb_gestell"
AT_MOST_AWAY = 0.35
"""In tile lengths, as for photos."""

Label = dict[str, Any]


def labelled(real_photos: Path) -> list[Label]:
    """The labelled stills of the sequence in their order."""
    photos: list[Label] = json.loads((real_photos / "labels.json").read_text(encoding="utf-8"))
    return sorted(
        (each for each in photos if each.get("sequence") == SEQUENCE), key=lambda each: int(each["frame"])
    )


def found(scene: Scene, label: Label) -> TrackedTile | None:
    """The tile that lies where a label says."""
    middle = np.array([label["cx"], label["cy"]])
    for tile in scene.tiles:
        apart = float(np.linalg.norm(tile.corners_px.mean(axis=0) - middle))
        if tile.is_face_up and apart <= AT_MOST_AWAY * side_lengths(tile.corners_px[None])[0][0]:
            return tile
    return None


@pytest.mark.real
@pytest.mark.model
def test_every_new_tile_of_a_real_sequence_is_found_in_its_frame(real_photos: Path, tmp_path: Path) -> None:
    photos = labelled(real_photos)
    for photo in photos:
        (tmp_path / f"{int(photo['frame']):03d}.jpg").symlink_to(real_photos / photo["file"])
    watcher = Watcher(load_looker(None), WatcherSettings(6, is_stills=True))
    known: set[tuple[int, int]] = set()
    missed, read = [], 0

    with frames(str(tmp_path)) as source:
        scene = None
        for frame, photo in zip(source, photos, strict=True):
            seen = watcher.see(frame)
            scene = scene if seen is None else seen.scene
            for label in photo["tiles"]:
                ends = (min(label["a"], label["b"]), max(label["a"], label["b"]))
                if ends in known:
                    continue
                known.add(ends)
                tile = None if scene is None else found(scene, label)
                if tile is None:
                    missed.append((photo["file"], ends))
                elif tuple(sorted(tile.probs.argmax(axis=1).tolist())) == ends:
                    read += 1

    assert len(known) == 13
    assert missed == []
    assert read >= 12
