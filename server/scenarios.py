"""Running scenarios: each case under each of its presets, what came beside what was expected."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.dealing import boneyard_after_deal, engine_tile, round_count, tiles_each
from engine.doubles import dead_pips, live_doubles
from engine.game import GameState, judge
from engine.judge import engine_problems
from engine.knobs import RuleError
from engine.notation import parse_tile
from engine.problems import Code, Problem, Severity
from engine.rules import DEFAULT, RuleSet, preset
from engine.scoring import round_scores, standings
from engine.state import RoundState
from engine.trains import Seat, TrainName, check_seat
from server.scenario_files import Item, read_cases
from server.scenario_rounds import checked, event_of, fraction_of, round_of, tiles_of

CASE_KEYS = (
    "id", "title", "rules", "presets", "overrides", "kind", "state", "observe", "expect", "note", "cases",
    "max_pip", "rounds",
)  # fmt: skip
CHECKED = (Severity.ERROR, Severity.WARNING)
ALWAYS_CHECKED = (Code.MUST_PLAY_VIOLATION, Code.MUST_PLAY_POSSIBLE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One case under one preset: what the engine said and what the case wants."""

    case: str
    preset: str
    got: dict[str, object]
    want: dict[str, object]

    @property
    def ok(self) -> bool:
        """Whether all that the case wants has come."""
        return all(_agrees(self.got.get(key), want) for key, want in self.want.items())


def _agrees(got: object, want: object) -> bool:
    match got, want:
        case list(), list():
            return len(got) == len(want) and all(map(_agrees, got, want))
        case dict(), dict():
            return all(_agrees(got.get(key), each) for key, each in want.items())
        case _:
            return got == want


def run_scenarios(text: str) -> Iterator[Verdict]:
    """The verdicts of all cases of a scenario file, in order."""
    seen: set[str] = set()
    for case in read_cases(text):
        yield from run_case(case, seen)


def run_case(case: Item, seen: set[str]) -> Iterator[Verdict]:
    """The verdicts of one case; `seen` are the names of those before it."""
    case.only(*CASE_KEYS)
    name = case.need("id").text
    if name in seen:
        raise case.need("id").fail(f"there is a case {name} already")
    seen.add(name)
    kind = case.get("kind")
    what = "play" if kind is None else kind.text
    if what in PER_CASE:
        for each in case.need("cases").items:
            chosen = each.get("preset")
            yield Verdict(name, chosen.text if chosen else DEFAULT.name, *PER_CASE[what](each))
    elif what in PER_PRESET:
        presets = case.get("presets")
        for chosen in [Item(DEFAULT.name, case.line)] if presets is None else presets.items:
            rules = _rules(chosen, case)
            yield Verdict(name, chosen.text, *PER_PRESET[what](rules, case))
    else:
        known = ", ".join((*PER_PRESET, *PER_CASE))
        raise case.need("kind").fail(f"unknown kind {what!r}; there are {known}")


def _rules(chosen: Item, case: Item, **knobs: object) -> RuleSet:
    """The preset with the case's own knobs turned."""
    overrides = case.get("overrides")
    size = case.get("max_pip")
    if size is not None:
        knobs["max_pip"] = size.number
    try:
        turned = {} if overrides is None else {key: item.plain for key, item in overrides.keys.items()}
        return preset(chosen.text).with_knobs({**knobs, **turned})
    except RuleError as error:
        raise (overrides or chosen).fail(str(error)) from error


Outcome = tuple[dict[str, object], dict[str, object]]


def _codes(problems: tuple[Problem, ...]) -> list[str]:
    """The codes that a verdict names: errors, warnings and what hands revealed prove."""
    return sorted(
        each.code.value for each in problems if each.severity in CHECKED or each.code in ALWAYS_CHECKED
    )


def _play(rules: RuleSet, case: Item) -> Outcome:
    table = round_of(rules, case.need("state"))
    game = GameState(rules, table.seats, round=table)
    found: list[tuple[Problem, ...]] = []
    for item in case.need("observe").items:
        event = event_of(table, item)
        try:
            game, problems = judge(game, event)
        except ValueError as error:
            raise item.fail(str(error)) from error
        found.append(problems)
    expect = case.need("expect")
    expect.only(*SEEN, "verdicts", "notes")
    got: dict[str, object] = {
        "verdicts": [_codes(each) for each in found],
        "notes": [sorted(p.code.value for p in each) for each in found],
    }
    after = game.round if game.round is not None else table
    for key in expect.keys:
        if key in SEEN:
            got[key] = SEEN[key](after, expect.need(key))
    want = {key: _sorted(key, item) for key, item in expect.keys.items()}
    if "notes" not in want:
        del got["notes"]
    return got, want


def _sorted(key: str, item: Item) -> object:
    """What is wanted, codes in the order of the alphabet."""
    if key in ("verdicts", "notes"):
        return [sorted(code.text for code in each.items) for each in item.items]
    return item.plain


def _ends(state: RoundState, wanted: Item) -> dict[str, int | None]:
    return {name: state.train(TrainName(name)).free_end for name in wanted.keys}


def _markers(state: RoundState, wanted: Item) -> dict[str, bool]:
    return {name: state.train(TrainName(name)).is_open for name in wanted.keys}


SEEN: Mapping[str, Callable[[RoundState, Item], object]] = {
    "turn": lambda state, _: state.turn.seat,
    "unsatisfied": lambda state, _: [each.train for each in state.unsatisfied],
    "live_unsatisfied": lambda state, _: [each.train for each in live_doubles(state)],
    "ends": _ends,
    "markers": _markers,
    "dead_pips": lambda state, _: list(dead_pips(state)),
    "over": lambda state, _: state.over.ending.value if state.over else None,
    "winner": lambda state, _: state.over.winner if state.over else None,
}


def _engine(rules: RuleSet, case: Item) -> Outcome:
    state = case.need("state")
    tile = checked(state.need("engine_tile"), parse_tile)
    number = state.need("round").count
    if number == 0:
        raise state.need("round").fail("rounds are counted from 1")
    found = engine_problems(rules, number, tile)
    want = case.need("expect").need("verdicts")
    return {"verdicts": _codes(found)}, {"verdicts": sorted(each.text for each in want.items)}


def _plain(points: Fraction) -> object:
    """Points as JSON can say them: whole, with a half, or as a fraction."""
    if points.denominator == 1:
        return points.numerator
    return float(points) if points.denominator in (2, 4, 8) else str(points)


def _score(case: Item) -> Outcome:
    rules = _rules(case.get("preset") or Item(DEFAULT.name, case.line), case)
    hands = {_name(seat, hand): tiles_of(hand) for seat, hand in case.need("hands").keys.items()}
    left = case.get("unsatisfied")
    left_by = tuple(checked(each, check_seat) for each in left.items) if left else ()
    if not hands:
        raise case.need("hands").fail("nobody has a hand")
    got = round_scores(rules, hands, left_by)
    want = {seat: _plain(fraction_of(each)) for seat, each in case.need("scores").keys.items()}
    return {"scores": {seat: _plain(each) for seat, each in got.items()}}, {"scores": want}


def _name(seat: str, item: Item) -> Seat:
    return checked(Item(seat, item.line), check_seat)


def _game(rules: RuleSet, case: Item) -> Outcome:
    columns = {
        _name(seat, column): [fraction_of(each) for each in column.items]
        for seat, column in case.need("rounds").keys.items()
    }
    try:
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    except ValueError as error:
        raise case.need("rounds").fail("the seats have different numbers of rounds") from error
    seats = tuple(columns)
    if not seats:
        raise case.need("rounds").fail("nobody has played")
    final = standings(rules, rows, seats)
    by_wins = standings(rules.with_knobs({"tie": "rounds_won"}), rows, seats)
    got: dict[str, object] = {
        "engines": [engine_tile(rules, at + 1).low for at in range(round_count(rules))],
        "totals": {seat: _plain(each) for seat, each in final.totals},
        "winners": list(final.winners),
        "winners_round_wins": list(by_wins.winners),
    }
    want = case.need("expect")
    want.only(*got)
    return got, want.plain


def _deal(case: Item) -> Outcome:
    rules = _rules(case.get("preset") or Item(DEFAULT.name, case.line), case)
    players = case.need("players")
    try:
        got: dict[str, object] = {
            "deal": tiles_each(rules, players.number),
            "boneyard": boneyard_after_deal(rules, players.number),
            "rounds": round_count(rules),
        }
    except RuleError as error:
        raise players.fail(str(error)) from error
    return got, {key: item.plain for key, item in case.keys.items() if key in got}


PER_PRESET: Mapping[str, Callable[[RuleSet, Item], Outcome]] = {
    "play": _play,
    "engine": _engine,
    "game": _game,
}
PER_CASE: Mapping[str, Callable[[Item], Outcome]] = {"score": _score, "deal": _deal}
