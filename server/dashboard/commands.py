"""What a person can ask of a game."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Line = Annotated[str, Field(min_length=1, max_length=400, pattern=r"^[^\n\r#]*$")]
"""One line of notation (docs/record.md)."""
Seq = Annotated[int, Field(ge=1, le=10**9)]
SeatId = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,31}$")]
TileText = Annotated[str, Field(pattern=r"^[0-9]{1,2}-[0-9]{1,2}$")]
TrainText = Annotated[str, Field(pattern=r"^(@[0-9]{1,2}|[A-Za-z][A-Za-z0-9_]{0,31})$")]
"""A train by its owner, the Mexican train as `MX`, one that is nobody's by its slot."""
SeatName = Annotated[
    str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")
]


class Command(BaseModel):
    """The common part: frozen, and nothing that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Add(Command):
    """Events that happened now, all or none."""

    kind: Literal["add"]
    lines: Annotated[list[Line], Field(min_length=1, max_length=16)]


class Insert(Command):
    """An event that was missed, before the entry with that number."""

    kind: Literal["insert"]
    before_seq: Seq
    line: Line


class Correct(Command):
    """The entry with that number was really this."""

    kind: Literal["correct"]
    seq: Seq
    line: Line


class Confirm(Command):
    """The doubtful entry with that number was so."""

    kind: Literal["confirm"]
    seq: Seq


class Retract(Command):
    """The entry with that number never happened."""

    kind: Literal["retract"]
    seq: Seq


class Undo(Command):
    """What was done last was not so."""

    kind: Literal["undo"]


class Give(Command):
    """A train is another's, from its first tile on; where that one has a train too, they change places."""

    kind: Literal["give"]
    train: TrainText
    owner: SeatId


class StartRound(Command):
    """The next round begins; what is not said follows from the rules."""

    kind: Literal["start_round"]
    starter: SeatId | None = None
    engine: TileText | None = None


class EndRound(Command):
    """The round is over and its scores stand."""

    kind: Literal["end_round"]


class Reveal(Command):
    """What a seat has left in hand."""

    kind: Literal["reveal"]
    seat: SeatId
    tiles: Annotated[list[TileText], Field(max_length=200)]

    @property
    def line(self) -> str:
        """The event as a line of notation."""
        return " ".join(["reveal", self.seat, *self.tiles])


class Score(Command):
    """What somebody wrote down for a seat; points such as 12 or 21/2."""

    kind: Literal["score"]
    seat: SeatId
    points: Annotated[str, Field(pattern=r"^-?[0-9]{1,6}(/[1-9][0-9]{0,3})?$")]

    @property
    def line(self) -> str:
        """The event as a line of notation."""
        return f"score {self.seat} {self.points}"


class Rename(Command):
    """What people call the seats."""

    kind: Literal["rename"]
    names: dict[SeatId, SeatName]


class Answer(Command):
    """What a person says of a flag: it was so, or this table plays so and wants no such flag."""

    kind: Literal["answer"]
    seq: Seq
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    answer: Literal["so", "house"]


LogCommand = Add | Insert | Correct | Confirm | Retract | Undo | Give | StartRound | EndRound | Reveal | Score
"""What becomes entries of the log."""

AnyCommand = Annotated[LogCommand | Rename | Answer, Field(discriminator="kind")]


class NewGame(Command):
    """A game to begin: the rules in notation, and who sits there, clockwise."""

    rules: Line = "house"
    players: Annotated[list[SeatName], Field(min_length=2, max_length=12)]
