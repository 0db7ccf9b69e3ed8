"""What problems and duties say in plain English; the engine's values hold only the slots."""

from collections.abc import Mapping

from engine.legal import Duty, DutyKind
from engine.problems import Code, Problem

SENTENCES: Mapping[Code, str] = {
    Code.MISMATCHED_END: "{tile} doesn't fit: {train} needs a {expected}.",
    Code.TRAIN_START_MISMATCH: "A train must start with a {expected}.",
    Code.UNSATISFIED_DOUBLE_IGNORED: "The double {v} is unsatisfied – it has to be covered first.",
    Code.DOUBLE_SATISFIED_OUT_OF_ORDER: "Cover the double {v1} before the double {v2}.",
    Code.FOLLOW_UP_NOT_ON_DOUBLE: "Your double {v} has to be covered by your next tile.",
    Code.TOO_MANY_DOUBLES: "Only {n} double(s) per turn in this game.",
    Code.TILE_NOT_IN_SET: "{tile} isn't in a double-{max} set.",
    Code.DUPLICATE_TILE: "I see {tile} twice – please check.",
    Code.WRONG_ENGINE: "Round {r} should start with {expected}.",
    Code.ENGINE_NOT_DOUBLE: "The middle tile must be a double.",
    Code.TILE_FACE_DOWN_ON_TRAIN: "One tile on {train} is face down.",
    Code.BRANCH_NOT_ALLOWED: "Trains grow only at the end.",
    Code.DETACHED_TILE: "Where does {tile} belong?",
    Code.SECOND_MEXICAN_TRAIN: "There is already a Mexican train.",
    Code.SECOND_PERSONAL_TRAIN: "{train} already has a train.",
    Code.DOUBLE_NOT_SIDEWAYS: "Doubles go sideways.",
    Code.SINGLE_SIDEWAYS: "Only doubles go sideways.",
    Code.TILE_REMOVED: "{tile} was taken back from {train}.",
    Code.TILE_MOVED: "{tile} was moved from {expected} to {came}.",
    Code.TILE_SWAPPED: "{expected} was replaced by {came}.",
    Code.MARKER_REMOVED_EARLY: "{seat}'s marker stays until they play on their own train.",
    Code.DEAD_NUMBER_RELEASED: "All {v}s are out – the double {v} no longer blocks.",
    Code.ROUND_OUT_SEEN: "{seat} is out!",
    Code.SCORE_MISMATCH: "{seat}: I count {expected}, you wrote {came}.",
    Code.ROUND_SKIPPED: "That was round {n} of {m}.",
    Code.GAME_OVER: "The game is over after {n} rounds. Winner: {winners}.",
    Code.PLAY_ON_CLOSED_TRAIN: "{owner}'s train is closed.",
    Code.OUT_OF_TURN: "It is {seat}'s turn.",
    Code.EXTRA_TILE_IN_TURN: "One tile per turn – {seat} already played.",
    Code.TURN_SKIPPED: "Did {seat} pass?",
    Code.MEXICAN_TRAIN_TOO_EARLY: "{seat} may not start the Mexican train yet.",
    Code.FIRST_TURN_OWN_TRAIN_ONLY: "First turn: own train only.",
    Code.OWN_TRAIN_FIRST: "Start your own train first.",
    Code.MARKER_MISSING: "{seat} passed – marker on their train, please.",
    Code.MARKER_NOT_DUE: "Why is there a marker on {train}'s train?",
    Code.MARKER_WRONG_TRAIN: "The marker belongs on {seat}'s own train.",
    Code.MARKER_LEFT_ON: "{seat} may take the marker off.",
    Code.TOO_MANY_DRAWS: "Only {n} tile(s) may be drawn.",
    Code.DRAW_NOT_SEEN: "No draw seen before {seat} passed.",
    Code.UNNEEDED_DRAW: "{seat} held a playable tile when drawing.",
    Code.HAND_COUNT_OFF: "{seat} should hold {expected} tiles, not {came}.",
    Code.TILE_COUNT_MISMATCH: "There should be {expected} tiles, I count {came}.",
    Code.WRONG_DEAL: "By the deal there should be {expected} tiles, not {came}.",
    Code.WRONG_STARTER: "{expected} starts this round.",
    Code.WRONG_SLOT: "That is {expected}'s track.",
    Code.LAST_TILE: "{seat} has one tile left.",
    Code.ROUND_BLOCKED: "Nobody can move – round over?",
    Code.PLAY_AFTER_ROUND_END: "The round is over.",
    Code.MUST_PLAY_VIOLATION: "{seat} passed but held a playable tile.",
    Code.MUST_PLAY_POSSIBLE: "{seat} may have held a playable tile – can't tell.",
}

DUTIES: Mapping[DutyKind, str] = {
    DutyKind.SATISFY: "{seat} has to cover the double {pips}",
    DutyKind.FOLLOW_UP: "{seat} plays once more after the double {pips}",
    DutyKind.PLAY: "{seat} plays a tile",
    DutyKind.RUN_ON: "{seat} goes on with the opening run, or says that it is over.",
    DutyKind.PUT_MARKER: "{seat} puts the marker on their own train.",
    DutyKind.COUNT: "{seat} shows and counts the hand.",
}


def sentence(found: Problem) -> str:
    """The problem as a sentence for the table."""
    text = SENTENCES[found.code].format_map(dict(found.slots))
    return text if found.rival is None else f"{text} Or is it: {found.rival.replace('_', ' ')}?"


def duty_sentence(duty: Duty) -> str:
    """Who must do what now, as a sentence."""
    pips = " or the double ".join(map(str, duty.pips))
    text = DUTIES[duty.kind].format(seat=duty.seat, pips=pips)
    if duty.kind not in (DutyKind.SATISFY, DutyKind.FOLLOW_UP, DutyKind.PLAY):
        return text
    return f"{text}, or draws one." if duty.may_draw else f"{text}, or passes and puts the marker down."
