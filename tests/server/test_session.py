"""From looks to a log: plays, markers, second thoughts, flicker, rounds."""

from dataclasses import replace

import pytest
from scripted_looks import EMPTY_TABLE, Script, engine_read_as, read_as, short_of

from engine.observation import Observation
from engine.rules import preset
from engine.trains import Seat
from server.session import Session
from server.session_log import Source, Told
from server.session_rounds import TableSetup

SEATS = tuple(Seat(name) for name in ("Ann", "Ben", "Cem", "Dia"))
HEADINGS = {1: 90.0, 2: 180.0, 3: 270.0, 4: 0.0, 5: 45.0}
GAME = ("game gamerules Ann Ben Cem Dia", "round 1", "engine 12-12")
OWNERS = ("assign @1 Ann", "assign @2 Ben", "assign @3 Cem", "assign @4 Dia", "assign @5 MX")


def watched(script: Script, *acts: str | tuple[str, ...], after_s: float = 1.0) -> Session:
    """A session that has seen the start of a round and then one look after each act."""
    session = Session(TableSetup(preset("gamerules"), SEATS))
    script.happen(*GAME, *OWNERS)
    session.look(script.look())
    session.look(script.look())
    for act in acts:
        script.happen(*([act] if isinstance(act, str) else act))
        session.look(script.look(after_s))
    return session


def started(*acts: str) -> tuple[Script, Session]:
    script = Script(HEADINGS)
    return script, watched(script, *acts)


def lines(session: Session) -> list[str]:
    """What the log tells, assignments and the start apart."""
    told = [str(each.event) for each in session.log.told]
    return [line for line in told if line.split()[0] not in ("game", "round", "engine", "assign")]


def codes(session: Session) -> list[str]:
    return [found.code.value for each in session.log.told for found in each.problems]


def last(session: Session) -> Told:
    return session.log.told[-1]


def test_a_round_starts_with_the_engine_tile_on_an_empty_table() -> None:
    _, session = started()

    assert [str(each.event) for each in session.log.told] == [
        "game gamerules Ann Ben Cem Dia",
        "round 1",
        "engine 12-12",
    ]


def test_nothing_starts_while_no_engine_tile_lies_there() -> None:
    script = Script(HEADINGS)
    session = Session(TableSetup())

    session.look(script.shown(EMPTY_TABLE))
    session.look(script.shown(EMPTY_TABLE))

    assert session.log.told == ()


def test_plays_are_written_down_as_they_are_seen() -> None:
    _, session = started(
        "place 12-5 on Ann",
        "place 12-3 on Ben",
        "place 12-7 on Cem",
        "place 12-8 on Dia",
        "place 5-5 on Ann",
        "place 5-1 on Ann",
    )

    assert lines(session) == [
        "place 12-5 on @1",
        "place 12-3 on @2",
        "place 12-7 on @3",
        "place 12-8 on @4",
        "place 5-5 on @1",
        "place 5-1 on @1",
    ]
    assert codes(session) == []


def test_a_play_is_written_down_at_the_first_look_that_shows_it() -> None:
    script, session = started("place 12-5 on Ann")

    assert last(session).note.at_s == script.at_s
    assert last(session).note.settled_s == pytest.approx(script.at_s - 0.2)


def test_who_lays_the_first_tile_says_more_of_a_train_than_who_marked_its_slot() -> None:
    script, session = started("place 12-5 on @1", "place 12-3 on @2", "place 12-8 on @3")
    slot = 5
    script.reach_deg = HEADINGS[1]
    script.happen(f"assign @{slot} MX", f"marker on @{slot}")
    session.look(script.look())
    session.wait(script.at_s + 1)
    script.reach_deg = HEADINGS[4]
    script.happen(f"place 12-1 on @{slot}")

    session.look(script.look())

    begun = next(each for each in session.log.told if str(each.event).startswith(f"place 12-1 on @{slot}"))
    assert str(begun.event).endswith("by Dia")


def test_a_train_belongs_to_the_seat_in_whose_part_of_the_table_it_begins() -> None:
    _, session = started("place 12-5 on Ann", "place 12-3 on Ben")

    assert session.round is not None
    assert session.round.slots == ((1, "Ann"), (2, "Ben"))


def test_an_illegal_play_is_flagged_with_its_code() -> None:
    _, session = started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem", "place 4-1 on Dia")

    assert "train_start_mismatch" in codes(session)


def test_a_marker_put_down_and_taken_off_is_written_down() -> None:
    script, session = started("place 12-5 on Ann")
    script.happen("marker on Ben")
    session.look(script.look())
    session.wait(script.at_s + 0.5)
    script.happen("place 12-7 on Cem")
    session.look(script.look())
    script.happen("place 12-8 on Dia")
    session.look(script.look())
    script.happen("place 5-1 on Ann")
    session.look(script.look())
    script.happen("place 12-3 on Ben", "marker off Ben")
    session.look(script.look())
    session.wait(script.at_s + 1.0)

    assert lines(session)[1] == "marker on @2"
    assert lines(session)[-2:] == ["place 12-3 on @2", "marker off @2"]
    assert codes(session) == []


def test_a_marker_that_flickers_is_no_event() -> None:
    script, session = started("place 12-5 on Ann")
    flicker = replace(script.observation(), trains=(replace(script.observation().trains[0], marker=True),))

    session.look(script.shown(flicker, 0.1))
    session.look(script.look(0.1))
    session.wait(script.at_s + 5)

    assert lines(session) == ["place 12-5 on @1"]


def test_a_tile_taken_back_is_written_down_once_it_has_been_gone_for_a_while() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    script.happen("back 3-12 from Ben")

    session.look(script.look())
    early = lines(session)
    session.wait(script.at_s + 1.0)

    assert early == ["place 12-5 on @1", "place 12-3 on @2"]
    assert lines(session)[-1] == "back 3-12 from @2"


def test_a_tile_that_is_back_at_the_next_look_was_never_gone() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    seen = script.observation()

    session.look(script.shown(short_of(seen, 2), 0.3))
    session.look(script.shown(seen, 0.3))
    session.wait(script.at_s + 5)

    assert lines(session) == ["place 12-5 on @1", "place 12-3 on @2"]


def test_play_goes_on_elsewhere_while_a_tile_may_be_gone() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    script.happen("place 12-7 on Cem")

    session.look(script.shown(short_of(script.observation(), 2), 0.3))

    assert lines(session)[-1] == "place 12-7 on @3"


def test_a_reading_in_doubt_waits_for_a_better_look() -> None:
    script, session = started("place 12-5 on Ann")
    script.happen("place 12-3 on Ben")
    seen = script.observation()

    session.look(script.shown(read_as(seen, 2, 0, t12_3=0.5, t12_8=0.45)))
    waiting = lines(session)
    session.look(script.shown(seen, 0.2))

    assert waiting == ["place 12-5 on @1"]
    assert lines(session) == ["place 12-5 on @1", "place 12-3 on @2"]
    assert not last(session).note.doubtful


def test_without_a_better_look_the_likeliest_reading_is_written_down_as_doubtful() -> None:
    script, session = started("place 12-5 on Ann")
    script.happen("place 12-3 on Ben")

    session.look(script.shown(read_as(script.observation(), 2, 0, t12_3=0.5, t12_8=0.45)))
    session.wait(script.at_s + 1.0)

    assert str(last(session).event) == "place 12-3 on @2"
    assert (last(session).note.source, last(session).note.doubtful) == (Source.INFERRED, True)


def test_a_question_does_not_hold_up_the_next_play() -> None:
    script, session = started("place 12-5 on Ann")
    script.happen("place 12-3 on Ben")
    unsure = read_as(script.observation(), 2, 0, t12_3=0.5, t12_8=0.45)
    session.look(script.shown(unsure, 0.2))
    script.happen("place 12-7 on Cem")

    session.look(script.shown(read_as(script.observation(), 2, 0, t12_3=0.5, t12_8=0.45), 0.2))

    assert lines(session) == ["place 12-5 on @1", "place 12-3 on @2", "place 12-7 on @3"]


def test_nobody_is_blamed_for_a_reading_in_doubt() -> None:
    script, session = started(
        "place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem", "place 12-8 on Dia"
    )
    script.happen("place 4-1 on Ann")

    session.look(script.shown(read_as(script.observation(), 1, 1, t4_1=0.6, t5_1=0.35)))
    session.wait(script.at_s + 1.0)

    assert str(last(session).event) == "place 4-1 on @1"
    assert [(each.code.value, each.severity.value) for each in last(session).problems] == [
        ("mismatched_end", "notice")
    ]


def test_what_was_in_doubt_is_flagged_once_it_is_sure() -> None:
    script, session = started(
        "place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem", "place 12-8 on Dia"
    )
    script.happen("place 4-1 on Ann")
    session.look(script.shown(read_as(script.observation(), 1, 1, t4_1=0.6, t5_1=0.35)))
    session.wait(script.at_s + 1.0)

    session.look(script.shown(read_as(script.observation(), 1, 1, t4_1=0.97, t5_1=0.03)))
    session.wait(script.at_s + 1.0)

    assert [(each.code.value, each.severity.value) for each in last(session).problems] == [
        ("mismatched_end", "error")
    ]


def test_the_same_tile_read_better_later_is_put_right_and_is_no_swap() -> None:
    script, session = started(
        "place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem", "place 12-8 on Dia"
    )
    script.happen("place 5-1 on Ann")
    session.look(script.shown(read_as(script.observation(), 1, 1, t4_1=0.9)))
    wrong = codes(session)

    session.look(script.look())
    session.wait(script.at_s + 1.0)

    assert wrong == ["mismatched_end"]
    assert lines(session)[-1] == "place 5-1 on @1"
    assert codes(session) == []


def test_another_tile_in_the_place_of_one_is_a_swap() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    script.happen("replace 3-12 by 12-9 on Ben")
    script.tracks[(2, 0)] = 7

    session.look(script.look())
    session.wait(script.at_s + 1.5)

    assert lines(session)[-1] == "replace 3-12 by 12-9 on @2"
    assert codes(session) == ["tile_swapped"]


def test_what_no_story_explains_changes_nothing_at_first() -> None:
    script, session = started("place 12-5 on Ann", "place 5-1 on Ann")

    session.look(script.shown(wedged(script.observation())))
    session.wait(script.at_s + 2.0)

    assert lines(session) == ["place 12-5 on @1", "place 5-1 on @1"]


def test_what_no_story_explains_is_taken_as_it_lies_in_the_end() -> None:
    script, session = started("place 12-5 on Ann", "place 5-1 on Ann")
    session.look(script.shown(wedged(script.observation())))

    session.wait(script.at_s + 5.0)

    assert lines(session) == ["place 12-5 on @1", "place 5-5 on @1", "place 5-1 on @1"]
    assert session.log.told[-2].note.doubtful


def wedged(seen: Observation) -> Observation:
    """The look with a double between Ann's two tiles."""
    train = seen.trains[0]
    tile = read_as(replace(seen, trains=(train,)), 1, 0, t5_5=1.0).trains[0].tiles[0]
    return replace(seen, trains=(replace(train, tiles=(train.tiles[0], tile, *train.tiles[1:])),))


def test_an_owner_put_right_puts_the_verdicts_right() -> None:
    script = Script({1: 90.0, 2: 180.0, 3: 270.0, 4: 0.0, 5: 120.0})
    session = watched(
        script,
        "place 12-5 on MX",
        "place 12-3 on Ben",
        "place 12-7 on Cem",
        "place 12-8 on Dia",
    )
    script.happen("place 12-1 on Ann")
    session.look(script.look())

    assert session.round is not None
    assert dict(session.round.slots)[1] == "Ann"
    assert dict(session.round.slots)[5] == "MX"


CLEARED = EMPTY_TABLE


def round_one() -> tuple[Script, Session]:
    return started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem", "place 12-8 on Dia")


def test_a_cleared_table_ends_the_round_without_a_single_removal() -> None:
    script, session = round_one()
    seen = script.observation()

    session.look(script.shown(short_of(seen, 2), 0.5))
    session.look(script.shown(short_of(short_of(seen, 2), 3), 0.5))
    session.look(script.shown(CLEARED, 0.5))
    session.wait(script.at_s + 1.5)

    assert str(last(session).event) == "round ends"
    assert not any(line.startswith("back") for line in lines(session))


def test_the_next_engine_tile_starts_the_next_round() -> None:
    script, session = round_one()
    session.look(script.shown(CLEARED))
    session.wait(script.at_s + 1.5)
    next_round = engine_read_as(EMPTY_TABLE, "11-11")

    session.look(script.shown(next_round, 3.0))
    session.wait(script.at_s + 1.0)

    told = [str(each.event) for each in session.log.told[-3:]]
    assert told == ["round ends", "round 2", "engine 11-11"]
    assert "wrong_engine" not in codes(session)


def test_the_old_engine_tile_starts_no_round() -> None:
    script, session = round_one()
    session.look(script.shown(CLEARED))
    session.wait(script.at_s + 1.5)

    session.look(script.shown(engine_read_as(EMPTY_TABLE, "12-12"), 1.0))
    session.wait(script.at_s + 5.0)

    assert str(last(session).event) == "round ends"


def test_watching_that_begins_in_the_middle_of_a_round_blames_nobody() -> None:
    script = Script(HEADINGS).happen(
        *GAME, *OWNERS, "place 12-5 on Ann", "place 4-1 on Ann", "place 12-3 on Ben"
    )
    session = Session(TableSetup(preset("gamerules"), SEATS))

    session.look(script.look())
    session.look(script.look())

    assert sorted(lines(session)) == ["place 12-3 on @2", "place 12-5 on @1", "place 4-1 on @1"]
    assert codes(session) == []


def test_a_film_may_begin_with_a_later_round() -> None:
    script = Script(HEADINGS)
    session = Session(TableSetup(preset("gamerules"), SEATS, is_set_known=True))

    session.look(script.shown(engine_read_as(EMPTY_TABLE, "9-9")))
    session.look(script.shown(engine_read_as(EMPTY_TABLE, "9-9")))

    assert [str(each.event) for each in session.log.told[1:]] == ["round 4", "engine 9-9"]
    assert codes(session) == ["round_skipped"]


def test_the_first_engine_tile_tells_the_set_where_nobody_has() -> None:
    script = Script(HEADINGS)
    session = Session(TableSetup(preset("gamerules"), SEATS))

    session.look(script.shown(engine_read_as(EMPTY_TABLE, "9-9")))
    session.look(script.shown(engine_read_as(EMPTY_TABLE, "9-9")))

    assert [str(each.event) for each in session.log.told] == [
        "game gamerules(max_pip=9) Ann Ben Cem Dia",
        "round 1",
        "engine 9-9",
    ]


def test_a_knock_starts_every_wait_anew() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    gone = short_of(script.observation(), 2)
    session.look(script.shown(gone, 0.3))

    session.look(script.shown(gone, 0.7, bumped=True))

    assert lines(session) == ["place 12-5 on @1", "place 12-3 on @2"]
    assert session.bumps_s == [script.at_s]


def test_the_end_of_the_film_answers_what_is_open() -> None:
    script, session = started("place 12-5 on Ann")
    script.happen("place 12-3 on Ben")
    session.look(script.shown(read_as(script.observation(), 2, 0, t12_3=0.5, t12_8=0.45)))

    session.finish(script.at_s)

    assert lines(session)[-1] == "place 12-3 on @2"
    assert last(session).note.doubtful


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_are_guessed_from_the_trains(players: int) -> None:
    headings = {at + 1: (90 + 360 * at / players) % 360 for at in range(players)}
    script = Script(headings)
    seats = [f"P{at + 1}" for at in range(players)]
    script.happen("game gamerules " + " ".join(seats), "round 1", "engine 12-12")
    script.happen(*(f"assign @{at + 1} {seat}" for at, seat in enumerate(seats)))
    session = Session(TableSetup())
    session.look(script.look())
    session.look(script.look())

    ends = list(range(players))
    for lap in range(3):
        for at, seat in enumerate(seats):
            inner = 12 if lap == 0 else ends[at]
            ends[at] = players * (lap + 1) + at if lap < 2 else 0
            script.happen(f"place {inner}-{ends[at]} on {seat}")
            session.look(script.look())
    session.finish(script.at_s)

    assert session.log.game.seats == tuple(seats)
    assert session.round is not None
    assert session.round.slots == tuple((at + 1, seat) for at, seat in enumerate(seats))
    assert codes(session) == []
