"""The table of tags, and finding the printed hub in photos whose every millimetre is known."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from hub_photos import SIZE_PX, Print, Shot, drawn_hub, photo_of, worst_mm

from vision.tags import (
    FEWEST_SEATS,
    HUB_RADIUS_MM,
    MOST_SEATS,
    QUIET_MM,
    RECESS_MM,
    HubSeen,
    find_tags,
    hub_tags,
    marker_tag_id,
    nearest_slot,
    seat_of_marker_tag,
    seats_of_hub_tag,
    slot_headings_deg,
    tag_cells,
    tag_corners_mm,
)

ALL_SEATS = range(FEWEST_SEATS, MOST_SEATS + 1)


@pytest.fixture(scope="module")
def hub8() -> Print:
    return drawn_hub(8)


def hub_in(photo: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> HubSeen:
    hub = find_tags(photo).hub
    assert hub is not None
    return hub


def test_no_number_means_two_things() -> None:
    numbers = [tag.tag_id for seats in ALL_SEATS for tag in hub_tags(seats)]
    numbers += [marker_tag_id(seat) for seat in range(1, MOST_SEATS + 1)]

    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < 587


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_hubs_tags_say_for_how_many_it_is(seats: int) -> None:
    assert {seats_of_hub_tag(tag.tag_id) for tag in hub_tags(seats)} == {seats}
    assert {seat_of_marker_tag(tag.tag_id) for tag in hub_tags(seats)} == {None}


@pytest.mark.parametrize("number", [0, 19, 26, 86, 89, 130, 200, 201, 212, 586])
def test_other_numbers_belong_to_no_hub(number: int) -> None:
    assert seats_of_hub_tag(number) is None


def test_a_markers_tag_says_whose_it_is() -> None:
    assert [seat_of_marker_tag(marker_tag_id(seat)) for seat in (1, 7, 12)] == [1, 7, 12]
    assert [seat_of_marker_tag(number) for number in (80, 200, 213)] == [None, None, None]


@pytest.mark.parametrize("seats", [1, 13])
def test_a_hub_for_nobody_or_too_many_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 12 seats, got {seats}"):
        hub_tags(seats)


def test_a_marker_for_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="seat from 1 to 12, got 0"):
        marker_tag_id(0)


def test_every_tag_has_white_around_it_on_the_disc_and_off_the_engine_tile() -> None:
    bordered = [tag_corners_mm(tag) for tag in hub_tags(8)]
    bordered = [quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 1.25 for quad in bordered]
    long, wide = np.array(RECESS_MM) / 2
    recess = np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]])

    assert max(np.linalg.norm(quad, axis=1).max() for quad in bordered) < HUB_RADIUS_MM
    shared = [
        cv2.intersectConvexConvex(quad.astype(np.float32), recess.astype(np.float32))[0] for quad in bordered
    ]
    assert max(shared) == 0


def test_tags_stand_a_border_apart() -> None:
    quads = [tag_corners_mm(tag).astype(np.float32) for tag in hub_tags(8)]

    apart = [
        abs(cv2.pointPolygonTest(one, (float(x), float(y)), measureDist=True))
        for one, other in combinations(quads, 2)
        for x, y in other
    ]
    assert min(apart) > QUIET_MM


def test_a_tag_is_black_at_its_border_and_mixed_within() -> None:
    cells = tag_cells(83)

    assert cells.shape == (8, 8)
    assert cells[0].all()
    assert cells[:, -1].all()
    assert 0 < cells[1:-1, 1:-1].sum() < 36


def test_slots_go_clockwise_from_the_mexican_train_at_the_top() -> None:
    assert slot_headings_deg(3) == (270.0, 0.0, 90.0, 180.0)


@pytest.mark.parametrize(
    ("heading_deg", "slot"),
    [(270.0, 0), (-90.0, 0), (0.0, 1), (44.0, 1), (46.0, 2), (181.0, 3), (359.0, 1), (260.0, 0)],
)
def test_a_direction_has_a_nearest_slot(heading_deg: float, slot: int) -> None:
    assert nearest_slot(heading_deg, 3) == slot


@pytest.mark.parametrize(
    "shot",
    [
        pytest.param(Shot(), id="from above"),
        pytest.param(Shot(roll_deg=17), id="turned a little"),
        pytest.param(Shot(roll_deg=200), id="upside down"),
        pytest.param(Shot(tilt_deg=45), id="from the side"),
        pytest.param(Shot(tilt_deg=45, roll_deg=-50), id="from the side and turned"),
        pytest.param(Shot(blur_px=2, noise=6), id="blurred and noisy"),
        pytest.param(Shot(tilt_deg=45, roll_deg=17, blur_px=1.5, noise=8), id="all at once"),
        pytest.param(Shot(px_per_mm=1.2), id="far away"),
        pytest.param(Shot(tilt_deg=40, px_per_mm=1.2, blur_px=1, noise=5), id="far away, at a slant, noisy"),
        pytest.param(Shot(px_per_mm=3.5), id="near"),
    ],
)
def test_millimetres_are_right_all_over_the_page(hub8: Print, shot: Shot) -> None:
    photo, mm_to_px = photo_of(hub8, shot)

    hub = hub_in(photo)

    assert worst_mm(hub, mm_to_px) < 0.5
    assert (hub.seats, hub.is_exact) == (8, True)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_photo_tells_for_how_many_the_hub_is(seats: int) -> None:
    hub = hub_in(photo_of(drawn_hub(seats), Shot())[0])

    assert hub.seats == seats
    assert hub.tag_ids == tuple(tag.tag_id for tag in hub_tags(seats))


@pytest.mark.parametrize("roll_deg", [0, 30, 135, -90])
def test_millimetres_lie_as_the_picture_shows_them_however_the_hub_lies(hub8: Print, roll_deg: float) -> None:
    hub = hub_in(photo_of(hub8, Shot(roll_deg=roll_deg))[0])

    x, y = np.array(SIZE_PX) / 2
    right, down = hub.transform.to_mm([[x + 100, y], [x, y + 100]])
    assert right == pytest.approx([50, 0], abs=0.3)
    assert down == pytest.approx([0, 50], abs=0.3)
    # A camera that is rolled clockwise sees the table turned back.
    assert (hub.turn_deg + roll_deg + 180) % 360 - 180 == pytest.approx(0, abs=0.2)
    assert hub.transform.hub_radius_mm == HUB_RADIUS_MM


def test_slots_are_told_in_the_pictures_directions(hub8: Print) -> None:
    hub = hub_in(photo_of(hub8, Shot(roll_deg=-90))[0])

    # Turned by a quarter, the hub's top points to the right.
    assert [hub.slot_at(heading) for heading in (0, 40, 320)] == [0, 1, 8]


def covered(photo: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], mm_to_px: object, count: int) -> None:
    """Lay grey card over so many tags."""
    for tag in hub_tags(8)[:count]:
        px = cv2.perspectiveTransform(tag_corners_mm(tag)[:, None] * 1.05, np.asarray(mm_to_px))
        cv2.fillConvexPoly(photo, np.round(px).astype(np.int32), 120)


@pytest.mark.parametrize(("hidden", "limit_mm", "is_exact"), [(2, 1.0, True), (4, 1.0, False)])
def test_tags_under_an_arm_are_not_needed(hub8: Print, hidden: int, limit_mm: float, is_exact: bool) -> None:
    photo, mm_to_px = photo_of(hub8, Shot(tilt_deg=30, noise=4))
    covered(photo, mm_to_px, hidden)

    hub = hub_in(photo)

    assert len(hub.tag_ids) == 6 - hidden
    assert worst_mm(hub, mm_to_px) < limit_mm
    assert hub.is_exact is is_exact


def test_one_tag_gives_a_rough_place(hub8: Print) -> None:
    photo, mm_to_px = photo_of(hub8, Shot(tilt_deg=30))
    covered(photo, mm_to_px, 5)

    hub = hub_in(photo)

    assert len(hub.tag_ids) == 1
    assert worst_mm(hub, mm_to_px, np.zeros((1, 2))) < 3


def test_a_tag_that_lies_where_it_should_not_is_left_out() -> None:
    tags = hub_tags(8)
    swapped = tags[1].__class__(tags[0].tag_id, tags[1].x_mm, tags[1].y_mm, tags[1].turn_deg)
    photo, mm_to_px = photo_of(drawn_hub((swapped, *tags[2:])), Shot())

    hub = hub_in(photo)

    assert hub.tag_ids == tuple(tag.tag_id for tag in tags[2:])
    assert worst_mm(hub, mm_to_px) < 1


def test_tags_of_another_family_or_meaning_are_no_hub() -> None:
    tag = hub_tags(8)[0]
    foreign = tuple(tag.__class__(number, tag.x_mm * way, 0.0, 0.0) for number, way in ((7, 1), (400, -1)))
    photo, _ = photo_of(drawn_hub(foreign), Shot())

    seen = find_tags(photo)

    assert (seen.hub, seen.markers) == (None, ())


def test_a_mirrored_hub_is_none(hub8: Print) -> None:
    photo, _ = photo_of(hub8, Shot())

    assert find_tags(np.ascontiguousarray(photo[:, ::-1])).hub is None


def test_markers_are_found_with_their_seats() -> None:
    tag = hub_tags(8)[0]
    laid = tuple(tag.__class__(marker_tag_id(seat), 0.0, y, 0.0) for seat, y in ((3, -40.0), (11, 40.0)))
    photo, mm_to_px = photo_of(drawn_hub(laid), Shot())

    seen = find_tags(photo)

    places = {marker.seat: marker.corners_px.mean(axis=0) for marker in seen.markers}
    expected = cv2.perspectiveTransform(np.array([[[0.0, -40.0]], [[0.0, 40.0]]]), mm_to_px)[:, 0]
    assert sorted(places) == [3, 11]
    assert np.array([places[3], places[11]]) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (40, 600)])
def test_a_picture_without_tags_gives_nothing(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, size, np.uint8)

    seen = find_tags(noise)

    assert (seen.hub, seen.markers) == (None, ())
