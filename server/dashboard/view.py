"""What the page shows of a game: one whole value with a version."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from server.words import Filling, Saying


class Shown(BaseModel):
    """The common part: frozen, and nothing that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatView(Shown):
    """A seat and what people call it."""

    seat: str
    name: str
    hand: int | None = None
    """Tiles in hand, where known."""


class TileView(Shown):
    """A tile in a train, its end towards the hub first; `seq` is the entry that laid it."""

    inner: int
    outer: int
    is_double: bool
    seq: int | None


class TrainView(Shown):
    """A train from the hub outward."""

    name: str
    title: Saying
    seat: str | None
    slot: int | None
    tiles: list[TileView]
    is_open: bool
    has_marker: bool
    free_end: int | None
    asks: int | None
    """What the next tile has to show; on an empty train the engine tile says it."""
    is_unsatisfied: bool
    may_play: bool
    """Whether the seat on turn may play here."""


class DutyView(Shown):
    """What somebody owes now."""

    seat: str
    kind: str
    sentence: Saying
    may_draw: bool


class TurnView(Shown):
    """Whose turn it is; `others` may be on turn as well, when a pass was not seen."""

    seat: str
    name: str
    duties: list[DutyView]
    others: list[str]


class UnsatisfiedView(Shown):
    """A double that nothing was played on yet."""

    train: str
    title: Saying
    pips: int
    by: str | None


class ProblemView(Shown):
    """Something wrong or worth a word, as a saying."""

    code: str
    severity: str
    rule: str
    sentence: Saying


class FlagView(ProblemView):
    """A problem that waits for an answer; `has_pictures`: of the table before and after."""

    seq: int
    has_pictures: bool = False


class LogLine(Shown):
    """An event that holds; `kind` and `slots` make its sentence, `line` is its notation."""

    seq: int
    at: str
    source: str
    kind: str
    slots: dict[str, Filling]
    line: str
    round: int
    is_doubtful: bool
    is_mended: bool
    problems: list[ProblemView]


class RoundOverView(Shown):
    """How the round ended, and who went out."""

    ending: str
    winner: str | None


class RoundView(Shown):
    """The round under way."""

    number: int
    engine: str | None
    starter: str | None
    boneyard: int | None
    trains: list[TrainView]
    turn: TurnView
    unsatisfied: list[UnsatisfiedView]
    over: RoundOverView | None


class NextRoundView(Shown):
    """What the rules say of the round to come."""

    number: int
    engine: str
    starter: str | None


class HandView(Shown):
    """A hand that was shown, and what it costs."""

    seat: str
    tiles: list[str]
    value: int


class RoundScoreView(Shown):
    """How a round came out; seats without points are unknown."""

    number: int
    engine: int | None
    winner: str | None
    points: dict[str, float]


class ScoresView(Shown):
    """The score sheet."""

    rounds: list[RoundScoreView]
    totals: dict[str, float]
    leaders: list[str]
    hands: list[HandView]
    entered: dict[str, float]
    lowest_wins: bool


class QuestionView(Shown):
    """What the camera could not tell; the game goes on meanwhile."""

    seq: int
    kind: str
    slots: dict[str, Filling]
    line: str


class CameraView(Shown):
    """How the camera does.

    restarting: the vision process died or hung. failed: it cannot work at all. note: why, in one line.
    name: of the source, without passwords.
    """

    state: Literal["none", "starting", "watching", "waiting", "lost", "restarting", "failed", "ended"]
    note: str = ""
    name: str = ""


class LookBackView(Shown):
    """What a shown hand tells of a pass or a draw. nth: of the seat's passes, or of its draws."""

    code: str
    seat: str
    nth: str
    tile: str


class GameView(Shown):
    """A game as the page shows it; a higher version is newer."""

    id: int
    version: int
    rules: str
    max_pip: int
    round_count: int
    seats: list[SeatView]
    round: RoundView | None
    next_round: NextRoundView | None
    is_over: bool
    flags: list[FlagView]
    question: QuestionView | None
    log: list[LogLine]
    scores: ScoresView
    looking_back: list[LookBackView]
    camera: CameraView
    best_train: bool = True
    """Whether players may ask for the best train of their hands."""


class GameSummary(Shown):
    """A game in the list."""

    id: int
    created_at: str
    changed_at: str
    players: list[str]
    rules: str
    rounds_played: int
    round_count: int
    is_over: bool
    leaders: list[str]
