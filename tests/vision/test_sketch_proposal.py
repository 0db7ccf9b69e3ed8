"""Hand zones are proposed at the picture's border, one for each seat."""

from itertools import combinations

import pytest

from vision.sketch_proposal import hand_zones

AT_TABLE = range(2, 13)


def bounds(zone: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = zip(*zone, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_four_seats_have_a_side_each_clockwise_from_the_bottom() -> None:
    bottom, left, top, right = map(bounds, hand_zones(4))

    assert bottom == (0.3, 0.86, 0.7, 1.0)
    assert left == (0.0, 0.3, 0.14, 0.7)
    assert top == (0.3, 0.0, 0.7, 0.14)
    assert right == (0.86, 0.3, 1.0, 0.7)


@pytest.mark.parametrize("seats", AT_TABLE)
def test_zones_lie_in_the_picture_at_its_border_and_keep_off_the_middle(seats: int) -> None:
    for left, top, right, bottom in map(bounds, hand_zones(seats)):
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1
        assert 0 in {left, top} or 1 in {right, bottom}
        assert not (left < 0.6 and right > 0.4 and top < 0.6 and bottom > 0.4)


@pytest.mark.parametrize("seats", AT_TABLE)
def test_zones_share_little_of_the_border(seats: int) -> None:
    for one, other in combinations(map(bounds, hand_zones(seats)), 2):
        wide = min(one[2], other[2]) - max(one[0], other[0])
        high = min(one[3], other[3]) - max(one[1], other[1])
        assert max(wide, 0) * max(high, 0) <= 0.5 * 0.14 * (one[2] - one[0] + one[3] - one[1] - 0.14)


def test_a_zone_is_as_deep_as_the_tiles_that_lie_there_and_takes_no_train_for_them() -> None:
    hand, train = (0.5, 0.78), (0.45, 0.62)

    assert bounds(hand_zones(4, None, [hand, train])[0]) == (0.3, 0.74, 0.7, 1.0)
    assert bounds(hand_zones(4, None, [hand])[2]) == (0.3, 0.0, 0.7, 0.14)


def test_zones_lie_around_the_hub_and_not_around_the_middle_of_the_picture() -> None:
    left = bounds(hand_zones(4, (0.5, 0.7))[1])

    assert left == (0.0, 0.5, 0.14, 0.9)
