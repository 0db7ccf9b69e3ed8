"""What the photo worker is asked and what it answers, as values with bounds: it is not trusted."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.rules import MAX_PIP
from engine.tiles import Tile

Share = Annotated[float, Field(ge=0, le=1)]
Pips = Annotated[int, Field(ge=0, le=MAX_PIP)]
TileName = Annotated[str, Field(pattern=r"^[0-9]{1,2}-[0-9]{1,2}$")]
Side = Annotated[int, Field(ge=1, le=10_000)]


class Facts(BaseModel):
    """The common part: frozen, and nothing that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Ask(Facts):
    """A photo to read; its bytes come with it."""

    set_size: int | None = None


class EndFacts(Facts):
    """One end of a tile: its pips and how sure they are."""

    pips: Pips
    confidence: Share


class TileFacts(Facts):
    """A tile as it was read. corners: shares of width and height, the first two bound the first end."""

    corners: Annotated[list[tuple[Share, Share]], Field(min_length=4, max_length=4)]
    ends: Annotated[list[EndFacts], Field(min_length=2, max_length=2)]
    confidence: Share
    is_doubtful: bool
    rivals: Annotated[list[TileName], Field(max_length=8)]

    @property
    def tile(self) -> Tile:
        """The tile as an unordered pair."""
        return Tile.of(self.ends[0].pips, self.ends[1].pips)


class Ready(Facts):
    """The worker has loaded its models."""

    kind: Literal["ready"] = "ready"


class Read(Facts):
    """A photo that was read; the upright picture comes with it as JPEG of that width and height."""

    kind: Literal["read"] = "read"
    width: Side
    height: Side
    set_size: int
    tiles: Annotated[list[TileFacts], Field(max_length=500)]
    notes: Annotated[list[str], Field(max_length=10)]


class Refused(Facts):
    """No photo that can be read. why: one line for whoever sent it."""

    kind: Literal["refused"] = "refused"
    why: Annotated[str, Field(max_length=500)]


class Fault(Facts):
    """Something that should not happen. what: for the log."""

    kind: Literal["fault"] = "fault"
    what: Annotated[str, Field(max_length=2000)]


Said = Annotated[Ready | Read | Refused | Fault, Field(discriminator="kind")]


def said(fields: bytes) -> Ready | Read | Refused | Fault:
    """What the worker said; ValueError when it is none of these."""
    adapter: TypeAdapter[Ready | Read | Refused | Fault] = TypeAdapter(Said)
    return adapter.validate_json(fields)
