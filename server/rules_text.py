"""`stationmaster rules`: the chosen rule set as numbered sentences to read aloud."""

from collections.abc import Iterator, Mapping

import typer

from engine.dealing import round_count, tiles_each
from engine.knobs import RuleError, choices, format_knob, kind
from engine.notation import NotationError
from engine.rules import DEFAULT, KNOBS, PRESETS, RuleSet, hints, parse_rules
from server.count_photos import complain

USUAL_SEATS = range(2, 9)


def rule_sentences(rules: RuleSet) -> Iterator[str]:
    """The rules of a table, one sentence each, in the order of a game."""
    for part in (_set_up, _opening, _turn, _doubles, _markers, _scoring):
        yield from part(rules)


def _set_up(rules: RuleSet) -> Iterator[str]:
    yield (
        f"We play {round_count(rules)} rounds with a double-{rules.max_pip} set of {rules.tile_count} tiles."
    )
    dealt = []
    for seats in USUAL_SEATS:
        try:
            dealt.append(f"{seats} players {tiles_each(rules, seats)}")
        except RuleError:  # pragma: no cover -- the usual tables always deal
            continue
    yield f"Tiles each: {', '.join(dealt)}."
    if rules.engine_sequence == "descending":
        yield f"Round 1 starts from {rules.max_pip}-{rules.max_pip}, each later round from the double below."
    else:
        yield "Each round starts from the highest double that has not been the engine tile yet."
    yield ENGINE[rules.engine_source]
    if rules.engine_source != "set_aside":
        yield MISSING[rules.engine_missing]
        kept = "kept" if rules.engine_search_tiles == "keep" else "put back"
        yield f"Tiles drawn in search of it are {kept}."
    yield FIRST_STARTER[rules.first_starter]
    yield NEXT_STARTER[rules.next_starter]


def _opening(rules: RuleSet) -> Iterator[str]:
    if rules.opening == "run":
        yield "In the first turn everybody lays as long a train as they can."
    else:
        yield "In the first turn, too, one tile is played."
    if rules.opening_targets == "own_only":
        yield "In the first turn only one's own train may be played on."
    if rules.own_train_first == "until_started":
        yield "After that, whoever has no train yet starts it before playing anywhere else."
    yield MEXICAN[rules.mexican_from]
    if rules.opening_out == "finish_lap":
        yield "Whoever is out in the first lap waits until everybody has had the first turn."


def _turn(rules: RuleSet) -> Iterator[str]:
    where = "on any train" if rules.all_trains_public else "on one's own, the Mexican or a marked train"
    yield f"A turn is one tile {where}; the touching ends match."
    if rules.must_play:
        yield "Whoever can play must play."
    if rules.draw_limit is None:
        yield "Whoever cannot play draws until a tile fits or none is left."
    elif rules.draw_limit == 0:
        yield "Whoever cannot play passes without drawing."
    else:
        yield f"Whoever cannot play draws {rules.draw_limit} and plays it if it fits; otherwise they pass."
    yield "The round ends when somebody has no tile left, or nobody can move and nothing is left to draw."
    if not rules.go_out_on_double:
        yield "A double as the last tile does not end the round: it has to be followed."
    if rules.announce_last != "off":
        how = "must say" if rules.announce_last == "required" else "kindly says"
        yield f"Whoever has one tile left {how} so."
    if rules.announce_penalty:
        yield f"Forgetting to say so costs {rules.announce_penalty} tile(s)."


def _doubles(rules: RuleSet) -> Iterator[str]:
    yield FOLLOW_UP[rules.follow_up]
    if rules.follow_up != "none":
        yield FOLLOW_MULTI[rules.follow_multi]
    if rules.max_doubles_per_turn is not None:
        yield f"Not more than {rules.max_doubles_per_turn} double(s) may be played in a turn."
    if rules.unsatisfied_double_lock:
        yield "A double left unsatisfied has to be covered by the next who can, before anything else."
        yield CLOSING[rules.closing_order]
        if rules.dead_release:
            yield "Once all tiles of its number are out, a double binds nobody any more."
    else:
        yield "A double left unsatisfied binds nobody."
    if rules.branching_doubles:
        yield "Tiles may branch off a double."


def _markers(rules: RuleSet) -> Iterator[str]:
    yield "Whoever passes puts a marker on their own train; it is then open to all."
    if rules.marker_trigger == "double_left_too":
        yield "So does whoever leaves a double unsatisfied."
    what = "on their own train" if rules.marker_off == "own_play" else "anywhere"
    may = "must come" if rules.marker_off_is_duty else "may come"
    yield f"The marker {may} off once they have played {what}."


def _scoring(rules: RuleSet) -> Iterator[str]:
    if rules.scoring == "penalty":
        yield "Everybody adds the pips left in hand; the lowest total wins the game."
    else:
        shared = "evenly" if rules.positive_split == "exact" else "in whole points"
        yield f"Whoever goes out scores the pips of the others; joint winners share {shared}."
        yield "The highest total wins the game."
    yield f"The double blank counts {rules.double_blank}."
    if rules.going_out_bonus:
        yield f"Going out counts {rules.going_out_bonus:+d}."
    if rules.unsatisfied_double_penalty:
        yield f"Leaving a double unsatisfied at the end costs {rules.unsatisfied_double_penalty}."
    yield TIE[rules.tie]


ENGINE: Mapping[str, str] = {
    "set_aside": "The engine tile is taken out before the deal.",
    "holder": "Whoever holds the engine tile lays it and then plays.",
    "highest_double_held": "Whoever holds the highest double lays it as the engine tile and then plays.",
}
MISSING: Mapping[str, str] = {
    "draw_in_turn": "If nobody holds it, we draw one by one until it turns up.",
    "all_draw": "If nobody holds it, everybody draws until it turns up.",
    "next_lower": "If nobody holds it, the next lower double starts.",
}
FIRST_STARTER: Mapping[str, str] = {
    "chosen": "Who starts the first round is up to us.",
    "engine_holder": "The first round is started by whoever laid the engine tile.",
}
NEXT_STARTER: Mapping[str, str] = {
    "rotate": "The start of later rounds goes round the table clockwise.",
    "engine_holder": "Later rounds are started by whoever laid the engine tile.",
    "last_winner": "Later rounds are started by whoever won the last one.",
}
MEXICAN: Mapping[str, str] = {
    "first_turn": "The Mexican train may be started by anybody from the first turn on.",
    "second_turn": "The Mexican train may be started by anybody from their second turn on.",
    "after_own_started": "The Mexican train may be started by whoever has started their own train.",
}
FOLLOW_UP: Mapping[str, str] = {
    "any": "After a double one plays again, on the double or on any open train.",
    "on_double": "After a double one plays again, and on the double.",
    "none": "A double ends the turn like any other tile.",
}
FOLLOW_MULTI: Mapping[str, str] = {
    "first_open_only": "After two or more doubles the next tile goes on the first of them.",
    "first_open_or_plain": "After two or more doubles the next tile goes on the first of them or on a train "
    "without an unsatisfied double.",
    "anywhere": "After two or more doubles the next tile goes on any of them or on any open train.",
}
CLOSING: Mapping[str, str] = {
    "fifo": "Several doubles are covered in the order in which they were laid.",
    "lifo": "Several doubles are covered in reverse order, the newest first.",
    "any": "Several doubles are covered in any order.",
}
TIE: Mapping[str, str] = {
    "shared": "A tie is shared.",
    "rounds_won": "A tie goes to whoever has won more rounds.",
    "extra_round": "A tie is played off in one more round.",
}


def numbered(rules: RuleSet) -> Iterator[str]:
    """The sentences with their numbers, under the rule set's own line."""
    yield f"Rules: {rules}"
    for number, text in enumerate(rule_sentences(rules), 1):
        yield f"{number:>2}. {text}"


def preset_lines() -> Iterator[str]:
    """The presets, one a line, the default marked."""
    for name in PRESETS:
        yield f"{name}{' (default)' if name == DEFAULT.name else ''}"


def knob_lines(rules: RuleSet) -> Iterator[str]:
    """Every knob with what it can stand on and where it stands."""
    for knob in KNOBS:
        hint = hints()[knob]
        can = ", ".join(choices(hint)) or {"bool": "true, false", "deal": "rows"}.get(kind(hint), kind(hint))
        yield f"{knob} = {format_knob(getattr(rules, knob))}  ({can})"


def print_rules(chosen: str, *, presets: bool, knobs: bool) -> int:
    """Print what was asked for; 1 when the rule set cannot be."""
    try:
        rules = parse_rules(chosen)
    except NotationError as error:
        complain(str(error))
        return 1
    if rules == RuleSet(rules.name) and rules.name not in PRESETS:
        complain(f"unknown preset {rules.name!r}; there are {', '.join(PRESETS)}")
        return 1
    lines = preset_lines() if presets else knob_lines(rules) if knobs else numbered(rules)
    for line in lines:
        typer.echo(line)
    return 0
