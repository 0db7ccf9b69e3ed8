"""Violations played on purpose: each plays one breach if the moment allows it.

Every one of them is certain from the table (and from who was seen), so the referee has to name
exactly its code. Codes that are missing here are no violations but news, and come up in legal games:
dead_number_released, round_out_seen, round_skipped, game_over, last_tile, round_blocked, and
must_play_possible, which says that a violation cannot be told from a lucky draw.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.problems import Code
from scenegen import game_counts as counts
from scenegen import game_markers as markers
from scenegen import game_meddling as meddling
from scenegen import game_misplays as play
from scenegen.game_table import Table

Violation = Callable[[Table], bool]


@dataclass(frozen=True)
class Tempter:
    """Lets players break rules now and then."""

    rate: float
    """How often a seat about to act tries to break a rule instead."""
    codes: tuple[Code, ...] = ()
    """Which ones; none means all."""

    def __call__(self, table: Table) -> bool:
        """Play a violation if the dice and the moment allow one."""
        if table.rng.random() >= self.rate:
            return False
        possible = _possible(table)
        codes = [code for code in self.codes or VIOLATIONS if code in possible]
        table.rng.shuffle(codes)
        # Some can be done at any time and would leave no room for those that seldom can.
        played = Counter(each.truth for each in table.log)
        codes.sort(key=lambda code: played[code])
        return any(possible[code](table) for code in codes)


def _possible(table: Table) -> Mapping[Code, Violation]:
    """What can be done at all: while the round is played, when it is over, when hands are shown."""
    if table.round.over is None:
        return DURING
    return SCORING if table.round.revealed else AFTERWARDS


DURING: Mapping[Code, Violation] = {
    Code.MISMATCHED_END: play.mismatched_end,
    Code.TRAIN_START_MISMATCH: play.train_start_mismatch,
    Code.PLAY_ON_CLOSED_TRAIN: play.play_on_closed_train,
    Code.UNSATISFIED_DOUBLE_IGNORED: play.unsatisfied_double_ignored,
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER: play.double_satisfied_out_of_order,
    Code.FOLLOW_UP_NOT_ON_DOUBLE: play.follow_up_not_on_double,
    Code.TOO_MANY_DOUBLES: play.too_many_doubles,
    Code.MEXICAN_TRAIN_TOO_EARLY: play.mexican_train_too_early,
    Code.FIRST_TURN_OWN_TRAIN_ONLY: play.first_turn_own_train_only,
    Code.OWN_TRAIN_FIRST: play.own_train_first,
    Code.EXTRA_TILE_IN_TURN: play.extra_tile_in_turn,
    Code.OUT_OF_TURN: play.out_of_turn,
    Code.TURN_SKIPPED: play.turn_skipped,
    Code.WRONG_STARTER: play.wrong_starter,
    Code.BRANCH_NOT_ALLOWED: play.branch_not_allowed,
    Code.DOUBLE_NOT_SIDEWAYS: play.double_not_sideways,
    Code.SINGLE_SIDEWAYS: play.single_sideways,
    Code.TILE_NOT_IN_SET: play.tile_not_in_set,
    Code.DUPLICATE_TILE: play.duplicate_tile,
    Code.MARKER_MISSING: markers.marker_missing,
    Code.MARKER_NOT_DUE: markers.marker_not_due,
    Code.MARKER_WRONG_TRAIN: markers.marker_wrong_train,
    Code.MARKER_REMOVED_EARLY: markers.marker_removed_early,
    Code.MARKER_LEFT_ON: markers.marker_left_on,
    Code.WRONG_ENGINE: meddling.wrong_engine,
    Code.ENGINE_NOT_DOUBLE: meddling.engine_not_double,
    Code.TILE_MOVED: meddling.tile_moved,
    Code.TILE_SWAPPED: meddling.tile_swapped,
    Code.TILE_REMOVED: meddling.tile_removed,
    Code.SECOND_MEXICAN_TRAIN: meddling.second_mexican_train,
    Code.SECOND_PERSONAL_TRAIN: meddling.second_personal_train,
    Code.WRONG_SLOT: meddling.wrong_slot,
    Code.DETACHED_TILE: meddling.detached_tile,
    Code.TILE_FACE_DOWN_ON_TRAIN: meddling.tile_face_down_on_train,
    Code.TOO_MANY_DRAWS: counts.too_many_draws,
    Code.DRAW_NOT_SEEN: counts.draw_not_seen,
    Code.UNNEEDED_DRAW: counts.unneeded_draw,
    Code.HAND_COUNT_OFF: counts.hand_count_off,
    Code.TILE_COUNT_MISMATCH: counts.tile_count_mismatch,
    Code.WRONG_DEAL: counts.wrong_deal,
    Code.MUST_PLAY_VIOLATION: counts.must_play_violation,
}
AFTERWARDS: Mapping[Code, Violation] = {Code.PLAY_AFTER_ROUND_END: play.play_after_round_end}
SCORING: Mapping[Code, Violation] = {Code.SCORE_MISMATCH: counts.score_mismatch}
VIOLATIONS: Mapping[Code, Violation] = {**DURING, **AFTERWARDS, **SCORING}
