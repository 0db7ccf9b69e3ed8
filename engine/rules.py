"""The rule set: every knob a table can turn, typed and checked."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, Self, get_type_hints

from engine.knobs import DealRow, RuleError, check_type, format_knob, from_plain, read_knob
from engine.notation import NAME, Reader

MAX_PIP = 18
"""Pips of the biggest tile sold; more than two digits would not fit a reading either."""
MIN_SEATS = 2
MAX_SEATS = 12


@dataclass(frozen=True, slots=True)
class RuleSet:
    """How a table plays."""

    name: str
    # set and deal
    max_pip: int = 12
    deal: tuple[DealRow, ...] = ()
    rounds: int | None = None
    # engine and start
    engine_source: Literal["set_aside", "holder", "highest_double_held"] = "set_aside"
    engine_missing: Literal["draw_in_turn", "all_draw", "next_lower"] = "draw_in_turn"
    engine_search_tiles: Literal["keep", "return"] = "keep"
    engine_sequence: Literal["descending", "highest_unused"] = "descending"
    first_starter: Literal["chosen", "engine_holder"] = "chosen"
    next_starter: Literal["rotate", "engine_holder", "last_winner"] = "rotate"
    # opening
    opening: Literal["single", "run"] = "single"
    opening_targets: Literal["own_only", "any"] = "any"
    own_train_first: Literal["never", "until_started"] = "never"
    mexican_from: Literal["first_turn", "second_turn", "after_own_started"] = "first_turn"
    opening_out: Literal["immediate", "finish_lap"] = "immediate"
    # turn
    must_play: bool = True
    draw_limit: int | None = 1
    # doubles
    follow_up: Literal["any", "on_double", "none"] = "any"
    follow_multi: Literal["first_open_only", "first_open_or_plain", "anywhere"] = "first_open_only"
    max_doubles_per_turn: int | None = None
    unsatisfied_double_lock: bool = True
    closing_order: Literal["fifo", "lifo", "any"] = "fifo"
    dead_release: bool = True
    go_out_on_double: bool = True
    branching_doubles: bool = False
    # markers
    marker_place: Literal["tail", "head", "hub", "any"] = "any"
    marker_off: Literal["own_play", "any_play"] = "own_play"
    marker_off_is_duty: bool = False
    marker_trigger: Literal["no_play", "double_left_too"] = "no_play"
    all_trains_public: bool = False
    # announcements
    announce_last: Literal["off", "courtesy", "required"] = "required"
    announce_penalty: int = 0
    # scoring
    scoring: Literal["penalty", "positive"] = "penalty"
    double_blank: int = 50
    going_out_bonus: int = 0
    unsatisfied_double_penalty: int = 0
    positive_split: Literal["exact", "floor"] = "exact"
    tie: Literal["shared", "rounds_won", "extra_round"] = "shared"

    def __post_init__(self) -> None:
        if NAME.fullmatch(self.name) is None:
            raise RuleError(f"a rule set needs a name of letters and digits, got {self.name!r}")
        for knob in KNOBS:
            check_type(knob, hints()[knob], getattr(self, knob))
        _check_ranges(self)
        _check_deal(self)
        _check_contradictions(self)

    def with_knobs(self, knobs: Mapping[str, object]) -> Self:
        """This rule set with some knobs turned; unknown ones are refused by name."""
        unknown = sorted(set(map(str, knobs)) - set(KNOBS))
        if unknown:
            raise RuleError(f"unknown knobs: {', '.join(unknown)}")
        turned: dict[str, Any] = {
            knob: from_plain(knob, hints()[knob], value) for knob, value in knobs.items()
        }
        return replace(self, **turned)

    @property
    def tile_count(self) -> int:
        """How many tiles the set has."""
        return (self.max_pip + 1) * (self.max_pip + 2) // 2

    def __str__(self) -> str:
        base = PRESETS.get(self.name, RuleSet(self.name))
        knobs = self.knobs_apart_from(base)
        inside = ",".join(f"{knob}={format_knob(value)}" for knob, value in knobs.items())
        return f"{self.name}({inside})" if inside else self.name

    def knobs_apart_from(self, other: "RuleSet") -> dict[str, object]:
        """The knobs that stand differently here than in `other`."""
        return {knob: getattr(self, knob) for knob in KNOBS if getattr(self, knob) != getattr(other, knob)}


KNOBS: tuple[str, ...] = tuple(field.name for field in fields(RuleSet) if field.name != "name")
"""The names of all knobs, in the order of the rule set."""

LEAST: Mapping[str, int] = {
    "max_pip": 1,
    "rounds": 1,
    "draw_limit": 0,
    "max_doubles_per_turn": 1,
    "announce_penalty": 0,
    "double_blank": 0,
    "unsatisfied_double_penalty": 0,
}

MOST: Mapping[str, int] = {"max_pip": MAX_PIP, "rounds": 1000}


@cache
def hints() -> dict[str, object]:
    """The type of each knob."""
    return get_type_hints(RuleSet)


def _check_ranges(rules: RuleSet) -> None:
    for knob, least in LEAST.items():
        value = getattr(rules, knob)
        if value is not None and value < least:
            raise RuleError(f"{knob} must be {least} or more, got {value}")
    for knob, most in MOST.items():
        value = getattr(rules, knob)
        if value is not None and value > most:
            raise RuleError(f"{knob} must be {most} or less, got {value}")


def _check_deal(rules: RuleSet) -> None:
    for max_pip, seats, tiles in rules.deal:
        in_set = (max_pip + 1) * (max_pip + 2) // 2
        if not (MIN_SEATS <= seats <= MAX_SEATS and tiles >= 1 and seats * tiles <= in_set):
            raise RuleError(f"deal gives {seats} seats {tiles} tiles each out of a double-{max_pip} set")


def _check_contradictions(rules: RuleSet) -> None:
    for knob in ("first_starter", "next_starter"):
        if rules.engine_source == "set_aside" and getattr(rules, knob) == "engine_holder":
            raise RuleError(f"{knob}=engine_holder contradicts engine_source=set_aside")
    if rules.announce_last == "off" and rules.announce_penalty:
        raise RuleError("announce_penalty contradicts announce_last=off")


def _table(max_pip: int, *tiles: int) -> tuple[DealRow, ...]:
    """Deal rows for two seats, three seats and so on."""
    return tuple((max_pip, seats, count) for seats, count in enumerate(tiles, start=2))


_LONG_DEAL = _table(12, 16, 16, 15, 14, 12, 10, 9) + _table(9, 15, 13, 10)
_HOLDER = {
    "engine_source": "holder",
    "first_starter": "engine_holder",
    "next_starter": "engine_holder",
    "opening_targets": "own_only",
    "mexican_from": "second_turn",
    "follow_multi": "anywhere",
    "announce_last": "off",
    "double_blank": 0,
}

GAMERULES = RuleSet("gamerules", deal=_LONG_DEAL, marker_place="tail")
WIKIHOW = RuleSet("wikihow").with_knobs(
    {
        **_HOLDER,
        "deal": _table(12, 12, 12, 12, 12, 12, 10, 10, 8, 8),
        "marker_place": "head",
    }
)
PAGAT = RuleSet("pagat").with_knobs(
    {
        **_HOLDER,
        "deal": _table(12, 15, 15, 15, 12, 12, 10, 10, 8, 8),
        "opening": "run",
        "opening_out": "finish_lap",
    }
)
HOUSE = RuleSet(
    "house",
    deal=_LONG_DEAL,
    opening_targets="own_only",
    mexican_from="second_turn",
    follow_multi="first_open_or_plain",
    announce_last="courtesy",
)

PRESETS: Mapping[str, RuleSet] = {rules.name: rules for rules in (GAMERULES, WIKIHOW, PAGAT, HOUSE)}
DEFAULT = GAMERULES


def preset(name: str) -> RuleSet:
    """The preset called `name`."""
    if name not in PRESETS:
        raise RuleError(f"unknown preset {name!r}; there are {', '.join(PRESETS)}")
    return PRESETS[name]


def rules_from_mapping(mapping: Mapping[str, object]) -> RuleSet:
    """A rule set from plain values: `preset` to start from, then any knobs."""
    base = mapping.get("preset", DEFAULT.name)
    knobs = {key: value for key, value in mapping.items() if key != "preset"}
    return preset(str(base)).with_knobs(knobs)


def read_rules(reader: Reader) -> RuleSet:
    """Read a rule set: a preset's name or another, with knobs in brackets."""
    reader.skip()
    start = reader.position
    name = reader.name("a rule set")
    base = PRESETS.get(name, RuleSet(name))
    if not reader.accept("("):
        return base
    knobs: dict[str, object] = {}
    while True:
        reader.skip()
        at = reader.position
        knob = reader.name("a knob")
        if knob not in KNOBS or knob in knobs:
            reader.fail("a knob not yet named", at)
        reader.expect("=")
        knobs[knob] = read_knob(reader, hints()[knob])
        if not reader.accept(","):
            break
    reader.expect(")")
    return reader.build(start, lambda: base.with_knobs(knobs), "a rule set")


def parse_rules(text: str) -> RuleSet:
    """The rule set that `text` describes."""
    reader = Reader(text)
    return reader.finish(read_rules(reader))
