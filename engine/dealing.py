"""What a rule set says about set, deal, rounds, engine tiles and starters."""

from engine.knobs import RuleError
from engine.rules import MAX_SEATS, MIN_SEATS, RuleSet
from engine.tiles import Tile
from engine.trains import Seat

MOST_DEALT = 15
"""No table in the sources deals more, the smallest tables apart."""


def tiles_each(rules: RuleSet, seats: int) -> int:
    """How many tiles each of `seats` takes."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise RuleError(f"a game needs {MIN_SEATS} to {MAX_SEATS} seats, got {seats}")
    for max_pip, at_table, tiles in rules.deal:
        if (max_pip, at_table) == (rules.max_pip, seats):
            return tiles
    # Unlisted tables leave about a fifth of the set in the boneyard.
    return min(MOST_DEALT, 8 * (rules.tile_count - 1) // (10 * seats))


def boneyard_after_deal(rules: RuleSet, seats: int) -> int:
    """How many tiles are left to draw from once all have been dealt."""
    set_aside = 1 if rules.engine_source == "set_aside" else 0
    return rules.tile_count - set_aside - seats * tiles_each(rules, seats)


def round_count(rules: RuleSet) -> int:
    """How many rounds make a game."""
    return rules.max_pip + 1 if rules.rounds is None else rules.rounds


def engine_tile(rules: RuleSet, round_number: int) -> Tile:
    """The double that starts a round: highest first, and from the top again after the blank."""
    pips = rules.max_pip - (round_number - 1) % (rules.max_pip + 1)
    return Tile(pips, pips)


def next_engine(rules: RuleSet, round_number: int, used: tuple[int, ...]) -> Tile:
    """The engine tile that is due in a round, given the pips of the earlier ones."""
    if rules.engine_sequence == "descending":
        return engine_tile(rules, round_number)
    whole_set = range(rules.max_pip + 1)
    free: set[int] = set()
    for pips in used:
        free = free or set(whole_set)
        free.discard(pips)
    # Rounds that nobody remembers began with the highest that was left.
    unknown = max(0, round_number - 1 - len(used))
    left = sorted(free, reverse=True)
    again = (unknown - len(left)) % len(whole_set)
    pips = left[unknown] if unknown < len(left) else rules.max_pip - again
    return Tile(pips, pips)


def engine_may_be_lower(rules: RuleSet) -> bool:
    """Whether a lower double may start because nobody holds the one that is due."""
    if rules.engine_source == "set_aside":
        return False
    return rules.engine_source == "highest_double_held" or rules.engine_missing == "next_lower"


def next_starter(
    rules: RuleSet,
    seats: tuple[Seat, ...],
    *,
    last_starter: Seat | None,
    last_winner: Seat | None,
    engine_holder: Seat | None,
) -> Seat | None:
    """Who starts the next round, as far as it can be known; None leaves it to the table."""
    rule = rules.first_starter if last_starter is None else rules.next_starter
    if rule == "engine_holder" and engine_holder is not None:
        return engine_holder
    if rule == "last_winner" and last_winner is not None:
        return last_winner
    # Nobody holds the engine, nobody won: the start goes round the table.
    return None if last_starter is None else seats[(seats.index(last_starter) + 1) % len(seats)]
