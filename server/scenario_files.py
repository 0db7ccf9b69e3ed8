"""Scenario files: YAML with a list of cases, each node knowing the line that it came from."""

from dataclasses import dataclass
from typing import Any

import yaml

MOST = 999_999
MOST_ITEMS = 500_000
"""Values in a file; the public cases have some two thousand."""


class ScenarioError(ValueError):
    """A scenario that cannot be run: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        # Some reasons of the YAML reader run over several lines.
        self.line, self.reason = line, " ".join(reason.split())
        super().__init__(f"line {line}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Item:
    """A value of the file with the line that it stands in."""

    value: object
    line: int

    def fail(self, reason: str) -> ScenarioError:
        """What is wrong with this item."""
        return ScenarioError(self.line, reason)

    @property
    def keys(self) -> dict[str, "Item"]:
        """The item as a mapping."""
        if not isinstance(self.value, dict):
            raise self.fail(f"expected a mapping, got {self.plain!r}")
        return self.value

    @property
    def items(self) -> list["Item"]:
        """The item as a list."""
        if not isinstance(self.value, list):
            raise self.fail(f"expected a list, got {self.plain!r}")
        return self.value

    @property
    def text(self) -> str:
        """The item as text; numbers count as such."""
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            raise self.fail(f"expected a word, got {self.plain!r}")
        return str(self.value)

    @property
    def number(self) -> int:
        """The item as a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.fail(f"expected a whole number, got {self.plain!r}")
        return self.value

    @property
    def count(self) -> int:
        """The item as a whole number from 0 up, of a size that something at a table can have."""
        if not 0 <= self.number <= MOST:
            raise self.fail(f"expected a number from 0 to {MOST}, got {self.number}")
        return self.number

    @property
    def flag(self) -> bool:
        """The item as yes or no."""
        if not isinstance(self.value, bool):
            raise self.fail(f"expected true or false, got {self.plain!r}")
        return self.value

    def get(self, key: str) -> "Item | None":
        """The value of a key, if it is given; null counts as given."""
        return self.keys.get(key)

    def need(self, key: str) -> "Item":
        """The value of a key that has to be given."""
        found = self.keys.get(key)
        if found is None:
            raise self.fail(f"{key} is missing")
        return found

    def only(self, *known: str) -> None:
        """Refuse keys that mean nothing here."""
        for key, item in self.keys.items():
            if key not in known:
                raise item.fail(f"unknown key {key!r}; there are {', '.join(known)}")

    @property
    def plain(self) -> Any:
        """The item without lines."""
        if isinstance(self.value, dict):
            return {key: item.plain for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain for item in self.value]
        return self.value


def read_cases(text: str) -> list[Item]:
    """The cases of a scenario file, in order."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        if root is None:
            return []
        # The constructor turns a node into what its text means (numbers, words, null).
        return _Reading(yaml.SafeLoader("")).item(root).items
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise ScenarioError(line, f"{error.problem or error.context}") from error
    except RecursionError as error:
        raise ScenarioError(1, "nested too deeply") from error
    except (yaml.YAMLError, AttributeError, TypeError, ValueError) as error:
        # The constructors of tagged values (!!timestamp x) fail in ways of their own.
        if isinstance(error, ScenarioError):
            raise
        raise ScenarioError(1, f"no YAML: {error}") from error


@dataclass
class _Reading:
    """Nodes becoming items, up to a limit: aliases of aliases grow without end."""

    loader: yaml.SafeLoader
    left: int = MOST_ITEMS

    def item(self, node: yaml.Node) -> Item:
        """The item that the node stands for."""
        line = node.start_mark.line + 1
        self.left -= 1
        if self.left < 0:
            raise ScenarioError(line, f"more than {MOST_ITEMS} values")
        match node:
            case yaml.MappingNode():
                return Item(self._mapping(node), line)
            case yaml.SequenceNode():
                return Item([self.item(each) for each in node.value], line)
            case _:
                return Item(self.loader.construct_object(node), line)

    def _mapping(self, node: yaml.MappingNode) -> dict[str, Item]:
        found: dict[str, Item] = {}
        for key, value in node.value:
            name = str(self.loader.construct_object(key))
            if name in found:
                raise ScenarioError(key.start_mark.line + 1, f"{name!r} is given twice")
            found[name] = self.item(value)
        return found
