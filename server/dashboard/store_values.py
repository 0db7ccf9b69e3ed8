"""What the store keeps, as values."""

from dataclasses import dataclass

from server.session_log import Source


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is to be written down: one line of notation.

    frame_ref: names the picture it was read from, if there is one.
    quiet: it was there when watching began, or was put right by it: nobody is blamed.
    """

    line: str
    source: Source = Source.PERSON
    frame_ref: str | None = None
    doubtful: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry that was written down; `seq` counts from 1 in each game, `at` is UTC in ISO 8601."""

    seq: int
    at: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class FlagAnswer:
    """What a person said of a flag: it was so, or this table plays so."""

    seq: int
    code: str
    answer: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list. changes: grows by one with each change of the game."""

    id: int
    created_at: str
    changed_at: str
    changes: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All that the store knows of a game."""

    row: GameRow
    entries: tuple[Stored, ...]
    names: tuple[tuple[str, str], ...] = ()
    """Seat and what people call it."""
    answers: tuple[FlagAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """Which camera watches a game, so that it goes on after a restart.

    source: a camera's index, a URL or a film's path. seats: clockwise as the picture shows them, the first
    one at its bottom. at_s: up to where a film was watched.
    """

    game_id: int
    source: str
    seats: tuple[str, ...]
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Device:
    """A device that joined with a code."""

    id: int
    role: str
    name: str
    joined_at: str
    is_revoked: bool = False
