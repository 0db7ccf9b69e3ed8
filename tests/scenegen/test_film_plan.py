"""A planned film shows the record's game, everything in its order and for all to see."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from films import Tables, film, recipe

from scenegen.film_check import check_script, things_at
from scenegen.film_plan import make_script
from scenegen.film_record import FilmError, film_record
from scenegen.film_script import FilmProp, FilmScript, FilmTile, Put, Reach, Take

PLAYERS = range(2, 9)
KINDS = {
    "round": "round_start",
    "engine": "engine",
    "place": "place",
    "back": "remove",
    "move": "move",
    "replace": "replace",
    "marker on": "marker_on",
    "marker off": "marker_off",
    "round ends": "round_end",
}


def expected_events(record: str) -> list[tuple[str, str, str | None]]:
    """What a film of the record has to show: kind, line and code, in order."""
    found: list[tuple[str, str, str | None]] = []
    for line in record.split("\n"):
        words, _, remark = line.partition("#")
        # The longest first: "round ends" is no "round".
        kind = next(
            (KINDS[key] for key in sorted(KINDS, key=len, reverse=True) if words.startswith(key)), None
        )
        if kind:
            found.append((kind, words.strip(), remark.strip() or None))
    return found


def shown_events(script: FilmScript) -> list[tuple[str, str | None, str | None]]:
    return [(event.kind, event.line, event.code) for event in script.events]


def crowd(players: int) -> Tables:
    return {"game": {"players": [players], "set_sizes": [12], "presets": ["gamerules"], "plays": [14, 14]}}


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_lies_on_anything_else(players: int) -> None:
    _, script = film(recipe(players, tables=crowd(players)))

    assert check_script(script) == ()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_visible_event_of_the_record_is_in_the_film_once_and_in_order(players: int) -> None:
    record, script = film(recipe(players, tables=crowd(players)))

    assert shown_events(script) == expected_events(record)


def test_violations_keep_their_codes() -> None:
    fouls: Tables = {"game": {"violations": [0.5], "take_back": 0.3, "plays": [16, 16]}}
    record, script = film(recipe(3, tables=fouls))

    assert {event.code for event in script.events} > {None}
    assert shown_events(script) == expected_events(record)


def test_the_same_seed_gives_the_same_film() -> None:
    once = recipe(5)

    assert make_script(film_record(once), once) == make_script(film_record(once), once)


def test_another_number_gives_another_film() -> None:
    assert film(recipe(5, 0))[1] != film(recipe(5, 1))[1]


def arm_distance(reach: Reach, at_s: float, spot: tuple[float, float]) -> float:
    """From the line between finger tips and shoulder, worked out point by point."""
    for before, after in pairwise(reach.path):
        if before.at_s <= at_s <= after.at_s:
            share = (at_s - before.at_s) / max(after.at_s - before.at_s, 1e-9)
            share = share * share * (3 - 2 * share)
            tip = np.array([before.x, before.y]) * (1 - share) + np.array([after.x, after.y]) * share
            line = np.linspace(tip, np.array(reach.shoulder_mm), 200)
            return float(np.linalg.norm(line - np.array(spot), axis=1).min())
    return 1e9


def settled(script: FilmScript) -> list[tuple[float, tuple[float, float]]]:
    """When and where things come to lie for good, as the film's truth has it."""
    found = []
    for event in script.events:
        if event.kind in ("place", "engine", "marker_on") and event.key is not None:
            thing = things_at(script, event.at_s)[event.key]
            at = thing.placed if isinstance(thing, FilmTile) else thing.spot
            found.append((event.at_s, (at.x, at.y)))
    return found


@pytest.mark.parametrize("players", [2, 5, 8])
def test_nothing_counts_as_settled_while_an_arm_is_near(players: int) -> None:
    busy: Tables = {**crowd(players), "acts": {"together": 1.0, "linger": 0.5, "hover": 0.5}}
    _, script = film(recipe(20 + players, tables=busy))

    nearest = [
        min((arm_distance(reach, at_s, spot) for reach in script.reaches), default=1e9)
        for at_s, spot in settled(script)
    ]

    # A tile's length beyond an arm that is nine centimetres wide.
    assert min(nearest) >= 55 + 45


def test_a_tile_settles_after_it_was_put_down_and_before_long() -> None:
    _, script = film(recipe(7))
    put = {step.thing.key: step.at_s for step in script.steps if isinstance(step, Put)}

    waits = [event.at_s - put[event.key] for event in script.events if event.kind == "place" and event.key]

    assert all(0 < wait < 4 for wait in waits)


def test_what_is_placed_lies_there_with_its_hub_side_end_first() -> None:
    _, script = film(recipe(7))
    for event in script.events:
        if event.kind == "place" and event.key:
            thing = things_at(script, event.at_s)[event.key]
            assert isinstance(thing, FilmTile)
            assert thing.placed.ends == event.tile
            assert thing.placed.face_up


def test_hands_and_boneyard_shrink_by_what_is_played_and_drawn() -> None:
    record, script = film(recipe(12, tables={"game": {"plays": [18, 18]}}))

    def hidden(at_s: float) -> int:
        tiles = [thing for thing in things_at(script, at_s).values() if isinstance(thing, FilmTile)]
        return sum(tile.placed.standing or not tile.placed.face_up for tile in tiles)

    assert record.count("\nplace ") == 18
    assert hidden(0) - hidden(script.lasts_s) == 18


def test_tiles_keep_their_ends_from_hand_to_table() -> None:
    _, script = film(recipe(9))
    ends = {thing.key: sorted(thing.placed.ends) for thing in script.start if isinstance(thing, FilmTile)}
    laid = [event for event in script.events if event.kind == "place" and event.key in ends]

    same = [ends[event.key or 0] == sorted(event.tile or ()) for event in laid]

    assert all(same)
    assert len(same) >= 8


def test_arms_start_and_end_off_the_table() -> None:
    _, script = film(recipe(4))
    half = np.array(script.table_mm) / 2

    ends = [np.array([way.x, way.y]) for reach in script.reaches for way in (reach.path[0], reach.path[-1])]

    assert all((np.abs(end) > half + 50).any() for end in ends)


def test_a_thing_in_a_hand_is_not_on_the_table() -> None:
    _, script = film(recipe(4))
    for reach in script.reaches:
        for carried in reach.carried:
            middle = (carried.from_s + carried.to_s) / 2
            assert carried.thing.key not in things_at(script, middle)


def test_a_double_and_the_tile_on_it_can_be_one_reach() -> None:
    quick: Tables = {"acts": {"quick_double": 1.0}, "game": {"plays": [20, 20], "presets": ["pagat"]}}
    _, script = film(recipe(3, tables=quick))

    carried = Counter(len(reach.carried) for reach in script.reaches)

    assert carried[2] > 0


def test_disturbances_come_when_the_recipe_asks_for_them() -> None:
    all_of_them: Tables = {"acts": {"lean": 1, "bump": 1, "lamp": 1, "drift": 1}}
    _, script = film(recipe(6, tables=all_of_them))

    assert script.leans
    assert script.lamps
    assert script.drift
    assert [event.kind for event in script.events].count("bump") == len(script.bumps) == 1


def test_nobody_reaches_in_while_the_camera_is_knocked() -> None:
    _, script = film(recipe(6, tables={"acts": {"bump": 1}}))
    bump = script.bumps[0]
    during = [
        reach
        for reach in script.reaches
        if reach.path[0].at_s < bump.at_s + bump.lasts_s and reach.path[-1].at_s > bump.at_s
    ]

    assert np.hypot(*bump.shift_mm) <= 100
    assert abs(bump.turn_deg) <= 10
    assert not during


def test_markers_of_seats_that_have_nothing_to_show_wait_beside_their_hands() -> None:
    _, script = film(recipe(2))
    markers = [thing for thing in script.start if isinstance(thing, FilmProp) and thing.counts_as == "marker"]

    assert len(markers) == len(script.seats)


def test_a_record_that_cannot_be_filmed_says_why() -> None:
    record = "game house(max_pip=9) P1 P2\nround 1 starts P1\nengine 9-9\nplace 9-8 on @4 by P1\n"

    with pytest.raises(FilmError, match="nobody knows where @4 lies"):
        make_script(record, recipe())


def test_takes_and_puts_alternate() -> None:
    _, script = film(recipe(13, tables={"game": {"violations": [0.4], "plays": [16, 16]}}))
    lying = {thing.key for thing in script.start}
    for step in script.steps:
        if isinstance(step, Put):
            assert step.thing.key not in lying
            lying.add(step.thing.key)
        elif isinstance(step, Take):
            lying.remove(step.key)
