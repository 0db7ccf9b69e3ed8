"""The slots of each problem: who, where, what was expected and what came, as one line."""

from dataclasses import replace
from pathlib import Path

import pytest
from round_texts import P1, P2, after, k, t, table, table_event

from engine.event_notation import parse_event
from engine.events import Event
from engine.game import judge_all
from engine.judge import judge_round
from engine.observation import Candidate, Face, Joint, LooseCandidate, Observation, Pose, SeenTile, SeenTrain
from engine.problems import parse_problem
from engine.reconcile import reconcile
from engine.reconciliation import Contradicted
from engine.remarking import remarks_on

ROUNDS = Path(__file__).parents[1] / "scenarios" / "problems.txt"


def blocks() -> list[list[str]]:
    """The blocks of the file: a round, then events, then lines of problems after an equals sign."""
    text = "\n".join(line for line in ROUNDS.read_text().splitlines() if not line.startswith("#"))
    return [block.splitlines() for block in text.strip().split("\n\n")]


@pytest.mark.parametrize("block", blocks(), ids=" ".join)
def test_a_problem_names_who_and_what(block: list[str]) -> None:
    rules, _, given = block[0].partition(" | ")
    *before, last = (line.strip() for line in block[1:] if line.startswith(" "))
    _, found = judge_round(after(table(given, rules=rules), *before), table_event(last))

    assert [f"= {each}" for each in found] == [line for line in block if line.startswith("=")]
    for problem in found:
        assert parse_problem(str(problem)) == problem


GAME_ROWS: tuple[tuple[str, str], ...] = (
    (
        "game house P1 P2; round 2",
        "info round_skipped A-E3 n=2 m=13 expected=1",
    ),
    (
        "game house P1 P2; round 1 dealt 15",
        "notice wrong_deal A-S2 expected=16 came=15 assuming:all_in_view",
    ),
    (
        "game house P1 P2; round 1 starts P1; round ends",
        "info round_skipped A-E3 n=1 m=13",
    ),
    (
        "game house P1 P2; round 1 starts P1; round ends; round 2 starts P1",
        "notice wrong_starter A-S3 expected=P2 came=P1 assuming:seats_mapped",
    ),
    (
        "game house(rounds=1) P1 P2; round 1 starts P1; reveal P1; reveal P2 1-2; round ends",
        "info round_skipped A-E3 n=1 m=1; info game_over B-G1 n=1 winners=P1",
    ),
    (
        "game house(rounds=1) P1 P2; round 1 starts P1; round ends",
        "info round_skipped A-E3 n=1 m=1; info game_over B-G1 n=1 winners=P1+P2",
    ),
    (
        "game house P1 P2; game ends",
        "info game_over B-G1 n=0 winners=-",
    ),
    (
        "game house P1 P2; round 1 starts P1; reveal P1; reveal P2 1-2; score P2 4",
        "error score_mismatch A-P2 seat=P2 expected=3 came=4",
    ),
    (
        "game house P1 P2; round 1 starts P1; engine 12-12; round ends; round 2 starts P2; engine 12-12",
        "error wrong_engine A-E3 r=2 expected=11-11 came=12-12",
    ),
)


@pytest.mark.parametrize(("lines", "said"), GAME_ROWS, ids=[row[0] for row in GAME_ROWS])
def test_a_problem_of_the_game_names_who_and_what(lines: str, said: str) -> None:
    events: list[Event] = [parse_event(line) for line in lines.split("; ")]
    _, verdicts = judge_all(events)

    assert "; ".join(map(str, verdicts[-1])) == said


def seen(*links: str, joint: Joint = Joint.TAIL, face: Face = Face.UP, pose: Pose | None = None) -> SeenTrain:
    """A train in slot 1 as a look shows it; its last tile lies as said."""
    tiles = [SeenTile((Candidate(k(each), 1.0), Candidate(k("0-0"), 0.1))) for each in links]
    return SeenTrain(1, (*tiles[:-1], replace(tiles[-1], joint=joint, face=face, pose=pose)))


REMARKS: tuple[tuple[Observation, str], ...] = (
    (
        Observation((), loose=((LooseCandidate(t("3-4"), 0.2), LooseCandidate(t("5-6"), 0.7)),)),
        "notice detached_tile B-T7 tile=5-6",
    ),
    (
        Observation((seen("12-5", "5-6", joint=Joint.DETACHED),)),
        "notice detached_tile B-T7 tile=5-6",
    ),
    (
        Observation((seen("12-5", face=Face.BACK),)),
        "notice tile_face_down_on_train A-T1 train=P1",
    ),
    (
        Observation((seen("12-5", "5-5", pose=Pose.INLINE),)),
        "notice double_not_sideways A-D1 tile=5-5 train=P1",
    ),
    (
        Observation((seen("12-5", "5-6", pose=Pose.CROSSWISE),)),
        "notice single_sideways A-D1 tile=5-6 train=P1",
    ),
    (
        Observation(
            (seen("12-5"),), engine=(LooseCandidate(t("12-12"), 1.0),), hands=((P1, 3), (P2, 4)), boneyard=5
        ),
        "warning tile_count_mismatch A-Q2 expected=91 came=14 assuming:all_in_view",
    ),
)


@pytest.mark.parametrize(("look", "said"), REMARKS, ids=[row[1] for row in REMARKS])
def test_a_remark_names_where_and_what(look: Observation, said: str) -> None:
    state = table("12-12 | P1: 12-5 | slots 1=P1", seats="P1 P2")

    assert "; ".join(map(str, remarks_on(state, look))) == said


CONFLICTS: tuple[tuple[Observation, str, str], ...] = (
    (
        Observation((), engine=(LooseCandidate(t("9-9"), 0.1), LooseCandidate(t("11-11"), 0.9))),
        "error wrong_engine A-E3 r=1 expected=12-12 came=11-11",
        "",
    ),
    (
        Observation((seen("12-5", "7-8", "5-1", "1-2", "2-3", "3-4"),)),
        "error branch_not_allowed B-T6 tile=7-8 train=P1",
        "P1",
    ),
    (
        Observation((seen("12-5", "7-6", "7-7", "7-8", "7-9"),)),
        (
            "error tile_swapped A-T1 tile=1-5 train=P1 expected=1-5 came=6-7; "
            "error tile_swapped A-T1 tile=1-2 train=P1 expected=1-2 came=7-7; "
            "error tile_swapped A-T1 tile=2-3 train=P1 expected=2-3 came=7-8; "
            "error tile_swapped A-T1 tile=3-4 train=P1 expected=3-4 came=7-9"
        ),
        "P1",
    ),
    (
        Observation((seen("12-5"),)),
        (
            "error tile_removed A-T1 tile=3-4 train=P1; error tile_removed A-T1 tile=2-3 train=P1; "
            "error tile_removed A-T1 tile=1-2 train=P1; error tile_removed A-T1 tile=1-5 train=P1"
        ),
        "P1",
    ),
)


@pytest.mark.parametrize(("look", "said", "where"), CONFLICTS, ids=[row[1][:30] for row in CONFLICTS])
def test_a_contradiction_names_where_and_what(look: Observation, said: str, where: str) -> None:
    state = table("12-12 | P1: 12-5 5-1 1-2 2-3 3-4 | slots 1=P1", seats="P1 P2")
    found = reconcile(state, look)

    assert isinstance(found, Contradicted)
    assert "; ".join(map(str, found.problems)) == said
    assert " ".join(found.where) == where
