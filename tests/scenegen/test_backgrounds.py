"""Table tops: every kind draws, always the same from one seed."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scenegen.backgrounds import (
    PAINTERS,
    BackgroundKind,
    draw_kind,
    load_photo_textures,
    render_background,
    render_kind,
)

SIZE_PX = 160


@pytest.mark.parametrize("kind", list(BackgroundKind))
def test_every_kind_renders_a_square_colour_image(kind: BackgroundKind) -> None:
    image = render_kind(np.random.default_rng(5), kind, SIZE_PX)

    assert image.shape == (SIZE_PX, SIZE_PX, 3)
    assert image.dtype == np.uint8


@pytest.mark.parametrize("kind", list(BackgroundKind))
def test_the_same_seed_gives_the_same_bytes(kind: BackgroundKind) -> None:
    first = render_kind(np.random.default_rng(11), kind, SIZE_PX)
    second = render_kind(np.random.default_rng(11), kind, SIZE_PX)

    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("seed", range(40))
def test_any_background_fills_the_asked_size(seed: int) -> None:
    image = render_background(np.random.default_rng(seed), SIZE_PX)

    assert image.shape == (SIZE_PX, SIZE_PX, 3)
    assert image.dtype == np.uint8
    assert image.flags.c_contiguous


def test_other_seeds_give_other_tables() -> None:
    tables = {render_background(np.random.default_rng(seed), 64).tobytes() for seed in range(20)}

    assert len(tables) == 20


def test_every_kind_has_a_weight_above_zero() -> None:
    assert set(PAINTERS) == set(BackgroundKind)
    assert all(weight > 0 for weight, _ in PAINTERS.values())


def test_drawing_often_enough_meets_every_kind() -> None:
    rng = np.random.default_rng(0)

    assert {draw_kind(rng) for _ in range(3000)} == set(BackgroundKind)


def test_photos_of_a_folder_come_sorted_by_name(tmp_path: Path) -> None:
    for name, gray in (("b.png", 200), ("a.png", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((4, 6, 3), gray, np.uint8))
    (tmp_path / "notes.txt").write_text("not a photo")

    textures = load_photo_textures(tmp_path)

    assert [int(texture[0, 0, 0]) for texture in textures] == [10, 200]


def test_a_broken_photo_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"no image")

    with pytest.raises(ValueError, match=r"broken\.jpg"):
        load_photo_textures(tmp_path)
