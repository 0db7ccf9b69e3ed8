"""In which order did it happen: the one that needs the fewest breaches."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.events import TableEvent
from engine.judge import judge_round
from engine.problems import Severity
from engine.state import RoundState

MOST_TRIES = 400
"""Events judged in the search; a table that changed more than that gets the best story so far."""

GRAVE = (Severity.ERROR, Severity.WARNING)

Story = tuple[TableEvent, ...]


@dataclass
class _Search:
    best: tuple[int, Story] | None = None
    tries: int = field(default=0)

    def beats(self, cost: int) -> bool:
        """Whether a story of that cost is no better than the best one."""
        return self.best is not None and self.best[0] <= cost


def likeliest_order(state: RoundState, chains: Sequence[Story]) -> tuple[int, Story]:
    """The cheapest way to tell all chains in one story, and how many breaches it has.

    Each chain keeps its own order: a train grows from the hub outward.
    """
    search = _Search()
    _tell(search, state, tuple(chain for chain in chains if chain), (), 0)
    assert search.best is not None, "the first way through always ends"  # noqa: S101
    return search.best


def _tell(search: _Search, state: RoundState, chains: tuple[Story, ...], told: Story, cost: int) -> None:
    if not chains:
        search.best = (cost, told)
        return
    for at, (event, *rest) in enumerate(chains):
        if search.best is not None and search.tries >= MOST_TRIES:
            return
        search.tries += 1
        after, problems = judge_round(state, event)
        paid = cost + sum(each.severity in GRAVE for each in problems)
        if search.beats(paid):
            continue
        left = (*chains[:at], *((tuple(rest),) if rest else ()), *chains[at + 1 :])
        _tell(search, after, left, (*told, event), paid)
