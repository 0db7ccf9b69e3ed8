"""The motion gate on painted tables: what has settled is told, arms, light and noise are not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pytest
from painted_tables import FPS, TILE, Film, PaintedTable, lamp, leaning, reaching

from vision.frames import Frame
from vision.looks import Boxes
from vision.motion import Motion, MotionGate

HEIGHT = 540


@dataclass
class Told:
    """What a gate said about some frames, every settled region accepted at once."""

    motions: list[Motion] = field(default_factory=list)
    settled: list[tuple[float, Boxes]] = field(default_factory=list)

    @property
    def last(self) -> Motion:
        return self.motions[-1]

    @property
    def boxes(self) -> Boxes:
        """(n, 4) all settled regions."""
        return np.concatenate([np.zeros((0, 4), np.float32), *(boxes for _, boxes in self.settled)])


@dataclass
class Watched:
    """A painted table, the film of it, and the gate that sees it."""

    table: PaintedTable
    film: Film
    gate: MotionGate

    def show(self, seconds: float, act: Callable[[float], None] | None = None, fps: float = FPS) -> Told:
        """Show the table for a while."""
        return see(self.gate, self.film.run(seconds, act, fps))

    def arm(self, share: float) -> None:
        """An arm that reaches in by some share."""
        self.table.arms = [reaching(600, HEIGHT - 300 * share)] if share > 0 else []


def see(gate: MotionGate, frames: Iterable[Frame]) -> Told:
    told = Told()
    for frame in frames:
        motion = gate.see(frame)
        told.motions.append(motion)
        if len(motion.settled):
            told.settled.append((frame.at_s, motion.settled))
            gate.accept(motion.settled, motion)
    return told


@pytest.fixture
def watched() -> Watched:
    """A table with a train, two crosswise tiles and a loose one, looked at."""
    train = [(200.0 + 42 * i, 270.0, 0.0) for i in range(8)]
    table = PaintedTable(tiles=[*train, (480, 150, 90), (480, 195, 90), (700, 400, 30)])
    watched = Watched(table, Film(table), MotionGate(tile_px=TILE))
    watched.show(1)
    return watched


def covers(boxes: Boxes, x: float, y: float) -> bool:
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes.tolist())


def test_at_first_everything_is_to_be_looked_at() -> None:
    table = PaintedTable(tiles=[(300, 300, 0)])
    told = see(MotionGate(), Film(table).run(0.6))

    assert told.boxes.tolist() == [[0, 0, 960, 540]]


def test_nothing_is_told_of_the_first_frames_until_they_are_known_to_be_still() -> None:
    first = MotionGate().see(Film(PaintedTable()).frame())

    assert not first.is_still
    assert first.covered.mask.all()


def test_a_still_noisy_table_stays_quiet(watched: Watched) -> None:
    watched.table.noise = 6
    told = watched.show(4)

    assert len(told.boxes) == 0
    assert told.last.is_still


def test_a_tile_put_down_is_told_once_the_arm_is_gone(watched: Watched) -> None:
    coming = watched.show(0.6, watched.arm)
    watched.table.tiles.append((600, 235, 0))
    going = watched.show(0.8, lambda share: watched.arm(1 - share))
    after = watched.show(0.6)

    assert len(coming.boxes) == 0
    boxes = np.concatenate([going.boxes, after.boxes])
    assert len(boxes) == 1
    assert covers(boxes, 600, 235)
    assert float(boxes[0, 2] - boxes[0, 0]) < 2 * TILE


def test_a_settled_region_is_told_again_until_it_is_accepted(watched: Watched) -> None:
    watched.table.discs.append((300, 450, 8))
    motions = [watched.gate.see(frame) for frame in watched.film.run(1)]

    assert len(motions[-1].settled) == len(motions[-3].settled) == 1


def test_what_changes_after_it_was_looked_at_is_told_again(watched: Watched) -> None:
    watched.table.discs.append((300, 450, 8))
    looked_at = [watched.gate.see(frame) for frame in watched.film.run(1)][-1]
    watched.table.discs.append((312, 450, 8))
    for frame in watched.film.run(0.6):
        watched.gate.see(frame)
    watched.gate.accept(looked_at.settled, looked_at)

    assert covers(watched.show(0.6).boxes, 318, 450)


CHANGES = [
    pytest.param(lambda t: t.discs.append((300, 450, 7)), (300, 450), id="a coin"),
    pytest.param(lambda t: t.tiles.append((800, 250, 45)), (800, 250), id="a tile"),
    pytest.param(lambda t: t.tiles.pop(), (700, 400), id="a tile taken away"),
    pytest.param(
        lambda t: t.tiles.insert(0, (t.tiles.pop(0)[0] - 2.4, 270, 0)), (200, 270), id="nudged 3 mm"
    ),
    pytest.param(lambda t: t.tiles.insert(10, (*t.tiles.pop(10)[:2], 38)), (700, 400), id="turned by 8°"),
    pytest.param(lambda t: t.discs.append((955, 300, 9)), (955, 300), id="a coin at the picture's edge"),
]


@pytest.mark.parametrize(("change", "at"), CHANGES)
def test_a_small_change_is_told_within_half_a_second(
    watched: Watched, change: Callable[[PaintedTable], None], at: tuple[float, float]
) -> None:
    change(watched.table)
    told = watched.show(0.5)

    assert covers(told.boxes, *at)


def test_an_arm_that_rests_for_ten_seconds_is_never_told(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    told = watched.show(10, fps=5)

    assert len(told.boxes) == 0
    assert told.last.covered.at(np.array([[600, 300]], np.float32))[0]
    assert not told.last.covered.at(np.array([[150, 100]], np.float32))[0]


def test_an_arm_that_leaves_nothing_behind_leaves_nothing_to_look_at(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    watched.show(3, fps=5)
    told = watched.show(0.6, lambda share: watched.arm(1 - share))
    after = watched.show(1)

    assert len(told.boxes) + len(after.boxes) == 0
    assert not after.last.covered.mask.any()


def test_a_tile_length_around_an_arm_is_covered(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    covered = watched.show(0.3).last.covered

    above = np.array([[600, HEIGHT - 300 - 0.8 * TILE], [600, HEIGHT - 300 - 2 * TILE]], np.float32)
    assert covered.at(above).tolist() == [True, False]


def test_a_region_near_an_arm_waits_while_others_go_on(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    watched.table.tiles += [(600, HEIGHT - 320, 0), (200, 100, 0)]
    told = watched.show(1)
    going = watched.show(0.5, lambda share: watched.arm(1 - share))
    after = watched.show(0.5)

    assert covers(told.boxes, 200, 100)
    assert not covers(told.boxes, 600, HEIGHT - 320)
    assert covers(np.concatenate([going.boxes, after.boxes]), 600, HEIGHT - 320)


def test_somebody_who_leans_over_the_table_for_ten_seconds_is_never_told(watched: Watched) -> None:
    def lean(share: float) -> None:
        watched.table.arms = [leaning(share)]

    came = watched.show(1, lean)
    stayed = watched.show(10, fps=5)
    went = watched.show(1, lambda share: lean(1 - share))
    after = watched.show(1)

    assert sum(len(told.boxes) for told in (came, stayed, went, after)) == 0
    assert stayed.last.covered.at(np.array([[500, 400]], np.float32))[0]
    assert not any(motion.bumped for told in (came, went) for motion in told.motions)


def test_an_arm_in_the_first_picture_leaves_the_table_to_look_at() -> None:
    table = PaintedTable(tiles=[(600, 300, 0)], arms=[reaching(600, 250)])
    watched = Watched(table, Film(table), MotionGate(tile_px=TILE))
    watched.show(1)
    watched.show(0.5, lambda share: watched.arm(1 - share))

    assert covers(watched.show(2).boxes, 600, 300)


def test_slow_drift_of_the_exposure_is_never_told(watched: Watched) -> None:
    def drift(share: float) -> None:
        watched.table.light = 1 + 0.3 * np.sin(6 * share)

    told = watched.show(30, drift, fps=5)

    assert len(told.boxes) == 0
    assert not any(motion.covered.mask.any() for motion in told.motions)


def test_a_jump_of_the_exposure_is_light(watched: Watched) -> None:
    watched.table.light = 0.75
    told = watched.show(1)

    assert len(told.boxes) == 0
    assert told.motions[0].light_changed


LAMPS = [
    pytest.param(0.0, id="at once"),
    pytest.param(0.4, id="slowly"),
    pytest.param(2.0, id="dimmed"),
]


@pytest.mark.parametrize("seconds", LAMPS)
def test_a_lamp_that_goes_on_is_light(watched: Watched, seconds: float) -> None:
    def brighten(share: float) -> None:
        watched.table.light = lamp(250, 200, strength=0.5 * share, width=240)

    brighten(1)
    told = [watched.show(seconds, brighten), watched.show(1)]

    assert any(motion.light_changed for each in told for motion in each.motions) or seconds > 1
    # What a smooth field leaves over may be looked at again; the table as a whole may not.
    assert sum(len(each.boxes) for each in told) <= 2
    assert not told[1].last.covered.mask.any()


def test_a_tile_put_down_while_a_lamp_goes_on_is_told(watched: Watched) -> None:
    watched.table.light = lamp(250, 200, strength=0.5, width=240)
    watched.table.tiles.append((800, 250, 45))

    assert covers(watched.show(1.5).boxes, 800, 250)


def test_the_shadow_of_somebody_is_no_region(watched: Watched) -> None:
    watched.table.light = lamp(500, 600, strength=-0.35, width=260)
    came = watched.show(2)
    watched.table.light = 1.0
    went = watched.show(2)

    assert len(came.boxes) + len(went.boxes) <= 2


def test_light_that_changes_while_an_arm_rests_leaves_nothing_to_look_at(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    watched.table.light = 0.8
    watched.show(2)
    watched.show(0.6, lambda share: watched.arm(1 - share))

    assert len(watched.show(1).boxes) == 0


def test_what_lies_outside_the_table_is_not_told(watched: Watched) -> None:
    watched.gate.learn(table_px=np.array([[100, 60], [860, 60], [860, 480], [100, 480]], np.float32))
    watched.table.discs += [(300, 520, 9), (300, 430, 9)]
    boxes = watched.show(1).boxes

    assert covers(boxes, 300, 430)
    assert not covers(boxes, 300, 520)


def test_an_arm_reaches_in_over_the_tables_edge(watched: Watched) -> None:
    """An arm that is cut off before the picture's border, by a cloth of its own colour, say."""
    watched.gate.learn(table_px=np.array([[100, 60], [860, 60], [860, 440], [100, 440]], np.float32))
    sleeve = reaching(600, 200)
    sleeve[[0, 3], 1] = 470
    watched.table.arms = [sleeve]
    told = watched.show(5, fps=5)

    assert len(told.boxes) == 0
    assert told.last.covered.at(np.array([[600, 300]], np.float32))[0]


def test_what_stays_at_the_edge_for_half_a_minute_becomes_furniture(watched: Watched) -> None:
    watched.show(0.6, watched.arm)
    told = watched.show(33, fps=3)

    assert covers(told.boxes, 600, 400)
    assert told.settled[0][0] > 25


def test_photos_of_settled_tables_need_no_second_look() -> None:
    table = PaintedTable(tiles=[(300, 300, 0)])
    gate = MotionGate(tile_px=TILE, still_s=0)
    first = gate.see(Frame(table.luma(), 0, 0.0, "a.jpg", table.luma))
    gate.accept(None, first)
    table.tiles.append((342, 300, 0))
    second = gate.see(Frame(table.luma(), 1, 2.0, "b.jpg", table.luma))

    assert first.settled.tolist() == [[0, 0, 960, 540]]
    assert len(second.settled) == 1
    assert covers(second.settled, 350, 300)


def test_frames_in_quick_succession_are_passed_over(watched: Watched) -> None:
    gate = MotionGate(every_s=0.1)
    motions = [gate.see(frame) for frame in watched.film.run(1)]

    assert len({id(motion.small) for motion in motions}) == 10


def test_another_size_of_frames_begins_anew(watched: Watched) -> None:
    other = Film(PaintedTable(width=640, height=360))
    told = see(watched.gate, other.run(0.6))

    assert told.boxes.tolist() == [[0, 0, 640, 360]]


def test_a_film_that_is_wound_back_begins_anew(watched: Watched) -> None:
    told = see(watched.gate, Film(watched.table).run(0.6))

    assert told.boxes.tolist() == [[0, 0, 960, 540]]


@pytest.mark.parametrize("size", [(8, 8), (9, 33), (33, 9), (1, 1), (801, 1601)])
def test_frames_of_any_size_can_be_seen(size: tuple[int, int]) -> None:
    gate = MotionGate()
    for index in range(12):
        luma = np.random.default_rng(index).integers(0, 255, size, np.uint8)
        motion = gate.see(Frame(luma, index, index / 10, "noise", lambda: np.zeros((1, 1, 3), np.uint8)))
        gate.accept()

    assert motion.covered.mask.shape == motion.moving.shape


def test_a_motion_does_not_change_afterwards(watched: Watched) -> None:
    watched.table.discs.append((300, 450, 8))
    motion = [watched.gate.see(frame) for frame in watched.film.run(1)][-1]
    changed = motion.changed.copy()
    watched.gate.accept(motion.settled, motion)
    watched.show(1, watched.arm)

    assert np.array_equal(motion.changed, changed)
