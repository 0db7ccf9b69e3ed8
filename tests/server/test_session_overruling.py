"""A person's word against the camera: it stands while the table looks the same, and after a restart."""

from collections.abc import Sequence

import pytest
from scripted_looks import EMPTY_TABLE, Script, read_as, short_of

from engine.event_notation import parse_entry
from engine.log import Entry
from engine.observation import Observation
from engine.rules import preset
from engine.trains import Seat
from server.session import Session
from server.session_log import Note, Source
from server.session_rounds import TableSetup

SEATS = tuple(Seat(name) for name in ("Ann", "Ben", "Cem", "Dia"))
HEADINGS = {1: 90.0, 2: 180.0, 3: 270.0, 4: 0.0, 5: 45.0}
BEGUN = ("game gamerules Ann Ben Cem Dia", "round 1", "engine 12-12")
OWNERS = ("assign @1 Ann", "assign @2 Ben", "assign @3 Cem", "assign @4 Dia", "assign @5 MX")


def table() -> TableSetup:
    return TableSetup(preset("gamerules"), SEATS, is_set_known=True, is_begun=True)


def started(*acts: str) -> tuple[Script, Session]:
    """A game that a person began, and looks at it, one after each act."""
    script, session = Script(HEADINGS), Session(table())
    session.resume([(parse_entry(BEGUN[0]), Note(0.0, 0.0, Source.PERSON))])
    script.happen(*BEGUN, *OWNERS)
    for _ in range(2):
        session.look(script.look())
    for act in acts:
        script.happen(act)
        session.look(script.look())
    return script, session


def say(session: Session, *lines: str) -> None:
    session.hear([(parse_entry(line), Note(0.0, 0.0, Source.PERSON)) for line in lines])


def seq_of(session: Session, line: str) -> int:
    return next(each.seq for each in session.log.told if str(each.event).startswith(line))


def plays(session: Session) -> list[str]:
    told = [str(each.event) for each in session.log.told]
    return [line for line in told if line.split()[0] not in ("game", "round", "engine", "assign")]


def watch(script: Script, session: Session, seen: Observation | None = None) -> None:
    """Long enough for the camera to believe anything."""
    for _ in range(3):
        session.look(script.shown(script.observation() if seen is None else seen))
        session.wait(script.at_s + 5.0)
        script.at_s += 5.0


def test_a_game_that_a_person_began_goes_on_with_what_the_camera_tells() -> None:
    _, session = started("place 12-5 on Ann", "place 12-3 on Ben")

    assert [str(each.event) for each in session.log.told][:3] == list(BEGUN)
    assert plays(session) == ["place 12-5 on @1", "place 12-3 on @2"]
    assert session.log.recorded[0].note.source is Source.PERSON


def test_a_correction_is_not_undone_by_the_same_misreading() -> None:
    script, session = started("place 12-5 on Ann")
    say(session, f"correct {seq_of(session, 'place 12-5')} place 12-6 on @1")

    watch(script, session)
    assert plays(session) == ["place 12-6 on @1"]
    script.happen("place 12-3 on Ben")
    watch(script, session)
    assert plays(session) == ["place 12-6 on @1", "place 12-3 on @2"]


def test_what_a_person_says_never_happened_is_not_told_again() -> None:
    script, session = started("place 12-5 on Ann", "place 5-1 on Ann")
    say(session, f"retract {seq_of(session, 'place 5-1')}")

    watch(script, session)
    assert plays(session) == ["place 12-5 on @1"]


def test_what_was_undone_comes_back_when_a_person_says_so() -> None:
    script, session = started("place 12-5 on Ann", "place 5-1 on Ann")
    say(session, f"retract {seq_of(session, 'place 5-1')}")
    watch(script, session)
    say(session, "place 5-1 on @1")

    script.happen("place 12-3 on Ben", "place 1-7 on Ann")
    watch(script, session)
    assert plays(session)[:2] == ["place 12-5 on @1", "place 5-1 on @1"]
    assert set(plays(session)[2:]) == {"place 12-3 on @2", "place 1-7 on @1"}


def test_a_tile_that_only_a_person_sees_stays_and_is_played_on() -> None:
    script, session = started("place 12-5 on Ann")
    say(session, "place 5-1 on @1")
    watch(script, session)
    assert plays(session) == ["place 12-5 on @1", "place 5-1 on @1"]

    script.happen("place 5-1 on Ann")
    watch(script, session)
    assert plays(session) == ["place 12-5 on @1", "place 5-1 on @1"]


def test_a_tile_taken_off_after_a_person_named_it_is_told_as_taken_back() -> None:
    script, session = started("place 12-5 on Ann")
    say(session, "place 5-1 on @1")
    script.happen("place 5-1 on Ann")
    watch(script, session)

    watch(script, session, short_of(script.observation(), 1))
    assert plays(session)[-1] == "back 1-5 from @1"


def test_a_marker_that_a_person_denies_is_not_put_down_again() -> None:
    script, session = started("place 12-5 on Ann", "marker on Ben")
    session.wait(script.at_s + 1.0)
    say(session, f"retract {seq_of(session, 'marker on')}")

    watch(script, session)
    assert plays(session) == ["place 12-5 on @1"]


def test_an_owner_named_by_a_person_is_kept() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    say(session, f"correct {seq_of(session, 'assign @2')} assign @2 MX")

    script.happen("place 12-7 on Cem", "place 12-8 on Dia", "place 3-4 on Ben")
    watch(script, session)
    assert session.round is not None
    assert dict(session.round.slots)[2] == "MX"


def test_undoing_what_began_a_train_leaves_the_session_on_its_feet() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben")
    say(
        session,
        f"retract {seq_of(session, 'place 12-3')}",
        f"retract {seq_of(session, 'assign @2')}",
    )

    script.happen("place 12-7 on Cem")
    watch(script, session)
    assert "place 12-7 on @3" in plays(session)
    assert "place 12-3 on @2" not in plays(session)


def test_undoing_the_round_does_not_begin_it_again_with_the_same_tile() -> None:
    script, session = started()
    say(session, "retract 3", "retract 2")

    watch(script, session)
    assert session.round is None


def kept(session: Session) -> list[tuple[Entry, Note]]:
    return [(each.entry, each.note) for each in session.log.recorded]


def resumed(session: Session) -> Session:
    """Another session that goes on with the same log, as after a power cut."""
    again = Session(table())
    again.resume(kept(session))
    return again


def test_a_session_that_is_resumed_tells_nothing_that_it_knows() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem")
    again = resumed(session)

    watch(script, again)
    assert kept(again) == kept(session)


def test_what_came_while_nobody_watched_is_nobodys_fault_and_what_comes_later_is() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem")
    again = resumed(session)
    script.happen("place 4-1 on Dia")
    watch(script, again)
    assert plays(again)[-1] == "place 4-1 on @4"
    assert problems(again) == []

    script.happen("place 9-9 on Ann")
    watch(script, again)
    assert "mismatched_end" in problems(again)


def test_a_first_look_that_finds_nothing_ends_no_round() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem")
    again = resumed(session)
    watch(script, again, EMPTY_TABLE)
    assert kept(again) == kept(session)

    script.happen("place 12-8 on Dia")
    watch(script, again)
    assert plays(again)[-1] == "place 12-8 on @4"


def test_a_table_laid_anew_while_nobody_watched_ends_the_round() -> None:
    script, session = started("place 12-5 on Ann", "place 12-3 on Ben", "place 12-7 on Cem")
    again = resumed(session)
    script.happen("round ends", "round 2", "engine 11-11")
    watch(script, again)

    assert again.round is not None
    assert str(again.round.engine) == "11-11"


def problems(session: Session) -> Sequence[str]:
    return [found.code.value for each in session.log.told for found in each.problems]


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_correction_stands_after_a_restart(goes_on: bool) -> None:
    script, session = started("place 12-5 on Ann")
    say(session, f"correct {seq_of(session, 'place 12-5')} place 12-6 on @1")
    again = resumed(session)
    if goes_on:
        script.happen("place 12-3 on Ben")

    watch(script, again, read_as(script.observation(), 1, 0, t12_5=0.9))
    assert plays(again)[0] == "place 12-6 on @1"


def test_what_was_retracted_is_not_told_after_a_restart() -> None:
    script, session = started("place 12-5 on Ann", "place 5-1 on Ann")
    say(session, f"retract {seq_of(session, 'place 5-1')}")
    again = resumed(session)

    watch(script, again)
    assert plays(again) == ["place 12-5 on @1"]
