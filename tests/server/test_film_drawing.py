"""The annotated film and the pictures of flags, on a table drawn by hand."""

from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.observation import Joint, Pose
from engine.rules import parse_rules
from server.evidence import Evidence
from server.film_drawing import TRAINS, draw_trains, hide_all_but_play
from server.film_writer import FilmWriter
from server.replay_files import OutputError, part_path
from server.session import Session
from server.session_rounds import TableSetup
from vision.layout import Chain, ChainTile, Layout
from vision.readings import CLASSES
from vision.scene import Covered, Scene, TrackedTile

CLEAR = Covered(np.zeros((48, 64), np.bool_), 0.1)


def picture() -> NDArray[np.uint8]:
    """Stripes two pixels wide, of which nothing is left where they are blurred."""
    stripes = np.zeros((480, 640, 3), np.uint8)
    stripes[:, ::4] = stripes[:, 1::4] = 255
    return stripes


def tile(number: int, x: float, y: float) -> TrackedTile:
    flat = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]]) * 30
    probs = np.full((2, CLASSES), 0.002, np.float32)
    probs[0, 9] = probs[1, 4] = 0.962
    return TrackedTile(number, np.asarray(flat + np.array([x, y]), np.float32), probs)


SCENE = Scene(0.0, (640, 480), (tile(1, 320, 240), tile(2, 600, 40)), (), None, CLEAR)
TRAIN = Chain(1, 0.0, (ChainTile(1, 0, Pose.INLINE, Joint.TAIL, 0.0),), marker=None, is_tail_visible=True)
LAYOUT = Layout(None, None, (TRAIN,), (2,), np.zeros((0, 2)))


def contrast(shown: NDArray[np.uint8], x: int, y: int) -> float:
    return float(shown[y - 12 : y + 12, x - 12 : x + 12].std())


def test_a_tile_in_a_hand_is_blurred_and_a_train_is_not() -> None:
    shown = picture()
    hide_all_but_play(shown, SCENE, LAYOUT)

    assert contrast(shown, 320, 240) > 100
    assert contrast(shown, 600, 40) < 30


def test_everything_is_blurred_while_no_train_is_known() -> None:
    shown = picture()
    hide_all_but_play(shown, SCENE, Layout(None, None, (), (), np.zeros((0, 2))))

    assert contrast(shown, 320, 240) < 30


def test_a_train_is_outlined_in_its_colour() -> None:
    shown = np.zeros((480, 640, 3), np.uint8)
    draw_trains(shown, SCENE, LAYOUT)

    assert tuple(shown[225, 320].tolist()) == TRAINS[1]
    assert not shown[30:50, 560:640].any()


def test_a_film_keeps_pictures_and_times(tmp_path: Path) -> None:
    writer = FilmWriter(tmp_path / "out.mp4")
    writer.open()
    for at_s in (0.0, 0.04, 0.5):
        writer.write(picture()[:479, :639], at_s)
    writer.close(keep=True)

    with av.open(str(tmp_path / "out.mp4")) as film:
        times = [float(frame.time or 0) for frame in film.decode(video=0)]
        size = (film.streams.video[0].width, film.streams.video[0].height)
    assert times == pytest.approx([0.0, 0.04, 0.5], abs=0.001)
    assert size == (638, 478)


@pytest.mark.parametrize("pictures", [0, 2])
def test_a_film_that_is_given_up_leaves_nothing(tmp_path: Path, pictures: int) -> None:
    writer = FilmWriter(tmp_path / "out.mp4")
    writer.open()
    for at in range(pictures):
        writer.write(picture(), at / 30)
    writer.close(keep=pictures == 0)

    assert list(tmp_path.iterdir()) == []


def test_a_film_that_cannot_be_written_is_said_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder"):
        FilmWriter(tmp_path).open()
    assert not part_path(tmp_path).exists()


def test_a_folder_for_evidence_that_cannot_be_made_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    with pytest.raises(OutputError, match="cannot be written"):
        Evidence(tmp_path / "file", Session(TableSetup(parse_rules("house"))))
