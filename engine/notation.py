"""Reading the one-line text forms: a scanner that knows where it is."""

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from engine.tiles import Tile

Value = TypeVar("Value")

# Nine digits are more than any value needs and keep int() away from its length limit.
NUMBER = re.compile(r"[0-9]{1,9}")
PIPS = re.compile(r"[0-9]{1,2}")
"""An end's value; no tile has more than eighteen pips on one."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")


class NotationError(ValueError):
    """A text that is no notation: what was expected, and at which position (from 0)."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        super().__init__(f"expected {expected} at column {position + 1} of {_excerpt(text, position)!r}")
        self.text = text
        self.position = position
        self.expected = expected


LONGEST_QUOTED = 160


def _excerpt(text: str, position: int) -> str:
    """The text, or what stands around `position` in a very long one."""
    if len(text) <= LONGEST_QUOTED:
        return text
    start = max(0, position - LONGEST_QUOTED // 2)
    return f"…{text[start : start + LONGEST_QUOTED]}…"


class Reader:
    """A text and the position up to which it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def fail(self, expected: str, position: int | None = None) -> NoReturn:
        """Refuse the text at `position`, or where the reader stands."""
        raise NotationError(self.text, self.position if position is None else position, expected)

    def skip(self) -> None:
        """Pass over blanks."""
        while self.text[self.position : self.position + 1] == " ":
            self.position += 1

    def accept(self, literal: str) -> bool:
        """Read `literal` if it comes next."""
        self.skip()
        if not self.text.startswith(literal, self.position):
            return False
        self.position += len(literal)
        return True

    def expect(self, literal: str) -> None:
        """Read `literal` or refuse the text."""
        if not self.accept(literal):
            self.fail(repr(literal))

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read what `pattern` matches or refuse the text."""
        self.skip()
        match = pattern.match(self.text, self.position)
        if match is None:
            self.fail(expected)
        self.position = match.end()
        return match.group()

    def word(self, word: str) -> bool:
        """Read `word` if it comes next and no name or number goes on after it."""
        self.skip()
        end = self.position + len(word)
        if not self.text.startswith(word, self.position) or self.text[end : end + 1].isalnum():
            return False
        self.position = end
        return True

    def number(self, expected: str = "a number") -> int:
        """Read a whole number from 0 up."""
        return int(self.take(NUMBER, expected))

    def name(self, expected: str = "a name") -> str:
        """Read a name: a letter, then letters, digits and underscores."""
        return self.take(NAME, expected)

    def tile(self) -> Tile:
        """Read a tile in either order of its ends."""
        return Tile.of(*self.ends())

    def ends(self) -> tuple[int, int]:
        """Read two pip values as they are written."""
        first = int(self.take(PIPS, "a tile such as 5-3"))
        self.expect("-")
        return first, int(self.take(PIPS, "the other end of the tile"))

    def at_end(self) -> bool:
        """Whether everything has been read."""
        self.skip()
        return self.position == len(self.text)

    def finish(self, value: Value) -> Value:
        """`value`, once nothing is left to read."""
        if not self.at_end():
            self.fail("the end of the line")
        return value

    def build(self, start: int, make: Callable[[], Value], expected: str) -> Value:
        """What `make` gives; a value that it refuses is a fault of the text at `start`."""
        try:
            return make()
        except NotationError:
            raise
        except ValueError as error:
            raise NotationError(self.text, start, f"{expected} ({error})") from error


def parse_tile(text: str) -> Tile:
    """The tile that `text` names."""
    reader = Reader(text)
    return reader.finish(reader.tile())
