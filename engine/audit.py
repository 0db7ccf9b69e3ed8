"""Looking back once hands are shown: claims, scores, and where every tile is."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.claims import Claim, ClaimKind
from engine.problems import Code, Problem, problem
from engine.scoring import round_scores
from engine.state import RoundState
from engine.tiles import Tile, double_set
from engine.trains import Seat


def audit_claims(state: RoundState, seat: Seat, hand: Iterable[Tile]) -> tuple[Problem, ...]:
    """What the passes and draws of `seat` look like, now that its hand is known."""
    held = tuple(hand)
    claims = [each for each in state.claims if each.seat == seat]
    passes = [each for each in claims if each.kind is ClaimKind.PASS]
    found = [each for at, c in enumerate(passes, 1) for each in _audit_pass(c, held, at)]
    if any(each.code is Code.MUST_PLAY_VIOLATION for each in found):
        return tuple(found)
    draws = [each for each in claims if each.kind is ClaimKind.DRAW]
    for at, each in enumerate(draws, 1):
        if len(playable := _playable(each, held)) > each.draws:
            found.append(problem(Code.UNNEEDED_DRAW, seat=seat, nth=at, tile=str(playable[0])))
    return tuple(found)


def _playable(claim: Claim, held: tuple[Tile, ...]) -> list[Tile]:
    """Tiles known to have been with the seat later that would have fitted at the claim."""
    return [tile for tile in (*held, *claim.played) if claim.covers(tile)]


def _audit_pass(claim: Claim, held: tuple[Tile, ...], nth: int) -> list[Problem]:
    # More fitting tiles than draws since: at least one was held at the time.
    playable = _playable(claim, held)
    if not playable:
        return []
    sure = len(playable) > claim.draws
    code = Code.MUST_PLAY_VIOLATION if sure else Code.MUST_PLAY_POSSIBLE
    said = problem(code, seat=claim.seat, nth=nth, tile=str(playable[0]))
    return [said if claim.is_seen else said.as_warning()]


def audit_hand(state: RoundState, seat: Seat, hand: tuple[Tile, ...]) -> tuple[Problem, ...]:
    """Everything a shown hand tells."""
    counted = state.hands[state.index(seat)]
    found = list(audit_claims(state, seat, hand))
    if counted is not None and counted != len(hand):
        found.append(problem(Code.HAND_COUNT_OFF, seat=seat, expected=counted, came=len(hand)))
    others = {tile for other, tiles in state.revealed if other != seat for tile in tiles}
    times = Counter(hand)
    for tile in hand:
        if tile.high > state.rules.max_pip:
            found.append(problem(Code.TILE_NOT_IN_SET, tile=str(tile), max=state.rules.max_pip))
        elif state.is_laid(tile) or tile in others or times[tile] > 1:
            found.append(problem(Code.DUPLICATE_TILE, tile=str(tile)))
    return tuple(found)


def audit_scores(state: RoundState, entered: Mapping[Seat, Fraction]) -> tuple[Problem, ...]:
    """Written scores that differ from what the shown hands come to."""
    hands = dict(state.revealed)
    if set(hands) != set(state.seats):
        return ()
    counted = round_scores(state.rules, hands, unsatisfied_by(state))
    return tuple(
        problem(Code.SCORE_MISMATCH, seat=seat, expected=str(counted[seat]), came=str(points))
        for seat, points in entered.items()
        if counted[seat] != points
    )


def unsatisfied_by(state: RoundState) -> tuple[Seat, ...]:
    """Who laid the doubles that are still unsatisfied, once for each."""
    return tuple(each.by for each in state.unsatisfied if each.by is not None)


def unseen_tiles(state: RoundState) -> tuple[Tile, ...]:
    """The tiles of the set that lie on no train and in no hand that was shown."""
    shown = {tile for _, tiles in state.revealed for tile in tiles}
    return tuple(
        tile for tile in double_set(state.rules.max_pip) if not state.is_laid(tile) and tile not in shown
    )


def audit_tiles(state: RoundState) -> tuple[Problem, ...]:
    """Whether table, hands and boneyard add up to the set, where all are counted."""
    if state.boneyard is None or None in state.hands:
        return ()
    in_hands = sum(count for count in state.hands if count is not None)
    total = state.laid.bit_count() + in_hands + state.boneyard
    if total == state.rules.tile_count:
        return ()
    return (problem(Code.TILE_COUNT_MISMATCH, expected=state.rules.tile_count, came=total),)
