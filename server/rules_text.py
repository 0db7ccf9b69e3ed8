"""`stationmaster rules`: the chosen rule set as numbered sentences to read aloud."""

from collections.abc import Iterator

import typer

from engine.dealing import round_count, tiles_each
from engine.knobs import RuleError, choices, format_knob, kind
from engine.notation import NotationError
from engine.rules import DEFAULT, KNOBS, PRESETS, RuleSet, hints, parse_rules
from server.count_photos import complain
from server.words import Saying, Words

USUAL_SEATS = range(2, 9)


def rule_sayings(rules: RuleSet) -> Iterator[Saying]:
    """The rules of a table, one sentence each, in the order of a game."""
    for part in (_set_up, _opening, _turn, _doubles, _markers, _scoring):
        yield from part(rules)


def _set_up(rules: RuleSet) -> Iterator[Saying]:
    yield Saying(
        "rule.rounds", {"rounds": round_count(rules), "max": str(rules.max_pip), "tiles": rules.tile_count}
    )
    yield Saying("rule.deal", {"deals": list(_deals(rules))})
    if rules.engine_sequence == "descending":
        yield Saying("rule.sequence.descending", {"max": str(rules.max_pip)})
    else:
        yield Saying("rule.sequence.highest")
    yield Saying(f"rule.engine_source.{rules.engine_source}")
    if rules.engine_source != "set_aside":
        yield Saying(f"rule.engine_missing.{rules.engine_missing}")
        yield Saying(f"rule.search.{rules.engine_search_tiles}")
    yield Saying(f"rule.first_starter.{rules.first_starter}")
    yield Saying(f"rule.next_starter.{rules.next_starter}")


def _deals(rules: RuleSet) -> Iterator[Saying]:
    for seats in USUAL_SEATS:
        try:
            yield Saying("rule.deal.seats", {"seats": seats, "tiles": tiles_each(rules, seats)})
        except RuleError:  # pragma: no cover -- the usual tables always deal
            continue


def _opening(rules: RuleSet) -> Iterator[Saying]:
    yield Saying(f"rule.opening.{rules.opening}")
    if rules.opening_targets == "own_only":
        yield Saying("rule.opening.own_only")
    if rules.own_train_first == "until_started":
        yield Saying("rule.own_train_first")
    yield Saying(f"rule.mexican_from.{rules.mexican_from}")
    if rules.opening_out == "finish_lap":
        yield Saying("rule.opening_out")


def _turn(rules: RuleSet) -> Iterator[Saying]:
    yield Saying("rule.turn.public" if rules.all_trains_public else "rule.turn.usual")
    if rules.must_play:
        yield Saying("rule.must_play")
    if rules.draw_limit is None:
        yield Saying("rule.draw.any")
    elif rules.draw_limit == 0:
        yield Saying("rule.draw.none")
    else:
        yield Saying("rule.draw.some", {"n": rules.draw_limit})
    yield Saying("rule.end")
    if not rules.go_out_on_double:
        yield Saying("rule.out_on_double")
    if rules.announce_last != "off":
        yield Saying(f"rule.announce.{rules.announce_last}")
    if rules.announce_penalty:
        yield Saying("rule.announce_penalty", {"n": rules.announce_penalty})


def _doubles(rules: RuleSet) -> Iterator[Saying]:
    yield Saying(f"rule.follow_up.{rules.follow_up}")
    if rules.follow_up != "none":
        yield Saying(f"rule.follow_multi.{rules.follow_multi}")
    if rules.max_doubles_per_turn is not None:
        yield Saying("rule.max_doubles", {"n": rules.max_doubles_per_turn})
    if rules.unsatisfied_double_lock:
        yield Saying("rule.lock")
        yield Saying(f"rule.closing_order.{rules.closing_order}")
        if rules.dead_release:
            yield Saying("rule.dead_release")
    else:
        yield Saying("rule.no_lock")
    if rules.branching_doubles:
        yield Saying("rule.branching")


def _markers(rules: RuleSet) -> Iterator[Saying]:
    yield Saying("rule.marker")
    if rules.marker_trigger == "double_left_too":
        yield Saying("rule.marker.double_too")
    duty = "must" if rules.marker_off_is_duty else "may"
    yield Saying(f"rule.marker_off.{duty}.{rules.marker_off}")


def _scoring(rules: RuleSet) -> Iterator[Saying]:
    if rules.scoring == "penalty":
        yield Saying("rule.scoring.penalty")
    else:
        yield Saying("rule.scoring.exact" if rules.positive_split == "exact" else "rule.scoring.whole")
        yield Saying("rule.scoring.highest")
    yield Saying("rule.double_blank", {"n": rules.double_blank})
    if rules.going_out_bonus:
        yield Saying("rule.going_out_bonus", {"n": f"{rules.going_out_bonus:+d}"})
    if rules.unsatisfied_double_penalty:
        yield Saying("rule.double_penalty", {"n": rules.unsatisfied_double_penalty})
    yield Saying(f"rule.tie.{rules.tie}")


def numbered(rules: RuleSet, words: Words) -> Iterator[str]:
    """The sentences with their numbers, under the rule set's own line."""
    yield words.say("rules.title", rules=str(rules))
    for number, each in enumerate(rule_sayings(rules), 1):
        yield f"{number:>2}. {words.text(each)}"


def preset_lines(words: Words) -> Iterator[str]:
    """The presets, one a line, the default marked."""
    for name in PRESETS:
        yield words.say("rules.default", name=name) if name == DEFAULT.name else name


def knob_lines(rules: RuleSet) -> Iterator[str]:
    """Every knob with what it can stand on and where it stands."""
    for knob in KNOBS:
        hint = hints()[knob]
        can = ", ".join(choices(hint)) or {"bool": "true, false", "deal": "rows"}.get(kind(hint), kind(hint))
        yield f"{knob} = {format_knob(getattr(rules, knob))}  ({can})"


def print_rules(chosen: str, words: Words, *, presets: bool, knobs: bool) -> int:
    """Print what was asked for; 1 when the rule set cannot be."""
    try:
        rules = parse_rules(chosen)
    except NotationError as error:
        complain(str(error))
        return 1
    if rules == RuleSet(rules.name) and rules.name not in PRESETS:
        complain(words.say("rules.unknown", name=repr(rules.name), presets=", ".join(PRESETS)))
        return 1
    lines = preset_lines(words) if presets else knob_lines(rules) if knobs else numbered(rules, words)
    for line in lines:
        typer.echo(line)
    return 0
