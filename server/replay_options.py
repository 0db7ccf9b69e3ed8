"""What the command line of a replay means: rules, seats, set."""

import tomllib
from dataclasses import replace
from pathlib import Path

from engine.knobs import RuleError
from engine.notation import NotationError
from engine.rules import DEFAULT, MAX_SEATS, MIN_SEATS, RuleSet, parse_rules, rules_from_mapping
from engine.trains import Seat, check_seat
from server.session_rounds import TableSetup
from server.words import Saying


class OptionError(ValueError):
    """An option that cannot be, in one line."""


def table_setup(rules: str | None, players: str | None, set_size: int | None) -> TableSetup:
    """What is known of the table before the first frame."""
    chosen = DEFAULT if rules is None else read_rules(rules)
    is_set_known = set_size is not None or (rules is not None and chosen.max_pip != DEFAULT.max_pip)
    if set_size is not None:
        chosen = replace(chosen, max_pip=set_size)
    seats = None if players is None else read_players(players)
    return TableSetup(chosen, seats, is_set_known=is_set_known)


def read_rules(text: str) -> RuleSet:
    """A preset, a rule set in brackets, or a TOML file with `preset` and knobs."""
    path = Path(text)
    try:
        if path.suffix.lower() == ".toml" or path.is_file():
            return rules_from_mapping(tomllib.loads(path.read_text(encoding="utf-8")))
        return _preset(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OptionError(f"--rules {text}: {' '.join(str(error).split())}") from error
    except (RuleError, NotationError) as error:
        raise OptionError(f"--rules {text}: {error}") from error


def _preset(text: str) -> RuleSet:
    rules = parse_rules(text)
    if rules == RuleSet(rules.name) and rules.name != DEFAULT.name and "(" not in text:
        # A name alone that is no preset would silently be the plain rules.
        raise RuleError(
            f"expected a preset (see `stationmaster rules --presets`) or a .toml file, got {text}"
        )
    return rules


def read_players(text: str) -> tuple[Seat, ...]:
    """The seats, clockwise: so many, or by their names."""
    words = [word.strip() for word in text.split(",")]
    if len(words) == 1 and words[0].isdecimal():
        words = [f"P{at + 1}" for at in range(int(words[0]) if len(words[0]) < 4 else MAX_SEATS + 1)]
    if not MIN_SEATS <= len(words) <= MAX_SEATS:
        raise OptionError(
            Saying("error.seat_count", {"least": MIN_SEATS, "most": MAX_SEATS, "came": len(words)})
        )
    try:
        seats = tuple(check_seat("_".join(word.split())) for word in words)
    except ValueError as error:
        raise OptionError(f"--players: {error}") from error
    if len(set(seats)) != len(seats):
        raise OptionError(Saying("error.same_names", {"names": ", ".join(words)}))
    return seats
