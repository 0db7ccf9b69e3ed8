"""Tiles that are taken back, moved or swapped do what the record says."""

from films import Tables, film, recipe

from scenegen.film_check import check_script, things_at
from scenegen.film_script import FilmScript, FilmTile, Reach, TrueEvent

OPENING = """game house(max_pip=9) P1 P2
round 1 starts P1 dealt 8
engine 9-9
place 9-8 on P1 by P1
place 9-7 on P2 by P2
place 8-6 on P1 by P1
place 7-5 on P2 by P2
"""


def after(*lines: str) -> FilmScript:
    tables: Tables = {"game": {"players": [2]}, "table": {"engine_lies": 1}}
    return film(recipe(8, tables=tables), OPENING + "\n".join([*lines, ""]))[1]


def last(script: FilmScript) -> TrueEvent:
    return script.events[-1]


def tile_of(script: FilmScript, at_s: float, key: int | None) -> FilmTile:
    thing = things_at(script, at_s)[key or 0]
    assert isinstance(thing, FilmTile)
    return thing


def test_a_tile_taken_back_is_in_the_hand_again() -> None:
    script = after("back 7-5 from P2")
    event = last(script)

    back = tile_of(script, script.lasts_s, event.key)

    assert (event.kind, event.train, event.by) == ("remove", "P2", "P2")
    assert back.placed.standing or not back.placed.face_up
    assert sorted(back.placed.ends) == [5, 7]


def test_the_next_tile_takes_the_place_of_one_that_was_taken_back() -> None:
    script = after("back 7-5 from P2", "place 7-3 on P2 by P2")
    first = next(event for event in script.events if event.line == "place 7-5 on P2 by P2")
    was = tile_of(script, first.at_s, first.key).placed

    now = tile_of(script, script.lasts_s, last(script).key).placed

    assert abs(now.x - was.x) + abs(now.y - was.y) < 8


def test_a_moved_tile_joins_the_other_train() -> None:
    script = after("move 8-6 from P1 to P2  # tile_moved")
    event = last(script)
    tail = next(e for e in script.events if e.line == "place 7-5 on P2 by P2")
    tail_tile = tile_of(script, script.lasts_s, tail.key).placed

    moved = tile_of(script, script.lasts_s, event.key).placed

    assert (event.kind, event.train, event.tile, event.code) == ("move", "P2", (8, 6), "tile_moved")
    assert (moved.x - tail_tile.x) ** 2 + (moved.y - tail_tile.y) ** 2 < 60**2
    assert check_script(script) == ()


def test_a_swapped_tile_lies_where_the_old_one_lay_and_the_place_is_never_bare() -> None:
    script = after("replace 8-6 by 4-3 on P1  # tile_swapped")
    event = last(script)
    old = next(e for e in script.events if e.line == "place 8-6 on P1 by P1")
    was = tile_of(script, old.at_s, old.key).placed
    now = tile_of(script, script.lasts_s, event.key).placed
    gone = next(
        step.at_s for step in script.steps if getattr(step, "key", None) == old.key and step.at_s > old.at_s
    )
    put = next(
        step.at_s for step in script.steps if getattr(getattr(step, "thing", None), "placed", None) == now
    )

    assert (now.x, now.y, now.ends) == (was.x, was.y, (4, 3))
    assert gone < put
    assert any(_over(reach, gone, put) for reach in script.reaches)


def _over(reach: Reach, from_s: float, to_s: float) -> bool:
    return reach.path[0].at_s <= from_s and reach.path[-1].at_s >= to_s


def test_a_wrong_engine_tile_comes_and_goes() -> None:
    opening = "game house(max_pip=9) P1 P2\nround 1 starts P1 dealt 8\nengine 9-9\n"
    record = opening + "engine 0-0  # wrong_engine\nengine 9-9\nplace 9-8 on P1 by P1\n"
    _, script = film(recipe(8, tables={"game": {"players": [2]}, "table": {"engine_lies": 1}}), record)
    first, wrong, right = (event for event in script.events if event.kind == "engine")

    seen = [tile_of(script, event.at_s, event.key).placed.ends for event in (first, wrong, right)]

    assert seen == [(9, 9), (0, 0), (9, 9)]
    assert [event.kind for event in script.events].count("round_start") == 1
    assert wrong.code == "wrong_engine"
    assert right.key == first.key


def test_a_tile_at_the_side_of_a_train_leaves_the_tail_free() -> None:
    script = after("place 6-1 on P1 by P1 side  # branch_not_allowed", "place 6-3 on P1 by P1")
    branch, follow = script.events[-2:]
    tail = next(event for event in script.events if event.line == "place 8-6 on P1 by P1")
    tail_tile = tile_of(script, script.lasts_s, tail.key).placed

    placed = tile_of(script, script.lasts_s, follow.key).placed

    assert branch.code == "branch_not_allowed"
    assert (placed.x - tail_tile.x) ** 2 + (placed.y - tail_tile.y) ** 2 < 60**2
    assert check_script(script) == ()
