"""A drawn end shows as many pips as its value says."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_sets import PLAIN, count_pips, with_layout

from scenegen.faces import draw_back, draw_face, make_blank
from scenegen.film import glint
from scenegen.layouts import HIGHEST, pip_layout, variant_count
from scenegen.styles import Divider, PipKind, SetStyle, StyleChances, sample_style

LIGHT = np.array([-0.6, -0.8])


def layouts() -> Iterator[tuple[int, int, bool]]:
    """Every value in every variant, as it is and turned by 90 degrees."""
    for value in range(HIGHEST + 1):
        for variant in range(variant_count(value)):
            yield value, variant, False
            yield value, variant, True


def ends_of(style: SetStyle, ends: tuple[int, int], seed: int = 0) -> tuple[int, int]:
    """Pips counted on the two drawn ends."""
    face = draw_face(style, make_blank(style, 8.0), ends, LIGHT, np.random.default_rng(seed))[..., :3]
    half = face.shape[1] // 2
    return count_pips(face[:, :half]), count_pips(face[:, half:])


@pytest.mark.parametrize(("value", "variant", "turned"), list(layouts()))
def test_each_layout_has_as_many_pips_as_its_value_on_either_end(
    value: int, variant: int, turned: bool
) -> None:
    style = with_layout(PLAIN, value, variant, turned=turned)

    # Even and odd seeds turn the tile's layouts by 180 degrees or not.
    assert {ends_of(style, (value, value), seed) for seed in range(4)} == {(value, value)}


@pytest.mark.parametrize("seed", range(8))
def test_each_value_of_a_set_drawn_by_lot_has_its_pips(seed: int) -> None:
    drawn = sample_style(np.random.default_rng(seed), StyleChances())
    style = replace(
        PLAIN,
        length_mm=drawn.length_mm,
        width_mm=drawn.width_mm,
        pip_mm=drawn.pip_mm,
        spread=drawn.spread,
        variant=drawn.variant,
        turned=drawn.turned,
    )

    for value in range(HIGHEST + 1):
        assert ends_of(style, (value, HIGHEST - value)) == (value, HIGHEST - value)


@pytest.mark.parametrize(("value", "variant", "turned"), list(layouts()))
def test_the_outermost_pips_of_a_layout_lie_on_its_border(value: int, variant: int, turned: bool) -> None:
    points = pip_layout(value, variant, turned=turned)

    assert points.shape == (value, 2)
    assert np.abs(points).max(initial=0) == pytest.approx(1.0 if value > 1 else 0.0)


@pytest.mark.parametrize("value", [-1, 19])
def test_a_value_that_no_end_shows_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match=f"an end shows 0 to 18 pips, got {value}"):
        pip_layout(value)


@pytest.mark.parametrize("divider", list(Divider))
def test_a_divider_lies_between_the_ends_and_adds_no_pip(divider: Divider) -> None:
    style = replace(PLAIN, divider=divider, divider_colour=(250, 250, 250))

    assert ends_of(style, (5, 3)) == (5, 3)


@pytest.mark.parametrize("kind", [PipKind.PRINTED, PipKind.DRILLED, PipKind.RAISED])
def test_every_kind_of_pip_marks_the_face_where_the_layout_says(kind: PipKind) -> None:
    style = replace(PLAIN, pip_kind=kind)
    blank = make_blank(style, 8.0)
    bare = draw_face(style, blank, (0, 0), LIGHT, np.random.default_rng(0)).astype(int)

    marked = draw_face(style, blank, (4, 0), LIGHT, np.random.default_rng(0)).astype(int)

    changed = np.abs(marked - bare).max(axis=2) > 25
    half = changed.shape[1] // 2
    assert changed[:, :half].any()
    assert not changed[:, half:].any()


def test_a_numeral_is_drawn_for_each_value_but_none() -> None:
    style = replace(PLAIN, pip_kind=PipKind.NUMERAL)

    assert ends_of(style, (0, 1)) == (0, 1)
    assert ends_of(style, (7, 12)) == (1, 2)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("value", [1, 7, 10, 12, 18])
def test_a_numeral_stands_in_the_middle_of_its_end(value: int, turned: bool) -> None:
    style = replace(PLAIN, pip_kind=PipKind.NUMERAL, numeral_turned=turned, divider=Divider.NONE)
    blank = make_blank(style, 4)
    bare = draw_face(style, blank, (0, 0), LIGHT, np.random.default_rng(0))

    face = draw_face(style, blank, (value, value), LIGHT, np.random.default_rng(0))

    ink = np.abs(face[..., :3].astype(int) - bare[..., :3]).sum(axis=2) > 60
    h, w = ink.shape
    for half, middle in ((ink[:, : w // 2], w / 4), (ink[:, w // 2 :], w / 4)):
        rows, columns = np.nonzero(half)
        assert abs((rows.min() + rows.max()) / 2 - h / 2) < 0.04 * h
        assert abs((columns.min() + columns.max()) / 2 - middle) < 0.04 * h


@given(seed=st.integers(0, 100_000))
def test_pips_differ_from_their_body_in_brightness(seed: int) -> None:
    style = sample_style(np.random.default_rng(seed), StyleChances())
    luma = np.array([0.114, 0.587, 0.299])

    apart = np.abs(style.pip_colours @ luma - luma @ style.body)

    assert apart.min() >= 45


def test_a_back_shows_no_pip() -> None:
    style = replace(PLAIN, back=PLAIN.body)

    assert count_pips(draw_back(style, make_blank(style, 8.0), LIGHT, np.random.default_rng(0))[..., :3]) == 0


def test_film_only_adds_light_in_thin_streaks() -> None:
    picture = np.full((100, 200, 3), 60, np.uint8)

    wrapped = glint(np.random.default_rng(4), picture).astype(int)

    assert wrapped.min() >= 60
    assert 0.001 < (wrapped.max(axis=2) > 100).mean() < 0.3


@pytest.mark.parametrize(("share", "wrapped"), [(0.0, False), (1.0, True)])
def test_the_share_of_wrapped_sets_is_the_recipes(share: float, wrapped: bool) -> None:
    styles = [sample_style(np.random.default_rng(seed), StyleChances(wrapped=share)) for seed in range(20)]

    assert {style.wrapped > 0 for style in styles} == {wrapped}
