"""Seats, hub, slots and boneyard have their places before anybody moves."""

from functools import cache
from math import atan2, pi

import cv2
import numpy as np
import pytest

from engine.trains import Seat
from scenegen.film_geometry import gaps, inside, stack
from scenegen.film_hub import choose_hub
from scenegen.film_recipe import FilmTable
from scenegen.film_table import Need, NoRoomError, TablePlan, plan_table
from scenegen.props import PropKind, render_prop
from scenegen.styles import SetStyle, StyleChances, sample_style

STYLE: SetStyle = sample_style(np.random.default_rng(3), StyleChances())


def table(
    size_mm: tuple[float, float] = (1200, 850), *, is_round: bool = False, hub: PropKind | None = None
) -> FilmTable:
    return FilmTable(size_mm, is_round, hub, (PropKind.COIN,), "tail", True, True, True, False)  # noqa: FBT003


@cache
def plan(players: int, seed: int, *, is_round: bool = False, hub: PropKind | None = None) -> TablePlan:
    more = 1 + 0.08 * max(players - 4, 0)
    size = (1100 * more, 1100 * more) if is_round else (1200 * more, 850 * more)
    need = Need({Seat(f"P{i + 1}"): 14 for i in range(players)}, 30)
    return plan_table(np.random.default_rng(seed), table(size, is_round=is_round, hub=hub), STYLE, need)


SHAPES = [(players, is_round) for players in range(2, 9) for is_round in (False, True)]


@pytest.mark.parametrize(("players", "is_round"), SHAPES)
def test_seats_sit_clockwise_from_the_bottom_edge(players: int, *, is_round: bool) -> None:
    seats = list(plan(players, 1, is_round=is_round).seats.values())

    angles = [atan2(seat.edge[1], seat.edge[0]) for seat in seats]
    turned = [(angle - angles[0]) % (2 * pi) for angle in angles]

    assert abs(angles[0] - pi / 2) < 0.15
    assert turned == sorted(turned)
    assert max(seat.edge[1] for seat in seats) - seats[0].edge[1] < 1


@pytest.mark.parametrize(("players", "is_round"), SHAPES)
def test_hand_zones_and_boneyard_keep_apart_and_on_the_table(players: int, *, is_round: bool) -> None:
    laid = plan(players, 2, is_round=is_round)
    boxes = [*(seat.zone() for seat in laid.seats.values()), *laid.piles]
    for i, one in enumerate(boxes):
        assert gaps(one, stack(boxes[:i] + boxes[i + 1 :])).min() > 0
    tiles = [seat.place(i) for seat in laid.seats.values() for i in range(14)]

    assert inside(np.array(tiles), laid.table.size_mm, is_round=is_round).min() > 5


@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_has_a_train_that_leaves_the_hub_towards_it(players: int) -> None:
    laid = plan(players, 3, hub=PropKind.HUB_WOOD)
    for name, seat in laid.seats.items():
        to_seat = atan2(seat.edge[1] - laid.hub.at[1], seat.edge[0] - laid.hub.at[0])
        off = (laid.slots[name].direction - to_seat + pi) % (2 * pi) - pi  # type: ignore[index]  # a seat's own train
        assert abs(off) < pi / 4
    assert len(laid.slots) == players + 1


@pytest.mark.parametrize("players", range(2, 9))
def test_trains_leave_the_hub_in_the_order_of_their_seats(players: int) -> None:
    laid = plan(players, 4, hub=PropKind.HUB_CARD)
    ways = [slot.direction for name, slot in laid.slots.items() if name != "MX"]

    turned = [(way - ways[0]) % (2 * pi) for way in ways]

    assert turned == sorted(turned)


@pytest.mark.parametrize(
    "kind", [PropKind.HUB_WOOD, PropKind.HUB_PLASTIC, PropKind.HUB_PRINTED, PropKind.HUB_CARD]
)
def test_the_hub_is_as_large_as_the_one_that_will_be_painted(kind: PropKind) -> None:
    hub = choose_hub(np.random.default_rng(8), kind, 4, STYLE)
    sprite = render_prop(np.random.default_rng(hub.seed), kind, 1.0)
    (_, size, _) = cv2.minAreaRect((hub.outline - np.array(hub.at)).astype(np.float32))

    assert max(size) <= np.hypot(*sprite.size_mm)
    assert 2 * hub.radius >= min(sprite.size_mm) - 4


def test_first_tiles_begin_outside_the_hub() -> None:
    laid = plan(8, 5, hub=PropKind.HUB_PRINTED)

    starts = [slot.start_mm for slot in laid.slots.values()]

    assert all(
        start >= laid.hub.reach(slot.direction, 5)
        for start, slot in zip(starts, laid.slots.values(), strict=True)
    )


def test_a_full_boneyard_is_stacked_where_it_has_no_room() -> None:
    need = Need({Seat("P1"): 16, Seat("P2"): 16}, 104)

    laid = plan_table(np.random.default_rng(1), table((820, 620)), STYLE, need)

    assert len(laid.yard) == 104
    assert max(place.layer for place in laid.yard) >= 1


def test_a_table_too_small_for_its_boneyard_is_refused() -> None:
    need = Need({Seat("P1"): 16, Seat("P2"): 16}, 104)

    with pytest.raises(NoRoomError, match="no room for 104 tiles"):
        plan_table(np.random.default_rng(1), table((520, 480)), STYLE, need)
