"""How long something has to look the same before it is believed."""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of the source's own time that something has to be seen unchanged before it is written down.

    A tile laid needs none: a look shows settled tables only.
    """

    gone_s: float = 0.8
    """The tail of a train is gone."""
    gone_more_s: float = 2.0
    """More than one tile is gone, or one that others lay on: rather a table being cleared."""
    moved_s: float = 0.5
    swapped_s: float = 1.0
    marker_on_s: float = 0.25
    marker_off_s: float = 0.5
    engine_s: float = 0.6
    reread_s: float = 0.4
    """A reading that changed its mind, and is sure now."""
    reread_doubtful_s: float = 2.0
    ambiguous_s: float = 0.8
    contradiction_s: float = 4.0
    cleared_s: float = 1.0


class Waits:
    """Since when each thing has looked as it does."""

    def __init__(self) -> None:
        self._since: dict[Hashable, tuple[str, float, float]] = {}
        self._asked: set[Hashable] = set()

    def begin(self) -> None:
        """A look begins: what nobody asks about in it has passed."""
        self._asked.clear()

    def end(self) -> None:
        """The look is over."""
        self._since = {key: value for key, value in self._since.items() if key in self._asked}

    def is_ripe(self, key: Hashable, what: str, needs_s: float, now_s: float) -> bool:
        """Whether `what` has been the case at `key` for `needs_s`."""
        self._asked.add(key)
        known = self._since.get(key)
        since_s = known[1] if known is not None and known[0] == what else now_s
        self._since[key] = (what, since_s, since_s + needs_s)
        return now_s - since_s >= needs_s

    def is_due(self, now_s: float) -> bool:
        """Whether anything waited for is ripe by now."""
        return any(due_s <= now_s for _, _, due_s in self._since.values())

    def restart(self) -> None:
        """Forget all: the picture was knocked about."""
        self._since.clear()
