"""Acts wait until what happened before has been seen; times are those at which arms are gone."""

import numpy as np
import pytest
from films import Tables, film, long_train, recipe

from scenegen.film_arms import (
    CLEAR_MM,
    STEP_S,
    TIPS_MM,
    Eye,
    Motion,
    Overhead,
    Pace,
    arm_gap,
    clear_from,
    lean_gap,
    tips,
)
from scenegen.film_geometry import square
from scenegen.film_script import FilmProp, Lean, Put, Reach, Spot, Take, TrueEvent, Waypoint
from scenegen.film_time import Act, Draft, Timeline
from scenegen.props import PropKind

SHOULDER = (0.0, 800.0)
HERE = square((0, 0), 12)
FAR = square((400, -300), 12)


def reach(*path: tuple[float, float, float]) -> Reach:
    return Reach(1, SHOULDER, tuple(Waypoint(*way) for way in path))


def coin(key: int) -> FilmProp:
    return FilmProp(key, PropKind.COIN, 1, Spot(0, 0, 0), None)


STRETCHED = reach((0, 0, 600), (1, 0, 0), (2, 0, 0), (3, 0, 600))


def test_finger_tips_start_and_stop_softly() -> None:
    found = tips(STRETCHED, np.array([0.0, 0.25, 0.5, 1.5, 3.0]))[:, 1]

    assert found.tolist() == pytest.approx([600, 506.25, 300, 0, 600])


def test_finger_tips_are_nowhere_before_and_after_a_reach() -> None:
    assert np.isnan(tips(STRETCHED, np.array([-0.1, 3.1]))).all()


def test_an_arm_covers_all_the_way_to_its_shoulder() -> None:
    box = square((0, 400), 10)

    assert arm_gap(STRETCHED, np.array([1.5]), [box])[0] <= -45 + 1


def test_a_thing_is_clear_once_the_arm_is_a_tile_length_away() -> None:
    at_s = clear_from(1.5, [HERE], Overhead([STRETCHED]))

    # On its way out the arm is 45 mm around its tips; the box begins 12 mm from the middle.
    tip = tips(STRETCHED, np.array([at_s, at_s - STEP_S]))[:, 1]
    assert tip[0] > 12 + 45 + CLEAR_MM >= tip[1]


def test_what_no_arm_is_near_is_clear_at_once() -> None:
    assert clear_from(1.48, [FAR], Overhead([STRETCHED])) == pytest.approx(1.48)


def test_times_of_one_moment_are_equal_whatever_was_done_first() -> None:
    # Each used to have its own steps of time, so that two tiles of one reach came in the wrong order.
    early, late = (clear_from(done_s, [HERE], Overhead([STRETCHED])) for done_s in (1.013, 1.731))

    assert early == late


def test_somebody_who_leans_over_a_thing_hides_it() -> None:
    lean = Lean(1, 2.0, 10.0, (0.0, 400.0), 420.0)

    assert lean_gap(lean, np.array([5.0]), [HERE])[0] < 0
    assert clear_from(3.0, [HERE], Overhead([], [lean])) == pytest.approx(10.0, abs=2 * STEP_S)
    assert clear_from(3.0, [square((0, -120), 12)], Overhead([], [lean])) == pytest.approx(3.0, abs=STEP_S)


def test_an_arm_hides_what_lies_behind_it_for_whoever_looks_from_the_side() -> None:
    # From 45 degrees the tips, 45 mm up, hide what lies 45 mm farther away than they are.
    eye, behind = Eye(0.0, 1e6, 1e6), square((0, -170), 12)

    above, aslant = (arm_gap(STRETCHED, np.array([1.5]), [behind], each)[0] for each in (Eye(0, 0, 1e6), eye))

    assert above == pytest.approx(170 - 12 - 45, abs=1)
    assert aslant == pytest.approx(170 - 12 - 45 - TIPS_MM, abs=1)


def test_a_motion_takes_longer_the_farther_it_goes() -> None:
    motion = Motion((0, 0), Pace(1000.0, 0.2))

    near = motion.go((100, 0))
    middle = motion.rest()
    far = motion.go((1100, 0))

    assert near == pytest.approx(0.22)
    assert middle == pytest.approx(0.32)
    assert far == pytest.approx(0.42 + 1.12)


def placing(key: int, rect_at: tuple[float, float]) -> Act:
    thing = FilmProp(key, PropKind.COIN, 1, Spot(*rect_at, 0.0), "marker")
    draft = Draft(TrueEvent(0.0, "marker_on", key=key), 1.5, (square(rect_at, 12),))
    x, y = rect_at
    way = reach((0, x, 600), (1, x, y), (2, x, y), (3, x, 600))
    return Act([way], [Put(1.5, thing)], [draft], changes_s=1.5, release_s=1.5)


def test_an_act_waits_until_the_one_before_has_been_seen() -> None:
    time = Timeline()
    time.add(placing(1, (0, 0)), 0.0)

    time.add(placing(2, (60, 0)), 0.2)

    first, second = time.events()
    assert (first.key, second.key) == (1, 2)
    assert time.steps[1].at_s > first.at_s


def test_acts_far_apart_may_overlap() -> None:
    time = Timeline()
    time.add(placing(1, (-400, 0)), 0.0)

    start = time.add(placing(2, (400, 0)), 1.0)

    assert start < time.reaches[0].path[-1].at_s
    assert [event.key for event in time.events()] == [1, 2]


def test_nobody_takes_up_what_somebody_else_still_carries() -> None:
    time = Timeline()
    time.add(Act(steps=[Take(1.0, 7), Put(4.0, coin(7))]), 0.0)

    start = time.add(Act(steps=[Take(0.5, 7), Put(1.0, coin(7))]), 0.0)

    assert start + 0.5 > 4.0


def test_events_of_one_reach_come_in_the_order_in_which_they_were_done() -> None:
    act = placing(1, (0, 0))
    # The second thing is clear of the arm much earlier than the first.
    act.drafts.append(Draft(TrueEvent(0.0, "marker_on", key=2), 1.8, (FAR,)))
    time = Timeline()

    time.add(act, 0.0)

    assert [event.key for event in time.events()] == [1, 2]


@pytest.mark.parametrize("seed", range(6))
def test_a_long_train_is_shown_tile_by_tile(seed: int) -> None:
    record = long_train(16)
    busy: Tables = {
        "game": {"players": [2]},
        "acts": {"quick_double": 1, "together": 1, "hover": 0.5, "linger": 0.4},
    }

    _, script = film(recipe(seed, tables=busy), record)

    laid = [event.line for event in script.events if event.kind == "place"]
    assert laid == [line for line in record.split("\n") if line.startswith("place")]
