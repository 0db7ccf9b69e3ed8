"""Things beside the tiles: every kind draws, to scale, always the same from one seed."""

import numpy as np
import pytest

from scenegen.props import (
    CLUTTER_KINDS,
    HUB_KINDS,
    MARKER_KINDS,
    PropKind,
    Sprite,
    render_prop,
)

PX_PER_MM = 2.0
SEEDS = range(6)


def _sprites(kind: PropKind) -> list[Sprite]:
    return [render_prop(np.random.default_rng(seed), kind, PX_PER_MM) for seed in SEEDS]


@pytest.mark.parametrize("kind", list(PropKind))
def test_every_kind_renders_a_sprite_with_something_solid_in_it(kind: PropKind) -> None:
    for sprite in _sprites(kind):
        assert sprite.rgba.dtype == np.uint8
        assert sprite.rgba.shape[2] == 4
        assert (sprite.rgba[..., 3] > 150).mean() > 0.1


@pytest.mark.parametrize("kind", list(PropKind))
def test_pixels_and_millimetres_agree(kind: PropKind) -> None:
    for sprite in _sprites(kind):
        height, width = sprite.rgba.shape[:2]
        assert width == pytest.approx(sprite.size_mm[0] * PX_PER_MM, abs=1.01)
        assert height == pytest.approx(sprite.size_mm[1] * PX_PER_MM, abs=1.01)
        assert sprite.height_mm > 0


@pytest.mark.parametrize("kind", list(PropKind))
def test_the_same_seed_gives_the_same_bytes(kind: PropKind) -> None:
    first = render_prop(np.random.default_rng(3), kind, PX_PER_MM)
    second = render_prop(np.random.default_rng(3), kind, PX_PER_MM)

    assert first.rgba.tobytes() == second.rgba.tobytes()
    assert first.size_mm == second.size_mm


@pytest.mark.parametrize("kind", list(PropKind))
def test_a_thing_far_away_still_renders(kind: PropKind) -> None:
    sprite = render_prop(np.random.default_rng(1), kind, 0.3)

    assert sprite.rgba[..., 3].any()


@pytest.mark.parametrize("kind", MARKER_KINDS)
def test_a_marker_is_no_larger_than_a_poker_chip(kind: PropKind) -> None:
    assert all(max(sprite.size_mm) <= 45 for sprite in _sprites(kind))


@pytest.mark.parametrize("kind", [*HUB_KINDS, PropKind.HUB_TAGS])
def test_a_hub_has_room_for_the_engine_tile(kind: PropKind) -> None:
    for sprite in _sprites(kind):
        assert min(sprite.size_mm) >= 75
        assert max(sprite.size_mm) <= 205


def test_an_arm_is_cut_by_the_lower_edge_only() -> None:
    for seed in range(20):
        alpha = render_prop(np.random.default_rng(seed), PropKind.HAND, 1.0).rgba[..., 3]
        assert alpha[-1].max() == 255
        assert alpha[0].max() == 0
        assert max(alpha[:-90, 0].max(), alpha[:-90, -1].max()) == 0


def test_every_kind_is_marker_hub_clutter_or_hand_and_only_one_of_them() -> None:
    listed = [*MARKER_KINDS, *HUB_KINDS, *CLUTTER_KINDS, PropKind.HAND, PropKind.HUB_TAGS]

    assert sorted(listed) == sorted(PropKind)


def test_a_sprite_without_alpha_is_refused() -> None:
    with pytest.raises(ValueError, match="uint8"):
        Sprite(np.zeros((2, 2, 3), np.uint8), (1.0, 1.0), 1.0)
