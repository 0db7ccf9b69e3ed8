"""Films give every frame upright, with its time, and say what is missing."""

from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from small_films import write_cut, write_film

from vision.source_planes import to_frame
from vision.sources import SourceOptions, frames


def test_a_film_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 10)) as source:
        times = [frame.at_s for frame in source]

    assert times == pytest.approx([index * 0.04 for index in range(10)], abs=1e-3)


def test_frames_are_counted_from_nought(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 5)) as source:
        assert [frame.index for frame in source] == [0, 1, 2, 3, 4]


def test_a_variable_frame_rate_keeps_its_times(tmp_path: Path) -> None:
    times_ms = [0, 33, 100, 101, 400, 2000]
    with frames(write_film(tmp_path / "a.mkv", 6, times_ms=times_ms)) as source:
        times = [frame.at_s for frame in source]

    assert times == pytest.approx([each / 1000 for each in times_ms], abs=2e-3)


def test_times_begin_at_nought_wherever_the_stream_begins(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.ts", 5, times_ms=[5000, 5040, 5080, 5120, 5160])) as source:
        assert next(iter(source)).at_s == 0


@pytest.mark.parametrize(
    ("turned_deg", "row", "column"),
    [(0, 0, 0), (90, -1, 0), (180, -1, -1), (270, 0, -1)],
    ids=["upright", "left", "upside down", "right"],
)
def test_a_film_is_turned_as_its_metadata_say(tmp_path: Path, turned_deg: int, row: int, column: int) -> None:
    """Turned counterclockwise by so much, the red quarter lies in another corner."""
    with frames(write_film(tmp_path / "a.mp4", 2, turned_deg=turned_deg)) as source:
        frame = next(iter(source))

    corner = frame.bgr()[3:-3, 3:-3][row, column]
    assert corner[2] > 200 and corner[0] < 60  # noqa: PT018 -- one colour
    assert frame.luma.shape == ((48, 64) if turned_deg % 180 == 0 else (64, 48))
    assert source.facts.size_px == frame.luma.shape[::-1]


def test_luma_and_colours_are_of_one_picture(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 1, size=(96, 64))) as source:
        frame = next(iter(source))

    grey = cv2.cvtColor(frame.bgr(), cv2.COLOR_BGR2GRAY).astype(float)
    # Video luma runs from 16 to 235 where the grey of a picture runs from 0 to 255.
    assert np.abs((frame.luma.astype(float) - 16) * 255 / 219 - grey).mean() < 4


def test_a_frame_outlives_its_source(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 3)) as source:
        kept = list(source)

    assert kept[0].bgr().shape == (48, 64, 3)


@pytest.mark.parametrize("size", [(8, 8), (66, 50), (62, 34)])
def test_small_and_odd_sizes_work(tmp_path: Path, size: tuple[int, int]) -> None:
    with frames(write_film(tmp_path / "a.mp4", 3, size=size)) as source:
        shapes = {(frame.luma.shape, frame.bgr().shape) for frame in source}

    assert shapes == {((size[1], size[0]), (size[1], size[0], 3))}


def test_an_odd_width_works(tmp_path: Path) -> None:
    path = tmp_path / "a.mkv"
    picture = np.full((33, 51, 3), 128, np.uint8)
    with av.open(path, "w") as film:
        stream = film.add_stream("ffv1", rate=25)
        stream.width, stream.height, stream.pix_fmt = 51, 33, "yuv420p"
        film.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        film.mux(stream.encode(None))

    with frames(path) as source:
        [frame] = source
    assert (frame.luma.shape, frame.bgr().shape) == ((33, 51), (33, 51, 3))


def test_a_whole_film_lacks_nothing(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 30)) as source:
        list(source)

    assert source.shortfall is None


@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_a_film_that_is_cut_short_gives_its_beginning_and_says_so(tmp_path: Path, suffix: str) -> None:
    whole = write_film(tmp_path / f"whole{suffix}", 100)
    with frames(write_cut(tmp_path / f"cut{suffix}", whole, 0.6)) as source:
        count = sum(1 for _ in source)

    assert 20 < count < 80
    assert source.shortfall is not None
    assert f"cut short: read {count} frames up to" in source.shortfall


def test_damage_inside_a_film_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    path = write_film(tmp_path / "a.mp4", 100)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 2000] = bytes(2000)
    path.write_bytes(data)

    with frames(path) as source:
        count = sum(1 for _ in source)
    assert count > 60
    assert source.shortfall is not None
    assert "damaged packets" in source.shortfall


def test_a_source_that_is_closed_ends(tmp_path: Path) -> None:
    with frames(write_film(tmp_path / "a.mp4", 20)) as source:
        seen = 0
        for _ in source:
            seen += 1
            source.close()

    assert seen == 1


@pytest.mark.parametrize(("transfer", "white"), [(16, 0.58), (18, 0.75)], ids=["PQ", "HLG"])
def test_diffuse_white_of_an_hdr_film_is_bright_and_nothing_is_cut_off(transfer: int, white: float) -> None:
    levels = [0.0, white / 2, white, (1 + white) / 2, 1.0]
    frame = to_frame(ten_bit(levels, transfer), 0, 0.0, "hdr")

    row = frame.bgr()[4, 4::16, 1].astype(int)
    assert 215 < row[2] < 250
    assert (np.diff(row) > 0).all()
    assert np.abs(row - frame.luma[4, 4::16]).max() <= 3


def test_ten_bits_without_hdr_lose_their_last_two() -> None:
    frame = to_frame(ten_bit([0.0, 0.5, 1.0], 1), 0, 0.0, "deep")

    assert frame.luma[4, 4::16].tolist() == [16, 125, 235]


def ten_bit(levels: list[float], transfer: int) -> av.VideoFrame:
    """A grey picture of upright stripes, 16 px wide, of signals 0..1 in limited range."""
    stripes = np.repeat(np.array(levels) * (940 - 64) + 64, 16).astype(np.uint16)
    frame = av.VideoFrame(len(stripes), 16, "yuv420p10le")
    for plane, values in zip(frame.planes, (stripes, None, None), strict=True):
        rows = np.full((plane.height, plane.line_size // 2), 512, np.uint16)
        if values is not None:
            rows[:, : len(values)] = values
        plane.update(rows.tobytes())
    frame.colorspace, frame.color_range, frame.color_trc = 9, 1, transfer
    return frame


WRONG = {
    "fps": lambda: SourceOptions(fps=0),
    "still_s": lambda: SourceOptions(still_s=-1),
    "patience_s": lambda: SourceOptions(patience_s=0),
    "backoff_s": lambda: SourceOptions(backoff_s=0),
    "size_px": lambda: SourceOptions(size_px=(0, 1)),
}


@pytest.mark.parametrize("name", WRONG)
def test_options_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"expected {name} above 0, got"):
        WRONG[name]()


@pytest.mark.parametrize(("suffix", "first_s"), [("mp4", 8.0), ("mkv", 8.0), ("ts", 1.0)])
def test_a_film_goes_on_where_it_was_without_all_that_comes_before(
    tmp_path: Path, suffix: str, first_s: float
) -> None:
    path = write_film(tmp_path / f"a.{suffix}", 300)
    with frames(path) as source:
        whole = {round(frame.at_s, 2): frame.luma.copy() for frame in source}
    with frames(path, SourceOptions(from_s=8.3)) as source:
        rest = {round(frame.at_s, 2): frame.luma.copy() for frame in source}
        assert source.shortfall is None

    # A stream without an index is wound back farther than it would have to be.
    assert min(rest) == first_s
    assert max(rest) == max(whole)
    assert all((rest[at_s] == whole[at_s]).all() for at_s in rest if at_s >= 8.3)


def test_a_film_that_is_over_gives_nothing_more(tmp_path: Path) -> None:
    path = write_film(tmp_path / "a.mp4", 10)
    with frames(path, SourceOptions(from_s=60.0)) as source:
        assert all(frame.at_s < 0.4 for frame in source)
        assert source.shortfall is None
