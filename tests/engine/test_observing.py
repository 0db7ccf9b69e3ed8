"""What a perfect look shows, how a look is laid beside what is known, and what counts tell."""

import pytest
from round_texts import P1, P2, P3, after, k, t, table

from engine.aligning import Came, Changed, Gone, Stayed, Step, Wedged, agrees, align, branches, is_unreadable
from engine.differing import counted, differences
from engine.events import BoneyardCounted, Drawn, HandCounted, MarkerPlaced, MarkerTaken
from engine.expecting import observe
from engine.observation import (
    Candidate,
    Face,
    Joint,
    LooseCandidate,
    Observation,
    Pose,
    SeenTile,
    SeenTrain,
)
from engine.trains import Seat, Train, TrainName


def tile(text: str, weight: float = 1.0) -> SeenTile:
    return SeenTile((Candidate(k(text), weight),))


def train(*links: str) -> Train:
    return Train(TrainName("P1"), tuple(map(k, links)))


def test_a_perfect_look_shows_everything() -> None:
    state = table(
        "12-12 | P1/om: 12-5 5-5 | @7: 12-9 | slots 1=P1 2=P2 | strays 8-3@P1 | hands 3 ? ? 4 | boneyard 6"
    )

    assert observe(state) == Observation(
        trains=(
            SeenTrain(
                1,
                (
                    SeenTile((Candidate(k("12-5"), 1.0),), Pose.INLINE),
                    SeenTile((Candidate(k("5-5"), 1.0),), Pose.CROSSWISE),
                    SeenTile((Candidate(k("3-8"), 1.0),), Pose.INLINE, joint=Joint.SIDE),
                ),
                marker=True,
            ),
            SeenTrain(2, (), marker=False),
            SeenTrain(7, (SeenTile((Candidate(k("12-9"), 1.0),), Pose.INLINE),), marker=False),
        ),
        engine=(LooseCandidate(t("12-12"), 1.0),),
        hands=((P1, 3), (Seat("P4"), 4)),
        boneyard=6,
    )


def test_a_hub_without_an_engine_tile_shows_none() -> None:
    assert observe(table("12-12").but(engine=None)).engine is None


@pytest.mark.parametrize(
    ("seen", "unreadable"),
    [
        (tile("5-3"), False),
        (SeenTile(()), True),
        (SeenTile(tile("5-3").candidates, is_visible=False), True),
        (SeenTile(tile("5-3").candidates, face=Face.BACK), True),
        (SeenTile((), face=Face.BACK), True),
        (SeenTile((), is_visible=False), True),
    ],
)
def test_a_tile_that_shows_no_face_cannot_be_read(seen: SeenTile, *, unreadable: bool) -> None:
    assert is_unreadable(seen) is unreadable
    assert agrees(seen, k("1-1")) is unreadable


@pytest.mark.parametrize(
    ("text", "weight", "same"), [("5-3", 0.02, True), ("3-5", 1, True), ("5-3", 0.019, False)]
)
def test_a_reading_agrees_down_to_a_fiftieth(text: str, weight: float, *, same: bool) -> None:
    assert agrees(tile(text, weight), k("5-3")) is same


A, B, C, D = map(tile, ("12-5", "5-1", "1-7", "7-9"))
ODD = tile("3-3")


@pytest.mark.parametrize(
    ("seen", "known", "steps"),
    [
        ((A, B), ("12-5", "5-1"), (Stayed(), Stayed())),
        ((A, B, C), ("12-5", "5-1"), (Stayed(), Stayed(), Came(C))),
        ((A, ODD, C), ("12-5", "5-1"), (Stayed(), Changed(k("5-1"), ODD), Came(C))),
        ((A, ODD), ("12-5", "5-1"), (Stayed(), Changed(k("5-1"), ODD))),
        ((A, C), ("12-5", "5-1", "1-7"), (Stayed(), Gone(k("5-1")), Stayed())),
        ((A,), ("12-5", "5-1", "1-7"), (Stayed(), Gone(k("5-1")), Gone(k("1-7")))),
        ((A, ODD, B), ("12-5", "5-1"), (Stayed(), Wedged(ODD), Stayed())),
        ((), ("12-5",), (Gone(k("12-5")),)),
        ((B, C, D), ("12-5", "5-1", "1-7"), (Gone(k("12-5")), Stayed(), Stayed(), Came(D))),
    ],
)
def test_a_seen_train_is_laid_beside_the_known_one(
    seen: tuple[SeenTile, ...], known: tuple[str, ...], steps: tuple[Step, ...]
) -> None:
    assert align(SeenTrain(1, seen), train(*known)) == steps


def test_what_lies_beyond_a_tail_out_of_view_has_not_gone() -> None:
    assert align(SeenTrain(1, (A, ODD), is_tail_visible=False), train("12-5", "5-1", "1-7")) == (
        Stayed(),
        Changed(k("5-1"), ODD),
    )


def test_tiles_beside_a_train_come_and_go_by_themselves() -> None:
    beside = SeenTile(C.candidates, joint=Joint.SIDE)
    seen = SeenTrain(1, (A, beside, B))

    assert align(seen, train("12-5", "5-1")) == (Stayed(), Stayed())
    assert branches(seen, ()) == (Came(beside, is_branch=True),)
    assert branches(seen, (t("7-1"),)) == ()
    assert branches(seen, (t("7-9"), t("1-7"))) == (Gone(k("7-9")),)


def test_markers_differ_where_they_can_be_seen() -> None:
    state = table("12-12 | P1/om: 12-5 | P2: 12-3 | P3/om: 12-4 | slots 1=P1 2=P2 3=P3 4=P4")
    looks = tuple(
        SeenTrain(slot, (), marker=marker) for slot, marker in ((1, False), (2, True), (3, None), (4, False))
    )

    assert differences(state, Observation(looks)).markers == (
        MarkerTaken(TrainName("P1")),
        MarkerPlaced(TrainName("P2")),
    )


KNOWN = table("12-12 | P1: 12-5 | hands 3 3 0 ? | boneyard 6")


def look(
    hands: str, boneyard: int | None = None, reached: tuple[tuple[Seat, float], ...] = ()
) -> Observation:
    """A look at the counts only: `3 3 0 ?`."""
    counts = tuple(
        (seat, int(count)) for seat, count in zip(KNOWN.seats, hands.split(), strict=True) if count != "?"
    )
    return Observation((), hands=counts, boneyard=boneyard, reached_from=reached)


@pytest.mark.parametrize(
    ("hands", "boneyard", "arrivals", "departures", "told"),
    [
        ("3 3 0 ?", 6, 0, 0, ((), (), ())),
        ("3 4 0 ?", 5, 0, 0, (((Drawn(P2),),), (), ())),
        ("3 5 0 ?", 4, 0, 0, (((Drawn(P2), Drawn(P2)),), (), ())),
        ("3 4 1 ?", 4, 0, 0, (((Drawn(P2),), (Drawn(P3),)), (), ())),
        ("3 3 0 ?", 5, 0, 0, (((Drawn(P1),),), (), ())),
        ("2 3 0 ?", 6, 1, 0, ((), (P1,), ())),
        ("1 3 0 ?", 6, 2, 0, ((), (P1, P1), ())),
        ("2 3 0 ?", 6, 2, 0, ((), (None, None), ())),
        ("2 2 0 ?", 6, 2, 0, ((), (None, None), ())),
        ("3 3 0 ?", 6, 1, 0, ((), (None,), ())),
        ("2 3 0 ?", 6, 0, 0, ((), (), (HandCounted(P1, 2),))),
        ("3 3 2 ?", 6, 0, 0, ((), (), (HandCounted(P3, 2),))),
        ("3 3 2 ?", 5, 0, 0, (((Drawn(P1),),), (), (HandCounted(P3, 2),))),
        ("4 3 0 ?", 6, 0, 1, ((), (), ())),
        ("2 3 0 ?", 6, 0, 1, ((), (), (HandCounted(P1, 2),))),
        ("4 3 0 ?", 6, 1, 0, ((), (None,), (HandCounted(P1, 4),))),
        ("3 3 0 7", 6, 0, 0, ((), (), (HandCounted(Seat("P4"), 7),))),
        ("3 3 0 ?", 7, 0, 0, ((), (), (BoneyardCounted(7),))),
        ("3 3 0 ?", None, 0, 0, ((), (), ())),
    ],
)
def test_counts_tell_draws_movers_and_miscounts(
    hands: str, boneyard: int | None, arrivals: int, departures: int, told: tuple[object, object, object]
) -> None:
    found = counted(KNOWN, look(hands, boneyard), arrivals, departures)

    assert (found.draws, found.movers, found.corrections) == told


def test_a_boneyard_seen_for_the_first_time_is_counted() -> None:
    found = counted(KNOWN.but(boneyard=None), look("3 3 0 ?", 6), 0, 0)

    assert found.corrections == (BoneyardCounted(6),)


@pytest.mark.parametrize(
    ("reached", "mover"),
    [
        (((P3, 0.1), (P1, 0.9)), P1),
        (((P1, 0.6), (P3, 0.4)), P1),
        (((P1, 0.59), (P3, 0.41)), None),
        ((), None),
    ],
)
def test_the_likeliest_hand_that_reached_in_laid_the_tile(
    reached: tuple[tuple[Seat, float], ...], mover: Seat | None
) -> None:
    assert counted(KNOWN, look("3 3 0 ?", 6, reached), 1, 0).movers == (mover,)


def test_a_hidden_tile_changes_nothing_and_a_new_one_comes() -> None:
    state = after(KNOWN, "place 5-1 on P1 by P1")
    hidden = SeenTile((), is_visible=False)

    assert align(SeenTrain(1, (A, hidden, C)), state.train(TrainName("P1"))) == (Stayed(), Stayed(), Came(C))
