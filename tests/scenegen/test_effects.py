"""Light, lens and camera change a picture's values, never its shape."""

import numpy as np
import pytest

from scenegen.effects import EffectChances, glare_map, light_map, lit, photographed

NEVER = EffectChances(glare=0, big_shadow=0, dim=0, blur=0, motion=0, downscale=0, video=0)
SHAPE = (90, 120)


def board() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Squares of 5 px, red and blue."""
    down, across = np.indices(SHAPE) // 5
    picture = np.zeros((*SHAPE, 3), np.uint8)
    picture[..., 2] = 200 * ((down + across) % 2)
    picture[..., 0] = 200 - picture[..., 2]
    return picture


@pytest.mark.parametrize("name", ["glare", "big_shadow", "dim", "blur", "motion", "downscale", "video"])
def test_every_effect_keeps_shape_and_type(name: str) -> None:
    chances = EffectChances(**{f: 1.0 if f == name else 0.0 for f in EffectChances.__slots__})
    gloss = np.full(SHAPE, 200, np.uint8)

    changed = photographed(rng := np.random.default_rng(2), lit(rng, board(), gloss, chances), chances)

    assert changed.shape == (*SHAPE, 3)
    assert changed.dtype == np.uint8


def test_video_compression_loses_colour_at_small_squares() -> None:
    def saturation(share: float) -> float:
        chances = EffectChances(0, 0, 0, 0, 0, 0, video=share)
        picture = photographed(np.random.default_rng(5), board(), chances).astype(int)
        return float((picture.max(axis=2) - picture.min(axis=2)).mean())

    assert saturation(1.0) < 0.8 * saturation(0.0)


def test_light_is_uneven_but_never_gone() -> None:
    maps = [light_map(np.random.default_rng(seed), SHAPE, EffectChances()) for seed in range(20)]

    assert min(float(light.min()) for light in maps) > 0.1
    assert max(float(np.ptp(light)) for light in maps) > 0.3


def test_there_is_no_glare_where_the_recipe_wants_none() -> None:
    assert glare_map(np.random.default_rng(0), SHAPE, NEVER) is None
    assert glare_map(np.random.default_rng(0), SHAPE, EffectChances(glare=1.0)) is not None
