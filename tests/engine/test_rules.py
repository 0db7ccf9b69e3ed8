"""Rule sets: what they refuse, how they are written, what they deal."""

from typing import Any

import pytest

from engine.dealing import (
    boneyard_after_deal,
    engine_may_be_lower,
    engine_tile,
    next_engine,
    next_starter,
    round_count,
    tiles_each,
)
from engine.knobs import RuleError
from engine.notation import NotationError
from engine.rules import (
    GAMERULES,
    HOUSE,
    PAGAT,
    PRESETS,
    WIKIHOW,
    RuleSet,
    parse_rules,
    preset,
    rules_from_mapping,
)
from engine.trains import Seat


@pytest.mark.parametrize(
    ("knobs", "reason"),
    [
        ({"colour": 1}, "unknown knobs: colour"),
        ({"b": 1, "a": 2}, "unknown knobs: a, b"),
        ({"follow_up": "never"}, "follow_up must be one of any, on_double, none"),
        ({"must_play": 1}, "must_play must be true or false"),
        ({"double_blank": "50"}, "double_blank must be a whole number"),
        ({"double_blank": True}, "double_blank must be a whole number"),
        ({"draw_limit": "two"}, "draw_limit must be a whole number or none"),
        ({"max_pip": 19}, "max_pip must be 18 or less"),
        ({"max_pip": 0}, "max_pip must be 1 or more"),
        ({"rounds": 0}, "rounds must be 1 or more"),
        ({"deal": [[12, 4, 99]]}, "deal gives 4 seats 99 tiles"),
        ({"deal": [[12, 4]]}, "deal needs rows"),
        ({"deal": 12}, "deal needs rows"),
        ({"first_starter": "engine_holder"}, "first_starter=engine_holder contradicts engine_source"),
        ({"next_starter": "engine_holder"}, "next_starter=engine_holder contradicts engine_source"),
        ({"announce_last": "off", "announce_penalty": 2}, "announce_penalty contradicts"),
    ],
)
def test_a_rule_set_refuses_by_name(knobs: dict[str, Any], reason: str) -> None:
    with pytest.raises(RuleError, match=reason):
        GAMERULES.with_knobs(knobs)


def test_a_rule_set_needs_a_name() -> None:
    with pytest.raises(RuleError, match="needs a name"):
        RuleSet("my rules")


def test_a_rule_set_is_read_from_plain_values() -> None:
    rules = rules_from_mapping(
        {"preset": "house", "rounds": 7, "deal": [[6, 2, 7]], "draw_limit": "until_playable"}
    )

    assert rules.with_knobs({"rounds": None}) == HOUSE.with_knobs({"deal": ((6, 2, 7),), "draw_limit": None})
    assert rules_from_mapping({}) == GAMERULES
    assert rules_from_mapping({"max_doubles_per_turn": "none"}) == GAMERULES


def test_an_unknown_preset_is_refused_by_name() -> None:
    with pytest.raises(RuleError, match="unknown preset 'fast'; there are gamerules, wikihow, pagat, house"):
        preset("fast")


@pytest.mark.parametrize(
    "text",
    [
        "gamerules",
        "house(max_pip=9,rounds=7,draw_limit=none)",
        "ours(deal=12/2/10+9/2/8,must_play=false,going_out_bonus=-5)",
        "gamerules(deal=none)",
    ],
)
def test_a_rule_set_is_written_as_what_differs(text: str) -> None:
    assert str(parse_rules(text)) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("house(max_pip=9", 15),
        ("house(max_pip=9,max_pip=9)", 16),
        ("house(colour=red)", 6),
        ("house(max_pip=99)", 0),
        ("house(must_play=perhaps)", 16),
        ("house(deal=12/4)", 15),
        ("house x", 6),
    ],
)
def test_a_broken_rule_set_names_the_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rules(text)

    assert caught.value.position == position


@pytest.mark.parametrize(
    ("rules", "field", "value"),
    [
        # The table of presets, value by value, where it differs from the plain rule set.
        (GAMERULES, "marker_place", "tail"),
        (WIKIHOW, "engine_source", "holder"),
        (WIKIHOW, "first_starter", "engine_holder"),
        (WIKIHOW, "next_starter", "engine_holder"),
        (WIKIHOW, "opening_targets", "own_only"),
        (WIKIHOW, "mexican_from", "second_turn"),
        (WIKIHOW, "follow_multi", "anywhere"),
        (WIKIHOW, "marker_place", "head"),
        (WIKIHOW, "announce_last", "off"),
        (WIKIHOW, "double_blank", 0),
        (PAGAT, "engine_source", "holder"),
        (PAGAT, "first_starter", "engine_holder"),
        (PAGAT, "next_starter", "engine_holder"),
        (PAGAT, "opening", "run"),
        (PAGAT, "opening_targets", "own_only"),
        (PAGAT, "mexican_from", "second_turn"),
        (PAGAT, "opening_out", "finish_lap"),
        (PAGAT, "follow_multi", "anywhere"),
        (PAGAT, "announce_last", "off"),
        (PAGAT, "double_blank", 0),
        (HOUSE, "opening_targets", "own_only"),
        (HOUSE, "mexican_from", "second_turn"),
        (HOUSE, "follow_multi", "first_open_or_plain"),
        (HOUSE, "announce_last", "courtesy"),
    ],
)
def test_a_preset_differs_where_it_should(rules: RuleSet, field: str, value: object) -> None:
    assert rules.knobs_apart_from(RuleSet(rules.name))[field] == value


@pytest.mark.parametrize(("name", "count"), [("gamerules", 2), ("wikihow", 10), ("pagat", 11), ("house", 5)])
def test_a_preset_differs_nowhere_else(name: str, count: int) -> None:
    assert len(PRESETS[name].knobs_apart_from(RuleSet(name))) == count


@pytest.mark.parametrize(
    ("rules", "max_pip", "dealt"),
    [
        (GAMERULES, 12, {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9, 9: 8, 12: 6}),
        (GAMERULES, 9, {2: 15, 3: 13, 4: 10, 5: 8}),
        (GAMERULES, 6, {2: 10, 4: 5}),
        (GAMERULES, 15, {9: 12, 12: 9}),
        (GAMERULES, 18, {2: 15, 10: 15, 12: 12}),
        (WIKIHOW, 12, {2: 12, 6: 12, 7: 10, 8: 10, 9: 8, 10: 8, 11: 6}),
        (PAGAT, 12, {2: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10, 10: 8}),
        (HOUSE, 12, {2: 16, 8: 9}),
    ],
)
def test_tiles_each(rules: RuleSet, max_pip: int, dealt: dict[int, int]) -> None:
    rules = rules.with_knobs({"max_pip": max_pip})

    assert {seats: tiles_each(rules, seats) for seats in dealt} == dealt


@pytest.mark.parametrize("seats", [1, 13])
def test_a_game_has_two_to_twelve_seats(seats: int) -> None:
    with pytest.raises(RuleError, match="2 to 12 seats"):
        tiles_each(GAMERULES, seats)


def test_the_engine_counts_in_the_boneyard_only_where_it_is_dealt() -> None:
    assert boneyard_after_deal(GAMERULES, 4) == 91 - 1 - 60
    assert boneyard_after_deal(WIKIHOW, 4) == 91 - 48


def test_rounds_follow_the_set_unless_the_table_says_otherwise() -> None:
    assert round_count(GAMERULES.with_knobs({"max_pip": 9})) == 10
    assert round_count(GAMERULES.with_knobs({"rounds": 7})) == 7


@pytest.mark.parametrize(("knob", "least", "most"), [("max_pip", 1, 18), ("rounds", 1, 1000)])
def test_a_number_of_things_at_a_table_has_its_bounds(knob: str, least: int, most: int) -> None:
    for number in (least, most):
        assert getattr(HOUSE.with_knobs({knob: number}), knob) == number
    with pytest.raises(RuleError, match=f"{knob} must be {least} or more, got {least - 1}"):
        HOUSE.with_knobs({knob: least - 1})
    with pytest.raises(RuleError, match=f"{knob} must be {most} or less, got {most + 1}"):
        HOUSE.with_knobs({knob: most + 1})


def test_engines_go_down_and_begin_again() -> None:
    assert [engine_tile(GAMERULES, n).low for n in (1, 2, 13, 14)] == [12, 11, 0, 12]


def test_the_highest_unused_double_is_due_where_the_table_plays_so() -> None:
    rules = WIKIHOW.with_knobs({"engine_sequence": "highest_unused", "max_pip": 2})

    used: tuple[tuple[int, ...], ...] = ((), (2,), (1,), (2, 1), (2, 1, 0), (2, 1, 0, 2))

    assert [next_engine(rules, len(each) + 1, each).low for each in used] == [2, 1, 2, 0, 2, 1]
    assert next_engine(rules.with_knobs({"engine_sequence": "descending"}), 2, (1,)).low == 1


def test_rounds_that_nobody_remembers_began_with_the_highest_double_left() -> None:
    rules = WIKIHOW.with_knobs({"engine_sequence": "highest_unused", "max_pip": 2})

    assert [next_engine(rules, number, ()).low for number in (1, 2, 3, 4, 5)] == [2, 1, 0, 2, 1]
    assert [next_engine(rules, number, (1,)).low for number in (2, 3, 4)] == [2, 0, 2]


@pytest.mark.parametrize(
    ("knobs", "may"),
    [
        ({"engine_source": "holder"}, False),
        ({"engine_source": "holder", "engine_missing": "next_lower"}, True),
        ({"engine_source": "highest_double_held"}, True),
        ({"engine_source": "set_aside", "engine_missing": "next_lower"}, False),
    ],
)
def test_a_lower_engine_where_nobody_holds_the_due_one(knobs: dict[str, str], may: bool) -> None:
    assert engine_may_be_lower(GAMERULES.with_knobs(knobs)) is may


A, B, C = Seat("A"), Seat("B"), Seat("C")


@pytest.mark.parametrize(
    ("rules", "last", "holder", "starts"),
    [
        (GAMERULES, (None, None), None, None),
        (GAMERULES, (C, B), B, A),
        (WIKIHOW, (None, None), B, B),
        (WIKIHOW, (A, C), None, B),
        (WIKIHOW, (A, C), C, C),
        (GAMERULES.with_knobs({"next_starter": "last_winner"}), (A, C), None, C),
        (GAMERULES.with_knobs({"next_starter": "last_winner"}), (A, None), None, B),
    ],
)
def test_who_starts(
    rules: RuleSet, last: tuple[Seat | None, Seat | None], holder: Seat | None, starts: Seat | None
) -> None:
    starter, winner = last
    found = next_starter(rules, (A, B, C), last_starter=starter, last_winner=winner, engine_holder=holder)

    assert found == starts
