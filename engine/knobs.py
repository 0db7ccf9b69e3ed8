"""The knobs of a rule set as plain values and as words."""

from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from engine.notation import Reader

DealRow = tuple[int, int, int]
"""Highest pip of the set, seats, tiles for each."""


class RuleError(ValueError):
    """A rule set that cannot be: names the knob, what was expected and what came."""


def choices(hint: object) -> tuple[str, ...]:
    """The words that a knob of this type can stand on; none for numbers and yes/no."""
    return get_args(hint) if get_origin(hint) is Literal else ()


def kind(hint: object) -> str:
    """What a knob of this type takes."""
    if choices(hint):
        return "choice"
    if get_origin(hint) is tuple:
        return "deal"
    if hint is bool:
        return "bool"
    return "int or none" if type(None) in get_args(hint) else "int"


def check_type(knob: str, hint: object, value: object) -> None:
    """Refuse a value that the knob cannot stand on."""
    is_int = isinstance(value, int) and not isinstance(value, bool)
    match kind(hint):
        case "choice" if value not in choices(hint):
            raise RuleError(f"{knob} must be one of {', '.join(choices(hint))}, got {value!r}")
        case "bool" if not isinstance(value, bool):
            raise RuleError(f"{knob} must be true or false, got {value!r}")
        case "int" if not is_int:
            raise RuleError(f"{knob} must be a whole number, got {value!r}")
        case "int or none" if not is_int and value is not None:
            raise RuleError(f"{knob} must be a whole number or none, got {value!r}")
        case _:
            return


def from_plain(knob: str, hint: object, value: object) -> Any:
    """A knob's value from what TOML or YAML can say: lists for tuples, words for none."""
    what = kind(hint)
    if what == "deal":
        return _deal_rows(value)
    words = ("none", "until_playable") if knob == "draw_limit" else ("none",)
    return None if what == "int or none" and value in words else value


def _deal_rows(value: object) -> tuple[DealRow, ...]:
    rows = list(value) if isinstance(value, Iterable) else [value]
    checked: list[DealRow] = []
    for row in rows:
        match row:
            case [int(max_pip), int(seats), int(tiles)]:
                checked.append((max_pip, seats, tiles))
            case _:
                raise RuleError(f"deal needs rows of max_pip, seats, tiles, got {row!r}")
    return tuple(checked)


def format_knob(value: object) -> str:
    """A knob's value as one word."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            return "+".join("/".join(map(str, row)) for row in value) or "none"
        case _:
            return str(value)


def read_knob(reader: Reader, hint: object) -> object:
    """Read the value of a knob of this type."""
    match kind(hint):
        case "deal":
            return _read_deal(reader)
        case "choice":
            return reader.name("a word")
        case "bool":
            if reader.word("true"):
                return True
            reader.expect("false")
            return False
        case _ if reader.word("none"):
            return None
        case _:
            return -reader.number() if reader.accept("-") else reader.number()


def _read_deal(reader: Reader) -> tuple[DealRow, ...]:
    rows: list[DealRow] = []
    if reader.word("none"):
        return ()
    while True:
        max_pip = reader.number("a deal row such as 12/4/15")
        reader.expect("/")
        seats = reader.number("seats")
        reader.expect("/")
        rows.append((max_pip, seats, reader.number("tiles")))
        if not reader.accept("+"):
            return tuple(rows)
