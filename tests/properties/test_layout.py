"""The layout does not depend on how the camera is turned, how near it is, or in what order tiles come."""

from dataclasses import replace
from itertools import pairwise
from math import degrees, hypot

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_tables import HUB, LENGTH, TOP, WIDTH, Camera, Laid, Lying, lay, scene_of
from layout_texts import described

from engine.observation import Joint
from vision.layouter import Layouter
from vision.scene import Scene
from vision.table import TableTransform

_STEP = st.sampled_from(
    [
        "",
        "",
        "",
        "",
        "bend30",
        "bend-30",
        "bend55",
        "corner",
        "corner-",
        "turn",
        "turn-",
        "gap5",
        "gap12",
        "off5",
    ]
)
_TILE = st.sampled_from(["1-2", "1-2", "1-2", "3-3", "0-7", "5-5!", "4-6x"])


@st.composite
def tables(draw: st.DrawFn) -> Laid:
    """Tables with two to six trains whose tiles keep clear of one another, with a hub or without."""
    count = draw(st.integers(2, 6))
    turn = draw(st.integers(0, 59))
    parts = ["12-12"]
    for at in range(count):
        words = ["12-1"]
        for _ in range(draw(st.integers(0, 4))):
            step = draw(_STEP)
            words += [step, draw(_TILE)] if step else [draw(_TILE)]
        parts.append(f"@{turn + 360 * at / count}: " + " ".join(words) + draw(st.sampled_from(["", " m"])))
    hub = draw(st.sampled_from([HUB, HUB, 98.0]))
    return _askew(_uncrowded(lay(" | ".join(parts), hub_mm=hub)), draw(st.integers(0, 2**16)))


def _askew(laid: Laid, seed: int) -> Laid:
    """The table as hands lay it: nothing quite straight, so that no two ways to see it are equal."""
    rng = np.random.default_rng(seed)
    moves = rng.uniform(-1, 1, (len(laid.tiles), 3)) * (0.8, 0.8, 0.02)
    return replace(
        laid,
        tiles=tuple(
            replace(tile, x=tile.x + dx, y=tile.y + dy, angle=tile.angle + turn)
            for tile, (dx, dy, turn) in zip(laid.tiles, moves.tolist(), strict=True)
        ),
    )


def _uncrowded(laid: Laid) -> Laid:
    """The table without tiles that lie on others, all but touch one not next to them, or turn back."""
    kept = [laid.tiles[0]]
    for before, tile in pairwise(laid.tiles):
        others = [other for other in kept if other is not before]
        begins = tile.ends == (12, 1)
        if not begins and hypot(tile.x, tile.y) < hypot(before.x, before.y) - 10:
            continue
        if not _meets(tile, before, 0.9) and not any(_meets(tile, other, 1.25) for other in others):
            kept.append(tile)
    return replace(laid, tiles=tuple(kept))


def _meets(one: Lying, other: Lying, grown: float) -> bool:
    """Whether two tiles overlap when the first is that much larger."""
    size = (LENGTH, WIDTH)
    larger = (LENGTH - WIDTH + WIDTH * grown, WIDTH * grown)
    found, _ = cv2.rotatedRectangleIntersection(
        ((one.x, one.y), larger, degrees(one.angle)), ((other.x, other.y), size, degrees(other.angle))
    )
    return int(found) != cv2.INTERSECT_NONE


def _text(scene: Scene, transform: TableTransform) -> list[str]:
    """The trains' tiles and markers, without their headings."""
    lines = described(Layouter().lay_out(scene, transform), scene).splitlines()
    return sorted(line.partition(": ")[2] or line for line in lines)


@given(tables(), st.integers(0, 2**16))
def test_the_order_of_the_tiles_changes_nothing(laid: Laid, order: int) -> None:
    shuffled = scene_of(laid, order=order)

    assert described(Layouter().lay_out(shuffled, TOP.transform()), shuffled) == described(
        Layouter().lay_out(scene_of(laid), TOP.transform()), scene_of(laid)
    )


@given(tables(), st.floats(-180, 180))
def test_turning_the_camera_turns_the_headings_and_nothing_else(laid: Laid, turn: float) -> None:
    camera = Camera(turn_deg=turn)
    scene = scene_of(laid, camera)

    assert _text(scene, camera.transform()) == _text(scene_of(laid), TOP.transform())


@given(tables(), st.floats(0.4, 3.0), st.floats(0.2, 5.0))
def test_the_scale_of_picture_and_millimetres_changes_nothing(laid: Laid, zoom: float, unit: float) -> None:
    camera = Camera(px_per_mm=zoom)
    scene = replace(scene_of(laid, camera), things=())
    transform = TableTransform(np.diag([unit, unit, 1.0]) @ camera.transform().px_to_mm)

    assert _text(scene, transform) == _text(replace(scene_of(laid), things=()), TOP.transform())


@given(tables(), st.floats(0, 45), st.floats(-180, 180))
def test_tilting_the_camera_changes_nothing(laid: Laid, tilt: float, turn: float) -> None:
    camera = Camera(tilt, turn)
    scene = replace(scene_of(laid, camera), things=())

    assert _text(scene, camera.transform()) == _text(replace(scene_of(laid), things=()), TOP.transform())


@settings(max_examples=40)
@given(tables())
def test_every_tile_is_in_one_place_only(laid: Laid) -> None:
    scene = scene_of(laid)

    layout = Layouter().lay_out(scene, TOP.transform())

    placed = [tile.track_id for chain in layout.chains for tile in chain.tiles]
    told = sorted([*placed, *layout.loose, *([] if layout.engine is None else [layout.engine])])
    assert told == sorted(tile.track_id for tile in scene.tiles)


@settings(max_examples=40)
@given(tables())
def test_trains_only_grow_while_tiles_are_laid_one_after_the_other(laid: Laid) -> None:
    scene = replace(scene_of(laid), things=())
    layouter = Layouter()
    before: dict[int, list[int]] = {}
    for count in range(1, len(scene.tiles) + 1):
        layout = layouter.lay_out(replace(scene, tiles=scene.tiles[:count]), TOP.transform())
        now = {
            chain.slot: [tile.track_id for tile in chain.tiles if tile.joint is not Joint.SIDE]
            for chain in layout.chains
        }
        assert all(now[slot][: len(ids)] == ids for slot, ids in before.items())
        before = now
