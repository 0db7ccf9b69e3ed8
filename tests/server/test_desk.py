"""The game desk: commands become entries, the log is judged anew, names are people's."""

import pytest
from engine_strategies import entries as log_entries
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.record import Record, parse_record
from server.dashboard.commands import LogCommand, NewGame
from server.dashboard.desk import DeskError, GameDesk, opening
from server.dashboard.store_values import Draft, FlagAnswer, GameRow, Stored, StoredGame
from server.dashboard.view import CameraView, GameView
from server.dashboard.view_building import view_of
from server.session_log import Source
from server.words import Saying

NO_CAMERA = CameraView(state="none")
COMMAND: TypeAdapter[LogCommand] = TypeAdapter(LogCommand)


def stored(desk: GameDesk, drafts: tuple[Draft, ...], at: str) -> list[Stored]:
    return [Stored(seq, at, each) for seq, each in enumerate(drafts, len(desk.entries) + 1)]


def do(desk: GameDesk, kind: str, **fields: object) -> GameDesk:
    """The desk after a command, as the server carries it out."""
    drafts = desk.drafts(COMMAND.validate_python({"kind": kind, **fields}))
    return desk.foresee(drafts).settle(stored(desk, drafts, f"at {desk.version}"))


def add(desk: GameDesk, *lines: str) -> GameDesk:
    return do(desk, "add", lines=list(lines))


def seen(desk: GameDesk) -> GameView:
    return view_of(desk, NO_CAMERA)


def problems(desk: GameDesk) -> list[str]:
    return [each.code for line in seen(desk).log for each in line.problems]


@pytest.fixture
def begun() -> GameDesk:
    """Anna and Ben, round 1, the engine tile laid."""
    drafts, names = opening(NewGame(rules="gamerules", players=["Anna", "Ben"]))
    row = GameRow(1, "", "", 0)
    desk = GameDesk.open(StoredGame(row, tuple(stored(GameDesk(1), drafts, "")), tuple(names.items())))
    return do(desk, "start_round")


def test_a_round_starts_with_the_engine_tile_the_deal_and_the_first_seat(begun: GameDesk) -> None:
    assert [each.draft.line for each in begun.entries[1:]] == ["round 1 starts P1 dealt 16", "engine 12-12"]


def test_the_view_says_whose_turn_it_is_in_a_sentence(begun: GameDesk) -> None:
    view = seen(add(begun, "place 12-5 on P1 by P1"))

    assert view.round is not None
    assert [str(each.sentence) for each in view.round.turn.duties] == ["Ben plays a tile, or draws one."]
    assert [(each.name, each.asks, each.may_play) for each in view.round.trains] == [
        ("P1", 5, False),
        ("P2", 12, True),
        ("MX", 12, True),
    ]


def test_the_view_shows_trains_hub_outward_with_the_entry_of_each_tile(begun: GameDesk) -> None:
    view = seen(add(begun, "place 12-5 on P1 by P1", "place 12-3 on MX by P2", "place 5-5 on P1 by P1"))

    assert view.round is not None
    first = view.round.trains[0]
    assert [(each.inner, each.outer, each.is_double, each.seq) for each in first.tiles] == [
        (12, 5, False, 4),
        (5, 5, True, 6),
    ]
    assert (first.free_end, first.is_unsatisfied, first.is_open) == (5, True, False)
    assert [(each.train, each.pips, each.by) for each in view.round.unsatisfied] == [("P1", 5, "P1")]


def test_a_foul_is_a_flag_in_people_s_names(begun: GameDesk) -> None:
    [flag] = seen(add(begun, "place 11-5 on P1 by P1")).flags

    assert (flag.seq, flag.code, flag.severity) == (4, "train_start_mismatch", "error")
    assert str(flag.sentence) == "A train must start with a 12."


def test_a_closed_train_is_named_by_its_owner(begun: GameDesk) -> None:
    desk = add(begun, "place 12-5 on P1 by P1", "place 5-1 on P1 by P2")

    assert [str(each.sentence) for each in seen(desk).flags] == ["Anna's train is closed."]


def test_a_correction_judges_everything_after_it_anew(begun: GameDesk) -> None:
    desk = add(begun, "place 12-5 on P1 by P1", "place 12-3 on MX by P2", "place 6-2 on P1 by P1")
    assert problems(desk) == ["mismatched_end"]

    assert problems(do(desk, "correct", seq=4, line="place 12-6 on P1 by P1")) == []


def test_an_event_that_was_missed_is_put_in_its_place(begun: GameDesk) -> None:
    desk = add(begun, "place 12-5 on P1 by P1", "place 5-1 on P1 by P1")
    assert "extra_tile_in_turn" in problems(desk)

    mended = do(desk, "insert", before_seq=5, line="place 12-3 on MX by P2")
    assert problems(mended) == []
    assert [line.seq for line in seen(mended).log] == [1, 2, 3, 4, 6, 5]


def test_undo_takes_back_what_came_together_and_then_what_came_before(begun: GameDesk) -> None:
    desk = add(add(begun, "place 12-5 on P1 by P1"), "draw P2", "pass P2", "marker on P2")

    once = do(desk, "undo")
    assert [line.seq for line in seen(once).log] == [1, 2, 3, 4]
    assert [line.seq for line in seen(do(once, "undo")).log] == [1, 2, 3]


def test_a_game_without_anything_to_undo_says_so(begun: GameDesk) -> None:
    with pytest.raises(DeskError, match="nothing is left to undo"):
        do(do(begun, "undo"), "undo")


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        pytest.param("add", {"lines": ["plays 12-5"]}, "expected an event", id="no notation"),
        pytest.param("add", {"lines": ["place 12-5 on P9"]}, "no train P9", id="a train that is not there"),
        pytest.param("add", {"lines": ["game house P1 P2"]}, "begins once", id="a second game in one"),
        pytest.param("retract", {"seq": 1}, "delete the game instead", id="the game itself"),
        pytest.param("retract", {"seq": 2}, "has no place then", id="a round that others rest on"),
        pytest.param("retract", {"seq": 99}, "has to be an earlier one", id="an entry that is not there"),
        pytest.param("confirm", {"seq": 99}, "no event with the number 99", id="nothing to confirm"),
        pytest.param("start_round", {}, "still under way", id="a round within a round"),
        pytest.param("reveal", {"seat": "P9", "tiles": []}, "does not sit", id="a seat that is not there"),
        pytest.param("add", {"lines": ["pass Anna"]}, "does not sit", id="a name in the place of a seat"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(
    begun: GameDesk, kind: str, fields: dict[str, object], reason: str
) -> None:
    with pytest.raises(DeskError, match=reason):
        do(begun, kind, **fields)


@pytest.mark.parametrize(("rules", "players"), [("nonsense(", 2), ("house(max_pip=99)", 2)])
def test_rules_that_cannot_be_begin_no_game(rules: str, players: int) -> None:
    with pytest.raises(DeskError):
        opening(NewGame(rules=rules, players=["A"] * players))


def test_an_answered_flag_goes_and_a_house_rule_silences_its_code(begun: GameDesk) -> None:
    desk = add(begun, "place 11-5 on P1 by P1", "place 10-3 on P2 by P2")
    assert len(seen(desk).flags) == 2

    one = desk.answered(FlagAnswer(4, "train_start_mismatch", "so"))
    assert [each.seq for each in seen(one).flags] == [5]
    none = desk.answered(FlagAnswer(4, "train_start_mismatch", "house"))
    assert seen(none).flags == []


def test_only_a_flag_that_is_there_can_be_answered(begun: GameDesk) -> None:
    with pytest.raises(DeskError, match="has no flag"):
        begun.answered(FlagAnswer(2, "duplicate_tile", "so"))


def test_a_doubtful_entry_asks_and_blames_nobody_until_it_is_confirmed(begun: GameDesk) -> None:
    draft = Draft("place 11-5 on P1 by P1", Source.INFERRED, "9.jpg", doubtful=True)
    desk = begun.take(stored(begun, (draft,), ""))

    asked = seen(desk).question
    assert asked is not None
    assert (asked.seq, asked.slots["tile"], seen(desk).flags) == (4, "11-5", [])
    settled = seen(do(desk, "confirm", seq=4))
    assert (settled.question, [each.seq for each in settled.flags]) == (None, [4])


def test_what_was_there_when_watching_began_is_nobodys_fault(begun: GameDesk) -> None:
    quiet = Draft("place 11-5 on P1", Source.INFERRED, quiet=True)
    desk = begun.take(stored(begun, (quiet,), ""))

    assert seen(desk).flags == []
    assert desk.held[-1].problems == ()


def test_nobody_is_blamed_for_playing_on_a_tile_in_doubt(begun: GameDesk) -> None:
    doubtful = Draft("place 12-5 on P1 by P1", Source.INFERRED, doubtful=True)
    played_on = Draft("place 7-8 on P1 by P2", Source.CAMERA)
    desk = begun.take(stored(begun, (doubtful, played_on), ""))

    assert seen(desk).flags == []
    assert seen(do(desk, "confirm", seq=4)).flags != []


def test_entries_out_of_order_are_refused(begun: GameDesk) -> None:
    with pytest.raises(DeskError, match="expected entry 4 next, got 6"):
        begun.take([Stored(6, "", Draft("draw P1"))])


def test_seats_go_by_their_new_names_everywhere(begun: GameDesk) -> None:
    view = seen(begun.renamed({"P1": "Äsa"}))

    assert view.round is not None
    assert view.round.turn.name == "Äsa"
    assert str(view.round.trains[0].title) == "Äsa's train"
    with pytest.raises(DeskError, match="no seat is called P7"):
        begun.renamed({"P7": "Nobody"})


def test_a_round_is_counted_from_the_hands_and_the_next_one_is_proposed(begun: GameDesk) -> None:
    desk = do(begun, "reveal", seat="P1", tiles=[])
    desk = do(desk, "reveal", seat="P2", tiles=["0-0", "3-4"])
    assert [(each.seat, each.value) for each in seen(desk).scores.hands] == [("P1", 0), ("P2", 57)]

    view = seen(do(desk, "end_round"))
    assert view.scores.totals == {"P1": 0.0, "P2": 57.0}
    assert view.scores.leaders == ["P1"]
    assert view.next_round is not None
    assert (view.next_round.number, view.next_round.engine, view.next_round.starter) == (2, "11-11", "P2")


def test_a_score_that_was_written_down_wins_over_the_count(begun: GameDesk) -> None:
    desk = do(do(begun, "score", seat="P1", points="5"), "score", seat="P2", points="21/2")

    assert seen(do(desk, "end_round")).scores.rounds[0].points == {"P1": 5.0, "P2": 10.5}


def test_hands_that_were_shown_count_beside_points_that_were_written_down(begun: GameDesk) -> None:
    desk = do(do(begun, "reveal", seat="P1", tiles=["5-6"]), "score", seat="P2", points="30")

    assert seen(do(desk, "end_round")).scores.rounds[0].points == {"P1": 11.0, "P2": 30.0}


@settings(max_examples=60)
@given(lines=st.lists(st.one_of(log_entries.map(str), st.text(max_size=40)), max_size=12))
def test_whatever_is_typed_is_taken_or_refused_and_the_view_stands(lines: list[str]) -> None:
    drafts, _ = opening(NewGame(rules="house", players=["Anna", "Ben", "Cem"]))
    desk = do(GameDesk(1).take(stored(GameDesk(1), drafts, "")), "start_round")
    for line in lines:
        try:
            desk = add(desk, line)
        except (DeskError, ValidationError):
            continue

    assert seen(desk).version == desk.version


def test_each_event_of_the_log_has_a_kind_and_its_parts(begun: GameDesk) -> None:
    desk = add(begun, "place 12-5 on P1", "marker on P2", "boneyard 58", "hand P2 16")
    lines = [(line.kind, line.slots) for line in seen(desk).log[3:]]

    assert lines == [
        ("place", {"seat": "Anna", "tile": "12-5", "train": train_of("Anna"), "is_branch": "False"}),
        ("marker_on", {"train": train_of("Ben")}),
        ("boneyard", {"tiles": 58}),
        ("hand", {"seat": "Ben", "tiles": 16}),
    ]


def train_of(name: str) -> Saying:
    return Saying("train.name.seat", {"name": name})


def test_the_log_as_a_record_reads_back(begun: GameDesk) -> None:
    desk = do(add(begun, "place 12-5 on P1 by P1"), "undo")
    text = str(Record((("Site", "x"),), desk.parsed))

    assert parse_record(text).entries == desk.parsed


def test_a_desk_opened_from_the_store_stands_where_it_stood(begun: GameDesk) -> None:
    desk = do(add(begun, "place 12-5 on P1 by P1"), "correct", seq=4, line="place 12-6 on P1 by P1")
    row = GameRow(1, "", "", desk.version)
    again = GameDesk.open(StoredGame(row, desk.entries, tuple(desk.names.items())))

    assert seen(again) == seen(desk)
