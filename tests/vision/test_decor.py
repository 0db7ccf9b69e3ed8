"""Grooves and prints of a hub that look like tiles, and tiles that do not."""

from collections.abc import Collection

import numpy as np
import pytest

from engine.observation import Joint, Pose
from vision.decor import Decor
from vision.layout import Chain, ChainTile, Layout
from vision.readings import CLASSES
from vision.scene import Covered, Scene, TrackedTile
from vision.table import TableTransform

ENGINE, GROOVE, PLAY = 1, 2, 3
PLACES = {ENGINE: (0.0, 0.0), GROOVE: (70.0, 0.0), PLAY: (0.0, 130.0)}
VALUES = {ENGINE: (9, 9), GROOVE: (0, 1), PLAY: (9, 4)}


def tile(number: int, values: tuple[int, int]) -> TrackedTile:
    flat = np.array([[-25, 12], [-25, -12], [25, -12], [25, 12]]) + np.array(PLACES[number])
    probs = np.full((2, CLASSES), 0.001, np.float32)
    probs[[0, 1], values] = 1 - 0.001 * (CLASSES - 1)
    return TrackedTile(number, flat.astype(np.float32), probs)


def scene(*numbers: int, values: dict[int, tuple[int, int]] = VALUES) -> Scene:
    clear = Covered(np.zeros((4, 4), np.bool_), 0.01)
    return Scene(0.0, (640, 480), tuple(tile(n, values[n]) for n in numbers), (), None, clear)


def layout(*numbers: int, radius: float | None = 60.0) -> Layout:
    engine = ENGINE if ENGINE in numbers else None
    chains = tuple(
        Chain(n, 0.0, (ChainTile(n, 0, Pose.INLINE, Joint.TAIL, 2.0),), None, is_tail_visible=True)
        for n in numbers
        if n != ENGINE
    )
    return Layout(np.zeros(2), engine, chains, (), np.zeros((0, 2)), hub_radius_mm=radius)


def left(decor: Decor, shown: Scene) -> list[int]:
    return [each.track_id for each in decor.without(shown).tiles]


def told(
    decor: Decor,
    *numbers: int,
    came: Collection[int] = (),
    radius: float | None = 60.0,
    values: dict[int, tuple[int, int]] = VALUES,
) -> bool:
    shown = scene(*numbers, values=values)
    return decor.note(shown, layout(*numbers, radius=radius), UNTURNED, came)


UNTURNED = TableTransform(np.eye(3))


def test_what_lies_on_a_hub_when_the_engine_tile_is_laid_is_decor() -> None:
    decor = Decor()

    assert not told(decor, GROOVE)
    assert told(decor, ENGINE, GROOVE, came={ENGINE})
    assert left(decor, scene(ENGINE, GROOVE, PLAY)) == [ENGINE, PLAY]


@pytest.mark.parametrize("radius", [60.0, None])
def test_what_lay_before_the_engine_tile_is_no_play_with_a_hub_or_without(radius: float | None) -> None:
    decor = Decor()
    told(decor, PLAY, radius=radius)
    told(decor, ENGINE, PLAY, came={ENGINE}, radius=radius)

    assert left(decor, scene(ENGINE, PLAY)) == [ENGINE]


def test_in_a_game_that_is_under_way_only_what_cannot_be_a_first_tile_is_decor() -> None:
    decor = Decor()

    assert told(decor, ENGINE, GROOVE, PLAY)
    assert left(decor, scene(ENGINE, GROOVE, PLAY)) == [ENGINE, PLAY]


def test_a_tile_that_may_match_the_engine_tile_stays_though_it_lies_on_the_hub() -> None:
    decor = Decor()

    assert not told(decor, ENGINE, GROOVE, values={**VALUES, GROOVE: (9, 1)})


def test_what_comes_later_is_played() -> None:
    decor = Decor()
    told(decor, ENGINE, came={ENGINE})

    assert not told(decor, ENGINE, GROOVE, came={ENGINE, GROOVE})
    assert left(decor, scene(ENGINE, GROOVE)) == [ENGINE, GROOVE]


def test_a_tile_that_was_laid_by_hand_before_a_late_engine_tile_is_a_play() -> None:
    decor = Decor()
    told(decor, PLAY, came={PLAY})
    told(decor, ENGINE, PLAY, came={ENGINE, PLAY})

    assert left(decor, scene(ENGINE, PLAY)) == [ENGINE, PLAY]
