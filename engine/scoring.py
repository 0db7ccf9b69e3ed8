"""What hands cost, who wins a round, who wins the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.rules import RuleSet
from engine.tiles import Tile
from engine.trains import Seat

Points = Mapping[Seat, Fraction]


def hand_value(rules: RuleSet, hand: Sequence[Tile]) -> int:
    """The pips of a hand, the double blank at its price."""
    return sum(tile.pips or rules.double_blank for tile in hand)


def round_winners(rules: RuleSet, hands: Mapping[Seat, Sequence[Tile]]) -> tuple[Seat, ...]:
    """Who went out; when nobody did, who holds least."""
    out = tuple(seat for seat, hand in hands.items() if not hand)
    if out:
        return out
    least = min(hand_value(rules, hand) for hand in hands.values())
    return tuple(seat for seat, hand in hands.items() if hand_value(rules, hand) == least)


def round_scores(
    rules: RuleSet,
    hands: Mapping[Seat, Sequence[Tile]],
    unsatisfied_by: Sequence[Seat] = (),
) -> dict[Seat, Fraction]:
    """Each seat's points for a round; `unsatisfied_by` names who left a double, once for each."""
    values = {seat: hand_value(rules, hand) for seat, hand in hands.items()}
    scores = {seat: Fraction(value) for seat, value in values.items()}
    sign = 1
    if rules.scoring == "positive":
        sign = -1
        winners = round_winners(rules, hands)
        pool = sum(value for seat, value in values.items() if seat not in winners)
        share = _share(rules, pool, len(winners))
        scores = {seat: share if seat in winners else Fraction(0) for seat in hands}
    for seat, hand in hands.items():
        if not hand:
            scores[seat] += rules.going_out_bonus
        scores[seat] += sign * rules.unsatisfied_double_penalty * list(unsatisfied_by).count(seat)
    return scores


def _share(rules: RuleSet, pool: int, among: int) -> Fraction:
    return Fraction(pool // among) if rules.positive_split == "floor" else Fraction(pool, among)


@dataclass(frozen=True, slots=True)
class Standings:
    """A game's totals and who leads, or has won."""

    totals: tuple[tuple[Seat, Fraction], ...]
    winners: tuple[Seat, ...]
    needs_extra_round: bool = False
    """The table breaks this tie with one more round."""


def standings(rules: RuleSet, rounds: Sequence[Points], seats: Sequence[Seat]) -> Standings:
    """Totals over all rounds; a seat without points in a round has none from it."""
    totals = {seat: sum((r.get(seat, Fraction(0)) for r in rounds), Fraction(0)) for seat in seats}
    best = _best(rules, totals)
    winners = tuple(seat for seat in seats if totals[seat] == best)
    if rules.tie == "rounds_won":
        won = {seat: rounds_won(rules, rounds, seat) for seat in winners}
        winners = tuple(seat for seat in winners if won[seat] == max(won.values()))
    extra = len(winners) > 1 and rules.tie == "extra_round"
    return Standings(tuple(totals.items()), winners, extra)


def _best(rules: RuleSet, points: Points) -> Fraction:
    choose = min if rules.scoring == "penalty" else max
    return choose(points.values())


def rounds_won(rules: RuleSet, rounds: Sequence[Points], seat: Seat) -> int:
    """In how many rounds nobody did better than `seat`."""
    return sum(seat in points and points[seat] == _best(rules, points) for points in rounds)
