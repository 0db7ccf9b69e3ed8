"""What can be wrong, or worth a word: codes, how grave they are, the rule they rest on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeVar

from engine.notation import Reader

Member = TypeVar("Member", bound=StrEnum)


class Severity(StrEnum):
    """How sure and how grave."""

    ERROR = "error"
    """A rule is certainly broken."""
    WARNING = "warning"
    """Probably broken: ask."""
    NOTICE = "notice"
    """A reminder, or something to tidy up."""
    INFO = "info"
    """For the record."""


class Code(StrEnum):
    """Every problem that can be named."""

    MISMATCHED_END = "mismatched_end"
    TRAIN_START_MISMATCH = "train_start_mismatch"
    UNSATISFIED_DOUBLE_IGNORED = "unsatisfied_double_ignored"
    DOUBLE_SATISFIED_OUT_OF_ORDER = "double_satisfied_out_of_order"
    FOLLOW_UP_NOT_ON_DOUBLE = "follow_up_not_on_double"
    TOO_MANY_DOUBLES = "too_many_doubles"
    TILE_NOT_IN_SET = "tile_not_in_set"
    DUPLICATE_TILE = "duplicate_tile"
    WRONG_ENGINE = "wrong_engine"
    ENGINE_NOT_DOUBLE = "engine_not_double"
    TILE_FACE_DOWN_ON_TRAIN = "tile_face_down_on_train"
    BRANCH_NOT_ALLOWED = "branch_not_allowed"
    DETACHED_TILE = "detached_tile"
    SECOND_MEXICAN_TRAIN = "second_mexican_train"
    SECOND_PERSONAL_TRAIN = "second_personal_train"
    DOUBLE_NOT_SIDEWAYS = "double_not_sideways"
    SINGLE_SIDEWAYS = "single_sideways"
    TILE_REMOVED = "tile_removed"
    TILE_MOVED = "tile_moved"
    TILE_SWAPPED = "tile_swapped"
    MARKER_REMOVED_EARLY = "marker_removed_early"
    DEAD_NUMBER_RELEASED = "dead_number_released"
    ROUND_OUT_SEEN = "round_out_seen"
    SCORE_MISMATCH = "score_mismatch"
    ROUND_SKIPPED = "round_skipped"
    GAME_OVER = "game_over"
    PLAY_ON_CLOSED_TRAIN = "play_on_closed_train"
    OUT_OF_TURN = "out_of_turn"
    EXTRA_TILE_IN_TURN = "extra_tile_in_turn"
    TURN_SKIPPED = "turn_skipped"
    MEXICAN_TRAIN_TOO_EARLY = "mexican_train_too_early"
    FIRST_TURN_OWN_TRAIN_ONLY = "first_turn_own_train_only"
    OWN_TRAIN_FIRST = "own_train_first"
    MARKER_MISSING = "marker_missing"
    MARKER_NOT_DUE = "marker_not_due"
    MARKER_WRONG_TRAIN = "marker_wrong_train"
    MARKER_LEFT_ON = "marker_left_on"
    TOO_MANY_DRAWS = "too_many_draws"
    DRAW_NOT_SEEN = "draw_not_seen"
    UNNEEDED_DRAW = "unneeded_draw"
    HAND_COUNT_OFF = "hand_count_off"
    TILE_COUNT_MISMATCH = "tile_count_mismatch"
    WRONG_DEAL = "wrong_deal"
    WRONG_STARTER = "wrong_starter"
    WRONG_SLOT = "wrong_slot"
    LAST_TILE = "last_tile"
    ROUND_BLOCKED = "round_blocked"
    PLAY_AFTER_ROUND_END = "play_after_round_end"
    MUST_PLAY_VIOLATION = "must_play_violation"
    MUST_PLAY_POSSIBLE = "must_play_possible"


class Assumption(StrEnum):
    """What has to be true besides the table for a code to hold."""

    MOVER_KNOWN = "mover_known"
    EVERY_TURN_SEEN = "every_turn_seen"
    LAP_COUNT_RIGHT = "lap_count_right"
    PASS_INFERRED = "pass_inferred"  # noqa: S105 -- no password
    MARKER_SEEN_WELL = "marker_seen_well"
    BONEYARD_COUNTED = "boneyard_counted"
    DRAWS_COUNTED = "draws_counted"
    ALL_IN_VIEW = "all_in_view"
    SEATS_MAPPED = "seats_mapped"
    OUT_SEEN = "out_seen"


class Standing(NamedTuple):
    """What the rules say about a code: how grave, which rule, under which assumption."""

    severity: Severity
    rule: str
    assumption: Assumption | None = None


_ERROR, _WARNING, _NOTICE, _INFO = Severity
_A = Assumption

STANDING: Mapping[Code, Standing] = {
    Code.MISMATCHED_END: Standing(_ERROR, "A-T1"),
    Code.TRAIN_START_MISMATCH: Standing(_ERROR, "B-T7"),
    Code.UNSATISFIED_DOUBLE_IGNORED: Standing(_ERROR, "A-D3"),
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER: Standing(_ERROR, "A-D5"),
    Code.FOLLOW_UP_NOT_ON_DOUBLE: Standing(_ERROR, "A-D5"),
    Code.TOO_MANY_DOUBLES: Standing(_ERROR, "C-V2"),
    Code.TILE_NOT_IN_SET: Standing(_ERROR, "A-Q2"),
    Code.DUPLICATE_TILE: Standing(_WARNING, "A-Q2"),
    Code.WRONG_ENGINE: Standing(_ERROR, "A-E3"),
    Code.ENGINE_NOT_DOUBLE: Standing(_ERROR, "A-S1"),
    Code.TILE_FACE_DOWN_ON_TRAIN: Standing(_NOTICE, "A-T1"),
    Code.BRANCH_NOT_ALLOWED: Standing(_ERROR, "B-T6"),
    Code.DETACHED_TILE: Standing(_NOTICE, "B-T7"),
    Code.SECOND_MEXICAN_TRAIN: Standing(_ERROR, "A-X1"),
    Code.SECOND_PERSONAL_TRAIN: Standing(_WARNING, "B-T6"),
    Code.DOUBLE_NOT_SIDEWAYS: Standing(_NOTICE, "A-D1"),
    Code.SINGLE_SIDEWAYS: Standing(_NOTICE, "A-D1"),
    Code.TILE_REMOVED: Standing(_ERROR, "A-T1"),
    Code.TILE_MOVED: Standing(_ERROR, "A-T1"),
    Code.TILE_SWAPPED: Standing(_ERROR, "A-T1"),
    Code.MARKER_REMOVED_EARLY: Standing(_ERROR, "A-M2"),
    Code.DEAD_NUMBER_RELEASED: Standing(_INFO, "A-D9"),
    Code.ROUND_OUT_SEEN: Standing(_INFO, "A-E1"),
    Code.SCORE_MISMATCH: Standing(_ERROR, "A-P2"),
    Code.ROUND_SKIPPED: Standing(_INFO, "A-E3"),
    Code.GAME_OVER: Standing(_INFO, "B-G1"),
    Code.PLAY_ON_CLOSED_TRAIN: Standing(_ERROR, "A-T1", _A.MOVER_KNOWN),
    Code.OUT_OF_TURN: Standing(_WARNING, "A-S3", _A.MOVER_KNOWN),
    Code.EXTRA_TILE_IN_TURN: Standing(_ERROR, "A-T1", _A.MOVER_KNOWN),
    Code.TURN_SKIPPED: Standing(_WARNING, "A-S3", _A.EVERY_TURN_SEEN),
    Code.MEXICAN_TRAIN_TOO_EARLY: Standing(_ERROR, "B-T8", _A.LAP_COUNT_RIGHT),
    Code.FIRST_TURN_OWN_TRAIN_ONLY: Standing(_ERROR, "B-T8", _A.LAP_COUNT_RIGHT),
    Code.OWN_TRAIN_FIRST: Standing(_ERROR, "own_train_first", _A.MOVER_KNOWN),
    Code.MARKER_MISSING: Standing(_WARNING, "A-T3", _A.PASS_INFERRED),
    Code.MARKER_NOT_DUE: Standing(_WARNING, "A-T3", _A.PASS_INFERRED),
    Code.MARKER_WRONG_TRAIN: Standing(_WARNING, "A-T3", _A.PASS_INFERRED),
    Code.MARKER_LEFT_ON: Standing(_NOTICE, "A-M2", _A.MARKER_SEEN_WELL),
    Code.TOO_MANY_DRAWS: Standing(_WARNING, "A-T3", _A.BONEYARD_COUNTED),
    Code.DRAW_NOT_SEEN: Standing(_WARNING, "A-T3", _A.BONEYARD_COUNTED),
    Code.UNNEEDED_DRAW: Standing(_WARNING, "A-T2", _A.DRAWS_COUNTED),
    Code.HAND_COUNT_OFF: Standing(_WARNING, "A-S2", _A.DRAWS_COUNTED),
    Code.TILE_COUNT_MISMATCH: Standing(_WARNING, "A-Q2", _A.ALL_IN_VIEW),
    Code.WRONG_DEAL: Standing(_NOTICE, "A-S2", _A.ALL_IN_VIEW),
    Code.WRONG_STARTER: Standing(_NOTICE, "A-S3", _A.SEATS_MAPPED),
    Code.WRONG_SLOT: Standing(_NOTICE, "B-T6", _A.SEATS_MAPPED),
    Code.LAST_TILE: Standing(_INFO, "A-K1", _A.DRAWS_COUNTED),
    Code.ROUND_BLOCKED: Standing(_INFO, "A-E2", _A.BONEYARD_COUNTED),
    Code.PLAY_AFTER_ROUND_END: Standing(_ERROR, "A-E1", _A.OUT_SEEN),
    Code.MUST_PLAY_VIOLATION: Standing(_ERROR, "A-T2", _A.DRAWS_COUNTED),
    Code.MUST_PLAY_POSSIBLE: Standing(_INFO, "A-T2", _A.DRAWS_COUNTED),
}

Slot = str | int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with what a sentence about it needs."""

    code: Code
    severity: Severity
    rule: str
    slots: tuple[tuple[str, Slot], ...] = ()
    """Names and numbers for the sentence: a name, then its value (one word or a number)."""
    assumption: Assumption | None = None
    rival: Code | None = None
    """The other explanation, where two compete."""

    def __getitem__(self, slot: str) -> Slot:
        """The value of a slot."""
        return dict(self.slots)[slot]

    def as_warning(self, rival: Code | None = None) -> "Problem":
        """The same, as a question rather than a verdict."""
        softer = Severity.WARNING if self.severity is Severity.ERROR else self.severity
        return replace(self, severity=softer, rival=rival)

    def as_duty(self) -> "Problem":
        """A reminder that this table takes as a breach."""
        return replace(self, severity=Severity.WARNING)

    def __str__(self) -> str:
        words = [self.severity.value, self.code.value, self.rule]
        words += [f"{name}={value}" for name, value in self.slots]
        words += [f"assuming:{self.assumption}"] if self.assumption else []
        words += [f"rival:{self.rival}"] if self.rival else []
        return " ".join(words)


def problem(code: Code, **slots: Slot) -> Problem:
    """A problem as the rules class it."""
    standing = STANDING[code]
    return Problem(code, standing.severity, standing.rule, tuple(slots.items()), standing.assumption)


WORD = re.compile(r"[a-z_]+")
RULE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
SLOT_VALUE = re.compile(r"[^ =:]+")
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,8}")


def read_enum(reader: Reader, kind: type[Member]) -> Member:
    """Read one of the words of an enumeration."""
    reader.skip()
    start = reader.position
    word = reader.take(WORD, f"a {kind.__name__.lower()}")
    return reader.build(start, lambda: kind(word), f"a {kind.__name__.lower()}")


def _slot_value(word: str) -> Slot:
    # A whole number in its shortest form was a number; all else was a word.
    return int(word) if WHOLE.fullmatch(word) else word


def parse_problem(text: str) -> Problem:
    """The problem that `text` describes."""
    reader = Reader(text)
    severity = read_enum(reader, Severity)
    code = read_enum(reader, Code)
    rule = reader.take(RULE, "a rule")
    slots: list[tuple[str, Slot]] = []
    assumption: Assumption | None = None
    rival: Code | None = None
    while not reader.at_end():
        if reader.accept("assuming:"):
            assumption = read_enum(reader, Assumption)
        elif reader.accept("rival:"):
            rival = read_enum(reader, Code)
        else:
            name = reader.name("a slot")
            reader.expect("=")
            slots.append((name, _slot_value(reader.take(SLOT_VALUE, "a slot's value"))))
    return Problem(code, severity, rule, tuple(slots), assumption, rival)
