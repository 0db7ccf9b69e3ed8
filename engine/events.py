"""What can happen at the table."""

from dataclasses import dataclass
from fractions import Fraction

from engine.observation import Pose
from engine.rules import RuleSet
from engine.tiles import Tile
from engine.trains import Link, Seat, TrainName


def _by(seat: Seat | None) -> str:
    return f" by {seat}" if seat else ""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: the rules and the seats, clockwise."""

    rules: RuleSet
    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return f"game {self.rules} {' '.join(self.seats)}"


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """From the next round on the table plays by other rules."""

    rules: RuleSet

    def __str__(self) -> str:
        return f"rules {self.rules}"


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins. `dealt` is how many tiles each seat took, when that is known."""

    number: int
    starter: Seat | None = None
    dealt: int | None = None

    def __str__(self) -> str:
        starter = f" starts {self.starter}" if self.starter else ""
        dealt = "" if self.dealt is None else f" dealt {self.dealt}"
        return f"round {self.number}{starter}{dealt}"


@dataclass(frozen=True, slots=True)
class EngineLaid:
    """The tile in the middle of the hub; `by` out of whose hand, when it was held."""

    tile: Tile
    by: Seat | None = None

    def __str__(self) -> str:
        return f"engine {self.tile}{_by(self.by)}"


@dataclass(frozen=True, slots=True)
class TrainAssigned:
    """The train in a slot belongs to a seat or is the Mexican train.

    sector: the seat in whose part of the table the slot lies, when seats are mapped.
    """

    slot: int
    train: TrainName
    sector: Seat | None = None

    def __str__(self) -> str:
        sector = f" in {self.sector}" if self.sector else ""
        return f"assign @{self.slot} {self.train}{sector}"


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile laid on a train; `by` is None when nobody saw who did it."""

    link: Link
    train: TrainName
    by: Seat | None = None
    is_branch: bool = False
    """It touches the side or the middle of the train, not its tail."""
    pose: Pose | None = None
    """How it lies, when that was seen."""

    def __str__(self) -> str:
        branch = " side" if self.is_branch else ""
        pose = f" {self.pose}" if self.pose else ""
        return f"place {self.link} on {self.train}{_by(self.by)}{branch}{pose}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat took a tile from the boneyard."""

    seat: Seat

    def __str__(self) -> str:
        return f"draw {self.seat}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat gave up its turn."""

    seat: Seat

    def __str__(self) -> str:
        return f"pass {self.seat}"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat said that its opening run is over."""

    seat: Seat

    def __str__(self) -> str:
        return f"end {self.seat}"


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A marker came to lie on a train."""

    train: TrainName

    def __str__(self) -> str:
        return f"marker on {self.train}"


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """The marker of a train was taken off."""

    train: TrainName

    def __str__(self) -> str:
        return f"marker off {self.train}"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tile went from the table back to a hand."""

    tile: Tile
    train: TrainName

    def __str__(self) -> str:
        return f"back {self.tile} from {self.train}"


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile went from one train to the tail of another, `link` as it lies there now."""

    link: Link
    origin: TrainName
    train: TrainName

    def __str__(self) -> str:
        return f"move {self.link} from {self.origin} to {self.train}"


@dataclass(frozen=True, slots=True)
class Replaced:
    """The place of a tile in a train now shows another tile."""

    old: Tile
    link: Link
    train: TrainName

    def __str__(self) -> str:
        return f"replace {self.old} by {self.link} on {self.train}"


@dataclass(frozen=True, slots=True)
class FaceDownSeen:
    """A tile lies face down on a train."""

    train: TrainName

    def __str__(self) -> str:
        return f"facedown on {self.train}"


@dataclass(frozen=True, slots=True)
class LooseSeen:
    """A tile lies face up and touches no train."""

    tile: Tile

    def __str__(self) -> str:
        return f"loose {self.tile}"


@dataclass(frozen=True, slots=True)
class HandCounted:
    """So many tiles stand before a seat."""

    seat: Seat
    tiles: int

    def __str__(self) -> str:
        return f"hand {self.seat} {self.tiles}"


@dataclass(frozen=True, slots=True)
class BoneyardCounted:
    """So many tiles are left to draw from."""

    tiles: int

    def __str__(self) -> str:
        return f"boneyard {self.tiles}"


@dataclass(frozen=True, slots=True)
class HandRevealed:
    """What a seat holds, shown."""

    seat: Seat
    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return " ".join(["reveal", self.seat, *map(str, self.tiles)])


@dataclass(frozen=True, slots=True)
class ScoreEntered:
    """What somebody wrote down for a seat in this round."""

    seat: Seat
    points: Fraction

    def __str__(self) -> str:
        return f"score {self.seat} {self.points}"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The table says that the round is over."""

    def __str__(self) -> str:
        return "round ends"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The table says that the game is over."""

    def __str__(self) -> str:
        return "game ends"


TableEvent = (
    EngineLaid
    | TrainAssigned
    | TilePlaced
    | Drawn
    | Passed
    | TurnEnded
    | MarkerPlaced
    | MarkerTaken
    | TakenBack
    | Moved
    | Replaced
    | FaceDownSeen
    | LooseSeen
    | HandCounted
    | BoneyardCounted
    | HandRevealed
)
"""What changes a round."""

GameEvent = GameStarted | RulesChanged | RoundStarted | ScoreEntered | RoundEnded | GameEnded
"""What changes the game around it."""

Event = TableEvent | GameEvent
