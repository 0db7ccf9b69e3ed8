"""Where hands came in, from masks drawn by hand."""

import numpy as np
from numpy.typing import NDArray

from vision.reaching import Reaching
from vision.scene import Covered


def covered(*spots: tuple[slice, slice]) -> Covered:
    """Rows and columns of a grid of 40 by 60 cells of 10 px."""
    mask = np.zeros((40, 60), np.bool_)
    for rows, columns in spots:
        mask[rows, columns] = True
    return Covered(mask, 0.1)


def at(x: float, y: float) -> NDArray[np.float32]:
    return np.array([x, y], np.float32)


FROM_BOTTOM = (slice(20, 40), slice(28, 33))
FROM_LEFT = (slice(10, 14), slice(0, 30))


def test_an_arm_came_in_where_it_crosses_the_border() -> None:
    reaching = Reaching()
    reaching.see(covered(FROM_BOTTOM))

    entry = reaching.entry_px(at(300, 220))

    assert entry is not None
    np.testing.assert_allclose(entry, (305, 395))


def test_two_arms_at_once_are_told_apart() -> None:
    reaching = Reaching()
    reaching.see(covered(FROM_BOTTOM, FROM_LEFT))

    left = reaching.entry_px(at(100, 120))

    assert left is not None
    np.testing.assert_allclose(left, (5, 120))


def test_the_latest_arm_over_a_spot_counts() -> None:
    reaching = Reaching()
    reaching.see(covered(FROM_BOTTOM))
    reaching.see(covered((slice(0, 30), slice(28, 33))))

    entry = reaching.entry_px(at(300, 250))

    assert entry is not None
    assert entry[1] == 5


def test_an_arm_along_the_border_came_in_where_the_arm_itself_crosses_it() -> None:
    reaching = Reaching()
    arm = covered((slice(36, 38), slice(5, 50)), (slice(36, 40), slice(2, 5)))
    reaching.see(covered((slice(30, 40), slice(0, 55))), arm.mask)

    entry = reaching.entry_px(at(500, 360))

    assert entry is not None
    np.testing.assert_allclose(entry, (35, 395))


def test_what_covers_the_table_without_crossing_the_border_is_no_arm() -> None:
    reaching = Reaching()
    reaching.see(covered((slice(10, 20), slice(10, 20))))

    assert reaching.entry_px(at(150, 150)) is None


def test_specks_at_the_border_are_no_arm() -> None:
    reaching = Reaching()
    reaching.see(covered((slice(38, 40), slice(10, 12))))

    assert reaching.entry_px(at(110, 390)) is None


def test_nobody_reached_where_nothing_was_covered() -> None:
    reaching = Reaching()
    reaching.see(covered())

    assert reaching.entry_px(at(150, 150)) is None


def test_a_camera_that_stands_elsewhere_forgets() -> None:
    reaching = Reaching()
    reaching.see(covered(FROM_BOTTOM))
    reaching.forget()

    assert reaching.entry_px(at(300, 220)) is None
